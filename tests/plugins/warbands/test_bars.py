"""What bars the way of a base, against bases that are shifted bit by bit."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Polygon, Rect, distance
from tercio.plugins.warbands.bars import Bars, Hull, is_straight
from tests.kernel.geometry.strategies import polygons, rects

START, END = (0.0, 0.0), (10.0, 0.0)


def bars_for(base, *obstacles, clearance=0.0):
    bars = Bars()
    for obstacle in obstacles:
        bars.add(base, obstacle, clearance)
    return bars


def oval(angle=0.0, a=0.8, b=1.5, x=0.0, y=0.0):
    return Oval(x, y, cos(angle), sin(angle), a, b)


def test_a_round_base_passes_another_where_it_touches_it_and_no_nearer():
    assert is_straight(START, END, bars_for(Circle(0.0, 0.0, 0.5), Circle(5.0, 1.5, 1.0)))
    assert not is_straight(START, END, bars_for(Circle(0.0, 0.0, 0.5), Circle(5.0, 1.4999, 1.0)))


def test_a_clearance_is_kept_on_the_whole_way():
    assert is_straight(START, END, bars_for(Circle(0.0, 0.0, 0.5), Circle(5.0, 4.5, 1.0), clearance=3.0))
    assert not is_straight(START, END, bars_for(Circle(0.0, 0.0, 0.5), Circle(5.0, 4.4, 1.0), clearance=3.0))


def test_a_way_that_ends_before_an_obstacle_is_free():
    assert is_straight(START, (3.5, 0.0), bars_for(Circle(0.0, 0.0, 0.5), Circle(5.0, 0.0, 1.0)))
    assert not is_straight(START, (3.6, 0.0), bars_for(Circle(0.0, 0.0, 0.5), Circle(5.0, 0.0, 1.0)))


def test_an_oval_that_faces_the_way_it_goes_is_narrow_and_one_that_goes_sideways_is_wide():
    beside = Circle(5.0, 2.0, 1.0)
    assert is_straight(START, END, bars_for(oval(0.0), beside))
    assert not is_straight(START, END, bars_for(oval(pi / 2), beside))


def test_who_stands_too_near_may_leave_but_not_approach():
    for base in (Circle(0.0, 0.0, 0.5), oval(0.3)):
        for foe in (Circle(0.0, 3.0, 0.5), oval(1.0, y=4.0), Rect(0.0, 3.0, 0.0, 1.0, 4.0, 1.0)):
            bars = bars_for(base, foe, clearance=3.0)
            assert is_straight(START, (0.0, -3.0), bars)
            assert not is_straight(START, (0.0, 0.2), bars)


def test_a_hull_knows_how_far_it_reaches():
    square = Hull(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)), 0.5)
    assert (square.x, square.y, square.radius) == pytest.approx((1.0, 1.0, 2**0.5 + 0.5))
    assert len(square.rims()) == 4
    assert all(rim[2] == 0.5 for rim in square.rims())


def test_a_triangle_is_met_where_it_is_and_not_where_its_box_is():
    corner = Polygon([(0.0, 0.0), (8.0, 0.0), (0.0, 8.0)])
    bars = bars_for(Circle(-2.0, -2.0, 0.5), corner)
    assert not is_straight((-2.0, 4.0), (10.0, 4.0), bars)
    assert is_straight((9.0, 0.0), (0.5, 8.5), bars)


def test_the_rims_of_an_oval_lie_outside_it():
    hull = Hull(oval(0.7, x=3.0), 0.5)
    assert all(distance((x, y), oval(0.7, x=3.0)) >= 0.0 for x, y, _ in hull.rims())
    assert all(not oval(0.7, x=3.0).grown(-0.001).contains((x, y)) for x, y, _ in hull.rims())


bases = st.one_of(
    st.builds(lambda r: Circle(0.0, 0.0, r), st.floats(0.3, 1.5)),
    st.builds(
        lambda angle, a, b: oval(angle, a, b), st.floats(-pi, pi), st.floats(0.4, 2), st.floats(0.4, 2)
    ),
)
spots = st.tuples(st.floats(1, 9), st.floats(-5, 5))
obstacles = st.one_of(
    st.builds(lambda at, r: Circle(at[0], at[1], r), spots, st.floats(0.3, 2)),
    st.builds(
        lambda at, angle, a, b: oval(angle, a, b, *at),
        spots,
        st.floats(-pi, pi),
        st.floats(0.4, 2),
        st.floats(0.4, 2),
    ),
    rects(),
    polygons(),
)


@settings(max_examples=150, deadline=None)
@given(bases, obstacles, st.sampled_from([0.0, 1.0, 3.0]))
def test_a_straight_way_is_free_just_if_a_base_that_is_shifted_never_comes_too_near(
    base, obstacle, clearance
):
    assume(distance(base, obstacle) > clearance + 0.03)
    near = min(distance(base.moved(i * 0.05, 0.0), obstacle) for i in range(201))
    straight = is_straight(START, END, bars_for(base, obstacle, clearance=clearance))
    # An outline grown by an oval strays inside by up to half a percent; two samples are 0.05 inches apart.
    if near > clearance + 0.03:
        assert straight
    if near < clearance - 0.02 or (clearance == 0.0 and near == 0.0 and overlaps_deeply(base, obstacle)):
        assert not straight


def overlaps_deeply(base, obstacle):
    small = Circle(base.x, base.y, base.r - 0.03) if isinstance(base, Circle) else base.grown(-0.03)
    return any(distance(small.moved(i * 0.05, 0.0), obstacle) == 0.0 for i in range(201))
