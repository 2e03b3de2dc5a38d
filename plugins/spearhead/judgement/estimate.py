"""Averages that judgement stands on: what a unit deals, what it is worth, how likely a charge arrives.

They go by what is printed on warscrolls and weapons, and by the ward that a unit has when it is first looked
at; what rules add for a while is left out, so that an average is worked out once in a game. Worth is in
victory points, damage in damage points.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any

from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.state import Arm, Game, Part, Unit

from ..damage import die_sides, ward_of
from ..goals import longest_range
from ..targets import COMBAT, SHOOTING, arms_of

_BODY = 0.03
"""What a damage point is worth that has to come through saves."""
_POWER = 0.25
"""What it is worth to deal a damage point to a unit of common armour each turn."""
_COMMON_SAVE = 4
_STRUCK_FIRST = 0.8
"""How much of what falls before it strikes does no harm any more."""
_LOSS = 0.7
"""What a loss counts against a gain: the enemy strikes in its own turn as well."""
_KILL = 1.3
"""How much better than in part it is to take all that is left of a unit."""


def mean_of(amount: Any) -> float:
    """Return the mean of an amount: a number, or dice."""
    if isinstance(amount, DiceAmount):
        return amount.count * (amount.sides + 1) / 2.0 + amount.plus
    return float(amount or 0)


def passing(need: float, sides: int) -> float:
    """Return the chance that a die shows so much or more; a 1 never does."""
    return min(sides - 1.0, max(0.0, sides + 1.0 - need)) / sides


@lru_cache(maxsize=256)
def at_least(count: int, sides: int, total: int) -> float:
    """Return the chance that some dice come to at least `total`."""
    if total <= count:
        return 1.0
    if not count:
        return 0.0
    return sum(at_least(count - 1, sides, total - face) for face in range(1, sides + 1)) / sides


@lru_cache(maxsize=4096)
def blow(hit: int, wound: int, rend: int, save: int, sides: int) -> float:
    """Return the chance that an attack hits, wounds and is not saved."""
    return passing(hit, sides) * passing(wound, sides) * (1.0 - passing(save + rend, sides))


def health(unit: Unit) -> int:
    """Return the damage points that destroy a unit, at least 1."""
    return max(1, unit.pools[0].health)


def control(unit: Unit) -> int:
    """Return what each model of a unit counts for, as printed."""
    return int(unit.pools[0].profile.get("control") or 1)


def speed(unit: Unit) -> float:
    """Return the Move of a unit in inches, as printed."""
    return float(unit.pools[0].profile.get("move") or 0.0)


class Estimates:
    """Averages for one agent in one game."""

    def __init__(self) -> None:
        self._rates: dict[tuple[int, int, str], tuple[tuple[int, float], ...]] = {}
        self._each: dict[int, tuple[float, dict[int, float]]] = {}
        self._reach: dict[int, float] = {}
        self._open: dict[int, float] = {}
        self._clashes: dict[tuple[int, int, int, int], float] = {}
        self._worth: dict[tuple[int, int], float] = {}
        self._charges: Charges | None = None

    # -- damage ------------------------------------------------------------------------------------

    def dealt(self, g: Game, unit: Unit, foe: Unit, kind: str = COMBAT) -> float:
        """Return the damage points that all models of a unit inflict on another by one round of attacks."""
        key = (unit.id, foe.id, kind)
        rates = self._rates.get(key)
        if rates is None:
            rates = self._rates[key] = tuple(
                (part.id, sum(self.attack(g, arm, foe) for arm in arms_of(part, kind)))
                for part in unit.pools[0].parts
            )
        models = unit.pools[0].loose
        if len(rates) == 1:
            return len(models) * rates[0][1]
        return sum(rate * sum(model.part == part for model in models) for part, rate in rates)

    def attack(self, g: Game, arm: Arm, foe: Unit) -> float:
        """Return the damage points that one model inflicts with a weapon on a unit."""
        sides = die_sides(g)
        return strength(arm, int(foe.pools[0].profile.get("save") or sides + 1), sides) * self._unwarded(
            g, foe
        )

    def _unwarded(self, g: Game, unit: Unit) -> float:
        known = self._open.get(unit.id)
        if known is None:
            known = self._open[unit.id] = 1.0 - passing(ward_of(g, unit), die_sides(g))
        return known

    # -- worth -------------------------------------------------------------------------------------

    def worth(self, g: Game, unit: Unit) -> float:
        """Return the victory points that a unit stands for, by the models and the Health that it has left."""
        left = health(unit)
        known = self._worth.get((unit.id, left))
        if known is None:
            body, powers = self._of_each(g, unit)
            known = body * left + sum(powers.get(model.part, 0.0) for model in unit.pools[0].loose)
            self._worth[unit.id, left] = known
        return known

    def starting_worth(self, g: Game, unit: Unit) -> float:
        """Return the victory points that a unit stood for when it was whole."""
        body, powers = self._of_each(g, unit)
        pool = unit.pools[0]
        each = int(pool.profile.get("health-points") or 1)
        return pool.starting * (body * each + max(powers.values(), default=0.0))

    def power(self, g: Game, unit: Unit, part: int) -> float:
        """Return what the weapons of one model of a kind, by the id of its part, are worth."""
        return self._of_each(g, unit)[1].get(part, 0.0)

    def _of_each(self, g: Game, unit: Unit) -> tuple[float, dict[int, float]]:
        known = self._each.get(unit.id)
        if known is None:
            sides = die_sides(g)
            save = int(unit.pools[0].profile.get("save") or sides + 1)
            body = _BODY / ((1.0 - passing(save, sides)) * self._unwarded(g, unit))
            known = body, {part.id: _POWER * _power(part, sides) for part in unit.pools[0].parts}
            self._each[unit.id] = known
        return known

    def removed(self, g: Game, foe: Unit, points: float) -> float:
        """Return what it is worth to inflict so many damage points on a unit."""
        share = points / health(foe)
        return self.worth(g, foe) * (_KILL if share >= 1.0 else share)

    def clash(self, g: Game, unit: Unit, foe: Unit) -> float:
        """Return what a round of combat is worth to `unit` if it strikes first."""
        key = (unit.id, foe.id, health(unit), health(foe))
        known = self._clashes.get(key)
        if known is None:
            known = self._clashes[key] = self._clash(g, unit, foe)
        return known

    def _clash(self, g: Game, unit: Unit, foe: Unit) -> float:
        dealt = min(1.0, self.dealt(g, unit, foe) / health(foe))
        suffered = self.dealt(g, foe, unit) * (1.0 - _STRUCK_FIRST * dealt)
        return self.removed(g, foe, dealt * health(foe)) - _LOSS * self.removed(g, unit, suffered)

    def charge_chance(self, g: Game) -> Charges:
        """Return the chances of charges."""
        if self._charges is None:
            self._charges = Charges(g)
        return self._charges

    # -- reach -------------------------------------------------------------------------------------

    def reach(self, unit: Unit) -> float:
        """Return how far the ranged weapons of a unit reach, 0.0 without any."""
        known = self._reach.get(unit.id)
        if known is None:
            known = self._reach[unit.id] = longest_range(unit)
        return known

    def volley(self, g: Game, unit: Unit, foe: Unit) -> float:
        """Return what shooting at a unit is worth."""
        return self.removed(g, foe, self.dealt(g, unit, foe, SHOOTING))


def strength(arm: Arm, save: int, sides: int) -> float:
    """Return the damage points of one model's attacks with a weapon against a save, wards aside."""
    numbers = arm.numbers
    chance = blow(
        int(numbers.get("hit") or sides + 1),
        int(numbers.get("wound") or sides + 1),
        int(numbers.get("rend") or 0),
        save,
        sides,
    )
    return mean_of(numbers.get("attacks")) * chance * mean_of(numbers.get("damage"))


def _power(part: Part, sides: int) -> float:
    return sum(strength(arm, _COMMON_SAVE, sides) for arm in part.arms)


class Charges:
    """The chances of charge rolls."""

    def __init__(self, g: Game) -> None:
        dice = g.ruleset.constant("charge-dice")
        self.reach = float(g.ruleset.constant("charge-reach"))
        most = dice.count * dice.sides + dice.plus
        self._chances = [at_least(dice.count, dice.sides, total - dice.plus) for total in range(most + 1)]

    def over(self, gap: float) -> float:
        """Return the chance that a charge bridges a gap in inches."""
        need = ceil(gap - self.reach)
        if need <= 0:
            return 1.0
        return self._chances[need] if need < len(self._chances) else 0.0
