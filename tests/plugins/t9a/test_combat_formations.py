"""Proper Ranks, Surrounded, Steady, Solid (Definitions 3, Melee Phase 2.A; rulings 10-16)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing
from tercio.plugins.regiments.formation import freeze
from tercio.plugins.t9a.casualties import lose_health
from tercio.plugins.t9a.melee.formations import (
    effective_ranks,
    is_solid,
    is_steadfast,
    is_steady,
    is_surrounded,
    own_ranks,
    unit_height,
)

from .field import Field
from .tiny import play


@pytest.fixture
def field():
    return Field()


@pytest.mark.parametrize(
    ("height", "models", "files", "ranks"),
    [(1, 19, 5, 3), (1, 20, 5, 4), (2, 14, 5, 2), (3, 8, 3, 2), (4, 9, 3, 3), (5, 1, 1, 1), (1, 8, 4, 0)],
)
def test_models_that_make_a_proper_rank_hang_on_height_definitions_3(field, height, models, files, ranks):
    unit = field.soldiers("A", 36, 24, models=models, files=files, height=height)
    assert own_ranks(field.g, unit) == ranks


def test_a_height_5_model_alone_has_one_proper_rank_ruling_10(field):
    giant = field.soldiers("A", 36, 20, models=1, files=1, height=5, base=(50, 50))
    crowd = field.soldiers("B", 36, 30, models=5, files=5)
    field.against(giant, crowd)
    assert not is_steady(field.g, crowd)
    assert not is_steady(field.g, giant)


@pytest.mark.parametrize(
    ("height", "models", "files", "solid"),
    [
        (1, 15, 5, False),
        (1, 20, 5, True),
        (2, 10, 5, False),
        (2, 15, 5, True),
        (3, 3, 3, False),
        (3, 6, 3, True),
        (5, 1, 1, False),
        (5, 2, 1, True),
    ],
)
def test_ranks_that_make_a_unit_solid_hang_on_height_melee_2a(field, height, models, files, solid):
    unit = field.soldiers("A", 36, 24, models=models, files=files, height=height)
    assert is_solid(field.g, unit) is solid


def test_the_commonest_height_is_the_units_and_of_equals_the_smaller_reference_handbook(field):
    unit = field.soldiers("A", 36, 24, models=1, files=1)
    field.joined(unit, height=3)
    assert unit_height(field.g, unit) == 1


def test_steady_means_more_ranks_than_each_enemy_not_than_their_sum_ruling_16(field):
    unit = field.soldiers("A", 36, 20, models=20, files=5)
    left, right = (field.soldiers("B", 36, 30, models=15, files=5) for _ in range(2))
    field.against(left, unit, shift=-2.4)
    field.against(right, unit, shift=2.6)
    assert is_steady(field.g, unit)
    assert is_steadfast(field.g, unit)


def test_equal_ranks_are_not_more_melee_2a(field):
    unit = field.soldiers("A", 36, 20, models=20, files=5)
    field.against(field.soldiers("B", 36, 30, models=20, files=5), unit)
    assert not is_steady(field.g, unit)


def test_a_surrounded_unit_loses_the_sum_of_ranks_on_flank_and_rear_ruling_11(field):
    unit = field.soldiers("A", 36, 20, models=25, files=5)
    for facing, models in ((Facing.LEFT, 5), (Facing.REAR, 10)):
        field.against(field.soldiers("B", 36, 30, models=models, files=5), unit, facing)
    assert is_surrounded(field.g, unit)
    assert effective_ranks(field.g, unit) == 5 - 1 - 2


def test_ranks_never_fall_below_none_ruling_11(field):
    unit = field.soldiers("A", 36, 20, models=5, files=5)
    field.against(field.soldiers("B", 36, 30, models=20, files=5), unit, Facing.REAR)
    assert effective_ranks(field.g, unit) == 0


def test_an_enemy_in_front_takes_no_ranks_melee_2a(field):
    unit = field.soldiers("A", 36, 20, models=15, files=5)
    field.against(field.soldiers("B", 36, 30, models=15, files=5), unit)
    assert effective_ranks(field.g, unit) == 3


def test_a_surrounded_flanker_takes_only_the_ranks_that_it_has_left_ruling_11(field):
    unit = field.soldiers("A", 36, 20, models=20, files=5)
    flanker = field.soldiers("B", 36, 30, models=15, files=5)
    field.against(flanker, unit, Facing.LEFT)
    helper = field.soldiers("A", 36, 30, models=10, files=5)
    field.against(helper, flanker, Facing.REAR)
    assert effective_ranks(field.g, flanker) == 3 - 2
    assert effective_ranks(field.g, unit) == 4 - 1


def test_resolute_adds_ranks_before_surrounded_and_needs_one_ruling_13(field):
    unit = field.soldiers("A", 36, 20, models=10, files=5)
    few = field.soldiers("A", 10, 20, models=4, files=4)
    for one in (unit, few):
        field.give(one.pools[0], "Resolute", 2)
        field.against(field.soldiers("B", 36, 30, models=15, files=5), one, Facing.REAR)
    assert effective_ranks(field.g, unit) == 2 + 2 - 3
    assert effective_ranks(field.g, few) == 0


def test_light_troops_have_no_ranks_and_surround_for_none_ruling_12(field):
    scouts = field.soldiers("B", 36, 30, models=15, files=5)
    field.give(scouts.pools[0], "Light Troops")
    unit = field.soldiers("A", 36, 20, models=15, files=5)
    field.against(scouts, unit, Facing.LEFT)
    assert effective_ranks(field.g, scouts) == 0
    assert effective_ranks(field.g, unit) == 3


def test_ranks_are_counted_as_if_gaps_were_filled_while_frozen_ruling_14(field):
    unit = field.soldiers("A", 36, 20, models=20, files=5)
    field.against(field.soldiers("B", 36, 30, models=15, files=5), unit)
    freeze(unit)
    play(lose_health(field.g, unit.pools[0], 1))
    assert effective_ranks(field.g, unit) == 3
    assert not is_steady(field.g, unit)


def test_a_mismatching_base_counts_in_no_rank_attachable_models_2c(field):
    unit = field.soldiers("A", 36, 24, models=9, files=5)
    field.joined(unit, (40, 40))
    assert own_ranks(field.g, unit) == 1


def test_a_large_matching_base_counts_in_all_ranks_that_it_covers_attachable_models_2c(field):
    unit = field.soldiers("A", 36, 24, models=6, files=5)
    field.joined(unit, (50, 50))
    assert own_ranks(field.g, unit) == 2
