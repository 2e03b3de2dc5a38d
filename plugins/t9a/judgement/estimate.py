"""Averages that judgement stands on: what a unit deals in melee and at range, what it is worth, how likely
it breaks.

Chances of a single attack are kept for a player turn, since the same few pairs are asked again and again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tercio.kernel.agents import supposing
from tercio.kernel.attack import Attack, mean
from tercio.kernel.context import Context
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.modifiers import value
from tercio.kernel.query import stat
from tercio.kernel.state import Arm, Game, Part, Pool, Unit

from .. import marks
from ..melee.agility import IMPACT, STANDARD, VALUE
from ..melee.agility import probe as melee_probe
from ..melee.equipment import weapons_to_choose, wielded
from ..melee.formations import height_of, own_ranks
from ..psychology import discipline
from ..shooters import probe as shooting_probe
from ..shooters import range_of, shooting_arms


def average(amount: Any) -> float:
    """Return the mean of an amount: a number, or dice (extra dice of Maximised rolls are not counted)."""
    if isinstance(amount, DiceAmount):
        return amount.count * (amount.sides + 1) / 2 + amount.plus
    return float(amount)


def worth(unit: Unit) -> float:
    """Return the points that a unit still stands for: its cost by the share of health it has left, a half
    of it at least.
    """
    return sum(_pool_worth(pool) for pool in unit.pools)


def _pool_worth(pool: Pool) -> float:
    each = int(pool.profile.get("health-points") or 1)
    return pool.cost * (0.5 + 0.5 * pool.health / max(1, pool.starting * each))


def health(unit: Unit) -> int:
    """Return the Health Points that a unit has left, at least 1."""
    return max(1, sum(pool.health for pool in unit.pools))


def at_most(total: int) -> float:
    """Return the chance that 2D6 come to at most `total`."""
    if total >= 12:
        return 1.0
    ways = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b <= total)
    return ways / 36


_PATIENCE = 0.75
"""What a loss in a clash counts against a gain: who waits is struck as well, a little later."""


class Estimates:
    """Averages for one agent in one game."""

    def __init__(self) -> None:
        self._path = ""
        self._chances: dict[tuple[object, ...], float] = {}
        self._output: dict[tuple[int, int, bool], float] = {}
        self._clashes: dict[tuple[int, int, bool], float] = {}

    def _fresh(self, g: Game) -> None:
        if g.clock.path != self._path:
            self._path = g.clock.path
            self._output.clear()
            self._clashes.clear()

    # -- melee -------------------------------------------------------------------------------------

    def melee(self, g: Game, unit: Unit, foe: Unit, *, charging: bool = False) -> float:
        """Return the Health Points that `unit` takes from `foe` in one round on average, before anyone
        falls.
        """
        self._fresh(g)
        key = (unit.id, foe.id, charging)
        found = self._output.get(key)
        if found is None:
            target = _main_pool(foe)
            with supposing(unit, marks.CHARGING, charging):
                dealt = sum(self._part(g, part, target, charging) for part in unit.parts()) if target else 0.0
            found = self._output[key] = min(dealt, health(foe))
        return found

    def _part(self, g: Game, part: Part, target: Pool, charging: bool) -> float:
        arm = _best_arm(g, part)
        attack = melee_probe(part, STANDARD, arm, target, 0)
        blows = 0.0
        if part.profile.get("attacks") is not None:
            blows = self._blows(g, part, attack) * self._chance(g, attack, charging)
        for kind, name in VALUE.items():
            special = melee_probe(part, kind, None, target, 0)
            number = average(value(g, name, special.context(), 0))
            if number and (charging or kind != IMPACT):
                models = value(g, "attacking-models", special.context(), part.pool.models)
                blows += number * models * self._chance(g, special, charging)
        return blows

    def _blows(self, g: Game, part: Part, attack: Attack) -> float:
        each = average(stat(g, "attacks", attack.context())) * part.count
        pool = part.pool
        formation = pool.unit.formation
        files = getattr(formation, "files", 1) if pool.models > 1 else 1
        front = min(files, pool.models)
        support = max(0, min(files, pool.models - front))
        return front * each + support * min(each, height_of(g, pool))

    def _chance(self, g: Game, attack: Attack, situation: bool) -> float:
        """The losses of one attack; asked again only when an effect on either side has come or gone."""
        part, target = attack.attacker, attack.target
        assert part is not None
        key = (part.id, target.id, attack.label, situation, _effects(part.pool), _effects(target))
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = losses(g, attack)
        return found

    def clash(self, g: Game, unit: Unit, foe: Unit, *, charging: bool) -> float:
        """Return what a round of combat is worth to `unit` in points: losses of both and who is likely to
        break.
        """
        self._fresh(g)
        key = (unit.id, foe.id, charging)
        found = self._clashes.get(key)
        if found is None:
            found = self._clashes[key] = self._clash(g, unit, foe, charging)
        return found

    def _clash(self, g: Game, unit: Unit, foe: Unit, charging: bool) -> float:
        dealt = self.melee(g, unit, foe, charging=charging)
        left = 1.0 - min(1.0, dealt / health(foe)) * 0.6
        suffered = self.melee(g, foe, unit) * left
        edge = dealt + _static(g, unit) + (1 if charging else 0) - suffered - _static(g, foe)
        mine, theirs = worth(unit), worth(foe)
        gained = theirs * min(1.0, dealt / health(foe)) + theirs * 0.7 * _breaks(g, foe, edge)
        lost = mine * min(1.0, suffered / health(unit)) + mine * 0.7 * _breaks(g, unit, -edge)
        return gained - _PATIENCE * lost

    # -- shooting ----------------------------------------------------------------------------------

    def volley(self, g: Game, unit: Unit, foe: Unit, apart: float) -> float:
        """Return the Health Points that `unit` shoots from `foe` on average from `apart` inches, cover
        aside.
        """
        self._fresh(g)
        target = _main_pool(foe)
        if target is None:
            return 0.0
        total = 0.0
        for part in unit.parts():
            arms = [(arm, range_of(g, part, arm)) for arm in shooting_arms(g, part)]
            total += max(
                (self._shots(g, part, arm, target, apart, reach) for arm, reach in arms if apart <= reach),
                default=0.0,
            )
        return min(total, health(foe))

    def _shots(self, g: Game, part: Part, arm: Arm, target: Pool, apart: float, reach: float) -> float:
        attack = shooting_probe(part, arm, target)
        attack.facts["long-range"] = apart > reach / 2
        shots = average(stat(g, "shots", attack.context()))
        width = average(value(g, "area-width", attack.context(), 1)) * average(
            value(g, "area-depth", attack.context(), 1)
        )
        formation = part.pool.unit.formation
        models = min(part.pool.models, 2 * getattr(formation, "files", 1))
        return (
            models
            * shots
            * min(max(1.0, width * 0.6), target.models)
            * self._chance(g, attack, apart > reach / 2)
        )

    def longest_reach(self, g: Game, unit: Unit) -> float:
        """Return the longest Range of a unit's usable shooting weapons, 0 without any."""
        return max(
            (range_of(g, part, arm) for part in unit.parts() for arm in shooting_arms(g, part)), default=0.0
        )


