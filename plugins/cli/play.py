"""`tercio play A B`: two army lists fight a whole battle; its story, and who won."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tercio.kernel.errors import RulesError

from .common import (
    INTERRUPTED,
    AsJson,
    Overlays,
    PackPaths,
    System,
    busy,
    console,
    desk_with,
    print_json,
    tell,
)

if TYPE_CHECKING:
    from tercio.dsl.desk import Battle

SEED_BYTES = 4

Seed = Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same battle.")]
Agents = Annotated[
    str, typer.Option("--agents", metavar="A,B", help="Who plays each side (captain,random) or both.")
]
MapName = Annotated[
    str | None, typer.Option("--map", metavar="NAME", help="A battlefield by name, or by a word of the game.")
]
DeploymentName = Annotated[
    str | None, typer.Option("--deployment", metavar="NAME", help="How armies are deployed, by name.")
]
LogFile = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="Write the battle here, for replay.")
]


def play(
    first: Annotated[
        Path, typer.Argument(metavar="A", help="Army list of the first player, or an army by name.")
    ],
    second: Annotated[Path, typer.Argument(metavar="B", help="That of the second player.")],
    system: System = "",
    seed: Seed = None,
    agents: Agents = "captain",
    table_map: MapName = None,
    deployment: DeploymentName = None,
    over: Overlays = None,
    pack: PackPaths = None,
    log: LogFile = None,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell the result only.")] = False,
) -> None:
    """Play two army lists and tell the battle phase by phase."""
    from .narration import Teller
    from .summary import complete, print_summary

    number = seed if seed is not None else int.from_bytes(os.urandom(SEED_BYTES))
    players = named(agents)
    asked = {"map": table_map, "deployment": deployment}
    options = {name: value for name, value in asked.items() if value is not None}
    desk, lists = desk_with(pack), [first, second]
    battle = desk.begin(
        system or desk.system_for(lists), lists, seed=number, over=over or (), options=options, record=True
    )
    teller = Teller(battle.session.game, desk.host.sentences(battle.header.system))
    with busy("the battle is fought"):
        result = complete(played(battle, players, log), battle)
    if as_json:
        print_json(result)
        return
    out = console()
    if seed is None:
        out.print(f"seed {number}")
    if not quiet:
        teller.tell(battle.session.game, out)
    print_summary(result, battle, out)


def named(agents: str) -> list[str]:
    """Return the names of both agents. Raises RulesError for none or more than two."""
    names = [name.strip() for name in agents.split(",")]
    if len(names) > 2 or not all(names):
        raise RulesError(f"--agents {agents}: two names are needed, e.g. captain,random")
    return names * 2 if len(names) == 1 else names


def played(battle: Battle, players: list[str], log: Path | None) -> dict[str, Any]:
    """Let agents play a battle; returns the result. An interrupt is told in one line and ends the command."""
    try:
        return battle.play(players, log)
    except KeyboardInterrupt:
        kept = f": the battle so far is in {log}" if log is not None else ""
        tell(f"interrupted after {len(battle.session.answers)} decisions{kept}")
        raise typer.Exit(INTERRUPTED) from None
