"""The places at which units in Ambush may arrive: table edges, terrain features, markers, friends, open
ground.

A unit's rule `Ambush (X)` names them; several are parted by commas or "or". Source: Model Rules, Ambush.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt

from tercio.kernel.context import Context
from tercio.kernel.geometry import EPSILON, Point, Rect, Segment, Shape, segment_crosses
from tercio.kernel.geometry.vector import nearest_on_segment
from tercio.kernel.query import contains
from tercio.kernel.state import Game, Thing, Unit

from .spacing import friends, impassable, standing

RULE = "Ambush"
_EDGES = ("table edge", "battlefield edge", "edge")
_OPEN = "open terrain"
_STEP = 6.0
_WORDS = re.compile(r"\s*(?:,|\bor\b|\band\b)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a unit may arrive: along a table edge, at a shape, or (neither) anywhere in the open. `unit` is
    the friend that it arrives at.
    """

    edge: Segment | None = None
    shape: Shape | None = None
    unit: Unit | None = None

    def spots(self, g: Game) -> Iterator[Point]:
        """Yield some points of the anchor."""
        if self.edge is not None:
            (ax, ay), (bx, by) = self.edge
            steps = max(1, int(hypot(bx - ax, by - ay) / _STEP))
            yield from ((ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps + 1))
        elif self.shape is not None:
            yield (self.shape.x, self.shape.y)
            yield from _rim(self.shape)
        else:
            yield from (
                (x * _STEP, y * _STEP)
                for x in range(int(g.width / _STEP))
                for y in range(int(g.depth / _STEP))
            )


def _rim(shape: Shape) -> list[Point]:
    if isinstance(shape, Rect):
        corners = list(shape.corners)
    else:
        r = shape.radius * 0.7
        corners = [
            (shape.x + r, shape.y + r),
            (shape.x + r, shape.y - r),
            (shape.x - r, shape.y - r),
            (shape.x - r, shape.y + r),
        ]
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    return [p for p in (*corners, *middles) if shape.contains(p)]


def anchors_of(g: Game, unit: Unit) -> list[Anchor]:
    """Return where a unit in Ambush may arrive; at any table edge if its rule names no place."""
    found: list[Anchor] = []
    for name in _names(unit):
        found += _named(g, unit, name)
    return found


def _names(unit: Unit) -> list[str]:
    things: list[Thing] = [unit, *unit.pools]
    for thing in things:
        for held in thing.held:
            if held.instance.ref.name == RULE and held.instance.ref.args:
                told = getattr(held.instance.ref.args[0], "text", "")
                return [name for name in _WORDS.split(told) if name] or [_EDGES[0]]
    return [_EDGES[0]]


def _named(g: Game, unit: Unit, name: str) -> list[Anchor]:
    if name.lower() in _EDGES:
        w, d = g.width, g.depth
        corners = [(0.0, 0.0), (w, 0.0), (w, d), (0.0, d)]
        return [Anchor(edge=(a, b)) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    if name.lower() == _OPEN:
        return [Anchor()]
    pieces = [
        piece
        for piece in g.terrain
        if name in (piece.feature, piece.name) and piece.owner in ("", unit.owner)
    ]
    if pieces:
        return [Anchor(shape=piece.shape) for piece in pieces]
    mates = [u for u in friends(g, unit.owner) if u.name == name or contains(g, Context(unit=u), u, name)]
    return [Anchor(shape=mate.rect, unit=mate) for mate in mates if mate.rect is not None]


def meeting_point(g: Game, anchor: Anchor, rect: Rect, corners: int, reach: float) -> Point | None:
    """Return a point of an anchor within `reach` inches of so many corners of a boundary, None if there is
    none.
    """
    if anchor.edge is not None:
        return _on_edge(anchor.edge, rect, corners, reach)
    if anchor.shape is None:
        open_ground = not any(piece.shape.contains(rect.centre) for piece in g.terrain)
        return rect.centre if open_ground and rect.radius <= reach + EPSILON else None
    for point in anchor.spots(g):
        if sum(hypot(x - point[0], y - point[1]) <= reach + EPSILON for x, y in rect.corners) >= corners:
            return point
    return None


def _on_edge(edge: Segment, rect: Rect, corners: int, reach: float) -> Point | None:
    """Each corner allows a stretch of the edge; some stretch's beginning lies in as many stretches as are
    needed, if any point does.
    """
    (ax, ay), (bx, by) = edge
    size = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / size, (by - ay) / size
    spans = []
    for x, y in rect.corners:
        off = abs((x - ax) * uy - (y - ay) * ux)
        if off <= reach:
            half, at = sqrt(reach * reach - off * off), (x - ax) * ux + (y - ay) * uy
            spans.append((max(0.0, at - half), min(size, at + half)))
    for start, _ in spans:
        if sum(low - EPSILON <= start <= high + EPSILON for low, high in spans) >= corners:
            return (ax + ux * start, ay + uy * start)
    return None


def shapes_between(g: Game, anchor: Anchor, point: Point, rect: Rect) -> list[Shape]:
    """Return the units and Impassable Terrain between a point and a boundary."""
    if rect.contains(point):
        return []
    edges = [(rect.corners[i], rect.corners[(i + 1) % 4]) for i in range(4)]
    feet = [nearest_on_segment(p, q, point) for p, q in edges]
    foot = min(feet, key=lambda p: hypot(p[0] - point[0], p[1] - point[1]))
    units = [u.rect for u in standing(g) if u.rect is not None and u is not anchor.unit]
    return [shape for shape in (*impassable(g), *units) if segment_crosses(point, foot, shape)]
