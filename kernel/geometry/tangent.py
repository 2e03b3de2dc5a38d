"""The features of shapes that can bound a line of sight, and the lines that touch two of them.

A feature is a point (a corner) or a round shape. A line that touches two features is given by its two points
of contact. Between two points there is one such line, from a point to a round shape two, between round shapes
four.
"""

from __future__ import annotations

from math import acos, atan2, cos, hypot, pi, sin
from typing import TypeAlias

from .outline import turn
from .rect import Rect
from .shapes import Circle, Oval, Polygon, Shape
from .vector import EPSILON, Point, Segment

Feature: TypeAlias = Point | Circle | Oval
Corner: TypeAlias = tuple[Feature, Segment | None]
"""A feature and, for the corner of something solid, the neighbouring corners on either side."""

_HALVINGS = 48


def all_features(shape: Shape) -> list[Feature]:
    """Return all corners of a shape, or the shape itself if it is round."""
    if type(shape) is Rect:
        return list(shape.corners)
    if type(shape) is Polygon:
        return list(shape.points)
    assert isinstance(shape, Circle | Oval)
    return [shape]


def outer_corners(shape: Shape) -> list[Corner]:
    """Return the features a line can pass and only touch: the corners that point outward, or a round
    shape.
    """
    if isinstance(shape, Circle | Oval):
        return [(shape, None)]
    points = shape.corners[::-1] if isinstance(shape, Rect) else shape.points
    found: list[Corner] = []
    for i, b in enumerate(points):
        a, c = points[i - 1], points[(i + 1) % len(points)]
        if turn(a, b, c) > 0.0:
            found.append((b, (a, c)))
    return found


def only_touches(dx: float, dy: float, corner: Point, sides: Segment | None) -> bool:
    """Whether a line in the direction `(dx, dy)` through a corner leaves both its sides on one hand."""
    if sides is None:
        return True
    x, y = corner
    (ax, ay), (bx, by) = sides
    one, other = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
    least = EPSILON * (abs(dx) + abs(dy))
    return not ((one > least and other < -least) or (one < -least and other > least))


def common_tangents(a: Feature, b: Feature) -> list[Segment]:
    """Return the lines that touch both features, each as (contact with `a`, contact with `b`)."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return [(a, b)]
    lines = []
    for side in (1.0,) if isinstance(a, tuple) or isinstance(b, tuple) else (1.0, -1.0):
        for normal in _normals(a, b, side):
            lines.append((_contact(a, normal, 1.0), _contact(b, normal, side)))
    return lines


def tangents_along(a: Feature, direction: Point) -> list[Point]:
    """Return the points where lines in a direction touch a feature."""
    if isinstance(a, tuple):
        return [a]
    normal = (direction[1], -direction[0])
    return [_contact(a, normal, 1.0), _contact(a, normal, -1.0)]


def _normals(a: Feature, b: Feature, side: float) -> list[Point]:
    """Return unit normals n with n.a + reach(a) = n.b + side * reach(b): one on each side of the line of
    centres.
    """
    (ax, ay), (bx, by) = _middle(a), _middle(b)
    dx, dy = bx - ax, by - ay
    size = hypot(dx, dy)
    base = atan2(dy, dx)
    found = []
    for way in (1.0, -1.0):
        low, high = 0.0, pi
        if not isinstance(a, Oval) and not isinstance(b, Oval):
            gap = _reach(a, 1.0, 0.0) - side * _reach(b, 1.0, 0.0)
            if abs(gap) < size:
                low = high = acos(gap / size)
        else:
            low, high = _bisected(a, b, side, base, way, size)
        if low == high:
            found.append((cos(base + way * low), sin(base + way * low)))
    return found


def _bisected(
    a: Feature, b: Feature, side: float, base: float, way: float, size: float
) -> tuple[float, float]:
    def excess(angle: float) -> float:
        nx, ny = cos(base + way * angle), sin(base + way * angle)
        return size * cos(angle) - _reach(a, nx, ny) + side * _reach(b, nx, ny)

    low, high = 0.0, pi
    if excess(low) <= 0.0 or excess(high) >= 0.0:
        return low, high
    for _ in range(_HALVINGS):
        middle = (low + high) * 0.5
        if excess(middle) > 0.0:
            low = middle
        else:
            high = middle
    return low, low


def _middle(a: Feature) -> Point:
    return a if isinstance(a, tuple) else (a.x, a.y)


def _reach(a: Feature, dx: float, dy: float) -> float:
    if isinstance(a, tuple):
        return 0.0
    return a.r if isinstance(a, Circle) else a.extent(dx, dy)


def _contact(a: Feature, normal: Point, side: float) -> Point:
    if isinstance(a, tuple):
        return a
    nx, ny = normal[0] * side, normal[1] * side
    return (a.x + a.r * nx, a.y + a.r * ny) if isinstance(a, Circle) else a.support(nx, ny)
