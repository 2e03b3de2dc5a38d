"""Ranks, files and places of regiments (Definitions 3, Attachable Models 2.C)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing
from tercio.plugins.regiments.formation import (
    Place,
    best_place,
    facing_edge_spots,
    form_up,
    formation_of,
    freeze,
    rank_lengths,
    ranks,
    refit,
    reshape,
    seat,
    spot_rect,
    spots,
    stand_of,
    unfreeze,
    viable,
)
from tests.plugins.t9a.tiny import MM, Board


@pytest.fixture
def board():
    return Board()


def test_nineteen_models_in_five_files_make_three_full_ranks_and_one_of_four(board):
    unit = board.unit("A", 36, 24, models=19, files=5)
    assert rank_lengths(unit) == [5, 5, 5, 4]
    assert unit.rect.width == pytest.approx(125 * MM)
    assert unit.rect.depth == pytest.approx(100 * MM)


def test_losses_come_off_the_rear_and_the_middle_of_the_front_stays(board):
    unit = board.unit("A", 36, 24, models=15, files=5)
    before = unit.rect.front_centre
    unit.pools[0].models = 10
    refit(unit)
    assert ranks(unit) == 2
    assert unit.rect.front_centre == pytest.approx(before)


def test_a_single_rank_that_loses_models_slides_together(board):
    unit = board.unit("A", 36, 24, models=5, files=5)
    unit.pools[0].models = 3
    refit(unit)
    assert formation_of(unit).files == 3
    assert unit.rect.width == pytest.approx(75 * MM)


def test_refit_may_keep_an_end_of_the_front(board):
    unit = board.unit("A", 36, 24, models=5, files=5)
    left = unit.rect.front_left
    unit.pools[0].models = 2
    refit(unit, "left")
    assert unit.rect.front_left == pytest.approx(left)


def test_an_incomplete_rear_rank_stands_in_the_middle(board):
    unit = board.unit("A", 36, 24, models=8, files=5)
    assert [spot.file for spot in spots(unit) if spot.rank == 1] == [1, 2, 3]


def test_a_matching_model_stands_in_the_front_rank_and_displaces_one(board):
    unit = board.unit("A", 36, 24, models=10, files=5)
    hero = board.joined(unit)
    assert rank_lengths(unit) == [5, 5, 1]
    assert stand_of(unit, hero) is not None
    assert [spot.rank for spot in spots(unit) if spot.pool == hero.id] == [0]
    assert [spot.file for spot in spots(unit) if spot.pool == hero.id] == [2]


def test_a_base_twice_as_large_matches_and_counts_in_both_ranks_it_covers(board):
    unit = board.unit("A", 36, 24, models=11, files=5, base=(20, 20))
    board.joined(unit, base=(40, 40))
    assert rank_lengths(unit) == [5, 5, 5]


def test_the_rear_of_a_long_base_may_make_a_further_incomplete_rank(board):
    unit = board.unit("A", 36, 24, models=5, files=5, base=(25, 25))
    board.joined(unit, base=(25, 75))
    assert rank_lengths(unit) == [5, 2, 1]


def test_a_mismatching_base_stands_beside_the_unit_and_in_no_rank(board):
    unit = board.unit("A", 36, 24, models=10, files=5, base=(25, 50))
    block = unit.rect.width
    board.joined(unit, base=(40, 40))
    assert rank_lengths(unit) == [5, 5]
    assert unit.rect.width == pytest.approx(block + 40 * MM)


def test_only_two_mismatching_models_find_room_one_on_each_side(board):
    unit = board.unit("A", 36, 24, models=10, files=5, base=(25, 50))
    board.joined(unit, base=(40, 40))
    board.joined(unit, base=(40, 40))
    third = board.pool(unit, 1, (40, 40), {}, "character")
    assert {place.side for place in formation_of(unit).places.values()} == {"left", "right"}
    assert best_place(unit, third) is None
    with pytest.raises(ValueError, match="no room"):
        seat(unit, third)


def test_when_the_front_rank_is_full_of_characters_the_next_stands_in_the_second(board):
    unit = board.unit("A", 36, 24, models=6, files=2)
    heroes = [board.joined(unit) for _ in range(3)]
    assert [formation_of(unit).places[hero.id].rank for hero in heroes] == [0, 0, 1]


def test_characters_left_alone_form_a_smaller_unit(board):
    unit = board.unit("A", 36, 24, models=10, files=5)
    board.joined(unit)
    board.joined(unit)
    unit.pools[0].models = 0
    refit(unit)
    assert rank_lengths(unit) == [2]
    assert unit.rect.width == pytest.approx(50 * MM)


def test_a_frozen_unit_keeps_its_boundary_and_counts_its_ranks_as_if_filled(board):
    unit = board.unit("A", 36, 24, models=15, files=5)
    before = unit.rect
    freeze(unit)
    unit.pools[0].models = 7
    assert refit(unit) == before
    assert rank_lengths(unit) == [5, 2]
    assert [spot.rank for spot in spots(unit)].count(0) == 5
    unfreeze(unit)
    refit(unit)
    assert unit.rect.depth == pytest.approx(50 * MM)


def test_a_frozen_front_rank_loses_models_from_both_ends(board):
    unit = board.unit("A", 36, 24, models=5, files=5)
    freeze(unit)
    unit.pools[0].models = 3
    assert [spot.file for spot in spots(unit)] == [1, 2, 3]


def test_skirmishers_stand_apart_and_their_gaps_belong_to_the_unit(board):
    unit = board.unit("A", 36, 24, models=6, files=3, gap=12.5 * MM)
    assert unit.rect.width == pytest.approx(100 * MM)
    assert unit.rect.depth == pytest.approx(62.5 * MM)


def test_a_unit_may_not_choose_to_be_deeper_than_wide_unless_wide_enough_for_a_proper_rank(board):
    unit = board.unit("A", 36, 24, models=24, files=6)
    assert viable(unit, 5, 5)
    assert not viable(unit, 4, 5)
    assert viable(unit, 4, 3)


def test_a_reform_to_fewer_files_keeps_the_front_where_it_was(board):
    unit = board.unit("A", 36, 24, models=20, files=7)
    front = unit.rect.front_centre
    reshape(unit, 5)
    assert unit.rect.front_centre == pytest.approx(front)
    assert rank_lengths(unit) == [5, 5, 5, 5]


def test_models_stand_where_their_bases_are(board):
    unit = board.unit("A", 36, 24, models=10, files=5, facing=90)
    bases = [spot_rect(unit.rect, spot) for spot in spots(unit)]
    front, back = bases[:5], bases[5:]
    assert front[0].y > front[-1].y
    assert all(base.x > unit.rect.x for base in front)
    assert all(base.x < unit.rect.x for base in back)


def test_a_flank_shows_the_last_model_of_each_rank_and_across_gaps_the_next(board):
    unit = board.unit("A", 36, 24, models=8, files=5)
    right = facing_edge_spots(unit, Facing.RIGHT)
    assert [(spot.file, spot.rank) for _, _, spot in right] == [(4, 0), (3, 1)]


def test_a_place_can_be_chosen(board):
    unit = board.unit("A", 36, 24, models=10, files=5)
    hero = board.pool(unit, 1, (25, 25), {}, "character")
    unit.pools.append(hero)
    board.g.add_pool(hero)
    seat(unit, hero, Place(4, 0))
    refit(unit)
    assert [spot.file for spot in spots(unit) if spot.pool == hero.id] == [4]


def test_a_lone_character_is_a_unit_of_one_model(board):
    unit = board.unit("A", 36, 24, models=1, files=5)
    assert rank_lengths(unit) == [1]
    assert formation_of(unit).files == 1


def test_a_unit_without_models_cannot_form_up(board):
    unit = board.unit("A", 36, 24, models=1, files=1)
    unit.pools[0].models = 0
    with pytest.raises(ValueError, match="no models"):
        form_up(unit, 0, 0, 0, 1, 1)
