"""Moves and pile-in moves (Core Rules, 14.2 and 15.3)."""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.state import Unit
from tercio.plugins.spearhead import moves
from tercio.plugins.spearhead.combats import foes_of, in_combat, is_in_combat
from tercio.plugins.warbands.bodies import base_at, bases_of, places_of
from tercio.plugins.warbands.moving import Passing

from .board import WALL, Board, centres


def moving(board: Board, unit, inches: float, *answers, passing: Passing = Passing.KEEP_OUT):
    """Let a unit move; returns whether it did. The decision is `board.asked[0]`."""
    return board.play(moves.move(board.g, Context(), unit, inches, passing), *answers)


def refused(board: Board, unit, inches: float, places, passing: Passing = Passing.KEEP_OUT) -> str:
    """The code of why a unit may not move to some places, "" if it may."""
    decision = next(moves.move(board.g, Context(), unit, inches, passing))
    refusal = decision.judge(places)
    return refusal.code if refusal is not None else ""


# -- what is asked ---------------------------------------------------------------------------------


def test_every_option_is_allowed_and_says_what_it_makes_for():
    board = Board(WALL)
    unit = board.unit("Archers", "A", (5, 5))
    board.unit("Horde", "B", (4, 19))
    board.wall(10, 10, 3, 2)
    for passing in Passing:
        decision = next(moves.move(board.g, Context(), unit, 5, passing))
        assert 2 <= len(decision.options) <= 12
        assert len(decision.facts["goals"]) == len(decision.options)
        assert decision.facts["goals"][-1] == ["stay", 0]
        assert all(decision.judge(option) is None for option in decision.options)
        assert len({str(option) for option in decision.options}) == len(decision.options)


def test_options_are_worked_out_only_when_somebody_asks_for_them():
    board = Board()
    unit = board.unit("Archers", "A", (5, 5))
    decision = next(moves.move(board.g, Context(), unit, 5, Passing.KEEP_OUT))
    assert callable(decision.offered)
    assert decision.judge([[5, 6], [6.1, 6], [7.2, 6], [8.3, 6], [9.4, 6]]) is None
    assert callable(decision.offered)


def test_the_unit_goes_where_its_owner_says():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    assert moving(board, unit, 5, [[8, 9]])
    assert centres(unit) == [(8, 9)]
    assert board.facts("unit-moved") == [{"unit": unit.id, "purpose": ""}]


def test_a_unit_that_stays_has_not_moved():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    assert not moving(board, unit, 5, [[5, 5]])
    assert "unit-moved" not in board.kinds()


def test_a_unit_off_the_table_or_with_no_inches_is_not_asked():
    board = Board()
    for unit, inches in ((board.unit("Hero", "A", None), 5), (board.unit("Hero", "A", (5, 5)), 0)):
        assert not moving(board, unit, inches)
        assert board.asked == []


# -- what is refused -------------------------------------------------------------------------------


def test_what_is_no_list_of_places_is_refused():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    for answer in (None, "pass", [], [[1]], [[5, 5], [6, 6]], [["5", 5]]):
        assert refused(board, unit, 5, answer) == "move.malformed"


def test_nobody_goes_farther_than_allowed():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    assert not refused(board, unit, 5, [[8, 9]])
    assert refused(board, unit, 5, [[8, 9.01]]) == "move.too_far"


def test_the_unit_has_to_stay_coherent():
    board = Board()
    pair = board.unit("Swords", "A", (5, 5), models=2)
    assert not refused(board, pair, 5, [[5, 5], [6.5, 5]])
    assert refused(board, pair, 5, [[5, 5], [6.51, 5]]) == "move.not_coherent"


def test_models_of_other_units_are_in_the_way():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Swords", "A", [(3.9 + 1.1 * i, 6.5) for i in range(3)], models=3, base=1.1)
    assert refused(board, unit, 3, [[5, 8]]) == "move.no_way"
    board.give(unit, "FLY")
    assert not refused(board, unit, 3, [[5, 8]])


def test_nobody_ends_on_a_relic_or_a_feature_that_is_not_stood_upon():
    board = Board(WALL)
    unit = board.unit("Hero", "A", (5, 5))
    board.wall(5, 8, 4, 1)
    assert refused(board, unit, 5, [[5, 8]]) == "move.on_terrain"
    assert not refused(board, unit, 5, [[5, 9.1]])
    board.give(unit, "FLY")
    assert refused(board, unit, 5, [[5, 8]]) == "move.on_terrain"


# -- combat ranges ---------------------------------------------------------------------------------


def crossing() -> tuple[Board, Unit]:
    """A unit, and an enemy beside the straight way to the place that it makes for."""
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (8.5, 9))
    return board, unit


def test_a_plain_move_keeps_out_of_combat_ranges_all_the_way():
    board, unit = crossing()
    assert refused(board, unit, 8, [[5, 13]]) == "move.no_way"
    assert not refused(board, unit, 9, [[5, 13]])
    assert refused(board, unit, 8, [[5, 9]]) == "move.into_combat"


