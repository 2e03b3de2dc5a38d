"""Two units in a Round of Combat, Agility Step by Agility Step, for exact odds.

The round is begun, allocated, suffered and decided by the procedures that play it. What stands between is
known beforehand: attacks of a step are independent, and each unsaved wound costs `damage` Health Points.
Source: T9A rulebook, Melee Phase 2-4.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from tercio.kernel.clone import clone
from tercio.kernel.odds.amounts import amount
from tercio.kernel.odds.asking import settle, ways
from tercio.kernel.odds.duel import BROKEN, DESTROYED, LOST, SCORE, SLAIN, Asked, Step
from tercio.kernel.odds.duel import Blow as Struck
from tercio.kernel.state import Arm, Game, Part, Pool, Unit

from ..casualties import ROUND_LOST, lose_health
from ..toll import falls_of, merged, struck, unforeseen
from .agility import Swing
from .breaking import breaks
from .combats import begin_blows, begin_round, decide, end_blows
from .fight import Fight
from .strikes import Blow, allocated, strike_step

ById = tuple[int, int, str, int]
"""A swing by ids: its step, its part, its kind, its weapon (0: none)."""


class MeleeDuel:
    """One Round of Combat of two units in contact. `order` are the steps that are still to come."""

    def __init__(self, g: Game, fight: Fight, order: list[list[ById]], began: Mapping[int, int]) -> None:
        self.game, self.fight, self.order, self.began = g, fight, order, began
        self.unforeseen = unforeseen(g)

    @classmethod
    def begin(cls, g: Game, combat: int) -> MeleeDuel:
        """Return the round of a combat before its first blow."""
        fight = settle(begin_round(g, combat))
        order = [[_by_ids(swing) for swing in swings] for swings in begin_blows(g, fight)]
        return cls(g, fight, order, {unit.id: unit.models for unit in fight.units})

    def clone(self) -> MeleeDuel:
        """Return an independent copy."""
        g = clone(self.game)
        return MeleeDuel(g, _in(g, self.fight), self.order, self.began)

    def key(self) -> Hashable:
        """Return who lives, how many Health Points each unit has lost, and how far the round has come."""
        units = tuple(
            (
                unit.destroyed,
                unit.memory.get(ROUND_LOST, 0),
                tuple((p.id, p.models, p.lost) for p in unit.pools),
            )
            for unit in self.fight.units
        )
        return len(self.order), units, len(self.game.schedule.lasting)

    # -- a step ------------------------------------------------------------------------------------

    def step(self) -> Step | None:
        """Return the attacks of the next Agility Step; they are allocated by that."""
        if not self.order:
            return None
        g = self.game
        blows = merged(_struck(g, blow) for blow in settle(allocated(g, self.fight, self._swings())))
        return Step(self._when(), blows, falls_of(g, blows))

    def _when(self) -> str:
        return f"Agility {self.order[0][0][0]}"

    def suffer(self, points: Mapping[Any, int]) -> None:
        """Let pools lose Health Points, `(unit that did it, pool)` by ids."""
        g = self.game
        for (striker, number), lost in points.items():
            pool = g.things.get(number)
            if lost and isinstance(pool, Pool):
                settle(lose_health(g, pool, lost, by=g.units[striker], why=f"combat {self.fight.combat}"))
        self._next()

    def strike(self) -> str | None:
        """Play the next Agility Step with the dice of the game."""
        if not self.order:
            return None
        name = self._when()
        settle(strike_step(self.game, self.fight, self._swings()))
        self._next()
        return name

    def _next(self) -> None:
        self.order = self.order[1:]
        if not self.order:
            settle(end_blows(self.game, self.fight))
            decide(self.game, self.fight)

    def _swings(self) -> list[Swing]:
        """Return the swings of the present step; those of parts that are gone have no blow left."""
        things, swings = self.game.things, []
        for step, number, kind, weapon in self.order[0]:
            part, arm = things.get(number), things.get(weapon)
            if isinstance(part, Part):
                swings.append(Swing(step, part.pool.unit, part, kind, arm if isinstance(arm, Arm) else None))
        return swings

    # -- the end -----------------------------------------------------------------------------------

    def counts(self) -> Mapping[Asked, int]:
        """Return losses and the Combat Score of each unit's side."""
        found: dict[Asked, int] = {}
        for unit in self.fight.units:
            found[unit.id, LOST] = unit.memory.get(ROUND_LOST, 0)
            found[unit.id, SLAIN] = self.began[unit.id] - unit.models
            found[unit.id, SCORE] = self.fight.scores[unit.owner]
        return found

    def chances(self) -> Mapping[Asked, Fraction]:
        """Return the chances that a unit is Broken or was destroyed."""
        best = max(self.fight.scores.values())
        found: dict[Asked, Fraction] = {}
        for unit in self.fight.units:
            found[unit.id, DESTROYED] = Fraction(unit.destroyed)
            deficit = best - self.fight.scores[unit.owner]
            found[unit.id, BROKEN] = (
                self._breaks(unit, deficit) if deficit and unit.id in self.game.engagement else Fraction(0)
            )
        return found

    def _breaks(self, unit: Unit, deficit: int) -> Fraction:
        def tested(dice: Any) -> bool:
            g = clone(self.game)
            g.dice, g.events = dice, None
            return settle(breaks(g, g.units[unit.id], deficit))

        return sum((chance for broken, chance in ways(tested) if broken), Fraction(0))


def _by_ids(swing: Swing) -> ById:
    return swing.step, swing.part.id, swing.kind, swing.arm.id if swing.arm is not None else 0


def _in(g: Game, fight: Fight) -> Fight:
    """Return the same round in a copy of its game."""
    units = [g.units[unit.id] for unit in fight.units]
    sides = {side: [g.units[unit.id] for unit in those] for side, those in fight.sides.items()}
    used = {place: dict(made) for place, made in fight.used.items()}
    return Fight(
        fight.combat,
        units,
        sides,
        list(fight.points),
        used,
        set(fight.capped),
        set(fight.struck),
        dict(fight.scores),
    )


def _struck(g: Game, blow: Blow) -> Struck:
    """Return a blow with the distribution of its number."""
    most = blow.limit
    each = amount(blow.each).map(lambda number: max(0, number if most is None else min(number, most)))
    kind = blow.swing.kind if blow.swing is not None else ""
    return struck(g, blow.attack, each.times(blow.count), kind)
