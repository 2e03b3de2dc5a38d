"""The oriented rectangle: corners, edges, moves, wheels, equality."""

from __future__ import annotations

import copy
import pickle
from math import hypot, pi, sin, sqrt

import pytest
from hypothesis import given

from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees, dot, length, rotate, unit

from .strategies import angles, floats, points, rects

NORTH = Rect(10.0, 20.0, 0.0, 1.0, 4.0, 2.0)


def test_corners_of_a_unit_facing_north_run_clockwise_from_front_left() -> None:
    assert NORTH.corners == ((8.0, 21.0), (12.0, 21.0), (12.0, 19.0), (8.0, 19.0))
    assert (NORTH.front_left, NORTH.front_right, NORTH.front_centre) == (
        (8.0, 21.0),
        (12.0, 21.0),
        (10.0, 21.0),
    )


def test_corners_of_a_unit_facing_east_turn_with_it() -> None:
    east = NORTH.turned_to(1.0, 0.0)
    assert east.corners == ((11.0, 22.0), (11.0, 18.0), (9.0, 18.0), (9.0, 22.0))


@pytest.mark.parametrize(
    ("facing", "centre", "normal", "size"),
    [
        (Facing.FRONT, (10.0, 21.0), (0.0, 1.0), 4.0),
        (Facing.RIGHT, (12.0, 20.0), (1.0, 0.0), 2.0),
        (Facing.REAR, (10.0, 19.0), (0.0, -1.0), 4.0),
        (Facing.LEFT, (8.0, 20.0), (-1.0, 0.0), 2.0),
    ],
)
def test_each_edge_has_its_centre_normal_and_length(
    facing: Facing, centre: tuple[float, float], normal: tuple[float, float], size: float
) -> None:
    assert NORTH.edge_centre(facing) == centre
    assert NORTH.normal(facing) == normal
    assert NORTH.edge_length(facing) == size
    (px, py), (qx, qy) = NORTH.edge(facing)
    assert hypot(qx - px, qy - py) == size


def test_a_wheel_to_the_left_keeps_the_front_left_corner_and_brings_the_right_one_forward() -> None:
    wheeled = NORTH.wheeled(Facing.LEFT, pi / 6)
    assert wheeled.front_left == pytest.approx(NORTH.front_left)
    assert wheeled.front_right[1] == pytest.approx(21.0 + 4.0 * sin(pi / 6))


def test_a_wheel_to_the_right_keeps_the_front_right_corner_and_brings_the_left_one_forward() -> None:
    wheeled = NORTH.wheeled(Facing.RIGHT, pi / 6)
    assert wheeled.front_right == pytest.approx(NORTH.front_right)
    assert wheeled.front_left[1] == pytest.approx(21.0 + 4.0 * sin(pi / 6))


def test_a_wheel_about_the_rear_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="left or the right front corner, not the rear"):
        NORTH.wheeled(Facing.REAR, 0.1)


def test_a_rectangle_on_a_given_front_edge_has_that_front() -> None:
    assert Rect.on_front((8.0, 21.0), (12.0, 21.0), 2.0) == NORTH
    with pytest.raises(ValueError, match="no facing"):
        Rect.on_front((1.0, 1.0), (1.0, 1.0), 2.0)


def test_forward_moves_along_the_facing_and_growing_pushes_all_edges_out() -> None:
    assert NORTH.forward(5.0) == NORTH.moved(0.0, 5.0)
    assert NORTH.grown(0.5).corners[0] == (7.5, 21.5)
    assert NORTH.grown(-3.0).width == 0.0


def test_rectangles_are_values() -> None:
    same = Rect(10.0, 20.0, 0.0, 1.0, 4.0, 2.0)
    assert same == NORTH
    assert hash(same) == hash(NORTH)
    assert NORTH.moved(0.0, 1.0) != NORTH
    assert NORTH != "a rectangle"
    assert copy.copy(NORTH) == NORTH == pickle.loads(pickle.dumps(NORTH))
    assert eval(repr(NORTH)) == NORTH


def test_contains_takes_the_edge_but_nothing_beyond_it() -> None:
    assert NORTH.contains((8.0, 19.0))
    assert NORTH.contains((10.0, 20.0))
    assert not NORTH.contains((7.99, 20.0))
    assert not NORTH.contains((10.0, 21.01))


@given(rects(), points)
def test_local_and_table_coordinates_undo_each_other(rect: Rect, p: tuple[float, float]) -> None:
    assert rect.from_local(rect.to_local(p)) == pytest.approx(p, abs=1e-9)


@given(rects(), angles)
def test_pivot_and_wheel_keep_size_and_a_unit_facing(rect: Rect, angle: float) -> None:
    for turned in (rect.pivoted(angle), rect.wheeled(Facing.LEFT, angle), rect.wheeled(Facing.RIGHT, angle)):
        assert (turned.width, turned.depth) == (rect.width, rect.depth)
        assert length(turned.facing) == pytest.approx(1.0, abs=1e-12)
    assert rect.wheeled(Facing.LEFT, angle).front_left == pytest.approx(rect.front_left, abs=1e-9)


@given(floats(0, 359.9))
def test_bearings_and_directions_undo_each_other(bearing: float) -> None:
    assert degrees_of(direction_from_degrees(bearing)) == pytest.approx(bearing, abs=1e-9)


def test_bearings_run_clockwise_from_north() -> None:
    assert direction_from_degrees(90.0) == (1.0, 0.0)
    assert direction_from_degrees(-45.0) == pytest.approx((-sqrt(0.5), sqrt(0.5)))
    assert rotate((1.0, 0.0), pi / 2) == pytest.approx((0.0, 1.0))


def test_no_direction_without_length() -> None:
    assert dot(unit((3.0, 4.0)), (5.0, 0.0)) == pytest.approx(3.0)
    with pytest.raises(ValueError, match="no direction"):
        unit((0.0, 0.0))
