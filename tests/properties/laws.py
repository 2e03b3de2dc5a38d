"""What holds in every state of every battle: each law returns the faults that it finds, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from tercio.kernel.decl import Characteristic
from tercio.kernel.events import Event
from tercio.kernel.geometry import (
    EPSILON,
    Facing,
    Rect,
    contact,
    contact_length,
    overlaps,
    segment_distance,
    touches,
)
from tercio.kernel.query import value_of
from tercio.kernel.scheduler import COMBATS, Lasting
from tercio.kernel.state import Game, Part, Pool, Thing, Unit


def all_things(g: Game) -> Iterator[Thing]:
    """Yield the battle and everything in it."""
    yield g.battle
    yield from g.things.values()


# -- what is on the table --------------------------------------------------------------------------


def misplaced(g: Game) -> list[str]:
    """The lookup by id finds every unit, pool and part; nobody has negative health or two units."""
    faults = []
    for unit in g.units.values():
        for thing in (unit, *unit.pools, *unit.parts()):
            if g.things.get(thing.id) is not thing:
                faults.append(f"{thing!r} of {unit!r} is not found by its id")
        faults += [
            f"{pool!r} is held by {unit!r} but says {pool.unit!r}"
            for pool in unit.pools
            if pool.unit is not unit
        ]
        faults += [
            f"{pool!r} has health {pool.health}" for pool in unit.pools if pool.health < 0 or pool.lost < 0
        ]
        if unit.destroyed and (unit.rect is not None or unit.id in g.engagement):
            faults.append(f"{unit!r} is destroyed and still on the table")
    return faults


def overlapping(g: Game) -> list[str]:
    """No two units stand on the same ground."""
    there = [unit for unit in g.units.values() if unit.rect is not None]
    return [
        f"{a!r} stands on {b!r}"
        for a, b in combinations(there, 2)
        if a.rect is not None and b.rect is not None and overlaps(a.rect, b.rect)
    ]


# -- lasting effects -------------------------------------------------------------------------------


def unheld_effects(g: Game) -> list[str]:
    """Rules and marks for a time belong to an effect that has not ended, and it knows who holds them."""
    lasting = {effect.id: effect for effect in g.schedule.lasting}
    faults = [f"{e.label} ({e.id}) lasts twice" for e in g.schedule.lasting if lasting[e.id] is not e]
    for thing in all_things(g):
        given = [(held.effect, held.instance.label) for held in thing.held if held.effect]
        faults += [
            f"{thing!r} holds {label} of effect {number}, which {_knows(lasting, number)}"
            for number, label in given
            if number not in lasting or thing.id not in lasting[number].things
        ]
        faults += [
            f"{thing!r} is marked {mark} by effect {number}, which has ended"
            for mark, number in thing.marks.items()
            if number and (number not in lasting or (thing.id, mark) not in lasting[number].marks)
        ]
    return faults


def _knows(lasting: dict[int, Lasting], number: int) -> str:
    return "does not know it" if number in lasting else "has ended"


def unfelt_effects(g: Game) -> list[str]:
    """Whoever an effect gave rules to, and is still there, holds them."""
    faults = []
    for effect in g.schedule.lasting:
        for number in effect.things:
            thing = g.things.get(number)
            if thing is not None and not any(held.effect == effect.id for held in thing.held):
                faults.append(
                    f"{effect.label} ({effect.id}) lasts on {thing!r}, which holds none of its rules"
                )
    return faults


def endless_combats(g: Game) -> list[str]:
    """What lasts for a combat ends with it."""
    combats = g.engagement.combats()
    return [
        f"{effect.label} lasts for combat {effect.combat}, which is over"
        for effect in g.schedule.lasting
        if effect.node in COMBATS and effect.combat and effect.combat not in combats
    ]


def outlived(g: Game, effect: Lasting, left: int, since: int) -> bool:
    """Whether an effect that had `left` occasions at event `since` has seen so many of them and still
    lasts.
    """
    return _crossed(g, effect.edge, effect.node, effect.player, since) >= left


def _crossed(g: Game, edge: str, node: str, player: str, since: int) -> int:
    begins = [event for event in g.events or () if event.kind == "begins" and _is(event, node)]
    if edge == "start":
        return sum(event.number >= since and _of(event, player) for event in begins)
    if begins and g.clock.frame(node) is not None:
        ended, still_open = begins[:-1], begins[-1]
        assert still_open.number <= g.sequence_number
    else:
        ended = begins
    return sum(_ended_after(g, event, since) and _of(event, player) for event in ended)


def _ended_after(g: Game, begin: Event, since: int) -> bool:
    """A node ends before the next event whose path does not lie within it."""
    events: Sequence[Event] = g.events or ()
    after = next((e for e in events[begin.number :] if not f"{e.path}/".startswith(f"{begin.path}/")), None)
    return after is None or after.number > since


def _is(event: Event, node: str) -> bool:
    return node in (event.facts["node"], event.facts["level"])


def _of(event: Event, player: str) -> bool:
    return player in ("", event.facts["active"])


# -- contact ---------------------------------------------------------------------------------------


def false_contacts(g: Game) -> list[str]:
    """Who is engaged touches, on the facings that are noted; enemies who touch are engaged."""
    faults = []
    noted = {(u, v): (f, h) for u, f, v, h in g.engagement.contacts()}
    for a, b in combinations(sorted(g.units), 2):
        one, other = g.units[a], g.units[b]
        if one.rect is None or other.rect is None:
            faults += [f"{one!r} and {other!r} are engaged off the table"] if (a, b) in noted else []
            continue
        met = touches(one.rect, other.rect)
        if ((a, b) in noted) != (met and one.owner != other.owner):
            faults.append(f"{one!r} and {other!r}: engaged {(a, b) in noted}, in contact {met}")
        elif (a, b) in noted and not _lie_on(one.rect, other.rect, *noted[a, b]):
            faults.append(f"{one!r} and {other!r}: noted {noted[a, b]}, met {contact(one.rect, other.rect)}")
    return faults


def _lie_on(a: Rect, b: Rect, one: Facing, other: Facing) -> bool:
    """Whether the contact of two boundaries lies on these facings; a corner lies on two of either side."""
    if contact_length(a, b):
        return contact(a, b) == (one, other)
    return segment_distance(*a.edge(one), b) <= EPSILON and segment_distance(*b.edge(other), a) <= EPSILON


def lopsided_contacts(g: Game) -> list[str]:
    """Contact is mutual, facings are those of either side, and a combat is all who hang together."""
    faults = []
    graph = g.engagement
    for unit in g.units:
        for foe in graph.foes(unit):
            if unit not in graph.foes(foe):
                faults.append(f"{unit} touches {foe}, but not the other way round")
            if graph.combat_of(unit) != graph.combat_of(foe) or not graph.combat_of(unit):
                faults.append(f"{unit} and {foe} touch in different combats")
        if bool(graph.foes(unit)) != bool(graph.combat_of(unit)):
            faults.append(f"{unit} is in a combat without touching anybody, or touches outside of one")
    return faults


# -- numbers ---------------------------------------------------------------------------------------

_ASKED = {Part: ("attacker",), Pool: ("target", "model"), Unit: ("unit",)}


def unexplained(g: Game) -> list[str]:
    """Every number with its ledger is the number without."""
    faults = []
    for unit in g.units.values():
        for thing in (unit, *unit.pools, *unit.parts()):
            for name in _characteristics(g, thing):
                plain, explained, why = both_ways(g, name, thing)
                if plain != explained:
                    faults.append(f"{name} of {thing!r} is {plain}, explained {explained}: {why}")
    return faults


def both_ways(g: Game, name: str, thing: Thing) -> tuple[Any, Any, str]:
    """Return a number asked without ledgers, with them, and the last ledger in words."""
    kept = g.ledgers
    try:
        g.ledgers = None
        plain = value_of(g, name, thing)
        g.ledgers = []
        explained = value_of(g, name, thing)
        return plain, explained, "; ".join(map(str, g.ledgers))
    finally:
        g.ledgers = kept


def _characteristics(g: Game, thing: Thing) -> list[str]:
    roles = _ASKED[type(thing)]
    declared = g.ruleset.of_kind(Characteristic)
    return [name for name in declared if g.ruleset.roles(name)[:1] and g.ruleset.roles(name)[0] in roles]
