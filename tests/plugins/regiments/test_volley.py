"""Shooting: who may, how many shots, weapons that are not rolled to hit (SOVL, Strategic Phase, Ranged
attacks).
"""

from __future__ import annotations

import pytest

from tercio.kernel.errors import Refusal
from tercio.kernel.state import Unit
from tercio.plugins.regiments import volley

from .board import Board

RULES = """
rule "Two Ranks" of battle
  cite "Tests"
  set shooting-ranks to 2

rule "No Melee" of battle
  cite "Tests"
  cannot shoot when unit is engaged
  cannot be-shot when target-unit is fleeing

rule "Cover" of battle
  cite "Tests"
  modify blast-die by -1 when target-unit has "Hidden"

rule "Hidden"
  cite "Tests"
  modify discipline by 0

rule "Far" of battle
  cite "Tests"
  modify to-hit by -1
    when attack is shooting
    when distance from the front of unit to target-unit > half range of attack

rule "Eagle"
  cite "Tests"
  modify range by 6"

rule "Smoke" of unit
  cite "Tests"
  after unit-shot
    give target-unit 1 "shot" tokens

weapon "Repeater"
  cite "Tests"
  kind shooting
  range 12"
  shots 2
  power 6

weapon "Mortar"
  cite "Tests"
  kind shooting
  range 48"
  hits 2D3+1
  power 4

weapon "Bomb"
  cite "Tests"
  kind shooting
  range 48"
  hits 3
  uses 1

weapon "Volley Gun"
  cite "Tests"
  kind shooting
  range 24"
  shots D3

unit "Rapid" of "Testers"
  cite "Tests"
  category "Troops"
  size 1 to 20
  cost 10, then 6 each
  base 20x20mm
  global move 8", discipline 7
  defence health-points 1, defence 3
  part "Gunner" attacks 1, skill 3, power 3
    armed "Volley Gun"

unit "Mixed" of "Testers"
  cite "Tests"
  category "Troops"
  size 1 to 20
  cost 10, then 6 each
  base 20x20mm
  global move 8", discipline 7
  defence health-points 1, defence 3
  part "Man" attacks 1, skill 3, power 3
    armed "Bow", "Repeater"

unit "Gun" of "Testers"
  cite "Tests"
  category "Troops"
  size 1
  cost 10
  base 50x50mm
  global move 8", discipline 7
  defence health-points 5, defence 3
  part "Gun" attacks 1, skill 3, power 3
    armed "Mortar"

unit "Bomber" of "Testers"
  cite "Tests"
  category "Troops"
  size 1
  cost 10
  base 50x50mm
  global move 8", discipline 7
  defence health-points 5, defence 3
  part "Bomber" attacks 1, skill 3, power 3
    armed "Bomb"
"""


def shoot(board: Board, unit: Unit, target: Unit, *answers: str) -> Refusal | None:
    pool = volley.shooters_of(unit)
    assert pool is not None
    refusal: Refusal | None = board.play(volley.shoot(board.g, pool, target), *answers)
    return refusal


def shots(board: Board) -> list[int]:
    return [facts["count"] for facts in board.facts("attacks")]


def refused(board: Board, unit: Unit, target: Unit) -> str:
    pool = volley.shooters_of(unit)
    assert pool is not None
    refusal = volley.bar(board.g, pool, target)
    return refusal.code if refusal is not None else ""


# -- how many --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("models", "files", "dice"), [(20, 5, 10), (7, 5, 7), (3, 3, 3), (9, 4, 8), (1, 1, 1)]
)
def test_every_model_of_the_first_two_ranks_shoots_once(models, files, dice):
    board = Board(RULES, dice={"to-hit": [1] * dice})
    bows = board.unit("Bows", "A", (30, 10), models=models, files=files)
    assert shoot(board, bows, board.unit("Spears", "B", (30, 20))) is None
    assert shots(board) == [dice]


def test_only_the_front_rank_shoots_unless_a_rule_says_more():
    board = Board(dice={"to-hit": [1] * 5})
    shoot(board, board.unit("Bows", "A", (30, 10)), board.unit("Spears", "B", (30, 20)))
    assert shots(board) == [5]


def test_a_weapon_with_two_shots_rolls_two_dice_a_model():
    board = Board(RULES, dice={"to-hit": [1] * 16})
    mixed = board.unit("Mixed", "A", (30, 10), models=9, files=4)
    shoot(board, mixed, board.unit("Spears", "B", (30, 18)), "Repeater")
    assert shots(board) == [16]
    assert board.asked[0].kind == "shoot.weapon"


def test_shots_that_are_dice_are_rolled_for_each_model():
    board = Board(RULES, dice={"shots": [3, 1], "to-hit": [1] * 4})
    rapid = board.unit("Rapid", "A", (30, 10), models=2, files=2)
    shoot(board, rapid, board.unit("Spears", "B", (30, 20)))
    assert shots(board) == [4]


