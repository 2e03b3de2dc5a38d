"""An experiment from question to answer: prepared, played, found out, written down. The Python side of
`tercio lab`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.commands import Progress
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.files import write_atomic

from .conduct import Conductor
from .crew import Crew, Here, Processes
from .findings import Asked, Findings, find, narrow_enough
from .games import Row
from .journal import Journal, has_games, read_games, read_plan
from .page import page
from .plan import Maker
from .result import plain
from .setup import Ready, checked, prepared
from .tables import attack_rows, frame, game_rows, write

REPORT, RESULT = "report.html", "result.json"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an experiment found, and the plan it was made by."""

    ready: Ready
    findings: Findings

    @property
    def result(self) -> dict[str, Any]:
        """The findings as plain data."""
        return plain(self.findings, self.ready.digests, self.ready.idle)


def experiment(
    lists: Sequence[str | Path],
    *,
    variants: Sequence[str | Path] = (),
    sweeps: Sequence[str] = (),
    games: int = 100,
    seed: int = 1,
    system: str = "",
    agents: Sequence[str] = ("captain",),
    options: Mapping[str, Any] | None = None,
    packs: Sequence[str | Path] = (),
    metrics: Sequence[str] = (),
    confidence: float = 0.95,
    until: float | None = None,
    workers: int | None = None,
    cluster: str = "",
    attacks: bool = False,
    out: Path | None = None,
    kind: Callable[[tuple[Path, ...]], Desk] = Desk,
) -> Any:
    """Play lists against each other with and without house rules; returns a frame, a row for each game.

    `variants` are overlays (packs, files of rules, `constant=value`), `sweeps` such as `reach=2..8`; `games`
    is how many are played under each ruleset for each two lists; `until` stops when the interval of the first
    metric reaches no farther on either side. `workers` are processes (0: play in this one; None: one for each
    processor), `cluster` the address of a Dask scheduler. `out` is a folder for games, report and tables.
    `kind` makes a desk from paths of packs; workers must be able to import it.

    The frame is one of pandas where it is installed, else a list of rows; `attrs["result"]` holds what was
    found as plain data, `attrs["attacks"]` rows of attacks if asked for. Raises RulesError for what cannot be
    played.
    """
    maker = Maker(kind, tuple(map(str, packs)))
    ready = prepared(
        maker(),
        [str(one) for one in lists],
        system=system,
        variants=[str(one) for one in variants],
        sweeps=sweeps,
        games=games,
        seed=seed,
        agents=agents,
        options=options,
        attacks=attacks,
        maker=maker,
    )
    asked = asked_of(ready, metrics, confidence, until)
    if out is not None:
        fresh(out)
    outcome = played(ready, asked, crew_of(workers, cluster), out)
    if out is not None:
        write_down(out, outcome)
    made = frame(game_rows(outcome.ready.plan, outcome.findings.played.rows))
    made.attrs["result"] = outcome.result
    if attacks:
        made.attrs["attacks"] = attack_rows(outcome.ready.plan, outcome.findings.played.rows)
    return made


def asked_of(ready: Ready, metrics: Sequence[str], confidence: float, half: float | None) -> Asked:
    """Return what is to be found out. Raises RulesError for a confidence that is none."""
    if not 0 < confidence < 1:
        raise RulesError(Diagnostic(f"a confidence of {confidence:g} is none", hint="between 0 and 1: 0.95"))
    names = tuple(name.strip().replace("_", "-") for name in metrics)
    return Asked(names, confidence, half, ready.columns)


def crew_of(workers: int | None, cluster: str = "") -> Crew:
    """Return who plays. Raises RulesError if a cluster is asked for and cannot be used."""
    if cluster:
        from .cluster import Cluster

        return Cluster(cluster)
    number = workers if workers is not None else os.cpu_count() or 1
    return Processes(number) if number else Here()


def played(
    ready: Ready,
    asked: Asked,
    crew: Crew,
    out: Path | None = None,
    done: Sequence[Row] = (),
    progress: Progress | None = None,
) -> Outcome:
    """Play what is missing of an experiment and return what it found; `done` are games played before."""
    plan = ready.plan
    enough = narrow_enough(plan, asked) if asked.half is not None else None
    conductor = Conductor(plan, done, enough, lambda row: asked.settled(row.metrics))
    journal = Journal(out, plan, ready.digests) if out is not None else None
    try:
        came = conductor.run(crew, journal, progress)
    finally:
        if journal is not None:
            journal.close()
    return Outcome(ready, find(plan, came, asked))


def write_down(out: Path, outcome: Outcome) -> None:
    """Write report, result and tables of an experiment into its folder."""
    plan, rows = outcome.ready.plan, outcome.findings.played.rows
    write_atomic(out / RESULT, json.dumps(outcome.result, indent=1, ensure_ascii=False) + "\n")
    write_atomic(out / REPORT, page(outcome.findings))
    write(out, "results", game_rows(plan, rows))
    if plan.attacks:
        write(out, "attacks", attack_rows(plan, rows))


def fresh(out: Path) -> None:
    """Raise RulesError if a folder holds games already."""
    if has_games(out):
        hint = f"--resume {out} goes on with it; or name another folder"
        raise RulesError(Diagnostic(f"{out}: holds an experiment already", hint=hint))


def resumed(
    folder: Path, make: Callable[[Sequence[Path]], Desk], games: int | None = None
) -> tuple[Ready, list[Row]]:
    """Return the experiment of a folder and the games that it has played; `make` makes the desk, `games`
    plays more or fewer. Raises RulesError if the rules are others now.
    """
    plan, digests = read_plan(folder)
    desk = make([Path(pack) for pack in plan.maker.packs])
    maker = Maker(type(desk), plan.maker.packs)
    ready = checked(desk, replace(plan, pairs=games or plan.pairs, maker=maker))
    if list(ready.digests) != digests:
        hint = "lay out the packs of that experiment, or begin a new one"
        raise RulesError(Diagnostic(f"{folder}: was played with other rules", hint=hint))
    return ready, read_games(folder)
