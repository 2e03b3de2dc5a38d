"""Judgement of picks: which of several things an ability names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tercio.kernel.state import Area, Game, Terrain, Unit, unit_of
from tercio.plugins.warbands.bodies import is_set_up

from .deeds import Deeds
from .meaning import Deed, What
from .outlook import TABLE, distances
from .places import Places

_SLIGHT = 0.02
"""How much what a unit is about to do counts beside what is done to it."""
_OURS = 1.0
"""What it counts for an objective that it is held."""


class Targets:
    """What may be picked by one player."""

    def __init__(self, places: Places, deeds: Deeds) -> None:
        self.places, self.deeds = places, deeds

    def worth(
        self, g: Game, thing: Any, deeds: Sequence[Deed], anybody: Sequence[Deed], player: str
    ) -> float:
        """Return what it is worth to pick something for what is done to it (`deeds`), and to all about it
        (`anybody`).
        """
        if isinstance(thing, Area | Terrain):
            harms = sum(deed.size for deed in anybody if deed.what is What.DAMAGE) < 0.0
            worth = self._place(g, thing, player)
            return -worth if harms else worth
        unit = unit_of(thing)
        if unit is None:
            return 0.0
        return self.deeds.on(g, deeds, unit, player) + _SLIGHT * self._notable(g, unit, player)

    def _notable(self, g: Game, unit: Unit, player: str) -> float:
        """Friends that fight and are safe, enemies that are in danger."""
        if unit.destroyed or not is_set_up(unit):
            return 0.0
        won, lost = self.deeds.outlook(g, unit)
        return won - lost if unit.owner == player else won + lost

    def _place(self, g: Game, thing: Area | Terrain, player: str) -> float:
        if thing.shape is None:
            return 0.0
        near = distances(g, player, thing.shape.x, thing.shape.y)
        worth = (near[1] - near[0]) / TABLE
        stakes = self.places.stakes(g, player)
        standing = stakes.without(None)
        for number, stake in enumerate(stakes.stakes):
            if stake.thing is thing:
                worth += _OURS * standing.holder(number)
        return worth
