"""Which sides of two rectangles are in contact, and the arcs around a rectangle.

Contact: touching rectangles share a stretch of two edges, or a corner of one meets the other. Arcs: the table
around a rectangle is divided by one line from each corner, at a given angle from the front or rear edge.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from .distance import touches
from .rect import Facing, Rect
from .vector import EPSILON, Point, Segment, cross, dot, segment_point_distance, subtract

_NEAR = 4.0 * EPSILON


def contact(a: Rect, b: Rect) -> tuple[Facing | None, Facing | None]:
    """Return the facing of `a` and the facing of `b` that are in contact; (None, None) if they do not touch.

    The longest shared stretch of edges decides. If only a corner touches, each rectangle shows the facing on
    whose edge the contact lies; a corner, which lies on two edges, shows the one that looks at the other more
    squarely.
    """
    stretch = _stretch(a, b)
    if stretch is not None:
        return (stretch[1], stretch[2])
    if not touches(a, b):
        return (None, None)
    return _corner_contact(a, b)


def contact_length(a: Rect, b: Rect) -> float:
    """Return the length in inches of the longest stretch of edge two rectangles share; 0.0 for a mere
    corner.
    """
    stretch = _stretch(a, b)
    return 0.0 if stretch is None else stretch[0]


def _stretch(a: Rect, b: Rect) -> tuple[float, Facing, Facing] | None:
    reach = a.radius + b.radius + EPSILON
    dx, dy = b.x - a.x, b.y - a.y
    if dx * dx + dy * dy > reach * reach:
        return None
    best: tuple[float, Facing, Facing] | None = None
    for one in Facing:
        for other in Facing:
            shared = _shared(a.edge(one), b.edge(other))
            if shared > EPSILON and (best is None or shared > best[0] + EPSILON):
                best = (shared, one, other)
    return best


def _shared(one: Segment, other: Segment) -> float:
    """Return the length along which two edges, each with its outside on the left, lie back to back."""
    p, q = one
    size = hypot(q[0] - p[0], q[1] - p[1])
    if size <= EPSILON:
        return 0.0
    way = ((q[0] - p[0]) / size, (q[1] - p[1]) / size)
    start, end = subtract(other[1], p), subtract(other[0], p)
    if dot(way, end) <= dot(way, start):
        return 0.0
    if abs(cross(way, start)) > _NEAR or abs(cross(way, end)) > _NEAR:
        return 0.0
    return min(size, dot(way, end)) - max(0.0, dot(way, start))


def _corner_contact(a: Rect, b: Rect) -> tuple[Facing, Facing]:
    point = min(a.corners + b.corners, key=lambda p: _outside(a, p) + _outside(b, p))
    return (_facing_at(a, point, b), _facing_at(b, point, a))


def _outside(rect: Rect, p: Point) -> float:
    right, front = rect.to_local(p)
    return max(0.0, abs(right) - rect.half_width) + max(0.0, abs(front) - rect.half_depth)


def _facing_at(rect: Rect, point: Point, other: Rect) -> Facing:
    nearest = min(segment_point_distance(*rect.edge(facing), point) for facing in Facing)
    here = [f for f in Facing if segment_point_distance(*rect.edge(f), point) <= nearest + _NEAR]
    # A corner lies on two edges; the one square to an edge of the other rectangle is the one that meets it.
    return max(
        here, key=lambda f: (_squareness(rect, f, other, point), dot(rect.normal(f), _way(rect, other)))
    )


def _squareness(rect: Rect, facing: Facing, other: Rect, point: Point) -> float:
    """Return how squarely an edge looks at the edges of the other rectangle on which the point lies."""
    normal = rect.normal(facing)
    looks = [
        -dot(normal, other.normal(f))
        for f in Facing
        if segment_point_distance(*other.edge(f), point) <= _NEAR
    ]
    return round(max(looks, default=0.0), 6)


def _way(rect: Rect, other: Rect) -> Point:
    return (other.x - rect.x, other.y - rect.y)


def arc_of(rect: Rect, point: Point, degrees: float) -> tuple[Facing, ...]:
    """Return the arc of a rectangle in which a point lies; two arcs if it lies on the line between (EPSILON).

    A line from each corner at `degrees` (90 to 180) from the front or rear edge bounds the arcs; 135 draws
    them half-way between front and flank. Raises ValueError for another angle. A point inside belongs to the
    arc that the same lines, drawn on through the rectangle, give it.
    """
    if not 90.0 <= degrees <= 180.0:
        raise ValueError(f"arc lines stand at 90 to 180 degrees from the edge, not {degrees:g}")
    right, front = rect.to_local(point)
    side = abs(right) - rect.half_width
    ahead = abs(front) - rect.half_depth
    angle = radians(degrees)
    past = side * sin(angle) + ahead * cos(angle)
    end = Facing.FRONT if front >= 0.0 else Facing.REAR
    flank = Facing.RIGHT if right >= 0.0 else Facing.LEFT
    if past < -EPSILON:
        return (end,)
    if past > EPSILON:
        return (flank,)
    return (end, flank)
