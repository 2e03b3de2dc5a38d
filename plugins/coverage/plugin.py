"""The command `tercio coverage`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tercio.kernel.commands import Argument, Command, Option
from tercio.kernel.hooks import hookimpl

_HELP = """Tell what of its rulebook a pack plays, and run what holds it.

Each row of the pack's coverage.toml names scenarios (PACK/NAME) and tests; all of them are run.
"""


def _run(terminal: Any, **values: Any) -> int:
    from .command import run

    return run(terminal, **values)


COVERAGE = Command(
    "coverage",
    _HELP,
    _run,
    (
        Argument(
            "packs",
            "Packs by name or folder; without any, all that have a coverage.toml.",
            several=True,
            needed=False,
            metavar="PACK...",
        ),
        Option("row", "Only rows with this text in their name.", metavar="TEXT"),
        Option("no-run", "Look at the rows and run nothing.", bool),
        Option("pack", "A further pack, or a folder of packs.", Path, several=True, metavar="PATH"),
        Option("json", "Print one JSON object and nothing else.", bool),
    ),
)


@hookimpl
def tercio_commands() -> Iterable[Command]:
    return (COVERAGE,)
