"""Rulings on damage: pools, wards, allocation, who is slain, destruction, healing, models that return (Core
Rules, 17.2, 18.0 to 18.4, 21.0, 22.0).
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS
from tercio.kernel.decl import Rule
from tercio.kernel.effects import run
from tercio.kernel.state import Unit
from tercio.plugins.spearhead.casualties import coherency_of
from tercio.plugins.spearhead.damage import allocate, destroy, inflict, ward_of, was_destroyed
from tercio.plugins.spearhead.healing import heal, return_models
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.coherency import is_coherent

from .board import Board, block, centres, model

# -- pools and wards -------------------------------------------------------------------------------


def test_excess_damage_carries_over_to_the_next_model(board):
    unit = board.unit("Mixed", "A", (5, 5))
    board.play(inflict(board.g, unit, 5))
    assert (unit.models, unit.pools[0].lost) == (3, 1)


def test_damage_of_two_abilities_adds_up_on_the_unit(board):
    unit = board.unit("Hero", "A", (5, 5), ward=7)
    board.play(inflict(board.g, unit, 2))
    board.play(inflict(board.g, unit, 2))
    assert unit.pools[0].lost == 4


def test_a_ward_is_rolled_for_each_point(board):
    board.tell(ward_roll=[6, 5, 6, 1])
    unit = board.unit("Hero", "A", (5, 5))
    board.play(inflict(board.g, unit, 4))
    assert unit.pools[0].lost == 2


WARDED = """
rule "Old Charm"
  cite "Tests"
  has "WARD" (4+)

rule "New Charm"
  cite "Tests"
  set ward to 5+
"""


def test_only_the_best_ward_counts():
    board = Board(WARDED)
    unit = board.unit("Hero", "A", (5, 5), rules=("New Charm", "Old Charm"))
    assert ward_of(board.g, unit) == 4


def test_allocated_points_cannot_be_warded(board):
    unit = board.unit("Hero", "A", (5, 5))
    board.play(allocate(board.g, unit, 3))
    assert unit.pools[0].lost == 3


CROW = """
rule "Watchful Crow"
  cite "Tests"
  set ward to 5+
    when tokens "Crow" of unit >= 1
  on natural 1 of ward-roll: take 1 "Crow" tokens from unit
"""


def test_a_ward_that_is_lost_undoes_no_further_point():
    board = Board(CROW, {"ward-roll": [5, 1]})
    unit = board.unit("Mixed", "A", (5, 5), rules=("Watchful Crow",))
    unit.tokens["Crow"] = 1
    board.play(inflict(board.g, unit, 4))
    assert (unit.models, unit.pools[0].lost) == (4, 1)


def test_units_that_are_not_on_the_battlefield_take_no_damage(board):
    unit = board.unit("Swords", "A", None)
    board.play(inflict(board.g, unit, 3))
    assert unit.models == 5


# -- who is slain ----------------------------------------------------------------------------------


def test_models_that_are_alike_fall_without_a_question(board):
    unit = board.unit("Swords", "A", (5, 5))
    board.play(inflict(board.g, unit, 1))
    assert (unit.models, board.asked) == (4, [])


def test_the_owner_chooses_among_different_models(board):
    unit = board.unit("Mixed", "B", (5, 5))
    axe = model(unit, 0)
    board.play(allocate(board.g, unit, 2), axe.id)
    assert (board.asked[0].kind, board.asked[0].player) == ("casualty.pick", "B")
    assert axe not in unit.pools[0].loose


def test_a_casualty_has_to_be_a_model_of_the_unit(board):
    unit, other = board.unit("Mixed", "A", (5, 5)), board.unit("Hero", "A", (20, 5))
    decision = next(allocate(board.g, unit, 2))
    assert decision.judge(model(unit, 3).id) is None
    assert decision.judge(model(other, 0).id).code == "casualty.not_of_unit"
    assert decision.judge(0.5).code == "casualty.not_of_unit"


def test_who_falls_leaves_a_coherent_unit(board):
    unit = board.unit("Swords", "A", (5, 5))
    foe = board.unit("Beast", "B", (2, 5))
    board.play(allocate(board.g, unit, 1, foe))
    assert centres(unit) == [(5, 5), (6.1, 5), (7.2, 5), (8.3, 5)]


def test_models_follow_until_the_unit_is_coherent_again(board):
    unit = board.unit("Mixed", "A", [(5, 5), (3.9, 5), (2.8, 5), (6.1, 5), (7.2, 5)])
    board.play(allocate(board.g, unit, 2), model(unit, 0).id)
    assert unit.models == 2
    assert is_coherent(bases_of(unit), coherency_of(board.g, unit))


def test_seven_models_need_two_neighbours_and_six_need_one(board):
    line = [(3 + i * 1.1, 5) for i in range(7)]
    unit = board.unit("Horde", "A", line, models=7)
    board.play(allocate(board.g, unit, 1))
    assert unit.models == 6


SPARKS = """
rule "Parting Blow"
  cite "Tests"
  after model-slain
    inflict 1 mortal damage on enemy
