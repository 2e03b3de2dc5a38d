"""What a unit can expect of the enemies around it, where it stands and where it might stand.

Enemies that are too far away to matter soon are left out. Gaps are from base to the disc about a unit, so
they are a little short for units that stand in a wide line.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from tercio.kernel.geometry import Shape
from tercio.kernel.state import Game, Unit
from tercio.plugins.warbands.combat import Field

from ..combats import combat_range
from ..picture import field_of
from .aims import Aims
from .estimate import Estimates, speed
from .stakes import Bases

_FORESEEN = 0.6
"""What a clash counts that may come, against one that is there."""
_FEARED = 0.35
"""What an enemy's charge counts that may come."""
_PREY = 0.5
"""How likely it is that a unit that is hunted falls in a clash."""
_HORIZON = 22.0
"""Inches beyond which enemies do not matter yet."""
TABLE = 30.0
"""Inches that are taken for very far away."""
_MOST = 4
"""How many of the nearest enemies count."""


class Prospect(NamedTuple):
    """An enemy as a unit sees it: its disc, what striking it and being struck by it is worth, what shooting
    it is worth, how fast it is, and whether it is in combat with others.
    """

    x: float
    y: float
    r: float
    clash: float
    danger: float
    volley: float
    speed: float
    busy: bool


class Outlook:
    """The enemies that matter to a unit, by their distance from a point."""

    def __init__(
        self, g: Game, field: Field, estimates: Estimates, aims: Aims, unit: Unit, at: tuple[float, float]
    ) -> None:
        self.estimates = estimates
        self.combat_range = combat_range(g)
        self.chance = estimates.charge_chance(g)
        self.reach = estimates.reach(unit)
        near = []
        for foe in field.units:
            if foe.owner != unit.owner:
                disc = field.disc(foe)
                apart = hypot(disc.x - at[0], disc.y - at[1]) - disc.r
                if apart < _HORIZON:
                    near.append((apart, foe.id, foe, disc))
        near.sort(key=lambda one: one[:2])
        self.prospects = [
            _prospect(g, estimates, aims, unit, foe, (disc.x, disc.y, disc.r))
            for _, _, foe, disc in near[:_MOST]
        ]

    def clash(self, bases: Bases) -> float:
        """Return what the best clash is worth with those that the unit would be in combat with, 0.0 without
        any.
        """
        met = [one.clash for one in self.prospects if gap(bases, one) < self.combat_range]
        return max(met, default=0.0)

    def future(self, bases: Bases, *, is_free: bool) -> float:
        """Return what is worth what comes from there: clashes that are there or may come this turn and shots,
        if the unit is free to charge and shoot, less what the enemy's charges may cost.
        """
        met: list[float] = []
        hope = fire = fear = 0.0
        for one in self.prospects:
            apart = gap(bases, one)
            if apart < self.combat_range:
                met.append(one.clash)
            if is_free and one.clash > hope:
                hope = max(hope, self.chance.over(apart) * one.clash)
            if is_free and one.volley > fire and apart <= self.reach:
                fire = one.volley
            if one.danger > fear and not one.busy:
                fear = max(fear, self.chance.over(apart - one.speed) * one.danger)
        return max(met, default=0.0) + _FORESEEN * hope + fire - _FEARED * fear


def _prospect(
    g: Game,
    estimates: Estimates,
    aims: Aims,
    unit: Unit,
    foe: Unit,
    disc: tuple[float, float, float],
) -> Prospect:
    clash = estimates.clash(g, unit, foe) + aims.prey.get(foe.id, 0.0) * _PREY
    volley = estimates.volley(g, unit, foe) if estimates.reach(unit) else 0.0
    danger = estimates.clash(g, foe, unit)
    return Prospect(*disc, clash, danger, volley, speed(foe), foe.id in g.engagement)


def gap(bases: Bases, one: Prospect) -> float:
    """Return about how far models are from an enemy."""
    x, y, _, _, _, _, _, _ = one
    return min([hypot(bx - x, by - y) - r for bx, by, r in bases]) - one.r


def close(bases: Bases, others: Sequence[Sequence[Shape]], reach: float) -> int:
    """Return how many models are within a distance of any of several units."""
    return sum(any(_is_close(base, those, reach) for those in others) for base in bases)


def _is_close(base: tuple[float, float, float], others: Sequence[Shape], reach: float) -> bool:
    x, y, r = base
    return any(hypot(x - other.x, y - other.y) - other.radius < r + reach for other in others)


def middle(bases: Bases) -> tuple[float, float]:
    """Return the middle of models."""
    x = y = 0.0
    for bx, by, _ in bases:
        x += bx
        y += by
    return x / len(bases), y / len(bases)


def discs(unit: Unit, places: Sequence[Sequence[float]]) -> Bases:
    """Return the models of a unit on places as discs."""
    radius = min(unit.pools[0].base) * 0.5
    return [(place[0], place[1], radius) for place in places]


def distances(g: Game, player: str, x: float, y: float) -> tuple[float, float]:
    """Return how far the nearest unit of a player, and of the enemy, is from a point; about 30 inches for
    none.
    """
    field = field_of(g)
    mine = theirs = TABLE
    for unit in field.units:
        disc = field.disc(unit)
        apart = hypot(disc.x - x, disc.y - y) - disc.r
        if unit.owner == player:
            mine = min(mine, apart)
        else:
            theirs = min(theirs, apart)
    return mine, theirs
