"""Charges (Core Rules, 14.3; rulings 5 to 7; battlepack, Race for the Loot)."""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS
from tercio.kernel.state import Unit
from tercio.plugins.spearhead import charging
from tercio.plugins.spearhead.combats import in_combat
from tercio.plugins.warbands.bodies import bases_of, gap

from .board import WALL, Board, centres

RULES = """
rule "Loot"
  cite "Tests"
  may finish-charge
    when goal is "Crate of Aqua Ghyranis"

rule "Acrobat"
  cite "Tests"
  may pass-through-enemies
"""


def charging_to(board: Board, unit, inches: int, *answers):
    return board.play(charging.charge(board.g, Context(), unit, inches, inches), *answers)


def refused(board: Board, unit, inches: int, places) -> str:
    decision = next(charging.charge(board.g, Context(), unit, inches, inches))
    refusal = decision.judge(places)
    return refusal.code if refusal is not None else ""


def duel() -> tuple[Board, Unit, Unit]:
    """Two heroes, six inches between their bases."""
    board = Board(node="charge-abilities")
    return board, board.unit("Hero", "A", (10, 5)), board.unit("Hero", "B", (10, 12))


def test_a_charge_ends_within_half_an_inch_of_an_enemy():
    board, unit, _ = duel()
    assert not refused(board, unit, 6, [[10, 10.5]])
    assert refused(board, unit, 6, [[10, 10.499]]) == "charge.out_of_reach"


def test_who_charged_is_marked_and_remembers_the_roll():
    board, unit, foe = duel()
    assert charging_to(board, unit, 6)
    assert "charged" in unit.marks
    assert in_combat(board.g, unit, foe)
    assert board.facts("unit-charged") == [{"unit": unit.id, "enemies": [foe.id]}]
    assert charging.charge_roll(board.g, unit) == 6
    assert gap(bases_of(unit), bases_of(foe)) <= 0.5


def test_the_roll_is_forgotten_with_the_turn():
    board, unit, _ = duel()
    charging_to(board, unit, 6)
    board.at("charge-abilities", "B")
    assert charging.charge_roll(board.g, unit) == 0


def test_a_charge_that_cannot_reach_anybody_leaves_the_unit_in_place():
    board, unit, _ = duel()
    assert not charging_to(board, unit, 5)
    assert board.asked == []
    assert "charged" not in unit.marks
    assert centres(unit) == [(10, 5)]
    assert board.facts("charge-failed") == [{"unit": unit.id, "inches": 5}]


def test_nobody_has_to_charge():
    board, unit, _ = duel()
    assert not charging_to(board, unit, 9, PASS)
    assert centres(unit) == [(10, 5)]


def test_the_enemy_has_to_be_in_sight_where_the_charge_ends():
    """Round the end of the wall it is, behind the wall it is not (ruling 5)."""
    board = Board(WALL, node="charge-abilities")
    unit = board.unit("Hero", "A", (10, 8))
    board.unit("Hero", "B", (10, 12))
    board.wall(10, 11.2, 5, 0.4)
    assert refused(board, unit, 9, [[10, 10.5]]) == "charge.out_of_sight"
    assert not refused(board, unit, 9, [[11.45, 12.2]])


def test_an_enemy_out_of_sight_at_first_may_be_charged():
    board = Board(WALL, node="charge-abilities")
    unit = board.unit("Hero", "A", (10, 8))
    foe = board.unit("Hero", "B", (10, 12))
    board.wall(10, 10, 5, 0.4)
    assert charging_to(board, unit, 9)
    assert in_combat(board.g, unit, foe)


def test_other_enemies_may_be_passed_and_joined():
    board, unit, foe = duel()
    other = board.unit("Hero", "B", (12.5, 9))
    assert not refused(board, unit, 6, [[10, 10.6]])
    charging_to(board, unit, 6, [[10, 10.6]])
    assert in_combat(board.g, unit, foe)
    assert in_combat(board.g, unit, other)


def test_every_enemy_in_reach_is_offered_and_passing_is_the_last():
    board, unit, foe = duel()
    other = board.unit("Hero", "B", (14, 8))
    board.unit("Hero", "B", (25, 20))
    decision = next(charging.charge(board.g, Context(), unit, 9, 9))
    assert decision.options[-1] == PASS
    assert decision.facts["goals"] == [["enemy", other.id], ["enemy", foe.id], ["pass", 0]]
    assert all(decision.judge(option) is None for option in decision.options)


def test_models_pass_through_enemy_models_only_if_a_rule_says_so():
    board = Board(RULES, node="charge-abilities")
    unit = board.unit("Hero", "A", (10, 5))
    board.unit("Swords", "B", [(8.8, 8), (10, 8), (11.2, 8)], models=3, base=1.2)
    board.unit("Hero", "B", (10, 12))
    assert refused(board, unit, 6, [[10, 10.8]]) == "move.no_way"
    board.give(unit, "Acrobat")
    assert not refused(board, unit, 6, [[10, 10.8]])


def test_a_rule_may_let_a_charge_end_at_a_relic():
    board = Board(RULES, node="charge-abilities")
    unit = board.unit("Hero", "A", (10, 5))
    crate = board.wall(10, 12, 1, 1, "Crate of Aqua Ghyranis")
    assert not charging_to(board, unit, 9)
    board.give(unit, "Loot")
    assert refused(board, unit, 9, [[10, 8]]) == "charge.out_of_reach"
    assert charging_to(board, unit, 9)
    assert board.asked[0].facts["goals"][0] == ["relic", crate.id]
    assert "charged" in unit.marks
    assert gap(bases_of(unit), [crate.shape]) <= 0.5


def test_a_relic_out_of_sight_is_no_goal():
    board = Board(RULES + WALL, node="charge-abilities")
    unit = board.unit("Hero", "A", (10, 5), rules=["Loot"])
    board.wall(10, 8, 1, 1, "Crate of Aqua Ghyranis")
    board.wall(10, 7.3, 6, 0.2)
    assert refused(board, unit, 9, [[10, 6.69]]) == "charge.out_of_reach"
    assert not refused(board, unit, 9, [[10, 9.1]])