def test_a_weapon_out_of_reach_is_not_asked_for():
    board = Board(RULES, dice={"to-hit": [1] * 8})
    shoot(board, board.unit("Mixed", "A", (30, 10), models=8, files=4), board.unit("Spears", "B", (30, 30)))
    assert board.asked == []
    assert board.facts("unit-shot")[0]["weapons"] == ["Bow"]


def test_a_commander_shoots_by_himself_and_his_place_is_no_shot_of_the_unit():
    board = Board(RULES, dice={"to-hit": [1] * 9})
    bows = board.unit("Bows", "A", (30, 10), models=12, files=5, commander="Captain")
    target = board.unit("Spears", "B", (30, 20))
    shoot(board, bows, target)
    assert shots(board) == [9]
    assert not volley.can_shoot(board.g, bows.pools[1], target)


# -- whether ---------------------------------------------------------------------------------------


def test_range_reaches_from_the_front_to_the_nearest_point():
    # Front of the bows at y = 11; a unit two deep at y = 36 begins at 35, 24 inches away.
    board = Board(RULES)
    bows = board.unit("Bows", "A", (30, 10))
    assert refused(board, bows, board.unit("Spears", "B", (30, 36))) == ""
    assert refused(board, bows, board.unit("Spears", "B", (30, 36.01))) == "shoot.out_of_range"
    board.give(bows, "Eagle")
    assert refused(board, bows, board.unit("Spears", "B", (24, 37))) == ""


def test_rules_say_who_may_shoot_and_be_shot():
    board = Board(RULES)
    bows, near = board.unit("Bows", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    near.marks["fleeing"] = 0
    assert refused(board, bows, near) == "shoot.not_allowed"
    other = board.unit("Bows", "B", (10, 20))
    assert refused(board, near, other) == "shoot.no_target"


def test_who_is_not_seen_is_not_shot():
    board = Board(RULES)
    bows, target = board.unit("Bows", "A", (30, 10)), board.unit("Spears", "B", (30, 25))
    board.unit("Spears", "A", (30, 15), models=20, files=20)
    assert refused(board, bows, target) == "shoot.out_of_sight"


def test_a_refused_volley_changes_nothing():
    board = Board(RULES)
    bows, target = board.unit("Bows", "A", (30, 10)), board.unit("Spears", "B", (30, 38))
    assert shoot(board, bows, target) == Refusal("shoot.out_of_range", {"unit": bows.id, "target": target.id})
    assert board.g.events == []


def test_spears_shoot_at_nobody():
    board = Board(RULES)
    spears, target = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    assert not volley.can_shoot(board.g, spears, target)


# -- what comes of it ------------------------------------------------------------------------------


def test_shots_hit_are_saved_and_slay():
    board = Board(RULES, dice={"to-hit": [4, 4, 4, 3, 1], "to-save": [5, 4, 1]})
    bows, target = board.unit("Bows", "A", (30, 10), models=5), board.unit("Spears", "B", (30, 20))
    shoot(board, bows, target)
    assert target.models == 8
    assert target.tokens == {"shot": 1}


@pytest.mark.parametrize(("y", "needed"), [(23.5, 4), (23.52, 5)])
def test_a_pack_makes_shots_beyond_half_the_range_harder(y, needed):
    # The front of the bows stands at y = 10.5; the target begins an inch before its middle.
    board = Board(RULES, dice={"to-hit": [1] * 5})
    shoot(board, board.unit("Bows", "A", (30, 10), models=5), board.unit("Spears", "B", (30, y)))
    assert board.facts("attacks")[0]["needed"]["to-hit"] == needed


def test_a_blast_rolls_its_hits_and_not_to_hit():
    board = Board(RULES, dice={"hits": [1, 3], "to-save": [1] * 5})
    gun, target = board.unit("Gun", "A", (30, 10), models=1, files=1), board.unit("Spears", "B", (30, 35))
    shoot(board, gun, target)
    assert shots(board) == [5]
    assert target.models == 5


def test_every_die_of_a_blast_loses_a_hit_in_cover_but_none_falls_below_nothing():
    board = Board(RULES, dice={"hits": [1, 3], "to-save": [6] * 3})
    gun = board.unit("Gun", "A", (30, 10), models=1, files=1)
    shoot(board, gun, board.unit("Spears", "B", (30, 35), rules=["Hidden"]))
    # 0 + 2 of the dice, and the 1 that is no die.
    assert shots(board) == [3]


def test_a_weapon_that_can_be_used_once_is_spent():
    board = Board(RULES, dice={"to-save": [6] * 3})
    bomber, target = board.unit("Bomber", "A", (30, 10), models=1), board.unit("Spears", "B", (30, 35))
    shoot(board, bomber, target)
    assert shots(board) == [3]
    assert refused(board, bomber, target) == "shoot.out_of_range"


def test_wounds_meet_the_own_models_before_the_commander():
    board = Board(RULES, dice={"to-hit": [6] * 5, "to-save": [1] * 5})
    bows = board.unit("Bows", "A", (30, 10), models=5)
    target = board.unit("Spears", "B", (30, 20), models=4, commander="Captain")
    shoot(board, bows, target)
    assert (target.pools[0].models, target.pools[1].lost) == (0, 1)
