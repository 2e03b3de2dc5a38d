"""Lines of sight over a flat table: from a front edge, within an arc, past things in the way.

`sight_line` is complete. The lines from a source segment that are free make a closed region, and a region
that is not empty has an extreme line: one that touches two of the corners (or round shapes) of source, target
and blockers, or touches one and runs along the border of the arc. A line that only touches is free, so trying
those finitely many lines decides the question; the cheap lines come first because most sights are plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import radians, sqrt
from typing import TypeAlias

from .crossing import boundary_points, first_crossed, first_meeting, segment_crosses
from .distance import overlaps, parts_of
from .rect import Rect
from .shapes import Oval, Polygon, Shape
from .tangent import (
    Corner,
    Feature,
    all_features,
    common_tangents,
    only_touches,
    outer_corners,
    tangents_along,
)
from .vector import EPSILON, Point, Segment, midpoint, rotate

__all__ = ["Arc", "segment_crosses", "sight_line"]

Ray: TypeAlias = tuple[Point, float, float]
"""A line to try: its start on the source, and its direction (of any length)."""

_SHORT = 1e-3
_FLAT = EPSILON * EPSILON


class Arc:
    """The directions within `half` degrees to either side of a facing; None is every direction."""

    __slots__ = ("all", "borders", "facing", "wide")

    def __init__(self, facing: Point, half: float | None) -> None:
        self.facing = facing
        self.all = half is None or half >= 180.0
        self.wide = half is not None and half > 90.0
        angle = radians(half or 0.0)
        self.borders = (rotate(facing, -angle), rotate(facing, angle))

    def admits(self, dx: float, dy: float) -> bool:
        """Whether the line `(dx, dy)` in inches strays from the arc by no more than EPSILON."""
        if self.all:
            return True
        (rx, ry), (lx, ly) = self.borders
        right = rx * dy - ry * dx >= -EPSILON
        left = dx * ly - dy * lx >= -EPSILON
        if self.wide:
            return right or left
        return right and left and dx * self.facing[0] + dy * self.facing[1] >= -EPSILON


def sight_line(
    source: Segment | Point,
    facing: Point,
    target: Shape,
    blockers: Sequence[Shape],
    half_arc_degrees: float | None,
) -> Segment | None:
    """Return a free line (from the source, to the target), or None if there is none.

    `source` is a front edge or a single point; `facing` a unit vector. The line keeps within
    `half_arc_degrees` to either side of the facing (None: any direction) and crosses no blocker; grazing is
    allowed. A blocker that holds the source hides everything, so leave out those that should not. Nor does
    the target block itself.
    """
    p, q = _ends(source)
    middle = midpoint(p, q)
    centre = _anchor(target)
    dx, dy = centre[0] - middle[0], centre[1] - middle[1]
    arc = Arc(facing, half_arc_degrees)
    if arc.admits(dx, dy) and first_crossed(middle, centre, blockers) is None:
        return (middle, first_meeting(middle, centre, target, 0.0) or centre)
    near = _in_the_way(p, q, middle, target, blockers)
    bridges = _bridges(p, q, target)
    if bridges is not None:
        near = [
            b for b in near if _left_by(b, *bridges[0]) < b.radius and -_left_by(b, *bridges[1]) < b.radius
        ]
        if _one_hides_all(p, q, target, near, bridges):
            return None
    return _search((p, q), arc, target, near, bridges)


def _ends(source: Segment | Point) -> Segment:
    (p, q) = source
    if isinstance(p, tuple) and isinstance(q, tuple):
        return (p, q)
    assert not isinstance(p, tuple)
    assert not isinstance(q, tuple)
    return ((p, q), (p, q))


def _anchor(target: Shape) -> Point:
    """Return a point inside the target, its centre if that is one."""
    if type(target) is Polygon and not target.convex:
        a, b, c = target.parts[0]
        return ((a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0)
    return (target.x, target.y)


def _in_the_way(p: Point, q: Point, middle: Point, target: Shape, blockers: Sequence[Shape]) -> list[Shape]:
    """Return the blockers near enough to the band between source and target to matter."""
    half = (abs(q[0] - p[0]) + abs(q[1] - p[1])) * 0.5
    band = max(half, target.radius)
    mx, my = middle
    dx, dy = target.x - mx, target.y - my
    size = dx * dx + dy * dy or 1.0
    near = []
    for blocker in blockers:
        bx, by = blocker.x - mx, blocker.y - my
        t = (bx * dx + by * dy) / size
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        bx -= dx * t
        by -= dy * t
        reach = band + blocker.radius
        if bx * bx + by * by < reach * reach:
            near.append(blocker)
    return near


def _bridges(p: Point, q: Point, target: Shape) -> tuple[Segment, Segment] | None:
    """Return the two outer edges (left, right) of the band between source and target, if there is such a
    band.
    """
    if not isinstance(target, Rect | Polygon):
        return None
    points = target.corners if type(target) is Rect else target.points if type(target) is Polygon else ()
    left = _outer(p, q, points, 1.0)
    right = _outer(p, q, points, -1.0)
    return None if left is None or right is None else (left, right)


def _left_by(shape: Shape, p: Point, q: Point) -> float:
    """Return how many inches to the left of the line from `p` to `q` the centre of a shape lies."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = sqrt(dx * dx + dy * dy) or 1.0
    return (dx * (shape.y - p[1]) - dy * (shape.x - p[0])) / size


