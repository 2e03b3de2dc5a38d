"""Names behind a unit in a written list, found in its book, commas and parentheses in names included."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import Diagnostic
from tercio.kernel.roster import ITEM, OPTION, SPELL, Entry, fit, phrases, shelf_of
from tercio.kernel.source import Span

from .toy_book import FEN, RULES

SHELF = shelf_of(RULES, FEN)


def read(unit: str, text: str):
    faults: list[Diagnostic] = []
    entry = Entry(unit, 1, (), None, Span("list.txt", 3), text)
    return fit(SHELF, SHELF.units[unit], entry, 0, faults), faults


def names(picks):
    return [(p.name, p.kind, p.on, p.count, names(p.below)) for p in picks]


def test_phrases_are_parted_by_commas_outside_parentheses():
    assert [p.text for p in phrases(" A, B (c, d) ,E", 0, 15)] == ["A", "B (c, d)", "E"]


def test_a_name_may_hold_commas():
    picks, faults = read("Chief", "Banner, and Drum, On Foot")
    assert names(picks) == [("Banner, and Drum", OPTION, "", 1, []), ("On Foot", OPTION, "", 1, [])]
    assert faults == []


def test_what_stands_in_parentheses_is_below_what_stands_before_them():
    picks, faults = read("Chief", "General (Old Grudge), On Foot")
    assert names(picks)[0] == ("General", OPTION, "", 1, [("Old Grudge", OPTION, "", 1, [])])
    assert faults == []


def test_what_lies_below_may_be_printed_flat():
    flat, faults = read("Chief", "General, Old Grudge, On Foot")
    assert names(flat) == names(read("Chief", "General (Old Grudge), On Foot")[0])
    assert faults == []


def test_an_item_goes_on_the_thing_before_it_or_into_its_slot():
    picks, faults = read("Chief", "On Foot, Hand Weapon (Eel Blade), Reed Shield (Mud Skin), Reed Charm")
    assert names(picks)[1:] == [
        ("Eel Blade", ITEM, "Hand Weapon", 1, []),
        ("Reed Shield", OPTION, "", 1, [("Mud Skin", ITEM, "Reed Shield", 1, [])]),
        ("Reed Charm", ITEM, "", 1, []),
    ]
    assert faults == []


def test_spells_stand_behind_their_path_or_flat_behind_a_unit_that_chooses_some():
    assert names(read("Seer", "Mire (Bog, Ooze), Sage")[0])[0][4] == [
        ("Bog", SPELL, "", 1, []),
        ("Ooze", SPELL, "", 1, []),
    ]
    assert [p.name for p in read("Shrine", "Bog, Frog")[0]] == ["Bog", "Frog"]


def test_the_argument_that_an_army_gives_an_item_is_printed_with_it():
    picks, faults = read("Chief", "On Foot, Scroll (Fog)")
    assert (picks[1].name, faults) == ("Scroll", [])
    assert read("Chief", "On Foot, Scroll (Bog)")[1] != []


def test_a_thing_may_be_taken_several_times():
    picks, _ = read("Fen Wardens", "2x Drum")
    assert (picks[0].name, picks[0].count) == ("Drum", 2)


def test_an_option_that_lists_never_print_is_taken_where_nothing_else_of_its_group_is():
    assert [p.name for p in read("Toads", "Collar")[0]] == ["Collar", "Small"]
    assert [p.name for p in read("Toads", "Collar, Big")[0]] == ["Collar", "Big"]


def test_an_unknown_name_is_told_with_its_place_and_what_was_meant():
    _, (fault,) = read("Chief", "On Foot, Reed Cham")
    assert fault.message == 'Chief has no "Reed Cham"'
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (3, 10, 19)
    assert fault.hint == 'did you mean "Reed Charm"?'


@pytest.mark.parametrize(
    "text",
    ["", ",", ",,", "()", "(", ")", "On Foot (", "On Foot ((), x", "General ()", "9999x Drum", "x" * 500],
)
def test_text_that_means_nothing_gives_faults_and_no_error(text):
    picks, faults = read("Chief", text)
    assert faults or picks