def _effects(pool: Pool) -> tuple[int, ...]:
    return tuple(held.effect for held in pool.held if held.effect)


def losses(g: Game, attack: Attack) -> float:
    """Return the Health Points that one such attack takes on average."""
    report = mean(g, attack, 1.0)
    each = int(attack.target.profile.get("health-points") or 1)
    total = 0.0
    for strand in report.through:
        damage = average(value(g, "damage", strand.attack.context(), 1))
        total += strand.count * min(damage, each)
    return total


def _main_pool(unit: Unit) -> Pool | None:
    return max(unit.pools, key=lambda pool: (pool.models, -pool.id), default=None)


def _best_arm(g: Game, part: Part) -> Arm | None:
    held = wielded(part)
    return held if held is not None else next(iter(weapons_to_choose(g, part)), None)


def _static(g: Game, unit: Unit) -> float:
    further = value(g, "combat-score", Context(unit=unit), 0)
    return float(min(own_ranks(g, unit), g.ruleset.constant("rank-bonus-max")) + further)


def _breaks(g: Game, unit: Unit, edge: float) -> float:
    """The chance that a unit breaks when it is behind by `edge`."""
    return 0.0 if edge <= 0 else 1.0 - at_most(discipline(g, unit) - round(edge))


def sides(g: Game, player: str) -> tuple[list[Unit], list[Unit]]:
    """Return the units on the table of a player and of the others."""
    there = [u for u in g.units.values() if not u.destroyed and u.rect is not None]
    return [u for u in there if u.owner == player], [u for u in there if u.owner != player]


def nearest(unit: Unit, others: Iterable[Unit]) -> Unit | None:
    """Return the unit whose centre is nearest."""
    here = unit.rect
    if here is None:
        return None
    return min(
        (other for other in others if other.rect is not None),
        key=lambda other: ((other.rect.x - here.x) ** 2 + (other.rect.y - here.y) ** 2, other.id),  # type: ignore[union-attr]
        default=None,
    )
