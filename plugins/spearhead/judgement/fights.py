"""Judgement of fights: which unit goes first, at whom its attacks are aimed, which of its models falls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.state import Arm, Game, Unit

from ..combats import foes_of
from .estimate import Estimates, health, mean_of
from .places import Judgement, Places, Scores
from .stakes import near

_WAITING = 0.6
"""What it counts against going first that a unit could still be struck before it fights."""
_HOLDS = 0.5
"""What a model is worth that stands on something that scores."""


class Fights:
    """The fights of one player."""

    def __init__(self, estimates: Estimates, places: Places) -> None:
        self.estimates, self.places = estimates, places

    def judgements(self) -> Mapping[str, Judgement]:
        """Return a function for each kind of decision of attacks."""
        return {
            "fight.pick": self.pick,
            "fight.next": lambda d, g: [0.0 if option == PASS else 1.0 for option in d.options],
            "attack.targets": self.targets,
            "casualty.pick": self.casualty,
        }

    def pick(self, decision: Decision, g: Game) -> Scores:
        """Who has most to win, and most to lose by waiting, fights first."""
        return [
            0.0 if option == PASS else 0.01 + self._urgency(g, g.units[option]) for option in decision.options
        ]

    def _urgency(self, g: Game, unit: Unit) -> float:
        estimates = self.estimates
        foes = foes_of(g, unit)
        won = max((estimates.removed(g, foe, estimates.dealt(g, unit, foe)) for foe in foes), default=0.0)
        return won + _WAITING * self.exposure(g, unit)

    def exposure(self, g: Game, unit: Unit) -> float:
        """Return what all enemies in combat with a unit may take from it."""
        points = sum(self.estimates.dealt(g, foe, unit) for foe in foes_of(g, unit))
        return self.estimates.removed(g, unit, min(points, health(unit)))

    # -- aiming ------------------------------------------------------------------------------------

    def targets(self, decision: Decision, g: Game) -> Scores:
        """Attacks go where they win most, and where they finish a unit."""
        lots = decision.facts["lots"]
        prey = self.places.stakes(g, decision.player).aims.prey
        arms = [_arm(g.units[decision.facts["unit"]], lot) for lot in lots]
        return [self._plan(g, plan, lots, arms, prey) for plan in decision.options]

    def _plan(self, g: Game, plan: Any, lots: Any, arms: list[Arm], prey: Mapping[int, float]) -> float:
        points: dict[int, float] = {}
        for lot, arm, shares in zip(lots, arms, plan, strict=True):
            for target, number in shares:
                each = self.estimates.attack(g, arm, g.units[target])
                if lot["of"] == "attacks":
                    each /= mean_of(arm.numbers.get("attacks")) or 1.0
                points[target] = points.get(target, 0.0) + number * each
        return sum(self._won(g, g.units[target], dealt, prey) for target, dealt in points.items())

    def _won(self, g: Game, foe: Unit, dealt: float, prey: Mapping[int, float]) -> float:
        share = min(1.0, dealt / health(foe))
        return self.estimates.removed(g, foe, share * health(foe)) + share * prey.get(foe.id, 0.0)

    # -- casualties --------------------------------------------------------------------------------

    def casualty(self, decision: Decision, g: Game) -> Scores:
        """The least able model falls, rather one that holds nothing."""
        unit = g.units[decision.facts["unit"]]
        models = {model.id: model for model in unit.pools[0].loose}
        return [-self._use_of(g, unit, models[option]) for option in decision.options]

    def _use_of(self, g: Game, unit: Unit, model: Any) -> float:
        base = model.shape
        worth = self.estimates.power(g, unit, model.part)
        if base is None:
            return worth
        disc = ((base.x, base.y, base.radius),)
        stakes = self.places.stakes(g, unit.owner).stakes
        return worth + _HOLDS * any(near(disc, stake.shape, stake.reach) for stake in stakes)


def _arm(unit: Unit, lot: Mapping[str, Any]) -> Arm:
    part = next(part for part in unit.pools[0].parts if part.id == lot["part"])
    return next(arm for arm in part.arms if arm.name == lot["weapon"])
