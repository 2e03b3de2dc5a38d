"""Reforms model by model: nobody goes too far, and ways lead around what stands between.

Equal models may take each other's places; a model with a place of its own goes to its own new place. A way
that is barred is as much longer as the shortest way of the unit's centre around the corners. Source: T9A
rulebook, Movement Phase 2.C.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import cos, hypot, inf, pi, sin

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Point, Rect, Shape, segment_crosses
from tercio.kernel.geometry.convex import Part
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.geometry.shapes import Oval
from tercio.kernel.state import Unit
from tercio.plugins.regiments.formation import formation_of, reshaped, spot_rect, spots
from tercio.plugins.regiments.layout import Spot, spots_of
from tercio.plugins.regiments.manoeuvre import can_rearrange

_CLEAR_OF = 1e-4


def models_can_reform(
    unit: Unit, end: Rect, files: int, limit: float, barring: Sequence[Shape]
) -> Refusal | None:
    """Return why the models of a unit cannot reform into a boundary, or None if they can; `limit` inches for
    each.
    """
    start = unit.rect
    assert start is not None
    detour = _detour((start.x, start.y), (end.x, end.y), barring)
    far = hypot(end.x - start.x, end.y - start.y) + detour
    if far + start.radius + end.radius <= limit:
        return None
    trial = reshaped(unit, files)
    if detour == inf or trial is None:
        return Refusal("reform.way_barred", {})
    for before, after in _pairs(unit, spots(unit), spots_of(trial, unit.pools), start, end):
        if not can_rearrange(before, after, limit - detour):
            return Refusal("reform.models_go_too_far", {"most": limit})
    return None


def _pairs(
    unit: Unit, old: Sequence[Spot], new: Sequence[Spot], start: Rect, end: Rect
) -> list[tuple[list[Point], list[Point]]]:
    places = formation_of(unit).places
    groups: dict[int, tuple[list[Point], list[Point]]] = {}
    for side, (spotted, rect) in enumerate(((old, start), (new, end))):
        for spot in spotted:
            base = spot_rect(rect, spot)
            group = groups.setdefault(spot.pool if spot.pool in places else 0, ([], []))
            group[side].append((base.x, base.y))
    return list(groups.values())


def _detour(start: Point, end: Point, barring: Sequence[Shape]) -> float:
    """Return how many inches the shortest way around the shapes is longer than the straight one; infinite if
    there is none.
    """
    walls = [shape for shape in barring if not shape.contains(start)]
    if not any(segment_crosses(start, end, shape) for shape in walls):
        return 0.0
    corners = [start, end, *(p for shape in walls for part in parts_of(shape) for p in _corners(part, shape))]
    best, queue = {0: 0.0}, [(0.0, 0)]
    while queue:
        far, here = heappop(queue)
        if here == 1:
            return far - hypot(end[0] - start[0], end[1] - start[1])
        if far > best[here] + EPSILON:
            continue
        for there, p in enumerate(corners):
            more = far + hypot(p[0] - corners[here][0], p[1] - corners[here][1])
            if more < best.get(there, inf) - EPSILON and _is_open(corners[here], p, walls):
                best[there] = more
                heappush(queue, (more, there))
    return inf


def _is_open(p: Point, q: Point, walls: Sequence[Shape]) -> bool:
    return not any(segment_crosses(p, q, shape) for shape in walls)


def _corners(part: Part, shape: Shape) -> list[Point]:
    """Return the corners to go around, a hair outside."""
    if isinstance(part, Oval):
        around = (part.grown(part.radius * 0.1).support(dx, dy) for dx, dy in _ROUND)
        return list(around)
    found = []
    for x, y in part:
        dx, dy = x - shape.x, y - shape.y
        far = hypot(dx, dy) or 1.0
        found.append((x + dx / far * _CLEAR_OF, y + dy / far * _CLEAR_OF))
    return found


_ROUND: tuple[Point, ...] = tuple((cos(i * pi / 4.0), sin(i * pi / 4.0)) for i in range(8))
