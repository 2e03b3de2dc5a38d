"""The shortest way round what bars it, against formulas and against a graph of lines of sight in shapely."""

from __future__ import annotations

from itertools import combinations
from math import acos, asin, atan2, cos, hypot, pi, sin, sqrt

import networkx as nx
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon

from tercio.kernel.geometry import Circle, Oval, Rect
from tercio.plugins.warbands.bars import Bars
from tercio.plugins.warbands.routes import Way, shortest

ANYWHERE = (-100.0, -100.0, 100.0, 100.0)
START, END = (0.0, 0.0), (10.0, 0.0)
FAR = 60.0

discs = st.lists(
    st.tuples(st.floats(1.5, 8.5), st.floats(-3, 3), st.floats(0.3, 1.4)), min_size=1, max_size=6
)
walls = st.lists(
    st.tuples(
        st.floats(2.5, 7.5), st.floats(-2.5, 2.5), st.floats(0, pi), st.floats(0.3, 4), st.floats(0.3, 1.5)
    ),
    min_size=1,
    max_size=3,
)


def length(bars, start=START, end=END, area=ANYWHERE, limit=FAR):
    way = shortest(start, end, bars, area, limit)
    return None if way is None else way.length


def test_a_free_way_is_the_straight_line():
    way = shortest(START, END, Bars([(5.0, 3.0, 2.9)]), ANYWHERE, FAR)
    assert way == Way(10.0, (START, END), (0.0, 10.0))


def test_a_way_may_graze_a_rim():
    assert length(Bars([(5.0, 2.0, 2.0)])) == 10.0


def test_round_a_disc_the_way_is_two_tangents_and_an_arc():
    assert length(Bars([(5.0, 0.0, 2.0)])) == pytest.approx(2 * sqrt(21) + 2 * (pi - 2 * acos(0.4)))


def test_the_way_takes_the_shorter_side():
    way = shortest(START, END, Bars([(5.0, 0.4, 2.0)]), ANYWHERE, FAR)
    assert all(y < 0.0 for _, y in way.points[1:-1])


def test_a_closed_side_sends_the_way_round_the_other():
    bars = Bars([(5.0, 0.4, 2.0)])
    short, long = length(bars), length(bars, area=(-1.0, -1.0, 11.0, 11.0))
    assert long > short
    assert length(bars, area=(-1.0, -1.0, 11.0, 1.0)) is None


def test_a_way_longer_than_the_limit_is_none():
    bars = Bars([(5.0, 0.0, 2.0)])
    exact = length(bars)
    assert length(bars, limit=exact + 1e-9) == exact
    assert length(bars, limit=exact - 1e-3) is None
    assert shortest(START, END, Bars(), ANYWHERE, 9.9) is None


def test_round_a_wall_a_base_turns_about_its_corners():
    bars = Bars()
    bars.add(Circle(0.0, 0.0, 0.5), Rect(5.0, 0.0, 0.0, 1.0, 2.0, 6.0), 0.0)
    line, turn = sqrt(4.0**2 + 3.0**2 - 0.5**2), atan2(3.0, 4.0) + asin(0.5 / 5.0)
    assert length(bars) == pytest.approx(2 * line + 2.0 + 2 * 0.5 * turn)


def test_a_gap_as_wide_as_the_base_lets_it_through_and_a_narrower_one_does_not():
    for gap, through in ((1.0, True), (0.998, False)):
        bars = Bars()
        for side in (-1.0, 1.0):
            bars.add(Circle(0.0, 0.0, 0.5), Circle(5.0, side * (2.0 + gap / 2), 2.0), 0.0)
        assert (length(bars) == 10.0) is through


def test_between_discs_of_different_size_the_way_changes_sides():
    bars = Bars([(3.0, 0.5, 1.0), (7.0, -0.6, 1.3)])
    way = shortest(START, END, bars, ANYWHERE, FAR)
    assert way.points[1][1] < 0.0 < way.points[-2][1]
    assert is_clear(way, bars)


def test_who_stands_on_a_rim_may_follow_it():
    bars = Bars([(0.0, 2.0, 2.0)])
    assert length(bars, end=(0.0, 4.0)) == pytest.approx(2 * pi)


def test_who_begins_nearer_than_he_may_come_leaves_but_comes_no_nearer():
    bars = Bars()
    bars.add(Circle(0.0, 0.0, 0.5), Circle(2.0, 0.0, 0.5), 3.0)
    assert length(bars, end=(-5.0, 0.0)) == 5.0
    assert length(bars, end=(0.0, 3.0)) == 3.0
    assert length(bars, end=(0.5, 0.0)) is None


