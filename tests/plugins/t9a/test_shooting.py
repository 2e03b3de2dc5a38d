"""Rulings on the Shooting Phase: who shoots at whom, and what the roll to hit needs."""

from __future__ import annotations

import pytest

from tercio.plugins.t9a import marks
from tercio.plugins.t9a.shooters import shooters, view_of
from tercio.plugins.t9a.shooting import may_shoot, shoot, shoot_at, targets_of
from tercio.plugins.t9a.sight import sees

from .ranges import ELVES, EMPIRE, Range, run


@pytest.fixture
def range_():
    return Range({"*": [4] * 600})


def archers(range_, models=20, files=10, y=10.0):
    return range_.entry("A", ELVES, f"{models} Citizen Archers, Standard Bearer", 36, y, 0, files)


def infantry(range_, y=22.0, models=15, files=5, x=36.0):
    return range_.entry("B", EMPIRE, f"{models} State Infantry", x, y, 180, files)


def needed(range_, roll="to-hit"):
    """What the batches of the last volley needed, by batch."""
    return [facts["needed"].get(roll) for facts in range_.facts("attacks")]


def volley(range_, unit, target, **answers):
    return run(shoot_at(range_.g, unit, target), **answers)


# -- who may shoot -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", [marks.SHAKEN, marks.FAILED_CHARGE, marks.SHOT])
def test_units_shaken_or_after_a_failed_charge_or_a_volley_do_not_shoot(range_, mark):
    """Shooting Phase 1."""
    unit = archers(range_)
    assert may_shoot(range_.g, unit)
    marks.put(range_.g, unit, mark)
    assert not may_shoot(range_.g, unit)


def test_engaged_units_neither_shoot_nor_are_shot_at(range_):
    """Shooting Phase 1."""
    unit, other, foe = archers(range_), archers(range_, y=3), infantry(range_)
    range_.against(foe, unit)
    assert not may_shoot(range_.g, unit)
    assert foe not in targets_of(range_.g, other)


def test_after_a_march_only_weapons_with_march_and_shoot_shoot(range_):
    """Shooting Phase 3.A."""
    unit, foe = archers(range_), infantry(range_)
    assert targets_of(range_.g, unit) == [foe]
    marks.put(range_.g, unit, marks.MARCHED, marks.MOVED)
    assert targets_of(range_.g, unit) == []
    range_.give(unit, "March and Shoot")
    assert targets_of(range_.g, unit) == [foe]


def test_a_unit_shoots_once_in_a_player_turn(range_):
    """Shooting Phase 1: the step offers each unit once."""
    unit, foe = archers(range_), infantry(range_)
    shot = {"unit": unit.id, "target": foe.id}
    _, asked = run(shoot(range_.g), shoot_unit=[shot])
    assert [d.kind for d in asked].count("shoot.unit") == 1
    assert len(range_.facts("shooting-declared")) == 1


def test_targets_out_of_range_or_sight_are_not_offered(range_):
    """Shooting Phase 1-2."""
    unit = archers(range_)
    far, behind = infantry(range_, y=44), infantry(range_, y=3)
    assert targets_of(range_.g, unit) == []
    assert not sees(range_.g, unit, behind)
    assert sees(range_.g, unit, far)


# -- which models ------------------------------------------------------------------------------------------


def test_models_of_the_first_two_ranks_shoot(range_):
    """Shooting Phase 2."""
    unit, foe = archers(range_, models=20, files=5), infantry(range_)
    assert sum(group.count for group in shooters(range_.g, view_of(range_.g, unit, foe))) == 10


def test_bows_shoot_from_one_more_rank(range_):
    """Model Rules, Shoot in Extra Rank."""
    unit, foe = archers(range_, models=20, files=5), infantry(range_)
    range_.give(next(unit.parts()).arms[0], "Shoot in Extra Rank")
    assert sum(group.count for group in shooters(range_.g, view_of(range_.g, unit, foe))) == 15


def test_range_is_measured_from_each_model(range_):
    """Shooting Phase 2: of a wide line only the models near enough shoot, some of them at long range."""
    unit = archers(range_, models=20, files=20)
    foe = infantry(range_, x=56, y=34, files=5)
    groups = shooters(range_.g, view_of(range_.g, unit, foe))
    assert 0 < sum(group.count for group in groups) < 20


