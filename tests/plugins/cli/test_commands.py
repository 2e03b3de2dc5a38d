"""`roster`, `check`, `fmt`, `packs`, `explain`: what they show, and their errors."""

from __future__ import annotations

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tercio.kernel.errors import Diagnostic
from tercio.kernel.roster import Pick
from tercio.kernel.source import Span
from tercio.plugins.cli.roster import pick_text
from tests.plugins.cli.conftest import PACK, write_pack

# -- roster ----------------------------------------------------------------------------------------


@pytest.fixture
def priced(monkeypatch):
    monkeypatch.setattr("tercio.kernel.roster.muster", lambda *_: SimpleNamespace(costs=lambda: [60, 40]))


def test_a_list_is_shown_with_points_models_and_options(table, priced):
    told = table.run("roster", table.a, "--system", "toy")
    assert told.exit_code == 0
    assert told.stdout.splitlines()[0] == "Toys, 100 points"
    assert "100 points in 2 units; the list is legal" in told.stdout


def test_a_list_as_json(table, priced):
    read = json.loads(table.run("roster", table.a, "--system", "toy", "--json").stdout)
    assert (read["army"], read["points"], [one["points"] for one in read["entries"]]) == (
        "Toys",
        100,
        [60, 40],
    )


def test_a_faulty_list_shows_its_faults(table):
    table.a.write_text("Pikes\n")
    told = table.run("roster", table.a, "--system", "toy")
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.splitlines()[0] == f'{table.a}:1:1: "Pikes" is no unit'


def test_picks_are_written_as_players_do():
    bow = Pick("Longbow", below=(Pick("Heartwood"),))
    assert pick_text(bow) == "Longbow (Heartwood)"
    assert pick_text(Pick("Torch", count=2)) == "2 Torch"
    assert pick_text(Pick("Flame", "item", on="Spear")) == "Flame on Spear"


# -- check -----------------------------------------------------------------------------------------


@pytest.fixture
def checked(table, monkeypatch):
    found = SimpleNamespace(faults=[], outcomes=[])
    monkeypatch.setattr(table.desk, "check", lambda self, paths, over=(): found.faults, raising=False)
    monkeypatch.setattr(table.desk, "scenarios", lambda self, paths, over=(): found.outcomes, raising=False)
    return found


def test_a_pack_without_faults(table, checked):
    told = table.run("check", table.folder / "packs" / "toy")
    assert (told.exit_code, told.stdout) == (0, "no faults\n")


def test_faults_are_shown_with_their_line_and_end_with_exit_code_1(table, checked):
    checked.faults = [Diagnostic("odd", Span("toy/core.rules", 3, 1, 4), "abc def", "write: even")]
    told = table.run("check", "x")
    assert told.exit_code == 1
    assert told.stdout.splitlines()[-2:] == ["     | ^^^ write: even", "1 fault"]


def test_a_warning_is_shown_and_is_no_failure(table, checked):
    checked.faults = [Diagnostic("odd", severity="warning")]
    assert table.run("check", "x").exit_code == 0


def test_scenarios_are_run_where_asked_for(table, checked):
    text = "toy/core.rules:9:1: a charge\n   expected 4+, got 5+"
    one = SimpleNamespace(name="a charge", span=Span("toy/core.rules", 9), ok=False, message=text)
    checked.outcomes = [one, SimpleNamespace(name="b", span=one.span, ok=True, message="")]
    assert table.run("check", "x").exit_code == 0
    told = table.run("check", "x", "--scenarios")
    assert told.exit_code == 1
    assert "toy/core.rules:9:1: a charge\n   expected 4+, got 5+\n1 of 2 scenarios hold" in told.stdout


# -- fmt -------------------------------------------------------------------------------------------


def test_files_are_laid_out_and_a_second_run_changes_nothing(table):
    path = table.folder / "packs" / "toy" / "core.rules"
    path.write_text(PACK.replace("\n\nconstant", "\nconstant"), encoding="utf-8")
    assert table.run("fmt", "--check", path).exit_code == 1
    told = table.run("fmt", path.parent)
    assert (told.exit_code, told.stdout) == (0, f"{path}: formatted\n")
    assert path.read_text(encoding="utf-8") == PACK
    assert table.run("fmt", path.parent).stdout == ""
    assert table.run("fmt", "--check", path.parent).exit_code == 0


def test_a_faulty_file_is_left_alone_and_does_not_keep_others_from_being_formatted(table):
    folder = table.folder / "packs" / "toy"
    (folder / "a.rules").write_text('constant "\n', encoding="utf-8")
    (folder / "core.rules").write_text(PACK + "\n\n\n", encoding="utf-8")
    told = table.run("fmt", folder)
    assert told.exit_code == 2
    assert f"{folder / 'a.rules'}:1:" in told.stderr
    assert (folder / "a.rules").read_text(encoding="utf-8") == 'constant "\n'
    assert (folder / "core.rules").read_text(encoding="utf-8") == PACK


@pytest.mark.parametrize(
    ("path", "message"), [("gone.rules", "is not there"), ("empty", "holds no .rules files")]
)
def test_paths_without_rule_files_are_an_error(table, path, message):
    (table.folder / "empty").mkdir()
    told = table.run("fmt", table.folder / path)
    assert told.exit_code == 2
    assert message in told.stderr


