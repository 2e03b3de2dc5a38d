"""Cover: three lines from a shooter to the facing of its target, and what stands in their way.

Two obscured lines of three give Soft Cover, two obscured by something solid Hard Cover. Terrain counts up
to its Height, some of it only for a target in contact; other units count by their Height against shooter
and target. Source: T9A rulebook, Shooting Phase 3.B, Terrain 1.B, 1.E and 2.C.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.geometry import Facing, Point, Rect, Shape, overlaps, segment_crosses, touches
from tercio.kernel.geometry.vector import midpoint
from tercio.kernel.state import Game, Terrain, Unit

from .sight import Eye, Scene, scene_of
from .terrain import feature_of

NONE, SOFT, HARD = "", "soft", "hard"
Obstruction = tuple[Shape, str]


def obstructions(
    g: Game, eye: Eye, target: Unit, ignoring: Sequence[Unit] = (), scene: Scene | None = None
) -> list[Obstruction]:
    """Return what contributes to the Cover of a target from an eye, each with the kind of Cover it gives.

    The Height and place of the eye matter, not the point it looks from: models alike share one list.
    """
    scene = scene or scene_of(g)
    there = scene.units[target.id]
    found = [
        (piece.shape, kind)
        for piece in g.terrain
        if (kind := _terrain_cover(g, piece, eye, there.rect, there.height))
    ]
    over = eye.high or there.high
    for one in scene.units.values():
        kind = _unit_cover(one.height, eye.height, there.height)
        if not kind or (over and not one.high) or one.unit in ignoring:
            continue
        if one.unit is not eye.unit and one.unit is not target:
            found.append((one.rect, kind))
    return found


def _terrain_cover(g: Game, piece: Terrain, eye: Eye, target: Rect, height: int) -> str:
    feature = feature_of(g, piece)
    if not (feature.opaque or feature.cover) or overlaps(eye.base, piece.shape):
        return NONE
    if feature.opaque:
        return HARD
    if height > feature.cover_height or (feature.cover_contact and not touches(target, piece.shape)):
        return NONE
    return feature.cover


def _unit_cover(height: int, shooter: int, target: int) -> str:
    if height >= shooter and height >= target:
        return HARD
    return SOFT if height >= shooter or height >= target else NONE


def near_line(found: Sequence[Obstruction], start: Point, target: Unit) -> list[Obstruction]:
    """Return those obstructions that lie near enough to the way from a point to a target to matter."""
    assert target.rect is not None
    sx, sy = start
    dx, dy = target.rect.x - sx, target.rect.y - sy
    size = dx * dx + dy * dy or 1.0
    kept = []
    for shape, kind in found:
        bx, by = shape.x - sx, shape.y - sy
        t = min(1.0, max(0.0, (bx * dx + by * dy) / size))
        bx, by, reach = bx - dx * t, by - dy * t, target.rect.radius + shape.radius
        if bx * bx + by * by <= reach * reach:
            kept.append((shape, kind))
    return kept


def cover_from(g: Game, start: Point, target: Unit, facing: Facing, found: Sequence[Obstruction]) -> str:
    """Return the Cover of a target from the point at which a model looks at it: "", soft or hard."""
    near = near_line(found, start, target)
    if not near:
        return NONE
    assert target.rect is not None
    one, other = target.rect.edge(facing)
    lines = [_line_kind(start, end, near) for end in (one, other, midpoint(one, other))]
    needed = g.ruleset.constant("cover-lines-needed")
    if sum(kind == HARD for kind in lines) >= needed:
        return HARD
    return SOFT if sum(kind != NONE for kind in lines) >= needed else NONE


def _line_kind(start: Point, end: Point, found: Sequence[Obstruction]) -> str:
    best = NONE
    for shape, kind in found:
        if kind != best and segment_crosses(start, end, shape):
            if kind == HARD:
                return HARD
            best = kind
    return best
