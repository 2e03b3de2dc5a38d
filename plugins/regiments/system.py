"""A ranked game that is wholly text, as a system: which pack a list needs, how lists are read, how a battle
begins and who has won.

The pack of an army has the army's name in lower case with hyphens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.decl import Declaration
from tercio.kernel.dice import DiceSource
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.naming import slug
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game

from .battle import new_battle
from .books import faults_of, join_faults
from .listing import header_of, read_list
from .scoring import result


class Regimental:
    """A system that a pack founds by `engine = "regiments"`."""

    columns: Sequence[str] = ("points",)

    def __init__(self, name: str, title: str) -> None:
        self.name = self.pack = name
        self.title = title

    def packs_for(self, text: str, file: str) -> Sequence[str]:
        """Return the pack of the army that a list is headed with. Raises RulesError for an empty list."""
        army, _, _ = header_of(text, file)
        return (slug(army),)

    def read_list(self, ruleset: Ruleset, text: str, file: str) -> Roster:
        """Return a list, checked against its book. Raises RulesError with every fault."""
        roster = read_list(ruleset, text, file)
        faults = list(join_faults(roster))
        if faults:
            raise RulesError(faults)
        return roster

    def check_book(self, declarations: Sequence[Declaration]) -> Sequence[Diagnostic]:
        """Return what a pack of the game lacks to be played."""
        return faults_of(declarations)

    def new_battle(
        self, ruleset: Ruleset, rosters: Sequence[Roster], dice: DiceSource, options: Mapping[str, Any]
    ) -> Game:
        """Return a battle before its set-up. Raises RulesError for options that cannot be."""
        return new_battle(ruleset, rosters, options, dice)

    def result(self, game: Game) -> dict[str, Any]:
        """Return the winner and the points of both players."""
        return result(game)
