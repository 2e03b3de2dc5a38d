"""Moves by steps: where they lead, what they cost, what is in the way."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Unit
from tercio.plugins.regiments.footing import Walk
from tercio.plugins.regiments.strides import walk

from .board import Board

MAY = """
rule "Drill" of unit
  cite "Tests"
  may pivot
  set pivot-cost to 2
"""
WHEELS = """
rule "Drill" of unit
  cite "Tests"
  may wheel
  may back
  may sidestep
  set back-cost to 2
  set side-cost to 2
"""
WOODS = (
    MAY
    + """
keyword difficult of terrain
  cite "Tests"

terrain "Bog"
  cite "Tests"
  text "Slow to cross."
  difficult

rule "Bogs" of unit
  cite "Tests"
  set advance-cost to 2 when terrain is difficult
"""
)


def led(board: Board, unit: Unit, *steps: list[Any], inches: float = 8.0) -> Walk:
    found = walk(board.g, unit, steps, inches)
    assert isinstance(found, Walk), found
    return found


def refused(board: Board, unit: Unit, *steps: list[Any], inches: float = 8.0) -> str:
    found = walk(board.g, unit, steps, inches)
    assert isinstance(found, Refusal), found
    return found.code


def at(found: Walk) -> tuple[float, float, float]:
    rect = found.rect
    return round(rect.x, 3), round(rect.y, 3), round(degrees_of((rect.ux, rect.uy)), 3)


def test_an_advance_goes_straight_on_and_costs_an_inch_an_inch():
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 10))
    found = led(board, spears, ["advance", 5])
    assert at(found) == (10, 15, 0)
    assert found.cost == 5
    assert spears.rect is not None
    assert spears.rect.y == 10


def test_a_pivot_is_about_the_centre_and_costs_in_proportion():
    """SOVL, Strategic Phase: a quarter of the Move for every 90 degrees (S01, S02)."""
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 10))
    assert led(board, spears, ["pivot", 45]).cost == pytest.approx(1)
    found = led(board, spears, ["pivot", -180])
    assert at(found) == (10, 10, 180)
    assert found.cost == pytest.approx(4)


def test_steps_in_a_row_may_cost_all_there_is_and_no_more():
    """SOVL, Strategic Phase (S04)."""
    board = Board(MAY)
    riders = board.unit("Riders", "A", (10, 10))
    steps = [["pivot", 45], ["advance", 10], ["pivot", 90]]
    assert led(board, riders, *steps, inches=13).cost == pytest.approx(13)
    assert refused(board, riders, *steps, ["advance", 0.1], inches=13) == "move.too_far"


def test_terrain_under_the_middle_sets_the_cost_of_the_inches_there():
    """SOVL, Strategic Phase: 3 inches of open ground and 2 of forest cost 7 (S05)."""
    board = Board(WOODS)
    board.terrain("Bog", 10, 15, 10, 4)
    spears = board.unit("Spears", "A", (10, 10))
    assert led(board, spears, ["advance", 5]).cost == pytest.approx(7)
    assert refused(board, spears, ["advance", 5], inches=6.9) == "move.too_far"
    assert led(board, spears, ["advance", 8], inches=12).cost == pytest.approx(12)


def test_a_pivot_costs_no_more_in_difficult_ground():
    """SOVL, Strategic Phase (S07)."""
    board = Board(WOODS)
    board.terrain("Bog", 10, 10, 10, 4)
    assert led(board, board.unit("Spears", "A", (10, 10)), ["pivot", 90]).cost == pytest.approx(2)


def test_nobody_goes_backward_or_aside_or_turns_unless_the_pack_lets_him():
    """SOVL, Strategic Phase: units cannot move backwards or sideways (S11)."""
    board = Board()
    spears = board.unit("Spears", "A", (10, 10))
    for kind in ("back", "left", "right", "pivot", "wheel"):
        assert refused(board, spears, [kind, 1]) == "move.not_allowed"


def test_backward_and_sideways_cost_what_the_pack_says():
    board = Board(WHEELS)
    spears = board.unit("Spears", "A", (10, 10))
    back = led(board, spears, ["back", 3])
    assert (at(back), back.cost) == ((10, 7, 0), 6)
    assert at(led(board, spears, ["left", 2])) == (8, 10, 0)
    assert at(led(board, spears, ["right", 2])) == (12, 10, 0)
    assert refused(board, spears, ["back", 5]) == "move.too_far"


def test_a_wheel_is_about_a_front_corner_and_costs_the_arc_of_the_other_one():
    board = Board(WHEELS)
    spears = board.unit("Spears", "A", (10, 10))
    right = led(board, spears, ["wheel", 90])
    assert at(right) == (11.5, 13.5, 90)
    assert right.cost == pytest.approx(7.854, abs=0.001)
    assert at(led(board, spears, ["wheel", -90])) == (8.5, 13.5, 270)


@pytest.mark.parametrize("owner", ["A", "B"])
def test_nobody_goes_through_friend_or_foe(owner: str):
    """SOVL, Strategic Phase: an advance stops at the first unit in the way."""
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", owner, (14, 15), facing=180)
    assert refused(board, spears, ["advance", 7.9]) == "move.blocked"
    assert refused(board, spears, ["advance", 3]) == "move.too_near"
    assert led(board, spears, ["advance", 2.5]).cost == 2.5


def test_passing_nearer_than_the_gap_is_free_ending_so_is_not():
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "B", (15.2, 14), facing=180)
    assert refused(board, spears, ["advance", 4]) == "move.too_near"
    assert led(board, spears, ["advance", 8]).cost == 8


def test_who_stood_too_near_may_leave_but_not_come_nearer():
    board = Board(WHEELS)
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "A", (15, 10))
    assert led(board, spears, ["advance", 1]).cost == 1
    board.unit("Spears", "B", (10, 12.3), facing=180)
    assert refused(board, spears, ["advance", 0.1]) == "move.too_near"
    assert led(board, spears, ["back", 1]).cost == 2


def test_impassable_ground_is_not_entered_and_may_be_touched():
    board = Board(MAY)
    board.terrain("Rock", 10, 16, 4, 4)
    spears = board.unit("Spears", "A", (10, 10))
    assert led(board, spears, ["advance", 3]).cost == 3
    assert refused(board, spears, ["advance", 3.5]) == "move.blocked"


def test_a_turn_sweeps_over_nobody_unless_the_pack_lets_it():
    """SOVL, Strategic Phase: a pivot is blocked by enemies, and swings past friends and terrain (S10)."""
    friends = "  may sweep-over when target-unit is friendly\n  may sweep-over when terrain is impassable\n"
    board = Board(MAY + friends)
    spears = board.unit("Spears", "A", (10, 10), models=14, files=7)
    board.unit("Spears", "A", (10, 13.1), models=2, files=2)
    assert led(board, spears, ["pivot", 180]).cost == 4
    board.terrain("Rock", 10, 7, 1, 1)
    assert led(board, spears, ["pivot", 180]).cost == 4
    board.unit("Spears", "B", (10, 6.9), models=1, files=1)
    assert refused(board, spears, ["pivot", 180]) == "move.blocked"


def test_a_turn_does_not_sweep_over_impassable_ground_unless_the_pack_lets_it():
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 10), models=14, files=7)
    board.terrain("Rock", 10, 7, 1, 1)
    assert refused(board, spears, ["pivot", 180]) == "move.blocked"
    assert led(board, spears, ["pivot", 30]).cost == pytest.approx(2 / 3)


def test_units_that_stand_flush_may_part_though_places_are_rounded():
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 10), facing=37)
    right = spears.rect.from_local((4.9995, 0.0)) if spears.rect else (0.0, 0.0)
    board.unit("Spears", "A", right, facing=37)
    assert led(board, spears, ["advance", 3]).cost == 3


def test_a_turn_may_not_end_on_a_friend():
    board = Board(MAY + "  may sweep-over\n")
    spears = board.unit("Spears", "A", (10, 10), models=14, files=7)
    board.unit("Spears", "A", (10, 13.1), models=2, files=2)
    assert refused(board, spears, ["pivot", 90]) == "move.too_near"


def test_who_may_pass_over_others_goes_over_them_but_does_not_end_there():
    """SOVL, Strategic Phase: fliers ignore what they pass."""
    board = Board(MAY + "  may pass-over\n")
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "B", (10, 14), facing=180)
    board.terrain("Rock", 10, 17, 2, 2)
    assert led(board, spears, ["advance", 12], inches=12).cost == 12
    assert refused(board, spears, ["advance", 4]) == "move.too_near"
    assert refused(board, spears, ["advance", 7.5]) == "move.on_impassable"


def test_nobody_leaves_the_table_unless_the_pack_lets_him():
    board = Board(MAY)
    spears = board.unit("Spears", "A", (10, 5), facing=180)
    assert led(board, spears, ["advance", 4]).cost == 4
    assert refused(board, spears, ["advance", 4.5]) == "move.off_the_table"
    free = Board(MAY + "  may leave-table\n")
    assert led(free, free.unit("Spears", "A", (10, 5), facing=180), ["advance", 6]).cost == 6


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        "advance",
        [["advance"]],
        [["advance", -1]],
        [["fly", 3]],
        [[["advance"], 3]],
        [{}],
        [["pivot", "left"]],
        [["pivot", 0]],
    ],
)
def test_what_is_no_list_of_steps_is_refused(told: Any):
    board = Board(MAY)
    found = walk(board.g, board.unit("Spears", "A", (10, 10)), told, 8.0)
    assert isinstance(found, Refusal)
    assert found.code == "move.malformed"
