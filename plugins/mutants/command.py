"""What `tercio mutants` does with its words and options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .hunt import Range, hunt
from .mutate import Mutant

if TYPE_CHECKING:
    from tercio.kernel.commands import Terminal


@dataclass(slots=True)
class Score:
    """How many changes of a pack were noticed, and those that were not."""

    pack: str
    folder: Path
    total: int = 0
    survivors: list[Mutant] = field(default_factory=list)

    @property
    def noticed(self) -> int:
        """How many were noticed."""
        return self.total - len(self.survivors)

    def reaches(self, percent: int) -> bool:
        """Whether at least that share of all changes was noticed."""
        return self.noticed * 100 >= percent * self.total

    def __str__(self) -> str:
        share = f"{self.noticed * 100 / self.total:.1f}%" if self.total else "nothing to change"
        return f"{self.pack}: {self.noticed} of {self.total} changes are noticed, {share}"

    def told(self, mutant: Mutant) -> str:
        """Return a change with its place and the line as it stands there."""
        span = mutant.span
        path = self.folder / span.file.partition("/")[2]
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        line = lines[span.line - 1].strip() if 0 < span.line <= len(lines) else mutant.before.name
        return f"{span.file}:{span.line}: {line}: {mutant.what}"


def run(
    terminal: Terminal,
    packs: Sequence[str],
    file: str | None,
    conditions: bool,
    sample: int | None,
    workers: int,
    at_least: int,
    list: bool,
    pack: Sequence[Path],
    json: bool,
) -> int:
    """Tell which changes of packs no scenario notices; returns 1 where fewer than `at_least` percent are.
    Raises RulesError for a pack that is not there or has faults.
    """
    ranges = [Range(name, tuple(pack), file or "", conditions=conditions) for name in packs]
    scores = [_score(terminal, one, sample, workers, listing=list) for one in ranges]
    if json:
        terminal.json({"packs": [_plain(one) for one in scores]})
    elif list:
        for one in scores:
            for mutant in one.survivors:
                terminal.print(one.told(mutant))
            terminal.print(f"{one.pack}: {one.total} changes")
    else:
        for one in scores:
            for mutant in one.survivors:
                terminal.print(one.told(mutant))
            terminal.print(str(one))
    return int(not list and not all(one.reaches(at_least) for one in scores))


def _score(terminal: Terminal, here: Range, sample: int | None, workers: int, *, listing: bool) -> Score:
    assert here.pack.folder is not None
    numbers = here.sampled(sample)
    score = Score(here.pack.name, here.pack.folder, len(numbers))
    if listing:
        score.survivors = [here.mutants[number] for number in numbers]
        return score
    if not here.witnesses:
        terminal.note(f"{score.pack} has no scenarios, nor has a pack that stands on it: nobody can notice")
    with terminal.progress(f"changes of {score.pack}", len(numbers)) as progress:
        for number, witness in hunt(here, numbers, workers):
            progress.advance()
            if witness is None:
                score.survivors.append(here.mutants[number])
    return score


def _plain(score: Score) -> dict[str, Any]:
    return {
        "pack": score.pack,
        "changes": score.total,
        "noticed": score.noticed,
        "survivors": [score.told(mutant) for mutant in score.survivors],
    }
