"""Whom an event, or a question, is of: what has a role in it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..events import Event
from ..state import Game, Player, Pool, Unit
from .answers import ids_of


def has_role(g: Game, thing: Any, event: Event, roles: Collection[str]) -> bool:
    """Return whether a thing has one of these roles in an event; a player, whether something of its has, or
    it is named.

    What is told of one model of a unit is not of the others: of a unit all count, of a model its own alone,
    and what is told of the unit as one.
    """
    ids = event.things(roles)
    if isinstance(thing, Player):
        things = (g.things.get(number) for number in ids)
        named = [value for value in event.facts.values() if isinstance(value, str)]
        return thing.name in named or any(thing.name == one.owner for one in things if one)
    if isinstance(thing, Pool):
        own = {thing.id, *(part.id for part in thing.parts)}
        return bool(own & ids) or (thing.unit.id in ids and ids.isdisjoint(_within(thing.unit)))
    return not ids.isdisjoint(ids_of(thing))


def _within(unit: Unit) -> set[int]:
    return {pool.id for pool in unit.pools} | {part.id for part in unit.parts()}
