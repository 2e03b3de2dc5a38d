"""Points, directions and angles on the table.

Owns the one tolerance of all geometry, `EPSILON`, and plain functions on points. A point is `(x, y)` in
inches, x to the east and y to the north. A direction is a unit vector `(ux, uy)`; its right-hand side is
`(uy, -ux)`. Angles are radians, counter-clockwise, unless a name says degrees; degrees are compass bearings
(0 = north, clockwise).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final, TypeAlias

EPSILON: Final = 1e-6
"""Inches. Two lengths nearer than this are the same length."""

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Point, Point]


def dot(a: Point, b: Point) -> float:
    """Return the scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> float:
    """Return the signed area spanned by two vectors: positive if `b` is counter-clockwise of `a`."""
    return a[0] * b[1] - a[1] * b[0]


def add(a: Point, b: Point) -> Point:
    """Return `a + b`."""
    return (a[0] + b[0], a[1] + b[1])


def subtract(a: Point, b: Point) -> Point:
    """Return the vector from `b` to `a`."""
    return (a[0] - b[0], a[1] - b[1])


def along(p: Point, direction: Point, travel: float) -> Point:
    """Return the point `travel` inches from `p` in a direction."""
    return (p[0] + direction[0] * travel, p[1] + direction[1] * travel)


def between(p: Point, q: Point, t: float) -> Point:
    """Return the point a fraction `t` of the way from `p` to `q`."""
    return (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)


def midpoint(p: Point, q: Point) -> Point:
    """Return the point half-way between two points."""
    return ((p[0] + q[0]) * 0.5, (p[1] + q[1]) * 0.5)


def length(a: Point) -> float:
    """Return the length of a vector in inches."""
    return hypot(a[0], a[1])


def unit(a: Point) -> Point:
    """Return the direction of a vector. Raises ValueError for a vector of no length."""
    size = hypot(a[0], a[1])
    if size == 0.0:
        raise ValueError("a vector of no length has no direction")
    return (a[0] / size, a[1] / size)


def rotate(a: Point, angle: float) -> Point:
    """Return a vector turned by `angle` radians counter-clockwise."""
    c, s = cos(angle), sin(angle)
    return (a[0] * c - a[1] * s, a[0] * s + a[1] * c)


def rotate_about(p: Point, pivot: Point, angle: float) -> Point:
    """Return a point turned about a pivot by `angle` radians counter-clockwise."""
    return add(pivot, rotate(subtract(p, pivot), angle))


def angle_between(a: Point, b: Point) -> float:
    """Return the signed angle from `a` to `b` in radians, in (-pi, pi], counter-clockwise positive."""
    return atan2(cross(a, b), dot(a, b))


def direction_from_degrees(bearing: float) -> Point:
    """Return the unit vector of a compass bearing: 0 = north, 90 = east. Quarter turns are exact."""
    exact = _QUARTERS.get(bearing % 360.0)
    if exact is not None:
        return exact
    angle = radians(bearing)
    return (sin(angle), cos(angle))


def degrees_of(direction: Point) -> float:
    """Return the compass bearing of a vector in [0, 360)."""
    return degrees(atan2(direction[0], direction[1])) % 360.0


def segment_point_distance(p: Point, q: Point, point: Point) -> float:
    """Return the distance from a point to the segment `pq`."""
    foot = nearest_on_segment(p, q, point)
    return hypot(foot[0] - point[0], foot[1] - point[1])


def nearest_on_segment(p: Point, q: Point, point: Point) -> Point:
    """Return the point of the segment `pq` that is nearest to a point."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = dx * dx + dy * dy
    if size == 0.0:
        return p
    t = ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / size
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    return (p[0] + dx * t, p[1] + dy * t)


def signed_area(points: Sequence[Point]) -> float:
    """Return the area of a closed outline: positive if its points run counter-clockwise."""
    previous = points[-1]
    total = 0.0
    for point in points:
        total += previous[0] * point[1] - previous[1] * point[0]
        previous = point
    return total * 0.5


_QUARTERS: Final[dict[float, Point]] = {
    0.0: (0.0, 1.0),
    90.0: (1.0, 0.0),
    180.0: (0.0, -1.0),
    270.0: (-1.0, 0.0),
}
