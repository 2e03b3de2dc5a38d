"""Snaking moves, wheels, pivots and rearranging (Movement Phase 1-2, Reference Handbook)."""

from __future__ import annotations

from math import hypot, pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.geometry import Facing, Rect
from tercio.plugins.regiments.manoeuvre import (
    Leg,
    can_rearrange,
    corners_stray,
    farthest_turn,
    is_free,
    pivot_stray,
    step,
    table_room,
    walk,
    wheel_towards,
)

RECT = Rect(10.0, 10.0, 0.0, 1.0, 4.0, 2.0)


def test_a_leg_goes_forward_wheels_and_goes_on():
    end = step(RECT, Leg(2.0, Facing.RIGHT, pi / 2, 3.0))
    assert (end.ux, end.uy) == pytest.approx((1.0, 0.0))
    assert end.front_left == pytest.approx((15.0, 17.0))
    assert end.front_right == pytest.approx((15.0, 13.0))


def test_a_right_angle_costs_the_width_of_the_front():
    assert walk(RECT, [Leg(1.0, Facing.LEFT, pi / 2, 0.5)])[1] == pytest.approx(5.5)


def test_turns_to_both_sides_cancel_but_the_farthest_counts():
    legs = [Leg(angle=0.5), Leg(0.0, Facing.RIGHT, 1.2), Leg(angle=0.3)]
    assert farthest_turn(legs) == pytest.approx(0.7)


def test_a_front_is_stopped_by_what_comes_nearer_than_the_clearance():
    wall = Rect(10.0, 16.0, 0.0, 1.0, 2.0, 2.0)
    assert is_free(RECT, Leg(3.5), [wall], 0.5)
    assert not is_free(RECT, Leg(3.6), [wall], 0.5)


def test_a_front_stays_on_the_table_even_while_it_wheels():
    near_edge = Rect(10.0, 1.0, 0.0, -1.0, 8.0, 1.0)
    assert not is_free(near_edge, Leg(angle=radians(20)), [], 0.0, (20.0, 20.0))
    assert is_free(near_edge, Leg(0.4), [], 0.0, (20.0, 20.0))


def test_the_room_to_the_table_edge_is_that_of_the_front():
    assert table_room(RECT, 50.0, (20.0, 20.0)) == pytest.approx(9.0)
    assert table_room(RECT.turned_to(0.6, 0.8), 3.0, (20.0, 20.0)) == 3.0


@given(st.floats(-20, 20), st.floats(1.5, 30))
def test_after_the_wheel_the_middle_of_the_unit_looks_straight_at_the_point(dx, dy):
    point = (10.0 + dx, 11.0 + dy)
    side, angle = wheel_towards(RECT, point)
    if angle <= pi / 2 and hypot(abs(dx) - 2.0, dy) > 2.0:
        right, front = RECT.wheeled(side, angle).to_local(point)
        assert abs(right) < 1e-6
        assert front > 0


def test_the_corner_that_strays_farthest_counts():
    assert corners_stray(RECT, RECT.forward(3.0)) == pytest.approx(
        hypot(0, 3.0) if hypot(0, 3.0) < 3 else 3.0
    )
    assert corners_stray(RECT, RECT) == 0.0


def test_a_half_turn_about_the_centre_moves_nobody_who_may_swap_places():
    assert pivot_stray(RECT, pi, (1.0, 1.0)) == pytest.approx(0.0, abs=1e-9)
    assert pivot_stray(RECT, pi / 2, (1.0, 1.0)) == pytest.approx(2 * hypot(1.5, 0.5) * 0.70710678)


def test_equal_models_take_whichever_place_is_near_enough():
    before = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert can_rearrange(before, [(3.0, 0.0), (1.0, 0.0), (2.0, 0.0)], 1.0)
    assert not can_rearrange(before, [(4.0, 0.0), (1.0, 0.0), (2.0, 0.0)], 1.0)
    assert not can_rearrange(before, [(0.0, 0.5), (0.0, 0.6), (2.0, 0.0)], 0.9)
