"""Lines against shapes: does a segment pass through one, and where does it first meet it.

To *cross* is to pass through the interior deeper than EPSILON: a line along an edge or past a corner only
grazes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot, sqrt
from typing import Final

from .convex import Part
from .distance import parts_of
from .rect import Rect
from .shapes import Circle, Oval, Polygon, Shape
from .vector import EPSILON, Point, between, segment_point_distance

HAIR: Final = EPSILON * 0.1
"""A line that passes a shape at less than this is taken to meet it."""


def segment_crosses(p: Point, q: Point, shape: Shape) -> bool:
    """Whether the segment `pq` passes through the interior of a shape by more than EPSILON."""
    if type(shape) is Rect:
        return _crosses_rect(p, q, shape)
    if type(shape) is Circle:
        return segment_point_distance(p, q, (shape.x, shape.y)) < shape.r - EPSILON
    if segment_point_distance(p, q, (shape.x, shape.y)) >= shape.radius:
        return False
    if type(shape) is Polygon and not shape.convex:
        return _crosses_polygon(p, q, shape)
    span = clip(p, q, parts_of(shape)[0], -EPSILON)
    return span is not None and (span[1] > span[0] or p == q)


def first_crossed(p: Point, q: Point, shapes: Iterable[Shape]) -> Shape | None:
    """Return the first of some shapes that the segment `pq` crosses, or None. The quick way to ask about
    many.
    """
    px, py = p
    dx, dy = q[0] - px, q[1] - py
    size = sqrt(dx * dx + dy * dy)
    if size == 0.0:
        return next((shape for shape in shapes if segment_crosses(p, q, shape)), None)
    for shape in shapes:
        x = shape.x - px
        y = shape.y - py
        radius = shape.radius
        reach = radius * size
        beside = -reach < x * dy - y * dx < reach
        if beside and -reach < x * dx + y * dy < (size + radius) * size and segment_crosses(p, q, shape):
            return shape
    return None


def _crosses_rect(p: Point, q: Point, rect: Rect) -> bool:
    x, y, ux, uy = rect.x, rect.y, rect.ux, rect.uy
    half_width = rect.half_width - EPSILON
    half_depth = rect.half_depth - EPSILON
    px, py = p
    px -= x
    py -= y
    qx, qy = q
    qx -= x
    qy -= y
    f0 = px * ux + py * uy
    f1 = qx * ux + qy * uy
    if (f0 >= half_depth and f1 >= half_depth) or (f0 <= -half_depth and f1 <= -half_depth):
        return False
    r0 = px * uy - py * ux
    r1 = qx * uy - qy * ux
    if (r0 >= half_width and r1 >= half_width) or (r0 <= -half_width and r1 <= -half_width):
        return False
    df = f1 - f0
    dr = r1 - r0
    if df == 0.0 == dr:
        return half_width > 0.0 < half_depth
    # The last axis that may part segment and rectangle is the normal of the segment.
    return abs(r0 * df - f0 * dr) < half_width * abs(df) + half_depth * abs(dr)


def _crosses_polygon(p: Point, q: Point, polygon: Polygon) -> bool:
    """Cut the segment where it meets the outline; some piece must run inside, deeper than EPSILON."""
    cuts = sorted(_cuts(p, q, polygon))
    middles = [(one + other) * 0.5 for one, other in pairwise(cuts)]
    for t in [*middles, 0.0, 1.0]:
        point = between(p, q, t)
        if polygon.encloses(point) and polygon.outline_distance(point) > EPSILON:
            return True
    return False


def _cuts(p: Point, q: Point, polygon: Polygon) -> list[float]:
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = dx * dx + dy * dy
    cuts = [0.0, 1.0]
    if size == 0.0:
        return cuts
    near = 2.0 * EPSILON * sqrt(size)
    for (ax, ay), (bx, by) in polygon.edges:
        a = (ax - p[0]) * dy - (ay - p[1]) * dx
        b = (bx - p[0]) * dy - (by - p[1]) * dx
        if abs(a) <= near:
            cuts.append(((ax - p[0]) * dx + (ay - p[1]) * dy) / size)
        elif a * b < 0.0:
            s = a / (a - b)
            cuts.append(((ax + (bx - ax) * s - p[0]) * dx + (ay + (by - ay) * s - p[1]) * dy) / size)
    return [t for t in cuts if 0.0 <= t <= 1.0]


def clip(p: Point, q: Point, part: Part, grown: float) -> tuple[float, float] | None:
    """Return the stretch (from, to), as fractions of `pq`, that lies in a convex part with its edges moved
    out.

    `grown` inches may be negative to ask for what lies deeper. None if the segment misses it.
    """
    if type(part) is Oval:
        return _clip_oval(p, q, part.grown(grown))
    assert not isinstance(part, Oval)
    px, py = p
    dx, dy = q[0] - px, q[1] - py
    start, end = 0.0, 1.0
    ax, ay = part[-1]
    for bx, by in part:
        nx, ny = by - ay, ax - bx
        room = (ax - px) * nx + (ay - py) * ny + grown * sqrt(nx * nx + ny * ny)
        speed = dx * nx + dy * ny
        ax, ay = bx, by
        if speed > 0.0:
            end = min(end, room / speed)
        elif speed < 0.0:
            start = max(start, room / speed)
        elif room <= 0.0:
            return None
        if start > end:
            return None
    return (start, end)


def _clip_oval(p: Point, q: Point, oval: Oval) -> tuple[float, float] | None:
    # Scaled by its axes the oval is the disc of radius 1.
    (px, py), (qx, qy) = oval.to_local(p), oval.to_local(q)
    px, py, qx, qy = px / oval.a, py / oval.b, qx / oval.a, qy / oval.b
    dx, dy = qx - px, qy - py
    size = hypot(dx, dy)
    if size == 0.0:
        return (0.0, 1.0) if hypot(px, py) < 1.0 else None
    off = (px * dy - py * dx) / size
    if abs(off) >= 1.0:
        return None
    middle = -(px * dx + py * dy) / size
    half = sqrt(1.0 - off * off)
    start, end = max(0.0, (middle - half) / size), min(1.0, (middle + half) / size)
    return (start, end) if start <= end else None


def first_meeting(p: Point, q: Point, shape: Shape, grown: float = HAIR) -> Point | None:
    """Return the point of `pq` nearest to `p` that lies in a shape (within a hair), or None if it misses."""
    best = 2.0
    for part in parts_of(shape):
        span = clip(p, q, part, grown)
        if span is not None and span[0] < best:
            best = span[0]
    return None if best > 1.0 else between(p, q, best)


def boundary_points(p: Point, q: Point, shape: Shape) -> list[Point]:
    """Return the points where `pq` goes in or out of the convex parts of a shape."""
    spans = [clip(p, q, part, 0.0) for part in parts_of(shape)]
    return [between(p, q, t) for span in spans if span is not None for t in span]
