"""A game system as the host sees it: how its lists are read, how a battle begins, how it ends.

Everything else about a system is text in its pack and procedures of its plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .dice import DiceSource

if TYPE_CHECKING:
    from .decl import Declaration
    from .errors import Diagnostic
    from .roster import Roster
    from .ruleset import Ruleset
    from .state import Game
    from .trial.system import Trials


class System(Protocol):
    """One game system. `name` is what `--system` takes, `pack` the rule pack it starts from, `columns` those
    keys of its result that are told side by side for every player.
    """

    name: str
    pack: str
    columns: Sequence[str]

    def packs_for(self, text: str, file: str) -> Sequence[str]:
        """Return the names of the packs that an army list needs beyond the system's own (its army book).
        Raises RulesError.
        """
        ...

    def read_list(self, ruleset: Ruleset, text: str, file: str) -> Roster:
        """Return an army list, checked against its book. Raises RulesError with every fault."""
        ...

    def new_battle(
        self, ruleset: Ruleset, rosters: Sequence[Roster], dice: DiceSource, options: Mapping[str, Any]
    ) -> Game:
        """Return a game before its first step. Raises RulesError for an option that cannot be."""
        ...

    def result(self, game: Game) -> dict[str, Any]:
        """Return winner and scores of a game that is over, as plain data."""
        ...


class Engine(Protocol):
    """What plays games that are wholly text: a pack whose manifest names an engine founds a system of its
    own. The words and procedures of the plugin that brings the engine belong to all of them.
    """

    name: str

    def system(self, name: str, title: str) -> System:
        """Return the system that a pack of this name and title founds."""
        ...

    def trials(self, name: str) -> Trials:
        """Return how scenarios of that system are run."""
        ...

    def judgements(self) -> Mapping[str, Callable[..., Any]]:
        """Return how good answers are in its games, by kind of decision, for one agent."""
        ...


@runtime_checkable
class NamesLists(Protocol):
    """What a system may offer besides: lists that are named instead of written, as its armies are fixed. Such
    a name may stand wherever the file of a list is asked for.
    """

    def list_named(self, name: str, titles: Sequence[str]) -> str:
        """Return the text of the list of a name; `titles` are those of the system's army books that can be
        found. Raises RulesError with a did-you-mean.
        """
        ...


@runtime_checkable
class ChecksBooks(Protocol):
    """What a system may offer besides: faults of packs that their text alone does not show."""

    def check_book(self, declarations: Sequence[Declaration]) -> Sequence[Diagnostic]:
        """Return every fault of the declarations of one pack."""
        ...


@runtime_checkable
class CarriesOn(Protocol):
    """What a system may offer besides: battles that hand something on to the next one of a campaign."""

    def carried(self, game: Game) -> dict[str, Any]:
        """Return what a battle that is over hands on, as plain data; the next one of its campaign begins with
        it as the option `carried` (`kernel/campaigns.py`).
        """
        ...


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table about an army: what it is about, headings, and rows of words and numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


@runtime_checkable
class ShowsArmies(Protocol):
    """What a system may offer besides: armies told in tables of its own instead of by entries and points."""

    def sheets(self, ruleset: Ruleset, roster: Roster) -> Sequence[Sheet]:
        """Return the tables of an army."""
        ...
