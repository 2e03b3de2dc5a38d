"""`tercio lab`: what was asked for on the command line, played and told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tercio.kernel.commands import Terminal
from tercio.kernel.errors import Diagnostic, RulesError

from .games import Row
from .plan import Maker
from .setup import Ready, prepared
from .study import asked_of, crew_of, fresh, played, resumed, write_down
from .sweep import half_width
from .tell import tell

GAMES = 100
INTERRUPTED = 130


@dataclass(slots=True)
class Asking:
    """The words of the command line."""

    lists: list[str]
    over: list[str]
    sweep: list[str]
    games: int | None
    until: str | None
    metric: str | None
    confidence: float
    seed: int
    agents: str
    workers: int | None
    cluster: str | None
    out: Path | None
    resume: Path | None
    attacks: bool
    system: str
    map: str | None
    deployment: str | None
    pack: list[Path]
    json: bool


def run(terminal: Terminal, asking: Asking) -> int | None:
    """Play an experiment, tell it, and write it down where asked. Returns 130 after an interrupt."""
    ready, done, out = _ready(terminal, asking)
    half = half_width(asking.until) if asking.until else None
    metrics = asking.metric.split(",") if asking.metric else []
    asked = asked_of(ready, metrics, asking.confidence / 100, half)
    crew = crew_of(asking.workers, asking.cluster or "")
    with terminal.progress("games", ready.plan.games) as progress:
        progress.advance(sum(row.number < ready.plan.games for row in done))
        outcome = played(ready, asked, crew, out, done, progress)
    if out is not None:
        write_down(out, outcome)
    if asking.json:
        terminal.json(outcome.result)
    else:
        tell(outcome.findings, terminal, ready.idle)
    if not outcome.findings.played.interrupted:
        return None
    terminal.note("interrupted" + (f"; --resume {out} goes on" if out is not None else ""))
    return INTERRUPTED


def _ready(terminal: Terminal, asking: Asking) -> tuple[Ready, list[Row], Path | None]:
    """Return the experiment that is asked for, games that it has played already, and its folder."""
    if asking.resume is not None:
        if asking.lists or asking.over or asking.sweep:
            hint = "only --games, --until, --metric and where it is played may be asked anew"
            raise RulesError(Diagnostic("--resume goes on with the lists and rules of its folder", hint=hint))
        ready, done = resumed(asking.resume, terminal.desk, asking.games)
        return ready, done, asking.resume
    if asking.out is not None:
        fresh(asking.out)
    desk = terminal.desk(asking.pack)
    asked = {"map": asking.map, "deployment": asking.deployment}
    ready = prepared(
        desk,
        asking.lists,
        system=asking.system,
        variants=asking.over,
        sweeps=asking.sweep,
        games=asking.games or GAMES,
        seed=asking.seed,
        agents=tuple(name.strip() for name in asking.agents.split(",")),
        options={name: value for name, value in asked.items() if value is not None},
        attacks=asking.attacks,
        maker=Maker(type(desk), tuple(map(str, asking.pack))),
    )
    return ready, [], asking.out
