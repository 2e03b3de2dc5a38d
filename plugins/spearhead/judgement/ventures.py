"""Judgement of core abilities: does a unit move, run, retreat or charge at all, and who goes first.

Who has nowhere to go is not asked where to.
"""

from __future__ import annotations

from math import hypot

from tercio.kernel.state import Game, Unit
from tercio.plugins.warbands.bodies import gap, is_set_up

from ..picture import field_of
from .deeds import Deeds
from .outlook import discs
from .places import Places, View
from .stakes import Standing

_GO = 5.0
"""What it is worth to move where there is somewhere to go: more than anything that can be done after it."""
_HOPELESS = 0.08
"""Chances of charges below which they are not tried."""
_CHARGES = 7.0
"""Inches that a charge bridges as often as not."""
_SATISFIED = 0.8
"""How much of what a unit holds something else has to be worth for it to leave."""
_RESTLESS = 0.06
_FLIGHT = 0.5
"""What is lost by running from a fight, beside what is left behind."""

_FREED = 0.2
"""What it is worth to fight for something that an enemy holds."""

STAY, MOVE, RUN = "stay", "move", "run"


class Ventures:
    """The moves of one player's units in one game."""

    def __init__(self, places: Places, deeds: Deeds) -> None:
        self.places, self.deeds = places, deeds
        self.estimates = places.estimates
        self._stamp = ""
        self._plans: dict[int, tuple[str, float]] = {}

    def worth(self, g: Game, kind: str, unit: Unit) -> float:
        """Return what it is worth to use a core ability of a keyword: move, run, retreat, charge."""
        if not is_set_up(unit):
            return 0.0
        match kind:
            case "charge":
                return self.charge(g, unit)
            case "retreat":
                return self.retreat(g, unit)
            case _:
                plan, worth = self.plan(g, unit)
                return _GO + worth if plan == kind else -1.0

    # -- moving ------------------------------------------------------------------------------------

    def plan(self, g: Game, unit: Unit) -> tuple[str, float]:
        """Return whether a unit stays, moves or runs in this phase, and what drives it."""
        stamp = g.clock.stamp("phase")
        if stamp != self._stamp:
            self._stamp = stamp
            self._plans.clear()
        known = self._plans.get(unit.id)
        if known is None:
            known = self._plans[unit.id] = self._planned(g, unit)
        return known

    def _planned(self, g: Game, unit: Unit) -> tuple[str, float]:
        view = View(self.places, g, unit)
        bases = discs(unit, view.here)
        held = view.held(bases)
        wish, far = view.best_wish(bases)
        fight = self._fight_ahead(view)
        drive = max(wish, fight)
        if drive < _RESTLESS or drive < _SATISFIED * held:
            return STAY, 0.0
        if wish > fight and far > view.speed and not self._can_act(view, bases):
            return RUN, drive
        return MOVE, drive

    def _fight_ahead(self, view: View) -> float:
        """Return what fights and shots are worth that a move brings nearer."""
        best = 0.0
        reach = view.outlook.reach
        for one in view.outlook.prospects:
            apart = self._apart(view, one.x, one.y, one.r)
            best = max(best, view.outlook.chance.over(apart - view.speed) * one.clash)
            if reach < apart <= reach + view.speed:
                best = max(best, one.volley)
        return best

    @staticmethod
    def _apart(view: View, x: float, y: float, r: float) -> float:
        return min(hypot(place[0] - x, place[1] - y) for place in view.here) - r

    def _can_act(self, view: View, bases: object) -> bool:
        """Whether a unit that does not run could shoot or charge this turn."""
        outlook = view.outlook
        for one in outlook.prospects:
            apart = self._apart(view, one.x, one.y, one.r)
            if one.clash > 0.0 and apart < view.speed + _CHARGES:
                return True
            if outlook.reach and apart < view.speed + outlook.reach and one.volley > _RESTLESS:
                return True
        return False

    def retreat(self, g: Game, unit: Unit) -> float:
        """Return what it is worth to leave a fight."""
        won, lost = self.deeds.outlook(g, unit)
        view = View(self.places, g, unit)
        return lost - won - view.held(discs(unit, view.here)) - _FLIGHT

    # -- charging ----------------------------------------------------------------------------------

    def charge(self, g: Game, unit: Unit) -> float:
        """Return what it is worth to roll for a charge: the best clash by its chance."""
        field, chances = field_of(g), self.estimates.charge_chance(g)
        here, disc = field.bases(unit), field.disc(unit)
        standing = self.places.standing(g, unit)
        prey = standing.stakes.aims.prey
        best = -1.0
        for foe in field.units:
            if foe.owner == unit.owner:
                continue
            other = field.disc(foe)
            if hypot(other.x - disc.x, other.y - disc.y) - other.r - disc.r > 2.0 * _CHARGES:
                continue
            chance = chances.over(gap(here, field.bases(foe)))
            if chance >= _HOPELESS:
                clash = self.estimates.clash(g, unit, foe) + prey.get(foe.id, 0.0) * 0.5
                best = max(best, chance * (clash + _freed(standing, foe)))
        return best


def _freed(standing: Standing, foe: Unit) -> float:
    """Return what may be won at what an enemy holds."""
    counts = standing.stakes.of_unit(foe)[0]
    return sum(_FREED for n in counts if standing.theirs[n] > standing.mine[n])
