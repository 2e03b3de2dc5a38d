"""Losing, healing and raising Health Points (Attacks 4, Psychology 2.A, Magical Effects 2-3)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing
from tercio.plugins.regiments.formation import freeze, rank_lengths
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.casualties import (
    lose_health,
    panic_by_losses,
    raise_health,
    recover,
    remove_pool,
    remove_unit,
)
from tercio.plugins.t9a.originals import health_left, originals

from .field import Field
from .tiny import play


@pytest.fixture
def field():
    return Field()


def test_of_ten_trolls_seven_losses_remove_two_and_two_more_remove_a_third_attacks_4b(field):
    trolls = field.soldiers("A", 36, 24, models=10, files=5, base=(40, 40), health_points=3, height=3)
    pool = trolls.pools[0]
    assert play(lose_health(field.g, pool, 7))[0] == 7
    assert (pool.models, pool.lost) == (8, 1)
    play(lose_health(field.g, pool, 2))
    assert (pool.models, pool.lost) == (7, 0)


def test_excess_losses_are_ignored_attacks_4(field):
    unit = field.soldiers("A", 36, 24, models=3, files=3)
    assert play(lose_health(field.g, unit.pools[0], 9))[0] == 3
    assert unit.destroyed


def test_casualties_leave_from_the_rear_rank_and_the_front_stays_where_it_is_attacks_4b(field):
    unit = field.soldiers("A", 36, 24, models=15, files=5)
    front = unit.rect.front_centre
    play(lose_health(field.g, unit.pools[0], 6))
    assert rank_lengths(unit) == [5, 4]
    assert unit.rect.front_centre == pytest.approx(front)


def test_a_frozen_boundary_does_not_shrink_melee_1b(field):
    unit = field.soldiers("A", 36, 24, models=15, files=5)
    freeze(unit)
    old = unit.rect
    play(lose_health(field.g, unit.pools[0], 12))
    assert unit.rect == old
    assert rank_lengths(unit) == [3]


def test_the_last_loss_destroys_the_unit_and_frees_its_foe_enemy_wiped(field):
    unit = field.soldiers("A", 36, 20, models=5)
    foe = field.soldiers("B", 36, 30, models=5)
    field.against(foe, unit)
    play(lose_health(field.g, unit.pools[0], 5, by=foe))
    assert unit.destroyed
    assert unit.rect is None
    assert foe.id not in field.g.engagement
    assert foe.memory["freed"] == "engaged"
    assert field.facts("destroyed-in-combat")[0]["enemy"] == foe.id


def test_characters_remain_as_the_same_unit_when_the_rank_and_file_is_wiped_attachable_models(field):
    unit = field.soldiers("A", 36, 24, models=5)
    hero = field.joined(unit)
    play(lose_health(field.g, unit.pools[0], 5))
    assert not unit.destroyed
    assert unit.pools == [hero]
    assert rank_lengths(unit) == [1]


def test_destroyed_in_combat_is_judged_for_each_original_unit_season_pack(field):
    unit = field.soldiers("A", 36, 20, models=5)
    field.joined(unit)
    field.give(unit.pools[0], "Standard Bearer")
    foe = field.soldiers("B", 36, 30, models=5)
    field.against(foe, unit)
    play(lose_health(field.g, unit.pools[0], 5, by=foe))
    assert len(field.facts("destroyed-in-combat")) == 1
    assert unit.memory["was-scoring"] is True
    assert unit.memory["engaged-with"] == [foe.id]
    assert not unit.destroyed


def test_a_character_that_falls_in_a_scoring_unit_was_not_scoring_itself_season_pack(field):
    unit = field.soldiers("A", 36, 20, models=5)
    field.give(unit.pools[0], "Standard Bearer")
    hero = field.joined(unit)
    foe = field.soldiers("B", 36, 30, models=5)
    field.against(foe, unit)
    play(lose_health(field.g, hero, 1, by=foe))
    assert unit.memory["was-scoring"] is False


def test_a_unit_lost_to_shooting_is_not_destroyed_in_combat_season_pack(field):
    unit = field.soldiers("A", 36, 24, models=5)
    archers = field.soldiers("B", 36, 40, models=5)
    play(lose_health(field.g, unit.pools[0], 5, by=archers, ranged=True))
    assert unit.destroyed
    assert field.facts("destroyed-in-combat") == []


def test_a_broken_unit_removed_on_its_flight_is_destroyed_in_combat_season_pack(field):
    unit = field.soldiers("A", 36, 24, models=5)
    marks.put(field.g, unit, marks.BROKEN)
    unit.memory["engaged-with"] = [field.soldiers("B", 36, 40).id]
    play(remove_unit(field.g, unit, "left-the-table"))
    assert len(field.facts("destroyed-in-combat")) == 1


def test_three_losses_and_a_quarter_of_the_phase_start_cause_panic_psychology_2a():
    field = Field({"panic-test": [6, 6]}, phase="shooting")
    unit = field.soldiers("A", 36, 24, models=12, files=4)
    archers = field.soldiers("B", 36, 40, models=5)
    play(lose_health(field.g, unit.pools[0], 2, by=archers, ranged=True))
    play(panic_by_losses(field.g, unit, archers))
    assert marks.SHAKEN not in unit.marks
    play(lose_health(field.g, unit.pools[0], 1, by=archers, ranged=True))
    play(panic_by_losses(field.g, unit, archers))
    assert marks.SHAKEN in unit.marks


@pytest.mark.parametrize(("models", "lost"), [(8, 2), (13, 3)])
def test_fewer_than_three_or_than_a_quarter_do_not_psychology_2a(models, lost):
    field = Field(phase="shooting")
    unit = field.soldiers("A", 36, 24, models=models, files=4)
    archers = field.soldiers("B", 36, 40, models=5)
    play(lose_health(field.g, unit.pools[0], lost, by=archers, ranged=True))
    play(panic_by_losses(field.g, unit, archers))
    assert field.facts("tested") == []


def test_losses_to_friends_or_while_engaged_or_not_ranged_count_for_no_panic_psychology_2a():
    field = Field(phase="shooting")
    unit = field.soldiers("A", 36, 24, models=12, files=4)
    friend = field.soldiers("A", 10, 24, models=12, files=4)
    foe = field.soldiers("B", 50, 24, models=12, files=4)
    play(lose_health(field.g, unit.pools[0], 3, by=friend, ranged=True))
    play(lose_health(field.g, unit.pools[0], 3, by=foe))
    field.against(foe, unit, Facing.REAR)
    play(lose_health(field.g, unit.pools[0], 3, by=foe, ranged=True))
    assert unit.memory["losses"]["lost"] == 0


def test_losses_are_counted_from_the_start_of_each_phase_psychology_2a():
    field = Field(phase="magic")
    unit = field.soldiers("A", 36, 24, models=12, files=4)
    foe = field.soldiers("B", 50, 24, models=12, files=4)
    play(lose_health(field.g, unit.pools[0], 2, by=foe, ranged=True))
    field.g.clock.stack[-1].node = field.g.clock.stack[-1].node.__class__("phase", "shooting")
    field.g.clock.stamps.clear()
    play(lose_health(field.g, unit.pools[0], 2, by=foe, ranged=True))
    assert unit.memory["losses"]["lost"] == 2
    assert unit.memory["losses"]["start"] == 10


def test_recovering_heals_but_brings_nobody_back_magical_effects_2(field):
    trolls = field.soldiers("A", 36, 24, models=4, files=4, base=(40, 40), health_points=3, height=3)
    pool = trolls.pools[0]
    play(lose_health(field.g, pool, 5))
    assert recover(field.g, pool, 4) == 2
    assert (pool.models, pool.lost) == (3, 0)


def test_raising_heals_first_and_then_adds_models_up_to_the_starting_number_magical_effects_3(field):
    trolls = field.soldiers("A", 36, 24, models=4, files=2, base=(40, 40), health_points=3, height=3)
    pool = trolls.pools[0]
    play(lose_health(field.g, pool, 8))
    assert (pool.models, pool.lost) == (2, 2)
    assert raise_health(field.g, pool, 4) == 4
    assert (pool.models, pool.lost) == (3, 1)
    assert raise_health(field.g, pool, 9) == 4
    assert (pool.models, pool.lost) == (4, 0)
    assert rank_lengths(trolls) == [2, 2]


def test_raised_models_without_room_at_the_rear_are_lost_reference_handbook_raise(field):
    unit = field.soldiers("A", 36, 24, models=10, files=5)
    play(lose_health(field.g, unit.pools[0], 5))
    behind = field.soldiers("A", 36, 24 - 1.2, models=5)
    assert raise_health(field.g, unit.pools[0], 5) == 0
    assert unit.models == 5
    assert not behind.destroyed


def test_entries_are_known_by_the_army_list_even_when_they_are_gone_after_the_game(field):
    unit = field.soldiers("A", 36, 24, models=5)
    hero = field.joined(unit)
    hero.cost, unit.pools[0].cost = 150, 90
    play(remove_pool(field.g, hero, "test"))
    assert [(one.cost, one.health) for one in originals(field.g)] == [(90, 5), (150, 1)]
    assert health_left(field.g, hero.origin) == 0
