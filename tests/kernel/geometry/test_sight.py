"""Lines of sight: sound (the witness is free) and complete (dense sampling finds none where it finds
none).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin, tan

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString

from tercio.kernel import geometry
from tercio.kernel.geometry import (
    EPSILON,
    Circle,
    Facing,
    Oval,
    Polygon,
    Rect,
    Segment,
    Shape,
    distance,
    overlaps,
    segment_crosses,
    segment_distance,
)
from tercio.kernel.geometry.vector import Point, angle_between, segment_point_distance

from .strategies import angles, floats, points, rects, shapes, straight, twin

NORTH = (0.0, 1.0)
FRONT: Segment = ((-2.0, 0.0), (2.0, 0.0))
ENEMY = Rect(0.0, 11.0, 0.0, -1.0, 4.0, 2.0)


def sight_line(
    source: Segment | Point,
    facing: Point,
    target: Shape,
    blockers: Sequence[Shape],
    half_arc_degrees: float | None = 45.0,
) -> Segment | None:
    """Look within 45 degrees to either side unless told otherwise."""
    return geometry.sight_line(source, facing, target, blockers, half_arc_degrees)


def sampled(
    source: Segment, facing: tuple[float, float], target: Shape, blockers: list[Shape], half: float | None
) -> bool:
    """Whether some of many straight lines from source to target keeps well clear of every blocker."""
    rim = twin(target).boundary
    starts = np.linspace(source[0], source[1], 13)
    ends = np.array([rim.interpolate(t, normalized=True).coords[0] for t in np.linspace(0, 1, 61)])
    s, t = np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))
    if half is not None:
        way = t - s
        off = np.arctan2(facing[0] * way[:, 1] - facing[1] * way[:, 0], way @ np.array(facing))
        keep = np.abs(off) < radians(half) - 1e-4
        s, t = s[keep], t[keep]
    if not len(s):
        return False
    lines = np.asarray(shapely.linestrings(np.stack([s, t], axis=1)))
    for blocker in blockers:
        wall = twin(blocker).buffer(1e-4)
        shapely.prepare(wall)
        lines = lines[~shapely.intersects(lines, wall)]
    return len(lines) > 0


def test_an_open_table_hides_nothing() -> None:
    assert sight_line(FRONT, NORTH, ENEMY, []) == ((0.0, 0.0), (0.0, 10.0))


def test_a_unit_in_between_hides_one_of_the_same_width() -> None:
    assert sight_line(FRONT, NORTH, ENEMY, [Rect(0.0, 5.0, 0.0, 1.0, 4.2, 1.0)]) is None


def test_a_narrower_unit_in_between_lets_the_ends_of_the_front_see_past() -> None:
    line = sight_line(FRONT, NORTH, ENEMY, [Rect(0.0, 5.0, 0.0, 1.0, 3.0, 1.0)])
    assert line is not None
    assert abs(line[0][0]) >= 1.0


def test_two_units_side_by_side_hide_what_neither_hides_alone() -> None:
    left, right = Rect(-3.0, 5.0, 0.0, 1.0, 6.0, 1.0), Rect(2.9, 5.0, 0.0, 1.0, 6.0, 1.0)
    assert sight_line(FRONT, NORTH, ENEMY, [left]) is not None
    assert sight_line(FRONT, NORTH, ENEMY, [right]) is not None
    assert sight_line(FRONT, NORTH, ENEMY, [left, right]) is None


def test_a_slit_between_two_units_is_found_however_narrow() -> None:
    slit = 1e-4
    left, right = Rect(-5.0 + 0.7, 5.0, 0.0, 1.0, 10.0, 1.0), Rect(5.7 + slit, 5.0, 0.0, 1.0, 10.0, 1.0)
    line = sight_line(FRONT, NORTH, ENEMY, [left, right])
    assert line is not None
    assert not any(segment_crosses(*line, b) for b in (left, right))


def test_slits_that_do_not_line_up_hide_and_slits_that_do_are_found() -> None:
    def wall(y: float, slit: float) -> list[Shape]:
        return [Rect(slit - 10.05, y, 0.0, 1.0, 20.0, 0.1), Rect(slit + 10.05, y, 0.0, 1.0, 20.0, 0.1)]

    # From (-1.5, 0) to (1, 10): at heights 3 and 7 the line stands at -0.75 and 0.25.
    assert sight_line(FRONT, NORTH, ENEMY, wall(3.0, -0.75) + wall(7.0, 0.25)) is not None
    assert sight_line(FRONT, NORTH, ENEMY, wall(2.0, -1.5) + wall(3.0, 1.5) + wall(7.0, 0.25)) is None


def test_a_target_outside_the_arc_is_not_seen_and_one_that_reaches_into_it_is() -> None:
    aside = Rect(9.0, 5.0, 0.0, 1.0, 2.0, 2.0)
    assert sight_line(FRONT, NORTH, aside.moved(1.0, 0.0), []) is None
    line = sight_line(FRONT, NORTH, aside.moved(-0.01, 0.0), [])
    assert line is not None
    assert line[0] == pytest.approx((2.0, 0.0), abs=0.02)
    assert sight_line(FRONT, NORTH, aside.moved(1.0, 0.0), [], half_arc_degrees=None) is not None
    assert sight_line(FRONT, NORTH, ENEMY.moved(0.0, -20.0), [], half_arc_degrees=90.0) is None
    assert sight_line(FRONT, NORTH, ENEMY.moved(0.0, -20.0), [], half_arc_degrees=180.0) is not None


def test_the_part_of_a_target_within_the_arc_may_be_hidden_while_the_rest_stands_open() -> None:
    wide = Rect(20.0, 6.0, 0.0, -1.0, 30.0, 2.0)
    cover = Rect(4.5, 4.0, 0.0, 1.0, 8.0, 1.0)
    assert sight_line(FRONT, NORTH, wide, []) is not None
    assert sight_line(FRONT, NORTH, wide, [cover]) is None
    assert sight_line(FRONT, NORTH, wide, [cover], half_arc_degrees=80.0) is not None


def test_a_single_point_sees_past_a_round_base_only_by_its_rim() -> None:
    post = Circle(0.0, 5.0, 1.0)
    assert sight_line((0.0, 0.0), NORTH, Rect(0, 10, 0, 1, 3, 1), [post]) is None
    assert sight_line((0.0, 0.0), NORTH, Rect(0, 10, 0, 1, 5, 1), [post]) is not None


def test_a_slit_between_two_round_bases_is_found() -> None:
    posts: list[Shape] = [Circle(-5.0 + 0.3, 5.0, 5.0), Circle(5.3001, 5.0, 5.0)]
    assert sight_line(FRONT, NORTH, ENEMY, posts) is not None
    ovals: list[Shape] = [Oval(-5.0 + 0.3, 5.0, 0.0, 1.0, 5.0, 3.0), Oval(5.3001, 5.0, 0.0, 1.0, 5.0, 3.0)]
    assert sight_line(FRONT, NORTH, ENEMY, ovals) is not None
    closed: list[Shape] = [Circle(-5.0 + 0.3, 5.0, 5.0), Circle(5.29, 5.0, 5.0)]
    assert sight_line(FRONT, NORTH, ENEMY, closed) is None


def test_a_target_that_looks_out_of_a_wood_is_seen() -> None:
    wood = Rect(0.0, 12.0, 0.0, 1.0, 20.0, 3.9)
    assert sight_line(FRONT, NORTH, ENEMY, [wood]) is not None
    assert sight_line(FRONT, NORTH, ENEMY, [wood.moved(0.0, -0.1)]) is None


def test_only_a_corner_of_the_target_out_of_the_wood_is_seen() -> None:
    wood = Rect(-9.0, 10.0, 0.0, 1.0, 21.98, 6.0)
    line = sight_line(FRONT, NORTH, ENEMY, [wood])
    assert line is not None
    assert line[1][0] >= 1.98


def test_a_single_point_sees_through_a_slit_that_is_not_straight_ahead() -> None:
    walls = [Rect(-9.5, 5.0, 0.0, 1.0, 20.0, 0.1), Rect(10.52, 5.0, 0.0, 1.0, 20.0, 0.1)]
    line = sight_line((0.0, 0.0), NORTH, ENEMY, walls)
    assert line is not None
    assert line[1] == pytest.approx((1.0, 10.0), abs=0.03)


def test_a_slit_close_before_the_front_is_found_in_a_narrow_arc() -> None:
    walls = [
        Polygon([(0.55, 0.5), (-20.0, 0.6), (-20.0, 0.4)]),
        Polygon([(0.85, 0.5), (20.0, 0.4), (20.0, 0.6)]),
    ]
    wide = Rect(0.0, 5.0, 0.0, -1.0, 40.0, 2.0)
    line = sight_line(FRONT, NORTH, wide, walls)
    assert line is not None
    assert 0.0 < line[0][0] < 1.4


def wedges(gap: float, *, about: float, mirrored: bool) -> list[Shape]:
    """Two woods that leave open a stretch of `gap` inches of the line y = 10 (or y = 0)."""

    def at(x: float, y: float) -> tuple[float, float]:
        return (about + x, 10.0 - y if mirrored else y)

    low, high, half = 10.0 - 0.4 * 13.0, 10.0 + 0.4 * 11.0, gap / 2
    return [
        Polygon([at(-13.0 - half, low), at(11.0 - half, high), at(-13.0 - half, high)]),
        Polygon([at(13.0 + half, low), at(-11.0 + half, high), at(13.0 + half, high)]),
    ]


def test_a_bit_of_the_targets_front_between_two_woods_is_seen() -> None:
    line = sight_line(FRONT, NORTH, ENEMY, wedges(0.2, about=1.0, mirrored=False))
    assert line is not None
    assert 0.89 < line[1][0] < 1.11
    assert sight_line(FRONT, NORTH, ENEMY, wedges(-0.2, about=1.0, mirrored=False)) is None


def test_a_bit_of_the_source_between_two_woods_sees() -> None:
    line = sight_line(FRONT, NORTH, ENEMY, wedges(0.2, about=1.0, mirrored=True))
    assert line is not None
    assert 0.89 < line[0][0] < 1.11
    assert sight_line(FRONT, NORTH, ENEMY, wedges(-0.2, about=1.0, mirrored=True)) is None


def test_the_point_of_a_target_that_stands_out_before_its_cover_is_seen() -> None:
    spike = Polygon([(1.5, 5.0), (6.0, 12.0), (-6.0, 12.0)])
    cover = Rect(0.0, 7.5, 0.0, 1.0, 14.0, 1.0)
    assert sight_line(FRONT, NORTH, spike, [cover]) is not None
    assert sight_line(FRONT, NORTH, spike, [cover.moved(0.0, -3.1)]) is None


def test_grazing_an_edge_or_a_corner_is_not_crossing() -> None:
    square = Rect(0.0, 0.0, 0.0, 1.0, 2.0, 2.0)
    assert not segment_crosses((-5.0, 1.0), (5.0, 1.0), square)
    assert not segment_crosses((0.0, 2.0), (2.0, 0.0), square)
    assert segment_crosses((-5.0, 0.999), (5.0, 0.999), square)
    assert segment_crosses((0.0, 0.0), (0.0, 0.5), square)
    assert not segment_crosses((-5.0, 0.0), (-1.0, 0.0), square)
    assert not segment_crosses((-5.0, 1.0), (5.0, 1.0), Circle(0.0, 0.0, 1.0))
    assert not segment_crosses((-5.0, 1.0), (5.0, 1.0), Oval(0.0, 0.0, 0.0, 1.0, 3.0, 1.0))
    assert segment_crosses((-5.0, 0.9), (5.0, 0.9), Oval(0.0, 0.0, 0.0, 1.0, 3.0, 1.0))


def test_a_line_along_an_inner_diagonal_of_a_bent_wood_crosses_it() -> None:
    bent = Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
    assert segment_crosses((0.0, 0.0), (2.0, 2.0), bent)
    assert segment_crosses((-1.0, -1.0), (5.0, 5.0), bent)
    assert not segment_crosses((2.0, 6.0), (6.0, 2.0), bent)
    assert not segment_crosses((2.0, 2.0), (5.0, 5.0), bent)
    assert not segment_crosses((6.0, 2.0), (2.0, 2.0), bent)


@settings(max_examples=300)
@given(points, points, straight)
def test_crossing_agrees_with_the_oracle(
    p: tuple[float, float], q: tuple[float, float], shape: Shape
) -> None:
    line, outline = LineString([p, q]), twin(shape)
    if segment_crosses(p, q, shape):
        assert line.intersects(outline)
    else:
        assert not line.intersects(outline.buffer(-1e-5))


@settings(max_examples=200)
@given(points, points, shapes)
def test_crossing_is_the_same_from_both_ends(
    p: tuple[float, float], q: tuple[float, float], shape: Shape
) -> None:
    assume(abs(segment_distance(p, q, shape)) > 1e-5 or segment_crosses(p, q, shape))
    assert segment_crosses(p, q, shape) == segment_crosses(q, p, shape)


@settings(max_examples=300)
@given(
    floats(-3, 3),
    st.sampled_from([45.0, 90.0, 60.0, None]),
    rects(),
    st.lists(shapes, min_size=1, max_size=4),
)
@example(0.0, 45.0, ENEMY, [Circle(0.0, 5.0, 2.0), Rect(2.0, 5.0, 0.0, 1.0, 2.0, 2.0)])
def test_sight_is_sound_and_complete(
    turn: float, half: float | None, target: Shape, blockers: list[Shape]
) -> None:
    facing = (cos(turn), sin(turn))
    source: Segment = ((-0.5 * facing[1], 0.5 * facing[0]), (0.5 * facing[1], -0.5 * facing[0]))
    blockers = [b for b in blockers if segment_distance(*source, b) > 0.01]
    assume(segment_distance(*source, target) > 0.01)
    line = sight_line(source, facing, target, blockers, half)
    if line is None:
        assert not sampled(source, facing, target, blockers, half)
        return
    s, t = line
    assert segment_point_distance(*source, s) <= EPSILON
    assert distance(t, target) <= EPSILON
    off = angle_between(facing, (t[0] - s[0], t[1] - s[1]))
    assert half is None or abs(off) <= radians(half) + 1e-4
    for blocker in blockers:
        assert not LineString(line).intersects(twin(blocker, quarter=256).buffer(-1e-4))


@settings(max_examples=150)
@given(
    st.lists(st.tuples(floats(-6, 6), floats(2, 8), angles, floats(0.5, 3)), min_size=2, max_size=6),
    floats(-3, 3),
)
def test_sight_through_a_line_of_battle_is_complete(
    crowd: list[tuple[float, float, float, float]], aside: float
) -> None:
    blockers: list[Shape] = [Rect(x, y, cos(a), sin(a), w, 1.0) for x, y, a, w in crowd]
    blockers = [b for b in blockers if segment_distance(*FRONT, b) > 0.01]
    target = ENEMY.moved(aside, 1.0)
    if sight_line(FRONT, NORTH, target, blockers) is None:
        assert not sampled(FRONT, NORTH, target, blockers, 45.0)
    else:
        assert sight_line(FRONT, NORTH, target, blockers, None) is not None


@settings(max_examples=100)
@given(rects(), rects(), st.lists(straight, max_size=3))
def test_if_one_unit_sees_another_all_round_then_it_is_seen(a: Rect, b: Rect, blockers: list[Shape]) -> None:
    assume(distance(a, b) > 0.01)
    blockers = [o for o in blockers if not overlaps(o, a) and not overlaps(o, b)]
    assume(all(distance(o, a) > 0.01 and distance(o, b) > 0.01 for o in blockers))

    def sees(one: Rect, other: Rect) -> bool:
        edges = [one.edge(f) for f in Facing]
        return any(sight_line(e, one.facing, other, blockers, None) is not None for e in edges)

    assert sees(a, b) == sees(b, a)


@given(floats(0.5, 20), st.floats(10, 80))
def test_the_border_of_the_arc_itself_is_seen(away: float, half: float) -> None:
    corner = away * tan(radians(half))
    base = Rect(corner + 1.0, away - 1.0, 0.0, 1.0, 2.0, 2.0)
    assert sight_line((0.0, 0.0), NORTH, base, [], half) is not None
    assert sight_line((0.0, 0.0), NORTH, base.moved(1e-3, 0.0), [], half) is None
