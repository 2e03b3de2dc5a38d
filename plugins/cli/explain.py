"""`tercio explain NAME`: what a rule, unit, table, value, weapon or spell is, in the language's own words.

A name may mean several things (a value and a roll, a unit and its mount): all are shown. Overlays that are
laid on show what they changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Overlays, PackPaths, console, desk_with, fail

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.desk import Desk

    from .lookup import Meaning, Shelf


AnySystem = Annotated[
    str, typer.Option("--system", metavar="NAME", help="Game system; without it, all that are there.")
]


def explain(
    name: Annotated[
        list[str], typer.Argument(metavar="NAME", help="The name of anything that packs declare.")
    ],
    system: AnySystem = "",
    over: Overlays = None,
    pack: PackPaths = None,
) -> None:
    """Show what a name means and where it is declared."""
    from .lookup import Shelf

    desk, wanted = desk_with(pack), " ".join(name)
    shelves = [Shelf(desk, one, over or ()) for one in _systems(desk, system, over or ())]
    found = {shelf.system: shelf.meanings(wanted) for shelf in shelves}
    if not any(found.values()):
        fail(_nothing(desk, wanted, shelves))
    _print(_once(found), console())


def _systems(desk: Desk, system: str, over: Sequence[str]) -> list[str]:
    """Return in whose rules a name is looked up: in those that overlays are laid on, else in all."""
    from tercio.dsl.loader import system_of

    named = system or (system_of(desk.loader.load(over)) if over else "")
    return [named] if named else list(desk.host.systems)


def _nothing(desk: Desk, wanted: str, shelves: Sequence[Shelf]) -> str:
    """Tell that a name means nothing, and what may have been meant."""
    from .lookup import Shelf, hint

    asked = [shelf.system for shelf in shelves]
    others = (other for other in desk.host.systems if other not in asked)
    known = [other for other in others if Shelf(desk, other, ()).meanings(wanted)]
    elsewhere = " or ".join(f"--system {other} knows it" for other in known)
    near = elsewhere or hint(wanted, (name for shelf in shelves for name in shelf.names()))
    games = " and ".join(part for part in (", ".join(asked[:-1]), asked[-1]) if part)
    return f'nothing is called "{wanted}" in the rules of {games}; {near}'.rstrip("; ")


def _once(found: Mapping[str, Iterable[Meaning]]) -> dict[str, list[Meaning]]:
    """Return what a name means by system, and what means the same in several of them in the first only."""
    told: set[Meaning] = set()
    new: dict[str, list[Meaning]] = {}
    for system, meanings in found.items():
        new[system] = [meaning for meaning in meanings if meaning not in told]
        told.update(new[system])
    return {system: meanings for system, meanings in new.items() if meanings}


def _print(found: Mapping[str, Sequence[Meaning]], out: Console) -> None:
    """Print all that a name means; whose rules say so, where there are several."""
    first = True
    for system, meanings in found.items():
        for meaning in meanings:
            if not first:
                out.print()
            first = False
            whose = f" in {system}" if len(found) > 1 else ""
            out.print(meaning.heading + whose, style="bold")
            for line in meaning.lines:
                out.print(line, soft_wrap=True)
