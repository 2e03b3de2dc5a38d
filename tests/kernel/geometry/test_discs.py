"""One point near to several things at once."""

from __future__ import annotations

from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval
from tercio.kernel.geometry.discs import disc_about, share_a_point


def test_discs_that_touch_share_the_point_where_they_do():
    assert share_a_point([(0, 0, 1), (3, 0, 2)])
    assert not share_a_point([(0, 0, 1), (3.01, 0, 2)])


def test_each_two_of_three_discs_may_meet_and_yet_share_no_point():
    corners = [(0.0, 0.0), (2.0, 0.0), (1.0, 3.0**0.5)]
    assert not share_a_point([(x, y, 1.1) for x, y in corners])
    assert share_a_point([(x, y, 1.16) for x, y in corners])


def test_a_disc_within_all_others_is_shared():
    assert share_a_point([(0, 0, 5), (1, 0, 5), (0.5, 0.5, 0.1)])


def test_an_oval_counts_as_the_disc_within_it():
    assert disc_about(Circle(1, 2, 0.5), 1.0) == (1, 2, 1.5)
    assert disc_about(Oval(1, 2, 0.0, 1.0, 0.5, 2.0), 1.0) == (1, 2, 1.5)


DISC = st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0.1, 3.0))


@given(st.lists(DISC, min_size=1, max_size=4), st.floats(-3, 3), st.floats(-3, 3))
def test_a_point_in_all_of_them_is_found(discs, x, y):
    if all(hypot(x - cx, y - cy) <= r for cx, cy, r in discs):
        assert share_a_point(discs)
