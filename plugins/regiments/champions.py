"""Commanders in a fight: at whom each of them strikes in a round, and who duels with whom.

A commander in contact with an enemy that has one too duels with him if both may (permission `duel`): they
strike at each other only, and each duels with one at most. Everybody else strikes at an enemy in contact that
he may fight, one on the front before one on a flank or the rear; his player picks it if the permission
`choose-target` says so (decision `fight.target`, the id of a unit). Source: SOVL, Combat Phase.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.geometry import Facing
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit

from .fighters import enemies, may_fight
from .muster import commander_of


@dataclass(frozen=True, slots=True)
class Aim:
    """The enemy that a commander strikes at, and the `rival` with whom he duels."""

    foe: Unit
    rival: Pool | None = None


Aims = Mapping[int, Aim]
"""By the id of a unit at whom its commander strikes."""


def champions(g: Game, units: Sequence[Unit]) -> Procedure[Aims]:
    """Settle at whom the commanders of a combat strike in this round; duels first, by id."""
    leading = [(unit, commander) for unit in units if (commander := commander_of(unit)) is not None]
    found: dict[int, Aim] = {}
    for unit, commander in leading:
        if unit.id not in found:
            _find_duel(g, unit, commander, found)
    for unit, commander in leading:
        if unit.id not in found:
            foe = yield from _aim(g, unit, commander)
            if foe is not None:
                found[unit.id] = Aim(foe)
    return found


def _find_duel(g: Game, unit: Unit, commander: Pool, found: dict[int, Aim]) -> None:
    for side, foe in enemies(g, unit):
        rival = commander_of(foe)
        if rival is None or foe.id in found or not _may_duel(g, unit, side, foe, commander):
            continue
        if _may_duel(g, foe, g.engagement.facing(foe.id, unit.id), unit, rival):
            found[unit.id], found[foe.id] = Aim(foe, rival), Aim(unit, commander)
            return


def _may_duel(g: Game, unit: Unit, side: Facing, foe: Unit, commander: Pool) -> bool:
    return may(g, "duel", Context(unit=unit, target_unit=foe), False) and may_fight(
        g, unit, side, foe, commander
    )


def _aim(g: Game, unit: Unit, commander: Pool) -> Procedure[Unit | None]:
    foes = [foe for side, foe in enemies(g, unit) if may_fight(g, unit, side, foe, commander)]
    if not foes:
        return None
    if len(foes) == 1 or not may(g, "choose-target", Context(unit=unit), False):
        return foes[0]
    facts = {"unit": unit.id, "pool": commander.id}
    question = f"{commander.name}: which enemy does he strike at?"
    options = [foe.id for foe in foes]
    answer = yield from ask(Decision("fight.target", unit.owner, question, options, "fights", facts))
    return g.units[answer]
