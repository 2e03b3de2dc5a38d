"""The command `tercio mutants`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tercio.kernel.commands import Argument, Command, Option
from tercio.kernel.hooks import hookimpl

_HELP = """Change the rules of a pack clause by clause, and tell which changes no scenario notices.

A clause is taken away, or a number becomes another. The scenarios of the pack, and of packs that stand on it,
are run: where all still hold, the change has survived.
"""


def _run(terminal: Any, **values: Any) -> int:
    from .command import run

    return run(terminal, **values)


MUTANTS = Command(
    "mutants",
    _HELP,
    _run,
    (
        Argument("packs", "Packs by name or folder.", several=True, metavar="PACK..."),
        Option("file", "Only rules in files with this text in their path.", metavar="TEXT"),
        Option("conditions", "Change conditions too: drop them, or turn them about.", bool),
        Option("sample", "Only so many changes of each pack, evenly spread.", int, low=1),
        Option("workers", "Processes that run scenarios.", int, 1, low=1),
        Option("at-least", "The share in percent that has to be noticed; less fails.", int, 0, low=0),
        Option("list", "List the changes and run nothing.", bool),
        Option("pack", "A further pack, or a folder of packs.", Path, several=True, metavar="PATH"),
        Option("json", "Print one JSON object and nothing else.", bool),
    ),
)


@hookimpl
def tercio_commands() -> Iterable[Command]:
    return (MUTANTS,)
