"""One unit that shoots at another, for exact odds (`tercio.kernel.odds.duel`).

Who shoots with what is chosen, and losses and Panic happen, by the procedures that play it. Source: T9A
rulebook, Shooting Phase 2-3, Psychology 2.A.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tercio.kernel.clone import clone
from tercio.kernel.errors import RulesError
from tercio.kernel.odds.amounts import amount
from tercio.kernel.odds.asking import settle, ways
from tercio.kernel.odds.duel import DESTROYED, LOST, SLAIN, Asked, Blow, Step
from tercio.kernel.query import stat
from tercio.kernel.state import Game, Pool, Unit

from . import marks, terrain
from .allocation import choose_target
from .casualties import lose_health, panic_by_losses
from .shooters import shooters, view_of
from .toll import falls_of, merged, struck, unforeseen
from .volley import attack_of, choose_weapons, declared, shoot_at

_SHOOTING = "shooting"


class VolleyDuel:
    """A Shooting Attack of one unit at another. `shot` is whether it has been made, `began` the Health Points
    and models of the target before it.
    """

    def __init__(
        self, g: Game, units: tuple[int, int], began: tuple[int, int], *, shot: bool = False
    ) -> None:
        self.game, self.units, self.began, self.shot = g, units, began, shot
        self.unforeseen = unforeseen(g)

    @classmethod
    def begin(cls, g: Game, unit: Unit, foe: Unit) -> VolleyDuel:
        """Return the moment before the Shooting Attack. Raises RulesError if nobody can shoot."""
        terrain.settle(g, unit, foe)
        if not shooters(g, view_of(g, unit, foe)):
            raise RulesError(f"{unit.name} cannot shoot at {foe.name} from there")
        return cls(g, (unit.id, foe.id), (_health(foe), foe.models))

    def clone(self) -> VolleyDuel:
        """Return an independent copy."""
        return VolleyDuel(clone(self.game), self.units, self.began, shot=self.shot)

    def key(self) -> Hashable:
        """Return what is left of the target."""
        foe = self._foe
        pools = tuple((pool.id, pool.models, pool.lost) for pool in foe.pools)
        return self.shot, foe.destroyed, tuple(sorted(foe.marks)), pools, len(self.game.schedule.lasting)

    @property
    def _unit(self) -> Unit:
        return self.game.units[self.units[0]]

    @property
    def _foe(self) -> Unit:
        return self.game.units[self.units[1]]

    def step(self) -> Step | None:
        """Return the shots, once."""
        if self.shot:
            return None
        settle(declared(self.game, self._unit, self._foe))
        blows = merged(self._blows())
        return Step(_SHOOTING, blows, falls_of(self.game, blows))

    def _blows(self) -> Iterator[Blow]:
        g, unit, foe = self.game, self._unit, self._foe
        view = view_of(g, unit, foe)
        for group in settle(choose_weapons(unit, shooters(g, view))):
            pool = settle(choose_target(g, unit.owner, foe, group.arm.name))
            if pool is not None:
                attack = attack_of(g, group, pool, view.facing)
                each = amount(stat(g, "shots", attack.context())).map(lambda shots: max(0, shots))
                yield struck(g, attack, each.times(group.count * group.part.count))

    def suffer(self, points: Mapping[Any, int]) -> None:
        """Let pools lose Health Points; Panic is still to come."""
        marks.put(self.game, self._unit, marks.SHOT)
        for (_, number), lost in points.items():
            pool = self.game.things.get(number)
            if lost and isinstance(pool, Pool):
                settle(lose_health(self.game, pool, lost, by=self._unit, ranged=True, why=_SHOOTING))
        self.shot = True

    def strike(self) -> str | None:
        """Shoot with the dice of the game, with the Panic Test that follows."""
        if self.shot:
            return None
        settle(shoot_at(self.game, self._unit, self._foe))
        self.shot = True
        return _SHOOTING

    def counts(self) -> Mapping[Asked, int]:
        """Return what the target has lost."""
        foe = self._foe
        return {(foe.id, LOST): self.began[0] - _health(foe), (foe.id, SLAIN): self.began[1] - foe.models}

    def chances(self) -> Mapping[Asked, Fraction]:
        """Return the chances that the target was destroyed, or becomes Shaken by what it has lost."""
        foe = self._foe
        sure = foe.destroyed or marks.SHAKEN in foe.marks
        shaken = sum((chance for panicked, chance in ways(self._panics) if panicked), Fraction(0))
        shaken = Fraction(marks.SHAKEN in foe.marks) if sure else shaken
        return {(foe.id, DESTROYED): Fraction(foe.destroyed), (foe.id, marks.SHAKEN): shaken}

    def _panics(self, dice: Any) -> bool:
        g = clone(self.game)
        g.dice, g.events = dice, None
        foe = g.units[self.units[1]]
        settle(panic_by_losses(g, foe, g.units[self.units[0]]))
        return marks.SHAKEN in foe.marks


def _health(unit: Unit) -> int:
    return sum(pool.health for pool in unit.pools)
