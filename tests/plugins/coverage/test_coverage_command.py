"""`tercio coverage PACK`: rows, what they name, and what becomes of it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from tercio.plugins.cli.main import app

MANIFEST = """[pack]
name = "fen"
title = "Fen"
edition = "1"
version = "0.1.0"
system = "t9a"
uses = ["t9a"]
"""
RULES = """scenario "four is four"
  cite "Fen 1"
  expect 2 + 2 is 4

scenario "five is four"
  cite "Fen 2"
  expect 2 + 3 is 4

scenario "six is six"
  cite "Fen 3"
  expect 3 + 3 is 6
"""
ROW = """[[section]]
id = "Fen 1"
title = "Sums"
status = "{status}"
note = "{note}"
tests = [{tests}]
"""


@pytest.fixture
def coverage(tmp_path):
    """Run the command over a pack whose coverage is one row."""

    def run(*words: str, status: str = "implemented", note: str = "", tests: str = '"fen/four is four"'):
        folder = tmp_path / "fen"
        folder.mkdir(exist_ok=True)
        (folder / "pack.toml").write_text(MANIFEST, "utf-8")
        (folder / "sums.rules").write_text(RULES, "utf-8")
        (folder / "coverage.toml").write_text(ROW.format(status=status, note=note, tests=tests), "utf-8")
        return CliRunner().invoke(app, ["coverage", str(folder), *words])

    return run


def test_what_rows_name_is_run_and_what_none_names_is_told(coverage):
    found = coverage("--json")
    assert found.exit_code == 0, found.stderr
    (pack,) = json.loads(found.stdout)["packs"]
    assert pack["rows"][0]["result"] == "holds"
    assert (pack["faults"], pack["failed"]) == ([], [])
    assert pack["unnamed"] == ["fen/five is four", "fen/six is six"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"tests": '"fen/five is four"'}, "does not hold: fen/five is four"),
        ({"tests": ""}, "fault: Fen 1: implemented, but nothing holds it"),
        (
            {"tests": '"fen/four is for"'},
            'there is no test fen/four is for. did you mean "fen/four is four"?',
        ),
        ({"status": "partial"}, "partial without a note on what is missing"),
        ({"status": "absent", "note": "No."}, "absent, but held by tests"),
    ],
)
def test_a_row_that_is_not_true_fails(coverage, row, said):
    found = coverage(**row)
    assert found.exit_code == 1
    assert said in found.stdout


def test_nothing_is_run_where_rows_are_only_looked_at(coverage):
    found = coverage("--no-run", tests='"fen/five is four"')
    assert found.exit_code == 0
    assert "0 of 0 do not hold" in found.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["coverage", "t9aa"], "t9a"),
        (["coverage", "PACK"], "has no coverage.toml"),
    ],
)
def test_what_cannot_be_told_is_one_line(tmp_path, words, said):
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "core.rules").write_text('property "Wet"\n  cite "Fen 1"\n', "utf-8")
    (bare / "pack.toml").write_text(
        '[pack]\nname = "bare"\ntitle = "B"\nversion = "0.1.0"\nsystem = "t9a"\n', "utf-8"
    )
    found = CliRunner().invoke(app, [str(bare) if word == "PACK" else word for word in words])
    assert found.exit_code == 2
    assert said in found.stderr


@pytest.mark.parametrize(
    "row",
    [
        'id = "x"',
        'id = "x"\nstatus = "done"\ntests = []',
        'id = "x"\nstatus = "absent"\ntests = []\nnotes = ""',
    ],
)
def test_a_faulty_file_is_told_with_the_row(coverage, tmp_path, row):
    coverage()
    (tmp_path / "fen" / "coverage.toml").write_text(f"[[section]]\n{row}\n", "utf-8")
    found = CliRunner().invoke(app, ["coverage", str(tmp_path / "fen")])
    assert found.exit_code == 2
    assert "fen/coverage.toml: section 1 " in found.stderr
