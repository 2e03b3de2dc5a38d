"""Pursuits and Overruns: how far, in which order, and the moves.

Who may pursue whom is settled where the combat is fought; here the declared ones are carried out. Decision:
combat.pursue-order (unit). Source: T9A rulebook, Melee Phase 4.D and 4.G; Reference Handbook, Pursue Moves;
rulings 47, 48.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.geometry import Point
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Game, Unit

from . import marks
from .engaging import disengage
from .headlong import Rush, rush, would_charge
from .speeds import random_movement

ROUND_LOST = "round-lost"
"""A unit's memory holds this while the Round of Combat that it fights in is being resolved (see
`casualties`).
"""


@dataclass(slots=True, eq=False)
class Pursuit:
    """A declared Pursuit of `prey` (None: an Overrun) in a direction (unit vector), `distance` inches once it
    is rolled.
    """

    unit: Unit
    prey: Unit | None
    direction: Point
    distance: int = 0


def pursue_distance(g: Game, unit: Unit, prey: Unit | None = None) -> int:
    """Roll how far a unit pursues, in inches (Melee Phase 4.D)."""
    dice = random_movement(g, unit) or g.ruleset.constant("pursue-dice")
    rolled = roll_for(g, "pursue-distance", Context(unit=unit, enemy=prey), dice, unit.id)
    g.emit("pursue-distance-rolled", unit=unit.id, faces=list(rolled.faces), distance=rolled.total)
    return max(0, rolled.total)


def pursue_in_order(g: Game, pursuits: Sequence[Pursuit]) -> Procedure[None]:
    """Move all that pursue: first those that would charge, the Active Player's before the others, each owner
    in its own order.
    """
    waiting = [
        pursuit for pursuit in pursuits if pursuit.unit.rect is not None and not pursuit.unit.destroyed
    ]
    charging = [pursuit for pursuit in waiting if would_charge(g, _rush(g, pursuit))]
    others = [pursuit for pursuit in waiting if pursuit not in charging]
    for group in (charging, others):
        for player in sorted({p.unit.owner for p in group}, key=lambda name: (name != g.active, name)):
            yield from _one_by_one(g, player, {p.unit.id: p for p in group if p.unit.owner == player})


def _one_by_one(g: Game, player: str, waiting: dict[int, Pursuit]) -> Procedure[None]:
    while waiting:
        facts = {"units": list(waiting)}
        number = yield from ask(
            Decision(
                "combat.pursue-order",
                player,
                "Which unit pursues next?",
                list(waiting),
                "Melee Phase 4.G",
                facts,
            )
        )
        yield from pursue(g, waiting.pop(number))


def pursue(g: Game, pursuit: Pursuit) -> Procedure[None]:
    """Make one Pursue Move (Melee Phase 4.G)."""
    unit = pursuit.unit
    if unit.rect is None or unit.destroyed:
        return
    disengage(g, unit)
    marks.take(unit, marks.CHARGING)
    yield from rush(g, _rush(g, pursuit))
    marks.take(unit, marks.PURSUING, marks.OVERRUNNING)


def overrun(g: Game, pursuit: Pursuit) -> Procedure[None]:
    """Make an Overrun: straight on, without a pivot (Melee Phase 4.D)."""
    if pursuit.unit.rect is not None:
        pursuit.direction = pursuit.unit.rect.facing
    yield from pursue(g, pursuit)


def _rush(g: Game, pursuit: Pursuit) -> Rush:
    """Friends of the same combat do not bar the way; enemies that fled from it do, but are not charged."""
    unit = pursuit.unit
    comrades = [
        u for u in g.units.values() if ROUND_LOST in u.memory and u.owner == unit.owner and u is not unit
    ]
    fled = [u for u in g.units.values() if u.owner != unit.owner and _fled_from_here(u)]
    return Rush(unit, pursuit.direction, float(pursuit.distance), fled, comrades)


def _fled_from_here(unit: Unit) -> bool:
    return marks.FLED in unit.marks and ROUND_LOST in unit.memory
