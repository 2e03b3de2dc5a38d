"""Combat Score (Melee Phase 2.B, 4.A, 4.B; rulings 13-20)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing
from tercio.plugins.t9a.melee.score import casualty_score, static_score, totals
from tercio.plugins.t9a.scoring import scoring

from .field import Field


@pytest.fixture
def field():
    return Field()


def sides(*units):
    return {name: [unit for unit in units if unit.owner == name] for name in ("A", "B")}


def lines(field, *units):
    return {(p.side, p.facing or p.why, p.unit): p.amount for p in static_score(field.g, sides(*units))}


def test_a_side_with_charging_units_gets_one_however_many_charge_ruling_17(field):
    target = field.soldiers("B", 36, 20, models=10, files=10)
    one, two = (field.soldiers("A", 36, 30, models=4, files=4) for _ in range(2))
    field.against(one, target, shift=-2.1, charging=True)
    field.against(two, target, shift=2.1, charging=True)
    assert totals(sides(one, two, target), static_score(field.g, sides(one, two, target))) == {"A": 1, "B": 1}


def test_two_for_each_flank_or_rear_and_only_once_for_two_units_on_one_flank_ruling_17(field):
    target = field.soldiers("B", 36, 20, models=40, files=5)
    for facing, shift in ((Facing.LEFT, -2.1), (Facing.LEFT, 2.1), (Facing.REAR, 0.0)):
        field.against(field.soldiers("A", 36, 30, models=4, files=4), target, facing, shift)
    units = list(field.g.units.values())
    found = lines(field, *units)
    assert found["A", "left", target.id] == 2
    assert found["A", "rear", target.id] == 2
    assert ("A", "right", target.id) not in found


def test_the_best_unit_gives_the_rank_bonus_up_to_four_ruling_15(field):
    target = field.soldiers("B", 36, 20, models=30, files=5)
    one = field.soldiers("A", 36, 30, models=10, files=5)
    two = field.soldiers("A", 36, 30, models=15, files=5)
    field.against(one, target, shift=-2.6)
    field.against(two, target, shift=2.4)
    found = lines(field, one, two, target)
    assert found["A", "rank-score", two.id] == 3
    assert found["B", "rank-score", target.id] == 4


def test_a_surrounded_unit_has_its_bonus_from_what_is_left_ruling_15(field):
    target = field.soldiers("B", 36, 20, models=20, files=5)
    field.against(field.soldiers("A", 36, 30, models=15, files=5), target, Facing.LEFT)
    assert lines(field, *field.g.units.values())["B", "rank-score", target.id] == 1


@pytest.mark.parametrize(("feature", "bonus"), [("Forest", 0), ("Water Terrain", 0), ("Field", 3)])
def test_disruptive_terrain_takes_the_rank_bonus_and_nothing_else_terrain_1d(field, feature, bonus):
    target = field.soldiers("B", 36, 20, models=15, files=5)
    field.terrain(feature, target.rect.x, target.rect.y - 3)
    field.against(field.soldiers("A", 36, 30, models=4, files=4), target)
    assert lines(field, *field.g.units.values()).get(("B", "rank-score", target.id), 0) == bonus


def test_each_unit_with_a_standard_gives_one_and_the_battle_standard_one_more_ruling_17(field):
    target = field.soldiers("B", 36, 20, models=10, files=10)
    one, two = (field.soldiers("A", 36, 30, models=4, files=4) for _ in range(2))
    field.against(one, target, shift=-2.1)
    field.against(two, target, shift=2.1)
    for unit in (one, two):
        field.give(unit.pools[0], "Standard Bearer")
    field.give(field.joined(one), "Battle Standard Bearer")
    found = lines(field, one, two, target)
    assert found["A", "Standard Bearer", one.id] == found["A", "Standard Bearer", two.id] == 1
    assert found["A", "Battle Standard Bearer", one.id] == 1


def test_health_lost_and_wiped_units_count_for_the_enemy_melee_4a(field):
    one, other = field.soldiers("A", 36, 20), field.soldiers("B", 36, 30)
    points = casualty_score(field.g, sides(one, other), {"A": 3, "B": 5}, {"B": 1})
    assert totals(sides(one, other), points) == {"A": 6, "B": 3}


def test_light_troops_on_a_flank_score_but_do_not_surround(field):
    target = field.soldiers("B", 36, 20, models=15, files=5)
    scouts = field.soldiers("A", 36, 30, models=10, files=5)
    field.give(scouts.pools[0], "Light Troops")
    field.against(scouts, target, Facing.LEFT)
    found = lines(field, scouts, target)
    assert found["A", "left", target.id] == 2
    assert found["B", "rank-score", target.id] == 3
    assert ("A", "rank-score", scouts.id) not in found


@pytest.mark.parametrize("bearer", ["character", "rank-and-file"])
def test_a_light_troops_character_leaves_its_unit_scoring(field, bearer):
    unit = field.soldiers("A", 36, 20, models=10)
    hero = field.joined(unit)
    field.give(unit.pools[0], "Standard Bearer")
    assert scoring(field.g, unit)
    field.give(hero if bearer == "character" else unit.pools[0], "Light Troops")
    assert scoring(field.g, unit) is (bearer == "character")
