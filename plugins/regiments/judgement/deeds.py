"""Judgement of deeds: which unit acts, and which action it uses.

Charges go by what the first round of the fight is worth, shots by what falls. What an action of a pack does
else is not known: at an enemy it is used at once, for friends as soon as somebody fights or may fight, and
what answers a declaration without charging or shooting is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl.clauses import Action
from tercio.kernel.decl.statements import Do, Pick
from tercio.kernel.signatures import VerbSignature
from tercio.kernel.state import Game, Unit, unit_of

from ..arcs import arc_at
from ..charges import can_charge, chargers_of
from ..contact import is_engaged
from ..moves import has_moved
from ..places import on_table
from ..words import moving
from .estimate import Estimates, speed
from .places import Scores

CHARGE, SHOOT, MOVE = "charge", "shoot", "move"
_MOVING = 5.0
"""What a move is worth before it has been looked at: less than a good shot, which is taken first."""
_UNKNOWN = 20.0
"""What an action is worth of which nobody knows what it does."""
_READY = 6.0
"""Inches beyond a move within which an enemy is as good as there."""


_GOING = frozenset(
    signature.name for signature in moving.WORDS.signatures if isinstance(signature, VerbSignature)
)
"""Verbs that move a unit: what does so and is no plain move is left alone, as it often bars the plain one."""


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
            return self._charge(g, unit)
        if SHOOT in clause.kinds:
            return 2.0 * _UNKNOWN
        if MOVE in clause.kinds:
            return -1.0 if has_moved(g, unit, "phase") else _MOVING
        if any(isinstance(one, Do) and one.verb in _GOING for one in clause.body):
            return -1.0
        return self._unknown(g, clause, unit)

    def _charge(self, g: Game, unit: Unit) -> float:
        """Return what the best charge of a unit is worth; who is charged would rather meet the enemy."""
        worths = [self.charge(g, unit, foe) for foe in chargeable(g, unit)]
        if not worths and chargers_of(g, unit):
            return _UNKNOWN
        return max(worths, default=-1.0)

    def charge(self, g: Game, unit: Unit, foe: Unit) -> float:
        """Return what it is worth to charge an enemy from where a unit stands."""
        if unit.rect is None or foe.rect is None:
            return 0.0
        return self.estimates.clash(g, unit, foe, arc_at(g, foe.rect, unit.rect.centre), charged=True)

    def _unknown(self, g: Game, clause: Action, unit: Unit) -> float:
        """Return what an action is worth of which nothing is known but at whom it is aimed."""
        if any(isinstance(one, Pick) and is_hostile(one) for one in clause.declare):
            return _UNKNOWN
        return _UNKNOWN if not clause.once or self._is_near(g, unit) else -1.0

    @staticmethod
    def _is_near(g: Game, unit: Unit) -> bool:
        """Whether a unit fights, or soon will."""
        rect = unit.rect
        if rect is None or is_engaged(g, unit):
            return rect is not None
        reach = speed(unit) + _READY
        there = (one.rect for one in g.units.values() if one.owner != unit.owner and one.rect is not None)
        return any(hypot(one.x - rect.x, one.y - rect.y) <= reach for one in there)


def is_hostile(pick: Pick) -> bool:
    """Whether a pick is one of enemies."""
    return getattr(pick.among, "side", "") == "enemy"


def chargeable(g: Game, unit: Unit) -> list[Unit]:
    """Return the enemies that a unit can charge now."""
    foes = (one for one in g.units.values() if one.rect is not None and one.owner != unit.owner)
    return [foe for foe in foes if can_charge(g, unit, foe)]
