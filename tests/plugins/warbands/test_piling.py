"""Pile-in moves (core rules 15.3; rulings 1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Shape
from tercio.kernel.state import Unit
from tercio.plugins.warbands.bodies import bases_from, bases_of, gap, places_of
from tercio.plugins.warbands.combat import Field
from tercio.plugins.warbands.ground import Ground, Passing
from tercio.plugins.warbands.judging import engaged
from tercio.plugins.warbands.piling import judge_pile_in, pile_in
from tests.plugins.warbands.muster import COMBAT, block, first_unit, muster, row, scatter, table, terms


@pytest.fixture
def game():
    return table()


def piling(**more: Any):
    return terms(3, Passing.INTO, **more)


def code(game, unit, bases, target, **more: Any):
    refusal = judge_pile_in(game, unit, bases, target, piling(**more))
    return None if refusal is None else refusal.code


def piled(game, unit, target, **more: Any) -> list[Shape]:
    """The bases of a pile-in that is found; it is allowed."""
    found = pile_in(game, unit, target, piling(**more))
    assert found is not None
    assert code(game, unit, found, target, **more) is None
    return found


def moved(bases, dx, dy):
    return [base.moved(dx, dy) for base in bases]


def test_each_model_may_move_three_inches_and_end_no_farther_from_the_target(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 8))
    assert code(game, unit, moved(bases_of(unit), 0.0, 2.0), foe) is None
    assert code(game, unit, bases_of(unit), foe) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, -0.001), foe) == "pile_in.farther"


def test_a_model_may_go_along_the_target_as_long_as_it_is_no_farther(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 8))
    assert code(game, unit, moved(bases_of(unit), 1.2, 0.0), foe) == "pile_in.farther"
    assert code(game, unit, moved(bases_of(unit), 1.2, 0.3), foe) is None


def test_only_the_target_counts_for_the_distance_but_combat_is_kept_with_everybody(game):
    unit = muster(game, "A", row(10, 5))
    north, south = muster(game, "B", row(10, 8.5)), muster(game, "B", row(10, 2))
    assert code(game, unit, moved(bases_of(unit), 0.0, 0.9), north) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 1.0), north) == "pile_in.leaves_combat"
    assert south.models == 5


def test_the_target_is_a_unit_it_is_in_combat_with(game):
    unit = muster(game, "A", row(3, 5))
    near, far = muster(game, "B", row(3, 8)), muster(game, "B", row(3, 15))
    assert code(game, unit, moved(bases_of(unit), 0.0, 1.0), near) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 1.0), far) == "pile_in.not_in_combat_with_target"
    assert code(game, unit, moved(bases_of(unit), 0.0, 1.0), None) == "pile_in.not_in_combat_with_target"
    assert pile_in(game, unit, far, piling()) is None
    assert pile_in(game, unit, None, piling()) is None


def test_a_unit_that_is_not_in_combat_moves_three_inches_in_any_direction(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 9))
    assert code(game, unit, moved(bases_of(unit), 0.0, -3.0), None) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 2.0), None) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, -3.1), None) == "move.too_far"
    assert gap(piled(game, unit, None), bases_of(foe)) < 0.1


def test_new_enemies_may_be_drawn_into_combat(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 8))
    muster(game, "B", row(3, 11))
    assert code(game, unit, moved(bases_of(unit), 0.0, 1.9), foe) is None


def test_an_enemy_out_of_sight_is_not_in_combat_and_does_not_hold(game):
    unit = muster(game, "A", row(10, 5))
    north, south = muster(game, "B", row(10, 8.5)), muster(game, "B", row(10, 2))
    hidden = {"sees": lambda bases, foe: foe is not south}
    assert code(game, unit, moved(bases_of(unit), 0.0, 1.5), north, **hidden) is None


def test_all_models_come_as_near_as_they_can(game):
    unit, foe = muster(game, "A", block(3, 5, 5, 2)), muster(game, "B", row(3, 7.5))
    after = piled(game, unit, foe)
    front = sorted(gap([base], bases_of(foe)) for base in after)
    assert front[4] < 0.1
    assert front[9] < 1.2


def test_a_model_left_out_of_combat_range_looks_for_a_place_beside_the_others(game):
    unit, foe = muster(game, "A", block(3, 5, 1, 4, 0.5, 0.1)), muster(game, "B", [Circle(3.0, 6.2, 0.5)])
    after = piled(game, unit, foe)
    assert all(gap([base], bases_of(foe)) < COMBAT for base in after)
    assert after[3].x != 3.0


def test_who_is_as_near_as_can_be_stays(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 6.05))
    assert pile_in(game, unit, foe, piling()) is None


def test_models_that_hold_another_enemy_stay_with_him(game):
    unit = muster(game, "A", row(10, 5))
    target, other = muster(game, "B", row(10, 8.5)), muster(game, "B", row(10, 2))
    after = piled(game, unit, target)
    assert gap(after, bases_of(target)) < gap(bases_of(unit), bases_of(target)) - 1.0
    assert gap(after, bases_of(other)) < COMBAT


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**9))
def test_every_pile_in_that_is_offered_is_allowed_also_when_it_comes_back_as_plain_data(seed):
    random = Random(seed)
    game, walls = scatter(random, random.randint(2, 9), random.choice([0, 2]))
    unit = first_unit(game)
    field = Field(game, walls)
    move_terms = piling(walls=walls, sees=lambda bases, foe: field.moved(unit, list(bases)).sees(unit, foe))
    foes = engaged(Ground(game, unit, move_terms), bases_of(unit))
    targets: list[Unit | None] = [*foes] or [None]
    for target in targets:
        after = pile_in(game, unit, target, move_terms)
        if after is not None:
            assert bases_from(unit, places_of(after)) == after
            assert judge_pile_in(game, unit, after, target, move_terms) is None
