"""Line of Sight: who sees whom past terrain and other units, and on which facing a target is met.

Every line starts on the front of the unit, straight before the model that looks, and keeps within its Front
Arc. Unit boundaries hide what is behind them as models do. Source: T9A rulebook, Definitions 7, Shooting
Phase (Target Facing), Terrain 1.E and 2.C; Model Rules, Emplacement; Reference Handbook, Line of Sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tercio.kernel.context import Context
from tercio.kernel.geometry import (
    EPSILON,
    Circle,
    Facing,
    Point,
    Rect,
    Segment,
    Shape,
    arc_of,
    overlaps,
    sight_line,
)
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit

from .melee.formations import height_of, unit_height
from .stands import stand_rect
from .terrain import elevated, feature_of

_RIGHT_ANGLE = 90


@dataclass(frozen=True, slots=True)
class Eye:
    """Who looks: `base` of the model, the stretch of front it looks from, its Height, and whether it is on
    a Hill.

    `half` is the reach of its arc to either side in degrees, None for all round.
    """

    unit: Unit
    base: Rect
    source: Segment
    height: int
    high: bool
    half: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit on the table as far as sight goes: its boundary, its Height, whether it is on a Hill."""

    unit: Unit
    rect: Rect
    height: int
    high: bool


@dataclass(slots=True)
class Scene:
    """The table as far as sight goes, read once for many looks: Opaque Terrain and all units by id."""

    opaque: list[Shape]
    units: dict[int, Standing]


def scene_of(g: Game) -> Scene:
    """Return the table as it stands now; it is not valid after anything has moved or fallen."""
    opaque = [piece.shape for piece in g.terrain if feature_of(g, piece).opaque]
    units = {
        unit.id: Standing(unit, unit.rect, unit_height(g, unit), elevated(g, unit.rect))
        for unit in g.units.values()
        if unit.rect is not None and not unit.destroyed
    }
    return Scene(opaque, units)


def half_arc(g: Game, unit: Unit) -> float | None:
    """Return how far the Front Arc reaches to either side of straight ahead in degrees; None for units that
    see all round.
    """
    if may(g, "see-all-round", Context(unit=unit), False):
        return None
    return arc_angle(g) - _RIGHT_ANGLE


def eye_of(g: Game, pool: Pool) -> Eye | None:
    """Return how a model looks: one with a place of its own from there, others from the whole front; None
    off the table.
    """
    unit, base = pool.unit, stand_rect(pool)
    if base is None or unit.rect is None:
        return None
    return Eye(
        unit, base, ahead_of(unit.rect, base), height_of(g, pool), elevated(g, base), half_arc(g, unit)
    )


def eye_of_unit(g: Game, unit: Unit, scene: Scene | None = None) -> Eye | None:
    """Return how a unit as a whole looks: from all its front; None off the table."""
    if unit.rect is None or unit.destroyed:
        return None
    here = scene.units.get(unit.id) if scene is not None else None
    if here is None:
        here = Standing(unit, unit.rect, unit_height(g, unit), elevated(g, unit.rect))
    return Eye(unit, unit.rect, unit.rect.front_edge, here.height, here.high, half_arc(g, unit))


def ahead_of(front: Rect, base: Rect) -> Segment:
    """Return the stretch of a unit's front straight before a model in it."""
    right, _ = front.to_local((base.x, base.y))
    left = max(-front.half_width, right - base.half_width)
    right = min(front.half_width, right + base.half_width)
    return (front.from_local((left, front.half_depth)), front.from_local((right, front.half_depth)))


def hiding(
    scene: Scene, eye: Eye, target: Unit | None, shape: Shape, height: int, ignoring: Sequence[Unit] = ()
) -> list[Shape]:
    """Return all that could hide a target of a Height from an eye: Opaque Terrain and units as tall as
    both.
    """
    found = [piece for piece in scene.opaque if not overlaps(eye.base, piece) and not _within(shape, piece)]
    needed = max(eye.height, height)
    there = scene.units.get(target.id) if target is not None else None
    over = eye.high or (there is not None and there.high)
    for one in scene.units.values():
        if one.height < needed or (over and not one.high):
            continue
        if one.unit is not eye.unit and one.unit is not target and one.unit not in ignoring:
            found.append(one.rect)
    return found


def _within(target: Shape, piece: Shape) -> bool:
    """Whether a line may end in a piece of terrain because the target is in it."""
    if isinstance(target, Circle) and target.r <= EPSILON:
        return point_distance(target.centre, piece) <= 0.0
    return overlaps(target, piece)


def line_to(eye: Eye, shape: Shape, hiders: Sequence[Shape]) -> Segment | None:
    """Return a free line from an eye to a shape, None if there is none."""
    if eye.half is not None:
        return sight_line(eye.source, eye.base.facing, shape, hiders, eye.half)
    for facing in Facing:
        line = sight_line(eye.base.edge(facing), eye.base.facing, shape, hiders, None)
        if line is not None:
            return line
    return None


def line_to_unit(
    g: Game, eye: Eye, target: Unit, ignoring: Sequence[Unit] = (), scene: Scene | None = None
) -> Segment | None:
    """Return a free line from an eye to a unit's boundary, None if it does not see it."""
    scene = scene or scene_of(g)
    there = scene.units.get(target.id)
    if there is None or not may_see(g, eye.unit, target):
        return None
    return line_to(eye, there.rect, hiding(scene, eye, target, there.rect, there.height, ignoring))


def may_see(g: Game, unit: Unit, target: Unit) -> bool:
    """Return whether no rule clouds a unit's sight of another."""
    return may(g, "see-beyond", Context(unit=unit, target_unit=target))


def sees(
    g: Game, unit: Unit, target: Unit, ignoring: Sequence[Unit] = (), scene: Scene | None = None
) -> bool:
    """Return whether any model of a unit sees any part of another unit's boundary."""
    scene = scene or scene_of(g)
    eye = eye_of_unit(g, unit, scene)
    return eye is not None and line_to_unit(g, eye, target, ignoring, scene) is not None


def sees_point(g: Game, eye: Eye, point: Point, scene: Scene | None = None) -> bool:
    """Return whether an eye sees a point on the ground, which has Height 0."""
    spot = Circle(point[0], point[1], EPSILON)
    return line_to(eye, spot, hiding(scene or scene_of(g), eye, None, spot, 0)) is not None


def arc_angle(g: Game) -> float:
    """Return the degrees between a facing and the line that ends its arc (Definitions 3)."""
    return float(g.ruleset.bounded("arc-angle", 90, 180))


def target_facing(g: Game, unit: Unit, target: Unit) -> Facing:
    """Return the facing of a target in whose arc the middle of a unit's front lies; of two on their border
    the front or rear.

    Units that see all round are judged by their centre. Raises ValueError for units that are not on the
    table.
    """
    if unit.rect is None or target.rect is None:
        raise ValueError(f"{unit.name} and {target.name} are not both on the table")
    round_about = may(g, "see-all-round", Context(unit=unit), False)
    point = unit.rect.centre if round_about else unit.rect.front_centre
    return arc_of(target.rect, point, arc_angle(g))[0]
