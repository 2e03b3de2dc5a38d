"""Hypothesis strategies for shapes, and their twins in shapely, which serves as the oracle."""

from __future__ import annotations

from math import cos, pi, sin

import shapely
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon
from shapely.geometry.base import BaseGeometry

from tercio.kernel.geometry import Circle, Oval, Point, Polygon, Rect, Shape


def floats(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False, allow_infinity=False)


coordinates = floats(-12, 12)
angles = st.one_of(st.sampled_from([0.0, pi / 2, pi, pi / 4, -pi / 3]), floats(-pi, pi))
points = st.tuples(coordinates, coordinates)
sizes = st.one_of(st.sampled_from([1.0, 2.0, 4.0]), floats(0.25, 8))


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    angle = draw(angles)
    return Rect(draw(coordinates), draw(coordinates), cos(angle), sin(angle), draw(sizes), draw(sizes))


@st.composite
def circles(draw: st.DrawFn) -> Circle:
    return Circle(draw(coordinates), draw(coordinates), draw(floats(0.25, 5)))


@st.composite
def ovals(draw: st.DrawFn) -> Oval:
    angle = draw(angles)
    axes = floats(0.3, 4)
    return Oval(draw(coordinates), draw(coordinates), cos(angle), sin(angle), draw(axes), draw(axes))


@st.composite
def polygons(draw: st.DrawFn) -> Polygon:
    """Star-shaped outlines about a centre: simple, often not convex."""
    x, y = draw(points)
    spokes = draw(st.lists(floats(0.5, 5), min_size=3, max_size=9))
    turn = 2 * pi / len(spokes)
    return Polygon([(x + r * cos(i * turn), y + r * sin(i * turn)) for i, r in enumerate(spokes)])


straight = st.one_of(rects(), polygons())
shapes = st.one_of(rects(), polygons(), circles(), ovals())


def twin(shape: Shape | Point, *, quarter: int = 64) -> BaseGeometry:
    """Return the shapely geometry of a shape; round ones as fine outlines (inscribed)."""
    match shape:
        case Rect():
            return ShapelyPolygon(shape.corners)
        case Polygon():
            return ShapelyPolygon(shape.points)
        case Circle():
            return ShapelyPoint(shape.x, shape.y).buffer(shape.r, quad_segs=quarter)
        case Oval():
            disc = affinity.scale(ShapelyPoint(0, 0).buffer(1, quad_segs=quarter), shape.a, shape.b)
            m = [shape.uy, shape.ux, -shape.ux, shape.uy, shape.x, shape.y]
            return affinity.affine_transform(disc, m)
        case _:
            return shapely.Point(shape)
