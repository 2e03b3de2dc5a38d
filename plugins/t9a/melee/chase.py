"""Who flees and who pursues: directions, distances, the caught, the moves, and what those do who are left
without foes.

Directions and facings are settled while everybody is frozen; then boundaries close up, units that stay
regain contact, the Broken run and the pursuers follow. Source: T9A rulebook, Melee Phase 4.D to 5.A;
Reference Handbook, Pursue Moves and Nudge; rulings 5, 44, 47-49, 54.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.geometry import Point
from tercio.kernel.permissions import may, must
from tercio.kernel.state import Game, Unit

from .. import marks
from ..casualties import remove_unit
from ..engaging import foes_of, forget_freed, freed, in_turn
from ..flee import flee, flee_distance
from ..pivots import post_combat_pivot
from ..pursuit import Pursuit, overrun, pursue_distance, pursue_in_order
from .fight import Fight
from .nudge import close_ranks

STAY, OVERRUN = "stay", "overrun"
_RULE = "Melee Phase 4.D"


@dataclass(slots=True, eq=False)
class Flight:
    """A Broken unit about to run: from whom, where to, how far."""

    unit: Unit
    foe: Unit
    direction: Point
    distance: int = 0
    pursuits: list[Pursuit] = field(default_factory=list)


def chase(g: Game, fight: Fight, broken: Sequence[Unit]) -> Procedure[set[int]]:
    """Carry out sections 4.D to 5.A and return the ids of units that left: Broken, or pursuing."""
    flights = yield from _flights(g, broken)
    pursuits = yield from _pursuits(g, fight, flights)
    yield from _catch(g, flights)
    leaving = {flight.unit.id for flight in flights} | {pursuit.unit.id for pursuit in pursuits}
    close_ranks(g, fight.standing(), leaving)
    yield from _run(g, fight, flights)
    yield from pursue_in_order(g, pursuits)
    yield from _pivots(g, fight, leaving)
    return leaving


# -- fleeing ---------------------------------------------------------------------------------------


def _flights(g: Game, broken: Sequence[Unit]) -> Procedure[list[Flight]]:
    """Settle from whom each Broken unit flees, then roll how far."""
    flights = []
    for unit in broken:
        foes = foes_of(g, unit)
        if unit.destroyed or not foes or unit.rect is None:
            continue
        foe = foes[0] if len(foes) == 1 else (yield from _whom_to_flee(g, unit, foes))
        x, y = unit.rect.normal(g.engagement.facing(unit.id, foe.id))
        flights.append(Flight(unit, foe, (-x, -y)))
    for flight in flights:
        flight.distance = flee_distance(g, flight.unit, flight.foe)
    return flights


def _whom_to_flee(g: Game, unit: Unit, foes: Sequence[Unit]) -> Procedure[Unit]:
    facts = {"unit": unit.id, "foes": [foe.id for foe in foes]}
    question = f"From which unit does {unit.name} flee?"
    options = [foe.id for foe in foes]
    answer = yield from ask(Decision("combat.flee-from", foes[0].owner, question, options, _RULE, facts))
    return g.units[answer]


def _run(g: Game, fight: Fight, flights: Sequence[Flight]) -> Procedure[None]:
    """Move the Broken one by one, each owner in an order of its choice."""
    for player in fight.sides:
        waiting = {
            flight.unit.id: flight
            for flight in flights
            if flight.unit.owner == player and not flight.unit.destroyed
        }
        while waiting:
            question = "Which Broken unit moves next?"
            facts = {"units": list(waiting)}
            number = yield from ask(
                Decision("combat.flee-order", player, question, list(waiting), "Melee Phase 4.F", facts)
            )
            flight = waiting.pop(number)
            feigned = number in fight.feigned
            if feigned:
                marks.put(g, flight.unit, marks.FLED_VOLUNTARILY)
            yield from flee(
                g,
                flight.unit,
                flight.direction,
                voluntary=feigned,
                distance=flight.distance,
                why="broken",
                enemy=flight.foe,
            )


# -- pursuing --------------------------------------------------------------------------------------


def _pursuits(g: Game, fight: Fight, flights: Sequence[Flight]) -> Procedure[list[Pursuit]]:
    """Let units declare pursuits and overruns, the Active Player's first, then roll how far they go."""
    running = {flight.unit.id: flight for flight in flights}
    declared: list[Pursuit] = []
    for unit in in_turn(g, fight.standing()):
        if unit.id in running:
            continue
        prey = [running[foe] for foe in g.engagement.foes(unit.id) if foe in running]
        if prey and len(prey) == len(g.engagement.foes(unit.id)):
            declared += yield from _may_pursue(g, fight, unit, prey)
        elif not g.engagement.foes(unit.id) and freed(unit) == marks.CHARGING:
            declared += yield from _may_overrun(g, unit)
    for pursuit in declared:
        pursuit.distance = pursue_distance(g, pursuit.unit, pursuit.prey)
    return declared