# -- packs and explain -----------------------------------------------------------------------------


def test_packs_are_listed_with_what_they_stand_on(table):
    told = table.run("packs")
    assert told.exit_code == 0
    rows = {
        line.split()[0]: line.split()[1:4]
        for line in told.stdout.splitlines()
        if line.split()[1:2] == ["1.0"]
    }
    assert rows["long-reach"] == ["1.0", "first", "toy"]
    assert rows["toy"][:2] == ["1.0", "first"]


def test_a_rule_is_explained_in_its_own_words_with_place_and_citation(table):
    told = table.run("explain", "Fleet", "--system", "toy")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == 'rule "Fleet"'
    assert lines[1] == "  toy/core.rules:12:6, pack toy"
    assert "      modify dash by 2" in lines


def test_all_meanings_of_a_name_are_shown(table):
    told = table.run("explain", "to-hit", "--system", "toy").stdout
    assert [line for line in told.splitlines() if line and not line.startswith(" ")] == [
        'table "to-hit"',
        "value to-hit",
        "roll to-hit",
    ]


def test_a_noun_is_explained_with_the_words_of_its_sets_and_as_a_sentence(table):
    told = table.run("explain", "relic", "--system", "toy").stdout.splitlines()
    noun = ["noun relic", "  What was left behind.", "  in sets: relic, relics", "  kind: terrain"]
    sentence = ["relation relic", "  What was left behind.", "  written: {a:terrain} is relic"]
    assert [line for line in told if line] == [*noun, *sentence]
    assert 'did you mean "relic"' in table.run("explain", "relics", "--system", "toy").stderr


def test_capitals_do_not_matter_and_names_of_several_words_need_no_quotes(table):
    write_pack(
        table.folder / "more",
        "more",
        'pack "more"\n\nrule "Hard Target"\n  cite "Toy 9"\n  text "Hard to hit."\n',
        'uses = ["toy"]',
    )
    told = table.run("explain", "hard", "target", "--system", "toy", "--pack", table.folder / "more")
    assert told.stdout.startswith('rule "Hard Target"')


def test_how_much_may_be_added_to_a_roll_is_shown_beside_the_roll(table):
    text = 'pack "more"\n\ncharacteristic to-hit of part\n  cite "Toy 9"\n  net  -1 to +1\n'
    write_pack(table.folder / "more", "more", text, 'uses = ["toy"]')
    told = table.run("explain", "to-hit", "--system", "toy", "--pack", table.folder / "more").stdout
    assert 'characteristic "to-hit"' in told
    assert "      net -1 to +1" in told.splitlines()
    assert "roll to-hit" in told.splitlines()


def test_what_an_overlay_changed_is_shown_where_it_is_laid_on(table):
    told = table.run("explain", "reach", "--system", "toy", "--over", "long-reach").stdout
    assert "changed by the overlay long-reach:" in told
    assert 'set constant reach to 6"' in told
    assert "changed" not in table.run("explain", "reach", "--system", "toy").stdout


def test_an_overlay_is_explained_by_its_changes_and_a_step_by_its_sequence(table):
    told = table.run("explain", "long-reach", "--system", "toy", "--over", "long-reach").stdout
    assert told.startswith('pack "long-reach"\n')
    assert '  changes in toy:\n    set constant reach to 6"\n      expecting 4"\n' in told
    assert table.run("explain", "dash", "--system", "toy").exit_code == 0
    assert table.run("explain", "move", "--system", "toy").stdout.startswith('move of sequence "battle"\n')


def test_what_a_table_replaces_is_shown_beside_it(table):
    overlay = 'pack "kind" over "toy"\n  replace table to-hit\n    0 or more: 2+\n    -1 or less: 5+\n'
    write_pack(table.folder, "kind", overlay, 'over = "toy"')
    told = table.run("explain", "to-hit", "--system", "toy", "--over", table.folder / "kind").stdout
    assert "0 or more: 2+" in told
    assert "replaced; before, in toy/core.rules:6:7:\n      table to-hit\n" in told


def test_a_part_of_a_name_suggests_the_names_that_have_it(table):
    told = table.run("explain", "hit", "--system", "toy")
    assert told.stderr == 'nothing is called "hit" in the rules of toy; did you mean "to-hit"?\n'


def test_an_unknown_name_is_an_error_with_a_suggestion(table):
    told = table.run("explain", "Flet", "--system", "toy")
    assert told.exit_code == 2
    assert told.stderr == 'nothing is called "Flet" in the rules of toy; did you mean "Fleet"?\n'


# -- starting up -----------------------------------------------------------------------------------


def test_starting_up_loads_neither_rules_nor_tables():
    heavy = ("lark", "pluggy", "pydantic", "networkx", "rich", "tercio.dsl.desk")
    code = f"import sys, tercio.plugins.cli.main; print(*[one for one in {heavy} if one in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_help_names_every_command(table):
    told = table.run("--help").stdout
    assert all(
        f"  {name} " in told for name in ("play", "replay", "roster", "check", "fmt", "packs", "explain")
    )


def test_an_unknown_command_is_an_error(table):
    told = table.run("plya")
    assert told.exit_code == 2
    assert "plya" in told.stderr
