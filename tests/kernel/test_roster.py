"""What an army list costs, and which lists are legal (T9A rulebook, Battle Preparations 1.A and 1.B)."""

from __future__ import annotations

import pytest

from tercio.kernel.roster import Roster, check, known_of, muster

from .toy_book import FEN, RULES, entry, faults, fen, opt, spell, thing

ON_FOOT = opt("On Foot")


def costs(*entries):
    return muster(RULES, fen(*entries)).costs()


def test_an_entry_costs_its_smallest_size_and_each_further_model():
    assert costs(entry("Fen Wardens", 10), entry("Fen Wardens", 13)) == [140, 140 + 3 * 9]


def test_an_option_each_is_paid_for_every_model_and_a_plain_one_once():
    assert costs(entry("Fen Wardens", 12, opt("Spear"), opt("Drum"))) == [140 + 18 + 12 + 10]


def test_options_below_options_and_items_are_added_up():
    chief = entry("Chief", 1, opt("General", opt("Old Grudge")), ON_FOOT, thing("Eel Blade", "Hand Weapon"))
    assert costs(chief) == [100 + 40 + 40]


def test_an_item_on_offer_has_the_price_of_the_army():
    assert costs(entry("Chief", 1, ON_FOOT, thing("Scroll"))) == [115]


def test_an_item_may_cost_more_on_some_things():
    assert costs(entry("Toads", 1, opt("Small"), opt("Collar"), thing("Eel Blade", "Teeth"))) == [
        50 + 5 + 2 * 40
    ]


def test_an_override_gives_another_cost_and_another_size_where_its_needs_hold():
    riders = entry("Otter Riders", 4, opt("Drum"))
    assert costs(riders) == [100 + 20 + 10]
    assert faults(riders, entry("Chief", 1, ON_FOOT)) == []
    assert "Otter Riders has 4 models; 5 to 10 are allowed" in faults(entry("Otter Riders", 4))


def test_a_legal_list_has_no_faults():
    legal = fen(
        entry("Chief", 1, opt("General"), ON_FOOT, opt("Cloak"), cost=110),
        entry("Seer", 1, opt("Mire", spell("Bog"), spell("Ooze")), opt("Sage"), cost=180),
        entry("Fen Wardens", 20, opt("Standard", thing("Tall Banner", "Banner")), cost=280),
        entry("Otter Riders", 7, cost=260),
        entry("Shrine", 1, spell("Bog"), spell("Frog"), cost=150),
        total=980,
    )
    assert check(RULES, legal) == []


def test_a_list_stays_within_the_margin_below_its_army_size():
    def said(size):
        return [f.message for f in check(RULES, fen(entry("Fen Wardens", 30), size=size))]

    assert "the list costs 320 points, more than the army size of 319" in said(319)
    assert not any("list costs" in text for text in said(370))
    assert "the list costs 320 points; an army of 371 has at least 321" in said(371)


def test_written_points_that_are_wrong_are_told_for_the_entry_and_the_total():
    wrong = faults(entry("Fen Wardens", 10, cost=141), total=150)
    assert wrong == [
        "Fen Wardens costs 140 points, the list says 141",
        "the entries cost 140 points, the list says 150",
    ]


def test_shares_of_the_army_are_of_its_size_and_compared_exactly():
    said = [f.message for f in check(RULES, fen(entry("Chief", 1, opt("Heron"), opt("Cloak"))))]
    assert "Core: 0 points of 1000 are 0%; at least 25% are needed" in said
    assert not any(text.startswith("Leaders") for text in said)
    chiefs = [entry("Chief", 1, ON_FOOT)] * 4
    assert not any(f.message.startswith("Leaders") for f in check(RULES, fen(*chiefs)))
    said = [f.message for f in check(RULES, fen(*chiefs, entry("Chief", 1, ON_FOOT), size=1249))]
    assert "Leaders: 500 points of 1249 are 40.03%; at most 40% are allowed" in said


def test_a_mounted_model_counts_fully_in_the_category_of_its_mount_too():
    said = [f.message for f in check(RULES, fen(entry("Chief", 1, opt("Heron")), size=400))]
    assert "Leaders: 180 points of 400 are 45%; at most 40% are allowed" in said
    assert "Beasts: 180 points of 400 are 45%; at most 30% are allowed" in said


def test_an_unknown_army_and_an_unknown_unit_are_told_with_what_was_meant():
    (army,) = check(RULES, Roster("Fen Fok", 1000))
    assert "Fen Fok" in army.message
    assert army.hint == 'did you mean "Fen Folk"?'
    unit = next(f for f in check(RULES, fen(entry("Fen Wardns", 10))) if "has no unit" in f.message)
    assert unit.hint == 'did you mean "Fen Wardens"?'


def test_an_empty_list_is_judged_like_any_other():
    assert [f.message for f in check(RULES, Roster(FEN, 0))] == []


@pytest.mark.parametrize(
    ("level", "picks", "known"),
    [
        ("Novice", (), ("Bog",)),
        ("Novice", ("Bog",), ("Bog",)),
        ("Sage", ("Ooze", "Bog"), ("Ooze", "Bog")),
    ],
)
def test_who_has_nothing_to_choose_knows_all_there_is(level, picks, known):
    made = muster(RULES, fen(entry("Seer", 1, opt("Mire", *map(spell, picks)), opt(level))))
    assert known_of(made.shelf, made.bounds[0])[0].spells == known


def test_a_roster_as_plain_data_is_equal_for_lists_that_say_the_same():
    one, other = fen(entry("Chief", 1, ON_FOOT)), fen(entry("Chief", 1, opt("On Foot")))
    assert one.plain() == other.plain()
    assert one.plain() != fen(entry("Chief", 1, opt("Heron"))).plain()
