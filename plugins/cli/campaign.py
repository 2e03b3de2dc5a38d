"""`tercio campaign NAME A B`: two armies fight the battles of a campaign one after the other; how each ended,
and who has won.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tercio.kernel.files import writing

from .common import AsJson, Overlays, PackPaths, busy, console, desk_with, print_json
from .play import SEED_BYTES, Agents, Seed, named, played

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.campaigns import CampaignRun
    from tercio.dsl.desk import Desk

AnySystem = Annotated[
    str, typer.Option("--system", metavar="NAME", help="Game system; without it, whose the campaign is.")
]
LogFolder = Annotated[
    Path | None, typer.Option("--log", metavar="DIR", help="Write each battle into this folder, for replay.")
]


def campaign(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The campaign: in quotes, or in lower case with hyphens.")
    ],
    first: Annotated[
        Path, typer.Argument(metavar="A", help="Army list of the first player, or an army by name.")
    ],
    second: Annotated[Path, typer.Argument(metavar="B", help="That of the second player.")],
    system: AnySystem = "",
    seed: Seed = None,
    agents: Agents = "captain",
    over: Overlays = None,
    pack: PackPaths = None,
    log: LogFolder = None,
    as_json: AsJson = False,
) -> None:
    """Play a campaign between two army lists and tell how its battles end."""
    number = seed if seed is not None else int.from_bytes(os.urandom(SEED_BYTES))
    players = named(agents)
    desk = desk_with(pack)
    run = _begun(desk, name, system, [first, second], number, over or [])
    if log is not None:
        with writing(log):
            log.mkdir(exist_ok=True)
    out = None if as_json else console()
    results = _battles(run, players, log, out)
    result = {**run.result(), "battles": results}
    if out is None:
        print_json(result)
    else:
        _tell_end(result, run, out)


def _begun(desk: Desk, name: str, system: str, lists: list[Path], seed: int, over: list[str]) -> CampaignRun:
    from tercio.dsl.campaigns import find

    if system:
        desk.host.system(system)
    found = find(desk, name, system, over)
    return desk.campaign(found.system, found.name, lists, seed=seed, over=over)


def _battles(
    run: CampaignRun, players: list[str], folder: Path | None, out: Console | None
) -> list[dict[str, Any]]:
    """Let all battles be fought, tell how each ended, and return their results."""
    from .summary import complete, print_summary

    results = []
    for number, battle in enumerate(run.rest(), 1):
        log = folder / run.log_name(number) if folder is not None else None
        with busy(f"{run.name_of(number)} is fought"):
            result = complete(played(battle, players, log), battle)
        results.append({"battle": run.name_of(number), **result})
        if out is not None:
            out.print(f"=== battle {number}: {run.name_of(number)} ===", style="bold")
            print_summary(result, battle, out)
            out.print()
    return results


def _tell_end(result: dict[str, Any], run: CampaignRun, out: Console) -> None:
    from .summary import DRAW

    winner, how = result["winner"], result["outcome"]
    verdict = "a draw" if winner == DRAW else f"{winner} wins: {how}"
    out.print(f"{result['campaign']}: {verdict}")
    out.print(f"seed {result['seed']}, {len(run.battles)} battles")
