"""Armies by name and in small lists (battlepack, 1.1 to 1.4)."""

from __future__ import annotations

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.errors import RulesError
from tercio.kernel.naming import army_named
from tercio.plugins.spearhead.listing import read_list

from .board import ruleset_with
from .match import CHOICES, Match

KNOWN = ("Sentinels of Embergard", "Crixxit's Kill-Pack", "Iron Host", "Iron Guard")


@pytest.fixture
def rules():
    return ruleset_with(CHOICES)


# -- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Sentinels of Embergard", "sentinels of embergard", "SENTINELS", "sent", "sentinels-of-embergard"],
)
def test_an_army_is_named_in_any_case_and_by_a_beginning_that_no_other_has(name):
    assert army_named(name, KNOWN) == "Sentinels of Embergard"


def test_quotes_and_hyphens_in_a_name_need_not_be_written():
    assert army_named("CRIXXIT", KNOWN) == army_named("crixxits kill pack", KNOWN) == "Crixxit's Kill-Pack"


def test_a_beginning_that_two_armies_share_is_one_error_that_names_both():
    with pytest.raises(RulesError) as found:
        army_named("iron", KNOWN)
    assert len(found.value.diagnostics) == 1
    assert "Iron Host or Iron Guard" in str(found.value)


@pytest.mark.parametrize("name", ["Sentinells", "SENTINELZ", "Sentinels of Embergart"])
def test_a_misspelt_army_is_one_error_that_names_the_nearest(name):
    with pytest.raises(RulesError) as found:
        army_named(name, KNOWN)
    assert len(found.value.diagnostics) == 1
    assert 'did you mean "Sentinels of Embergard"?' in str(found.value)


def test_an_army_that_nothing_is_like_is_told_which_there_are():
    with pytest.raises(RulesError, match="known: Sentinels of Embergard, Crixxit's Kill-Pack"):
        army_named("Zogwort", KNOWN)


def test_an_empty_name_is_no_beginning_of_any():
    with pytest.raises(RulesError, match='no army ""'):
        army_named("", KNOWN)


# -- at a desk ---------------------------------------------------------------------------------------------


def test_a_desk_takes_the_name_of_an_army_where_no_file_has_it():
    text = Desk().list_text("spearhead", "GNAWFEAST")
    assert text == "Gnawfeast Clawpack\n"


def test_a_file_comes_before_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gnawfeast").write_text("Swampskulka Gang\n", "utf-8")
    assert Desk().list_text("spearhead", "gnawfeast") == "Swampskulka Gang\n"


def test_systems_whose_lists_are_written_take_files_only():
    with pytest.raises(RulesError, match="GNAWFEAST"):
        Desk().list_text("t9a", "GNAWFEAST")


def test_a_list_of_an_army_that_no_system_has_is_one_error(tmp_path):
    path = tmp_path / "army.txt"
    path.write_text("Gnawfeast Clawpak\n", "utf-8")
    (fault,) = Desk().check([path])
    assert "gnawfeast-clawpak" in fault.message
    assert fault.hint == 'did you mean "gnawfeast-clawpack"?'


def test_a_faulty_list_is_told_by_the_system_that_has_its_army(tmp_path):
    path = tmp_path / "army.txt"
    path.write_text("Gnawfeast Clawpack\nEnhancement: Warpstone Harm\n", "utf-8")
    (fault,) = Desk().check([path])
    assert fault.hint == 'did you mean "Warpstone Charm"?'


# -- what a list says --------------------------------------------------------------------------------------


def test_an_army_has_all_of_its_units_as_often_as_it_says(rules):
    roster = read_list(rules, "testers", "t")
    assert (roster.army, [entry.name for entry in roster.entries]) == (
        "Testers",
        ["Swords", "Horde", "Mixed", "Archers", "Hero", "Beast"],
    )
    assert [entry.models for entry in roster.entries] == [5, 10, 5, 5, 1, 1]


def test_a_list_may_choose_regiment_ability_and_enhancement(rules):
    roster = read_list(
        rules, "Testers\n# notes\nenhancement: OLD banner\nRegiment ability: Hard Drill\n", "t"
    )
    assert {pick.kind: pick.name for _, pick in roster.picks()} == {
        "enhancement": "Old Banner",
        "regiment-ability": "Hard Drill",
    }


def test_what_a_list_chooses_is_held_by_the_player_and_by_the_general(rules):
    roster = read_list(rules, "Testers\nEnhancement: Old Banner\nRegiment ability: Hard Drill\n", "t")
    match = Match(lists=(roster, roster))
    general = next(unit for unit in match.units("A") if "general" in unit.marks)
    assert [held.source for held in match.g.players["A"].held] == ["Hard Drill"]
    assert "Old Banner" in [held.source for held in general.held]


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("Enhancement: Old Baner", 'Testers has no enhancement "Old Baner"', 'did you mean "Old Banner"?'),
        (
            "Enhancement: Hard Drill",
            'Testers has no enhancement "Hard Drill"',
            "known: Old Banner, New Banner",
        ),
        ("Enhancment: Old Banner", "this says nothing of an army", 'did you mean "enhancement"?'),
        ("10 Swords", "this says nothing of an army", ""),
    ],
)
def test_a_line_that_is_wrong_is_told_with_its_place_and_how_to_mend_it(rules, line, message, hint):
    with pytest.raises(RulesError) as found:
        read_list(rules, f"Testers\n\n{line}\n", "army.txt")
    (fault,) = found.value.diagnostics
    assert fault.span is not None
    assert (fault.message, fault.span.line) == (message, 3)
    assert hint in fault.hint


def test_all_faults_of_a_list_are_told_at_once(rules):
    with pytest.raises(RulesError) as found:
        read_list(rules, "Testers\nEnhancement: X\nEnhancement: Y\nRegiment ability: Z\n", "t")
    assert len(found.value.diagnostics) == 3


def test_an_empty_list_says_what_a_list_begins_with():
    with pytest.raises(RulesError, match="the list is empty"):
        Desk().host.system("spearhead").packs_for("# nothing\n", "t")


def test_a_battle_needs_two_armies():
    with pytest.raises(RulesError, match="needs 2 army lists"):
        Desk().begin("spearhead", ["GNAWFEAST"], seed=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"map": "Ashen Bastien"}, 'did you mean "Ashen Bastion"?'),
        ({"deployment": "Cornes"}, 'did you mean "Corners"?'),
        ({"maps": "x"}, 'no option "maps"'),
    ],
)
def test_options_that_cannot_be_are_told_before_the_battle(options, message):
    with pytest.raises(RulesError) as found:
        Match(options=options)
    assert message in str(found.value)
