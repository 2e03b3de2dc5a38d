"""`tercio lab` on the toy game: what it prints and writes, and how it goes on."""

from __future__ import annotations

import csv
import json
import re
import shlex
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tercio.plugins.cli.main import app

VOID = ("<!doctype html>", '<meta charset="utf-8">')


def test_it_prints_each_metric_with_its_interval(lab):
    done = lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 20)
    assert done.exit_code == 0
    assert "base against hasty: a, facing b" in done.stdout
    assert re.search(r"victory-points +\d+\.\d\d +\d+\.\d\d +\+\d", done.stdout)
    assert "20 were played" in done.stdout


def test_json_is_one_object_with_what_was_found(lab):
    done = lab.run(
        lab.a, lab.b, "--over", lab.hasty, "--games", 20, "--metric", "win,victory_points", "--json"
    )
    result = json.loads(done.stdout)
    assert list(result["metrics"]) == ["win", "victory-points"]
    assert {"base", "variant", "difference", "low", "high", "games"} <= result["metrics"]["win"].keys()
    assert result["seed"] == 1
    assert [one["name"] for one in result["rulesets"]] == ["base", "hasty"]


def test_many_variants_are_told_in_a_row_each(lab):
    done = lab.run(lab.a, lab.b, "--sweep", "haste=3..7", "--games", 10)
    assert re.search(r"haste=3 +[+-]?\d", done.stdout)
    assert "haste=7" in done.stdout


def test_a_folder_keeps_result_report_and_a_row_for_each_game(lab):
    out = lab.folder / "out"
    lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 6, "--out", out, "--attacks")
    result = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert result["metrics"]["win"]["games"] == 6
    assert len((out / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 12
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(out / "results.parquet").to_pylist()
    assert [row["game"] for row in rows] == list(range(12))
    assert (out / "attacks.parquet").is_file()


def test_without_pyarrow_the_rows_are_comma_separated(lab, monkeypatch):
    monkeypatch.setattr("tercio.plugins.lab.tables.has", lambda package: False)
    out = lab.folder / "out"
    lab.run(lab.a, lab.b, "--games", 6, "--out", out)
    with (out / "results.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert {row["seat"] for row in rows} == {"A", "B"}


def test_the_report_stands_alone_and_is_well_formed(lab):
    out = lab.folder / "out"
    lab.run(lab.a, lab.b, lab.c, "--sweep", "haste=1..4", "--games", 10, "--out", out)
    text = (out / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"https?://|src=|@import|<script", text)
    for void in VOID:
        text = text.replace(void, "")
    tree = ElementTree.fromstring(text)
    titles = [title.text for title in tree.iter("title")]
    assert "win by haste" in titles
    assert "difference of victory-points" in titles
    assert len(list(tree.iter("circle"))) > 30


def test_an_experiment_is_gone_on_with_as_if_never_left(lab):
    whole, parts = lab.folder / "whole", lab.folder / "parts"
    lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 12, "--out", whole)
    lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 12, "--out", parts)
    journal = parts / "games.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(lines[:9]) + lines[9][:20], encoding="utf-8")
    assert lab.run("--resume", parts).exit_code == 0
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 24
    for name in ("result.json", "report.html"):
        assert (whole / name).read_bytes() == (parts / name).read_bytes()


def test_more_games_may_be_added_later(lab):
    out = lab.folder / "out"
    lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 4, "--out", out)
    done = lab.run("--resume", out, "--games", 8, "--json")
    assert json.loads(done.stdout)["metrics"]["win"]["games"] == 8
    assert len((out / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 16


def test_an_experiment_with_other_rules_is_not_gone_on_with(lab):
    out = lab.folder / "out"
    lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 4, "--out", out)
    lab.hasty.write_text(lab.hasty.read_text(encoding="utf-8").replace("to 3", "to 4"), encoding="utf-8")
    done = lab.run("--resume", out)
    assert done.exit_code == 2
    assert "other rules" in done.stderr


def test_a_folder_that_holds_an_experiment_is_not_written_over(lab):
    out = lab.folder / "out"
    lab.run(lab.a, lab.b, "--games", 2, "--out", out)
    done = lab.run(lab.a, lab.b, "--games", 2, "--out", out)
    assert done.exit_code == 2
    assert "--resume" in done.stderr


def test_it_stops_when_the_interval_is_narrow_enough(lab):
    done = lab.run(
        lab.a,
        lab.b,
        "--over",
        lab.hasty,
        "--games",
        500,
        "--until",
        "0.8",
        "--metric",
        "victory-points",
        "--json",
    )
    result = json.loads(done.stdout)
    points = result["metrics"]["victory-points"]
    assert result["enough"]
    assert 30 <= points["games"] < 500
    assert points["high"] - points["low"] <= 1.6
    assert points["games_needed"] <= points["games"]


def test_an_interrupt_ends_with_130_and_says_how_to_go_on(lab):
    out = lab.folder / "out"
    done = lab.run(lab.a, lab.b, "--agents", "interrupting", "--games", 40, "--seed", 2, "--out", out)
    assert done.exit_code == 130
    assert f"--resume {out}" in done.stderr
    assert (out / "result.json").is_file()


def test_failed_games_are_told_with_the_command_that_plays_them_again(lab):
    done = lab.run(lab.a, lab.b, "--agents", "stumbler", "--games", 40)
    assert "were not played to their end" in done.stdout
    assert f"tercio play {lab.folder}" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--until", "soon"], "no width"),
        (["--until", "-1"], "no width"),
        (["--metric", "glory"], "glory"),
        (["--over", "nowhere.rules"], "nowhere.rules"),
        (["--sweep", "haste"], "no sweep"),
    ],
    ids=str,
)
def test_what_cannot_be_done_ends_with_2(lab, words, says):
    done = lab.run(lab.a, lab.b, *words)
    assert done.exit_code == 2
    assert says in done.stderr


def test_one_pair_is_told_to_be_too_few(lab):
    done = lab.run(lab.a, lab.b, "--over", lab.hasty, "--games", 1)
    assert done.exit_code == 0
    assert "too few pairs" in done.stdout


def test_resume_takes_no_lists(lab):
    done = lab.run(lab.a, "--resume", lab.folder)
    assert done.exit_code == 2


def test_the_command_of_a_game_plays_it_to_the_same_state(lab):
    log = lab.folder / "one.jsonl"
    frame = lab.play(variants=[f"{lab.hasty}+reach=6"], games=3, agents=["captain"])
    plan = lab.plan(variants=[f"{lab.hasty}+reach=6"], games=3)
    command = shlex.split(plan.command(3))[1:]
    done = CliRunner().invoke(app, [*command, "--json", "--log", str(log)])
    assert json.loads(done.stdout)["state_hash"] == frame["state"][3]
    again = CliRunner().invoke(app, ["replay", str(log), "--verify", "--pack", str(lab.packs)])
    assert again.stdout.startswith("the same battle")
