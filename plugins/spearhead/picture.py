"""The table as it stands now, for all who ask who is near whom and who sees whom.

The `Field` of a game is made anew only where something moved since it was last asked for, so ask as often as
you like. `field_with` shows a unit where it might be: a *ghost* is a unit that stands for the one of its id,
with places of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.geometry import Shape
from tercio.kernel.state import Game, Model, Pool, Unit
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.combat import Field

from .terrain import BLOCKS_SIGHT, shapes


def field_of(g: Game) -> Field:
    """Return the table as it stands now."""
    known: Field | None = g.engagement.picture
    moved = None if known is None else _moved(g, known)
    if known is None or moved is None:
        known = Field(g, shapes(g, BLOCKS_SIGHT))
    elif not moved:
        return known
    for unit in moved or ():
        known = known.moved(unit, bases_of(unit))
    g.engagement.picture = known
    return known


def _moved(g: Game, known: Field) -> list[Unit] | None:
    """Return the units that stand otherwise than in a picture; None if that is better made anew."""
    if known.blocking != shapes(g, BLOCKS_SIGHT):
        return None
    moved = []
    for unit in g.units.values():
        bases = [] if unit.destroyed else bases_of(unit)
        if bases != known.bases(unit):
            if not bases or not known.bases(unit):
                return None
            moved.append(unit)
    return moved


def field_with(g: Game, *units: Unit) -> Field:
    """Return the table with some units where they say that they stand, be they ghosts or not."""
    now = field_of(g)
    for unit in units:
        if g.units.get(unit.id) is not unit:
            bases = bases_of(unit)
            now = now.moved(unit, bases) if bases else now
    return now


def ghost_of(unit: Unit, bases: Sequence[Shape]) -> Unit:
    """Return a ghost of a unit: all that it is and holds, on other bases.

    There may be fewer bases than models; then only the first models are there.
    """
    ghost = Unit(unit.id, unit.name, unit.owner, unit.held, unit.marks, unit.tokens, unit.memory)
    ghost.index, ghost.names, ghost.cost = unit.index, unit.names, unit.cost
    ghost.pools = [_pool(pool, ghost, bases) for pool in unit.pools]
    return ghost


def _pool(pool: Pool, ghost: Unit, bases: Sequence[Shape]) -> Pool:
    new = Pool(pool.id, pool.name, pool.owner, pool.held, pool.marks, pool.tokens, pool.memory)
    new.index, new.names = pool.index, pool.names
    new.unit, new.entry, new.profile, new.parts = ghost, pool.entry, pool.profile, pool.parts
    new.models, new.starting, new.lost, new.base = pool.models, pool.starting, pool.lost, pool.base
    new.loose = [Model(m.id, m.part, base) for m, base in zip(pool.loose, bases, strict=False)]
    return new
