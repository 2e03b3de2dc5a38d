"""Who stands in whose way: other units, Impassable Terrain, the table's edge, and the distances to keep from
them.

Distances are strict: a unit at exactly the spacing is too near. Source: T9A rulebook, Definitions 4; rulings,
Movement 41.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tercio.kernel.geometry import EPSILON, Rect, Shape, inside_table, overlaps, within
from tercio.kernel.state import Game, Terrain, Unit

from .terrain import feature_of


def unit_spacing(g: Game) -> float:
    """Return the inches that units keep from others when they stand."""
    return float(g.ruleset.constant("unit-spacing"))


def moving_spacing(g: Game) -> float:
    """Return the inches that units keep from others while they move."""
    return float(g.ruleset.constant("moving-spacing"))


def is_impassable(g: Game, piece: Terrain) -> bool:
    """Return whether nobody may enter a piece of terrain."""
    return feature_of(g, piece).impassable


def impassable(g: Game) -> list[Shape]:
    """Return the shapes of all Impassable Terrain."""
    return [piece.shape for piece in g.terrain if is_impassable(g, piece)]


def standing(g: Game, *leaving_out: Unit) -> list[Unit]:
    """Return the units on the table but for some, in order of id."""
    return [u for u in g.units.values() if u.rect is not None and not u.destroyed and u not in leaving_out]


def enemies(g: Game, owner: str) -> list[Unit]:
    """Return the units on the table that are not this player's, in order of id."""
    return [u for u in g.units.values() if u.owner != owner and u.rect is not None and not u.destroyed]


def friends(g: Game, owner: str) -> list[Unit]:
    """Return the player's units on the table, in order of id."""
    return [u for u in g.units.values() if u.owner == owner and u.rect is not None and not u.destroyed]


def bodies(units: Iterable[Unit]) -> list[Shape]:
    """Return the boundaries of units."""
    return [unit.rect for unit in units if unit.rect is not None]


def obstructions(g: Game, *leaving_out: Unit) -> list[Shape]:
    """Return all that a moving unit must not run into: Impassable Terrain and the boundaries of other
    units.
    """
    return [*impassable(g), *bodies(standing(g, *leaving_out))]


def on_table(g: Game, rect: Rect) -> bool:
    """Return whether a boundary lies wholly on the table."""
    return inside_table(rect, g.width, g.depth)


def keeps_off(rect: Rect, shapes: Sequence[Shape], gap: float) -> bool:
    """Return whether a boundary is strictly farther than `gap` inches from every shape."""
    x, y, reach = rect.x, rect.y, rect.radius + gap + EPSILON
    for shape in shapes:
        dx, dy, far = shape.x - x, shape.y - y, reach + shape.radius
        if dx * dx + dy * dy <= far * far and within(rect, shape, gap):
            return False
    return True


def free_of(rect: Rect, shapes: Sequence[Shape]) -> bool:
    """Return whether a boundary overlaps none of the shapes; touching is allowed."""
    return not any(overlaps(rect, shape) for shape in shapes)


def fits(g: Game, rect: Rect, *leaving_out: Unit) -> bool:
    """Return whether a unit may stand here: on the table, and farther than the Unit Spacing from all else."""
    return on_table(g, rect) and keeps_off(rect, obstructions(g, *leaving_out), unit_spacing(g))
