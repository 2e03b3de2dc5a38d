"""`tercio play`: the story, the result, one JSON object, and clear errors."""

from __future__ import annotations

import json

import pytest

OWED = [
    "winner",
    "turns",
    "decisions",
    "events",
    "state_hash",
    "ruleset_hash",
    "seed",
]


def test_a_battle_is_told_turn_by_turn_and_ends_with_both_sides(table):
    told = table.play("--seed", 1)
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[:2] == ["=== round 1 ===", "== turn of A =="]
    assert any(line.startswith("  dashed: unit Pikes (A), total ") for line in lines)
    assert any("Pikes 2 (A)" in line for line in lines)
    assert any(line.split()[:3] == ["A", "(Toys)", "0"] for line in lines)
    assert lines[-1].startswith("seed 1, state ")


def test_json_is_one_object_with_everything_that_a_battle_owes(table):
    told = table.play("--seed", 1, "--json")
    result = json.loads(told.stdout)
    assert list(result)[: len(OWED)] == OWED
    assert (result["seed"], result["turns"], result["decisions"]) == (1, 3, 9)
    assert result["winner"] in ("A", "B")
    assert None not in result.values()
    assert told.stdout.count("\n") == 1


def test_the_same_seed_gives_the_same_battle_and_another_seed_another(table):
    same = [table.play("--seed", 4, "--json").stdout for _ in range(2)]
    assert same[0] == same[1]
    assert (
        json.loads(table.play("--seed", 6, "--json").stdout)["state_hash"]
        != json.loads(same[0])["state_hash"]
    )


def test_without_a_seed_one_is_chosen_and_told(table):
    first = table.play("--quiet").stdout.splitlines()[0]
    assert first.startswith("seed ")
    again = table.play("--quiet", "--seed", first.removeprefix("seed ")).stdout
    assert f"{first}, state " in again


def test_quiet_tells_the_result_only(table):
    assert "turn of" not in table.play("--seed", 1, "--quiet").stdout


def test_a_draw_is_called_a_draw(table):
    table.b.write_text(table.a.read_text())
    result = json.loads(table.play("--seed", 1, "--json", "--agents", "captain,captain").stdout)
    points = result["victory_points"]
    assert (result["winner"] == "draw") is (points["A"] == points["B"])


def test_an_overlay_changes_the_rules_that_are_played(table):
    plain, laid = (
        json.loads(table.play("--seed", 1, "--json", *more).stdout) for more in ((), ("--over", "long-reach"))
    )
    assert plain["ruleset_hash"] != laid["ruleset_hash"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seed", "seven"), "Invalid value for '--seed'"),
        (("--seed", -1), "Invalid value for '--seed'"),
        (("--agents", "captian,captain"), 'did you mean "captain"'),
        (("--agents", "a,b,c"), "two names are needed"),
        (("--agents", "captain,"), "two names are needed"),
        (("--map", "moon"), "no map 'moon'"),
        (("--over", "long-raech"), 'did you mean "long-reach"'),
        (("--pack", "nowhere"), "nowhere: is no folder"),
        (("--system", "chess"), "no system 'chess'; known: toy"),
        (("--log", "nowhere/x.log"), "cannot be written"),
        (("--colour", "red"), "No such option"),
    ],
)
def test_a_bad_option_is_one_clear_error_and_exit_code_2(table, words, message):
    told = table.play("--seed", 1, *words)
    assert told.exit_code == 2
    assert message in told.stderr
    assert told.stdout == ""


def test_a_missing_list_and_a_faulty_one_are_told_with_every_fault(table):
    gone = table.run("play", table.folder / "gone.txt", table.b, "--system", "toy")
    assert (gone.exit_code, gone.stdout) == (2, "")
    assert "gone.txt: cannot be read" in gone.stderr
    table.a.write_text("ten Pikes\n10 Pikes\nsome Knights\n")
    faulty = table.play()
    assert faulty.exit_code == 2
    assert "a.txt:1:1" in faulty.stderr
    assert "a.txt:3:1" in faulty.stderr


def test_an_interrupted_battle_ends_in_one_line_and_keeps_its_log(table):
    log = table.folder / "x.log"
    told = table.play("--seed", 0, "--agents", "interrupter", "--log", log)
    assert told.exit_code == 130
    assert told.stderr == f"interrupted after 3 decisions: the battle so far is in {log}\n"
    assert (
        table.run("replay", log)
        .stdout.splitlines()[-1]
        .startswith("the log ends before the battle does: 3 decisions")
    )