def _outer(p: Point, q: Point, points: Sequence[Point], side: float) -> Segment | None:
    for s in (p, q) if p != q else (p,):
        sx, sy = s
        for t in points:
            dx, dy = (t[0] - sx) * side, (t[1] - sy) * side
            if all(dx * (y - sy) - dy * (x - sx) <= 0.0 for x, y in (p, q, *points)):
                return (s, t)
    return None


def _one_hides_all(
    p: Point, q: Point, target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment]
) -> bool:
    """Whether a single convex blocker bars the whole band.

    If it bars both outer edges it bars a straight line between them, and every line of sight crosses that
    line, unless the blocker reaches into source or target.
    """
    for blocker in near:
        if type(blocker) is Polygon and not blocker.convex:
            continue
        bars = segment_crosses(*bridges[0], blocker) and segment_crosses(*bridges[1], blocker)
        if bars and not segment_crosses(p, q, blocker) and not overlaps(blocker, target):
            return True
    return False


def _search(
    source: Segment, arc: Arc, target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None
) -> Segment | None:
    tx, ty, radius = target.x, target.y, target.radius
    for s, dx, dy in _critical(source, arc, target, near, bridges):
        size = sqrt(dx * dx + dy * dy)
        if size <= EPSILON or not arc.admits(dx * _SHORT / size, dy * _SHORT / size):
            continue
        reach = (abs(tx - s[0]) + abs(ty - s[1]) + radius) / size
        t = first_meeting(s, (s[0] + dx * reach, s[1] + dy * reach), target)
        if t is not None and arc.admits(t[0] - s[0], t[1] - s[1]) and first_crossed(s, t, near) is None:
            return (s, t)
    # A source within the target sees it though no line needs to touch anything.
    for s in (midpoint(*source), *source):
        if first_meeting(s, s, target) and first_crossed(s, s, near) is None:
            return (s, s)
    return None


def _critical(
    source: Segment, arc: Arc, target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None
) -> Iterator[Ray]:
    """Yield the lines to try: those through an end of the source first, then those through two corners."""
    corners: list[Corner] = [(feature, None) for feature in all_features(target)]
    ends = source[:1] if source[0] == source[1] else source
    yield from _from_starts(ends, corners)
    borders = () if arc.all else arc.borders
    yield from ((s, dx, dy) for s in ends for dx, dy in borders)
    covers = _covers(target, near, bridges)
    yield from _from_starts(ends, covers)
    starts = _edges_within(source, near)
    corners += covers
    yield from ((s, dx, dy) for s in starts for dx, dy in borders)
    yield from _from_starts(starts, corners)
    if source[0] != source[1]:
        for border in borders:
            yield from _along_border(source, border, corners)
        yield from _through_two(source, corners)


