"""How far apart two shapes are, and whether they overlap, touch or keep a distance.

All answers are in inches and hold within `EPSILON`. Two rectangles, by far the most frequent pair, take a
path of their own: bounding circles first, then the four separating axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt

from .convex import Part, outlines_overlap, oval_distance, part_distance
from .rect import Rect
from .shapes import Circle, Oval, Polygon, Shape
from .vector import EPSILON, Point


def overlaps(a: Shape, b: Shape) -> bool:
    """Whether the interiors of two shapes meet by more than EPSILON; touching is not overlapping."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    if type(a) is Rect and type(b) is Rect:
        aux, auy, bux, buy = a.ux, a.uy, b.ux, b.uy
        ahw, ahd, bhw, bhd = a.half_width, a.half_depth, b.half_width, b.half_depth
        c = aux * bux + auy * buy
        s = aux * buy - auy * bux
        if c < 0.0:
            c = -c
        if s < 0.0:
            s = -s
        return (
            abs(dx * aux + dy * auy) < ahd + bhd * c + bhw * s - EPSILON
            and abs(dx * auy - dy * aux) < ahw + bhw * c + bhd * s - EPSILON
            and abs(dx * bux + dy * buy) < bhd + ahd * c + ahw * s - EPSILON
            and abs(dx * buy - dy * bux) < bhw + ahw * c + ahd * s - EPSILON
        )
    return _overlap(a, b)


def first_overlap(moving: Shape, others: Iterable[Shape]) -> Shape | None:
    """Return the first of `others` that overlaps a shape, or None. The quick way to ask about many."""
    x, y, radius = moving.x, moving.y, moving.radius
    for other in others:
        dx = other.x - x
        dy = other.y - y
        reach = other.radius + radius
        if dx * dx + dy * dy < reach * reach and overlaps(moving, other):
            return other
    return None


def distance(a: Shape | Point, b: Shape | Point) -> float:
    """Return the closest distance in inches of two shapes or points; 0.0 if they touch or overlap."""
    if type(a) is Rect and type(b) is Rect:
        return rect_distance(a, b)
    if isinstance(a, tuple):
        return point_distance(a, b)
    if isinstance(b, tuple):
        return point_distance(b, a)
    if type(a) is Circle:
        apart = point_distance((a.x, a.y), b) - a.r
        return apart if apart > 0.0 else 0.0
    if type(b) is Circle:
        apart = point_distance((b.x, b.y), a) - b.r
        return apart if apart > 0.0 else 0.0
    return min(part_distance(one, other) for one in parts_of(a) for other in parts_of(b))


def touches(a: Shape | Point, b: Shape | Point) -> bool:
    """Whether two shapes are in contact: their distance is at most EPSILON (overlapping shapes are too)."""
    return within(a, b, 0.0)


def within(a: Shape | Point, b: Shape | Point, d: float) -> bool:
    """Whether the closest distance of two shapes is at most `d` inches (and EPSILON)."""
    limit = d + EPSILON
    if isinstance(a, tuple) or isinstance(b, tuple):
        return distance(a, b) <= limit
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius + limit
    if dx * dx + dy * dy > reach * reach:
        return False
    return (type(a) is Circle and type(b) is Circle) or distance(a, b) <= limit


def any_within(some: Iterable[Shape | Point], others: Sequence[Shape | Point], d: float) -> bool:
    """Whether any of some shapes or points is within `d` inches of any of others. The quick way to ask about
    many.
    """
    limit = d + EPSILON
    for a in some:
        if isinstance(a, tuple):
            if any(distance(a, b) <= limit for b in others):
                return True
            continue
        x, y, far = a.x, a.y, a.radius + limit
        is_round = type(a) is Circle
        for b in others:
            if not isinstance(b, tuple):
                dx, dy, reach = b.x - x, b.y - y, b.radius + far
                if dx * dx + dy * dy > reach * reach:
                    continue
                if is_round and type(b) is Circle:
                    return True
            if distance(a, b) <= limit:
                return True
    return False


def beyond(a: Shape | Point, b: Shape | Point, d: float) -> bool:
    """Whether two shapes are strictly more than `d` inches apart, by more than EPSILON."""
    return not within(a, b, d)


