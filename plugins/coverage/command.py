"""What `tercio coverage` does with its words and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tercio.dsl.desk import Desk

from .holding import FAILS, HOLDS, NOT_RUN, home_of_tests, run_python, run_scenarios, scenarios_of
from .rows import FILE, Row, faults_of, read

if TYPE_CHECKING:
    from tercio.kernel.commands import Terminal

_HEADINGS = ("row", "status", "scenarios", "tests", "result")


@dataclass(frozen=True, slots=True)
class Covered:
    """The rows of one pack, what became of all that they name (nothing: not run), what is wrong with them,
    and the scenarios that none of them names.
    """

    pack: str
    rows: tuple[Row, ...]
    results: Mapping[str, str]
    faults: tuple[str, ...]
    unnamed: tuple[str, ...]

    @property
    def failed(self) -> list[str]:
        """What does not hold, in order."""
        return [name for name, result in self.results.items() if result == FAILS]

    def result(self, row: Row) -> str:
        """Say in a word or two whether what a row names holds."""
        found = [self.results[name] for name in row.tests if name in self.results]
        bad, lost = found.count(FAILS), len(row.tests) - len(found)
        if not self.results or not row.tests:
            return ""
        if bad or lost:
            return f"{bad} of {len(row.tests)} {FAILS}" + (f", {lost} not there" if lost else "")
        left = found.count(NOT_RUN)
        return NOT_RUN if left == len(found) else HOLDS + (f", {left} {NOT_RUN}" if left else "")

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        rows = [row.model_dump(by_alias=False) | {"result": self.result(row)} for row in self.rows]
        return {
            "pack": self.pack,
            "rows": rows,
            "faults": list(self.faults),
            "failed": self.failed,
            "unnamed": list(self.unnamed),
        }


def run(
    terminal: Terminal, packs: Sequence[str], row: str | None, no_run: bool, pack: Sequence[Path], json: bool
) -> int:
    """Tell the coverage of packs; returns 1 if a row has a fault or something that it names does not hold.
    Raises RulesError for a pack that is not there or says nothing of its coverage.
    """
    desk = terminal.desk(pack)
    wanted = packs or [one.name for one in desk.packs() if one.folder and (one.folder / FILE).is_file()]
    covered = [cover(desk, name, part=row or "", running=not no_run) for name in wanted]
    if json:
        terminal.json({"packs": [one.plain() for one in covered]})
    else:
        for one in covered:
            _tell(terminal, one)
    return int(any(one.faults or one.failed for one in covered))


def cover(desk: Desk, name: str, *, part: str = "", running: bool = True) -> Covered:
    """Return the coverage of a pack by name or folder: its rows (those with `part` in their name) and, if
    `running`, what became of all that they name.
    """
    pack = desk.loader.load([name])[-1]
    assert pack.folder is not None
    rows = tuple(row for row in read(pack.folder) if part.lower() in row.name.lower())
    others = {test.partition("/")[0] for row in rows for test in row.scenarios}
    trials = scenarios_of(desk, sorted({pack.name, *(others & set(_names(desk)))}))
    home = home_of_tests(pack.folder)
    python = list(dict.fromkeys(test for row in rows for test in row.python))
    known = {*trials, *(_tests_in(home, python) if home is not None else python)}
    named = [test for row in rows for test in row.scenarios]
    results: dict[str, str] = {}
    if running:
        results = run_scenarios(trials, dict.fromkeys(named)) | run_python(
            home, [test for test in python if test in known]
        )
    own = [one for one in trials if one.startswith(f"{pack.name}/")]
    unnamed = () if part else tuple(one for one in own if one not in set(named))
    return Covered(pack.name, rows, results, tuple(faults_of(rows, known)), unnamed)


def _names(desk: Desk) -> Iterable[str]:
    return (pack.name for pack in desk.packs())


def _tests_in(home: Path, wanted: Iterable[str]) -> Iterator[str]:
    """Yield those of the tests in Python that stand in their files."""
    texts: dict[str, str] = {}
    for node in wanted:
        file, _, name = node.partition("::")
        path = home / file
        if file not in texts:
            texts[file] = path.read_text("utf-8") if path.is_file() else ""
        if f"def {name}(" in texts[file]:
            yield node


def _tell(terminal: Terminal, covered: Covered) -> None:
    rows = [
        (row.name, row.status, len(row.scenarios), len(row.python), covered.result(row))
        for row in covered.rows
    ]
    terminal.table(_HEADINGS, rows, title=covered.pack, right="scenarios, tests")
    if not covered.rows:
        terminal.print("no row of that name")
    for row in covered.rows:
        if row.note:
            terminal.print(f"{row.name}, {row.status}: {row.note}")
    for fault in covered.faults:
        terminal.print(f"fault: {fault}")
    for name in covered.failed:
        terminal.print(f"does not hold: {name}")
    for name in covered.unnamed:
        terminal.print(f"no row names the scenario {name}")
    counts = Counter(row.status for row in covered.rows)
    bare = sum(1 for row in covered.rows if row.tests and not row.scenarios)
    terminal.print(
        f"{covered.pack}: {len(covered.rows)} rows, "
        + ", ".join(f"{counts[status]} {status}" for status in ("implemented", "partial", "absent"))
        + f"; {bare} held by tests in Python alone; {len(covered.faults)} faults, "
        f"{len(covered.failed)} of {len(covered.results)} do not hold"
    )
