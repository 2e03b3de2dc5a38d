"""How far units go: Mobility and Charge Speed of a whole unit.

A unit goes at the pace of its slowest model, but for those that may keep its pace; a unit that moves at
random counts with the most it could roll. Source: T9A rulebook, Definitions 5; Model Rules, Random Movement
and War Platform.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decl import DiceAmount
from tercio.kernel.dice import most
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.query import value_of
from tercio.kernel.state import Game, Unit


def mobility(g: Game, unit: Unit) -> int:
    """Return the unit's Mobility in inches."""
    return _pace(g, unit, "mobility")


def charge_speed(g: Game, unit: Unit) -> int:
    """Return the unit's Charge Speed in inches."""
    return _pace(g, unit, "charge-speed")


def random_movement(g: Game, unit: Unit) -> DiceAmount | None:
    """Return the dice that a unit moves by if it has Random Movement, else None."""
    dice = value(g, "random-movement", Context(unit=unit), 0)
    return dice if isinstance(dice, DiceAmount) else DiceAmount(0, 6, int(dice)) if dice else None


def _pace(g: Game, unit: Unit, name: str) -> int:
    at_random = random_movement(g, unit)
    if at_random is not None:
        return most(at_random)
    paces = [(value_of(g, name, pool), pool) for pool in unit.pools if pool.models > 0]
    if len(paces) > 1:
        held = [p for p, pool in paces if not may(g, "keep-pace", Context(model=pool, unit=unit), False)]
        return int(min(held or [p for p, _ in paces]))
    return int(paces[0][0]) if paces else 0


def farthest_charge(g: Game, unit: Unit, enemy: Unit) -> int:
    """Return the greatest Charge Range that a unit could roll against an enemy."""
    whole = most(g.ruleset.constant("charge-dice")) + charge_speed(g, unit)
    return int(value(g, "charge-range", Context(unit=unit, enemy=enemy), whole))
