"""Where single models of a unit stand: those with a place of their own by their base, all others by the
boundary.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.geometry import Rect
from tercio.kernel.state import Pool, Terrain, Unit, pool_of
from tercio.plugins.regiments.formation import RankedFormation, stand_of


def stand_rect(pool: Pool) -> Rect | None:
    """Return the base of a model that has a place of its own in a unit, else the boundary of its unit; None
    off the table.
    """
    unit = pool.unit
    formation = unit.formation
    if unit.rect is None or unit.destroyed:
        return None
    if isinstance(formation, RankedFormation) and pool.id in formation.places:
        stand = stand_of(unit, pool)
        return stand.rect if stand is not None else unit.rect
    return unit.rect


def stand_shape(thing: Any) -> Any:
    """Return the shape of a unit, model, part or piece of terrain for questions of contact; None off the
    table.
    """
    match thing:
        case Unit():
            return None if thing.destroyed else thing.rect
        case Terrain():
            return thing.shape
        case _:
            pool = pool_of(thing)
            return stand_rect(pool) if pool is not None else getattr(thing, "shape", None)
