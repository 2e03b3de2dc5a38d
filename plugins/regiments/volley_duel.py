"""One unit that shoots at another, for exact odds (`tercio.kernel.odds.duel`). Who shoots with what is
chosen, and losses happen, by the procedures that play it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.clone import clone
from tercio.kernel.errors import RulesError
from tercio.kernel.odds.asking import settle
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.duel import DESTROYED, LOST, SLAIN, Asked, Step
from tercio.kernel.state import Game, Unit

from .losses import Batch, Wounded, take
from .muster import body_of
from .toll import health_of, listed, worth
from .volley import SHOOTING, bar, batch_of, chosen_weapons, shoot, shooters_of


class Volley:
    """Shots of one unit at another. `shot` is whether they have been made, `began` the health and models of
    the target before.
    """

    unforeseen = ""

    def __init__(
        self, g: Game, units: tuple[int, int], began: tuple[int, int], *, shot: bool = False
    ) -> None:
        self.game, self.units, self.began, self.shot = g, units, began, shot

    @classmethod
    def begin(cls, g: Game, unit: Unit, foe: Unit) -> Volley:
        """Return the moment before the shots. Raises RulesError if there are none."""
        pool = shooters_of(unit)
        refusal = bar(g, pool, foe) if pool is not None else None
        if pool is None or refusal is not None:
            raise RulesError(
                f"{unit.name} cannot shoot at {foe.name} from there: {refusal or 'nobody shoots'}"
            )
        return cls(g, (unit.id, foe.id), (health_of(foe), foe.models))

    def clone(self) -> Volley:
        """Return an independent copy."""
        return Volley(clone(self.game), self.units, self.began, shot=self.shot)

    def key(self) -> Hashable:
        """Return what is left of the target."""
        foe = self.game.units[self.units[1]]
        pools = tuple((pool.id, pool.models, pool.lost) for pool in foe.pools)
        return self.shot, foe.destroyed, tuple(sorted(foe.marks)), pools, len(self.game.schedule.lasting)

    def step(self) -> Step | None:
        """Return the shots, once."""
        if self.shot:
            return None
        blows = listed(self.game, self._batches)
        falls: dict[Hashable, Distribution] = {}
        for one in blows:
            key, points = one.attack.target.id, worth(self.game, one)
            falls[key] = falls[key] + points if key in falls else points
        return Step(SHOOTING, blows, falls)

    def _batches(self) -> list[Batch]:
        g, foe = self.game, self.game.units[self.units[1]]
        pool = shooters_of(g.units[self.units[0]])
        if pool is None:
            return []
        chosen = settle(chosen_weapons(g, pool, foe))
        return [batch_of(g, part, arm, body_of(foe)) for part, arm in chosen]

    def suffer(self, points: Mapping[Any, int]) -> None:
        """Let pools be wounded, by id."""
        g, unit = self.game, self.game.units[self.units[0]]
        pools = {pool.id: pool for pool in g.units[self.units[1]].pools}
        shots = [
            (Attack(SHOOTING, frozenset(), pools[number], unit=unit), some) for number, some in points.items()
        ]
        settle(take(g, [Wounded(attack, some) for attack, some in shots], SHOOTING))
        self.shot = True

    def strike(self) -> str | None:
        """Shoot with the dice of the game."""
        pool = shooters_of(self.game.units[self.units[0]])
        if self.shot or pool is None:
            return None
        settle(shoot(self.game, pool, self.game.units[self.units[1]]))
        self.shot = True
        return SHOOTING

    def counts(self) -> Mapping[Asked, int]:
        """Return what the target has lost."""
        foe = self.game.units[self.units[1]]
        return {(foe.id, LOST): self.began[0] - health_of(foe), (foe.id, SLAIN): self.began[1] - foe.models}

    def chances(self) -> Mapping[Asked, Fraction]:
        """Return whether the target was destroyed."""
        foe = self.game.units[self.units[1]]
        return {(foe.id, DESTROYED): Fraction(foe.destroyed)}
