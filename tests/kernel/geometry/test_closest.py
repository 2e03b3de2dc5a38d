"""The closest points of round shapes, against their distance."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, distance
from tercio.kernel.geometry.closest import closest_points, lowest
from tercio.kernel.geometry.vector import direction_from_degrees

PLACES = st.tuples(st.floats(0.0, 4.0), st.floats(0.0, 4.0), st.floats(0.0, 360.0))


def oval(x: float, y: float, degrees: float) -> Oval:
    return Oval(x, y, *direction_from_degrees(degrees), 0.6, 1.4)


@given(PLACES, PLACES)
def test_the_closest_points_are_as_far_apart_as_the_shapes(one, other):
    a, b = oval(*one), oval(other[0] + 7.0, *other[1:])
    p, q = closest_points(a, b)
    assert hypot(q[0] - p[0], q[1] - p[1]) == pytest.approx(distance(a, b), abs=1e-6)
    assert a.contains(p)
    assert b.contains(q)


def test_the_closest_points_of_discs_lie_between_their_middles():
    assert closest_points(Circle(0, 0, 1), Circle(5, 0, 2)) == ((1, 0), (3, 0))


def test_the_lowest_value_may_lie_at_a_bound():
    assert lowest(lambda x: (x - 0.3) ** 2, 0.0, 1.0) == pytest.approx(0.3, abs=1e-6)
    assert lowest(lambda x: x, 2.0, 5.0) == pytest.approx(2.0, abs=1e-6)
