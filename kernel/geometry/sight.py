"""Lines of sight over a flat table: from a front edge, within an arc, past things in the way.

`sight_line` is complete. The lines from a source segment that are free make a closed region, and a region that is
not empty has an extreme line: one that touches two of the corners (or round shapes) of source, target and blockers,
or touches one and runs along the border of the arc. A line that only touches is free, so trying those finitely many
lines decides the question; the cheap lines come first because most sights are plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import radians

from .crossing import boundary_points, first_meeting, segment_crosses
from .distance import overlaps, parts_of
from .rect import Rect
from .shapes import Oval, Polygon, Shape
from .tangent import Feature, all_features, common_tangents, outer_features, tangents_along
from .vector import EPSILON, Point, Segment, midpoint, rotate

__all__ = ["Arc", "segment_crosses", "sight_line"]


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
    half_arc_degrees: float | None = 45.0,
) -> Segment | None:
    """Return a free line (from the source, to the target), or None if there is none.

    `source` is a front edge or a single point; `facing` a unit vector. The line keeps within `half_arc_degrees` to
    either side of the facing (None: any direction) and crosses no blocker; grazing is allowed. A blocker that holds
    the source hides everything, so leave out those that should not. Nor does the target block itself.
    """
    p, q = _ends(source)
    arc = Arc(facing, half_arc_degrees)
    middle = midpoint(p, q)
    line = (middle, _anchor(target))
    near = _in_the_way(p, q, middle, target, blockers)
    if arc.admits(line[1][0] - middle[0], line[1][1] - middle[1]) and _free(*line, near):
        return (middle, first_meeting(*line, target, 0.0) or line[1])
    bridges = _bridges(p, q, target)
    if _one_hides_all(p, q, target, near, bridges):
        return None
    return _search((p, q), arc, target, near, bridges)


def _ends(source: Segment | Point) -> Segment:
    (p, q) = source
    if isinstance(p, tuple) and isinstance(q, tuple):
        return (p, q)
    assert not isinstance(p, tuple) and not isinstance(q, tuple)
    return ((p, q), (p, q))


def _anchor(target: Shape) -> Point:
    """Return a point inside the target, its centre if that is one."""
    if type(target) is Polygon and not target.convex:
        a, b, c = target.parts[0]
        return ((a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0)
    return (target.x, target.y)


def _free(s: Point, t: Point, blockers: Sequence[Shape]) -> bool:
    for blocker in blockers:
        if segment_crosses(s, t, blocker):
            return False
    return True


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
    """Return the two outer edges (left, right) of the band between source and target, if there is such a band."""
    if not isinstance(target, Rect | Polygon):
        return None
    points = target.corners if type(target) is Rect else target.points if type(target) is Polygon else ()
    left = _outer(p, q, points, 1.0)
    right = _outer(p, q, points, -1.0)
    return None if left is None or right is None else (left, right)


def _outer(p: Point, q: Point, points: Sequence[Point], side: float) -> Segment | None:
    for s in (p, q) if p != q else (p,):
        sx, sy = s
        for t in points:
            dx, dy = (t[0] - sx) * side, (t[1] - sy) * side
            if all(dx * (y - sy) - dy * (x - sx) <= 0.0 for x, y in (p, q, *points)):
                return (s, t)
    return None


def _one_hides_all(
    p: Point, q: Point, target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None
) -> bool:
    """Whether a single convex blocker bars the whole band.

    If it bars both outer edges it bars a straight line between them, and every line of sight crosses that line,
    unless the blocker reaches into source or target.
    """
    if bridges is None:
        return False
    for blocker in near:
        if type(blocker) is Polygon and not blocker.convex:
            continue
        if segment_crosses(*bridges[0], blocker) and segment_crosses(*bridges[1], blocker):
            if not segment_crosses(p, q, blocker) and not overlaps(blocker, target):
                return True
    return False


def _search(
    source: Segment, arc: Arc, target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None
) -> Segment | None:
    middle = midpoint(*source)
    for s, via in _critical(source, arc, target, near, bridges):
        dx, dy = via[0] - s[0], via[1] - s[1]
        size = (dx * dx + dy * dy) ** 0.5
        if size <= EPSILON:
            far = via
        else:
            reach = (abs(target.x - s[0]) + abs(target.y - s[1]) + target.radius) / size
            far = (s[0] + dx * reach, s[1] + dy * reach)
        t = first_meeting(s, far, target)
        if t is None or not arc.admits(t[0] - s[0], t[1] - s[1]):
            continue
        if _free(s, t, near):
            return (s, t)
    # Source and target may lie within each other, where no line needs to touch anything.
    return (middle, middle) if first_meeting(middle, middle, target) and _free(middle, middle, near) else None


def _critical(
    source: Segment, arc: Arc, target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None
) -> Iterator[tuple[Point, Point]]:
    """Yield the lines to try, as (start on the source, a point further on)."""
    starts = _starts(source, near)
    features = _features(target, near, bridges)
    for s in starts:
        for border in () if arc.all else arc.borders:
            yield s, (s[0] + border[0], s[1] + border[1])
        for feature in features:
            for _, touch in common_tangents(s, feature):
                yield s, touch
    if source[0] == source[1]:
        return
    for one, other in combinations(features, 2):
        for a, b in common_tangents(one, other):
            yield from _from_source(source, a, b)
    for border in () if arc.all else arc.borders:
        for feature in features:
            for a in tangents_along(feature, border):
                yield from _from_source(source, a, (a[0] + border[0], a[1] + border[1]), ahead=False)


def _starts(source: Segment, near: Sequence[Shape]) -> list[Point]:
    p, q = source
    starts = [p] if p == q else [p, q]
    for blocker in near:
        if segment_crosses(p, q, blocker):
            starts += boundary_points(p, q, blocker)
    return starts


def _features(target: Shape, near: Sequence[Shape], bridges: tuple[Segment, Segment] | None) -> list[Feature]:
    features = all_features(target)
    for blocker in near:
        features += [f for f in outer_features(blocker) if bridges is None or _between(f, bridges)]
        if overlaps(blocker, target):
            features += _meetings(target, blocker)
    return features


def _between(feature: Feature, bridges: tuple[Segment, Segment]) -> bool:
    if not isinstance(feature, tuple):
        return True
    x, y = feature
    (sx, sy), (tx, ty) = bridges[0]
    if (tx - sx) * (y - sy) - (ty - sy) * (x - sx) > EPSILON:
        return False
    (sx, sy), (tx, ty) = bridges[1]
    return (tx - sx) * (y - sy) - (ty - sy) * (x - sx) >= -EPSILON


def _meetings(target: Shape, blocker: Shape) -> list[Feature]:
    """Return where the outlines of target and blocker meet (two ovals: where fine outlines of them would)."""
    found: list[Feature] = []
    for outline, other in ((target, blocker), (blocker, target)):
        for part in parts_of(outline):
            if isinstance(part, Oval):
                continue
            for p, q in zip(part, part[1:] + part[:1], strict=True):
                found += boundary_points(p, q, other)
    return found


def _from_source(source: Segment, a: Point, b: Point, *, ahead: bool = True) -> Iterator[tuple[Point, Point]]:
    """Yield the line through two points as one that starts on the source, if the points lie on one side of it.

    With `ahead` false the second point only shows the direction.
    """
    (px, py), (qx, qy) = source
    ex, ey = qx - px, qy - py
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = ex * dy - ey * dx
    if abs(size) <= EPSILON * EPSILON:
        return
    t = ((a[0] - px) * dy - (a[1] - py) * dx) / size
    if not -EPSILON <= t <= 1.0 + EPSILON:
        return
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    s = (px + ex * t, py + ey * t)
    one = (a[0] - s[0]) * dx + (a[1] - s[1]) * dy
    if not ahead:
        if one >= 0.0:
            yield s, (s[0] + dx, s[1] + dy)
        return
    other = (b[0] - s[0]) * dx + (b[1] - s[1]) * dy
    if one >= 0.0 and other >= 0.0:
        yield s, b
    elif one <= 0.0 and other <= 0.0:
        yield s, a