"""


def test_every_model_that_falls_is_slain_even_for_coherency():
    board = Board(SPARKS)
    unit = board.unit("Mixed", "A", [(5, 5), (3.9, 5), (2.8, 5), (6.1, 5), (7.2, 5)], rules=("Parting Blow",))
    foe = board.unit("Beast", "B", (5, 7))
    board.play(allocate(board.g, unit, 2, foe), model(unit, 0).id)
    assert foe.pools[0].lost == 3


# -- destroyed -------------------------------------------------------------------------------------


def test_the_last_model_slain_destroys_the_unit_and_the_rest_is_lost(board):
    unit, foe = board.unit("Swords", "A", (5, 5), models=2), board.unit("Beast", "B", (5, 7))
    board.play(inflict(board.g, unit, 9, foe))
    assert unit.destroyed
    assert unit.models == 0
    assert board.facts("unit-destroyed") == [{"unit": unit.id, "by": foe.id}]
    assert was_destroyed(board.g, unit, "turn")
    assert foe.id not in board.g.engagement


def test_a_unit_destroyed_in_an_earlier_turn_was_not_destroyed_this_turn(board):
    unit = board.unit("Swords", "A", (5, 5), models=2)
    board.play(destroy(board.g, unit))
    board.at("fights", "B")
    assert not was_destroyed(board.g, unit, "turn")
    assert was_destroyed(board.g, unit, "round")
    board.at("fights", "B", 2)
    assert not was_destroyed(board.g, unit, "round")
    assert was_destroyed(board.g, unit, "battle")


def test_whatever_destroys_a_unit_slays_all_its_models(board):
    unit = board.unit("Swords", "A", (5, 5))
    board.play(destroy(board.g, unit))
    assert unit.destroyed
    assert len(board.facts("model-slain")) == 5


SEED = """
rule "Seed of Rebirth"
  cite "Tests"
  instead of unit-destroyed, once per battle
    heal 3 damage points of unit

rule "Mortal Wound"
  cite "Tests"
  cannot be-healed
"""
SEED = SEED.replace(", once per battle", "")


def test_a_rule_may_save_a_unit_from_being_destroyed_and_the_rest_is_lost():
    board = Board(SEED)
    unit = board.unit("Mixed", "A", (5, 5), models=1, health_points=5, rules=("Seed of Rebirth",))
    board.play(inflict(board.g, unit, 9))
    assert not unit.destroyed
    assert (unit.models, unit.pools[0].lost) == (1, 2)


def test_where_healing_is_barred_the_unit_is_destroyed_anyway():
    board = Board(SEED)
    unit = board.unit("Mixed", "A", (5, 5), models=1, rules=("Seed of Rebirth", "Mortal Wound"))
    board.play(inflict(board.g, unit, 9))
    assert unit.destroyed


ECHO = """
rule "Last Word"
  cite "Tests"
  after unit-destroyed
    inflict 2 mortal damage on enemy
