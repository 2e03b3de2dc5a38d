"""Two units in a round of combat, step by step, for exact odds (`tercio.kernel.odds.duel`).

The round is begun, suffered, counted and followed up by the procedures that play it. What stands between is
known beforehand: blows of a step are independent, and each that is not stopped causes `damage` wounds.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.clone import clone
from tercio.kernel.errors import RulesError
from tercio.kernel.odds.asking import settle, ways
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.duel import BROKEN, DESTROYED, LOST, SCORE, SLAIN, Asked, Step
from tercio.kernel.state import Game, Pool

from . import tallies
from .blows import Acts
from .champions import Aim, Aims
from .fights import Round, batches_of, begin, count, each, order, step, tally
from .losses import Batch, Wounded, take
from .toll import health_of, listed, worth
from .weapons import MELEE

Steps = list[tuple[int, Acts]]


class Rounds:
    """One round of a combat. `steps` are those that are still to come, `began` the health and the models that
    each unit had.
    """

    unforeseen = ""

    def __init__(
        self, g: Game, now: Round, aims: Aims, steps: Steps, began: Mapping[int, tuple[int, int]]
    ) -> None:
        self.game, self.now, self.aims, self.steps, self.began = g, now, aims, steps, began

    @classmethod
    def begin(cls, g: Game, combat: int) -> Rounds:
        """Return the round of a combat before its first blow. Raises RulesError without such a combat."""
        units = [g.units[number] for number in g.engagement.combats().get(combat, ())]
        if not units:
            raise RulesError("these units are in no combat")
        now = settle(begin(g, combat, units))
        aims, steps = settle(order(g, now))
        return cls(g, now, aims, steps, {unit.id: (health_of(unit), unit.models) for unit in units})

    def clone(self) -> Rounds:
        """Return an independent copy."""
        g, now = clone(self.game), self.now
        units = [g.units[unit.id] for unit in now.units]
        sides = {side: [g.units[unit.id] for unit in those] for side, those in now.sides.items()}
        foes = {number: [g.units[foe.id] for foe in those] for number, those in now.foes.items()}
        twin = replace(now, units=units, foes=foes, sides=sides, scores=dict(now.scores))
        return Rounds(g, twin, _in(g, self.aims), self.steps, self.began)

    def key(self) -> Hashable:
        """Return who lives, what each unit has done and suffered, and how far the round has come."""
        units = tuple(
            (
                unit.destroyed,
                tuple(sorted(unit.marks)),
                tuple(unit.memory[tallies.ROUND].items()),
                tuple((pool.id, pool.models, pool.lost) for pool in unit.pools),
            )
            for unit in self.now.units
        )
        return len(self.steps), units, len(self.game.schedule.lasting)

    # -- a step ------------------------------------------------------------------------------------

    def step(self) -> Step | None:
        """Return the blows of the next step."""
        if not self.steps:
            return None
        blows = listed(self.game, self._batches)
        falls: dict[Hashable, Distribution] = {}
        for one in blows:
            key, points = (one.unit, one.attack.target.id, one.attack.kinds), worth(self.game, one)
            falls[key] = falls[key] + points if key in falls else points
        return Step(self._when(), blows, falls)

    def _batches(self) -> list[Batch]:
        return batches_of(self.game, self.now, self.aims, self.steps[0][1])

    def suffer(self, points: Mapping[Any, int]) -> None:
        """Let pools be wounded, by unit, pool and kinds of the blow."""
        g = self.game
        toll = [
            Wounded(Attack(MELEE, kinds, _pool(g, target), unit=g.units[striker]), number)
            for (striker, target, kinds), number in points.items()
        ]
        settle(take(g, toll, "fight"))
        for unit in self.now.units:
            tally(g, unit, [(0, one) for one in toll if one.attack.unit is unit])
        self._next()

    def strike(self) -> str | None:
        """Play the next step with the dice of the game."""
        if not self.steps:
            return None
        name = self._when()
        settle(step(self.game, self.now, self.aims, self.steps[0][1]))
        self._next()
        return name

    def _when(self) -> str:
        return f"strike order {self.steps[0][0]}"

    def _next(self) -> None:
        self.steps = self.steps[1:]
        if not self.steps:
            count(self.game, self.now)

    # -- the end -----------------------------------------------------------------------------------

    def counts(self) -> Mapping[Asked, int]:
        """Return losses and the score of each unit's side."""
        found: dict[Asked, int] = {}
        for unit in self.now.units:
            health, models = self.began[unit.id]
            found[unit.id, LOST] = health - health_of(unit)
            found[unit.id, SLAIN] = models - unit.models
            found[unit.id, SCORE] = self.now.scores[unit.owner]
        return found

    def chances(self) -> Mapping[Asked, Fraction]:
        """Return the chances that a unit was destroyed, and that a lost combat leaves it with a mark."""
        found: dict[Asked, Fraction] = {}
        for unit in self.now.units:
            found[unit.id, DESTROYED] = Fraction(unit.destroyed)
            found[unit.id, BROKEN] = Fraction(0)
        worst, best = min(self.now.scores.values()), max(self.now.scores.values())
        if worst < best:
            loser = next(side for side, score in self.now.scores.items() if score == worst)
            for after, chance in ways(lambda dice: self._after(dice, loser, best - worst)):
                for asked in after:
                    found[asked] = found.get(asked, Fraction(0)) + chance
        return found

    def _after(self, dice: Any, loser: str, apart: int) -> list[Asked]:
        """Return which units of a side get which marks by losing, in one way in which the dice fall."""
        other = self.clone()
        g, units = other.game, other.now.sides[loser]
        g.dice, g.events = dice, None
        before = {unit.id: (unit.destroyed, set(unit.marks)) for unit in units}
        settle(each(g, "combat-lost", other.now, units, dict.fromkeys(other.now.sides, apart)))
        after = [(unit.id, mark) for unit in units for mark in unit.marks if mark not in before[unit.id][1]]
        return after + [(unit.id, DESTROYED) for unit in units if unit.destroyed and not before[unit.id][0]]


def _pool(g: Game, number: int) -> Pool:
    pool = g.things[number]
    assert isinstance(pool, Pool)
    return pool


def _in(g: Game, aims: Aims) -> Aims:
    """Return the same aims in a copy of their game."""
    return {
        number: Aim(g.units[aim.foe.id], _pool(g, aim.rival.id) if aim.rival is not None else None)
        for number, aim in aims.items()
    }
