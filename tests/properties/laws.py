"""What holds in every state of every battle, and of every question: each law returns the faults that it
finds, as sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision
from tercio.kernel.decl import Characteristic
from tercio.kernel.events import Event
from tercio.kernel.hearing import listeners
from tercio.kernel.modifiers import gather, hits_of, names_of
from tercio.kernel.query import value_of
from tercio.kernel.scheduler import COMBATS, Lasting
from tercio.kernel.state import Game, Part, Pool, Thing, Unit, touch

Law = Callable[[Game], list[str]]


def all_things(g: Game) -> Iterator[Thing]:
    """Yield the battle and everything in it."""
    yield g.battle
    yield from g.things.values()


# -- what is on the table --------------------------------------------------------------------------


def misplaced(g: Game) -> list[str]:
    """The lookup by id finds every unit, pool and part, and a pool knows its unit; who is destroyed is
    gone.
    """
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
        if unit.destroyed and (unit.rect is not None or unit.id in g.engagement):
            faults.append(f"{unit!r} is destroyed and still on the table")
    return faults


def undestroyed(g: Game) -> list[str]:
    """A unit that has no models left is destroyed."""
    return [f"{unit!r} has no models" for unit in g.units.values() if not (unit.models or unit.destroyed)]


def miscounted(g: Game) -> list[str]:
    """No pool has negative health or more models than it began with; models that stand by themselves are as
    many, each of a part of the pool.
    """
    faults = []
    for pool in (pool for unit in g.units.values() for pool in unit.pools):
        if pool.models and not 0 <= pool.lost <= pool.health + pool.lost:
            faults.append(f"{pool!r} has health {pool.health}, lost {pool.lost}")
        if not 0 <= pool.models <= pool.starting:
            faults.append(f"{pool!r} has {pool.models} models of {pool.starting}")
        ids = [model.id for model in pool.loose]
        if ids and (len(ids) != pool.models or len(set(ids)) != len(ids)):
            faults.append(f"{pool!r} has {pool.models} models, listed are {ids}")
        if not {model.part for model in pool.loose} <= {part.id for part in pool.parts}:
            faults.append(f"{pool!r} has models of no part")
    return faults


def stale_lookups(g: Game) -> list[str]:
    """What is looked up of rules that things hold is what is found when one looks anew."""
    fresh = clone(g)
    touch(fresh)
    listeners(fresh)
    gather(fresh, "", Context())
    gather(fresh, min(fresh.spoken or {""}), Context())
    faults = [
        f"{thing!r} looks up other rules than it holds"
        for thing, twin in zip(all_things(g), all_things(fresh), strict=True)
        if (thing.index is not None and thing.index != hits_of(fresh, twin))
        or (thing.names is not None and thing.names != names_of(fresh, twin))
    ]
    if g.heard not in (None, fresh.heard) or g.auras not in (None, fresh.auras):
        faults.append("who listens or lends rules to others is not who would")
    if g.spoken is not None and not (fresh.spoken or set()) <= g.spoken:
        faults.append("rules speak of what nobody is held to speak of")
    return faults


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
    asked = (
        (f"{name} of {thing!r}", partial(value_of, g, name, thing))
        for unit in g.units.values()
        for thing in (unit, *unit.pools, *unit.parts())
        for name in _characteristics(g, thing)
    )
    return [fault for what, ask in asked for fault in unlike(g, what, ask)]


def unlike(g: Game, what: str, ask: Callable[[], Any]) -> list[str]:
    """Return the fault of a number that is another when its ledger is kept, if it is."""
    plain, explained, why = both_ways(g, ask)
    return [] if plain == explained else [f"{what} is {plain}, explained {explained}: {why}"]


def both_ways(g: Game, ask: Callable[[], Any]) -> tuple[Any, Any, str]:
    """Return a number asked without ledgers, with them, and the ledgers in words."""
    kept = g.ledgers
    try:
        g.ledgers = None
        plain = ask()
        g.ledgers = []
        explained = ask()
        return plain, explained, "; ".join(map(str, g.ledgers))
    finally:
        g.ledgers = kept


def _characteristics(g: Game, thing: Thing) -> list[str]:
    roles = _ASKED[type(thing)]
    declared = g.ruleset.of_kind(Characteristic)
    return [name for name in declared if g.ruleset.roles(name)[:1] and g.ruleset.roles(name)[0] in roles]


ALWAYS: tuple[Law, ...] = (
    misplaced,
    miscounted,
    stale_lookups,
    unheld_effects,
    unfelt_effects,
    lopsided_contacts,
    unexplained,
)
"""What holds at every decision of every battle."""


# -- questions -------------------------------------------------------------------------------------


def unanswerable(decision: Decision, most: int) -> list[str]:
    """A question has answers, and all are plain JSON; about so many of them, spread over all, are legal, and
    not because they were offered.
    """
    options = list(decision.options)
    faults = [] if options else [f"{decision.kind} has no answer"]
    faults += [f"{decision.kind} tells {decision.facts}"] if not is_json(decision.facts) else []
    faults += [f"{decision.kind} offers {options}, which is not JSON"] if not is_json(options) else []
    for option in options[:: len(options) // most + 1]:
        refusal = (decision.accepts or decision.judge)(option)
        if refusal is not None:
            faults.append(f"{decision.kind} offers {option}, which is refused: {refusal}")
    return faults


def is_json(value: Any) -> bool:
    """Whether data is the same when it has been written as JSON and read again."""
    try:
        return bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError):
        return False