def test_exactly_out_of_the_combat_range_may_be_gone_to():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (5, 12))
    assert not refused(board, unit, 5, [[5, 8]])
    assert refused(board, unit, 5, [[5, 8.001]]) == "move.into_combat"


def test_a_move_through_combat_ranges_does_not_end_in_one():
    board, unit = crossing()
    assert not refused(board, unit, 8, [[5, 13]], Passing.THROUGH)
    assert refused(board, unit, 8, [[5, 9]], Passing.THROUGH) == "move.into_combat"


def test_a_move_into_combat_ends_where_it_likes():
    board, unit = crossing()
    assert moving(board, unit, 8, [[6, 9]], passing=Passing.INTO)
    assert is_in_combat(board.g, unit)


def test_who_flies_passes_over_combat_ranges_but_does_not_end_in_them():
    board, unit = crossing()
    board.give(unit, "FLY")
    assert not refused(board, unit, 8, [[5, 13]])
    assert refused(board, unit, 8, [[5, 9]]) == "move.into_combat"


def test_an_enemy_out_of_sight_may_be_approached():
    """Only the combat range of a visible enemy is combat (ruling 2)."""
    board = Board(WALL)
    unit = board.unit("Hero", "A", (10, 5))
    foe = board.unit("Hero", "B", (10, 10.9))
    board.wall(10, 10, 9, 0.5)
    assert not refused(board, unit, 5, [[10, 9]])
    moving(board, unit, 5, [[10, 9]])
    assert not in_combat(board.g, unit, foe)


def test_who_stays_in_combat_may_stay_where_a_move_may_not_end():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (5, 7))
    assert not refused(board, unit, 6, [[5, 5]], Passing.THROUGH)


# -- pile-in moves ---------------------------------------------------------------------------------


def piled(board: Board, unit, places) -> str:
    decision = next(moves.pile_in(board.g, Context(), unit))
    refusal = decision.judge(places)
    return refusal.code if refusal is not None else ""


def test_a_pile_in_brings_no_model_farther_from_its_target():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (5, 8))
    assert not piled(board, unit, [[5, 6.9]])
    assert not piled(board, unit, [[6, 5.2]])
    assert piled(board, unit, [[5, 4.9]]) == "pile_in.farther"


def test_a_pile_in_goes_three_inches():
    board = Board()
    unit = board.unit("Horde", "A", (5, 5), models=2, base=1.0)
    board.unit("Hero", "B", (5, 8.9))
    assert not piled(board, unit, [[5, 7.5], [6.1, 7.5]])
    assert piled(board, unit, [[5, 7.8], [6.1, 8.01]]) == "move.too_far"


def test_after_a_pile_in_the_unit_is_still_in_combat_with_all_it_was_in_combat_with():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    one, other = board.unit("Hero", "B", (5, 8.5)), board.unit("Hero", "B", (1.5, 5))
    assert foes_of(board.g, unit) == [one, other]
    assert piled(board, unit, [[5.6, 6.9]]) == "pile_in.leaves_combat"
    assert not piled(board, unit, [[4.5, 5.9]])


def test_a_pile_in_may_bring_further_enemies_into_combat():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (5, 8.5))
    third = board.unit("Hero", "B", (9.5, 6.5))
    board.play(moves.pile_in(board.g, Context(), unit), [[6, 7.2]])
    assert in_combat(board.g, unit, third)


def test_who_charged_without_reaching_combat_piles_in_any_way_it_likes():
    board = Board()
    unit = board.unit("Hero", "A", (5, 5))
    board.unit("Hero", "B", (5, 12))
    assert not piled(board, unit, [[5, 2]])
    assert not piled(board, unit, [[5, 8]])
    assert not piled(board, unit, [[5, 8.0]])
    board.place(unit, [(5, 6)])
    board.play(moves.pile_in(board.g, Context(), unit), [[5, 9]])
    assert is_in_combat(board.g, unit)


def test_options_of_a_pile_in_are_allowed_and_staying_is_the_last():
    board = Board()
    unit = board.unit("Swords", "A", (5, 5))
    foes = [board.unit("Swords", "B", (5, 8)), board.unit("Hero", "B", (11.5, 6))]
    decision = next(moves.pile_in(board.g, Context(), unit))
    assert all(decision.judge(option) is None for option in decision.options)
    assert decision.facts["goals"][-1] == ["stay", 0]
    assert {number for _, number in decision.facts["goals"][:-1]} <= {foe.id for foe in foes}
    assert len(decision.options) > 1


def test_oval_bases_move_with_their_facing():
    board = Board()
    rider = board.unit("Beast", "A", None)
    rider.pools[0].base = (1.5, 3.0)
    rider.pools[0].loose[0].shape = base_at(1.5, 3.0, 5.0, 5.0, 30.0)
    assert places_of(bases_of(rider)) == [[5.0, 5.0, 30.0]]
    assert not moving(board, rider, 6, [[5.0, 5.0, 30.0]])
    assert moving(board, rider, 6, [[6.0, 8.0, 90.0]])
    assert places_of(bases_of(rider)) == [[6.0, 8.0, 90.0]]
