"""Relics: placing them, and what each does (battlepack, 5.0)."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import usable
from tercio.kernel.query import value_of
from tercio.plugins.spearhead.damage import ward_of
from tercio.plugins.spearhead.relics import judge, move_relic, place_relic, shape_at
from tercio.plugins.spearhead.rounds import abilities
from tercio.plugins.spearhead.visibility import can_be_shot
from tercio.plugins.spearhead.words.holding import is_feature, is_relic
from tercio.plugins.warbands.bodies import bases_of

from .match import OpenField

BARREL, CRATE, CALTROPS = "Barrel of Emberstone", "Crate of Aqua Ghyranis", "Ulguan Steel Caltrops"
BARRICADE, MANHOLE = "Battered Barricade", "Inconspicuous Manhole"


@pytest.fixture
def field():
    return OpenField(node="hero-abilities")


def code(field, x, y, player="A"):
    shape = shape_at(field.g, [x, y])
    assert shape is not None
    refusal = judge(field.g, player, shape)
    return refusal.code if refusal is not None else None


# -- placing -----------------------------------------------------------------------------------------------


def test_a_relic_stands_wholly_on_the_battlefield(field):
    assert code(field, 0.75, 0.75) is None
    assert code(field, 0.74, 5) == "relic.off_the_battlefield"


def test_a_relic_stands_more_than_three_inches_from_enemies_of_whoever_places_it(field):
    field.unit("Hero", "B", (10, 10))
    assert code(field, 14.25, 10) == "relic.near_enemies"
    assert code(field, 14.26, 10) is None
    assert code(field, 12, 10, "B") is None


def test_a_relic_stands_more_than_six_inches_from_other_relics(field):
    field.relic(BARREL, 10, 10)
    assert code(field, 17.5, 10) == "relic.near_relic"
    assert code(field, 17.51, 10) is None


def test_a_relic_is_not_placed_on_models_or_terrain(field):
    field.unit("Hero", "A", (10, 10))
    field.wall(20, 10, 4, 4, "Ruined Manor")
    assert code(field, 10.5, 10) == "relic.on_models"
    assert code(field, 20, 10) == "relic.on_terrain"


def test_every_place_that_is_offered_is_legal_and_there_are_a_dozen_at_most(field):
    field.unit("Swords", "B", (10, 10))
    field.relic(BARREL, 20, 15)
    asked = next(place_relic(field.g, "A", CRATE))
    assert 1 < len(asked.options) <= 12
    assert all(asked.judge(option) is None for option in asked.options)


@pytest.mark.parametrize("answer", [[1], "here", [1, float("nan")], [1, 10**400], [1, 2, 3], None])
def test_what_is_no_place_is_refused(field, answer):
    assert next(place_relic(field.g, "A", CRATE)).judge(answer).code == "relic.no_place"


def test_a_relic_in_play_is_not_placed_again(field):
    field.relic(BARREL, 10, 10)
    field.play(place_relic(field.g, "A", BARREL))
    assert field.asked == []


def test_a_relic_that_is_moved_need_not_keep_away_from_where_it_stood(field):
    relic = field.relic(BARREL, 10, 10)
    field.play(move_relic(field.g, "A", relic), [11, 10])
    assert (relic.shape.x, relic.shape.y) == (11, 10)
    assert len(field.g.terrain) == 1


def test_relics_are_no_terrain_features_for_abilities(field):
    relic, manor = field.relic(BARREL, 10, 10), field.wall(20, 10, 4, 4, "Ruined Manor")
    assert (is_relic(field.g, relic), is_feature(field.g, relic)) == (True, False)
    assert (is_relic(field.g, manor), is_feature(field.g, manor)) == (False, True)


# -- what they do ------------------------------------------------------------------------------------------


def test_the_barrel_makes_a_unit_nearby_wound_better_for_the_turn(field):
    field.relic(BARREL, 10, 10)
    near, far = field.unit("Hero", "A", (14.2, 10)), field.unit("Beast", "A", (10, 20))
    field.use(BARREL)
    foe = field.unit("Beast", "B", (20, 20))
    needed = [field.number("wound-roll", unit, "Axe", foe) for unit in (near, far)]
    assert needed == [2, 3]


def test_each_army_uses_the_barrel_once_in_each_of_its_hero_phases(field):
    field.relic(BARREL, 10, 10)
    first, second = field.unit("Hero", "A", (12, 10)), field.unit("Beast", "A", (8, 10))
    field.unit("Hero", "B", (10, 12.5))
    field.use(BARREL, first.id)
    assert usable(field.g, "hero", "A") == []
    assert usable(field.g, "hero", "B") == []
    field.at("hero-abilities", "B")
    assert [use.name for use in usable(field.g, "hero", "B")] == [BARREL]
    assert second.memory.get("actions") is None


def test_the_barrel_is_of_no_use_without_friends_within_three_inches(field):
    field.relic(BARREL, 10, 10)
    field.unit("Hero", "A", (14.26, 10))
    assert usable(field.g, "hero", "A") == []


def test_the_crate_wards_units_of_both_sides_wholly_within_six_inches(field):
    field.relic(CRATE, 10, 10)
    ours, theirs = field.unit("Swords", "A", (11, 11)), field.unit("Mixed", "B", (6, 8))
    assert (ward_of(field.g, ours), ward_of(field.g, theirs)) == (5, 5)
    field.place(ours, [(12 + i * 1.05, 11) for i in range(5)])
    assert ward_of(field.g, ours) > 6


def test_the_best_ward_counts_beside_the_crate(field):
    field.relic(CRATE, 10, 10)
    assert ward_of(field.g, field.unit("Hero", "A", (12, 10), ward=4)) == 4
    assert ward_of(field.g, field.unit("Hero", "A", (8, 10))) == 5


def test_the_caltrops_must_be_used_on_all_units_nearby_that_charged_friend_and_foe():
    field = OpenField(node="combat-abilities", dice={"*": [1, 3]})
    field.relic(CALTROPS, 10, 10)
    charged = field.unit("Beast", "A", (12, 10), marks=["charged"])
    other = field.unit("Beast", "B", (8, 10), marks=["charged"])
    still = field.unit("Hero", "A", (10, 12))
    field.play(abilities(field.g))
    assert field.asked == []
    assert [unit.pools[0].lost for unit in (charged, other, still)] == [0, 3, 0]


def test_the_caltrops_do_nothing_on_a_one_and_as_much_as_is_rolled_else():
    for face, points in ((1, 0), (2, 2), (3, 3)):
        field = OpenField(node="combat-abilities", dice={"*": [face]})
        field.relic(CALTROPS, 10, 10)
        beast = field.unit("Beast", "A", (12, 10), marks=["charged"])
        field.play(abilities(field.g))
        assert beast.pools[0].lost == points


def test_the_caltrops_wait_where_nobody_charged():
    field = OpenField(node="combat-abilities")
    field.relic(CALTROPS, 10, 10)
    field.unit("Beast", "A", (12, 10))
    assert usable(field.g, "combat", "A") == []


def test_who_stands_close_around_the_barricade_is_shot_from_within_combat_range_only(field):
    field.relic(BARRICADE, 10, 10)
    target = field.unit("Hero", "B", (11.5, 10))
    far, near = field.unit("Archers", "A", (8, 2)), field.unit("Hero", "A", (14, 10))
    model = far.pools[0].loose[0]
    assert not can_be_shot(field.g, model, far, target, 12)
    assert can_be_shot(field.g, near.pools[0].loose[0], near, target, 12)
    field.place(target, [(13.4, 10)])
    assert can_be_shot(field.g, model, far, target, 12)


def test_the_manhole_brings_a_unit_anywhere_into_its_own_territory_far_from_enemies():
    field = OpenField(node="movement-abilities")
    field.relic(MANHOLE, 15, 15)
    scouts = field.unit("Swords", "A", [(14, 13), (15, 13), (16, 13), (14.5, 12), (15.5, 12)])
    enemy = field.unit("Beast", "B", (20, 5))
    field.use(MANHOLE)
    (asked,) = field.asked
    assert all(asked.judge(option) is None for option in asked.options)
    assert all(base.y < 11 for base in bases_of(scouts))
    assert min(abs(base.x - 20) + abs(base.y - 5) for base in bases_of(scouts)) > 6
    assert value_of(field.g, "move", enemy) == 8


def test_the_manhole_takes_in_units_wholly_within_three_inches_only():
    field = OpenField(node="movement-abilities")
    field.relic(MANHOLE, 15, 15)
    field.unit("Swords", "A", [(14 + i, 13) for i in range(5)])
    assert [use.name for use in usable(field.g, "movement", "A") if use.name == MANHOLE] == []
