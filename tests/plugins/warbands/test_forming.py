"""Grids of places, and units that form up anew round a model."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest

from tercio.kernel.geometry import Circle, Oval, Shape, distance, overlaps
from tercio.plugins.warbands.coherency import is_coherent
from tercio.plugins.warbands.forming import APART, NEIGHBOURS, Grid, needed_of, regroup
from tercio.plugins.warbands.ground import Ground, Passing
from tercio.plugins.warbands.judging import judge_move
from tests.plugins.warbands.muster import COHERENCY, block, muster, row, table, terms

BASES: list[Shape] = [Circle(10.0, 10.0, 0.5), Oval(10.0, 10.0, 0.6, 0.8, 0.8, 1.5)]


def formed_up(*asked: Any) -> list[Shape]:
    """The new form that a unit takes."""
    formed = regroup(*asked)
    assert formed is not None
    return formed


@pytest.mark.parametrize("base", BASES)
def test_places_of_a_grid_do_not_overlap_and_each_is_near_to_its_neighbours(base):
    places = Grid(base)
    assert places[0] == base
    assert len(places) == len(NEIGHBOURS) == 61
    assert not any(overlaps(a, b) for a, b in combinations(places, 2))
    # Along the axes of an oval the gap is `APART`; aslant the same grid is drawn out with the oval.
    assert all(
        distance(places[i], places[k]) < 2.0 * APART for i, near in enumerate(NEIGHBOURS) for k in near
    )


def test_places_come_nearest_first():
    far = [distance((place.x, place.y), (10.0, 10.0)) for place in Grid(BASES[0])]
    assert all(a <= b + 0.002 for a, b in pairwise(far))


def test_the_inner_places_have_six_neighbours():
    assert all(len(near) == 6 for near in NEIGHBOURS[:37])
    assert all(i in NEIGHBOURS[k] for i, near in enumerate(NEIGHBOURS) for k in near)


def test_seven_models_need_two_neighbours_each():
    assert [needed_of(COHERENCY, count) for count in (1, 2, 6, 7, 10)] == [0, 1, 1, 2, 2]
    assert [needed_of(None, count) for count in (1, 2, 3, 10)] == [0, 1, 2, 2]


@pytest.mark.parametrize("bases", [row(5, 5, 5), block(5, 5, 5, 2), row(5, 5, 1)])
def test_a_unit_forms_up_round_its_leading_model(bases):
    game = table()
    unit = muster(game, "A", bases)
    going = terms(6)
    place = Circle(7.0, 9.0, 0.5)
    formed = formed_up(Ground(game, unit, going), 0, place, (7.0, 20.0))
    assert formed[0] == place
    assert is_coherent(formed, COHERENCY)
    assert judge_move(game, unit, formed, going) is None


def test_a_unit_does_not_form_up_where_somebody_cannot_come_along():
    game = table()
    unit = muster(game, "A", row(5, 5, 5))
    ground = Ground(game, unit, terms(2))
    assert regroup(ground, 4, Circle(11.0, 5.0, 0.5), (20.0, 5.0)) is None


def test_others_come_as_near_to_the_point_as_they_can():
    game = table()
    unit = muster(game, "A", row(5, 5, 3))
    formed = formed_up(Ground(game, unit, terms(6, Passing.INTO)), 0, Circle(8.0, 9.0, 0.5), (8.0, 12.0))
    assert all(base.y > 9.0 for base in formed[1:])


def test_models_find_a_way_round_others_to_their_places():
    game = table()
    unit = muster(game, "A", row(5, 5, 2))
    muster(game, "A", [Circle(6.2, 7.0, 0.5)])
    going = terms(6)
    formed = formed_up(Ground(game, unit, going), 0, Circle(5.0, 9.0, 0.5), (5.0, 20.0))
    assert judge_move(game, unit, formed, going) is None
