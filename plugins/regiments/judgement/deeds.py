"""Judgement of deeds: which unit acts, which action it uses, at whom, and with which weapon.

Charges go by what the first round of the fight is worth, shots by what falls. What an action of a pack does
else is not known: at an enemy it is used at once, for friends as soon as somebody fights or may fight, and
what answers a declaration without charging or shooting is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl.clauses import Action
from tercio.kernel.decl.statements import Pick
from tercio.kernel.geometry import Facing
from tercio.kernel.state import Game, Held, Unit, unit_of

from ..arcs import arc_at
from ..places import on_table
from .estimate import Estimates, health
from .places import FLEEING, Scores

CHARGE, SHOOT, MOVE = "charge", "shoot", "move"
_MOVING = 5.0
"""What a move is worth before it has been looked at: less than a good shot, which is taken first."""
_UNKNOWN = 20.0
"""What an action is worth of which nobody knows what it does."""
_LATE = 0.5
"""The part of the battle after which what is used once is no longer kept."""
_DARING = 0.0


class Deeds:
    """The actions of one player."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates = estimates
        self.last: tuple[Action, Unit | None] | None = None
        self._actions: dict[tuple[str, int], Action | None] = {}

    def judgements(self) -> Mapping[str, Any]:
        """Return a function for each kind of decision."""
        return {
            "setup.first": lambda d, _: [float(option == d.player) for option in d.options],
            "unit.activate": self.activate,
            "action.use": self.use,
            "action.react": self.react,
            "rule.pick": self.pick,
            "rule.choose": self.pick,
            "shoot.weapon": self.shoot_weapon,
            "fight.weapon": self.fight_weapon,
            "fight.target": self.target,
            "unit.files": self.stay,
            "unit.squeeze": self.stay,
            "unit.turn": self.turn,
        }

    # -- who, and what -----------------------------------------------------------------------------

    def activate(self, decision: Decision, g: Game) -> Scores:
        """Who shoots first, then who is nearest to the enemy; everybody rather than nobody."""
        foes = [unit.rect for unit in on_table(g) if unit.owner != decision.player and unit.rect]
        scores = []
        for option in decision.options:
            unit = None if option == PASS else g.units[option]
            if unit is None or unit.rect is None:
                scores.append(0.0)
                continue
            x, y = unit.rect.x, unit.rect.y
            near = min((abs(rect.x - x) + abs(rect.y - y) for rect in foes), default=0.0)
            scores.append(1000.0 * (1 + bool(self.estimates.arms(unit))) - near)
        return scores

    def use(self, decision: Decision, g: Game) -> Scores:
        """The action that promises most, if any does."""
        scores = [self._of(g, option, decision) for option in decision.options]
        best = max(range(len(scores)), key=lambda i: (scores[i], -i))
        self._remember(g, decision.options[best])
        return scores

    def react(self, decision: Decision, g: Game) -> Scores:
        """An answer that charges or shoots; no other."""
        scores = []
        for option in decision.options:
            clause = self._action(g, option)
            known = clause is not None and bool({CHARGE, SHOOT}.intersection(clause.kinds))
            scores.append(1.0 if known else 0.0 if option == PASS else -1.0)
        self._remember(g, decision.options[max(range(len(scores)), key=lambda i: (scores[i], -i))])
        return scores

    def _remember(self, g: Game, option: Any) -> None:
        clause = self._action(g, option)
        self.last = None if clause is None else (clause, unit_of(g.things.get(option[1])))

    def _action(self, g: Game, option: Any) -> Action | None:
        """Return the action that an answer names."""
        if not isinstance(option, list):
            return None
        key = (option[0], option[1])
        if self._actions.get(key) is None:
            thing = g.things.get(option[1], g.battle)
            clauses = (rule.clause for held in thing.held for rule in held.instance.clauses)
            named = (one for one in clauses if isinstance(one, Action) and one.name == option[0])
            self._actions[key] = next(named, None)
        return self._actions[key]

    def _of(self, g: Game, option: Any, decision: Decision) -> float:
        clause = self._action(g, option)
        unit = None if clause is None else unit_of(g.things.get(option[1]))
        if clause is None or unit is None:
            return 0.0
        if CHARGE in clause.kinds:
            return max((self.charge(g, unit, foe) for foe in self._chargeable(g, unit)), default=-1.0)
        if SHOOT in clause.kinds:
            return 2.0 * _UNKNOWN
        if MOVE in clause.kinds:
            return -1.0 if unit.memory.get("actions", {}).get(clause.name) and self._has_moved(g, unit) else _MOVING
        return self._unknown(g, clause, unit)
