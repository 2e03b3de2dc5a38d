"""How far bases can shift together along a line: never too far, and hardly ever less than they could."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Rect, distance, inside_table, overlaps
from tercio.plugins.warbands.ground import Body, Ground, ModelPass, Passing
from tercio.plugins.warbands.strides import SPARE, room, shifted
from tests.plugins.warbands.muster import COMBAT, first_unit, muster, row, scatter, table, terms

NORTH = (0.0, 1.0)


def ground_of(bases, *foes, friends=(), **more):
    game = table()
    unit = muster(game, "A", bases)
    for others in foes:
        muster(game, "B", others)
    for others in friends:
        muster(game, "A", others)
    return Ground(game, unit, terms(12.0, **{"passing": Passing.INTO, **more}))


def room_of(ground, direction=NORTH, limit=10.0, bases=None):
    return room(ground.body if bases is None else Body(bases), direction[0], direction[1], limit, ground)


def test_nothing_in_the_way_is_room_to_the_limit():
    assert room_of(ground_of(row(3, 5))) == 10.0


def test_the_table_ends_the_room():
    assert room_of(ground_of(row(3, 15))) == pytest.approx(22 - 15.5, abs=2 * SPARE)
    assert room_of(ground_of(row(3, 5)), (-1.0, 0.0)) == pytest.approx(2.5, abs=2 * SPARE)


def test_there_is_no_room_for_who_would_end_beyond_the_rim_where_it_has_turned():
    ground = ground_of([Oval(10.0, 1.05, 0.0, 1.0, 1.8, 1.0)])
    turned = [Oval(10.0, 1.05, 1.0, 0.0, 1.8, 1.0)]
    assert room_of(ground, (1.0, 0.0), bases=turned) == 0.0
    assert room_of(ground, (0.8, 0.6), 1.0, bases=turned) == 0.0
    assert room_of(ground, (0.8, 0.6), 5.0, bases=turned) == 5.0


def test_the_model_that_first_meets_something_stops_them_all():
    assert room_of(ground_of(row(3, 5), row(5.4, 10, 1))) == pytest.approx(4.0, abs=2 * SPARE)
    assert room_of(ground_of(row(3, 5), friends=[row(5.4, 10, 1)])) == pytest.approx(4.0, abs=2 * SPARE)


def test_a_combat_range_that_may_not_be_entered_stops_them_earlier():
    ground = ground_of(row(3, 5), row(3, 12), passing=Passing.KEEP_OUT)
    assert room_of(ground) == pytest.approx(3.0, abs=2 * SPARE)


def test_a_combat_range_that_may_be_passed_is_left_or_not_entered():
    ground = ground_of(row(3, 5, 1), row(4.5, 9, 1), passing=Passing.THROUGH)
    assert room_of(ground, limit=3.0) < 3.0
    assert room_of(ground, limit=10.0) == 10.0


def test_who_flies_passes_models_and_walls_but_does_not_end_on_them():
    wall = Rect(3.0, 9.0, 0.0, 1.0, 4.0, 2.0)
    ground = ground_of(row(3, 5, 1), row(3, 13, 1), flies=True, walls=[wall])
    assert room_of(ground, limit=10.0) == 10.0
    assert room_of(ground, limit=4.0) == pytest.approx(2.5, abs=2 * SPARE)
    assert room_of(ground, limit=8.0) == pytest.approx(7.0, abs=2 * SPARE)


def test_models_that_may_be_passed_are_not_ended_on():
    ground = ground_of(row(3, 5, 1), row(3, 8, 1), friends=[row(3, 12, 1)], through=ModelPass.ENEMIES)
    assert room_of(ground, limit=3.5) == pytest.approx(2.0, abs=2 * SPARE)
    assert room_of(ground, limit=10.0) == pytest.approx(6.0, abs=2 * SPARE)


def test_models_of_the_own_unit_are_passed_but_not_ended_on():
    ground = ground_of(row(3, 5, 2))
    lone, mate = ground.body.bases
    assert room(Body([lone]), 1.0, 0.0, 1.0, ground, [mate]) == pytest.approx(0.2, abs=2 * SPARE)
    assert room(Body([lone]), 1.0, 0.0, 5.0, ground, [mate]) == 5.0


def test_who_touches_something_may_leave_it_but_not_approach():
    ground = ground_of(row(3, 5, 1), row(3, 6, 1))
    assert room_of(ground) == 0.0
    assert room_of(ground, (0.0, -1.0), 4.0) == 4.0


def test_an_oval_that_meets_a_base_head_on_comes_as_near_as_it_can():
    lone = [Oval(10.0, 5.0, 0.0, 1.0, 0.8, 1.5)]
    assert room_of(ground_of(lone, row(10, 12, 1))) == pytest.approx(5.0, abs=0.01)
    assert room_of(ground_of(lone, [Oval(10.0, 12.0, 1.0, 0.0, 0.8, 1.5)])) == pytest.approx(4.7, abs=0.01)
    assert room_of(ground_of(lone, walls=[Rect(10, 12, 0, 1, 4, 2)])) == pytest.approx(4.5, abs=0.01)


def test_shifted_places_are_rounded():
    assert shifted([Circle(1.0, 2.0, 0.5)], 0.12345, -0.00049) == [Circle(1.123, 2.0, 0.5)]


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**6), st.floats(-pi, pi), st.floats(1, 12), st.sampled_from(Passing))
def test_after_any_shift_everybody_stands_free_and_has_come_no_nearer_than_allowed(
    seed, angle, limit, passing
):
    game, walls = scatter(Random(seed), 7, 2, COMBAT)
    unit = first_unit(game)
    ground = Ground(game, unit, terms(12.0, passing, walls=walls))
    direction = (cos(angle), sin(angle))
    travel = room(ground.body, *direction, limit, ground)
    ends = shifted(ground.body.bases, direction[0] * travel, direction[1] * travel)
    others = [*ground.mates, *walls, *(base for _, bases in ground.foes for base in bases)]
    foes = [base for _, bases in ground.foes for base in bases]
    if travel > 0.0:
        assert all(inside_table(end, *ground.size) for end in ends)
        assert not any(overlaps(end, other) for end in ends for other in others)
        if passing is not Passing.INTO:
            assert all(distance(end, foe) >= COMBAT for end in ends for foe in foes)
    assert 0.0 <= travel <= limit


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**6), st.floats(-pi, pi), st.floats(1, 12))
def test_a_shift_passes_nothing_and_stops_only_where_something_is_near(seed, angle, limit):
    game, walls = scatter(Random(seed), 7, 2)
    ground = Ground(game, first_unit(game), terms(12.0, Passing.INTO, walls=walls))
    dx, dy = cos(angle), sin(angle)
    travel = room(ground.body, dx, dy, limit, ground)
    others = [*ground.mates, *walls, *(base for _, bases in ground.foes for base in bases)]
    steps = [travel * i / 40 for i in range(41)]
    for base in ground.body.bases:
        assert not any(overlaps(base.moved(dx * t, dy * t), other) for t in steps for other in others)
    round_only = all(isinstance(shape, Circle) for shape in (*others, *ground.body.bases))
    if round_only and travel < limit:
        soon = [base.moved(dx * (travel + 0.2), dy * (travel + 0.2)) for base in ground.body.bases]
        at = [base.moved(dx * travel, dy * travel) for base in ground.body.bases]
        gone = not all(inside_table(base, *ground.size) for base in soon)
        assert gone or any(distance(base, other) < 0.05 for base in at for other in others)
