"""The hunt for mutants: each change is played by the scenarios that touch what it changed, until one fails.

A change can make a scenario go on for very long, so one that takes longer than `PATIENCE` counts as noticed.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tercio.dsl.desk import Desk
from tercio.dsl.trials import Trial, collect
from tercio.kernel.decl import Declaration, Scenario
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.ruleset import Ruleset

from .mutate import Mutant, mutants
from .watch import Names, Touched, touched_by, touches

PATIENCE = 20
"""Seconds that all scenarios may take under one change."""

SCENARIOS = "/scenarios/"
"""What stands in this folder of a pack serves its scenarios and is no rule."""


class Impatient(BaseException):
    """A change takes longer than `PATIENCE`; not an Exception, which a scenario would take for its own."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A scenario with what it touches."""

    trial: Trial
    touched: Touched
    cites: str


class Range:
    """The rules of a pack, its changes in order, and the scenarios that may notice them: its own and those of
    packs that stand on it.
    """

    def __init__(
        self, name: str, folders: Sequence[Path] = (), file: str = "", *, conditions: bool = False
    ) -> None:
        self.asked = (name, folders, file, conditions)
        desk = Desk(folders)
        self.pack = desk.loader.load([name])[-1]
        if self.pack.manifest.over:
            hint = "try the pack that it lies over; scenarios of overlays hold what they change"
            raise RulesError(
                Diagnostic(f"{self.pack.name} is an overlay: it changes rules of others", hint=hint)
            )
        books = [one for one in desk.packs() if not one.manifest.over]
        above = [one.name for one in books if self.pack.name in one.manifest.uses]
        found = [trial for one in (self.pack.name, *above) for trial in collect(desk, [one])]
        rules = [one for one in self.pack.declarations if _is_rule(one) and file in one.span.file]
        every = [change for one in rules for change in mutants(one)]
        self.mutants = [one for one in every if conditions or not one.of_condition]
        rulesets = {id(trial.ruleset): trial.ruleset for trial in found}
        names = {key: Names(one.declarations) for key, one in rulesets.items()}
        self.witnesses = [_witness(trial, names[id(trial.ruleset)]) for trial in found]

    def sampled(self, count: int | None) -> list[int]:
        """Return the numbers of so many changes, evenly spread; of all without a count."""
        total = len(self.mutants)
        if count is None or count >= total:
            return list(range(total))
        return [i * total // count for i in range(count)]

    def noticed(self, number: int) -> str | None:
        """Return the first scenario that fails under a change, None if all hold."""
        mutant = self.mutants[number]
        rules: dict[int, Ruleset] = {}
        try:
            with _patience(PATIENCE):
                for witness in self.likely(mutant):
                    base = witness.trial.ruleset
                    if id(base) not in rules:
                        rules[id(base)] = changed(base, mutant)
                    if not witness.trial.under(rules[id(base)]).run().ok:
                        return witness.trial.id
        except Impatient:
            return "(no end)"
        return None

    def likely(self, mutant: Mutant) -> list[Witness]:
        """Return the scenarios that touch what was changed: those first that cite its section, then those
        that touch little else.
        """
        cite = str(mutant.before.cite or "")
        able = [one for one in self.witnesses if touches(one.touched, mutant.before, mutant.after)]
        return sorted(able, key=lambda one: (not cite or cite not in one.cites, len(one.touched)))


def _is_rule(one: Declaration) -> bool:
    return not isinstance(one, Scenario) and SCENARIOS not in one.span.file


def _witness(trial: Trial, names: Names) -> Witness:
    return Witness(trial, touched_by(trial, names), str(trial.scenario.cite or ""))


def changed(base: Ruleset, mutant: Mutant) -> Ruleset:
    """Return rules with one change in them."""
    kept = tuple(mutant.after if one == mutant.before else one for one in base.declarations)
    return Ruleset(kept, base.signatures, base.packs, base.changes)


@contextmanager
def _patience(seconds: int) -> Iterator[None]:
    """Raise Impatient after so many seconds, where the machine can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(*_: Any) -> None:
        raise Impatient

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# -- by several processes --------------------------------------------------------------------------

_RANGE: Range | None = None


def _prepare(name: str, folders: Sequence[Path], file: str, conditions: bool) -> None:
    global _RANGE
    _RANGE = Range(name, folders, file, conditions=conditions)


def _noticed(number: int) -> str | None:
    assert _RANGE is not None
    return _RANGE.noticed(number)


def hunt(here: Range, numbers: Sequence[int], workers: int) -> Iterator[tuple[int, str | None]]:
    """Yield for each change by its number the scenario that notices it, None for one that survives; in order
    of the numbers, whatever the number of workers.
    """
    if workers == 1:
        yield from ((number, here.noticed(number)) for number in numbers)
        return
    with ProcessPoolExecutor(workers, None, _prepare, here.asked) as crew:
        yield from zip(numbers, crew.map(_noticed, numbers, chunksize=8), strict=True)
