"""What deeds are worth to a player, by whom they befall, as the battle stands.

What friends gain counts, what enemies lose as well. A change of attacks is worth the more the more its
unit is about to fight, one of defence the more it is about to suffer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tercio.kernel.state import Game, Player, Thing, Unit, unit_of
from tercio.plugins.warbands.bodies import gap, is_set_up

from ..battlefield import objectives
from ..combats import foes_of
from ..picture import field_of
from .estimate import Estimates, health, speed
from .meaning import ANYBODY, ENEMY, FRIENDLY, Deed, Sense, What
from .places import Places

_ATTACK, _DEFENCE = 0.2, 0.25
"""The share of what a unit deals or suffers that one change of its attacks or its defence makes up."""
_ORDER = 0.5
_CONTROL, _IDLE_CONTROL = 0.12, 0.01
"""What a point of control score is worth where it may decide, and where it does not matter yet."""
_SPEED = 0.08
_MOVE = 0.1
_ARRIVAL = 1.5
_FARAWAY = 0.25
"""What is lost by being set up elsewhere for a unit that has something to do where it is."""
_WHOLE_ARMY = 0.5
"""The share of an army for which a change of all of it is taken to matter."""
_REPLACED = 0.8
_OTHER = 0.02
_SOON = 0.4
"""What an enemy counts that may strike next turn, against one in combat."""
_REACHED = 8.0
"""Inches beyond its Move at which an enemy may strike next turn."""

Uses = Callable[[Game, str, Unit], float]
"""What it is worth for a unit to use a core ability of a keyword."""


class Deeds:
    """Values deeds for the players of one game."""

    def __init__(self, estimates: Estimates, places: Places) -> None:
        self.estimates, self.places = estimates, places
        self.uses: Uses = lambda g, kind, unit: 0.0
        self._stamp = ""
        self._busy: dict[int, tuple[float, float]] = {}

    # -- what is about to happen -------------------------------------------------------------------

    def outlook(self, g: Game, unit: Unit) -> tuple[float, float]:
        """Return what a unit may take from enemies soon, and what they may take from it."""
        stamp = g.clock.path
        if stamp != self._stamp:
            self._stamp = stamp
            self._busy.clear()
        known = self._busy.get(unit.id)
        if known is None:
            known = self._busy[unit.id] = self._look(g, unit)
        return known

    def _look(self, g: Game, unit: Unit) -> tuple[float, float]:
        estimates = self.estimates
        foes = foes_of(g, unit)
        share = 1.0 if foes else _SOON
        foes = foes or self._near(g, unit)
        dealt = max((estimates.removed(g, foe, estimates.dealt(g, unit, foe)) for foe in foes), default=0.0)
        points = sum(estimates.dealt(g, foe, unit) for foe in foes)
        return share * dealt, share * estimates.removed(g, unit, min(points, health(unit)))

    @staticmethod
    def _near(g: Game, unit: Unit) -> list[Unit]:
        field = field_of(g)
        here = field.bases(unit)
        return [
            foe
            for foe in field.units
            if foe.owner != unit.owner and gap(here, field.bases(foe)) <= _REACHED + speed(unit)
        ]

    # -- what it is worth --------------------------------------------------------------------------

    def total(self, g: Game, sense: Sense, player: str, user: Unit | None) -> float:
        """Return what an ability is worth to a player who makes the best of its picks."""
        whom = dict.fromkeys(deed.on for deed in sense.deeds)
        return sum(self._befalls(g, sense, on, player, user) for on in whom)

    def _befalls(self, g: Game, sense: Sense, on: str, player: str, user: Unit | None) -> float:
        deeds = [deed for deed in sense.deeds if deed.on == on]
        if on in sense.picks:
            things = among(g, *sense.picks[on], player)
            return max((self.on(g, deeds, thing, player) for thing in things), default=0.0)
        if on in ("unit", "bearer", "it"):
            return self.on(g, deeds, user, player)
        if on in (FRIENDLY, ENEMY):
            things = among(g, "unit", on, player)
            return max((self.on(g, deeds, thing, player) for thing in things), default=0.0)
        if on == ANYBODY:
            return 0.0
        return self.on(g, deeds, g.players[player], player)

    def on(self, g: Game, deeds: Iterable[Deed], thing: Any, player: str) -> float:
        """Return what deeds on one thing are worth to a player."""
        if isinstance(thing, Player):
            return sum(self._on_army(g, deed, thing, player) for deed in deeds)
        unit = unit_of(thing)
        if unit is None:
            return _OTHER
        sign = 1.0 if unit.owner == player else -1.0
        return sum(sign * self._on_unit(g, deed, unit) for deed in deeds)

    def _on_army(self, g: Game, deed: Deed, whose: Player, player: str) -> float:
        if deed.what is What.POINTS:
            return deed.size if whose.name == player else -deed.size
        if deed.what is What.OTHER:
            return _OTHER
        return _WHOLE_ARMY * sum(self._on_unit(g, deed, unit) for unit in units_of(g, FRIENDLY, player))

    def _on_unit(self, g: Game, deed: Deed, unit: Unit) -> float:
        """Return what a deed is worth to the owner of a unit."""
        match deed.what:
            case What.DAMAGE:
                return -self.estimates.removed(g, unit, min(-deed.size, health(unit)))
            case What.HEALING:
                return self.estimates.removed(g, unit, min(deed.size, unit.pools[0].lost))
            case What.MODELS:
                return self._models(g, unit, deed.size)
            case What.ATTACK:
                return deed.size * _ATTACK * self.outlook(g, unit)[0]
            case What.DEFENCE:
                return deed.size * _DEFENCE * self.outlook(g, unit)[1]
            case What.ORDER:
                return deed.size * _ORDER * self.outlook(g, unit)[1]
            case What.CONTROL:
                return deed.size * self._contested(g, unit)
            case What.USE:
                return self.uses(g, deed.kind, unit)
            case What.UNIT:
                return _REPLACED * self.estimates.starting_worth(g, unit)
            case _:
                return self._goes(g, deed, unit)

    def _models(self, g: Game, unit: Unit, number: float) -> float:
        pool = unit.pools[0]
        back = min(number, pool.starting - pool.models)
        return back * self.estimates.worth(g, unit) / max(1, pool.models)

    def _contested(self, g: Game, unit: Unit) -> float:
        """Return what a point of control score of a unit is worth."""
        if unit.destroyed or not is_set_up(unit):
            return 0.0
        standing = self.places.standing(g, unit)
        counts = standing.stakes.of_unit(unit)[0]
        return _CONTROL if any(standing.theirs[n] for n in counts) else _IDLE_CONTROL

    def _goes(self, g: Game, deed: Deed, unit: Unit) -> float:
        there = is_set_up(unit)
        match deed.what:
            case What.SPEED:
                return deed.size * _SPEED if there and not foes_of(g, unit) else 0.0
            case What.MOVE:
                return _MOVE if there else 0.0
            case What.SET_UP:
                return self._set_up(g, unit, there) * deed.size
            case _:
                return _OTHER

    def _set_up(self, g: Game, unit: Unit, there: bool) -> float:
        """What it is worth to come onto the table, or to be somewhere else on it."""
        if not there:
            return _ARRIVAL
        standing = self.places.standing(g, unit)
        counts, _ = standing.stakes.of_unit(unit)
        won, lost = self.outlook(g, unit)
        return lost - won - standing.gain(counts) - _FARAWAY


def among(g: Game, kind: str, side: str, player: str) -> Sequence[Thing]:
    """Return the things that may be meant by a kind and a side: units on the table or not yet, units that
    were destroyed, objectives, terrain.
    """
    if kind == "area":
        return [*objectives(g)]
    if kind == "terrain":
        return [*g.terrain]
    return units_of(g, side, player, destroyed=kind == "destroyed")


def units_of(g: Game, side: str, player: str, *, destroyed: bool = False) -> list[Unit]:
    """Return the units of a side, as a player sees it ("" for both), still there or `destroyed`."""
    return [
        unit
        for unit in g.units.values()
        if unit.destroyed == destroyed and (not side or (unit.owner == player) == (side != ENEMY))
    ]
