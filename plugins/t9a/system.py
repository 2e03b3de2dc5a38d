"""The 9th Age as a system: which pack a list needs, how lists are read, how a battle begins and what its
result is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.decl import Declaration
from tercio.kernel.dice import DiceSource
from tercio.kernel.errors import Diagnostic
from tercio.kernel.naming import slug
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game
from tercio.plugins.regiments.listing import header_of, read_list

from .aftermath import count_points
from .battle import new_battle
from .books import faults_of


class NinthAge:
    """The system `t9a`. An army's pack has the army's name in lower case with hyphens."""

    name = "t9a"
    pack = "t9a"
    columns: Sequence[str] = ("victory_points", "objectives", "battle_points")

    def packs_for(self, text: str, file: str) -> Sequence[str]:
        """Return the pack of the army that a list is headed with. Raises RulesError for an empty list."""
        army, _, _ = header_of(text, file)
        return (slug(army),)

    def read_list(self, ruleset: Ruleset, text: str, file: str) -> Roster:
        """Return a list, checked against its book. Raises RulesError with every fault."""
        return read_list(ruleset, text, file)

    def check_book(self, declarations: Sequence[Declaration]) -> Sequence[Diagnostic]:
        """Return what the entries and weapons of army books lack to be played."""
        return faults_of(declarations)

    def new_battle(
        self, ruleset: Ruleset, rosters: Sequence[Roster], dice: DiceSource, options: Mapping[str, Any]
    ) -> Game:
        """Return a battle before its set-up. Raises RulesError for an unknown map."""
        return new_battle(ruleset, rosters, options, dice)

    def result(self, game: Game) -> dict[str, Any]:
        """Return winner, Battle Points, Victory Points, objective and units lost (After the Game 1)."""
        return count_points(game)