def test_an_enclosed_place_is_not_reached():
    ring = [(5 + 3 * cos(i * pi / 4), 3 * sin(i * pi / 4), 1.3) for i in range(8)]
    assert length(Bars(ring), end=(5.0, 0.0)) is None


def test_round_an_oval_the_way_is_at_most_a_little_too_long():
    bars = Bars()
    bars.add(Circle(0.0, 0.0, 0.5), Oval(5.0, 0.0, 1.0, 0.0, 2.0, 1.0), 0.0)
    outline = ShapelyPoint(0, 0).buffer(1.0, quad_segs=64)
    outline = shapely.affinity.translate(shapely.affinity.scale(outline, 1.0, 2.0), 5.0, 0.0).buffer(
        0.5, quad_segs=64
    )
    least = shortest_in_graph([outline])
    assert least - 1e-6 <= length(bars) <= least * 1.02


def test_a_point_on_the_way_is_found_by_its_distance():
    way = shortest(START, END, Bars([(5.0, 0.0, 2.0)]), ANYWHERE, FAR)
    first = sqrt(21)
    assert way.reached(first / 2)[1] == pytest.approx(first / 2)
    assert way.reached(first + 0.1) == (pytest.approx(way.points[1]), pytest.approx(first))
    assert way.reached(way.length) == (END, pytest.approx(way.length))


def is_clear(way, bars, slack=1e-5):
    """Whether no straight line of a way runs through a disc."""
    lines = [LineString(way.points[i : i + 2]) for i in range(0, len(way.points), 2)]
    return all(line.distance(ShapelyPoint(x, y)) >= r - slack for line in lines for x, y, r in bars.discs)


def shortest_in_graph(outlines, start=START, end=END):
    """The shortest way along corners of outlines that sees from each corner to the next."""
    points = [start, end, *(corner for outline in outlines for corner in outline.exterior.coords[:-1])]
    inner = shapely.union_all([outline.buffer(-1e-7) for outline in outlines])
    shapely.prepare(inner)
    pairs = list(combinations(range(len(points)), 2))
    lines = shapely.linestrings([[points[i], points[j]] for i, j in pairs])
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(points)))
    for (i, j), crossed in zip(pairs, shapely.intersects(lines, inner), strict=True):
        if not crossed:
            graph.add_edge(i, j, weight=hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]))
    if not nx.has_path(graph, 0, 1):
        return None
    return nx.dijkstra_path_length(graph, 0, 1)


def ngon(x, y, r, corners=24, *, outside=True):
    far = r / cos(pi / corners) if outside else r
    turns = (2 * pi * i / corners for i in range(corners))
    return ShapelyPolygon([(x + far * cos(a), y + far * sin(a)) for a in turns])


@settings(max_examples=60, deadline=None)
@given(discs)
def test_no_graph_of_lines_of_sight_finds_a_shorter_way_among_discs(found):
    assume(all(hypot(x - px, y) > r + 0.01 for x, y, r in found for px in (0.0, 10.0)))
    bars = Bars(found)
    way = shortest(START, END, bars, ANYWHERE, FAR)
    longest = shortest_in_graph([ngon(*disc) for disc in found])
    least = shortest_in_graph([ngon(*disc, outside=False) for disc in found])
    assert longest is None or way is not None
    if way is not None:
        assert is_clear(way, bars)
        assert least - 1e-6 <= way.length
        assert longest is None or way.length <= longest + 1e-6


@settings(max_examples=60, deadline=None)
@given(walls)
def test_no_graph_of_lines_of_sight_finds_a_shorter_way_among_walls(found):
    base = Circle(0.0, 0.0, 0.5)
    bars = Bars()
    outlines = []
    for x, y, angle, width, depth in found:
        wall = Rect(x, y, cos(angle), sin(angle), width, depth)
        bars.add(base, wall, 0.0)
        outlines.append(ShapelyPolygon(wall.corners).buffer(0.5, quad_segs=8))
    assume(all(outline.distance(ShapelyPoint(p)) > 0.01 for outline in outlines for p in (START, END)))
    way = shortest(START, END, bars, ANYWHERE, FAR)
    assert way is not None
    least = shortest_in_graph(outlines)
    assert least - 1e-6 <= way.length <= least * 1.01


@settings(max_examples=30, deadline=None)
@given(discs, st.randoms(use_true_random=False))
def test_the_order_of_the_bars_does_not_change_the_length(found, random):
    assume(all(hypot(x - px, y) > r + 0.01 for x, y, r in found for px in (0.0, 10.0)))
    before = length(Bars(found))
    other = list(found)
    random.shuffle(other)
    assert length(Bars(other)) == (None if before is None else pytest.approx(before, abs=1e-6))
