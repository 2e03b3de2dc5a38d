"""The commands on the bundled packs and lists: what somebody sees who has just installed Tercio."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tercio.plugins.cli.main import app

ROOT = Path(__file__).resolve().parents[3]
LISTS = sorted((ROOT / "rulepacks" / "t9a" / "lists").glob("*.txt"))
RUN = "from tercio.plugins.cli.main import run; run()"


def tercio(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_the_bundled_packs_are_found():
    told = tercio("packs")
    assert told.exit_code == 0
    assert {"t9a", "empire-of-sonnstahl", "highborn-elves"} <= {
        line.split()[0] for line in told.stdout.splitlines()
    }


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_bundled_list_is_legal_and_its_points_add_up(path):
    told = tercio("roster", path, "--json")
    assert told.exit_code == 0, told.stderr
    read = json.loads(told.stdout)
    assert read["points"] == read["total"] == sum(entry["points"] for entry in read["entries"])


@pytest.mark.parametrize(
    "name", ["Fearless", "to-wound", "Citizen Spears", "failed-charge-distance", "Long Range"]
)
def test_what_players_look_up_is_explained_with_a_citation(name):
    told = tercio("explain", name)
    assert told.exit_code == 0
    assert "cite" in told.stdout


def test_a_misspelt_unit_in_a_list_is_told_with_line_and_suggestion(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(
        LISTS[-1].read_text(encoding="utf-8").replace("Citizen Spears", "Citizen Spaers"), encoding="utf-8"
    )
    told = tercio("roster", path)
    assert told.exit_code == 2
    assert f"{path}:" in told.stderr
    assert 'did you mean "Citizen Spears"' in told.stderr


@pytest.fixture(scope="module")
def battle(tmp_path_factory):
    log = tmp_path_factory.mktemp("battle") / "battle.log"
    told = tercio("play", *LISTS, "--seed", 1, "--json", "--log", log)
    assert told.exit_code == 0, told.stderr
    return log, json.loads(told.stdout)


def test_the_bundled_lists_fight_a_battle_to_its_end(battle):
    _, result = battle
    assert result["winner"] in ("A", "B", "draw")
    assert sum(result["battle_points"].values()) == 20
    assert 1 <= result["turns"] <= 6
    assert result["decisions"] > 50


def test_a_logged_battle_replays_to_the_same_state_and_says_why(battle):
    log, result = battle
    told = tercio("replay", log, "--verify")
    assert told.exit_code == 0, told.stderr
    assert result["state_hash"] in told.stdout
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if '"event"' in line]
    shots = [one["event"] for one in events if one["kind"] == "attacks" and "to-hit" in one["needed"]]
    why = tercio("replay", log, "--why", shots[0])
    assert why.exit_code == 0, why.stderr
    assert "to-hit" in why.stdout


def test_the_entry_point_prints_letters_that_the_terminal_lacks_as_marks():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    run = subprocess.run(
        [sys.executable, "-c", RUN, "packs"], env=environment, capture_output=True, text=True, check=True
    )
    assert "t9a" in run.stdout
    assert run.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_an_interrupt_is_one_line_and_exit_code_130():
    # Whoever starts the tests in the background has interrupts ignored: the child must not inherit that.
    heed = f"signal.signal({signal.SIGINT.value}, signal.default_int_handler)"
    stop = f"signal.raise_signal({signal.SIGINT.value})"
    code = f"import signal, tercio.dsl.desk as d\n{heed}\nd.Desk.packs = lambda self: {stop}\n{RUN}"
    run = subprocess.run([sys.executable, "-c", code, "packs"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "interrupted\n")


def test_a_reader_that_stops_listening_is_no_fault():
    code = f"import sys\nsys.argv[1:] = ['explain', 'Fearless']\n{RUN}"
    run = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    assert "Traceback" not in run.stderr.read()
    run.stderr.close()
    run.wait()


def test_a_name_that_two_games_know_is_explained_for_both():
    headings = [line for line in tercio("explain", "move").stdout.splitlines() if line[:1].strip()]
    assert headings[:4] == [
        "permission move in t9a",
        'characteristic "move" in spearhead',
        "value move in spearhead",
        "verb move in spearhead",
    ]


def test_a_word_of_every_game_is_explained_once():
    told = tercio("explain", "within")
    assert told.stdout.splitlines()[0] == "relation within"
    assert told.stdout.count("Closest points") == 1


def test_lists_of_two_games_do_not_fight_each_other():
    told = tercio("play", LISTS[0], "Crixxit")
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.endswith(f"{LISTS[0]} is of t9a, Crixxit is of spearhead\n")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "Sentinelz",
            'Sentinelz: there is no such file or folder\n   did you mean "Sentinels of Embergard"?',
        ),
        ("gone.txt", "gone.txt: there is no such file or folder"),
    ],
)
def test_what_is_no_list_of_any_game_is_told(name, words):
    told = tercio("roster", name)
    assert (told.exit_code, told.stdout) == (2, "")
    assert words in told.stderr


OVERLAY = """pack "omens" over "t9a"
  insert step omens before draw-flux-card
    hail_of_sparks

  replace table to-wound (difference)
    0 or more: 2+
    -1 or less: 6+
"""


@pytest.fixture
def omens(tmp_path):
    folder = tmp_path / "omens"
    folder.mkdir()
    (folder / "pack.toml").write_text(
        '[pack]\nname = "omens"\nover = "t9a"\nsystem = "t9a"\n', encoding="utf-8"
    )
    text = OVERLAY.replace("hail_of_sparks", "deal 1 hits to enemy units with strength 3, ap 0")
    (folder / "rules.rules").write_text(text, encoding="utf-8")
    return folder


def test_an_overlay_by_path_is_shown_once_where_it_replaces_a_table(omens):
    told = tercio("explain", "to-wound", "--over", omens).stdout
    assert "changed by the overlay omens:" in told
    assert told.count("0 or more: 2+") == 1


def test_an_inserted_step_is_shown_with_the_sequence_that_it_stands_in(omens):
    told = tercio("explain", "player-turn", "--over", omens).stdout
    assert "insert step omens before draw-flux-card" in told
    assert "insert step omens" not in tercio("explain", "battle", "--over", omens).stdout


def test_a_list_is_held_against_the_rules_with_overlays_laid_on(tmp_path):
    folder = tmp_path / "cheap"
    folder.mkdir()
    manifest = '[pack]\nname = "cheap"\nover = "highborn-elves"\nuses = ["t9a"]\nsystem = "t9a"\n'
    (folder / "pack.toml").write_text(manifest, encoding="utf-8")
    patch = 'patch unit "Sky Sloop"\n    expecting cost 230\n    set cost 240\n'
    text = f'pack "cheap" over "highborn-elves"\n  {patch}'
    (folder / "rules.rules").write_text(text, encoding="utf-8")
    path = LISTS[-1]
    assert tercio("check", path).exit_code == 0
    for command in ("check", "roster"):
        told = tercio(command, path, "--over", folder)
        assert told.exit_code != 0
        assert "Sky Sloop costs 240 points, the list says 230" in told.output
