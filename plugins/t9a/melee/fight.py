"""One Round of Combat while it is fought: who takes part, what the score is so far, and snapshots that hold
until models fall.

A `Fight` lives inside the procedure that fights it and is never part of the game's state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tercio.kernel.state import Game, Part, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, Spot

from ..casualties import ROUND_LOST
from .contact import Contacts, Stance
from .score import Point

Place = tuple[int, tuple[int, int], tuple[tuple[str, int], ...]]
"""Models that share what they have done: their pool, the seat of a single one, and where they strike from."""


@dataclass(slots=True, eq=False)
class Fight:
    """A Round of Combat: its `combat` id, the `units` that began it and their `sides`, the `points` of the
    score and the `scores` they come to.

    `struck` are the parts that have made their Standard Melee Attacks, `used` how many each model made with
    each part, `capped` those held to their Restricted Attacks. `feigned` units left by Feigned Flight,
    `unpursued` ones may not be pursued.
    """

    combat: int
    units: list[Unit]
    sides: dict[str, list[Unit]] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    used: dict[Place, dict[int, int]] = field(default_factory=dict)
    capped: set[Place] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)
    scores: dict[str, int] = field(default_factory=dict)
    unpursued: set[int] = field(default_factory=set)
    feigned: set[int] = field(default_factory=set)
    _contacts: dict[int, tuple[object, Contacts]] = field(default_factory=dict)
    _stances: dict[tuple[int, int, bool], tuple[object, list[Stance]]] = field(default_factory=dict)

    def standing(self) -> list[Unit]:
        """Return the units that are still there."""
        return [unit for unit in self.units if not unit.destroyed]

    def lost(self) -> dict[str, int]:
        """Return the Health Points lost in this round by owner."""
        sums: dict[str, int] = dict.fromkeys(self.sides, 0)
        for unit in self.units:
            sums[unit.owner] += unit.memory.get(ROUND_LOST, 0)
        return sums

    def stances(self, g: Game, part: Part, deepest: int, *, slain_too: bool) -> list[Stance]:
        """Return the stances of a part's pool; `slain_too`: of all its models that began the round."""
        pool, unit = part.pool, part.pool.unit
        state = _state(g, unit)
        key = (pool.id, deepest, slain_too)
        known = self._stances.get(key)
        if known is None or known[0] != state:
            all_of_unit = self._seen(g, unit, state, pool if slain_too else None).stances(deepest)
            known = self._stances[key] = (state, [s for s in all_of_unit if s.pool == pool.id])
        return known[1]

    def _seen(self, g: Game, unit: Unit, state: object, slain: Pool | None) -> Contacts:
        if slain is not None:
            return Contacts(g, unit, _with_all_of(unit, slain))
        known = self._contacts.get(unit.id)
        if known is None or known[0] != state:
            known = self._contacts[unit.id] = (state, Contacts(g, unit))
        return known[1]


def _state(g: Game, unit: Unit) -> object:
    """What a snapshot of contacts depends on: who lives in the unit and among its foes, and who the foes
    are.
    """
    foes = [g.units[foe] for foe in g.engagement.foes(unit.id)]
    return tuple((one.id, tuple(pool.models for pool in one.pools)) for one in (unit, *foes))


def _with_all_of(unit: Unit, slain: Pool) -> Sequence[Spot]:
    """The spots of a frozen unit as if no model of one pool had fallen."""
    formation = unit.formation
    assert isinstance(formation, RankedFormation)
    frozen = formation.frozen or ()
    alive = {pool.id: pool.models for pool in unit.pools if pool is not slain}
    kept: list[Spot] = []
    for spot in frozen:
        if spot.pool == slain.id:
            kept.append(spot)
        elif alive.get(spot.pool, 0) > 0:
            alive[spot.pool] -= 1
            kept.append(spot)
    return kept