def test_equal_shooters_are_one_attack(range_):
    """Attacks 2: all shots of a unit are simultaneous, and alike ones are rolled together."""
    unit, foe = archers(range_), infantry(range_)
    volley(range_, unit, foe)
    assert [facts["count"] for facts in range_.facts("attacks")] == [20]


# -- to hit ------------------------------------------------------------------------------------------------


def test_beyond_half_range_shots_hit_worse(range_):
    """Shooting Phase 3.A, Long Range: Citizen Archers hit on 3+, at 18 inches of 30 on 4+."""
    unit, near, far = archers(range_), infantry(range_, y=22, x=33), infantry(range_, y=31, x=42)
    volley(range_, unit, near)
    volley(range_, unit, far)
    assert needed(range_) == [3, 4]


def test_moving_and_long_range_add_up(range_):
    """Shooting Phase 3.A."""
    unit, far = archers(range_), infantry(range_, y=31)
    marks.put(range_.g, unit, marks.ADVANCED, marks.MOVED)
    volley(range_, unit, far)
    assert needed(range_) == [5]


def test_accurate_and_quick_to_fire_spare_their_modifiers(range_):
    """Shooting Phase 3.A."""
    unit, far = archers(range_), infantry(range_, y=31)
    marks.put(range_.g, unit, marks.ADVANCED, marks.MOVED)
    range_.give(unit, "Accurate")
    range_.give(next(unit.parts()), "Quick to Fire")
    volley(range_, unit, far)
    assert needed(range_) == [3]


def test_unwieldy_weapons_suffer_a_further_modifier_after_moving(range_):
    """Shooting Phase 3.A: crossbows."""
    unit = range_.entry("B", EMPIRE, "15 State Marksmen, Crossbow", 36, 30, 180)
    foe = archers(range_, y=18)
    marks.put(range_.g, unit, marks.ADVANCED, marks.MOVED)
    volley(range_, unit, foe)
    assert needed(range_) == [6]


def test_cover_makes_targets_harder_to_hit(range_):
    """Shooting Phase 3.A: Soft Cover -1, Hard Cover -2."""
    unit, foe = archers(range_), infantry(range_)
    range_.terrain("Forest", 36, 22, width=14, depth=8)
    volley(range_, unit, foe)
    front = foe.rect.front_centre[1]
    range_.g.terrain.clear()
    range_.terrain("Wall", 36, front - 0.4, width=14, depth=0.8)
    volley(range_, unit, foe)
    assert needed(range_) == [4, 5]


def test_artillery_ignores_cover_and_hits_large_targets_better(range_):
    """Model Rules, Artillery."""
    gun = range_.entry("B", EMPIRE, "Blackpowder Artillery, Cannon", 36, 30, 180, 1)
    range_.g.dice.script["damage"] = [2]
    spears = range_.entry("A", ELVES, "40 Citizen Spears", 36, 10, 0, 8)
    range_.terrain("Forest", 36, 10, width=16, depth=10)
    volley(range_, gun, spears)
    # Aim 4+, +1 against a Solid unit; no Cover.
    assert range_.facts("area-shots")[0]["needed"] == 3


def test_a_shot_that_needs_seven_cannot_hit(range_):
    """Shooting Phase 3.A: no natural 6 helps."""
    range_.g.dice.script = {"*": [6] * 200}
    unit, far = archers(range_), infantry(range_, y=31)
    for rule in ("Hard Target",):
        range_.give(far.pools[0], rule, 3)
    volley(range_, unit, far)
    assert needed(range_) == [7]
    assert far.models == 15


def test_a_natural_one_misses_always(range_):
    """Shooting Phase 3.A; ruling 28."""
    range_.g.dice.script = {"to-hit": [1] * 20, "*": [4] * 100}
    unit, foe = archers(range_), infantry(range_)
    volley(range_, unit, foe)
    assert range_.facts("attacks")[0]["passed"]["to-hit"] == 0


