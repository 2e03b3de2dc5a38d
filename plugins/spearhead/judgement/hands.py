"""Judgement of cards in hand: which to keep, which to give back, what it costs to use one for its command."""

from __future__ import annotations

from collections.abc import Mapping

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision
from tercio.kernel.decl.clauses import Action
from tercio.kernel.state import Game

from ..scoring import SCORE_TURN
from .asks import asks_of
from .places import Judgement, Scores

_DONE, _READ, _DARK = 0.9, 0.4, 0.2
"""How likely a tactic is completed: one that holds already, one of which it is known how, another one."""
_NEW = 0.32
"""How likely the next card of the deck is completed."""


class Hands:
    """The hand of one player in one game."""

    def judgements(self) -> Mapping[str, Judgement]:
        """Return a function for each kind of decision about cards."""
        return {"cards.discard": self.discard}

    def discard(self, decision: Decision, g: Game) -> Scores:
        """What is not likely to be completed is given back, as long as there is something to draw."""
        left = int(decision.facts["left"])
        worth = {card: _NEW - self.likely(g, decision.player, card) for card in decision.facts["hand"]}
        return [
            -1.0 if len(option) > left else sum(worth[card] for card in option) for option in decision.options
        ]

    def likely(self, g: Game, player: str, card: str) -> float:
        """Return about how likely the tactic of a card in hand is completed at the end of the next turn."""
        holder = g.players[player]
        held = next((one for one in holder.held if one.source == card), None)
        if held is None:
            return _DARK
        c = Context(player=holder, opponent=g.players[g.opponent(player)])
        for rule in held.instance.clauses:
            if isinstance(rule.clause, Action) and rule.clause.window == SCORE_TURN:
                if rule.guard is not None and rule.guard(g, c, held):
                    return _DONE
        return _READ if asks_of(g, card) else _DARK

    def kept(self, g: Game, player: str, card: str) -> float:
        """Return what is lost by using a card for its command."""
        if self._is_to_come(g, player):
            return self.likely(g, player, card)
        if g.clock.number("round") >= int(g.ruleset.constant("battle-rounds")):
            return 0.0
        return max(0.0, self.likely(g, player, card) - _NEW)

    @staticmethod
    def _is_to_come(g: Game, player: str) -> bool:
        """Whether a player may still score this round."""
        if g.clock.frame("turn") is None:
            return g.clock.frame("end-of-round") is None
        return g.active == player or g.clock.order[-1:] == (player,)


