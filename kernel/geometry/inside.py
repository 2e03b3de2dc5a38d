"""Whether a shape lies wholly in another one.

An edge in common counts as inside: up to `EPSILON` may stand out. Discs in rectangles and in convex polygons,
by far the most frequent pairs, take a path of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, sin, sqrt
from typing import Final

from .convex import farthest_on_oval
from .crossing import segment_crosses
from .distance import touches
from .rect import Rect
from .shapes import Circle, Oval, Polygon, Shape
from .vector import EPSILON, Point, direction_from_degrees

_WAYS: Final = [direction_from_degrees(15.0 * i) for i in range(24)]


def inside(a: Shape | Point, b: Shape | Point) -> bool:
    """Whether every point of `a` is a point of `b` (within EPSILON)."""
    if type(b) is Rect:
        return _in_rect(a, b)
    if isinstance(a, tuple):
        return hypot(a[0] - b[0], a[1] - b[1]) <= EPSILON if isinstance(b, tuple) else b.contains(a)
    if type(b) is Polygon:
        return _in_convex(a, b) if b.convex else _in_polygon(a, b)
    if type(b) is Circle:
        return farthest(a, (b.x, b.y)) <= b.r + EPSILON
    if type(b) is Oval:
        return _in_oval(a, b)
    return False


def covered(a: Shape | Point, places: Sequence[Shape | Point]) -> bool:
    """Whether a shape lies wholly on places that together are one.

    Where it lies on several of them, its middle and points of its rim are looked at.
    """
    if any(inside(a, place) for place in places):
        return True
    if len(places) < 2 or isinstance(a, tuple):
        return False
    return all(any(touches(p, place) for place in places) for p in (_point_in(a), *_rim(a)))


def _rim(a: Shape) -> Sequence[Point]:
    if type(a) is Circle:
        return [(a.x + a.r * ux, a.y + a.r * uy) for ux, uy in _WAYS]
    if type(a) is Oval:
        return [a.support(ux, uy) for ux, uy in _WAYS]
    return _corners(a)


def farthest(a: Shape, p: Point) -> float:
    """Return the distance in inches from a point to the point of a shape that lies farthest from it."""
    if type(a) is Circle:
        return hypot(a.x - p[0], a.y - p[1]) + a.r
    if type(a) is Oval:
        return farthest_on_oval(a.a, a.b, *a.to_local(p))
    return max(hypot(x - p[0], y - p[1]) for x, y in _corners(a))


def _corners(a: Shape) -> tuple[Point, ...]:
    if type(a) is Rect:
        return a.corners
    assert type(a) is Polygon
    return a.points


def _in_rect(a: Shape | Point, b: Rect) -> bool:
    if type(a) is Circle:
        dx, dy, ux, uy = a.x - b.x, a.y - b.y, b.ux, b.uy
        room = EPSILON - a.r
        return abs(dx * uy - dy * ux) <= b.half_width + room and abs(dx * ux + dy * uy) <= b.half_depth + room
    if isinstance(a, tuple):
        return b.contains(a)
    if type(a) is Polygon:
        return all(b.contains(p) for p in a.points)
    assert type(a) is Rect or type(a) is Oval
    dx, dy, ux, uy = a.x - b.x, a.y - b.y, b.ux, b.uy
    across, ahead = _extent(a, uy, -ux), _extent(a, ux, uy)
    return (
        abs(dx * uy - dy * ux) + across <= b.half_width + EPSILON
        and abs(dx * ux + dy * uy) + ahead <= b.half_depth + EPSILON
    )


def _extent(a: Rect | Oval, dx: float, dy: float) -> float:
    """Return how far a shape reaches from its centre in the direction of the unit vector `(dx, dy)`."""
    if type(a) is Oval:
        return a.extent(dx, dy)
    assert type(a) is Rect
    return abs(dx * a.uy - dy * a.ux) * a.half_width + abs(dx * a.ux + dy * a.uy) * a.half_depth


def _in_convex(a: Shape, b: Polygon) -> bool:
    """Whether a shape keeps behind every side of a convex polygon."""
    if type(a) is Circle:
        x, y, room = a.x, a.y, EPSILON - a.r
        return all(x * nx + y * ny <= level + room for nx, ny, level in b.sides)
    if type(a) is Oval:
        x, y = a.x, a.y
        return all(x * nx + y * ny + a.extent(nx, ny) <= level + EPSILON for nx, ny, level in b.sides)
    return all(b.contains(p) for p in _corners(a))


def _in_polygon(a: Shape, b: Polygon) -> bool:
    """Whether some point of a shape lies in a polygon and no edge of that comes into the shape."""
    if not b.contains(_point_in(a)):
        return False
    if type(a) is Circle:
        return b.outline_distance((a.x, a.y)) >= a.r - EPSILON
    return not any(segment_crosses(p, q, a) for p, q in b.edges)


def _point_in(a: Shape) -> Point:
    """Return a point well inside a shape."""
    if type(a) is not Polygon:
        return (a.x, a.y)
    part = a.parts[0]
    return (sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part))


def _in_oval(a: Shape, b: Oval) -> bool:
    if type(a) is not Circle and type(a) is not Oval:
        return all(b.contains(p) for p in _corners(a))
    # Seen with both axes of the outer oval as 1, it is a disc, and the inner one another oval.
    wide, deep = 1.0 / (b.a + EPSILON), 1.0 / (b.b + EPSILON)
    right, front = b.to_local((a.x, a.y))
    right, front = right * wide, front * deep
    if right * right + front * front > 1.0:
        return False
    if type(a) is Circle:
        return farthest_on_oval(a.r * wide, a.r * deep, right, front) <= 1.0
    assert type(a) is Oval
    c, s = a.ux * b.ux + a.uy * b.uy, a.ux * b.uy - a.uy * b.ux
    across, ahead = (a.a * c * wide, -a.a * s * deep), (a.b * s * wide, a.b * c * deep)
    return _squeezed_fits(across, ahead, right, front)


def _squeezed_fits(one: Point, two: Point, x: float, y: float) -> bool:
    """Whether the oval about `(x, y)` with a pair of conjugate half-axes lies in the disc of radius 1."""
    xx = one[0] * one[0] + two[0] * two[0]
    yy = one[1] * one[1] + two[1] * two[1]
    xy = one[0] * one[1] + two[0] * two[1]
    angle = 0.5 * atan2(2.0 * xy, xx - yy)
    c, s = cos(angle), sin(angle)
    long = sqrt(xx * c * c + yy * s * s + 2.0 * xy * c * s)
    short = sqrt(max(0.0, xx * s * s + yy * c * c - 2.0 * xy * c * s))
    return farthest_on_oval(long, short, x * c + y * s, y * c - x * s) <= 1.0