def test_hard_target_protects_the_health_pool_only(range_):
    """Model Rules, Hard Target; ruling 3: of a combined unit the pool shot at counts."""
    unit = archers(range_)
    foe = infantry(range_, models=15)
    wizard = range_.joined(foe, base=(20, 20), height=2, defensive_skill=3, resilience=3, armour=0)
    range_.give(wizard, "Hard Target", 1)
    volley(range_, unit, foe, shoot_allocate=[foe.pools[0].id])
    volley(range_, unit, foe, shoot_allocate=[wizard.id])
    assert needed(range_) == [3, 4]


# -- allocation --------------------------------------------------------------------------------------------


def test_an_attached_model_of_the_same_height_is_screened(range_):
    """Attacks 2.A; ruling 37: nobody is asked, the Rank-and-File models are hit."""
    unit, foe = archers(range_), infantry(range_)
    range_.joined(foe, base=(20, 20), height=1, resilience=3)
    _, asked = volley(range_, unit, foe)
    assert "shoot.allocate" not in [d.kind for d in asked]
    assert range_.facts("attacks")[0]["target"] == foe.pools[0].id


def test_an_attached_model_of_another_height_can_be_shot_at(range_):
    """Attacks 2.A."""
    unit, foe = archers(range_), infantry(range_)
    rider = range_.joined(foe, base=(20, 20), height=2, resilience=3, defensive_skill=3, armour=0)
    _, asked = volley(range_, unit, foe, shoot_allocate=[rider.id])
    assert [d.kind for d in asked] == ["shoot.allocate"]
    assert range_.facts("attacks")[0]["target"] == rider.id


@pytest.mark.parametrize(("models", "exposed"), [(5, False), (4, True)])
def test_with_fewer_than_five_rank_and_file_models_all_can_be_shot_at(range_, models, exposed):
    """Attacks 2.A."""
    unit, foe = archers(range_), infantry(range_)
    foe.pools[0].models = models
    range_.joined(foe, base=(20, 20), height=1, resilience=3, defensive_skill=3, armour=0)
    _, asked = volley(range_, unit, foe)
    assert ("shoot.allocate" in [d.kind for d in asked]) is exposed


# -- losses ------------------------------------------------------------------------------------------------


def test_losses_of_a_quarter_cause_a_panic_test(range_):
    """Psychology 2.A: three Health Points and a quarter, taken after casualties are removed."""
    range_.g.dice.script = {"panic-test": [6, 6], "*": [4] * 200}
    unit, foe = archers(range_, models=20), infantry(range_, models=20, files=5)
    range_.give(foe.pools[0], "Aegis", 4)
    range_.g.dice.script |= {"armour-save": [1] * 20, "special-save": [4] * 15 + [3] * 5}
    volley(range_, unit, foe)
    assert foe.models == 15
    assert range_.facts("tested")[0]["test"] == "panic-test"
    assert marks.SHAKEN in foe.marks


def test_a_breath_attack_hits_without_a_roll_and_once_a_battle(range_):
    """Model Rules, Breath Attack: Dragon's Brew."""
    range_.g.dice.script = {"shots": [3, 4], "*": [4] * 100}
    mage = range_.entry("A", ELVES, "Mage, Light Troops, Wizard Master, Dragon's Brew", 36, 12, 0, 1)
    foe = infantry(range_, y=18)
    volley(range_, mage, foe)
    (facts,) = range_.facts("attacks")
    assert facts["count"] == 7
    assert "to-hit" not in facts["needed"]
    assert targets_of(range_.g, mage) == []


def test_an_engineer_helps_the_aim_of_a_gun_nearby(range_):
    """Model Rules, Engineer: +1 to hit, never better than 3+ for it."""
    gun = range_.entry("B", EMPIRE, "Blackpowder Artillery, Volley Gun", 36, 30, 180, 1)
    helper = range_.entry("B", EMPIRE, "Artificer, Light Troops", 33, 30, 180, 1)
    foe = archers(range_, y=20)
    _, asked = volley(range_, gun, foe, action_use=[lambda d: d.options[0]])
    assert helper.pools[0].id in [d.facts.get("bearer") for d in asked if d.kind == "action.use"]
    assert needed(range_) == [3]
