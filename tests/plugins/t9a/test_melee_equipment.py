"""Weapons and Make Way (Melee Phase 2.C, Characters 1, Model Rules)."""

from __future__ import annotations

import pytest

from tercio.kernel.state import touch
from tercio.plugins.regiments.formation import Place, freeze, seat, spots
from tercio.plugins.t9a.melee.equipment import choose_equipment, make_way, places_to_make_way, wielded

from .field import Field
from .tiny import play


@pytest.fixture
def field():
    return Field()


def in_hand(part):
    arm = wielded(part)
    return arm.name if arm else None


def fighters(field, *arms):
    unit = field.soldiers("A", 36, 20, models=10, arms=arms)
    foe = field.soldiers("B", 36, 30, models=10)
    field.against(foe, unit)
    return unit, next(unit.parts())


def test_another_weapon_goes_before_the_hand_weapon_melee_2c(field):
    unit, part = fighters(field, "Hand Weapon", "Halberd")
    play(choose_equipment(field.g, [unit]))
    assert in_hand(part) == "Halberd"


def test_an_enchanted_weapon_goes_before_all_melee_2c(field):
    unit, part = fighters(field, "Hand Weapon", "Halberd", "Great Weapon")
    part.arms[0].numbers["priority"] = 1
    play(choose_equipment(field.g, [unit]))
    assert in_hand(part) == "Hand Weapon"


def test_among_weapons_of_one_priority_the_owner_chooses_and_keeps_it_melee_2c(field):
    unit, part = fighters(field, "Hand Weapon", "Halberd", "Spear")
    asked = play(choose_equipment(field.g, [unit]), "Spear")[1]
    assert asked[0].kind == "combat.weapon"
    assert asked[0].options == ["Halberd", "Spear"]
    unit.memory["rounds-fought"] = 1
    assert play(choose_equipment(field.g, [unit]))[1] == []
    assert in_hand(part) == "Spear"


def test_a_weapon_master_chooses_among_all_in_each_round_melee_2c(field):
    unit, part = fighters(field, "Hand Weapon", "Halberd")
    field.give(part, "Weapon Master")
    play(choose_equipment(field.g, [unit]), "Hand Weapon")
    unit.memory["rounds-fought"] = 1
    play(choose_equipment(field.g, [unit]), "Halberd")
    assert in_hand(part) == "Halberd"


def test_who_must_use_innate_weapons_drops_the_halberd_until_the_rule_ends_melee_2c(field):
    unit, part = fighters(field, "Hand Weapon", "Halberd")
    play(choose_equipment(field.g, [unit]))
    unit.memory["rounds-fought"] = 1
    held = list(unit.pools[0].held)
    field.give(unit.pools[0], "Beast Shape")
    play(choose_equipment(field.g, [unit]))
    assert in_hand(part) is None
    unit.pools[0].held = held
    touch(field.g)
    play(choose_equipment(field.g, [unit]))
    assert in_hand(part) == "Halberd"


def test_a_weapon_master_still_uses_an_enchanted_weapon_melee_2c(field):
    unit, part = fighters(field, "Hand Weapon", "Halberd")
    field.give(part, "Weapon Master")
    part.arms[0].numbers["priority"] = 1
    assert play(choose_equipment(field.g, [unit]))[1] == []
    assert in_hand(part) == "Hand Weapon"


def character_in(field, file):
    unit, _ = fighters(field, "Hand Weapon")
    foe = field.g.units[field.g.engagement.foes(unit.id)[0]]
    hero = field.joined(unit)
    seat(unit, hero, Place(file, 0))
    return unit, foe, hero


def test_a_character_at_the_end_of_the_rank_makes_way_to_where_the_enemy_is_characters_1(field):
    unit, foe, hero = character_in(field, 0)
    foe.rect = foe.rect.moved(3.5, 0.0)
    freeze(unit)
    assert [place.file for place in places_to_make_way(field.g, unit, hero)] == [3, 4]
    asked = play(make_way(field.g, unit), 4)[1]
    assert asked[0].kind == "combat.make-way"
    assert next(spot.file for spot in spots(unit) if spot.pool == hero.id) == 4
    assert places_to_make_way(field.g, unit, hero) == []


@pytest.mark.parametrize("why", ["in contact", "second rank", "mismatching base", "war platform"])
def test_who_touches_an_enemy_or_stands_elsewhere_makes_no_way_characters_1(field, why):
    unit, foe, hero = character_in(field, 0)
    if why == "in contact":
        assert places_to_make_way(field.g, unit, hero) == []
        return
    foe.rect = foe.rect.moved(3.5, 0.0)
    if why == "second rank":
        seat(unit, hero, Place(0, 1))
    elif why == "mismatching base":
        seat(unit, hero, Place(side="left"))
    else:
        hero.role = "attachable"
    assert places_to_make_way(field.g, unit, hero) == []
