"""Where charges lead: the side they go for, the place flush against it, and what bars the way."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, distance, touches
from tercio.plugins.regiments.charge_ways import (
    By,
    centre_distance,
    meeting,
    other_side,
    sides_faced,
    way_to,
)

from .board import Board


def faced(board: Board, unit, target, by: By = By.CENTRE):
    return sides_faced(board.g, unit, target, by)


# -- sides -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "side"),
    [((20, 10), Facing.FRONT), ((20, 30), Facing.REAR), ((10, 20), Facing.RIGHT), ((30, 20), Facing.LEFT)],
)
def test_the_arc_of_the_charger_s_centre_is_the_side_sovl_5(at, side):
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    assert faced(board, board.unit("Spears", "A", at), target) == [side]


def test_three_of_five_models_of_the_front_rank_in_the_flank_arc_make_a_flank_charge_f42():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    # Its right front corner is at (17.5, 19): the line from there runs down to (8.5, 10).
    ours = board.unit("Spears", "A", (8.1, 9.5))
    assert faced(board, ours, target, By.FRONT_RANK) == [Facing.RIGHT]
    ours = board.unit("Spears", "A", (9.1, 9.5))
    assert faced(board, ours, target, By.FRONT_RANK) == [Facing.FRONT]


def test_two_and_two_of_four_models_are_a_tie():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (8, 9.5), models=4, files=4)
    assert sorted(side.value for side in faced(board, ours, target, By.FRONT_RANK)) == ["front", "right"]


def test_from_the_rear_arc_the_other_side_is_the_flank_on_which_the_charger_stands_sovl_5():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    assert other_side(board.unit("Spears", "A", (19, 30)), target, Facing.REAR) is Facing.RIGHT
    assert other_side(board.unit("Spears", "A", (21, 30)), target, Facing.REAR) is Facing.LEFT


def test_from_a_flank_arc_the_other_side_is_the_front_only_from_ahead_of_its_line():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    assert other_side(board.unit("Spears", "A", (10, 18.5)), target, Facing.RIGHT) is Facing.FRONT
    assert other_side(board.unit("Spears", "A", (10, 19)), target, Facing.RIGHT) is None
    assert other_side(board.unit("Spears", "A", (20, 10)), target, Facing.FRONT) is None


def test_centres_are_measured_from_the_middle_of_the_front_to_the_middle_of_the_side():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (16, 15))
    assert centre_distance(board.g, ours, target) == pytest.approx(5)


# -- places ----------------------------------------------------------------------------------------


def test_contact_is_in_the_middle_of_the_side():
    board = Board()
    target = board.unit("Spears", "B", (20, 20), models=20, files=10)
    end = way_to(board.g, board.unit("Spears", "A", (16, 14)), target, Facing.FRONT)
    assert end.front_centre == pytest.approx((20, 19))


def test_contact_slides_to_the_nearest_place_with_room():
    board = Board()
    target = board.unit("Spears", "B", (20, 20), models=20, files=10)
    ours = board.unit("Spears", "A", (18, 12))
    board.terrain("Rock", 22, 17.6, 1, 1)
    end = way_to(board.g, ours, target, Facing.FRONT)
    assert end.front_centre == pytest.approx((19, 19), abs=1e-3)


@pytest.mark.parametrize("facing", [180.0, 200.0, 225.0])
def test_who_slides_beside_another_enemy_does_not_touch_him(facing):
    """SOVL 5: to the nearest clear spot."""
    board = Board()
    target = board.unit("Spears", "B", (20, 20), models=20, files=10)
    other = board.unit("Spears", "B", (23.2, 16.6), models=2, files=2, facing=facing)
    end = way_to(board.g, board.unit("Spears", "A", (18, 12)), target, Facing.FRONT)
    assert end is not None
    assert other.rect is not None
    assert not touches(end, other.rect)
    assert distance(end, other.rect) == pytest.approx(0.0, abs=1e-3)


def test_a_neighbour_in_line_with_the_target_is_not_touched_either():
    board = Board()
    target = board.unit("Spears", "B", (20, 20), models=4, files=4)
    other = board.unit("Spears", "B", (24.1, 20), models=4, files=4)
    end = way_to(board.g, board.unit("Spears", "A", (20, 12)), target, Facing.FRONT)
    assert end is not None
    assert other.rect is not None
    assert end.front_centre[0] < 20
    assert not touches(end, other.rect)


def test_there_is_no_charge_into_a_gap_that_is_too_narrow():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (20, 12), models=20, files=10)
    board.terrain("Rock", 16, 18, 1, 1)
    board.terrain("Rock", 24, 18, 1, 1)
    assert way_to(board.g, ours, target, Facing.FRONT) is None


def test_a_charge_on_the_bias_wheels_and_ends_flush():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (12, 12), facing=45)
    end = way_to(board.g, ours, target, Facing.FRONT)
    assert end.facing == pytest.approx((0, 1))
    assert end.front_centre == pytest.approx((20, 19))


def test_a_friend_in_the_way_bars_it():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (20, 8))
    board.unit("Spears", "A", (20, 13), models=20, files=10)
    assert way_to(board.g, ours, target, Facing.FRONT) is None


def test_a_way_is_looked_for_anew_when_somebody_has_moved():
    board = Board()
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (20, 8))
    friend = board.unit("Spears", "A", (20, 13), models=20, files=10)
    assert way_to(board.g, ours, target, Facing.FRONT) is None
    friend.rect = friend.rect.moved(20, 0)
    assert way_to(board.g, ours, target, Facing.FRONT) is not None


def test_who_may_pass_over_others_goes_over_them_but_does_not_end_on_them():
    flies = """
rule "Flies" of unit
  cite "Tests"
  may pass-over
"""
    board = Board(flies)
    target = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (20, 8))
    friend = board.unit("Spears", "A", (20, 13), models=20, files=10)
    assert way_to(board.g, ours, target, Facing.FRONT) is not None
    board.terrain("Rock", 20, 11, 10, 1)
    assert way_to(board.g, ours, target, Facing.FRONT) is not None
    friend.rect = friend.rect.moved(0, 4)
    assert way_to(board.g, ours, target, Facing.FRONT) is None


def test_a_rule_may_take_wheels_away():
    stiff = """
rule "Stiff" of unit
  cite "Tests"
  set charge-wheel to 0
"""
    board = Board(stiff)
    target = board.unit("Spears", "B", (20, 20))
    assert way_to(board.g, board.unit("Spears", "A", (20, 14)), target, Facing.FRONT) is not None
    assert way_to(board.g, board.unit("Spears", "A", (12, 14)), target, Facing.FRONT) is None


def test_nobody_ends_off_the_table():
    board = Board()
    target = board.unit("Spears", "B", (2.5, 20))
    ours = board.unit("Spears", "A", (4, 12), models=20, files=10)
    end = way_to(board.g, ours, target, Facing.FRONT)
    assert end is None or min(x for x, _ in end.corners) >= -1e-6


# -- meeting ---------------------------------------------------------------------------------------


def test_two_that_charge_each_other_meet_half_way_front_to_front():
    board = Board()
    one, other = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 20))
    places = meeting(board.g, one, other)
    assert places is not None
    first, second = places
    assert first.front_centre == pytest.approx((20, 15))
    assert second.front_centre == pytest.approx((20, 15))
    assert second.facing == pytest.approx((0, -1))


def test_nobody_meets_where_somebody_stands():
    board = Board()
    one, other = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 20))
    board.terrain("Rock", 22.9, 15, 1, 1)
    assert meeting(board.g, one, other) is None
