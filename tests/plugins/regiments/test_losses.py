"""Wounds and losses: one store of health a pool, ranks that close up, commanders last (SOVL, Units and
Combat Phase; Warhammer Armies Project, Removing Casualties).
"""

from __future__ import annotations

import pytest

from tercio.kernel.arms import make_arm
from tercio.kernel.attack import Attack
from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decl import RuleRef
from tercio.kernel.query import contains
from tercio.kernel.state import Pool, Unit
from tercio.plugins.regiments import losses
from tercio.plugins.regiments.contact import engage, is_engaged
from tercio.plugins.regiments.formation import rank_lengths
from tercio.plugins.regiments.muster import body_of

from .board import Board

RULES = """
rule "Heavy" of battle
  cite "Tests"
  set damage to 2 when attack is made with "Maul"
  set damage to D3 when attack is made with "Flail"

weapon "Maul"
  cite "Tests"
  kind melee

weapon "Flail"
  cite "Tests"
  kind melee

weapon "Fang"
  cite "Tests"
  kind melee
  on natural 6 of to-hit: end the attack as wound

rule "Wide Eyed"
  cite "Tests"
  modify move by 3"

rule "Alone" of battle
  cite "Tests"
  cannot spill when unit has "Guarded"

rule "Guarded"
  cite "Tests"
  modify discipline by 1

rule "Watchers" of battle
  cite "Tests"
  after models-slain
    give unit slain "slain" tokens
  after models-slain when target-unit is alive
    give target-unit 1 "killer" tokens
  after pool-slain when target is a commander
    give unit 1 "leaderless" tokens

rule "Last Words" of unit
  cite "Tests"
  after unit-destroyed
    score 7 for opponent of unit
"""


def attack(by: Unit, target: Pool, arm: str = "") -> Attack:
    part = by.pools[0].parts[0]
    held = next((one for one in part.arms if one.name == arm), None)
    return Attack("melee", frozenset(("melee",)), target, unit=by, attacker=part, arm=held, label="blow")


def armed(board: Board, weapon: str) -> Unit:
    unit = board.unit("Spears", "A", (30, 10))
    part = unit.pools[0].parts[0]
    arm = make_arm(board.g, RuleRef(weapon), "A")
    part.arms.append(arm)
    board.g.add_arm(part, arm)
    board.give(unit)
    return unit


def strike(board: Board, *batches: tuple[Attack, int]) -> list[losses.Wounded]:
    toll: list[losses.Wounded] = board.play(losses.strike(board.g, batches))
    return toll


# -- batches ---------------------------------------------------------------------------------------


def test_batches_are_all_rolled_before_anybody_falls():
    board = Board(dice={"to-hit": [6, 6, 6, 6], "to-save": [1, 1, 1, 1]})
    one, other = board.unit("Spears", "A", (30, 10), models=2), board.unit("Spears", "B", (30, 20), models=2)
    toll = strike(board, (attack(one, other.pools[0]), 2), (attack(other, one.pools[0]), 2))
    assert [wounded.wounds for wounded in toll] == [2, 2]
    assert one.destroyed
    assert other.destroyed


def test_wounds_beyond_the_last_model_are_told():
    board = Board(dice={"to-hit": [6] * 5, "to-save": [1] * 5})
    one, other = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 20), models=2)
    toll = strike(board, (attack(one, other.pools[0]), 5))
    assert [(wounded.attack.unit, wounded.wounds) for wounded in toll] == [(one, 5)]
    assert board.facts("health-lost")[0]["lost"] == 2


def test_a_batch_that_wounds_nobody_is_told_too():
    board = Board(dice={"to-hit": [1]})
    one, other = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    toll = strike(board, (attack(one, other.pools[0]), 1))
    assert toll[0].wounds == 0
    assert not board.facts("health-lost")


def test_damage_of_a_wound_ends_at_one_model():
    board = Board(RULES, dice={"to-hit": [6, 6], "to-save": [1, 1]})
    maul = armed(board, "Maul")
    men, ogres = board.unit("Spears", "B", (30, 20)), board.unit("Ogre", "B", (30, 30), models=3)
    assert strike(board, (attack(maul, men.pools[0], "Maul"), 1))[0].wounds == 1
    assert strike(board, (attack(maul, ogres.pools[0], "Maul"), 1))[0].wounds == 2


def test_damage_that_is_dice_is_rolled_for_each_wound():
    board = Board(RULES, dice={"to-hit": [6, 6], "to-save": [1, 1], "damage": [3, 2]})
    flail, ogres = armed(board, "Flail"), board.unit("Ogre", "B", (30, 30), models=3)
    assert strike(board, (attack(flail, ogres.pools[0], "Flail"), 2))[0].wounds == 5
    assert (ogres.models, ogres.pools[0].lost) == (2, 2)


def test_an_attack_that_a_natural_die_ends_wounds_without_further_rolls():
    board = Board(RULES, dice={"to-hit": [6, 4], "to-save": [6]})
    fang, men = armed(board, "Fang"), board.unit("Spears", "B", (30, 20))
    assert strike(board, (attack(fang, men.pools[0], "Fang"), 2))[0].wounds == 1


