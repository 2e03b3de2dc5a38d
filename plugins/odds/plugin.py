"""The command `tercio odds`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tercio.kernel.commands import Argument, Command, Option
from tercio.kernel.hooks import hookimpl

_HELP = """Tell exact chances, by the rules that the game plays.

ONE vs OTHER: a round of a fight (--charge: the first has charged; --shoot: it shoots).
charge 7": whether a charge arrives. cast 8+: whether a spell is cast. roll 2D6 maximised: what dice come to.
"""


def _run(terminal: Any, **values: Any) -> None:
    from .command import run

    run(terminal, **values)


ODDS = Command(
    "odds",
    _HELP,
    _run,
    (
        Argument(
            "words", 'ONE vs OTHER, charge 7", cast 8+, or roll DICE.', several=True, metavar="WORDS..."
        ),
        Option("charge", "The first unit has charged.", bool),
        Option("shoot", "The first unit shoots at the other.", bool),
        Option("apart", "Inches between them when it shoots.", float, 12.0),
        Option("speed", "Charge Speed of a unit that charges, in games where that matters.", int),
        Option("maximised", "The roll of the charge is Maximised.", bool),
        Option("minimised", "The roll of the charge is Minimised.", bool),
        Option("dice", "Dice that a spell is cast with.", int, low=1),
        Option("bound", "The spell is a Bound Spell.", bool),
        Option("dispel", "Dice that the other side dispels with.", int, 0, low=0),
        Option("system", "Game system; without it, the one that knows the units.", metavar="NAME"),
        Option("over", "An overlay to lay on; may be given several times.", several=True, metavar="PACK"),
        Option("pack", "A further pack, or a folder of packs.", Path, several=True, metavar="PATH"),
        Option("json", "Print one JSON object and nothing else.", bool),
        Option("svg", "Write a picture into this file.", Path, metavar="FILE"),
    ),
)


@hookimpl
def tercio_commands() -> Iterable[Command]:
    return (ODDS,)
