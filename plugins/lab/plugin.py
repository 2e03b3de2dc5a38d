"""Registers the command `lab`. Read whenever the command line starts, so it imports next to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tercio.kernel.commands import Argument, Command, Option, Terminal
from tercio.kernel.hooks import hookimpl


def _run(terminal: Terminal, **values: Any) -> int | None:
    from .command import Asking, run

    return run(terminal, Asking(**values))


LAB = Command(
    "lab",
    "Play many battles with and without a house rule, on the same dice, and tell what it changes.",
    _run,
    (
        Argument("lists", "Army lists: each plays all others.", several=True, needed=False, metavar="A B..."),
        Option("over", "A variant: an overlay, or several joined by +. May be given again.", several=True),
        Option("sweep", "A constant from one value to another: reach=2..8.", several=True, metavar="C=A..B"),
        Option("games", "How many games under each ruleset.", int, low=1),
        Option("until", "Stop when the first metric is known to within this: 1%.", metavar="WIDTH"),
        Option("metric", "What is measured: win,turns,units-lost.", metavar="NAMES"),
        Option("confidence", "How sure intervals are, in percent.", float, 95.0),
        Option("seed", "The same seed plays the same battles.", int, 1),
        Option("agents", "Who plays: one for all lists, or one for each.", str, "captain", metavar="A,B"),
        Option("workers", "How many processes; one for each processor.", int, low=0),
        Option("cluster", "Play on Dask workers instead.", metavar="ADDRESS"),
        Option("out", "Keep games, report and tables in this folder.", Path, metavar="DIR"),
        Option("resume", "Go on with the experiment of this folder.", Path, metavar="DIR"),
        Option("attacks", "Keep a row for each attack too.", bool),
        Option("system", "Game system; without it, the one of the lists.", str, "", metavar="NAME"),
        Option("map", "A battlefield by name.", metavar="NAME"),
        Option("deployment", "How armies are deployed, by name.", metavar="NAME"),
        Option("pack", "A further pack, or a folder of packs.", Path, several=True, metavar="PATH"),
        Option("json", "Print one JSON object and nothing else.", bool),
    ),
)


@hookimpl
def tercio_commands() -> Iterable[Command]:
    return (LAB,)
