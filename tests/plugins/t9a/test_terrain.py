"""Rulings on Terrain Features: contact, Dangerous and Disruptive Terrain, what touching a feature means."""

from __future__ import annotations

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decl import RuleRef
from tercio.kernel.modifiers import value
from tercio.kernel.query import has
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Thing
from tercio.plugins.t9a.terrain import (
    Danger,
    dangerous_test,
    disrupted,
    elevated,
    face_danger,
    settle,
    touching,
)

from .ranges import EMPIRE, Range, run


@pytest.fixture
def range_():
    return Range({"*": [1] * 600}, "movement")


def infantry(range_, models=19):
    return range_.soldiers("A", 36, 20, models=models, files=5)


def dice_of_tests(range_):
    return [(facts["dice"], facts["hits"]) for facts in range_.facts("dangerous-terrain")]


@pytest.mark.parametrize(("models", "height", "dice"), [(19, 1, 10), (1, 5, 5), (10, 2, 10), (3, 0, 0)])
def test_half_the_models_times_their_height_is_the_number_of_dice(range_, models, height, dice):
    """Terrain 1.C: 19 dwarves roll 10 dice, a dragon 5."""
    unit = range_.soldiers("A", 36, 20, models=models, files=min(5, models), height=height)
    run(face_danger(range_.g, unit, Danger(6)))
    assert dice_of_tests(range_) == [(dice, 0)]


def test_each_success_wounds_without_a_roll_and_past_all_armour(range_):
    """Terrain 1.C: AP 10; Special Saves may be taken, and it is no attack."""
    range_.g.dice.script = {"dangerous-test": [6, 6, 5, 1, 1, 1, 1, 1, 1, 6]}
    unit = infantry(range_)
    for pool in unit.pools:
        pool.profile["armour"] = 6
    run(face_danger(range_.g, unit, Danger(6)))
    assert unit.models == 16
    assert "melee" not in range_.facts("attacks")[0]["kinds"]


def test_an_aegis_still_saves_from_dangerous_terrain(range_):
    """Terrain 1.C."""
    range_.g.dice.script = {"dangerous-test": [6] * 10, "special-save": [6] * 10}
    unit = infantry(range_)
    range_.give(unit.pools[0], "Aegis", 5)
    run(face_danger(range_.g, unit, Danger(6)))
    assert unit.models == 19


def test_only_mounts_are_endangered_in_a_forest(range_):
    """Terrain 2.B: the bracket says whom; others count as Height 0."""
    foot, riders = infantry(range_), range_.entry("B", EMPIRE, "5 Knightly Orders", 36, 40, 180)
    wood = range_.terrain("Forest", 36, 30, width=20, depth=20)
    run(dangerous_test(range_.g, foot, [wood], "march"))
    assert dice_of_tests(range_) == []
    run(dangerous_test(range_.g, riders, [wood], "march"))
    assert dice_of_tests(range_) == [(6, 0)]


def test_each_feature_is_tested_in_turn_with_its_losses_before_the_next(range_):
    """Reference Handbook, Dangerous Terrain: sequentially, with casualties between."""
    range_.g.dice.script = {"dangerous-test": [6, 6, 6, 6, 1] + [1] * 10}
    unit = infantry(range_, models=10)
    one, two = range_.terrain("Ruins", 30, 20), range_.terrain("Ruins", 42, 20)
    run(dangerous_test(range_.g, unit, [one, two], "charge"))
    assert dice_of_tests(range_) == [(5, 4), (3, 0)]


def test_impassable_terrain_is_dangerous_in_flight_only(range_):
    """Terrain 2.D."""
    unit, rock = infantry(range_), range_.terrain("Impassable Terrain", 36, 30)
    run(dangerous_test(range_.g, unit, [rock], "march"))
    assert dice_of_tests(range_) == []
    run(dangerous_test(range_.g, unit, [rock], "flee"))
    assert len(dice_of_tests(range_)) == 1


