"""Judgement of aims: whom an action picks, with which weapon a unit shoots and fights, whom a commander hits;
and of manoeuvres on the spot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.geometry import Point
from tercio.kernel.state import Game, Unit, unit_of

from ..contact import foes_of, is_engaged
from ..move_options import nearest
from ..volley import shooters_of
from .deeds import CHARGE, SHOOT, Deeds
from .estimate import Estimates
from .places import Scores

_NEAR = 24.0
"""Inches over which the worth of a target halves."""
_FIGHTING = 1.5
"""How much more a unit counts that fights."""


class Aims:
    """What one player aims at."""

    def __init__(self, estimates: Estimates, deeds: Deeds) -> None:
        self.estimates, self.deeds = estimates, deeds

    def judgements(self) -> Mapping[str, Any]:
        """Return a function for each kind of decision."""
        return {
            "rule.pick": self.pick,
            "rule.choose": self.pick,
            "shoot.weapon": self.shoot_weapon,
            "fight.weapon": self.fight_weapon,
            "fight.target": self.target,
            "unit.files": self.stay,
            "unit.squeeze": self.stay,
            "unit.turn": self.turn,
        }

    # -- whom --------------------------------------------------------------------------------------

    def pick(self, decision: Decision, g: Game) -> Scores:
        """Whom the action that was just chosen befalls."""
        kinds: tuple[str, ...] = ()
        user = None
        if self.deeds.last is not None:
            clause, user = self.deeds.last
            kinds = clause.kinds
        return [self._thing(g, option, decision.player, kinds, user) for option in decision.options]

    def _thing(self, g: Game, option: Any, player: str, kinds: tuple[str, ...], user: Unit | None) -> float:
        unit = None if option == PASS else unit_of(g.things.get(option))
        if unit is None or unit.rect is None:
            return 0.0
        if user is not None and unit.owner != player:
            if CHARGE in kinds:
                return self.deeds.charge(g, user, unit)
            if SHOOT in kinds and shooters_of(user) is not None:
                return self.estimates.volley(g, user, unit)
        return self._notable(g, unit)

    @staticmethod
    def _notable(g: Game, unit: Unit) -> float:
        """What costs much and is near to the enemy, or fights."""
        rect, goals = unit.rect, nearest(g, unit, 1)
        assert rect is not None
        apart = abs(goals[0][0] - rect.x) + abs(goals[0][1] - rect.y) if goals else _NEAR
        return unit.cost * (_FIGHTING if is_engaged(g, unit) else 1.0) / (1.0 + apart / _NEAR)

    # -- with what ---------------------------------------------------------------------------------

    def shoot_weapon(self, decision: Decision, g: Game) -> Scores:
        """The weapon that fells most."""
        part: Any = g.things[decision.facts["part"]]
        target, arms = g.units[decision.facts["target"]], {arm.name: arm for arm in part.arms}
        return [self.estimates.shot(g, part, arms[name], target) for name in decision.options]

    def fight_weapon(self, decision: Decision, g: Game) -> Scores:
        """The weapon that fells most of the first enemy."""
        part: Any = g.things[decision.facts["part"]]
        foes = foes_of(g, part.pool.unit)
        arms = {arm.name: arm for arm in part.arms}
        if not foes:
            return [0.0] * len(decision.options)
        return [self.estimates.blow(g, part, arms[name], foes[0]) for name in decision.options]

    def target(self, decision: Decision, g: Game) -> Scores:
        """The enemy of which a commander fells the largest part, by what it costs."""
        unit = g.units[decision.facts["unit"]]
        return [self.estimates.clash(g, unit, g.units[option]) for option in decision.options]

    # -- on the spot -------------------------------------------------------------------------------

    @staticmethod
    def stay(decision: Decision, _: Game) -> Scores:
        """The formation that there is."""
        return [float(option == PASS) for option in decision.options]

    @staticmethod
    def turn(decision: Decision, g: Game) -> Scores:
        """The turn after which a unit looks at the nearest enemy; none if it is before it already."""
        unit = g.units[decision.facts["unit"]]
        goals = nearest(g, unit, 1)
        if unit.rect is None or not goals:
            return [float(option == PASS) for option in decision.options]
        right, ahead = unit.rect.to_local(goals[0])
        return [_ahead((right, ahead), 0 if option == PASS else option) for option in decision.options]


def _ahead(local: Point, turn: int) -> float:
    """Return how far ahead of a unit a place is, seen from it, after a turn by quarters."""
    right, ahead = local
    return {0: ahead, 90: right, -90: -right, 180: -ahead}[turn]
