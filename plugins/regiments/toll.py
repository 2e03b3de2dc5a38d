"""What attacks will cost, before they are rolled: for exact odds (`tercio.kernel.odds.duel`). Attacks are
independent, and each that is not stopped causes `damage` wounds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.errors import RulesError
from tercio.kernel.odds.amounts import amount
from tercio.kernel.odds.asking import Rolled, ways
from tercio.kernel.odds.distribution import Distribution, blend
from tercio.kernel.odds.duel import Blow
from tercio.kernel.odds.spread import spread
from tercio.kernel.state import Game, Unit

from .losses import Batch, damage_each

Key = tuple[str, frozenset[str]]
Numbers = dict[Key, int]


def listed(g: Game, batches: Callable[[], list[Batch]]) -> list[Blow]:
    """Return the attacks of batches; where their numbers are dice, with all that these may show. Raises
    Rolled if they may show too much.
    """
    attacks: dict[Key, Attack] = {}
    numbers: list[tuple[Fraction, Numbers]] = []

    def happen(dice: Any) -> list[Batch]:
        before, g.dice = g.dice, dice
        try:
            return batches()
        finally:
            g.dice = before

    try:
        for found, chance in ways(happen):
            numbers.append((chance, _numbered(found, attacks)))
    except RulesError as error:
        raise Rolled(str(error)) from error
    return [_blow(key, attack, numbers) for key, attack in attacks.items()]


def _numbered(batches: list[Batch], attacks: dict[Key, Attack]) -> Numbers:
    found: Numbers = {}
    for attack, number in batches:
        key = attack.label, attack.kinds
        attacks.setdefault(key, attack)
        found[key] = found.get(key, 0) + number
    return found


def _blow(key: Key, attack: Attack, numbers: list[tuple[Fraction, Numbers]]) -> Blow:
    number = blend((chance, Distribution.certain(found.get(key, 0))) for chance, found in numbers)
    part = attack.attacker.name if attack.attacker is not None else ""
    name = ", ".join(filter(None, (part, attack.arm.name if attack.arm is not None else "")))
    return Blow(name, attack.unit.id if attack.unit is not None else 0, attack, number)


def worth(g: Game, blow: Blow) -> Distribution:
    """Return the wounds that a blow causes, those beyond the last model included."""

    def wounds(attack: Attack) -> Distribution:
        each, most = damage_each(g, attack)
        return amount(each).map(lambda points: max(0, min(points, most)))

    return spread(g, blow.attack).worth(wounds).random_times(blow.number)


def health_of(unit: Unit) -> int:
    """Return the health of all models of a unit."""
    return sum(pool.health for pool in unit.pools if pool.models)
