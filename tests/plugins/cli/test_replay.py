"""`tercio replay`: the same battle, compared; what was behind a number; damaged logs and other rules."""

from __future__ import annotations

import json

import pytest

from tests.plugins.cli.conftest import PACK


@pytest.fixture
def log(table):
    path = table.folder / "x.log"
    assert table.play("--seed", 1, "--log", path, "--quiet").exit_code == 0
    return path


def test_a_replay_tells_the_same_story_and_compares_the_end(table, log):
    story = table.play("--seed", 1).stdout
    again = table.run("replay", log)
    assert again.exit_code == 0
    assert again.stdout.startswith(story)
    assert "the same battle: 9 decisions, state " in again.stdout


def test_verify_compares_and_tells_nothing_else(table, log):
    told = table.run("replay", log, "--verify")
    assert (told.exit_code, len(told.stdout.splitlines())) == (0, 1)


def test_a_changed_answer_or_hash_is_found(table, log):
    lines = log.read_text().splitlines()
    end = json.loads(lines[-1])
    log.write_text("\n".join([*lines[:-1], json.dumps({**end, "state_hash": "0" * 32})]) + "\n")
    told = table.run("replay", log, "--verify")
    assert told.exit_code == 2
    assert "the replayed game differs" in told.stderr


def test_other_rules_than_those_of_the_log_are_refused_and_named(table, log):
    core = table.folder / "packs" / "toy" / "core.rules"
    core.write_text(PACK.replace("by 2", "by 3"))
    told = table.run("replay", log)
    assert told.exit_code == 2
    assert "pack toy: 1.0" in told.stderr


@pytest.mark.parametrize(("text", "message"), [("", "the log is empty"), ("Dear diary", "is not a log")])
def test_a_damaged_log_is_one_error_with_its_place(table, log, text, message):
    log.write_text(text)
    told = table.run("replay", log)
    assert told.exit_code == 2
    assert f"{log}:1:1: {message}" in told.stderr


def test_why_shows_the_numbers_behind_an_event(table, log):
    events = [json.loads(line) for line in log.read_text().splitlines() if '"event"' in line]
    dash = next(one["event"] for one in events if one["kind"] == "dashed")
    told = table.run("replay", log, "--why", dash)
    assert told.exit_code == 0
    assert f"event {dash}: dashed: unit " in told.stdout
    row = next(line for line in told.stdout.splitlines() if line.strip().startswith("Fleet"))
    assert row.split()[1] == "+2"
    assert row.rstrip().endswith("toy, Toy Rules, Toy 3") or "Toy 3" in row


def test_an_event_without_numbers_and_one_that_never_was(table, log):
    assert "no number" in table.run("replay", log, "--why", 0).stdout
    told = table.run("replay", log, "--why", 9999)
    assert told.exit_code == 2
    assert "no event 9999 in this battle: events are 0 to " in told.stderr


def test_events_are_numbered_as_why_wants_them(table, log):
    numbered = [line.split() for line in table.run("replay", log, "--numbers").stdout.splitlines()]
    events = [int(words[0]) for words in numbered if words and words[0].isdigit()]
    assert events == sorted(set(events))
    assert f"event {events[-1]}: " in table.run("replay", log, "--why", events[-1]).stdout
