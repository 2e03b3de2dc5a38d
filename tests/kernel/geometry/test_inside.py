"""Whole shapes in other shapes: all pairs, against shapely and against shapes cut out by hand."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import EPSILON, Circle, Oval, Polygon, Rect, Shape, inside
from tercio.kernel.geometry.convex import farthest_on_oval
from tercio.kernel.geometry.inside import covered, farthest

from .strategies import angles, circles, floats, ovals, points, polygons, rects, shapes, twin

BOARD = Rect(15.0, 11.0, 0.0, 1.0, 30.0, 22.0)
L_SHAPE = Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
_BLUR = 2e-3
"""How far the outlines of round shapes in shapely may be from the true ones, and a margin."""


def shrunk(shape: Shape, by: float) -> Shape:
    """Return a shape of the same middle, `by` times as large."""
    match shape:
        case Rect():
            return Rect(shape.x, shape.y, shape.ux, shape.uy, shape.width * by, shape.depth * by)
        case Circle():
            return Circle(shape.x, shape.y, shape.r * by)
        case Oval():
            return Oval(shape.x, shape.y, shape.ux, shape.uy, shape.a * by, shape.b * by)
        case Polygon():
            x, y = shape.x, shape.y
            return Polygon([(x + (px - x) * by, y + (py - y) * by) for px, py in shape.points])


@settings(max_examples=600)
@given(shapes, shapes, floats(0.1, 0.8), floats(-0.4, 0.4), floats(-0.4, 0.4))
def test_every_pair_of_shapes_agrees_with_shapely(outer, inner, size, right, up):
    inner = shrunk(inner, size * min(1.0, outer.radius / inner.radius))
    inner = inner.moved(outer.x - inner.x + right * outer.radius, outer.y - inner.y + up * outer.radius)
    one, other = twin(inner), twin(outer)
    surely, hardly = other.buffer(-_BLUR).covers(one), other.buffer(_BLUR).covers(one)
    assume(surely == hardly)
    assert inside(inner, outer) == surely


@given(shapes)
def test_a_shape_lies_in_itself_but_not_in_a_slightly_smaller_one(shape):
    assert inside(shape, shape)
    assert inside(shrunk(shape, 0.9), shape) or not shape_is_convex(shape)
    assert not inside(shape, shrunk(shape, 0.99))


def shape_is_convex(shape: Shape) -> bool:
    return not isinstance(shape, Polygon) or shape.convex


@given(st.one_of(rects(), ovals(), circles()), points)
def test_a_point_lies_in_a_shape_that_contains_it(shape, point):
    assert inside(point, shape) == shape.contains(point)


# -- by hand -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("beyond", "expected"), [(0.0, True), (EPSILON / 2, True), (EPSILON * 2, False)])
@pytest.mark.parametrize(
    "outer",
    [
        BOARD,
        Polygon([(0, 0), (30, 0), (30, 22), (0, 22)]),
        Polygon([(0, 0), (30, 0), (30, 22), (15, 22), (15, 20), (14, 22), (0, 22)]),
    ],
    ids=["rectangle", "polygon", "polygon with a notch"],
)
def test_a_base_on_the_very_edge_is_inside_and_one_a_hair_past_it_is_not(outer, beyond, expected):
    assert inside(Circle(1.0 - beyond, 5.0, 1.0), outer) is expected
    assert inside(Oval(1.0 - beyond, 5.0, 0.0, 1.0, 1.0, 2.0), outer) is expected
    assert inside(Rect(1.0 - beyond, 5.0, 0.0, 1.0, 2.0, 4.0), outer) is expected


@pytest.mark.parametrize(("more", "expected"), [(0.0, True), (EPSILON / 2, True), (EPSILON * 2, False)])
def test_a_round_area_takes_what_just_fits(more, expected):
    disc = Circle(3.0, 4.0, 5.0 - more)
    assert inside(Circle(5.0, 4.0, 3.0), disc) is expected
    assert inside(Rect(3.0, 4.0, 0.6, 0.8, 6.0, 8.0), disc) is expected
    assert inside(Oval(3.0, 4.0, 0.6, 0.8, 5.0, 2.0), disc) is expected
    assert inside(Polygon([(-2, 4), (6, 8), (6, 0)]), disc) is expected


def test_a_base_in_the_crook_of_an_l_is_not_in_it_though_its_middle_and_its_rim_may_be():
    assert inside(Circle(1.0, 1.0, 1.0), L_SHAPE)
    assert not inside(Circle(1.5, 1.5, 1.0), L_SHAPE)
    assert not inside(Rect(2.0, 2.0, 0.0, 1.0, 4.0, 4.0), L_SHAPE)
    assert not inside(Circle(4.0, 4.0, 1.0), L_SHAPE)
    assert inside(Polygon([(0, 0), (5, 0), (5, 1), (1, 1), (1, 5), (0, 5)]), L_SHAPE)


def test_a_piece_that_fills_a_notch_from_outside_is_not_inside():
    notched = Polygon([(0, 0), (6, 0), (6, 6), (4, 6), (3, 3), (2, 6), (0, 6)])
    assert not inside(Polygon([(3, 3), (2, 6), (4, 6)]), notched)


def test_a_point_that_several_corners_share_a_line_with_does_not_mislead():
    beside = Polygon([(6, 0), (6, 1), (6, 2), (8, 1)])
    assert not inside(beside, L_SHAPE)


def test_a_point_is_in_a_point_only_where_both_are_one():
    assert inside((1.0, 2.0), (1.0, 2.0))
    assert not inside((1.0, 2.0), (1.0, 2.1))
    assert not inside(Circle(1.0, 2.0, 0.5), (1.0, 2.0))


# -- the farthest point of an oval ---------------------------------------------------------------------------


@settings(max_examples=300)
@given(floats(0.01, 9), floats(0.01, 9), floats(-9, 9), floats(-9, 9))
@example(4.0, 1.0, 0.0, 0.0)
@example(4.0, 1.0, 0.0, 3.0)
@example(4.0, 1.0, 1e-12, 3.0)
@example(4.0, 1.0, 0.0, 40.0)
@example(1.0, 4.0, 2.0, 0.0)
@example(2.0, 2.0, 0.0, 0.0)
def test_no_point_of_an_oval_lies_farther_than_the_farthest(a, b, x, y):
    found = farthest_on_oval(a, b, x, y)
    around = [hypot(a * cos(t) - x, b * sin(t) - y) for t in (i * pi / 720 for i in range(1440))]
    assert max(around) - 1e-9 <= found <= max(around) + max(a, b) * 3e-5


@given(ovals(), points, angles)
def test_turning_the_table_does_not_change_how_far_an_oval_reaches(oval, point, angle):
    c, s = cos(angle), sin(angle)
    turned = Oval(
        oval.x * c - oval.y * s,
        oval.x * s + oval.y * c,
        oval.ux * c - oval.uy * s,
        oval.ux * s + oval.uy * c,
        oval.a,
        oval.b,
    )
    there = (point[0] * c - point[1] * s, point[0] * s + point[1] * c)
    assert farthest(turned, there) == pytest.approx(farthest(oval, point), abs=1e-9)


@given(polygons(), points)
def test_the_farthest_point_of_a_polygon_is_a_corner(polygon, point):
    assert farthest(polygon, point) == max(hypot(x - point[0], y - point[1]) for x, y in polygon.points)


CROSSING = [Rect(0.0, 0.0, 0.0, 1.0, 2.0, 20.0), Rect(0.0, 0.0, 1.0, 0.0, 2.0, 20.0)]


@pytest.mark.parametrize(
    ("shape", "is_on"),
    [
        (Circle(0.0, 5.0, 1.0), True),
        (Circle(0.5, 1.0, 0.5), True),
        (Circle(0.8, 0.8, 0.5), False),
        (Oval(1.2, 0.5, 1.0, 0.0, 0.4, 2.0), True),
        (Oval(1.2, 0.5, 1.0, 0.0, 0.6, 2.0), False),
        (Rect(1.0, 0.0, 0.0, 1.0, 2.0, 2.0), True),
        (Rect(1.0, 0.5, 0.0, 1.0, 2.0, 2.0), False),
    ],
)
def test_what_lies_on_two_roads_that_cross_is_covered_by_them(shape, is_on):
    assert covered(shape, CROSSING) is is_on


def test_what_stands_out_of_the_only_place_by_a_hair_is_not_covered():
    assert covered(Circle(0.0, 0.0, 1.0), CROSSING[:1])
    assert not covered(Circle(0.001, 0.0, 1.0), CROSSING[:1])
    assert not covered((2.0, 2.0), CROSSING)
    assert not covered(Circle(0.0, 0.0, 1.0), [])
