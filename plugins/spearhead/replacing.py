"""Replacement units: a unit that was destroyed comes back as a new one, once.

The new unit has the warscroll, weapons and models of the old one, or only some of them; nothing that the old
one gained or was given comes with it. It is set up like any other that arrives; where there is no room for
it, nothing happens. Source: Core Rules, 24.2; battlepack, 7.0; rulings 37 and 38.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

from tercio.kernel import scheduler
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import UnitEntry
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit, touch

from .damage import health_of
from .muster import unit_of_entry
from .setting_up import set_up

REPLACED, REPLACEMENT = "replaced", "replacement"
REINFORCE_HERE = "reinforce-here"
_SECTION = "Core Rules, 24.2"


def can_be_replaced(unit: Unit) -> bool:
    """Whether a unit was destroyed and may come back: it has not yet, and is no replacement itself."""
    return unit.destroyed and REPLACED not in unit.marks and REPLACEMENT not in unit.marks


def reinforce(g: Game, lost: Unit, c: Context) -> Procedure[None]:
    """Let the owner of a destroyed unit set up an identical one where rules let reinforcements come in."""

    def place(candidate: Unit) -> bool:
        return may(g, REINFORCE_HERE, Context(unit=candidate), default=False)

    yield from set_up_replacement(g, lost, place, c)


def set_up_replacement(
    g: Game, lost: Unit, place: Callable[[Any], bool], c: Context, health: int | None = None
) -> Procedure[None]:
    """Let the owner of a destroyed unit set up a replacement where a test holds.

    With `health` only so many of its models come as have so much Health together; a model that has more by
    itself comes with damage that leaves it so much.
    """
    if not can_be_replaced(lost):
        return
    unit = yield from _made(g, lost, health)
    g.add_unit(unit)
    if not (yield from set_up(g, c, unit, place)):
        _undo(g, unit)
        return
    scheduler.mark(g, lost, REPLACED)
    g.emit("unit-replaced", unit=lost.id, to=unit.id)


def _made(g: Game, lost: Unit, health: int | None) -> Procedure[Unit]:
    entry = g.ruleset.get(UnitEntry, lost.name)
    unit = unit_of_entry(g, entry, lost.owner)
    unit.marks[REPLACEMENT] = 0
    each = health_of(unit)
    if health is not None and each > health:
        _keep(unit.pools[0], [unit.pools[0].loose[0].part])
        unit.pools[0].lost = each - health
    elif health is not None:
        yield from _pick_models(unit, health // each)
    return unit


def _pick_models(unit: Unit, count: int) -> Procedure[None]:
    """Let the owner pick which models come, where a unit has several kinds."""
    pool = unit.pools[0]
    if count >= len(pool.loose):
        return
    has = [model.part for model in pool.loose]
    kinds = list(dict.fromkeys(has))
    options = [
        list(some)
        for some in combinations_with_replacement(kinds, count)
        if all(some.count(kind) <= has.count(kind) for kind in kinds)
    ]
    names = {part.id: part.name for part in pool.parts}
    named = [[names[kind] for kind in some] for some in options]
    answer = yield from ask(
        Decision("replacement.models", unit.owner, f"Which models of {unit.name} come?", named, _SECTION)
    )
    _keep(pool, options[named.index(answer)])


def _keep(pool: Pool, kinds: list[int]) -> None:
    """Keep one model for each kind that is named."""
    left = list(kinds)
    kept = []
    for model in pool.loose:
        if model.part in left:
            left.remove(model.part)
            kept.append(model)
    pool.loose = kept
    pool.models = pool.starting = len(kept)


def _undo(g: Game, unit: Unit) -> None:
    """Take back a unit that could not be set up."""
    del g.units[unit.id]
    for pool in unit.pools:
        for thing in (pool, *pool.parts, *(arm for part in pool.parts for arm in part.arms)):
            del g.things[thing.id]
    del g.things[unit.id]
    touch(g, unit)
