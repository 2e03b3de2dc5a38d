"""Clear lines between convex shapes: sound (the line crosses nothing) and complete (dense sampling finds none
where none is found).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import (
    EPSILON,
    Circle,
    Oval,
    Polygon,
    Rect,
    Segment,
    Shape,
    clear_line,
    distance,
    overlaps,
    segment_crosses,
)
from tercio.kernel.geometry.clear import hides, in_the_way

from .strategies import circles, floats, ovals, polygons, rects, shapes, twin

HERE = Circle(0.0, 0.0, 0.5)
THERE = Circle(0.0, 10.0, 0.5)
NEAR_MISS = 2e-3
"""Outlines of shapely lie so far inside the rims that they stand for."""

bases = st.one_of(circles(), ovals())


def is_clear(line: Segment, a: Shape, b: Shape, blockers: Sequence[Shape]) -> bool:
    meets = distance(line[0], a) <= EPSILON and distance(line[1], b) <= EPSILON
    return meets and not any(segment_crosses(*line, blocker) for blocker in blockers)


def sampled(a: Shape, b: Shape, blockers: Sequence[Shape], many: int = 40) -> bool:
    """Whether some of many straight lines from rim to rim keeps well clear of every blocker."""
    ends = []
    for shape in (a, b):
        rim = twin(shape).boundary
        turns = np.linspace(0, 1, many, endpoint=False)
        ends.append(np.array([rim.interpolate(t, normalized=True).coords[0] for t in turns]))
    s, t = np.repeat(ends[0], many, axis=0), np.tile(ends[1], (many, 1))
    lines = np.asarray(shapely.linestrings(np.stack([s, t], axis=1)))
    for blocker in blockers:
        wall = twin(blocker).buffer(NEAR_MISS)
        shapely.prepare(wall)
        lines = lines[~shapely.intersects(lines, wall)]
    return len(lines) > 0


def test_an_open_table_hides_nothing() -> None:
    assert clear_line(HERE, THERE, []) == ((0.0, 0.0), (0.0, 10.0))


def test_a_shape_sees_itself_whatever_stands_around() -> None:
    assert clear_line(HERE, HERE, [Circle(1.1, 0.0, 0.5)]) is not None


def test_a_disc_of_the_same_size_in_between_leaves_the_lines_along_the_rims() -> None:
    post = Circle(0.0, 5.0, 0.5)
    line = clear_line(HERE, THERE, [post])
    assert line is not None
    assert abs(line[0][0]) == pytest.approx(0.5)
    assert clear_line(HERE, THERE, [Circle(0.0, 5.0, 0.5 + 1e-5)]) is None


def test_two_blockers_hide_together_what_neither_hides_alone() -> None:
    left, right = Circle(-0.9, 5.0, 1.0), Circle(0.9, 7.0, 1.0)
    assert clear_line(HERE, THERE, [left]) is not None
    assert clear_line(HERE, THERE, [right]) is not None
    assert clear_line(HERE, THERE, [left, right]) is None


def test_a_slit_is_found_however_narrow() -> None:
    left, right = Circle(-4.8, 5.0, 5.0), Circle(5.2 + 1e-4, 5.0, 5.0)
    line = clear_line(HERE, THERE, [left, right])
    assert line is not None
    assert is_clear(line, HERE, THERE, [left, right])
    assert clear_line(HERE, THERE, [left, right.moved(-2e-4, 0.0)]) is None


def test_a_line_passes_between_discs_that_touch() -> None:
    left, right = Circle(-0.75, 5.0, 1.0), Circle(1.25, 5.0, 1.0)
    assert clear_line(HERE, THERE, [left, right]) is not None


def test_slits_that_do_not_line_up_hide_and_slits_that_do_are_found() -> None:
    def wall(y: float, slit: float) -> list[Shape]:
        return [Rect(slit - 5.01, y, 0.0, 1.0, 10.0, 0.1), Rect(slit + 5.01, y, 0.0, 1.0, 10.0, 0.1)]

    # From (-0.4, 0) to (0.4, 10): at heights 3 and 7 the line stands at -0.16 and 0.16.
    assert clear_line(HERE, THERE, wall(3.0, -0.16) + wall(7.0, 0.16)) is not None
    assert clear_line(HERE, THERE, wall(3.0, -0.3) + wall(4.0, 0.3) + wall(7.0, 0.1)) is None


def test_an_oval_is_seen_past_by_its_slim_side_only() -> None:
    slim, broad = Oval(0.0, 5.0, 0.0, 1.0, 0.4, 1.5), Oval(0.0, 5.0, 1.0, 0.0, 0.4, 1.5)
    assert clear_line(HERE, THERE, [slim]) is not None
    assert clear_line(HERE, THERE, [broad]) is None


def test_what_stands_behind_either_shape_is_in_nobodys_way() -> None:
    behind: list[Shape] = [Rect(0.0, -1.0, 0.0, 1.0, 9.0, 0.8), Rect(0.0, 11.0, 0.0, 1.0, 9.0, 0.8)]
    assert clear_line(HERE, THERE, behind) is not None


def test_only_the_part_of_a_shape_that_reaches_out_of_a_wall_sees() -> None:
    wall = Rect(-5.0, 0.0, 0.0, 1.0, 10.2, 4.0)
    line = clear_line(HERE, THERE, [wall])
    assert line is not None
    assert line[0][0] >= 0.1 - EPSILON
    assert clear_line(HERE, THERE, [wall.moved(0.5, 0.0)]) is None
    assert clear_line(HERE, THERE, [wall, Circle(0.35, 5.0, 0.4)]) is not None
    assert clear_line(HERE, THERE, [wall, Circle(0.35, 3.0, 0.9)]) is None


def test_a_polygon_that_is_not_convex_blocks_by_its_outline() -> None:
    horseshoe = Polygon([(-3, 4), (3, 4), (3, 8), (2, 8), (2, 5), (-2, 5), (-2, 8), (-3, 8)])
    assert clear_line(Circle(0.0, 6.5, 0.5), THERE, [horseshoe]) is not None
    assert clear_line(HERE, THERE, [horseshoe]) is None
    assert clear_line(HERE, Circle(-6.0, 6.0, 0.5), [horseshoe]) is not None


def test_lines_are_not_sought_from_a_polygon_that_is_not_convex() -> None:
    with pytest.raises(ValueError, match="convex"):
        clear_line(Polygon([(0, 0), (2, 0), (0.5, 0.5), (0, 2)]), THERE, [])


def test_one_wall_hides_and_one_that_leaves_an_edge_open_does_not() -> None:
    wall = Rect(0.0, 5.0, 0.0, 1.0, 1.2, 0.5)
    assert hides(wall, HERE, THERE)
    assert not hides(wall.moved(0.2, 0.0), HERE, THERE)
    assert not hides(wall.moved(0.0, -4.9), HERE, THERE)


@settings(max_examples=150, deadline=None)
@given(bases, bases, st.lists(shapes, min_size=1, max_size=6))
def test_a_line_that_is_found_is_clear_and_none_is_missed(a: Shape, b: Shape, blockers: list[Shape]) -> None:
    assume(not overlaps(a, b))
    line = clear_line(a, b, blockers)
    if line is None:
        assert not sampled(a, b, blockers)
    else:
        assert is_clear(line, a, b, blockers)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(floats(-2, 2), floats(2, 8), floats(0.2, 1.2)), min_size=2, max_size=7))
def test_among_many_discs_none_is_missed(posts: list[tuple[float, float, float]]) -> None:
    a, b = Circle(0.0, 0.0, 0.7), Circle(0.3, 10.0, 0.9)
    blockers: list[Shape] = [Circle(*post) for post in posts]
    line = clear_line(a, b, blockers)
    if line is None:
        assert not sampled(a, b, blockers)
    else:
        assert is_clear(line, a, b, blockers)


@settings(max_examples=100, deadline=None)
@given(rects(), st.one_of(rects(), bases), st.lists(st.one_of(polygons(), rects()), min_size=1, max_size=4))
def test_straight_shapes_are_seen_from_like_round_ones(a: Shape, b: Shape, blockers: list[Shape]) -> None:
    assume(not overlaps(a, b))
    line = clear_line(a, b, blockers)
    if line is None:
        assert not sampled(a, b, blockers)
    else:
        assert is_clear(line, a, b, blockers)


@given(bases, bases, shapes)
def test_what_hides_alone_leaves_no_line_and_what_is_not_in_the_way_leaves_all(
    a: Shape, b: Shape, blocker: Shape
) -> None:
    assume(not overlaps(a, b))
    if hides(blocker, a, b):
        assert not sampled(a, b, [blocker], many=15)
        assert clear_line(a, b, [blocker]) is None
    if not in_the_way(a, b, [blocker]):
        band = shapely.union(twin(a), twin(b)).convex_hull
        assert not band.intersects(twin(blocker).buffer(-NEAR_MISS))
