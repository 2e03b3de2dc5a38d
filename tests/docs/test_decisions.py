"""The page on decisions names every kind that the code asks, and its examples are lines of scenarios."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.dsl.trials import collect

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "authors" / "decisions.md").read_text("utf-8")
EXAMPLES = re.findall(r'`(answer "[^`]+)`', PAGE)
ASKERS = ("Decision", "ask_pivot", "_chosen", "_asked")
KIND = r"[a-z-]+\.[a-z-]+"
THINGS = ("men", "foes", "foe", "other", "cap", "mage", "marshal")


def asked() -> Iterator[str]:
    """The kinds that stand as words in the code: of a decision, or handed to who asks one."""
    for path in sorted([*(ROOT / "kernel").rglob("*.py"), *(ROOT / "plugins").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ASKERS:
                words = [one.value for one in node.args if isinstance(one, ast.Constant)]
                yield from (one for one in words if isinstance(one, str) and re.fullmatch(KIND, one))


def test_every_kind_of_decision_stands_on_the_page():
    kinds = set(asked())
    assert len(kinds) > 70
    assert kinds - set(re.findall(f"`({KIND})`", PAGE)) == set()


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_line_that_scenarios_understand(desk, tmp_path, example):
    units = [f'unit "Swordsmen" as {name} of A' for name in THINGS]
    pieces = [
        f'terrain "Forest" as {name} at {x}", 10" size 2"x2"' for x, name in ((5, "wood"), (9, "ghal-maraz"))
    ]
    lines = ['battlefield 72"x48"', *units, *pieces, example]
    path = tmp_path / "one.rules"
    path.write_text("\n  ".join(['use "t9a"\n\nscenario "s"', 'cite "Fen 9"', *lines]) + "\n", "utf-8")
    (trial,) = collect(desk, [path])
    told = trial.scenario.lines[-1]
    assert f'answer "{told.kind}"' in example
