"""Judgement of what comes before the battle and between its rounds: roles, items of lists, who goes first."""

from __future__ import annotations

from collections.abc import Mapping

from tercio.kernel.decisions import Decision
from tercio.kernel.decl import Item
from tercio.kernel.decl.clauses import Action
from tercio.kernel.state import Game

from ..battle import DEFENDER
from .places import Judgement, Scores
from .reading import Reader, reader_of

_AT_CHOICE = 0.6
"""What an ability that has to be used counts against a rule that always holds."""


class Opening:
    """The choices of one player outside of turns. Who goes first takes objectives first, and scores them."""

    def judgements(self) -> Mapping[str, Judgement]:
        """Return a function for each kind of decision."""
        return {
            "set-up.role": lambda d, g: [1.0 if option == DEFENDER else 0.0 for option in d.options],
            "set-up.regiment-ability": self.item,
            "set-up.enhancement": self.item,
            "round.first-turn": lambda d, _: [1.0 if option == d.player else 0.0 for option in d.options],
        }

    def item(self, decision: Decision, g: Game) -> Scores:
        """The more a list enhancement does, the better; what always holds is worth more."""
        reader = reader_of(g.ruleset)
        return [self._item(reader, g.ruleset.get(Item, name)) for name in decision.options]

    @staticmethod
    def _item(reader: Reader, item: Item) -> float:
        worth = 0.0
        for clause in item.clauses:
            if isinstance(clause, Action):
                worth += _AT_CHOICE * min(1.0, sum(abs(deed.size) for deed in reader.sense(clause).deeds))
            else:
                worth += sum(abs(size) for _, size in reader.all_of((clause,)))
        return worth
