"""What bars the way of a base: obstacles grown by the base, so that its centre moves among them as a point.

A *bar* is a `Disc`, or a `Hull`: a convex part with a margin about it. The centre may run along the rim of a
bar, but come no nearer. A base that does not turn on its way grows what it meets by its own shape: a disc by
its radius, an oval by the oval; between two ovals, or an oval and a straight edge, the grown outline is drawn
through `_POINTS` points of the true one and strays inside it by at most half a percent of the longer axis.

Where a base begins nearer to something than it may come, it may leave, but come no nearer still. Inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, inf, pi, sin, sqrt
from typing import Final, TypeAlias

from tercio.kernel.geometry import EPSILON, Circle, Oval, Point, Shape
from tercio.kernel.geometry.convex import Part, part_distance, support
from tercio.kernel.geometry.crossing import clip
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.geometry.outline import without_repeats

Disc: TypeAlias = tuple[float, float, float]
"""A round bar: x, y and radius."""

Box: TypeAlias = tuple[float, float, float, float]
"""Where a centre has to stay: least x, least y, greatest x, greatest y."""

_TANGENTS: Final = 8
_POINTS: Final = 32
_SPOKES: Final = [(cos(2.0 * pi * i / _POINTS), sin(2.0 * pi * i / _POINTS)) for i in range(_POINTS)]


class Hull:
    """A convex bar: the centre comes no nearer to `part` than `margin`.

    The bar lies within `radius` of `x, y`, the part holds all within `within` of it (or keeps so far off
    it, if that is negative).
    """

    __slots__ = ("margin", "part", "radius", "within", "x", "y")

    def __init__(self, part: Part, margin: float) -> None:
        self.part = part
        self.margin = margin
        if isinstance(part, Oval):
            self.x, self.y, self.radius = part.x, part.y, part.radius + margin
            self.within = min(part.a, part.b)
            return
        xs, ys = [p[0] for p in part], [p[1] for p in part]
        self.x, self.y = (min(xs) + max(xs)) * 0.5, (min(ys) + max(ys)) * 0.5
        self.radius = max(hypot(x - self.x, y - self.y) for x, y in part) + margin
        self.within = _depth(part, self.x, self.y)

    def gap(self, p: Point, q: Point) -> float:
        """Return how near the segment `pq` comes to the part itself."""
        return part_distance((p, q), self.part)

    def is_met(self, p: Point, q: Point) -> bool:
        """Whether the segment `pq` comes nearer to the part than the margin, by more than EPSILON."""
        part, margin = self.part, self.margin - EPSILON
        if margin <= 0.0:
            span = clip(p, q, part, -EPSILON)
            return span is not None and span[1] > span[0]
        if isinstance(part, Oval):
            # The oval with longer axes lies within the true rim, a slightly larger one holds it.
            if _enters(p, q, part, margin):
                return True
            if not _enters(p, q, part, margin + _swell(part, margin)):
                return False
        elif clip(p, q, part, margin) is None:
            return False
        return self.gap(p, q) < margin

    def rims(self) -> list[Disc]:
        """Return the discs whose rims a way round the hull follows."""
        corners = _about(self.part) if isinstance(self.part, Oval) else self.part
        return [(x, y, self.margin) for x, y in corners]


@dataclass(slots=True)
class Bars:
    """All that bars a way."""

    discs: list[Disc] = field(default_factory=list)
    hulls: list[Hull] = field(default_factory=list)

    def add(self, base: Shape, obstacle: Shape, clearance: float) -> None:
        """Add what keeps a base, as it stands, `clearance` away from an obstacle, or as near as it is now."""
        if type(base) is Circle and type(obstacle) is Circle:
            near = hypot(obstacle.x - base.x, obstacle.y - base.y)
            self.discs.append((obstacle.x, obstacle.y, min(near, base.r + obstacle.r + clearance)))
            return
        at = (base.x, base.y)
        for part, margin in _grown(base, obstacle):
            hull = Hull(part, margin + clearance)
            if hypot(hull.x - base.x, hull.y - base.y) < hull.radius:
                hull.margin = min(hull.margin, hull.gap(at, at))
            self.hulls.append(hull)


def is_straight(p: Point, q: Point, bars: Bars) -> bool:
    """Whether the straight line from `p` to `q` is free."""
    return not (meets_disc(p, q, bars.discs) or meets_hull(p, q, bars.hulls))


def meets_disc(p: Point, q: Point, discs: Sequence[Disc], grown: float = 0.0) -> bool:
    """Whether a segment runs through a disc with its radius grown, by more than EPSILON."""
    px, py = p
    dx, dy = q[0] - px, q[1] - py
    size = dx * dx + dy * dy
    grown -= EPSILON
    for x, y, r in discs:
        x -= px
        y -= py
        r += grown
        t = x * dx + y * dy
        if t > 0.0:
            if t >= size:
                x -= dx
                y -= dy
            else:
                t /= size
                x -= dx * t
                y -= dy * t
        if x * x + y * y < r * r:
            return True
    return False


def meets_hull(p: Point, q: Point, hulls: Sequence[Hull]) -> bool:
    """Whether a segment comes nearer to a hull than its margin, by more than EPSILON."""
    px, py = p
    dx, dy = q[0] - px, q[1] - py
    size = dx * dx + dy * dy or 1.0
    for hull in hulls:
        x, y = hull.x - px, hull.y - py
        t = (x * dx + y * dy) / size
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        x -= dx * t
        y -= dy * t
        near, far = hull.margin + hull.within - EPSILON, hull.radius
        off = x * x + y * y
        if (near > 0.0 and off < near * near) or (off < far * far and hull.is_met(p, q)):
            return True
    return False


def _depth(outline: Sequence[Point], x: float, y: float) -> float:
    """Return how deep a point lies in a convex counter-clockwise outline; negative outside."""
    depth = inf
    ax, ay = outline[-1]
    for bx, by in outline:
        nx, ny = by - ay, ax - bx
        depth = min(depth, ((ax - x) * nx + (ay - y) * ny) / sqrt(nx * nx + ny * ny))
        ax, ay = bx, by
    return depth


def _enters(p: Point, q: Point, oval: Oval, grown: float) -> bool:
    """Whether a segment meets an oval with its axes longer by so much."""
    a, b = oval.a + grown, oval.b + grown
    (px, py), (qx, qy) = oval.to_local(p), oval.to_local(q)
    px, py, qx, qy = px / a, py / b, qx / a, qy / b
    dx, dy = qx - px, qy - py
    size = dx * dx + dy * dy
    t = min(1.0, max(0.0, -(px * dx + py * dy) / size)) if size > 0.0 else 0.0
    px += dx * t
    py += dy * t
    return px * px + py * py < 1.0


def _swell(oval: Oval, margin: float) -> float:
    """Return by how much more the axes have to grow for an oval to hold all that is within a margin of it."""
    even = 2.0 * sqrt(oval.a * oval.b) / (oval.a + oval.b)
    return min(margin, oval.radius) * (1.0 - even) / even


def _grown(base: Shape, obstacle: Shape) -> Iterator[tuple[Part, float]]:
    """Yield convex parts and a margin about them that together are an obstacle grown by a base."""
    if isinstance(base, Circle):
        yield from ((part, base.r) for part in parts_of(obstacle))
        return
    assert isinstance(base, Oval)
    if isinstance(obstacle, Circle):
        yield base.moved(obstacle.x - base.x, obstacle.y - base.y), obstacle.r
        return
    yield from ((_sum(base, part), 0.0) for part in parts_of(obstacle))


def _sum(base: Oval, part: Part) -> tuple[Point, ...]:
    """Return the outline, counter-clockwise, of where the centre of an oval is while it meets a part."""
    outline = []
    for dx, dy in sorted(_SPOKES + _normals(part), key=_bearing):
        x, y = support(part, dx, dy)
        bx, by = base.support(dx, dy)
        outline.append((x + bx - base.x, y + by - base.y))
    return without_repeats(outline)


def _normals(part: Part) -> list[Point]:
    """Return for each edge two directions, a hair to either side of its normal; an oval has no edges."""
    if isinstance(part, Oval):
        return []
    found = []
    ax, ay = part[-1]
    for bx, by in part:
        nx, ny = by - ay, ax - bx
        size = sqrt(nx * nx + ny * ny)
        found += [((nx - ny * t) / size, (ny + nx * t) / size) for t in (-EPSILON, EPSILON)]
        ax, ay = bx, by
    return found


def _bearing(direction: Point) -> float:
    """Return a number that grows as a direction turns counter-clockwise from the west."""
    x, y = direction
    turn = x / (abs(x) + abs(y))
    return turn - 1.0 if y < 0.0 else 1.0 - turn


def _about(oval: Oval) -> tuple[Point, ...]:
    """Return the corners of an outline of straight edges that touch an oval from outside."""
    far = 1.0 / cos(pi / _TANGENTS)
    corners = []
    for i in range(_TANGENTS):
        angle = (2 * i + 1) * pi / _TANGENTS
        right, front = oval.a * far * cos(angle), oval.b * far * sin(angle)
        corners.append(
            (oval.x + oval.uy * right + oval.ux * front, oval.y - oval.ux * right + oval.uy * front)
        )
    return tuple(corners)
