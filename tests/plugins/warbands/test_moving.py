"""Moves towards a goal: what is offered is allowed, and goes where it is sent (core rules 5)."""

from __future__ import annotations

import os
import subprocess
import sys
from math import hypot
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Point, Rect, Shape, distance
from tercio.plugins.warbands.bodies import bases_from, bases_of, gap, places_of
from tercio.plugins.warbands.coherency import is_coherent
from tercio.plugins.warbands.ground import Ground, ModelPass, Passing
from tercio.plugins.warbands.moving import LEAST_GAIN, judge_move, move_toward
from tests.plugins.warbands.muster import (
    COHERENCY,
    COMBAT,
    block,
    first_unit,
    muster,
    row,
    scatter,
    table,
    terms,
)


@pytest.fixture
def game():
    return table()


def moved(*asked: Any) -> list[Shape]:
    """The bases of a move that is offered."""
    after = move_toward(*asked)
    assert after is not None
    return after


def gone(before, after):
    return [hypot(b.x - a.x, b.y - a.y) for a, b in zip(before, after, strict=True)]


def nearest(bases, goal):
    return min(distance(base, goal) for base in bases)


def test_in_the_open_a_unit_goes_its_whole_move_straight_and_keeps_its_shape(game):
    unit = muster(game, "A", block(3, 5, 5, 2))
    after = moved(game, unit, (5.4, 20.0), terms(6))
    assert gone(bases_of(unit), after) == pytest.approx([6.0] * 10, abs=0.002)
    shifts = {(round(b.x - a.x, 6), round(b.y - a.y, 6)) for a, b in zip(bases_of(unit), after, strict=True)}
    assert len(shifts) == 1


def test_it_stops_where_it_is_told_to(game):
    unit = muster(game, "A", row(3, 5))
    assert nearest(moved(game, unit, (5.4, 10.0), terms(6)), (5.4, 10.0)) == pytest.approx(0.0, abs=0.002)
    after = moved(game, unit, (5.4, 10.0), terms(6), 1.0)
    assert nearest(after, (5.4, 10.0)) == pytest.approx(1.0, abs=0.002)
    goal = Circle(5.4, 12.0, 1.0)
    assert nearest(moved(game, unit, goal, terms(6), 2.0), goal) == pytest.approx(2.0, abs=0.002)


def test_it_stops_so_far_from_goals_of_any_shape(game):
    unit = muster(game, "A", row(3, 5))
    for goal in (Rect(8.0, 11.0, 0.6, 0.8, 4.0, 2.0), Oval(12.0, 12.0, 0.6, 0.8, 1.0, 2.0)):
        after = moved(game, unit, goal, terms(8), 1.5)
        assert nearest(after, goal) == pytest.approx(1.5, abs=0.002)


def test_below_zero_it_goes_on_past_the_point(game):
    unit = muster(game, "A", row(3, 5))
    after = moved(game, unit, (5.4, 10.0), terms(8), -2.0)
    assert after[2].y == pytest.approx(11.5, abs=0.002)


def test_a_move_that_gains_half_an_inch_or_less_is_none(game):
    unit = muster(game, "A", row(3, 5))
    assert move_toward(game, unit, (5.4, 6.0), terms(6)) is None
    assert move_toward(game, unit, (5.4, 6.1), terms(6)) is not None
    assert move_toward(game, unit, (5.4, 12.0), terms(0.5)) is None


def test_a_unit_off_the_table_does_not_move(game):
    unit = muster(game, "A", row(3, 5))
    for model in unit.pools[0].loose:
        model.shape = None
    assert move_toward(game, unit, (5.4, 6.0), terms(6)) is None


def test_towards_an_enemy_it_stops_outside_his_combat_range(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 12))
    after = moved(game, unit, bases_of(foe)[2], terms(6))
    assert gap(after, bases_of(foe)) == pytest.approx(COMBAT, abs=0.005)
    assert gap(after, bases_of(foe)) >= COMBAT


def test_a_retreat_goes_through_combat_ranges_but_ends_outside(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 6.1))
    after = moved(game, unit, (5.4, 0.5), terms(5, Passing.THROUGH))
    assert gap(after, bases_of(foe)) >= COMBAT
    assert move_toward(game, unit, (5.4, 0.5), terms(2.5, Passing.THROUGH)) is None


def test_where_a_single_model_is_in_the_way_the_unit_turns_aside(game):
    unit = muster(game, "A", row(3, 5, 3))
    muster(game, "A", [Circle(4.2, 7.0, 0.5)])
    after = moved(game, unit, (4.2, 20.0), terms(6))
    assert nearest(bases_of(unit), (4.2, 20.0)) - nearest(after, (4.2, 20.0)) > 4.0
    assert judge_move(game, unit, after, terms(6)) is None


