"""Weapons of fights: which one a part has in hand.

A part with one melee weapon uses it. One with several chooses in the first round of a combat (permission
`choose-weapon`; decision `fight.weapon`, the name of a weapon) and keeps it in hand, `memory["weapon"]`; who
may not choose uses its first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.permissions import may
from tercio.kernel.state import Arm, Game, Part, Unit

from .tallies import is_first_round

WEAPON: Final = "weapon"
MELEE: Final = "melee"


def melee_arms(part: Part) -> list[Arm]:
    """Return the weapons with which a part can fight, in the order in which it was armed."""
    return [arm for arm in part.arms if MELEE in arm.kinds]


def in_hand(part: Part) -> Arm | None:
    """Return the weapon that a part fights with, None for bare hands."""
    chosen, first = part.memory.get(WEAPON), None
    for arm in part.arms:
        if MELEE in arm.kinds:
            if chosen is None or arm.name == chosen:
                return arm
            first = first or arm
    return first


def choose_weapons(g: Game, units: Sequence[Unit]) -> Procedure[None]:
    """Let parts that have several weapons choose one of them if it is their first round."""
    for unit in units:
        for pool in unit.pools:
            for part in pool.parts if pool.models else ():
                if len(part.arms) > 1:
                    yield from _choose(g, unit, part)


def _choose(g: Game, unit: Unit, part: Part) -> Procedure[None]:
    names = list(dict.fromkeys(arm.name for arm in melee_arms(part)))
    if len(names) < 2 or not is_first_round(g, unit):
        return
    if not may(g, "choose-weapon", Context(attacker=part, unit=unit)):
        return
    facts = {"unit": unit.id, "part": part.id}
    question = f"{part.name}: which weapon?"
    part.memory[WEAPON] = yield Decision("fight.weapon", unit.owner, question, names, "fights", facts)
