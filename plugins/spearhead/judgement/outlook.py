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

from ..combats import combat_range
from ..picture import field_of
from .aims import Aims
from .estimate import Estimates, charge_chance, speed
from .stakes import Bases

_FORESEEN = 0.6
"""What a clash counts that may come, against one that is there."""
_FEARED = 0.35
"""What an enemy's charge counts that may come."""
_HORIZON = 22.0
"""Inches beyond which enemies do not matter yet."""
_MOST = 4
"""How many of the nearest enemies count."""


class Prospect(NamedTuple):
    """An enemy as a unit sees it: its disc, what striking it and being struck by it is worth, what shooting
    it is worth, how fast it is, and whether it is in combat with others.
    """

    foe: Unit
    x: float
    y: float
    r: float
    clash: float
    danger: float
    volley: float
    speed: float
    busy: bool


class Outlook:
    """The enemies that matter to a unit."""

    def __init__(
        self, g: Game, estimates: Estimates, aims: Aims, unit: Unit, at: tuple[float, float]
    ) -> None:
        self.g = g
        self.combat_range = combat_range(g)
        self.reach = estimates.reach(unit)
        field = field_of(g)
        near = []
        for foe in field.units:
            if foe.owner != unit.owner:
                disc = field.disc(foe)
                apart = hypot(disc.x - at[0], disc.y - at[1]) - disc.r
                if apart < _HORIZON:
                    near.append((apart, foe.id, foe, disc))
        near.sort(key=lambda one: one[:2])
        self.bases = [field.bases(one[2]) for one in near[:_MOST]]
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

    def close(self, bases: Bases) -> int:
        """Return how many models would be in combat."""
        return sum(any(_is_close(base, others, self.combat_range) for others in self.bases) for base in bases)

    def future(self, bases: Bases, *, may_charge: bool, may_shoot: bool) -> float:
        """Return what charges and shots to come are worth from there, less what the enemy's may cost."""
        hope = fire = fear = 0.0
        for one in self.prospects:
            apart = gap(bases, one)
            if may_charge and one.clash > 0.0:
                hope = max(hope, charge_chance(self.g, apart) * one.clash)
            if may_shoot and apart <= self.reach:
                fire = max(fire, one.volley)
            if one.danger > 0.0 and not one.busy:
                fear = max(fear, charge_chance(self.g, apart - one.speed) * one.danger)
        return _FORESEEN * hope + fire - _FEARED * fear


def _prospect(
    g: Game,
    estimates: Estimates,
    aims: Aims,
    unit: Unit,
    foe: Unit,
    disc: tuple[float, float, float],
) -> Prospect:
    clash = estimates.clash(g, unit, foe) + aims.prey.get(foe.id, 0.0) * 0.5
    volley = estimates.volley(g, unit, foe) if estimates.reach(unit) else 0.0
    danger = estimates.clash(g, foe, unit)
    return Prospect(foe, *disc, clash, danger, volley, speed(foe), foe.id in g.engagement)


def _is_close(base: tuple[float, float, float], others: Sequence[Shape], reach: float) -> bool:
    x, y, r = base
    return any(hypot(x - other.x, y - other.y) - other.radius < r + reach for other in others)


def gap(bases: Bases, one: Prospect) -> float:
    """Return about how far models are from an enemy."""
    x, y = one.x, one.y
    return min(hypot(bx - x, by - y) - r for bx, by, r in bases) - one.r


def middle(bases: Bases) -> tuple[float, float]:
    """Return the middle of models."""
    return (
        sum(x for x, _, _ in bases) / len(bases),
        sum(y for _, y, _ in bases) / len(bases),
    )


def discs(unit: Unit, places: Sequence[Sequence[float]]) -> Bases:
    """Return the models of a unit on places as discs."""
    width, depth = unit.pools[0].base
    radius = min(width, depth) * 0.5
    return [(place[0], place[1], radius) for place in places]
