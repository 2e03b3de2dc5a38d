"""From a list to units: profiles, mounts, arms, rules, spells (Characters 4; Battle Preparations 1.B.a)."""

from __future__ import annotations

import pytest

from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.errors import RulesError
from tercio.kernel.query import has, value_of
from tercio.kernel.roster import Entry, Pick, Roster
from tercio.plugins.t9a.muster import muster_army

from .armies import battle, unit_named
from .ranges import ELVES, EMPIRE, Range


@pytest.fixture
def table():
    return Range()


def pool_of_line(table, army, line):
    return table.entry("A", army, line, 20, 20).pools[0]


def test_every_entry_of_both_lists_becomes_a_unit_with_its_models_and_points():
    g = battle()
    assert [len([u for u in g.units.values() if u.owner == name]) for name in ("A", "B")] == [17, 11]
    assert sum(u.cost for u in g.units.values() if u.owner == "A") == 3999
    guard = unit_named(g, "A", "Imperial Guard")
    assert (guard.models, guard.cost, guard.pools[0].role) == (23, 386, "rank-and-file")
    assert guard.pools[0].base == pytest.approx((20 / 25.4, 20 / 25.4))


def test_a_mounts_own_numbers_stand_and_those_written_c_are_the_riders(table):
    pool = pool_of_line(
        table, EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Great Griffon, Halberd"
    )
    assert pool.profile["discipline"] == 8 + 1
    assert pool.profile["defensive-skill"] == 5
    assert (pool.profile["health-points"], pool.profile["armour"], pool.height) == (5, 4, 4)
    assert [part.name for part in pool.parts] == ["Marshal", "Great Griffon"]


def test_a_shield_counts_with_a_mount_whose_armour_is_the_riders_plus_x(table):
    """The example of the rulebook: 2+1+2 on a horse, the dragon's own 4 on a dragon (Characters 4)."""
    horse = pool_of_line(table, EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Horse, Shield")
    assert horse.profile["armour"] == 3 + 2
    assert value_of(table.g, "armour", horse) == 3 + 1 + 2
    griffon = pool_of_line(
        table, EMPIRE, "Marshal, General, Imperial Authority, and +1 Cou, Great Griffon, Shield"
    )
    assert value_of(table.g, "armour", griffon) == 4
    assert has(table.g, Context(target=griffon), griffon, "Shield")


def test_arms_go_to_the_first_part_and_mounts_fight_with_innate_weapons(table):
    pool = pool_of_line(table, EMPIRE, "5 Knightly Orders, Shield, Lance")
    rider, horse = pool.parts
    assert [arm.name for arm in rider.arms] == ["Lance", "Hand Weapon"]
    assert [arm.name for arm in horse.arms] == ["Innate Weapons"]


def test_a_weapon_takes_its_aim_from_the_entry(table):
    pool = pool_of_line(table, ELVES, "20 Citizen Archers")
    bow = pool.parts[0].arms[0]
    assert (bow.name, bow.numbers["aim"], bow.numbers["range"]) == ("Longbow", 3, 30)


def test_an_enchanted_weapon_comes_first_and_has_the_items_rules_for_its_attacks(table):
    pool = pool_of_line(table, EMPIRE, "Prelate, Light Troops, Hand Weapon (Giant Slayer)")
    arm = pool.parts[0].arms[0]
    assert (arm.name, arm.item, arm.numbers["priority"]) == ("Hand Weapon", "Giant Slayer", 1)
    assert [held.source for held in arm.held] == ["Giant Slayer"]


def test_attack_attributes_of_an_option_are_the_riders_not_the_mounts(table):
    pool = pool_of_line(table, ELVES, "Commander, Solitary, Griffon, Great Weapon and Elven Finesse")
    rider, griffon = pool.parts
    c = Context()
    assert has(table.g, c, rider, "Elven Finesse")
    assert not has(table.g, c, griffon, "Elven Finesse")


def test_model_rules_of_a_rider_are_the_whole_models(table):
    pool = pool_of_line(table, ELVES, "Commander, Solitary, Griffon")
    assert all(has(table.g, Context(), thing, "Disciplined") for thing in (pool, *pool.parts))
    assert has(table.g, Context(), pool, "Fly")


def test_a_wizard_knows_what_the_list_says_and_could_know_the_rest_of_its_path(table):
    spells = "Flaming Swords, Dragon's Roar, Pyroclastic Flow"
    line = f"Battlefield Wizard, Light Troops, Wizard Adept, Pyromancy ({spells})"
    pool = pool_of_line(table, EMPIRE, line)
    assert pool.memory["spells"] == ["Flaming Swords", "Dragon's Roar", "Pyroclastic Flow"]
    assert pool.memory["could-know"] == ["Dragon's Roar", "Fireball", "Flaming Swords", "Pyroclastic Flow"]
    assert pool.memory["path"] == ["Pyromancy"]
    assert has(table.g, Context(), pool, "Wizard")


def test_an_apprentice_needs_no_choice_to_know_the_first_spell_of_its_path(table):
    pool = pool_of_line(table, EMPIRE, "Battlefield Wizard, Light Troops, Wizard Apprentice, Pyromancy")
    assert pool.memory["spells"] == ["Fireball"]


def test_bound_spells_are_kept_with_their_casting_values(table):
    pool = pool_of_line(table, EMPIRE, "Arcane Engine, Ice and Fire")
    assert pool.memory["bound"] == [{"spell": "Ice and Fire", "cast": 5}]


def test_an_option_may_bring_a_further_part(table):
    pool = pool_of_line(table, ELVES, "Phoenix, Fire Phoenix, Warden's Bond")
    assert [part.name for part in pool.parts] == ["Phoenix", "Warden"]
    assert [arm.name for arm in pool.parts[1].arms] == ["Halberd", "Hand Weapon"]


def test_a_unit_answers_to_the_name_of_its_entry(table):
    pool = pool_of_line(table, EMPIRE, "23 Imperial Guard, Shield")
    assert has(table.g, Context(), pool, "Imperial Guard")


def test_a_list_that_its_book_does_not_know_is_refused_with_every_fault():
    g = battle()
    bad = Roster(EMPIRE, 4000, (Entry("Marshall"), Entry("Prelate", 1, (Pick("Sheild"),))))
    with pytest.raises(RulesError) as caught:
        muster_army(g, bad, "A")
    assert len(caught.value.diagnostics) == 2


def test_a_cloned_battle_keeps_its_units_apart():
    g = battle()
    twin = clone(g)
    unit_named(twin, "A", "Imperial Guard").pools[0].models = 1
    assert unit_named(g, "A", "Imperial Guard").models == 23
