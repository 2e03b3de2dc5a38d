"""The scenario that the reference of the language shows runs as it stands there."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tercio.dsl.desk import Desk

LANGUAGE = Path(__file__).parents[2] / "docs" / "authors" / "language.md"


def test_the_scenario_of_the_reference_holds(tmp_path):
    text = LANGUAGE.read_text("utf-8")
    start = text.index('    scenario "')
    block = text[start : text.index("\n\n", start)]
    path = tmp_path / "reference.rules"
    path.write_text(f'use "t9a"\n\n{dedent(block)}\n', "utf-8")
    (outcome,) = Desk().scenarios([path])
    assert outcome.ok, outcome.message
