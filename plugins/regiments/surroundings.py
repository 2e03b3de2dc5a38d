"""What a unit has to reckon with in one move: what stands near enough to be met, and what the pack says.

Made once for a move, so that many ways can be tried; it holds as long as nothing on the table changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.geometry import Point, Rect
from tercio.kernel.geometry.crossing import clip
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.geometry.inside import inside
from tercio.kernel.modifiers import is_spoken_of, value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Terrain, Unit

from .places import is_impassable

_PRICES = ("advance-cost", "back-cost", "side-cost")


class Surroundings:
    """Other `units` with their boundaries, impassable pieces (`closed`) and all `rough` pieces within reach
    of a unit; the `gap` that it keeps from others, and whether it may stand `off_table`.
    """

    __slots__ = (
        "_costs",
        "_inches",
        "_may",
        "closed",
        "context",
        "g",
        "gap",
        "is_priced",
        "off_table",
        "rough",
        "start",
        "unit",
        "units",
    )

    def __init__(
        self,
        g: Game,
        unit: Unit,
        units: list[tuple[Rect, Unit]],
        rough: list[Terrain],
        context: Context,
    ) -> None:
        self.g, self.unit, self.units, self.rough, self.context = g, unit, units, rough, context
        self.start = unit.rect
        self.gap = float(g.ruleset.constant("unit-gap"))
        self.closed = [piece for piece in rough if is_impassable(g, piece)]
        self.is_priced = any(is_spoken_of(g, name) for name in _PRICES)
        self.off_table = may(g, "leave-table", context, False)
        self._may: dict[str, bool] = {}
        self._costs: dict[str, float] = {}
        self._inches: dict[tuple[str | None, int], float] = {}

    def allows(self, permission: str, default: bool) -> bool:
        """Whether the unit may take a kind of step."""
        known = self._may.get(permission)
        if known is None:
            known = self._may[permission] = may(self.g, permission, self.context, default)
        return known

    def passes(self, permission: str, other: Unit | None, piece: Terrain | None) -> bool:
        """Whether the unit may pass over another one, or over a piece of terrain."""
        if not is_spoken_of(self.g, f"may {permission}"):
            return False
        return may(self.g, permission, self.context.but(target_unit=other, terrain=piece), False)

    def cost(self, name: str, base: int) -> float:
        """Return what a turn costs: a value of the unit, nothing at least."""
        known = self._costs.get(name)
        if known is None:
            known = self._costs[name] = max(0.0, float(value(self.g, name, self.context, base)))
        return known

    def inch(self, own: str | None, piece: Terrain | None) -> float:
        """Return the cost of an inch where a piece of terrain lies (None: in the open): that of an advance,
        times the value `own` of another kind of step.
        """
        key = (own, piece.id if piece is not None else 0)
        known = self._inches.get(key)
        if known is None:
            c = self.context.but(terrain=piece)
            known = float(value(self.g, "advance-cost", c, 1))
            known = known * float(value(self.g, own, c, 1)) if own is not None else known
            self._inches[key] = known
        return known

    def cuts(self, start: Point, end: Point) -> Sequence[float]:
        """Return where the line between two points enters or leaves terrain, as fractions of it, with 0 and 1
        at its ends.
        """
        found = {0.0, 1.0}
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        length = hypot(dx, dy)
        for piece in self.rough:
            shape = piece.shape
            across = (shape.x - x) * dy - (shape.y - y) * dx
            if abs(across) > shape.radius * length:
                continue
            for part in parts_of(shape):
                found.update(clip(start, end, part, 0.0) or ())
        return sorted(found)

    def ground(self, point: Point) -> Terrain | None:
        """Return the piece of terrain at a point, the last one that was laid; None in the open."""
        return next((piece for piece in reversed(self.rough) if inside(point, piece.shape)), None)


def surroundings(g: Game, unit: Unit, reach: float, action: Any = None) -> Surroundings:
    """Return what stands around a unit whose centre comes at most `reach` inches from where it is."""
    rect = unit.rect
    assert rect is not None
    x, y = rect.x, rect.y
    far = reach + rect.radius + float(g.ruleset.constant("unit-gap"))
    units = []
    for other in g.units.values():
        place = other.rect
        if place is not None and other is not unit and not other.destroyed:
            dx, dy, limit = place.x - x, place.y - y, far + place.radius
            if dx * dx + dy * dy < limit * limit:
                units.append((place, other))
    rough = []
    for piece in g.terrain:
        shape = piece.shape
        dx, dy, limit = shape.x - x, shape.y - y, far + shape.radius
        if dx * dx + dy * dy < limit * limit:
            rough.append(piece)
    context = Context(unit=unit, action=action, player=g.players.get(unit.owner))
    return Surroundings(g, unit, units, rough, context)
