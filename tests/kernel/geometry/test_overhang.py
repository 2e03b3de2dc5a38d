"""How far shapes stand out from others: all pairs against their outlines, and by hand."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given, settings

from tercio.kernel.geometry import EPSILON, Circle, Oval, Point, Polygon, Rect, Shape
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.geometry.overhang import overhang, wholly_within
from tercio.kernel.geometry.vector import direction_from_degrees

from .strategies import circles, floats, ovals, points, rects, shapes

TABLE = Rect(10.0, 10.0, 0.0, 1.0, 6.0, 4.0)
ANGLES = [direction_from_degrees(step / 20) for step in range(7200)]


def outline(shape: Shape) -> list[Point]:
    """Return points all along an outline, at round shapes every twentieth of a degree."""
    match shape:
        case Rect():
            return list(shape.corners)
        case Polygon():
            return list(shape.points)
        case Oval():
            return [shape.support(*way) for way in ANGLES]
        case _:
            return [(shape.x + shape.r * ux, shape.y + shape.r * uy) for ux, uy in ANGLES]


@settings(max_examples=150)
@given(shapes, rects() | ovals() | circles())
def test_no_point_of_the_outline_is_farther_away_and_one_is_that_far(shape, other):
    looked = max(point_distance(p, other) for p in outline(shape))
    assert overhang(shape, other) == pytest.approx(looked, abs=2e-5)
    assert overhang(shape, other) >= looked - 1e-9


@settings(max_examples=100)
@given(ovals(), shapes, floats(0.0, 6.0))
def test_an_oval_lies_wholly_within_a_distance_where_it_stands_out_by_no_more(oval, other, inches):
    assert wholly_within(oval, other, inches) == (overhang(oval, other) <= inches + EPSILON)


@given(points, shapes)
def test_a_point_stands_out_as_far_as_it_is_away(point, shape):
    assert overhang(point, shape) == point_distance(point, shape)


@given(shapes, points)
def test_from_a_point_a_shape_stands_out_to_its_farthest_point(shape, point):
    looked = max(hypot(x - point[0], y - point[1]) for x, y in outline(shape))
    assert overhang(shape, point) == pytest.approx(looked, abs=2e-5)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Circle(10.0, 10.0, 1.0), 0.0),
        (Circle(12.5, 10.0, 1.0), 0.5),
        (Circle(13.0, 10.0, 1.0), 1.0),
        (Circle(15.0, 10.0, 1.0), 3.0),
        (Oval(12.5, 10.0, 0.0, 1.0, 1.0, 0.5), 0.5),
        (Oval(12.5, 10.0, 1.0, 0.0, 1.0, 0.5), 0.0),
        (Oval(15.0, 10.0, 0.0, 1.0, 1.0, 0.5), 3.0),
    ],
)
def test_what_lies_in_a_shape_does_not_stand_out_and_what_hangs_over_does_by_what_is_outside(shape, expected):
    assert overhang(shape, TABLE) == pytest.approx(expected, abs=EPSILON)
