"""`tercio replay LOG`: the same battle again from its log, checked against the hash of its end; why numbers
were so.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import PackPaths, busy, console, desk_with

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.desk import Battle
    from tercio.kernel.store import Log

    from .narration import Teller


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log that `tercio play --log` wrote.")],
    verify: Annotated[bool, typer.Option("--verify", help="Compare only, tell no story.")] = False,
    why: Annotated[
        int | None, typer.Option("--why", metavar="EVENT", min=0, help="Explain the numbers of an event.")
    ] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Put its number before each event, for --why.")
    ] = False,
    pack: PackPaths = None,
) -> None:
    """Play a logged battle again and compare its end."""
    from tercio.kernel.play import replayed
    from tercio.kernel.play import verify as compare
    from tercio.kernel.store import read_log

    from .narration import Teller

    recorded = read_log(log)
    desk = desk_with(pack)
    battle = desk.resume(recorded) if why is None else desk.resume(recorded, ledgers=True)
    teller = Teller(battle.session.game, desk.host.sentences(recorded.header.system))
    out = console()
    with busy("the battle is fought again"):
        replayed(battle.session, recorded)
    compare(battle.session, recorded)
    teller.names.learn(battle.session.game)
    if why is not None:
        _explain(battle, teller, why, out)
        return
    if not verify:
        _story(battle, teller, out, numbers)
    out.print(_verdict(recorded))


def _story(battle: Battle, teller: Teller, out: Console, numbers: bool) -> None:
    from .summary import complete, print_summary

    teller.tell(battle.session.game, out, numbers=numbers)
    if battle.session.over:
        print_summary(complete(battle.result(), battle), battle, out)


def _verdict(log: Log) -> str:
    answers = f"{len(log.answers)} decisions"
    if log.end is not None:
        return f"the same battle: {answers}, state {log.end.state_hash}"
    cut = "; its last line was broken off" if log.cut else ""
    return f"the log ends before the battle does: {answers} replayed, nothing to compare with{cut}"


def _explain(battle: Battle, teller: Teller, number: int, out: Console) -> None:
    from tercio.kernel.errors import RulesError

    from .why import print_why

    events = battle.session.game.events or []
    found = next((event for event in events if event.number == number), None)
    if found is None:
        last = events[-1].number if events else -1
        raise RulesError(f"no event {number} in this battle: events are 0 to {last}")
    out.print(f"event {number}: {teller.plain(found)}")
    print_why(found.why, out)
