"""`tercio roster LIST`: an army list as its book understands it, or every fault of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Overlays, PackPaths, System, console, desk_with, print_json, table

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.kernel.roster import Entry, Pick, Roster
    from tercio.kernel.system import Sheet


def roster(
    path: Annotated[Path, typer.Argument(metavar="LIST", help="An army list, or an army by name.")],
    system: System = "",
    over: Overlays = None,
    pack: PackPaths = None,
    as_json: AsJson = False,
) -> None:
    """Check an army list against its book and show it."""
    from tercio.kernel.system import ShowsArmies

    desk = desk_with(pack)
    system = system or desk.system_for([path])
    ruleset, read = desk.roster(system, path, over or ())
    game = desk.host.system(system)
    sheets = game.sheets(ruleset, read) if isinstance(game, ShowsArmies) else ()
    costs = _costs(ruleset, read)
    if as_json:
        print_json({**_plain(read, costs), **{sheet.title: _rows(sheet) for sheet in sheets}})
    elif sheets:
        _print_sheets(console(), read, sheets)
    else:
        _print_priced(console(), read, costs)


def _print_priced(out: Console, read: Roster, costs: list[int]) -> None:
    out.print(f"{read.army}, {read.size} points")
    rows = [(cost, *_row(entry)) for entry, cost in zip(read.entries, costs, strict=True)]
    out.print(table(("points", "models", "unit", "options"), rows, right="points,models"))
    out.print(f"{sum(costs)} points in {len(rows)} units; the list is legal")


def _print_sheets(out: Console, read: Roster, sheets: Sequence[Sheet]) -> None:
    out.print(read.army)
    for sheet in sheets:
        out.print()
        out.print(table(sheet.headings, sheet.rows))
    out.print()
    out.print(f"{len(read.entries)} units; the list is legal")


def _rows(sheet: Sheet) -> list[dict[str, Any]]:
    return [dict(zip(sheet.headings, row, strict=True)) for row in sheet.rows]


def _row(entry: Entry) -> tuple[int, str, str]:
    name = f"with {entry.name}" if entry.joins else entry.name
    return entry.models, name, ", ".join(map(pick_text, entry.picks))


def _costs(ruleset: Any, read: Roster) -> list[int]:
    from tercio.kernel.roster import muster

    return muster(ruleset, read).costs()


def _plain(read: Roster, costs: Iterable[int]) -> dict[str, Any]:
    plain: dict[str, Any] = read.plain()
    entries = [{**entry, "points": cost} for entry, cost in zip(plain["entries"], costs, strict=True)]
    return {**plain, "entries": entries, "points": sum(entry["points"] for entry in entries)}


def pick_text(pick: Pick) -> str:
    """Return a pick as players write it: `2 Torches`, `Longbow (Heartwood)`."""
    count = f"{pick.count} " if pick.count > 1 else ""
    on = f" on {pick.on}" if pick.on else ""
    below = f" ({', '.join(map(pick_text, pick.below))})" if pick.below else ""
    return f"{count}{pick.name}{on}{below}"