def test_enemies_fled_through_are_dangerous_terrain_4(range_):
    """Psychology 4."""
    range_.g.dice.script = {"dangerous-test": [4, 3] * 5}
    unit, foe = infantry(range_), range_.soldiers("B", 36, 30)
    run(dangerous_test(range_.g, unit, [foe], "flee"))
    assert dice_of_tests(range_) == [(10, 5)]


@pytest.mark.parametrize("rule", ["Strider", "Ghost Step"])
def test_striders_and_ghosts_take_no_dangerous_terrain_tests(range_, rule):
    """Model Rules, Strider and Ghost Step."""
    unit, ruin = infantry(range_), range_.terrain("Ruins", 36, 20)
    range_.give(unit.pools[0], rule)
    run(dangerous_test(range_.g, unit, [ruin], "march"))
    assert dice_of_tests(range_) == []


def test_a_health_pool_pays_for_itself(range_):
    """Reference Handbook, Dangerous Terrain: damage stays in the pool that tested."""
    range_.g.dice.script = {"dangerous-test": [6] * 5 + [1] * 20}
    unit = infantry(range_, models=10)
    hero = range_.joined(unit, height=1, health_points=3, resilience=3, armour=0, defensive_skill=3)
    run(face_danger(range_.g, unit, Danger(6)))
    assert (unit.pools[0].models, hero.lost) == (5, 0)


@pytest.mark.parametrize(("feature", "loses"), [("Forest", True), ("Water Terrain", True), ("Ruins", False)])
def test_disruptive_terrain_takes_the_rank_bonus(range_, feature, loses):
    """Terrain 1.D."""
    unit = infantry(range_)
    range_.terrain(feature, 36, 20)
    assert disrupted(range_.g, unit) is loses


def test_rank_and_file_striders_keep_their_rank_bonus(range_):
    """Model Rules, Strider."""
    unit = infantry(range_)
    range_.terrain("Forest", 36, 20)
    range_.give(unit.pools[0], "Strider")
    assert not disrupted(range_.g, unit)


def test_a_model_is_elevated_only_fully_on_a_hill(range_):
    """Terrain 2.C."""
    unit = infantry(range_)
    hill = range_.terrain("Hill", 36, 20, width=12, depth=10)
    assert elevated(range_.g, unit.rect)
    range_.g.units[unit.id].rect = unit.rect.moved(5.0, 0.0)
    assert not elevated(range_.g, unit.rect)
    assert touching(range_.g, unit) == [hill]


def test_units_in_contact_with_a_field_burn_well(range_):
    """Terrain 2.A, Flammable: Weakness to Flaming Attacks while in contact, and no longer."""
    unit = infantry(range_)
    range_.terrain("Field", 36, 20)
    settle(range_.g, unit)
    assert has(range_.g, Context(attack=_flaming(range_, unit), target=unit.pools[0]), unit, "Weakness")
    unit.rect = unit.rect.moved(30.0, 0.0)
    settle(range_.g, unit)
    assert not has(range_.g, Context(attack=_flaming(range_, unit)), unit, "Weakness")


def _flaming(range_, unit):
    given = Thing(0, "flames")
    hold(range_.g, given, RuleRef("Flaming Attacks"), by_weapon=True)
    return Attack("automatic", frozenset(("ranged",)), unit.pools[0], given=given)


def test_water_puts_out_flames_and_slows_charges(range_):
    """Terrain 2.G: Soaked and Unsure Footing."""
    unit = infantry(range_)
    part = next(unit.parts())
    range_.give(part, "Stomp Attack", 3)
    assert value(range_.g, "stomp-attacks", Context(attacker=part, unit=unit), 0) == 3
    range_.terrain("Water Terrain", 36, 20)
    settle(range_.g, unit)
    assert value(range_.g, "stomp-attacks", Context(attacker=part, unit=unit), 0) == 0
