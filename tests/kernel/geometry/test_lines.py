"""Endless lines: tangents of two features, stretches between two shapes, rims that cross."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Point, Rect, distance, overlaps, segment_crosses
from tercio.kernel.geometry.lines import Line, Round, rim_points, stretch, tangents

from .strategies import circles, floats, ovals, points, shapes

rounds = st.one_of(circles(), ovals(), points.map(lambda p: Circle(*p, 0.0)))


def beyond(shape: Round, line: Line) -> tuple[float, float]:
    """Return the least and greatest level of a feature above a line."""
    nx, ny, level = line
    reach = shape.extent(nx, ny) if isinstance(shape, Oval) else shape.r
    middle = nx * shape.x + ny * shape.y - level
    return (middle - reach, middle + reach)


def crossed(line: Line, shape: Round) -> bool:
    nx, ny, level = line
    far: list[Point] = [(nx * level - ny * t, ny * level + nx * t) for t in (-99.0, 99.0)]
    return segment_crosses(far[0], far[1], shape)


@given(rounds, rounds)
def test_features_apart_have_two_lines_on_one_hand_and_two_between(a: Round, b: Round) -> None:
    assume(distance(a, b) > 1e-3)
    outer, inner = list(tangents(a, b, 1.0)), list(tangents(a, b, -1.0))
    assert len(outer) == len(inner) == 2
    for line in outer:
        assert beyond(a, line)[1] == pytest.approx(0.0, abs=1e-7)
        assert beyond(b, line)[1] == pytest.approx(0.0, abs=1e-7)
    for line in inner:
        assert beyond(a, line)[1] == pytest.approx(0.0, abs=1e-7)
        assert beyond(b, line)[0] == pytest.approx(0.0, abs=1e-7)
    assert not any(crossed(line, shape) for line in outer + inner for shape in (a, b))


def test_discs_that_touch_have_one_line_between_and_discs_that_overlap_none() -> None:
    a = Circle(0.0, 0.0, 1.0)
    assert list(tangents(a, Circle(0.0, 3.0, 2.0), -1.0)) == [(0.0, 1.0, 1.0)]
    assert list(tangents(a, Circle(0.0, 2.9, 2.0), -1.0)) == []
    assert list(tangents(a, Oval(0.0, 3.0, 0.0, 1.0, 1.0, 2.0), -1.0)) == [(0.0, 1.0, 1.0)]
    assert list(tangents(a, Circle(0.2, 0.0, 0.5), 1.0)) == []
    assert list(tangents(a, a, 1.0)) == []


def test_the_stretch_is_what_lies_between_two_shapes_on_a_line() -> None:
    north: Line = (-1.0, 0.0, 0.0)
    below, above = Circle(0.0, 0.0, 1.0), Rect(0.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    assert stretch(north, below, above) == ((0.0, 1.0), (0.0, 4.0))
    assert stretch(north, above, below) == ((0.0, 4.0), (0.0, 1.0))
    assert stretch((-1.0, 0.0, 1.5), below, above) is None
    assert stretch((-1.0, 0.0, 1.5), above, below) is None


@given(shapes, shapes, floats(-1, 1), floats(-8, 8))
def test_a_stretch_ends_on_both_shapes_and_meets_neither_before(a, b, slope, level) -> None:
    assume(all(getattr(shape, "convex", True) for shape in (a, b)) and not overlaps(a, b))
    size = sqrt(1.0 + slope * slope)
    found = stretch((slope / size, 1.0 / size, level), a, b)
    if found is not None:
        assert distance(found[0], a) <= 1e-6
        assert distance(found[1], b) <= 1e-6
        assert not segment_crosses(*found, a)
        assert not segment_crosses(*found, b)


def test_rims_meet_where_both_shapes_have_them() -> None:
    a, b = Oval(0.0, 0.0, 0.0, 1.0, 1.0, 1.0), Circle(1.0, 0.0, 1.0)
    south, north = sorted(rim_points(a, b), key=lambda point: point[1])
    assert south == pytest.approx((0.5, -sqrt(0.75)))
    assert north == pytest.approx((0.5, sqrt(0.75)))
    assert rim_points(a, Circle(5.0, 0.0, 1.0)) == []
    assert len(rim_points(Oval(0.0, 0.0, 0.0, 1.0, 2.0, 0.5), a)) == 4


def test_the_rims_of_two_discs_meet_in_two_points_or_none() -> None:
    a = Oval(0.0, 0.0, 0.0, 1.0, 5.0, 5.0)
    assert sorted(rim_points(a, Circle(6.0, 0.0, 5.0))) == [
        pytest.approx((3.0, -4.0)),
        pytest.approx((3.0, 4.0)),
    ]
    assert rim_points(a, Circle(1.0, 0.0, 2.0)) == []
    assert rim_points(a, Circle(11.0, 0.0, 2.0)) == []
