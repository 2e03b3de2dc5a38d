"""No module of the rules reads a clock or draws chance of its own: dice are handed in, so games repeat.

Who may import whom is held by the contracts in `pyproject.toml` (`lint-imports`).
"""

from __future__ import annotations

import ast

import pytest

from .house import CODE, imported_modules, name_of, sources, tree_of

UNREPEATABLE = frozenset({"random", "secrets", "time", "datetime"})
MAY_TELL_THE_TIME = ("plugins/cli/", "plugins/lab/pace.py")
"""The command line, and what decides how many games the lab hands over at once."""


def unrepeatable_imports(tree: ast.Module) -> list[str]:
    return [f"{line}: {name}" for line, name in imported_modules(tree) if name.split(".")[0] in UNREPEATABLE]


def test_no_module_but_those_that_may_imports_chance_or_a_clock():
    paths = [path for path in sources(*CODE) if not name_of(path).startswith(MAY_TELL_THE_TIME)]
    assert [
        f"{name_of(path)}:{fault}" for path in paths for fault in unrepeatable_imports(tree_of(path))
    ] == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from time import monotonic",
        "def f():\n    import datetime as d",
        "import os, secrets",
    ],
)
def test_the_check_sees_every_way_to_import(text):
    assert len(unrepeatable_imports(ast.parse(text))) == 1


def test_the_check_leaves_our_own_modules_alone():
    assert (
        unrepeatable_imports(ast.parse("from .time import Boundary\nfrom tercio.kernel.rng import Stream"))
        == []
    )