def rect_distance(a: Rect, b: Rect) -> float:
    """Return the closest distance in inches of two rectangles; 0.0 if they touch or overlap."""
    if rect_gap(a, b) <= 0.0:
        return 0.0
    return sqrt(min(_corner_gap(a, b), _corner_gap(b, a)))


def rect_gap(a: Rect, b: Rect) -> float:
    """Return the widest gap of two rectangles seen along their edges: negative or 0 if no line parts them.

    The gap is never more than the distance, and equals it where an edge faces the other rectangle squarely.
    """
    dx, dy = b.x - a.x, b.y - a.y
    c = abs(a.ux * b.ux + a.uy * b.uy)
    s = abs(a.ux * b.uy - a.uy * b.ux)
    return max(
        abs(dx * a.ux + dy * a.uy) - a.half_depth - b.half_depth * c - b.half_width * s,
        abs(dx * a.uy - dy * a.ux) - a.half_width - b.half_width * c - b.half_depth * s,
        abs(dx * b.ux + dy * b.uy) - b.half_depth - a.half_depth * c - a.half_width * s,
        abs(dx * b.uy - dy * b.ux) - b.half_width - a.half_width * c - a.half_depth * s,
    )


def _corner_gap(a: Rect, b: Rect) -> float:
    """Return the square of the least distance from a corner of `b` to `a`."""
    x, y, ux, uy, half_width, half_depth = a.x, a.y, a.ux, a.uy, a.half_width, a.half_depth
    best = float("inf")
    for px, py in b.corners:
        dx, dy = px - x, py - y
        right = abs(dx * uy - dy * ux) - half_width
        front = abs(dx * ux + dy * uy) - half_depth
        if right < 0.0:
            right = 0.0
        if front < 0.0:
            front = 0.0
        gap = right * right + front * front
        if gap < best:
            best = gap
    return best


def point_distance(p: Point, shape: Shape | Point) -> float:
    """Return the distance in inches from a point to a shape or point; 0.0 inside."""
    if type(shape) is Rect:
        right, front = shape.to_local(p)
        right, front = abs(right) - shape.half_width, abs(front) - shape.half_depth
        return hypot(right if right > 0.0 else 0.0, front if front > 0.0 else 0.0)
    if isinstance(shape, tuple):
        return hypot(p[0] - shape[0], p[1] - shape[1])
    if type(shape) is Circle:
        apart = hypot(p[0] - shape.x, p[1] - shape.y) - shape.r
        return apart if apart > 0.0 else 0.0
    if type(shape) is Oval:
        return oval_distance(shape.a, shape.b, *shape.to_local(p))
    assert type(shape) is Polygon
    return 0.0 if shape.encloses(p) else shape.outline_distance(p)


def segment_distance(p: Point, q: Point, shape: Shape) -> float:
    """Return the closest distance in inches of the segment `pq` and a shape; 0.0 if they meet."""
    if type(shape) is Circle:
        return max(0.0, part_distance((p, q), ((shape.x, shape.y),)) - shape.r)
    return min(part_distance((p, q), part) for part in parts_of(shape))


def parts_of(shape: Shape) -> tuple[Part, ...]:
    """Return convex parts that make a shape, outlines counter-clockwise. A circle counts as an oval here."""
    if type(shape) is Rect:
        return (shape.corners[::-1],)
    if type(shape) is Polygon:
        return shape.parts
    if type(shape) is Circle:
        return (Oval(shape.x, shape.y, 0.0, 1.0, shape.r, shape.r),)
    assert type(shape) is Oval
    return (shape,)


def _overlap(a: Shape, b: Shape) -> bool:
    if type(a) is Circle:
        return point_distance((a.x, a.y), b) < a.r - EPSILON
    if type(b) is Circle:
        return point_distance((b.x, b.y), a) < b.r - EPSILON
    return any(_parts_overlap(one, other) for one in parts_of(a) for other in parts_of(b))


def _parts_overlap(a: Part, b: Part) -> bool:
    # An oval with shorter axes stands for the set of points that lie deeper than EPSILON in it.
    if type(a) is Oval:
        return part_distance(a.grown(-EPSILON), b) == 0.0
    if type(b) is Oval:
        return part_distance(a, b.grown(-EPSILON)) == 0.0
    assert not isinstance(a, Oval)
    assert not isinstance(b, Oval)
    return outlines_overlap(a, b, EPSILON)
