"""`tercio check PATH...`: every fault of rule packs and army lists, and the scenarios that pack authors
wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import FOUND, Overlays, PackPaths, console, desk_with

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.desk import Desk


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Packs (folders or names), rule files or army lists."),
    ],
    scenarios: Annotated[
        bool, typer.Option("--scenarios", help="Run the scenarios of the packs too.")
    ] = False,
    over: Overlays = None,
    pack: PackPaths = None,
) -> None:
    """Show every fault with its line and how to mend it."""
    desk, out = desk_with(pack), console()
    faults = desk.check(paths, over or ())
    for fault in faults:
        out.print(str(fault), soft_wrap=True)
    worst = any(fault.severity == "error" for fault in faults)
    out.print(f"{len(faults)} fault{'s' * (len(faults) > 1)}" if faults else "no faults")
    if scenarios and not worst:
        worst = not _all_hold(desk, paths, over or (), out)
    if worst:
        raise typer.Exit(FOUND)


def _all_hold(desk: Desk, paths: list[Path], over: Sequence[str], out: Console) -> bool:
    outcomes = desk.scenarios(paths, over)
    failed = [one for one in outcomes if not one.ok]
    for one in failed:
        out.print(one.message, soft_wrap=True)
    out.print(f"{len(outcomes) - len(failed)} of {len(outcomes)} scenarios hold")
    return not failed
