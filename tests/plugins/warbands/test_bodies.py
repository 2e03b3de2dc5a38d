"""Bases of loose models: where they stand, how far apart they are, how they travel as plain data."""

from __future__ import annotations

from math import inf, nan

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, distance
from tercio.plugins.warbands.bodies import (
    base_at,
    base_from,
    bases_from,
    bases_of,
    gap,
    is_set_up,
    models_of,
    places_of,
    reach_of,
    stand,
    take_off,
)
from tests.kernel.geometry.strategies import circles, ovals, twin
from tests.plugins.warbands.muster import muster, row, table

some_bases = st.lists(st.one_of(circles(), ovals()), min_size=1, max_size=5)


@pytest.fixture
def unit():
    return muster(table(), "A", row(3, 3, 3))


@pytest.fixture
def riders():
    return muster(table(), "A", [Oval(5.0, 5.0, 0.0, 1.0, 0.6, 1.2), Oval(7.0, 5.0, 1.0, 0.0, 0.6, 1.2)])


# -- on the table and off it ------------------------------------------------------------------------------


def test_a_unit_off_the_table_keeps_its_models_and_has_no_bases(unit):
    assert is_set_up(unit)
    take_off(unit)
    assert not is_set_up(unit)
    assert bases_of(unit) == []
    assert len(models_of(unit)) == 3


def test_a_unit_that_stands_gives_each_model_its_base_in_order(unit):
    there = row(10, 8, 3)
    stand(unit, there)
    assert bases_of(unit) == there
    assert [model.shape for model in models_of(unit)] == there


def test_a_unit_cannot_stand_on_fewer_bases_than_it_has_models_and_then_nobody_moves(unit):
    before = bases_of(unit)
    with pytest.raises(ValueError, match="3 models"):
        stand(unit, row(10, 8, 2))
    assert bases_of(unit) == before


# -- measuring --------------------------------------------------------------------------------------------


def test_the_gap_is_that_of_the_closest_two_bases():
    assert gap(row(0, 0, 3), row(5.4, 0, 3)) == pytest.approx(2.0)
    assert gap(row(0, 0, 3), row(2.4, 0.9, 3)) == 0.0
    assert gap(row(0, 0, 3), []) == inf


@given(some_bases, some_bases)
def test_the_gap_is_the_least_distance_of_any_two(bases, others):
    assert gap(bases, others) == pytest.approx(min(distance(a, b) for a in bases for b in others), abs=1e-9)


@given(some_bases)
def test_the_reach_of_a_unit_holds_all_its_bases(bases):
    x, y, r = reach_of(bases)
    disc = shapely.Point(x, y).buffer(r + 1e-6, quad_segs=256)
    assert all(disc.buffer(1e-3).contains(twin(base)) for base in bases)


def test_a_unit_without_bases_reaches_nowhere():
    with pytest.raises(ValueError, match="empty"):
        reach_of([])


# -- plain data -------------------------------------------------------------------------------------------


def test_a_base_as_wide_as_deep_is_round_and_another_oval_along_its_facing():
    assert base_at(1.0, 1.0, 2.0, 3.0) == Circle(2.0, 3.0, 0.5)
    assert base_at(1.0, 2.0, 2.0, 3.0, 90.0) == Oval(2.0, 3.0, 1.0, 0.0, 0.5, 1.0)


def test_a_place_names_the_bearing_of_oval_bases_only(unit, riders):
    assert places_of(bases_of(unit)) == [[3.0, 3.0], [4.2, 3.0], [5.4, 3.0]]
    assert places_of(bases_of(riders)) == [[5.0, 5.0, 0.0], [7.0, 5.0, 90.0]]


def test_places_lead_back_to_the_bases(unit, riders):
    for each in (unit, riders):
        assert bases_from(each, places_of(bases_of(each))) == bases_of(each)


def test_a_place_is_kept_to_the_thousandth(unit):
    assert bases_from(unit, [[1.00049, 2], [3, 2], [5, 2]]) == row(1, 2, 3, apart=1.0)
    assert places_of([Circle(1 / 3, 2 / 3, 0.5)]) == [[0.333, 0.667]]
    assert str(places_of([Circle(-1e-9, -0.0, 0.5)])) == "[[0.0, 0.0]]"
    nearly_north = base_at(1.0, 2.0, 0.0, 0.0, 359.9999)
    assert places_of([nearly_north]) == [[0.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    "places",
    [
        None,
        "three",
        {"x": 1},
        [[1, 1], [3, 1]],
        [[1, 1], [3, 1], [5, 1], [7, 1]],
        [[1, 1], [3, 1], [5]],
        [[1, 1], [3, 1], [5, 1, 0]],
        [[1, 1], [3, 1], [5, "1"]],
        [[1, 1], [3, 1], [5, True]],
        [[1, 1], [3, 1], [5, nan]],
        [[1, 1], [3, 1], [5, -inf]],
        [[1, 1], [3, 1], [5, 10**400]],
        [[1, 1], [3, 1], 5],
    ],
)
def test_malformed_places_are_no_bases(unit, places):
    assert bases_from(unit, places) is None


def test_one_base_is_read_as_each_of_many(unit, riders):
    assert base_from(unit, [1 / 3, 2]) == Circle(0.333, 2.0, unit.pools[0].base[0] / 2)
    assert [base_from(riders, [1, 2, 90])] * riders.models == bases_from(riders, [[1, 2, 90]] * riders.models)
    assert base_from(unit, [1, 2, 90]) is None


def test_an_oval_base_needs_its_bearing(riders):
    assert bases_from(riders, [[1, 1], [5, 5]]) is None