"""


def test_a_destroyed_unit_speaks_a_last_time_and_never_again():
    board = Board(ECHO)
    unit, foe = (
        board.unit("Swords", "A", (5, 5), models=1, rules=("Last Word",)),
        board.unit("Beast", "B", (5, 7)),
    )
    board.play(inflict(board.g, unit, 1, foe))
    assert foe.pools[0].lost == 2
    board.play(destroy(board.g, unit, foe))
    assert foe.pools[0].lost == 2


# -- points that go elsewhere ----------------------------------------------------------------------

EGO = """
rule "Me First"
  cite "Tests"
  instead of damage-point-allocated
    when number of (other units within 3" of unit) >= 1
    roll D6
      4 or more:
        choose 1 other units within 3" of unit
          allocate 1 damage points to it
      3 or less: allocate 1 damage points to unit
"""


def test_each_point_may_be_handed_to_another_unit():
    board = Board(EGO, {"*": [4, 3, 6]})
    boss = board.unit("Beast", "A", (5, 5), rules=("Me First",))
    guard = board.unit("Mixed", "A", (5, 7), models=1, health_points=5)
    board.play(inflict(board.g, boss, 3))
    assert (boss.pools[0].lost, guard.pools[0].lost) == (1, 2)


def test_a_point_handed_on_does_not_come_back():
    board = Board(EGO, {"*": [4, 4]})
    boss = board.unit("Beast", "A", (5, 5), rules=("Me First",))
    twin = board.unit("Beast", "A", (5, 7), rules=("Me First",))
    board.play(inflict(board.g, boss, 1))
    assert (boss.pools[0].lost, twin.pools[0].lost) == (1, 0)


def test_nobody_near_takes_the_point_so_it_stays():
    board = Board(EGO)
    boss = board.unit("Beast", "A", (5, 5), rules=("Me First",))
    board.play(inflict(board.g, boss, 2))
    assert boss.pools[0].lost == 2


# -- mortal damage in text -------------------------------------------------------------------------

FIRES = """
rule "Fires"
  cite "Tests"
  after unit-set-up
    inflict 1 mortal damage on unit for each 5+ on models of unit dice

rule "Blast"
  cite "Tests"
  after unit-set-up
    inflict D3 mortal damage on unit
"""


def spoken(board: Board, rule: str, unit: Unit, *answers: Any) -> None:
    """Do what the first trigger of a rule says, with that unit as `unit`."""
    clause = board.g.ruleset.get(Rule, rule).clauses[0]
    board.play(run(board.g, clause.body, Context(unit=unit), None), *answers)


def test_dice_for_each_model_make_one_pool():
    board = Board(FIRES, {"dice": [5, 6, 4, 1, 5]})
    unit = board.unit("Swords", "A", (5, 5))
    spoken(board, "Fires", unit)
    assert board.facts("damage") == [{"unit": unit.id, "points": 3, "warded": 0, "by": unit.id}]


def test_random_mortal_damage_is_rolled_once_a_unit():
    board = Board(FIRES, {"damage": [2]})
    unit = board.unit("Swords", "A", (5, 5))
    spoken(board, "Blast", unit)
    assert unit.models == 3


# -- healing and returning -------------------------------------------------------------------------


def test_healing_takes_points_off_and_raises_nobody(board):
    unit = board.unit("Mixed", "A", (5, 5))
    board.play(allocate(board.g, unit, 3), model(unit, 4).id)
    assert heal(board.g, unit, 4) == 1
    assert (unit.models, unit.pools[0].lost) == (4, 0)


def test_models_return_one_at_a_time_up_to_the_starting_number(board):
    unit = board.unit("Swords", "A", block(5, 5, 5))
    board.play(allocate(board.g, unit, 3))
    assert board.play(return_models(board.g, unit, 9)) == 3
    assert unit.models == 5
    assert is_coherent(bases_of(unit), coherency_of(board.g, unit))


def test_a_model_that_returns_is_of_a_kind_that_was_slain(board):
    unit = board.unit("Mixed", "A", block(5, 5, 5))
    axe = model(unit, 0)
    board.play(allocate(board.g, unit, 2), axe.id)
    board.play(return_models(board.g, unit, 1))
    assert [one.part for one in unit.pools[0].loose].count(axe.part) == 1


def test_the_owner_may_leave_models_slain(board):
    unit = board.unit("Swords", "A", block(5, 5, 5))
    board.play(allocate(board.g, unit, 2))
    assert board.play(return_models(board.g, unit, 2), PASS) == 0


def returning(board: Board, unit: Unit) -> Any:
    """The decision where the next model returns."""
    return next(return_models(board.g, unit, 1))


def test_a_model_returns_beside_models_that_did_not_return_this_turn(board):
    unit = board.unit("Swords", "A", [(5, 5), (6.1, 5), (7.2, 5)], models=3)
    unit.pools[0].starting = 5
    unit.pools[0].memory["slain"] = [model(unit, 0).part] * 2
    board.play(return_models(board.g, unit, 1), [8.3, 5.0])
    assert returning(board, unit).judge([9.4, 5.0]).code == "return.not_coherent"
    board.at("fights", "B")
    assert returning(board, unit).judge([9.4, 5.0]) is None


def test_a_seventh_model_does_not_return_to_a_line_that_would_lose_its_coherency(board):
    """From seven models on each needs two neighbours: the ends of a line have one (15.1, 22.0)."""
    unit = board.unit("Horde", "A", [(5 + 1.1 * i, 5) for i in range(6)], models=6)
    unit.pools[0].starting = 10
    unit.pools[0].memory["slain"] = [model(unit, 0).part] * 4
    assert board.play(return_models(board.g, unit, 1)) == 0
    ring = board.unit("Horde", "A", block(5, 15, 6), models=6)
    ring.pools[0].starting = 10
    ring.pools[0].memory["slain"] = [model(ring, 0).part] * 4
    board.play(return_models(board.g, ring, 1))
    assert ring.models == 7
    assert is_coherent(bases_of(ring), coherency_of(board.g, ring))


def test_a_model_does_not_return_into_a_new_combat(board):
    unit = board.unit("Swords", "A", (5, 5))
    board.play(allocate(board.g, unit, 1))
    foe = board.unit("Beast", "B", (12.5, 5))
    east = [9.4, 5.0]
    refusal = returning(board, unit).judge(east)
    assert (refusal.code, refusal.facts["enemy"]) == ("return.into_combat", foe.id)


HIDDEN = """
rule "Hidden"
  cite "Tests"
  cannot be-seen
    when unit is enemy and observer is farther than 2" from target-unit
"""


def test_a_model_may_return_beside_an_enemy_that_rules_hide_from_it():
    """Who is not visible is not in combat (7.0), and that is asked of the model that returns."""
    board = Board(HIDDEN)
    unit = board.unit("Swords", "A", (5, 5))
    board.play(allocate(board.g, unit, 1))
    foe = board.unit("Beast", "B", (12.5, 5), rules=("Hidden",))
    assert returning(board, unit).judge([9.4, 5.0]) is None
    board.place(foe, [(12.3, 5)])
    assert returning(board, unit).judge([9.4, 5.0]).facts["enemy"] == foe.id


def test_a_model_may_return_into_combat_with_whom_its_unit_is_fighting(board):
    unit = board.unit("Swords", "A", (5, 5))
    board.play(allocate(board.g, unit, 1))
    board.unit("Beast", "B", (11, 5))
    assert returning(board, unit).judge([9.4, 5.0]) is None


def test_a_model_does_not_return_off_the_table_or_on_top_of_others(board):
    unit = board.unit("Swords", "A", (0.6, 5))
    board.play(allocate(board.g, unit, 1))
    decision = returning(board, unit)
    assert decision.judge([-0.4, 5.0]).code == "return.off_table"
    assert decision.judge([1.0, 5.3]).code == "return.on_model"
    assert decision.judge([1.0]).code == "return.malformed"
    assert decision.judge([1.0, float("nan")]).code == "return.malformed"


def test_what_a_unit_does_to_itself_is_no_enemys_doing():
    board = Board(SPARKS)
    unit = board.unit("Swords", "A", (5, 5), rules=("Parting Blow",))
    board.play(inflict(board.g, unit, 2, unit))
    assert unit.models == 3
    assert board.facts("model-slain")[0]["by"] == unit.id
