"""The scenarios of packs as tests: collected by pack, file or name, and run.

    for trial in collect(desk, ["base"]):
        print(trial.id, trial.run().ok)

A pack's scenarios are run by its own rules and those of the packs it stands on; with overlays (`over`) by the
rules as those change them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tercio.kernel.decl import Scenario
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.events import Telling
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.trial.run import Outcome, run_scenario
from tercio.kernel.trial.system import Trials

from .books import checked_rules
from .checking import lone_file, pack_of, places
from .loader import RULES, Pack, system_of

if TYPE_CHECKING:
    from .desk import Desk


@dataclass(frozen=True, slots=True)
class Trial:
    """One scenario ready to be run: with the rules it is run by and the words that its system brings."""

    scenario: Scenario
    ruleset: Ruleset
    trials: Trials
    procedures: Mapping[str, Callable[..., Any]]
    telling: Telling
    """What the events of its system can be."""

    @property
    def id(self) -> str:
        """Its pack and name."""
        return f"{self.scenario.pack}/{self.scenario.name}"

    def under(self, ruleset: Ruleset) -> Trial:
        """Return the same scenario to be run by other rules."""
        return replace(self, ruleset=ruleset)

    def run(self) -> Outcome:
        """Run it and say what became of it. Never raises."""
        return run_scenario(self.scenario, self.ruleset, self.trials, self.procedures, self.telling)


def collect(desk: Desk, paths: Iterable[Path | str] = (), over: Sequence[Path | str] = ()) -> list[Trial]:
    """Return the scenarios of packs by path or name, of files of rules, or (without any) of all known packs,
    in order. Raises RulesError with every fault of the packs.
    """
    wanted = [one for path in paths or desk.loader.known() for one in _places(path)]
    return [trial for one in wanted for trial in _of(desk, one, over)]


def _places(path: Path | str) -> Iterator[Path | str]:
    if Path(path).exists():
        yield from places(Path(path))
    else:
        yield path


def _of(desk: Desk, wanted: Path | str, over: Sequence[Path | str]) -> Iterator[Trial]:
    path = Path(wanted)
    is_file = path.is_file() and path.suffix == RULES
    folder = pack_of(path) if path.exists() else None
    if is_file and folder is None:
        lone, bases = lone_file(desk.loader, path)
        yield from _trials(desk, lone, (*bases, lone), over)
        return
    packs = desk.loader.load([folder or wanted])
    shown = f"{folder.name}/{path.resolve().relative_to(folder).as_posix()}" if is_file and folder else ""
    for trial in _trials(desk, packs[-1], packs, over):
        if not shown or trial.scenario.span.file == shown:
            yield trial


def _trials(desk: Desk, pack: Pack, packs: Sequence[Pack], over: Sequence[Path | str]) -> Iterator[Trial]:
    scenarios = [one for one in pack.declarations if isinstance(one, Scenario)]
    if not scenarios:
        return
    laid = [one for one in desk.loader.load(over) if one.name not in {known.name for known in packs}]
    combined = checked_rules(desk.host, [*packs, *laid])
    system = system_of(packs)
    trials = _system(desk, system, pack)
    ruleset = Ruleset(
        tuple(combined.declarations.values()),
        desk.loader.trial_signatures(system),
        tuple(one.label for one in (*packs, *laid)),
        dict(combined.changes),
    )
    procedures, telling = desk.host.procedures(system), desk.host.telling(system)
    for scenario in scenarios:
        yield Trial(scenario, ruleset, trials, procedures, telling)


def _system(desk: Desk, system: str, pack: Pack) -> Trials:
    found = desk.host.trials.get(system)
    if found is None:
        known = ", ".join(desk.host.trials) or "none"
        hint = did_you_mean(system, desk.host.trials) or f"systems that run scenarios: {known}"
        message = f'the pack {pack.name} has scenarios, but no plugin runs those of the system "{system}"'
        raise RulesError(Diagnostic(message, hint=hint))
    return found
