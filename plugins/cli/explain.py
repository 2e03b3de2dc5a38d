"""`tercio explain NAME`: what a rule, unit, table, value, weapon or spell is, in the language's own words.

A name may mean several things (a value and a roll, a unit and its mount): all are shown. Overlays that are
laid on show what they changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .common import Overlays, PackPaths, System, console, desk_with, fail

if TYPE_CHECKING:
    from tercio.dsl.desk import Desk


def explain(
    name: Annotated[
        list[str], typer.Argument(metavar="NAME", help="The name of anything that packs declare.")
    ],
    system: System = "t9a",
    over: Overlays = None,
    pack: PackPaths = None,
) -> None:
    """Show what a name means and where it is declared."""
    from .lookup import Shelf

    desk = desk_with(pack)
    shelf = Shelf(desk, system, over or ())
    wanted = " ".join(name)
    found = shelf.meanings(wanted)
    if not found:
        hint = _elsewhere(desk, wanted, system) or shelf.hint(wanted)
        fail(f'nothing is called "{wanted}" in the rules of {system}; {hint}'.rstrip("; "))
    out = console()
    for number, meaning in enumerate(found):
        if number:
            out.print()
        out.print(meaning.heading, style="bold")
        for line in meaning.lines:
            out.print(line, soft_wrap=True)


def _elsewhere(desk: Desk, wanted: str, system: str) -> str:
    """Return a hint at the other systems that know a name, "" if none does."""
    from .lookup import Shelf

    others = (other for other in desk.host.systems if other != system)
    known = [other for other in others if Shelf(desk, other, ()).meanings(wanted)]
    return " or ".join(f"--system {other} knows it" for other in known)
