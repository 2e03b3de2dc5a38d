"""What was lost and comes back: health of models that stand, and models that return to their unit.

Source: SOVL, Strategic Phase, Abilities and spells.
"""

from __future__ import annotations

from tercio.kernel.geometry import Rect, Shape, first_overlap, inside_table
from tercio.kernel.state import Game, Pool, Unit

from .formation import refit
from .muster import body_of
from .places import closed_ground, others_on_table


def restore(g: Game, pool: Pool, points: int) -> int:
    """Give back up to `points` of health that models which still stand have lost; return how many."""
    restored = min(points, pool.lost)
    if restored <= 0 or pool.unit.destroyed:
        return 0
    pool.lost -= restored
    g.emit("health-restored", unit=pool.unit.id, pool=pool.id, restored=restored)
    return restored


def return_models(g: Game, unit: Unit, number: int) -> int:
    """Let models return to a unit, unhurt, up to as many as it began with and as there is room for at its
    rear; return how many.
    """
    pool = body_of(unit)
    wanted = 0 if unit.destroyed or not pool.models else min(number, pool.starting - pool.models)
    returned = 0
    while returned < wanted and _grows(g, unit, pool):
        returned += 1
    if returned:
        g.emit("models-returned", unit=unit.id, pool=pool.id, models=returned, left=pool.models)
    return returned


def _grows(g: Game, unit: Unit, pool: Pool) -> bool:
    """Add a model to a pool and return whether there is room for it; if not, nothing changes."""
    pool.models += 1
    if unit.rect is None:
        return True
    before = unit.rect
    if _has_room(g, unit, refit(unit)):
        return True
    pool.models -= 1
    unit.rect = before
    refit(unit)
    return False


def _has_room(g: Game, unit: Unit, rect: Rect) -> bool:
    others: list[Shape] = [*others_on_table(g, unit), *closed_ground(g)]
    return inside_table(rect, g.width, g.depth) and first_overlap(rect, others) is None
