"""Judgement of cards in hand: which to keep, which to give back, what it costs to use one for its command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision
from tercio.kernel.decl.clauses import Action
from tercio.kernel.geometry import Shape
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.state import Game, Unit
from tercio.plugins.warbands.combat import Field

from ..scoring import SCORE_TURN
from .aims import Aims, Spots, aims_of_card
from .estimate import speed
from .places import Judgement, Places, Scores

_DONE, _NEAR, _FAR, _DARK = 0.9, 0.55, 0.1, 0.2
"""How likely a tactic is completed: one that holds already, one for which units need only go a turn's move,
one for which they do not reach far enough, one that cannot be read.
"""
_NEW = 0.35
"""How likely the next card of the deck is completed."""


class Hands:
    """The hand of one player in one game."""

    def __init__(self, places: Places) -> None:
        self.places = places

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
            scores = isinstance(rule.clause, Action) and rule.clause.window == SCORE_TURN
            if scores and rule.guard is not None and rule.guard(g, c, held):
                return _DONE
        return self._within_reach(g, player, aims_of_card(g, player, card))

    def _within_reach(self, g: Game, player: str, aims: Aims) -> float:
        """Return how likely places are reached and things taken by the next move."""
        stakes = self.places.stakes(g, player)
        friends = [unit for unit in stakes.field.units if unit.owner == player]
        if aims.held:
            shapes = [stake.shape for stake in stakes.stakes if stake.thing.id in aims.held]
            return _NEAR if any(_reached(stakes.field, friends, shape, 0.0) for shape in shapes) else _FAR
        if aims.spots:
            return _NEAR if all(_is_in_reach(stakes.field, friends, spots) for spots in aims.spots) else _FAR
        return _DARK

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


def _is_in_reach(field: Field, friends: Sequence[Unit], spots: Spots) -> bool:
    """Whether enough units can be where a card wants them after one move."""
    able = [_reached(field, friends, shape, spots.reach) for shape in spots.shapes]
    return (sum(map(bool, able)) if spots.each else max(able, default=0)) >= spots.needed


def _reached(field: Field, friends: Sequence[Unit], shape: Any, reach: float) -> int:
    """Return how many units can come within a distance of something by one move."""
    return sum(_apart(field.bases(unit), shape) <= reach + speed(unit) for unit in friends)


def _apart(bases: Sequence[Shape], shape: Any) -> float:
    return min(point_distance((base.x, base.y), shape) - base.radius for base in bases)
