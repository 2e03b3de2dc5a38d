"""The commands on Spearhead: armies by name or as files, the story, rosters, why, and clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tercio.dsl.desk import Desk
from tercio.plugins.cli.main import app
from tercio.plugins.cli.narration import Teller
from tercio.plugins.spearhead.sentences import SENTENCES

ROOT = Path(__file__).resolve().parents[3]
SENTINELS, CRIXXIT = "Sentinels of Embergard", "Crixxit's Kill-Pack"
GAME = ("--system", "spearhead")
SHORT = ("--seed", "1", "--agents", "first")


def tercio(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


def play(*words: object):
    return tercio("play", *GAME, SENTINELS, CRIXXIT, *SHORT, *words)


def refused(told, *words: str) -> None:
    """Hold a run to the promise: exit code 2, one error with these words, nothing on standard output."""
    assert (told.exit_code, told.stdout) == (2, "")
    for word in words:
        assert word in told.stderr


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("spearhead") / "battle.jsonl"
    told = play("--log", path, "--json")
    assert told.exit_code == 0, told.stderr
    return path, json.loads(told.stdout)


# -- the story ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "armies", [(SENTINELS, CRIXXIT), ("Gnawfeast", "Swampskulka"), ("Vigilant", "Yndrasta")]
)
def test_no_event_of_a_battle_is_told_as_bare_facts(armies):
    battle = Desk().begin("spearhead", armies, seed=7, record=True)
    teller = Teller(battle.session.game, SENTENCES)
    battle.play(["random", "random"])
    game = battle.session.game
    teller.names.learn(game)
    told = [event for event in game.events if event.kind != "begins"]
    assert [event for event in told if teller.sentence(event) == teller.plain(event)] == []


def test_a_battle_is_told_from_the_roll_off_to_the_victory_points():
    lines = play().stdout.splitlines()
    assert lines[0] == "= pre battle phase ="
    assert lines[1].startswith("  roll-off: A ")
    assert "=== battle round 4 ===" in lines
    assert "== turn of B ==" in lines
    assert any(line.startswith("  victory points: A ") for line in lines)
    assert [line for line in lines if line.strip().partition(":")[0] in SENTENCES] == []
    assert lines[-1].startswith("seed 1, state ")


def test_both_armies_and_their_victory_points_stand_in_the_summary():
    lines = play("--quiet").stdout.splitlines()
    assert [line.split()[0] for line in lines if "(" in line] == ["A", "B"]
    assert "victory points" in lines[0]
    assert "total victory points" not in lines[0]


# -- armies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sentinels", "SENTINELS OF", "sentinels-of-embergard", SENTINELS])
def test_an_army_is_named_in_any_case_or_by_a_beginning(name):
    told = tercio("roster", *GAME, name, "--json")
    assert json.loads(told.stdout)["army"] == SENTINELS


def test_a_list_in_a_file_plays_as_the_army_does(tmp_path):
    army = tmp_path / "army.txt"
    army.write_text(f"{SENTINELS}\nEnhancement: Blade of the Kraken\n", "utf-8")
    told = tercio("play", *GAME, army, CRIXXIT, *SHORT)
    assert "  A picks the enhancement Blade of the Kraken" in told.stdout.splitlines()


def test_a_roster_shows_warscrolls_weapons_and_choices():
    told = tercio("roster", *GAME, "SENTINELS").stdout
    for words in ("Freeguild Grenadiers", "REINFORCEMENTS", "Ranger Blades", "Ranger Doctrines"):
        assert words in told
    assert told.splitlines()[0] == SENTINELS
    assert told.splitlines()[-1] == "5 units; the list is legal"


def test_a_roster_marks_what_the_list_has_chosen(tmp_path):
    army = tmp_path / "army.txt"
    army.write_text("Sentinels of Embergard\nEnhancement: Throwing Knives\n", "utf-8")
    rows = json.loads(tercio("roster", *GAME, army, "--json").stdout)["choices"]
    chosen = [row["name"] for row in rows if row["chosen"] == "yes"]
    assert chosen == ["Throwing Knives"]


def test_a_roster_gives_the_numbers_of_warscrolls_and_weapons():
    told = json.loads(tercio("roster", *GAME, "SENTINELS", "--json").stdout)
    general = told["warscrolls"][0]
    assert (general["move"], general["health"], general["save"], general["control"]) == ('6"', "5", "4+", "2")
    blades = next(row for row in told["weapons"] if row["weapon"] == "Ranger Blades")
    assert (blades["attacks"], blades["hit"], blades["rend"]) == ("6", "3+", "1")


def test_armies_are_checked_by_name_and_as_files(tmp_path):
    army = tmp_path / "army.txt"
    army.write_text("Crixxit's Kill-Pack\n", "utf-8")
    told = tercio("check", "SENTINELS", army)
    assert (told.exit_code, told.stdout) == (0, "no faults\n")


def test_a_misspelt_army_is_a_fault_with_the_nearest_name():
    told = tercio("check", "SENTINELZ")
    assert told.exit_code == 1
    assert 'did you mean "Sentinels of Embergard"?' in told.stdout


def test_the_packs_of_the_game_are_listed():
    found = {line.split()[0] for line in tercio("packs").stdout.splitlines() if line.split()}
    assert {
        "spearhead",
        "crixxits-kill-pack",
        "gnawfeast-clawpack",
        "sentinels-of-embergard",
        "swampskulka-gang",
        "vigilant-brotherhood",
        "yndrastas-spearhead",
    } <= found


# -- the battlefield ---------------------------------------------------------------------------------------


def test_side_and_deployment_map_may_be_agreed_on():
    lines = play("--map", "Ashen Bastion", "--deployment", "Corners").stdout.splitlines()
    assert "  the battlefield: Ashen Bastion" in lines
    assert any(line.startswith("  deployment map Corners: ") for line in lines)


# -- why ---------------------------------------------------------------------------------------------------


def test_a_battle_replays_from_its_log(log):
    path, result = log
    told = tercio("replay", path, "--verify")
    assert told.exit_code == 0, told.stderr
    assert result["state_hash"] in told.stdout


def test_the_numbers_of_an_attack_are_explained(log):
    path, _ = log
    events = [json.loads(line) for line in path.read_text("utf-8").splitlines() if '"attacks"' in line]
    number = next(one["event"] for one in events if one.get("kind") == "attacks")
    told = tercio("replay", path, "--why", number)
    assert told.exit_code == 0, told.stderr
    assert f"event {number}: attacks: unit " in told.stdout
    assert "hit-roll" in told.stdout


def test_things_that_came_later_have_their_names_when_an_event_is_explained(log):
    path, _ = log
    events = [json.loads(line) for line in path.read_text("utf-8").splitlines() if '"terrain-set-up"' in line]
    told = tercio("replay", path, "--why", events[0]["event"])
    assert "terrain Ruined Manor" in told.stdout


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Staging Posts", "card"),
        ("Jorvan Kreel, Heir of the Kraken", "unit"),
        ("Throwing Knives", "item"),
        ("Ashen Bastion", "map"),
        ("Hidden in the Ashes", "campaign"),
        ("combat-range", "constant"),
        ("campaign swap-relic", "clause word"),
    ],
)
def test_what_players_look_up_is_explained(name, kind):
    told = tercio("explain", *GAME, name)
    assert told.exit_code == 0, told.stderr
    assert told.stdout.startswith(f"{kind} ")


def test_a_name_of_this_game_is_pointed_to_from_another():
    refused(tercio("explain", "Staging Posts", "--system", "t9a"), "--system spearhead knows it")


# -- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", *GAME, SENTINELS, "Crixits Kill-Pack"), 'did you mean "Crixxit\'s Kill-Pack"?'),
        (("play", *GAME, SENTINELS, "s"), '"s" could be Sentinels of Embergard or Swampskulka Gang'),
        (("play", *GAME, SENTINELS, "Zogwort"), "known: Crixxit's Kill-Pack, Gnawfeast Clawpack"),
        (("play", *GAME, SENTINELS, ""), "no army"),
        (("play", *GAME, SENTINELS), "Missing argument"),
        (("play", *GAME, SENTINELS, CRIXXIT, "--map", "Bastion"), 'did you mean "Ashen Bastion"?'),
        (("play", *GAME, SENTINELS, CRIXXIT, "--deployment", "Cornrs"), 'did you mean "Corners"?'),
        (("play", *GAME, SENTINELS, CRIXXIT, "--agents", "captian"), 'did you mean "captain"?'),
        (("roster", *GAME, "Sentinelz"), 'did you mean "Sentinels of Embergard"?'),
        (("roster", *GAME, "."), 'no army "."'),
        (("explain", *GAME, "Stagign Posts"), 'did you mean "Staging Posts"?'),
        (("campaign", "hiden-in-the-ashes", SENTINELS, CRIXXIT), 'did you mean "Hidden in the Ashes"?'),
        (("campaign", "hidden-in-the-ashes", SENTINELS, "Crixit"), 'did you mean "Crixxit\'s Kill-Pack"?'),
    ],
)
def test_bad_input_is_one_clear_error_and_exit_code_2(words, message):
    told = tercio(*words)
    refused(told, message)
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["army.txt:1:1: the list is empty"]),
        ("# nothing\n", ["the list is empty"]),
        ("Sentinels of Embergart\n", ['did you mean "sentinels-of-embergard"?']),
        ("Sentinels of Embergard\nEnhancement: Trowing Knives\n", ['did you mean "Throwing Knives"?']),
        (
            "Sentinels of Embergard\nRegiment ability: Close Quarter Drill\n",
            ["army.txt:2:19", 'did you mean "Close-Quarters Drill"?'],
        ),
        (
            "Sentinels of Embergard\nEnhancment: Throwing Knives\n",
            ["army.txt:2:1", 'did you mean "enhancement"?'],
        ),
        (
            "Sentinels of Embergard\nEnhancement: Sword\nRegiment ability: Drill\n",
            ["army.txt:2:14", "army.txt:3:19"],
        ),
    ],
)
@pytest.mark.parametrize("command", ["play", "roster"])
def test_a_faulty_list_is_told_with_every_fault_its_line_and_the_nearest_name(
    tmp_path, command, text, messages
):
    army = tmp_path / "army.txt"
    army.write_text(text, "utf-8")
    lists = (army, CRIXXIT) if command == "play" else (army,)
    refused(tercio(command, *GAME, *lists), *messages)


def test_a_file_that_is_no_text_is_told(tmp_path):
    army = tmp_path / "army.txt"
    army.write_bytes(b"\xff\xfe\x00")
    refused(tercio("roster", *GAME, army), "army.txt", "is not UTF-8")
