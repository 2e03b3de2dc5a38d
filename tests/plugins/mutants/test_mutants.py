"""`tercio mutants`: which changes of a pack's rules no scenario notices."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from tercio.kernel.decl import Literal, Modify, Rule
from tercio.kernel.decl.clauses import Op
from tercio.kernel.decl.expr import And, Compare, DiceAmount, Term
from tercio.plugins.cli.main import app
from tercio.plugins.mutants.hunt import Range, changed
from tercio.plugins.mutants.mutate import mutants

MANIFEST = """[pack]
name = "fen"
title = "Fen"
edition = "1"
version = "0.1.0"
system = "t9a"
uses = ["t9a"]
"""
RULES = """rule "Sure-footed" (X)
  cite "Fen 1"
  modify mobility by X
    when unit contains this rule
  modify charge-speed by 2
    when unit contains this rule

constant toll 3
  cite "Fen 2"

scenario "who is Sure-footed moves farther"
  cite "Fen 1"
  battlefield 72"x48"
  unit "Swordsmen" as men of A at 36", 24" facing north, files 5, models 10
  given men has "Sure-footed" (3)
  expect mobility of men is 7
"""


@pytest.fixture
def fen(tmp_path):
    folder = tmp_path / "fen"
    folder.mkdir()
    (folder / "pack.toml").write_text(MANIFEST, "utf-8")
    (folder / "core.rules").write_text(RULES, "utf-8")
    return folder


def told(folder, *words):
    found = CliRunner().invoke(app, ["mutants", str(folder), *words])
    return found.exit_code, found.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_changes_that_no_scenario_notices_are_told_with_their_line(fen, workers):
    """The charge has no scenario, nor has the toll; what moves farther has one."""
    assert told(fen, "--workers", workers) == (
        0,
        "fen/core.rules:5: modify charge-speed by 2: without modify charge-speed\n"
        "fen/core.rules:5: modify charge-speed by 2: 2 becomes 3\n"
        "fen/core.rules:8: constant toll 3: 3 becomes 4\n"
        "fen: 1 of 4 changes are noticed, 25.0%\n",
    )


def test_conditions_are_changed_where_that_is_asked_for(fen):
    found = json.loads(told(fen, "--conditions", "--json")[1])["packs"][0]
    assert (found["changes"], found["noticed"]) == (6, 1)
    assert "fen/core.rules:5: modify charge-speed by 2: none" in found["survivors"]


def test_a_share_that_is_not_reached_fails(fen):
    assert told(fen, "--at-least", "25")[0] == 0
    assert told(fen, "--at-least", "26")[0] == 1


def test_changes_can_be_listed_by_file_and_sampled(fen):
    assert told(fen, "--list", "--file", "nothing.rules") == (0, "fen: 0 changes\n")
    code, listed = told(fen, "--list", "--sample", "2")
    assert (code, listed.splitlines()[-1]) == (0, "fen: 2 changes")


def test_a_pack_has_to_be_named_and_to_be_there():
    assert CliRunner().invoke(app, ["mutants"]).exit_code == 2
    assert CliRunner().invoke(app, ["mutants", "nowhere"]).exit_code == 2


def test_a_scenario_that_does_not_hold_is_mended_first(fen):
    (fen / "core.rules").write_text(RULES.replace("is 7", "is 6"), "utf-8")
    found = CliRunner().invoke(app, ["mutants", str(fen)])
    assert found.exit_code == 2
    assert "changes are tried once all scenarios hold" in found.stderr


@pytest.mark.parametrize("name", ["tarn-holds", "crixxits-kill-pack"])
def test_a_scenario_left_out_would_have_noticed_nothing(name):
    """Only scenarios that touch what a change is about are run; of the others none would fail."""
    here = Range(name)
    for number in here.sampled(40):
        mutant = here.mutants[number]
        able = [one.trial.id for one in here.likely(mutant)]
        left = [one.trial for one in here.witnesses if one.trial.id not in able]
        rules = {id(one.ruleset): changed(one.ruleset, mutant) for one in left}
        assert all(one.under(rules[id(one.ruleset)]).run().ok for one in left), (mutant.span, mutant.what)


# -- changes -----------------------------------------------------------------------------------------------


def changes(clause):
    return [(one.what, one.of_condition) for one in mutants(Rule(name="R", clauses=(clause,)))]


FULL = Compare(">=", Term("ranks"), Literal(4))


@pytest.mark.parametrize(
    ("clause", "what"),
    [
        (
            Modify("strength", Op.ADD, Literal(1)),
            [("without modify strength", False), ("1 becomes 2", False)],
        ),
        (
            Modify("shots", Op.SET, DiceAmount(2, 6)),
            [("without modify shots", False), ("2D6 becomes 3D6", False)],
        ),
        (
            Modify("shots", Op.SET, DiceAmount(1, 3, 1)),
            [("without modify shots", False), ("D3+1 becomes D3+2", False)],
        ),
        (
            Modify("aim", Op.ADD_LIMITED, Literal(1), Literal(3, "+")),
            [
                ("without modify aim", False),
                ("1 becomes 2", False),
                ("no limit", False),
                ("3+ becomes 4+", False),
            ],
        ),
        (
            Modify("strength", Op.ADD, Literal(1), guard=FULL),
            [
                ("without modify strength", False),
                ("none", True),
                ("`>=` becomes `>`", True),
                ("4 becomes 5", False),
                ("1 becomes 2", False),
            ],
        ),
    ],
)
def test_a_clause_goes_and_its_numbers_become_others(clause, what):
    assert changes(clause) == what


def test_of_several_conditions_each_is_dropped():
    clause = Modify("strength", Op.ADD, Literal(1), guard=And((FULL, FULL)))
    assert ("without part 1 of `and`", True) in changes(clause)
    assert ("without part 2 of `and`", True) in changes(clause)


def test_an_overlay_is_refused_for_the_scenarios_lie_in_the_pack_below(fen):
    manifest = MANIFEST.replace('system = "t9a"', 'over = "t9a"')
    (fen / "pack.toml").write_text(manifest, "utf-8")
    found = CliRunner().invoke(app, ["mutants", str(fen)])
    assert found.exit_code != 0
    assert "fen is an overlay" in found.output


# -- the packs ---------------------------------------------------------------------------------------------

FLOORS = {"t9a": 80, "spearhead": 55, "sovl": 85, "wap": 45}
"""The share of a small sample that scenarios of each game notice, in percent; `make mutants` looks at all."""


@pytest.mark.parametrize("name", FLOORS)
def test_scenarios_of_a_game_notice_changes_of_its_rules(name):
    here = Range(name)
    sample = here.sampled(20)
    noticed = [number for number in sample if here.noticed(number) is not None]
    assert len(noticed) * 100 >= FLOORS[name] * len(sample)
