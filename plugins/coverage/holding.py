"""Running what rows of coverage name: scenarios here, tests in Python by pytest in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from tercio.dsl.desk import Desk
from tercio.dsl.trials import Trial, collect

HOLDS, FAILS, NOT_RUN = "holds", "does not hold", "not run here"


def scenarios_of(desk: Desk, packs: Iterable[str]) -> dict[str, Trial]:
    """Return the scenarios of packs by their ids (PACK/NAME). Raises RulesError for a pack with faults."""
    return {trial.id: trial for trial in collect(desk, list(packs))}


def run_scenarios(trials: Mapping[str, Trial], wanted: Iterable[str]) -> dict[str, str]:
    """Run scenarios and return what became of each by its id."""
    found = {name: trials[name] for name in wanted if name in trials}
    return {name: HOLDS if trial.run().ok else FAILS for name, trial in found.items()}


def home_of_tests(folder: Path) -> Path | None:
    """Return the project that a pack lies in, if it is there with its tests and pytest is installed."""
    if importlib.util.find_spec("pytest") is None:
        return None
    homes = (above for above in folder.resolve().parents if (above / "pyproject.toml").is_file())
    home = next(homes, None)
    return home if home is not None and (home / "tests").is_dir() else None


def run_python(home: Path | None, wanted: Sequence[str]) -> dict[str, str]:
    """Run tests in Python, all in one process, and return what became of each; without a project that has
    them they are not run.
    """
    if home is None or not wanted:
        return dict.fromkeys(wanted, NOT_RUN)
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = ["-q", "-p", "no:cacheprovider", f"--junitxml={report}", *dict.fromkeys(wanted)]
        subprocess.run([sys.executable, "-m", "pytest", *words], cwd=home, capture_output=True, check=False)
        cases = list(ElementTree.parse(report).iter("testcase")) if report.is_file() else []
    failed, run = set(), set()
    for case in cases:
        node = _node(case)
        run.add(node)
        if any(case.find(word) is not None for word in ("failure", "error")):
            failed.add(node)
    return {name: FAILS if name in failed or name not in run else HOLDS for name in wanted}


def _node(case: ElementTree.Element) -> str:
    """The name that pytest takes for a case of its report, its parameters left aside."""
    module = case.get("classname", "").replace(".", "/")
    return f"{module}.py::{case.get('name', '').partition('[')[0]}"