def test_through_a_gap_too_narrow_for_its_front_a_unit_goes_in_a_new_form(game):
    unit = muster(game, "A", row(10, 5, 5))
    walls = [Rect(5.0, 7.0, 0.0, 1.0, 12.0, 1.0), Rect(20.5, 7.0, 0.0, 1.0, 15.0, 1.0)]
    after = moved(game, unit, (12.0, 20.0), terms(8, walls=walls))
    assert max(base.y for base in after) > 11.0
    assert judge_move(game, unit, after, terms(8, walls=walls)) is None


def test_a_unit_before_a_wide_wall_goes_round_it_in_several_moves(game):
    unit = muster(game, "A", row(10, 5, 3))
    going = terms(6, walls=[Rect(11.0, 8.0, 0.0, 1.0, 16.0, 1.0)])
    for _ in range(6):
        after = move_toward(game, unit, (11.2, 16.0), going)
        if after is None:
            break
        assert judge_move(game, unit, after, going) is None
        for model, base in zip(unit.pools[0].loose, after, strict=True):
            model.shape = base
    assert nearest(bases_of(unit), (11.2, 16.0)) < 1.0


def test_an_oval_keeps_its_facing_where_it_can(game):
    lone = Oval(10.0, 5.0, 1.0, 0.0, 1.0, 1.8)
    unit = muster(game, "A", [lone])
    (after,) = moved(game, unit, (10.0, 20.0), terms(9))
    assert (after.ux, after.uy) == (1.0, 0.0)
    assert after.y == pytest.approx(14.0, abs=0.002)


def test_an_oval_faces_the_way_it_goes_where_that_brings_it_through(game):
    unit = muster(game, "A", [Oval(10.0, 5.0, 1.0, 0.0, 1.0, 1.8)])
    walls = [Rect(5.7, 9.0, 0.0, 1.0, 6.0, 2.0), Rect(14.3, 9.0, 0.0, 1.0, 6.0, 2.0)]
    going = terms(9, walls=walls)
    (after,) = moved(game, unit, (10.0, 20.0), going)
    assert (after.ux, after.uy) == pytest.approx((0.0, 1.0))
    assert after.y > 11.0
    assert judge_move(game, unit, [after], going) is None


def test_a_unit_that_is_not_coherent_comes_together(game):
    unit = muster(game, "A", [*row(10, 5, 2), *row(13.5, 5, 2)])
    after = moved(game, unit, (12.0, 12.0), terms(6))
    assert is_coherent(after, COHERENCY)
    assert judge_move(game, unit, after, terms(6)) is None


def test_a_ground_serves_many_goals(game):
    unit = muster(game, "A", row(3, 5))
    muster(game, "B", row(3, 12))
    going = terms(6)
    ground = Ground(game, unit, going)
    for goal in ((5.0, 20.0), (20.0, 5.0), (1.0, 1.0)):
        assert move_toward(game, unit, goal, going, 0.0, ground) == move_toward(game, unit, goal, going)


def drawn(seed):
    """A table, its first unit, and a move of it, all drawn from a seed."""
    random = Random(seed)
    game, walls = scatter(random, random.randint(2, 9), random.choice([0, 2, 3]), COMBAT)
    unit = first_unit(game)
    going = terms(
        random.choice([3, 5, 6, 7, 10, 12]),
        random.choice([Passing.KEEP_OUT, *Passing]),
        walls=walls if random.random() < 0.7 else (),
        no_end=walls if random.random() < 0.2 else (),
        flies=random.random() < 0.2,
        through=random.choice(list(ModelPass)),
    )
    bases = [base for other in game.units.values() for base in bases_of(other)]
    goal: Shape | Point = random.choice(
        [(random.uniform(1, 29), random.uniform(1, 21)), random.choice(bases)]
    )
    return game, unit, goal, going, random.choice([0.0, 0.0, 1.0, 3.0, -1.0])


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**9))
def test_every_move_that_is_offered_is_allowed_also_when_it_comes_back_as_plain_data(seed):
    game, unit, goal, going, stop = drawn(seed)
    before = bases_of(unit)
    after = move_toward(game, unit, goal, going, stop)
    if after is not None:
        assert judge_move(game, unit, after, going) is None
        assert bases_from(unit, places_of(after)) == after
        assert max(gone(before, after)) > LEAST_GAIN / 2
    assert bases_of(unit) == before


def test_another_process_offers_the_same_moves():
    script = (
        "from tests.plugins.warbands.test_moving import drawn, move_toward, places_of\n"
        "for seed in range(40):\n"
        "    found = move_toward(*drawn(seed))\n"
        "    print(None if found is None else places_of(found))\n"
    )
    outputs = []
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(["src", "."])}
        run = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True, timeout=60
        )
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("[[") > 20
