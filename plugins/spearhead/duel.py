"""Two units that fight, or one that shoots, unit by unit, for exact odds (`tercio.kernel.odds.duel`).

Targets are picked, damage is allocated and casualties are chosen by the procedures that play it. What stands
between is known beforehand: attacks are independent, each that nothing saves inflicts `damage` points, and
each point is warded by itself. Source: core rules, 13.1, 16.0 to 18.3.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.modifiers import gather
from tercio.kernel.odds.amounts import amount
from tercio.kernel.odds.asking import Rolled, settle
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.duel import DESTROYED, LOST, SLAIN, Asked, Blow, Step
from tercio.kernel.odds.spread import spread
from tercio.kernel.query import stat
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens

from .aiming import AIMS, aim
from .attacks import MORTAL, RESOLVED, aimed, attack_with, by_target, damage_each, of_the_living
from .damage import allocate, die_sides, health_of, is_there, ward_of
from .fighting import fight, strikes
from .targets import COMBAT

_LOOKING_ON = (f"before {RESOLVED}", f"after {RESOLVED}", "after unit-fought")


class Fights:
    """Two units that fight one after the other, or the first of which makes attacks of another kind. `order`
    are the ids of those whose turn is still to come.
    """

    def __init__(
        self, g: Game, units: tuple[int, int], kind: str, order: list[int], began: Mapping[int, Any]
    ):
        self.game, self.units, self.kind, self.order, self.began = g, units, kind, order, began
        heard = [window for window in _LOOKING_ON if listens(g, window)]
        self.unforeseen = f"rules look on {heard[0]}" if heard else ""

    @classmethod
    def begin(cls, g: Game, unit: Unit, foe: Unit, kind: str = COMBAT) -> Fights:
        """Return the moment before the first blow: who strikes first fights first, then the first unit."""
        both = sorted((unit, foe), key=lambda one: -strikes(g, one)) if kind == COMBAT else [unit]
        began = {one.id: (_health(one), one.pools[0].models) for one in (unit, foe)}
        return cls(g, (unit.id, foe.id), kind, [one.id for one in both], began)

    def clone(self) -> Fights:
        """Return an independent copy."""
        return Fights(clone(self.game), self.units, self.kind, self.order, self.began)

    def key(self) -> Hashable:
        """Return who lives, damage so far, and how far it has come."""
        units = tuple(
            (
                unit.destroyed,
                unit.pools[0].lost,
                tuple(sorted(unit.marks)),
                tuple((model.id, model.part) for model in unit.pools[0].loose),
            )
            for unit in self._both()
        )
        return len(self.order), units, len(self.game.schedule.lasting)

    def _both(self) -> list[Unit]:
        return [self.game.units[number] for number in self.units]

    # -- a step ------------------------------------------------------------------------------------

    def step(self) -> Step | None:
        """Return the attacks of the unit whose turn it is."""
        if not self.order:
            return None
        g, unit = self.game, self.game.units[self.order[0]]
        if not is_there(unit):
            return Step(unit.name, [])
        blows, falls = [], dict[Hashable, Distribution]()
        for foe, blow in self._blows(unit):
            blows.append(blow)
            points = spread(g, blow.attack).worth(lambda one: _cost(g, one)).random_times(blow.number)
            falls[foe.id] = falls[foe.id] + points if foe.id in falls else points
        kept = {number: self._left(g.units[int(str(number))], points) for number, points in falls.items()}
        return Step(unit.name, blows, kept)

    def _blows(self, unit: Unit) -> Iterator[tuple[Unit, Blow]]:
        g = self.game
        settle(aim(g, unit, self.kind))
        for foe, those in by_target(g, of_the_living(g, unit, self.kind, unit.memory.pop(AIMS))):
            for one in those:
                attack = settle(aimed(g, unit, self.kind, one))
                each = stat(g, "attacks", attack.context())
                number = Distribution.certain(one[3])
                if isinstance(each, DiceAmount):
                    number = amount(each).map(lambda rolled: max(0, rolled)).times(one[3])
                name = (
                    ", ".join((attack.attacker.name, attack.arm.name))
                    if attack.arm and attack.attacker
                    else ""
                )
                yield foe, Blow(name, unit.id, attack, number)

    def _left(self, foe: Unit, points: Distribution) -> Distribution:
        """Return the points that no ward undoes, as far as they can count. Raises Rolled where the dice of
        wards do more than that.
        """
        g = self.game
        if gather(g, "natural ward-roll", Context(unit=foe)):
            raise Rolled("natural results of ward rolls matter")
        sides = die_sides(g)
        unwarded = Distribution.chance(min(Fraction(1), Fraction(ward_of(g, foe) - 1, sides)))
        return unwarded.random_times(points).capped(_health(foe))

    def suffer(self, points: Mapping[Any, int]) -> None:
        """Allocate points that no ward undid, by the unit that they are on."""
        g, by = self.game, self.game.units[self.order[0]]
        for number, some in points.items():
            settle(allocate(g, g.units[number], some, by))
        self.order = self.order[1:]

    def strike(self) -> str | None:
        """Let the unit whose turn it is make its attacks with the dice of the game."""
        if not self.order:
            return None
        g, unit = self.game, self.game.units[self.order[0]]
        self.order = self.order[1:]
        if is_there(unit):
            settle(fight(g, unit) if self.kind == COMBAT else attack_with(g, unit, self.kind))
        return unit.name

    # -- the end -----------------------------------------------------------------------------------

    def counts(self) -> Mapping[Asked, int]:
        """Return damage points allocated and models slain of each unit."""
        found: dict[Asked, int] = {}
        for unit in self._both():
            health, models = self.began[unit.id]
            found[unit.id, LOST] = health - _health(unit)
            found[unit.id, SLAIN] = models - unit.pools[0].models
        return found

    def chances(self) -> Mapping[Asked, Fraction]:
        """Return whether a unit was destroyed."""
        return {(unit.id, DESTROYED): Fraction(unit.destroyed) for unit in self._both()}


def _health(unit: Unit) -> int:
    """Return how many damage points a unit can still be allocated."""
    pool = unit.pools[0]
    return 0 if unit.destroyed else pool.models * health_of(unit) - pool.lost


def _cost(g: Game, attack: Attack) -> Distribution:
    """Return the damage points of an attack that nothing saved; none if a die ended it as something else."""
    if attack.ended not in ("", MORTAL):
        return Distribution.certain(0)
    return amount(damage_each(g, attack)).map(lambda points: max(0, points))
