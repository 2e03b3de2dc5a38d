"""The sieve before the search for sights (core rules 6.0): it leaves out hidden pairs only."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Polygon, Rect, overlaps
from tercio.plugins.warbands.screens import unhidden
from tercio.plugins.warbands.sight import sees
from tests.kernel.geometry.strategies import floats
from tests.plugins.warbands.muster import row

WE, THEY = row(0, 0, 4), row(0, 8, 4)
EVERYBODY = {(id(a), id(b)) for a in WE for b in THEY}


def ids(pairs):
    return {(id(a), id(b)) for a, b in pairs}


def test_with_nobody_between_no_pair_is_left_out():
    assert ids(unhidden(WE, THEY, [])) == EVERYBODY


def test_the_nearest_pairs_come_first():
    one, two = unhidden([WE[0]], THEY, [])[:2]
    assert (one, two) == ((WE[0], THEY[0]), (WE[0], THEY[1]))


def test_two_rows_that_cover_each_others_gaps_hide_a_unit_whole():
    front, back = row(-8, 3.5, 16, apart=0.2), row(-7.4, 4.4, 16, apart=0.2)
    assert unhidden(WE, THEY, front + back) == []
    assert unhidden(WE, THEY, front) != []


def test_walls_hide_by_their_corners_and_ovals_by_what_is_surely_theirs():
    assert (
        unhidden(WE, THEY, [Rect(-4.0, 4.0, 0.0, 1.0, 13.0, 1.0), Rect(8.0, 4.5, 0.0, 1.0, 13.0, 1.0)]) == []
    )
    ovals = [Oval(-4.0, 4.0, 0.0, 1.0, 8.0, 1.0), Oval(6.0, 4.4, 0.0, 1.0, 8.0, 1.0)]
    assert unhidden(WE, THEY, ovals) == []


def test_a_gap_lets_those_pass_who_stand_right_for_it():
    walls = [Rect(-8.0, 4.0, 0.0, 1.0, 16.0, 6.0), Rect(8.2, 4.0, 0.0, 1.0, 16.0, 6.0)]
    assert ids(unhidden(WE, THEY, walls)) == {(id(WE[0]), id(THEY[0]))}


def test_what_does_not_stand_between_the_lines_hides_nobody_for_sure():
    horseshoe = Polygon([(-9, 3), (12, 3), (12, 5), (11, 5), (11, 4), (-8, 4), (-8, 5), (-9, 5)])
    for shape in (Rect(0.0, 1.0, 0.0, 1.0, 30.0, 2.0), horseshoe):
        assert ids(unhidden(WE, THEY, [shape])) == EVERYBODY


@st.composite
def lines(draw, y):
    places = draw(st.lists(st.tuples(floats(-6, 6), floats(-1, 1)), min_size=1, max_size=4))
    return [Circle(x, y + dy, draw(st.sampled_from([0.4, 0.7]))) for x, dy in places]


@st.composite
def posts(draw):
    x, y = draw(floats(-7, 7)), draw(floats(1, 7))
    slim, long = draw(floats(0.3, 1.5)), draw(floats(0.3, 4))
    kinds = [Circle(x, y, slim), Rect(x, y, 0.6, 0.8, long, slim), Oval(x, y, 0.6, 0.8, long, slim)]
    return draw(st.sampled_from(kinds))


@settings(max_examples=200, deadline=None)
@given(lines(0.0), lines(8.0), st.lists(posts(), min_size=2, max_size=9))
def test_a_pair_that_sees_each_other_is_never_left_out(bases, others, blockers):
    blockers = [b for b in blockers if not any(overlaps(b, base) for base in bases + others)]
    left = ids(unhidden(bases, others, blockers))
    for base in bases:
        for other in others:
            if (id(base), id(other)) not in left:
                assert not sees(base, other, blockers)
