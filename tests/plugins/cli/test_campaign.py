"""`tercio campaign`: battle after battle, their logs, who has won, and clear errors."""

from __future__ import annotations

import json

import pytest

from .conftest import write_pack

WAR = """
campaign "The Long War"
  cite "Toy 5"
  battle "The Miller's Ford"
    has "Fleet"
  battle "Last Stand"
  outcome "triumph" when number of friendly units >= 2
"""


@pytest.fixture
def war(table):
    write_pack(table.folder / "packs", "wars", WAR, 'uses = ["toy"]')
    return table


def campaign(table, *words, name="the-long-war"):
    return table.run("campaign", name, table.a, table.b, *words)


def test_each_battle_and_the_end_of_the_campaign_are_told(war):
    told = campaign(war, "--seed", 1)
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert [line for line in lines if line.startswith("===")] == [
        "=== battle 1: The Miller's Ford ===",
        "=== battle 2: Last Stand ===",
    ]
    assert [line.split(",")[0] for line in lines if line.startswith("seed")] == ["seed 2", "seed 3", "seed 1"]
    assert lines[-2:] == ["The Long War: A wins: triumph", "seed 1, 2 battles"]


def test_json_is_one_object_with_the_result_of_each_battle(war):
    told = campaign(war, "--seed", 1, "--json")
    result = json.loads(told.stdout)
    assert told.stdout.count("\n") == 1
    assert (result["campaign"], result["winner"], result["outcome"]) == ("The Long War", "A", "triumph")
    assert [one["battle"] for one in result["battles"]] == ["The Miller's Ford", "Last Stand"]
    assert [one["seed"] for one in result["battles"]] == [2, 3]
    assert all(one["turns"] == 3 for one in result["battles"])


def test_the_same_seed_gives_the_same_campaign_and_another_seed_another(war):
    one, same, other = (campaign(war, "--seed", seed, "--json").stdout for seed in (4, 4, 6))
    assert one == same
    assert json.loads(one)["battles"] != json.loads(other)["battles"]


@pytest.mark.parametrize("name", ["The Long War", "the-long-war", "THE LONG WAR"])
def test_a_campaign_is_named_as_it_is_written_or_in_lower_case_with_hyphens(war, name):
    assert campaign(war, "--seed", 1, name=name).exit_code == 0


def test_the_log_of_each_battle_replays_by_itself(war):
    folder = war.folder / "logs"
    result = json.loads(campaign(war, "--seed", 1, "--json", "--log", folder).stdout)
    logs = sorted(folder.iterdir())
    assert [log.name for log in logs] == ["1-the-millers-ford.jsonl", "2-last-stand.jsonl"]
    for log, battle in zip(logs, result["battles"], strict=True):
        told = war.run("replay", log, "--verify")
        assert told.exit_code == 0, told.stderr
        assert battle["state_hash"] in told.stdout


def test_a_campaign_that_nobody_has_won_is_a_draw(war):
    war.a.write_text("5 Knights\n")
    told = campaign(war, "--seed", 1)
    assert "The Long War: a draw" in told.stdout.splitlines()
    assert json.loads(campaign(war, "--seed", 1, "--json").stdout)["winner"] == "draw"


def test_an_overlay_is_laid_on_every_battle(war):
    plain, laid = (
        json.loads(campaign(war, "--seed", 1, "--json", *more).stdout)["battles"]
        for more in ((), ("--over", "long-reach"))
    )
    assert [one["ruleset_hash"] for one in plain] != [one["ruleset_hash"] for one in laid]


def test_an_interrupted_campaign_ends_in_one_line_and_keeps_its_log(war):
    folder = war.folder / "logs"
    told = campaign(war, "--seed", 1, "--agents", "interrupter", "--log", folder)
    assert told.exit_code == 130
    assert told.stderr.startswith("interrupted after ")
    assert [log.name for log in folder.iterdir()] == ["1-the-millers-ford.jsonl"]


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("the-lnog-war", (), 'did you mean "The Long War"'),
        ("crusade", (), 'no campaign "crusade"\n   known: The Long War'),
        ("the-long-war", ("--system", "chess"), "no system 'chess'; known: toy"),
        ("the-long-war", ("--agents", "captian"), 'did you mean "captain"'),
        ("the-long-war", ("--seed", "-1"), "Invalid value for '--seed'"),
        ("the-long-war", ("--pack", "nowhere"), "nowhere: is no folder"),
        ("the-long-war", ("--over", "long-raech"), 'did you mean "long-reach"'),
        ("the-long-war", ("--log", "nowhere/logs"), "nowhere/logs: cannot be written"),
    ],
)
def test_bad_input_is_one_clear_error_and_exit_code_2(war, name, words, message):
    told = campaign(war, *words, name=name)
    assert (told.exit_code, told.stdout) == (2, "")
    assert message in told.stderr


def test_a_file_in_the_place_of_the_folder_of_logs_is_refused_and_stays(war):
    before = war.a.read_bytes()
    told = campaign(war, "--seed", 1, "--log", war.a)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "a.txt: cannot be written" in told.stderr
    assert war.a.read_bytes() == before


def test_a_faulty_list_is_told_before_any_battle(war):
    war.a.write_text("ten Pikes\n")
    told = campaign(war, "--seed", 1)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "a.txt:1:1" in told.stderr


def test_a_name_without_any_campaign_is_told_so(table):
    told = campaign(table)
    assert told.exit_code == 2
    assert 'no campaign "the-long-war"\n   known: none' in told.stderr
