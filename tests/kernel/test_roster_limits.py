"""Limits of an army list, each at the last number allowed and one beyond (T9A, Battle Preparations 1.B)."""

from __future__ import annotations

from tercio.kernel.roster import check

from .toy_book import RULES, entry, faults, fen, opt, spell, thing

ON_FOOT = opt("On Foot")
CHIEF = entry("Chief", 1, ON_FOOT)
SEER = entry("Seer", 1, opt("Mire"), opt("Novice"))


def test_sizes_outside_the_book_are_faults():
    assert faults(entry("Fen Wardens", 9)) == ["Fen Wardens has 9 models; 10 to 30 are allowed"]
    assert faults(entry("Fen Wardens", 30), size=2000) == []
    assert "Chief has 2 models; 1 are allowed" in faults(entry("Chief", 2, ON_FOOT))


def test_a_group_wants_at_least_and_at_most_so_many_picks():
    assert faults(entry("Chief", 1)) == ["Chief: 1 of Mount must be chosen, 0 is"]
    both = faults(entry("Chief", 1, ON_FOOT, opt("Heron")))
    assert both == ["Chief: at most 1 of Mount may be chosen, here On Foot and Heron"]
    assert faults(entry("Fen Wardens", 10, opt("Spear"), opt("Bill"))) == [
        "Fen Wardens: at most 1 of Weapons may be chosen, here Spear and Bill"
    ]


def test_an_option_is_taken_once_unless_the_book_says_otherwise():
    assert "Drum is taken 2 times, at most 1" in faults(entry("Fen Wardens", 10, opt("Drum", count=2)))


def test_an_option_may_have_to_be_taken():
    assert faults(entry("Toads", 1, opt("Big"), opt("Collar"))) == []
    assert faults(entry("Toads", 1, opt("Big"))) == ["Collar must be taken"]


def test_needs_are_looked_for_in_the_unit_or_in_the_army():
    assert faults(entry("Chief", 1, ON_FOOT, thing("Frog Charm"))) == ["Frog Charm needs seer in the unit"]
    assert faults(entry("Seer", 1, opt("Mire"), opt("Novice"), thing("Frog Charm"))) == []
    assert faults(entry("Shrine", 1, spell("Bog"), spell("Fog"))) == ["Shrine needs Seer in the army"]
    assert faults(SEER, entry("Shrine", 1, spell("Bog"), spell("Fog"))) == []


def test_a_property_may_be_forbidden_and_the_height_of_the_whole_model_bounded():
    assert faults(entry("Chief", 1, ON_FOOT, thing("Reed Charm"))) == []
    shield = opt("Reed Shield", thing("Mud Skin", "Reed Shield"))
    assert faults(entry("Chief", 1, ON_FOOT, shield)) == []
    assert faults(entry("Chief", 1, opt("Heron"), shield)) == ["Mud Skin needs height at most 3; Chief has 4"]


def test_army_wide_limits_are_told_once():
    two = entry("Chief", 1, opt("General"), ON_FOOT)
    assert faults(two) == []
    assert faults(two, two, entry("Fen Wardens", 10), size=2000) == [
        "General: at most 1 general in the army, here 2"
    ]


def test_a_limit_for_every_started_so_many_points_grows_with_the_army():
    assert faults(entry("Fen Wardens", 10), entry("Fen Wardens", 10)) == []
    too_many = faults(entry("Fen Wardens", 10), entry("Fen Wardens", 11))
    assert too_many == ["Fen Folk: at most 20 bows in the army, here 21"]
    assert faults(entry("Fen Wardens", 10), entry("Fen Wardens", 11), size=1001) == []


def test_rarity_allows_one_copy_for_each_started_so_many_points():
    assert faults(CHIEF) == []
    assert faults(CHIEF, CHIEF) == ["Chief is common: at most 1 in an army of 1000 points, here 2"]
    assert faults(CHIEF, CHIEF, size=1001) == []


