"""Every number of a pack is a knob: whoever sets a constant or a table changes the game.

A constant that no rule and no code reads promises what it does not keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.decl import Constant, Table

ROOT = Path(__file__).parents[2]
KNOBS = [
    (kind.kind, one.name)
    for pack in Desk().packs()
    for kind in (Constant, Table)
    for one in pack.declarations
    if isinstance(one, kind)
]


def texts(*patterns: str) -> Iterator[str]:
    yield from (path.read_text("utf-8") for pattern in patterns for path in sorted(ROOT.glob(pattern)))


RULES = "\n".join(texts("rulepacks/**/*.rules"))
CODE = "\n".join(texts("kernel/**/*.py", "plugins/**/*.py"))


def is_read(kind: str, name: str, rules: str = RULES, code: str = CODE) -> bool:
    """Whether a name stands in quotes in code, or in a rule on a line that does not declare it."""
    word = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
    lines = (line for line in rules.splitlines() if not line.startswith(f"{kind} {name} "))
    return f'"{name}"' in code or any(re.search(word, line) for line in lines)


@pytest.mark.parametrize(("kind", "name"), KNOBS, ids=lambda word: word)
def test_a_number_of_a_pack_is_read(kind, name):
    assert is_read(kind, name)


def test_the_check_finds_a_constant_that_nothing_reads():
    rules = 'constant reach 4"\n  text "How far."\nconstant far-reach 8"\n  text "Farther."'
    assert not is_read("constant", "reach", rules, 'constant("far-reach")')
    assert is_read("constant", "far-reach", rules, 'constant("far-reach")')
    assert is_read("constant", "reach", f"{rules}\nset range to reach", "")
