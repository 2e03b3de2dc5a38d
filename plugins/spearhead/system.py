"""Spearhead as a system: which pack a list needs, how lists are read, how a battle begins and who has won.

An army is fixed, so its name alone is a list; the pack of an army has the army's name in lower case with
hyphens, and its title is that name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.decl import Declaration
from tercio.kernel.dice import DiceSource
from tercio.kernel.errors import Diagnostic
from tercio.kernel.naming import army_named, slug
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game
from tercio.kernel.system import Sheet

from .battle import new_battle
from .books import faults_of
from .campaign import totals
from .listing import read_list, written_in
from .scoring import points_of, result
from .sheets import sheets


class Spearhead:
    """The system `spearhead`."""

    name = "spearhead"
    pack = "spearhead"
    columns: Sequence[str] = ("victory_points", "total_victory_points")

    def packs_for(self, text: str, file: str) -> Sequence[str]:
        """Return the pack of the army that a list names. Raises RulesError for an empty list."""
        return (slug(written_in(text, file).army),)

    def list_named(self, name: str, titles: Sequence[str]) -> str:
        """Return the list that an army's name stands for: any case, and a beginning that no other has.

        Raises RulesError if it is the name of none or could be that of several.
        """
        return army_named(name, titles) + "\n"

    def read_list(self, ruleset: Ruleset, text: str, file: str) -> Roster:
        """Return a list, checked against its army. Raises RulesError with every fault."""
        return read_list(ruleset, text, file)

    def check_book(self, declarations: Sequence[Declaration]) -> Sequence[Diagnostic]:
        """Return what a pack's armies, warscrolls, weapons and items lack to be played."""
        return faults_of(declarations)

    def new_battle(
        self, ruleset: Ruleset, rosters: Sequence[Roster], dice: DiceSource, options: Mapping[str, Any]
    ) -> Game:
        """Return a battle before its set-up. Raises RulesError for options that cannot be."""
        return new_battle(ruleset, rosters, options, dice)

    def result(self, game: Game) -> dict[str, Any]:
        """Return the winner and the victory points of both players (battleplan, Glorious Victory)."""
        return result(game)

    def sheets(self, ruleset: Ruleset, roster: Roster) -> Sequence[Sheet]:
        """Return the warscrolls of an army, their weapons, and what can be chosen."""
        return sheets(ruleset, roster)

    def carried(self, game: Game) -> dict[str, Any]:
        """Return the victory points of both players in the campaign so far (Total Victory Points)."""
        return totals(game, {name: points_of(game, name) for name in game.players})