def test_rarity_of_an_entry_may_change_with_the_army_and_mounts_have_their_own():
    riders = [entry("Otter Riders", 5)] * 2
    assert faults(*riders, size=5000) == [
        "Otter Riders is extraordinary: at most 1 in an army of 5000 points, here 2"
    ]
    assert faults(*riders, CHIEF, size=5000) == []
    herons = [entry("Chief", 1, opt("Heron"))] * 3
    assert faults(*herons, size=5000) == ["Heron is rare: at most 2 in an army of 5000 points, here 3"]


def test_an_item_may_be_taken_so_often_in_an_army():
    chief = entry("Chief", 1, ON_FOOT, thing("Eel Blade", "Hand Weapon"))
    assert faults(chief, chief, size=2000) == ["Eel Blade may be taken at most once in an army"]
    charms = [entry("Chief", 1, ON_FOOT, thing("Reed Charm"))] * 3
    assert faults(*charms, size=3000) == ["Reed Charm may be taken at most 2 times in an army"]


def test_special_items_have_an_allowance_that_a_general_may_raise():
    spends = (ON_FOOT, thing("Eel Blade", "Hand Weapon"), thing("Reed Charm"), opt("Cloak"))
    assert faults(entry("Chief", 1, *spends)) == ["Chief spends 60 points on special items; 50 are allowed"]
    assert faults(entry("Chief", 1, opt("General"), *spends)) == []


def test_an_option_that_opens_a_further_choice_is_not_counted_as_an_item():
    picks = (ON_FOOT, opt("Reed Shield", thing("Mud Skin", "Reed Shield")), thing("Reed Charm"))
    assert faults(entry("Chief", 1, *picks)) == []
    assert faults(entry("Chief", 1, *picks, opt("Pike"))) == [
        "Chief spends 55 points on special items; 50 are allowed"
    ]


def test_a_slot_takes_so_many_items_and_only_those_of_its_lists():
    two = faults(entry("Chief", 1, opt("General"), ON_FOOT, thing("Reed Charm"), thing("Scroll")))
    assert two == ["at most 1 such item may be taken, here Reed Charm and Scroll"]
    assert faults(entry("Chief", 1, ON_FOOT, thing("Eel Blade"))) == ['Chief cannot take "Eel Blade" here']
    assert faults(entry("Fen Wardens", 10, thing("Tall Banner", "Banner"))) == [
        'Fen Wardens cannot take "Tall Banner" on Banner here'
    ]


def test_items_of_another_army_are_not_known():
    (fault,) = (
        f for f in check(RULES, fen(entry("Chief", 1, ON_FOOT, thing("Foreign Idol")))) if "Idol" in f.message
    )
    assert fault.message == 'Fen Folk has no item "Foreign Idol"'


def test_a_unit_costs_no_more_than_its_entry_its_options_or_the_system_allow():
    assert faults(entry("Otter Riders", 9)) == []
    assert faults(entry("Otter Riders", 10)) == ["Otter Riders costs 350 points; at most 320 are allowed"]


def test_spells_are_as_many_as_the_level_knows_and_of_its_path():
    def seer(*names, level="Sage", path="Mire"):
        return faults(entry("Seer", 1, opt(path, *map(spell, names)), opt(level)))

    assert seer("Bog", "Sink") == []
    assert seer("Bog") == ["Mire: 2 spells are chosen, the list names 1"]
    assert seer("Bog", "Bog") == ['"Bog" is chosen twice']
    assert seer("Bog", "Drown") == ['"Drown" is not among the spells of Mire']
    assert seer("Bog", "Fog") == ['"Fog" is not among the spells of Mire']
    assert seer("Sink", level="Novice") == ['"Sink" is not among the spells of Mire']


def test_spells_of_an_entry_are_chosen_from_its_own_list():
    assert faults(SEER, entry("Shrine", 1, spell("Bog"))) == ["Shrine: 2 spells are chosen, the list names 1"]
    wrong = faults(SEER, entry("Shrine", 1, spell("Bog"), spell("Sink")))
    assert wrong == ['"Sink" is not among the spells of Shrine']


def test_every_fault_of_a_list_is_told_in_one_run():
    found = faults(
        entry("Fen Wardens", 9, opt("Spear"), opt("Bill")),
        entry("Chief", 1, opt("Hern"), thing("Eel Blad", "Hand Weapon")),
        entry("Nobody", 1),
    )
    assert len(found) == 6