def _from_starts(starts: Sequence[Point], corners: Sequence[Corner]) -> Iterator[Ray]:
    for s in starts:
        for feature, sides in corners:
            for _, (x, y) in common_tangents(s, feature):
                dx, dy = x - s[0], y - s[1]
                if only_touches(dx, dy, (x, y), sides):
                    yield s, dx, dy


def _along_border(source: Segment, border: Point, corners: Sequence[Corner]) -> Iterator[Ray]:
    dx, dy = border
    for feature, sides in corners:
        for a in tangents_along(feature, border):
            s = _start(source, a, dx, dy)
            if s and (a[0] - s[0]) * dx + (a[1] - s[1]) * dy >= 0.0 and only_touches(dx, dy, a, sides):
                yield s, dx, dy


def _through_two(source: Segment, corners: Sequence[Corner]) -> Iterator[Ray]:
    for (one, one_sides), (other, other_sides) in combinations(corners, 2):
        for a, b in common_tangents(one, other):
            dx, dy = b[0] - a[0], b[1] - a[1]
            s = _start(source, a, dx, dy)
            if s is None or not (only_touches(dx, dy, a, one_sides) and only_touches(dx, dy, b, other_sides)):
                continue
            first = (a[0] - s[0]) * dx + (a[1] - s[1]) * dy
            second = (b[0] - s[0]) * dx + (b[1] - s[1]) * dy
            # Corners on either side of the source cannot both lie on one line of sight.
            if first >= 0.0 and second >= 0.0:
                yield s, dx, dy
            elif first <= 0.0 and second <= 0.0:
                yield s, -dx, -dy


def _start(source: Segment, a: Point, dx: float, dy: float) -> Point | None:
    """Return where the line through `a` in a direction meets the source."""
    (px, py), (qx, qy) = source
    ex, ey = qx - px, qy - py
    size = ex * dy - ey * dx
    if -_FLAT <= size <= _FLAT:
        return None
    t = ((a[0] - px) * dy - (a[1] - py) * dx) / size
    if not -EPSILON <= t <= 1.0 + EPSILON:
        return None
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    return (px + ex * t, py + ey * t)


def _edges_within(source: Segment, near: Sequence[Shape]) -> list[Point]:
    """Return where the source goes in and out of blockers that it crosses."""
    crossed = [blocker for blocker in near if segment_crosses(*source, blocker)]
    return [point for blocker in crossed for point in boundary_points(*source, blocker)]


def _covers(target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None) -> list[Corner]:
    """Return the corners of blockers within the band, and those a blocker makes where it overlaps the
    target.
    """
    corners: list[Corner] = []
    for blocker in near:
        corners += [c for c in outer_corners(blocker) if bridges is None or _between(c[0], bridges)]
        if overlaps(blocker, target):
            corners += [(point, None) for point in _meetings(target, blocker)]
    return corners


def _between(feature: Feature, bridges: tuple[Segment, Segment]) -> bool:
    if not isinstance(feature, tuple):
        return True
    x, y = feature
    (sx, sy), (tx, ty) = bridges[0]
    if (tx - sx) * (y - sy) - (ty - sy) * (x - sx) > EPSILON:
        return False
    (sx, sy), (tx, ty) = bridges[1]
    return (tx - sx) * (y - sy) - (ty - sy) * (x - sx) >= -EPSILON


def _meetings(target: Shape, blocker: Shape) -> list[Point]:
    """Return where the outlines of target and blocker meet; at least one of them must have straight edges."""
    found: list[Point] = []
    for outline, other in ((target, blocker), (blocker, target)):
        for part in parts_of(outline):
            if not isinstance(part, Oval):
                for p, q in zip(part, part[1:] + part[:1], strict=True):
                    found += boundary_points(p, q, other)
    return found
