"""Commands that plugins bring to the command line, as data.

A plugin describes what its command takes and gives a function; whoever runs commands (the command line, a
test, a window) turns words into values and calls it with a `Terminal`. So plugins need no library for
arguments, and none of them knows how output is shown. Descriptions are read whenever the command line starts:
the module that holds them must import little, and the function what it needs when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pluggy

from .errors import RulesError
from .hooks import PROJECT, Hooks

GROUP = "tercio.commands"
"""The entry point group of plugins that bring commands: they are found without loading games."""

Kind = type[str] | type[int] | type[float] | type[bool] | type[Path]


@dataclass(frozen=True, slots=True)
class Argument:
    """A word that stands by its place. `name` is the parameter of the function; `several` takes all that are
    left, as a list; one that is not `needed` may be missing (None, or an empty list).
    """

    name: str
    help: str
    takes: Kind = str
    several: bool = False
    needed: bool = True
    metavar: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A word `--name`: its parameter is the name with `_` for `-`. `takes` bool makes it a switch; `several`
    may be given more than once, as a list; `low` is the least number it takes.
    """

    name: str
    help: str
    takes: Kind = str
    default: Any = None
    several: bool = False
    metavar: str = ""
    short: str = ""
    low: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `run(terminal, **values)` does it and returns its exit code (None: 0). It raises
    RulesError for what cannot be done.
    """

    name: str
    help: str
    run: Callable[..., int | None]
    takes: tuple[Argument | Option, ...] = ()


class Progress(Protocol):
    """How far something has come."""

    def advance(self, number: int = 1) -> None:
        """Take down that so many more of the total are done."""
        ...

    def expect(self, total: int) -> None:
        """Change how many there are in all."""
        ...


class Terminal(Protocol):
    """Where a command is run: the desk, and how it tells what it found."""

    def desk(self, packs: Sequence[Path] | None = None) -> Any:
        """Return a desk (`tercio.dsl.desk.Desk`) that also knows these packs. Raises RulesError for a path
        that is not there.
        """
        ...

    def print(self, text: str = "") -> None:
        """Print lines as they are."""
        ...

    def table(
        self, headings: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "", right: str = ""
    ) -> None:
        """Print a table; columns whose heading is in `right` (by commas) hold numbers."""
        ...

    def json(self, data: Any) -> None:
        """Print one JSON object."""
        ...

    def note(self, text: str) -> None:
        """Tell something beside the output, on standard error."""
        ...

    def progress(self, what: str, total: int) -> AbstractContextManager[Progress]:
        """Show how far something has come, with its rate and the time left, while the context is open; where
        nobody looks on, nothing.
        """
        ...


def plugged() -> dict[str, Command]:
    """Return the commands of installed plugins by name. Raises RulesError if one cannot be loaded, or if two
    bring one name.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    try:
        manager.load_setuptools_entrypoints(GROUP)
        manager.check_pending()
    except (pluggy.PluginValidationError, ImportError, AttributeError, ValueError) as error:
        raise RulesError(f"an installed plugin cannot be loaded: {error}") from error
    return merged(manager.hook.tercio_commands())


def merged(found: Iterable[Iterable[Command]]) -> dict[str, Command]:
    """Return commands by name, in order of their names. Raises RulesError if two have one name."""
    shelf: dict[str, Command] = {}
    for command in sorted((one for some in found for one in some), key=lambda one: one.name):
        if command.name in shelf:
            raise RulesError(f"two plugins bring the command {command.name!r}")
        shelf[command.name] = command
    return shelf