# -- one store of health ---------------------------------------------------------------------------


def test_losses_carry_on_until_they_amount_to_a_model():
    board = Board()
    ogres = board.unit("Ogre", "B", (30, 30), models=3, files=3)
    pool = ogres.pools[0]
    assert board.play(losses.lose(board.g, pool, 2)) == 2
    assert (pool.models, pool.lost) == (3, 2)
    assert board.play(losses.lose(board.g, pool, 2)) == 2
    assert (pool.models, pool.lost) == (2, 1)


def test_the_rear_rank_falls_first():
    board = Board()
    men = board.unit("Spears", "B", (30, 30), models=18, files=5)
    front = men.rect.front_centre
    board.play(losses.lose(board.g, men.pools[0], 4))
    assert rank_lengths(men) == [5, 5, 4]
    assert men.rect.front_centre == pytest.approx(front)


def test_a_single_rank_closes_up_from_both_ends():
    board = Board()
    men = board.unit("Spears", "B", (30, 30), models=7, files=7)
    board.play(losses.lose(board.g, men.pools[0], 2))
    assert (men.rect.x, men.rect.width) == pytest.approx((30.0, 5.0))
    # The odd one goes from one end: those left stay on their files.
    board.play(losses.lose(board.g, men.pools[0], 1))
    assert (men.rect.x, men.rect.width) == pytest.approx((29.5, 4.0))


def test_rear_ranks_fall_before_the_front_rank_shrinks():
    board = Board()
    men = board.unit("Spears", "B", (30, 30), models=12, files=5)
    board.play(losses.lose(board.g, men.pools[0], 9))
    assert rank_lengths(men) == [3]
    assert men.rect.x == pytest.approx(30.0)


# -- commanders ------------------------------------------------------------------------------------


def test_wounds_left_over_pass_to_the_commander():
    board = Board()
    men = board.unit("Spears", "B", (30, 30), models=3, commander="Captain")
    body, captain = men.pools
    assert board.play(losses.lose(board.g, body, 4)) == 4
    assert (body.models, captain.models, captain.lost) == (0, 1, 1)
    assert body_of(men) is captain
    assert not men.destroyed


def test_a_rule_keeps_wounds_from_the_commander():
    board = Board(RULES)
    men = board.unit("Spears", "B", (30, 30), models=3, commander="Captain", rules=["Guarded"])
    assert board.play(losses.lose(board.g, men.pools[0], 9)) == 3
    assert men.pools[1].lost == 0


def test_wounds_of_a_commander_pass_to_nobody():
    board = Board(RULES)
    men = board.unit("Spears", "B", (30, 30), models=3, commander="Captain")
    assert board.play(losses.lose(board.g, men.pools[1], 5)) == 2
    assert men.pools[0].models == 3
    assert men.tokens["leaderless"] == 1
    assert rank_lengths(men) == [3]


def test_the_rules_of_a_slain_commander_speak_no_more():
    board = Board(RULES)
    men = board.unit("Spears", "B", (30, 30), models=3, commander="Captain")
    board.give(men.pools[1], "Wide Eyed")
    before = clone(board.g)
    assert contains(board.g, Context(), men, "Wide Eyed")
    board.play(losses.lose(board.g, men.pools[1], 2))
    assert not contains(board.g, Context(), men, "Wide Eyed")
    assert contains(before, Context(), before.units[men.id], "Wide Eyed")


def test_a_unit_is_destroyed_when_body_and_commander_have_fallen():
    board = Board()
    men = board.unit("Spears", "B", (30, 30), models=3, commander="Captain")
    board.play(losses.lose(board.g, men.pools[0], 5))
    assert men.destroyed
    assert men.rect is None


# -- windows ---------------------------------------------------------------------------------------


def test_rules_hear_how_many_fell_and_by_whom():
    board = Board(RULES, dice={"to-hit": [6, 6, 6], "to-save": [1, 1, 1]})
    one, other = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    strike(board, (attack(one, other.pools[0]), 3))
    assert other.tokens == {"slain": 3}
    assert one.tokens == {"killer": 1}


def test_a_destroyed_unit_leaves_table_and_combat_and_speaks_a_last_time():
    board = Board(RULES)
    one, other = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 12))
    engage(board.g, one, other)
    board.play(losses.destroy(board.g, other, "the tide"))
    assert not is_engaged(board.g, one)
    assert (other.destroyed, other.rect, other.models) == (True, None, 0)
    assert board.g.memory["points"] == {"A": 7, "B": 0}
    assert board.facts("unit-destroyed") == [{"unit": other.id, "by": 0, "why": "the tide"}]


def test_what_is_destroyed_is_not_destroyed_again():
    board = Board(RULES)
    men = board.unit("Spears", "B", (30, 12))
    board.play(losses.destroy(board.g, men))
    board.play(losses.destroy(board.g, men))
    assert board.play(losses.lose(board.g, men.pools[0], 3)) == 0
    assert board.g.memory["points"]["A"] == 7
