"""Units as people name them ("24 Pikes, Shields, files 6") on an empty table, by the books that have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from tercio.kernel.decl import UnitEntry
from tercio.kernel.decl.expr import Literal
from tercio.kernel.decl.scenario import Placing, Taken
from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.naming import slug
from tercio.kernel.opening import PLAYERS
from tercio.kernel.state import Game, Unit, touch
from tercio.kernel.trial.entry import MODELS, enlist
from tercio.kernel.trial.system import Trials
from tercio.kernel.trial.time import begin_clock

if TYPE_CHECKING:
    from tercio.dsl.desk import Desk
    from tercio.kernel.ruleset import Ruleset

TABLE: Final = (72.0, 48.0)
"""Inches of the empty table."""

_NUMBER = re.compile(r"(\d+)\s*[x×]?\s+(.+)")
_SETTING = re.compile(r"([a-z][a-z-]*)\s+(\d+)")


@dataclass(frozen=True, slots=True)
class Force:
    """A unit as it was named: its entry, how many models (0: as few as it may have), what it takes, and
    numbers such as files.
    """

    entry: str
    models: int
    takes: tuple[str, ...]
    settings: tuple[tuple[str, int], ...]

    def is_named(self, name: str) -> bool:
        """Whether a name is meant, which may have commas of its own."""
        wanted = slug(name)
        known = slug(self.entry)
        return wanted.startswith(known) and any(wanted == slug(" ".join(some)) for some in self._beginnings())

    def named(self, name: str) -> Force:
        """Return the unit with that name, and what is taken besides."""
        wanted = slug(name)
        length = next((len(some) for some in self._beginnings() if slug(" ".join(some)) == wanted), 1)
        return replace(self, entry=name, takes=self.takes[length - 1 :])

    def _beginnings(self) -> Iterator[tuple[str, ...]]:
        phrases = (self.entry, *self.takes)
        return (phrases[:length] for length in range(1, len(phrases) + 1))


def read(text: str) -> Force:
    """Return the unit that a text names: `N NAME, OPTION, OPTION (with what belongs to it), WORD N`."""
    first, *others = _phrases(text)
    counted = _NUMBER.fullmatch(first)
    models, entry = (int(counted[1]), counted[2]) if counted else (0, first)
    settings = [found for one in others if (found := _SETTING.fullmatch(one))]
    takes = tuple(one for one in others if not _SETTING.fullmatch(one))
    return Force(entry, models, takes, tuple((found[1], int(found[2])) for found in settings))


def _phrases(text: str) -> list[str]:
    """Return what stands between commas outside parentheses."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += letter
    return [one.strip() for one in found]


@dataclass(slots=True)
class Field:
    """A table with two units, and how their game is asked."""

    game: Game
    trials: Trials
    units: tuple[Unit, Unit]


def field_of(desk: Desk, forces: Sequence[Force], system: str = "", over: Sequence[Any] = ()) -> Field:
    """Return a table on which two units face each other, the first in the south. Raises RulesError if no game
    has both of them.
    """
    name, books, entries = _books(desk, forces, system, over)
    ruleset = desk.rules(name, over=[*books, *over])
    trials = desk.host.trials[name]
    game = trials.table(ruleset, SeededDice(1), PLAYERS)
    game.width, game.depth = TABLE
    trials.field(game, "")
    begin_clock(game)
    first, second = (
        _put(game, ruleset, trials, force.named(entry.name), entry, side)
        for side, (force, entry) in enumerate(zip(forces, entries, strict=True))
    )
    touch(game)
    return Field(game, trials, (first, second))


def _put(g: Game, ruleset: Ruleset, trials: Trials, force: Force, entry: UnitEntry, side: int) -> Unit:
    """Put a unit on its half of the table, facing the other half."""
    settings = [*force.settings, *([(MODELS, force.models)] if force.models else [])]
    y = TABLE[1] * (0.25 + 0.5 * side)
    placing = Placing(
        entry.name,
        entry.name,
        PLAYERS[side],
        entry.army,
        (Literal(TABLE[0] / 2, '"'), Literal(y, '"')),  # type: ignore[arg-type]
        180 * side,
        tuple((word, Literal(number)) for word, number in settings),
        tuple(Taken(one) for one in force.takes),
    )
    return trials.put(g, enlist(ruleset, placing))


# -- books -----------------------------------------------------------------------------------------


def _books(
    desk: Desk, forces: Sequence[Force], system: str, over: Sequence[Any]
) -> tuple[str, list[str], list[UnitEntry]]:
    """Return the system, the books and the entries that are meant."""
    if system:
        desk.host.system(system)
    known: list[str] = []
    for name in [system] if system else list(desk.host.systems):
        shelf = list(_entries(desk, name, over))
        found = [next((one for one in shelf if force.is_named(one[1].name)), None) for force in forces]
        meant = [one for one in found if one is not None]
        if len(meant) == len(forces):
            return name, list(dict.fromkeys(book for book, _ in meant if book)), [entry for _, entry in meant]
        known += [entry.name for _, entry in shelf]
    raise _unknown(forces, known)


def _unknown(forces: Sequence[Force], known: Sequence[str]) -> RulesError:
    strange = [one.entry for one in forces if not any(one.is_named(name) for name in known)]
    if not strange:
        names = " and ".join(f'"{one.entry}"' for one in forces)
        return RulesError(f"{names} are units of different games")
    return RulesError(
        Diagnostic(f'no book has a unit "{name}"', hint=did_you_mean(name, known)) for name in strange
    )


def _entries(desk: Desk, system: str, over: Sequence[Any]) -> Iterator[tuple[str, UnitEntry]]:
    """Yield the units of a system's books with the name of the book; ("") those of overlays."""
    for manifest in desk.loader.books(system):
        for pack in desk.loader.load([manifest.name]):
            if pack.name == manifest.name:
                yield from ((pack.name, d) for d in pack.declarations if isinstance(d, UnitEntry))
    with suppress(RulesError):
        # Overlays of another game are no fault here: the game is still looked for.
        for pack in desk.loader.load([desk.host.system(system).pack, *over]) if over else ():
            yield from (("", d) for d in pack.declarations if isinstance(d, UnitEntry))
