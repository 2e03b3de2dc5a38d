"""The table as it stands now, for all who ask who is near whom and who sees whom.

The `Field` of a game is made anew only where something moved since it was last asked for, so ask as often as
you like. `field_with` shows a unit where it might be: a *ghost* is a unit that stands for the one of its id,
with places of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tercio.kernel.geometry import Shape
from tercio.kernel.state import Game, Model, Pool, Thing, Unit
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.combat import Field

from .terrain import BLOCKS_SIGHT, shapes

T = TypeVar("T", bound=Thing)


def field_of(g: Game) -> Field:
    """Return the table as it stands now; while the game is locked one look at it is enough."""
    known: Field | None = g.engagement.picture
    if known is None or not g.locked or known.looked != g.locks:
        known = g.engagement.picture = _looked_at(g, known)
        known.looked = g.locks if g.locked else 0
    return known


def _looked_at(g: Game, known: Field | None) -> Field:
    moved = None if known is None else _moved(g, known)
    if known is None or moved is None:
        return Field(g, shapes(g, BLOCKS_SIGHT))
    for unit in moved:
        known = known.moved(unit, bases_of(unit))
    return known


def _moved(g: Game, known: Field) -> list[Unit] | None:
    """Return the units that stand otherwise than in a picture; None if that is better made anew."""
    if known.blocking != shapes(g, BLOCKS_SIGHT):
        return None
    moved = []
    then = known.by_unit
    for number, unit in g.units.items():
        before = then.get(number)
        if before == [model.shape for model in unit.pools[0].loose] and not unit.destroyed:
            continue
        bases = [] if unit.destroyed else bases_of(unit)
        if bases != (before or []):
            if not bases or not before:
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
    ghost = _twin(unit)
    ghost.rect, ghost.formation, ghost.destroyed, ghost.cost = None, None, False, unit.cost
    ghost.pools = [_pool(pool, ghost, bases) for pool in unit.pools]
    return ghost


def _pool(pool: Pool, ghost: Unit, bases: Sequence[Shape]) -> Pool:
    new = _twin(pool)
    new.unit, new.entry, new.role, new.origin = ghost, pool.entry, pool.role, pool.origin
    new.profile, new.parts, new.cost, new.height = pool.profile, pool.parts, pool.cost, pool.height
    new.models, new.starting, new.lost, new.base = pool.models, pool.starting, pool.lost, pool.base
    new.loose = [Model(m.id, m.part, base) for m, base in zip(pool.loose, bases, strict=False)]
    return new


def _twin(thing: T) -> T:
    """Return a new thing that is and holds the same; what is special to its kind is the caller's."""
    new = type(thing).__new__(type(thing))
    new.id, new.name, new.owner, new.held = thing.id, thing.name, thing.owner, thing.held
    new.marks, new.tokens, new.memory = thing.marks, thing.tokens, thing.memory
    new.index, new.names = thing.index, thing.names
    return new
