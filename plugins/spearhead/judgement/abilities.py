"""Judgement of abilities: which to use now, on whom, and when a card is better kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl import Card, Item, Rule, TerrainFeature
from tercio.kernel.decl.clauses import Action, Trigger
from tercio.kernel.state import Area, Game, Terrain, Thing, unit_of

from .deeds import Deeds
from .hands import Hands
from .places import Judgement, Places, Scores
from .reading import Reader, Sense, What
from .ventures import Ventures

_ALWAYS = 3.0
"""What core abilities are worth that cost nothing, such as shooting: less than moving first."""
_SPENT = 0.3
"""What is lost with an ability that is used once in the battle, while all of the battle is to come."""
_SAFE = 0.1
"""How much of what a unit may suffer speaks against naming it, where it is not told what for."""
CORE = ("charge", "retreat", "run", "move")
"""The keywords of core abilities that go somewhere, the more special first."""


class Abilities:
    """The abilities of one player in one game."""

    def __init__(self, places: Places, deeds: Deeds, ventures: Ventures, hands: Hands) -> None:
        self.places, self.deeds, self.ventures, self.hands = places, deeds, ventures, hands
        self._reader: Reader | None = None
        self._actions: dict[tuple[str, int], Action | None] = {}
        self._named: dict[str, tuple[Sense, ...]] = {}
        self._stamp = ""
        self._worth: dict[tuple[str, int, int], float] = {}

    def judgements(self) -> Mapping[str, Judgement]:
        """Return a function for each kind of decision about abilities."""
        return {
            "action.use": self.use,
            "action.react": self.react,
            "rule.pick": self.pick,
            "rule.choose": self.pick,
        }

    def reader(self, g: Game) -> Reader:
        """Return the reader of the rules in play."""
        if self._reader is None or self._reader.ruleset is not g.ruleset:
            self._reader = Reader(g.ruleset)
        return self._reader

    # -- which ability -----------------------------------------------------------------------------

    def use(self, decision: Decision, g: Game) -> Scores:
        """Which ability to use now, if any; all that is good is used in the end, the best first."""
        stamp = g.clock.stamp("phase")
        if stamp != self._stamp:
            self._stamp = stamp
            self._worth.clear()
        return [self._of_option(g, option, decision.player, 0) for option in decision.options]

    def react(self, decision: Decision, g: Game) -> Scores:
        """Which ability to react with; `unit` of the facts is who does what is reacted to."""
        unit = int(decision.facts.get("unit", 0))
        return [self._of_option(g, option, decision.player, unit) for option in decision.options]

    def _of_option(self, g: Game, option: Any, player: str, actor: int) -> float:
        if not isinstance(option, list):
            return 0.0
        key = (option[0], option[1], actor)
        known = self._worth.get(key)
        if known is None:
            clause = self._action(g, option[0], option[1])
            known = 0.0 if clause is None else self._of_action(g, clause, option[1], player, actor)
            self._worth[key] = known
        return known

    def _action(self, g: Game, name: str, bearer: int) -> Action | None:
        key = (name, bearer)
        if key not in self._actions:
            held = g.things[bearer].held if bearer else g.battle.held
            clauses = (rule.clause for one in held for rule in one.instance.clauses)
            self._actions[key] = next((c for c in clauses if isinstance(c, Action) and c.name == name), None)
        return self._actions[key]

    def _of_action(self, g: Game, clause: Action, bearer: int, player: str, actor: int) -> float:
        user = g.units.get(actor) or unit_of(g.things.get(bearer))
        if "core" in clause.kinds and user is not None and not clause.declare_picks_unit:
            return self._core(g, clause, user)
        return 0.0

    def _core(self, g: Game, clause: Action, user: Any) -> float:
        return 0.0
