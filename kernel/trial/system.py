"""What a game system brings so that its scenarios can be run: words, how units come onto the table, how its
numbers are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..attack import Attack
    from ..decl.expr import DiceAmount
    from ..decl.scenario import Ground, Placing
    from ..dice import DiceSource
    from ..errors import Refusal
    from ..modifiers import Ledger
    from ..roster import Bound, Shelf
    from ..ruleset import Ruleset
    from ..signatures import Signature
    from ..state import Game, Pool, Terrain, Thing, Unit


class Refused(Exception):
    """What a scenario does is not allowed by the rules; `refusal` says why. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A unit of a scenario bound to its army book: what the scenario says of it, its choices, its points."""

    placing: Placing
    shelf: Shelf
    bound: Bound
    cost: int


@dataclass(frozen=True, slots=True)
class Query:
    """A number asked in its situation (`value` "": an attack as such): `of` a unit, pool, part or player, of
    its `part` by name, `against` another thing, with a weapon or spell by name (`bound`: a spell that is not
    known).
    """

    value: str
    of: Any
    part: str = ""
    against: Any = None
    using: str = ""
    bound: bool = False


class Trials(Protocol):
    """How the scenarios of one system are run."""

    system: str

    def words(self) -> Iterable[Signature]:
        """Return the words that only scenarios may use: facts, verbs, relations, terms."""
        ...

    def table(self, ruleset: Ruleset, dice: DiceSource, players: Sequence[str]) -> Game:
        """Return a game without units and terrain that knows its players; the clock has not started."""
        ...

    def field(self, g: Game, table: str) -> None:
        """Add what every table has, now that its size is known: from the map of that name, or told ("")."""
        ...

    def put(self, g: Game, enlisted: Enlisted) -> Unit:
        """Add a unit to a game, on the table where the scenario says. Raises RulesError for a setting that it
        cannot have.
        """
        ...

    def ground(self, g: Game, ground: Ground) -> Terrain:
        """Put a piece of terrain on the table. Raises RulesError for one that has no size, told or own."""
        ...

    def leave(self, g: Game, pool: Pool, models: int) -> None:
        """Let only so many models of a pool be left; the others have been slain."""
        ...

    def mark(self, g: Game, thing: Thing, mark: str) -> None:
        """Put a thing into a state for as long as that state lasts when it comes about in play."""
        ...

    def attack(self, g: Game, query: Query) -> AbstractContextManager[Attack | None]:
        """Give the attack in which a number is asked, None if the number is of no attack; the weapon is in
        hand as long as the context lasts. Raises RulesError for a weapon that is not there.
        """
        ...

    def number(self, g: Game, query: Query) -> Ledger | None:
        """Return a number that this system works out in its own way, with its ledger; None for all others.
        Numbers that are rolled are rolled.
        """
        ...

    def cost(self, g: Game, name: str, attack: Attack) -> tuple[int | DiceAmount, int | None] | None:
        """Return what one attack costs its target that has come to its end, and the most that it can (None:
        any number), as play asks for it; None if that is not what `name` stands for.
        """
        ...
