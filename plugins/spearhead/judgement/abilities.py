"""Judgement of abilities: which to use now, on whom, and when a card is better kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl.clauses import Action
from tercio.kernel.state import Game, Held, unit_of

from .deeds import Deeds
from .hands import Hands
from .meaning import ANYBODY
from .places import Judgement, Places, Scores
from .reading import reader_of
from .targets import Targets
from .ventures import Ventures

_ALWAYS: Final = 3.0
"""What core abilities are worth that cost nothing, such as shooting: less than moving first."""
_SPENT: Final = 0.3
"""What is lost with an ability that is used once in the battle, while all of the battle is to come."""
_COMMAND: Final = 0.05
"""What a command has to win beside what its card is worth."""
GOING: Final = ("charge", "retreat", "run", "move")
"""The keywords of core abilities that go somewhere, the more special first."""
ATTACKING: Final = ("shoot", "fight")


class Abilities:
    """The abilities of one player in one game."""

    def __init__(self, places: Places, deeds: Deeds, ventures: Ventures, hands: Hands) -> None:
        self.deeds, self.ventures, self.hands = deeds, ventures, hands
        self.targets = Targets(places, deeds)
        self._actions: dict[tuple[str, int], tuple[Action, Held] | None] = {}
        self._stamp = ""
        self._worth: dict[tuple[str, int, int], float] = {}

    def judgements(self) -> Mapping[str, Judgement]:
        """Return a function for each kind of decision about abilities."""
        return {
            "action.use": self.use,
            "action.react": self.use,
            "rule.pick": self.pick,
            "rule.choose": self.pick,
        }

    # -- which ability -----------------------------------------------------------------------------

    def use(self, decision: Decision, g: Game) -> Scores:
        """Which ability to use now, if any: all that is good is used in the end, the best first. `unit` of
        the facts is who does what is reacted to.
        """
        stamp = g.clock.stamp("phase")
        if stamp != self._stamp:
            self._stamp = stamp
            self._worth.clear()
        actor = int(decision.facts.get("unit", 0))
        return [self._of_option(g, option, decision.player, actor) for option in decision.options]

    def _of_option(self, g: Game, option: Any, player: str, actor: int) -> float:
        if not isinstance(option, list):
            return 0.0
        key = (option[0], option[1], actor)
        known = self._worth.get(key)
        if known is None:
            found = self._action(g, option[0], option[1])
            known = 0.0 if found is None else self._of_action(g, *found, player, actor)
            self._worth[key] = known
        return known

    def _action(self, g: Game, name: str, bearer: int) -> tuple[Action, Held] | None:
        """Return an action that something holds, by its name."""
        key = (name, bearer)
        if self._actions.get(key) is None:
            thing = g.things.get(bearer, g.battle)
            those = ((rule.clause, held) for held in thing.held for rule in held.instance.clauses)
            named = ((c, held) for c, held in those if isinstance(c, Action) and c.name == name)
            self._actions[key] = next(named, None)
        return self._actions[key]

    def _of_action(self, g: Game, clause: Action, held: Held, player: str, actor: int) -> float:
        user = g.units.get(actor) or unit_of(g.things.get(held.bearer))
        if "core" in clause.kinds and user is not None:
            going = next((word for word in GOING if word in clause.kinds), "")
            if going:
                return self.ventures.worth(g, going, user)
            if any(word in clause.kinds for word in ATTACKING):
                return _ALWAYS
        worth = self.deeds.total(g, reader_of(g.ruleset).sense(clause), player, user)
        return worth - self._cost(g, clause, held, player) if worth > 0.0 else worth

    def _cost(self, g: Game, clause: Action, held: Held, player: str) -> float:
        """Return what is lost by using an ability now."""
        cost = 0.0
        if clause.once == "battle":
            rounds = int(g.ruleset.constant("battle-rounds"))
            cost = _SPENT * max(0, rounds - g.clock.number("round")) / rounds
        if "command" in clause.kinds:
            cost += _COMMAND + self.hands.kept(g, player, held.source)
        return cost

    # -- on whom -----------------------------------------------------------------------------------

    def pick(self, decision: Decision, g: Game) -> Scores:
        """Whom an ability befalls: who gains most, or of enemies who loses most."""
        senses = reader_of(g.ruleset).named(str(decision.facts.get("rule", "")))
        name = decision.facts.get("pick")
        deeds = [
            deed
            for sense in senses
            for deed in sense.deeds
            if deed.on == name or (name is None and deed.on in sense.picks)
        ]
        anybody = [deed for sense in senses for deed in sense.deeds if deed.on == ANYBODY]
        things = [None if option == PASS else g.things[option] for option in decision.options]
        return [self.targets.worth(g, thing, deeds, anybody, decision.player) for thing in things]