def _may_pursue(g: Game, fight: Fight, unit: Unit, prey: Sequence[Flight]) -> Procedure[list[Pursuit]]:
    able = [
        flight
        for flight in prey
        if flight.unit.id not in fight.unpursued and may(g, "pursue", Context(unit=unit, enemy=flight.unit))
    ]
    if not able:
        return []
    forced = any(must(g, "pursue", Context(unit=unit, enemy=flight.unit)) for flight in able)
    options = [*[flight.unit.id for flight in able], *([] if forced else [STAY])]
    facts = {
        "unit": unit.id,
        "flee": {str(flight.unit.id): flight.distance for flight in able},
        "directions": {str(flight.unit.id): list(flight.direction) for flight in able},
    }
    question = f"{unit.name}: pursue?"
    answer = yield from ask(Decision("combat.pursue", unit.owner, question, options, _RULE, facts))
    if answer == STAY:
        return []
    flight = next(one for one in able if one.unit.id == answer)
    pursuit = Pursuit(unit, flight.unit, flight.direction)
    flight.pursuits.append(pursuit)
    marks.put(g, unit, marks.PURSUING)
    return [pursuit]


def _may_overrun(g: Game, unit: Unit) -> Procedure[list[Pursuit]]:
    if unit.rect is None or not may(g, "pursue", Context(unit=unit)):
        return []
    options = [OVERRUN] if must(g, "pursue", Context(unit=unit)) else [OVERRUN, STAY]
    question = f"{unit.name}: overrun?"
    facts = {"unit": unit.id}
    if (yield from ask(Decision("combat.overrun", unit.owner, question, options, _RULE, facts))) == STAY:
        return []
    marks.put(g, unit, marks.OVERRUNNING)
    return [Pursuit(unit, None, unit.rect.facing)]


def _catch(g: Game, flights: Sequence[Flight]) -> Procedure[None]:
    """Remove the Broken whose Flee Distance does not beat all who pursue them."""
    for flight in flights:
        fastest = max(flight.pursuits, key=lambda p: p.distance, default=None)
        if fastest is not None and flight.distance <= fastest.distance:
            g.emit("caught", unit=flight.unit.id, by=fastest.unit.id)
            yield from remove_unit(g, flight.unit, "caught", by=fastest.unit)


# -- left without foes -----------------------------------------------------------------------------


def _pivots(g: Game, fight: Fight, leaving: set[int]) -> Procedure[None]:
    """Units that were Engaged, are no longer, and neither fled nor pursued may pivot (Melee Phase 5.A)."""
    for unit in in_turn(g, fight.standing()):
        if unit.id not in g.engagement and unit.id not in leaving:
            yield from post_combat_pivot(g, unit)


def aftermath_of_wiped(g: Game, unit: Unit) -> Procedure[None]:
    """Let a unit whose opponents went before the Melee Phase overrun, if it was Charging, or pivot."""
    if freed(unit) == marks.CHARGING:
        declared = yield from _may_overrun(g, unit)
        if declared:
            declared[0].distance = pursue_distance(g, unit, None)
            forget_freed(unit)
            yield from overrun(g, declared[0])
            return
    yield from post_combat_pivot(g, unit)
