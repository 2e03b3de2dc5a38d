"""Charges: within half an inch of an enemy in sight at the end (core rules 4, rulings 2, 5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Rect, Shape
from tercio.plugins.warbands.bodies import bases_from, bases_of, gap, places_of
from tercio.plugins.warbands.charging import charge_to, judge_charge
from tercio.plugins.warbands.combat import Field
from tercio.plugins.warbands.ground import ModelPass, Passing
from tests.plugins.warbands.muster import COMBAT, block, first_unit, muster, row, scatter, table, terms

REACH = 0.5


@pytest.fixture
def game():
    return table()


def charging(inches: float, **more: Any):
    return terms(inches, Passing.INTO, **more)


def charge(game, unit, foe, inches, **more: Any) -> list[Shape]:
    """The bases of a charge that is found; it is allowed."""
    found = charge_to(game, unit, foe, charging(inches, **more), REACH)
    assert found is not None
    assert judge_charge(game, unit, found, charging(inches, **more), [foe], REACH) is None
    return found


def code(game, unit, bases, move_terms, *foes):
    refusal = judge_charge(game, unit, bases, move_terms, foes, REACH)
    return None if refusal is None else refusal.code


def moved(bases, dx, dy):
    return [base.moved(dx, dy) for base in bases]


def test_a_charge_ends_within_half_an_inch_of_an_enemy(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 12))
    assert code(game, unit, moved(bases_of(unit), 0.0, 5.5), charging(6), foe) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 5.49), charging(6), foe) == "charge.out_of_reach"


def test_a_charge_goes_no_farther_than_the_roll(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 12))
    assert code(game, unit, moved(bases_of(unit), 0.0, 5.6), charging(5.5), foe) == "move.too_far"
    assert charge_to(game, unit, foe, charging(5.4), REACH) is None


def test_a_roll_that_is_just_enough_is_enough(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 11.5))
    assert gap(charge(game, unit, foe, 5), bases_of(foe)) == pytest.approx(REACH)


def test_any_of_the_enemies_will_do_for_the_judge(game):
    unit = muster(game, "A", row(3, 5))
    near, far = muster(game, "B", row(3, 12)), muster(game, "B", row(20, 12))
    there = moved(bases_of(unit), 0.0, 5.8)
    assert code(game, unit, there, charging(6), far, near) is None
    assert code(game, unit, there, charging(6), far) == "charge.out_of_reach"


def test_sight_counts_at_the_end_of_the_charge(game):
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 12))
    there = moved(bases_of(unit), 0.0, 5.8)
    end_only = charging(6, sees=lambda bases, _: bases[0].y > 10.0)
    assert code(game, unit, there, end_only, foe) is None
    never = charging(6, sees=lambda _bases, _foe: False)
    assert code(game, unit, there, never, foe) == "charge.out_of_sight"
    assert charge_to(game, unit, foe, never, REACH) is None


def test_a_thin_wall_between_keeps_a_charge_off(game):
    wall = Rect(5.0, 11.25, 0.0, 1.0, 10.0, 0.2)
    unit, foe = muster(game, "A", row(3, 5)), muster(game, "B", row(3, 12))
    field = Field(game, [wall])
    hidden = charging(
        6, walls=[wall], sees=lambda bases, other: field.moved(unit, list(bases)).sees(unit, other)
    )
    assert gap(moved(bases_of(unit), 0.0, 5.6), bases_of(foe)) < REACH
    assert code(game, unit, moved(bases_of(unit), 0.0, 5.6), hidden, foe) == "charge.out_of_sight"
    assert charge_to(game, unit, foe, hidden, REACH) is None


def test_in_the_open_the_whole_unit_comes_along_in_its_form(game):
    unit, foe = muster(game, "A", block(3, 5, 5, 2)), muster(game, "B", row(3, 12))
    after = charge(game, unit, foe, 8)
    assert all(gap([base], bases_of(foe)) < COMBAT for base in after)
    shifts = {(round(b.x - a.x, 6), round(b.y - a.y, 6)) for a, b in zip(bases_of(unit), after, strict=True)}
    assert len(shifts) == 1


def test_a_long_row_forms_up_so_that_all_can_fight(game):
    unit, foe = muster(game, "A", row(3, 5, 6)), muster(game, "B", [Circle(6.0, 12.0, 0.5)])
    after = charge(game, unit, foe, 9)
    assert all(gap([base], bases_of(foe)) < COMBAT for base in after)


def test_a_charge_goes_through_the_combat_ranges_of_others(game):
    unit, foe = muster(game, "A", row(3, 5, 2)), muster(game, "B", row(3, 12, 2))
    muster(game, "B", row(6.5, 8.5, 2))
    assert charge(game, unit, foe, 7)


def test_a_charge_goes_round_models_that_are_in_the_way(game):
    unit, foe = muster(game, "A", [Circle(5.0, 5.0, 0.5)]), muster(game, "B", [Circle(5.0, 12.0, 0.5)])
    muster(game, "A", row(3.9, 8, 3, 0.5, 0.1))
    assert charge_to(game, unit, foe, charging(6.2), REACH) is None
    assert charge(game, unit, foe, 9)


def test_who_may_pass_through_enemies_charges_past_them(game):
    unit, foe = muster(game, "A", [Circle(5.0, 5.0, 0.5)]), muster(game, "B", [Circle(5.0, 12.0, 0.5)])
    muster(game, "B", row(0.5, 8, 10, 0.5, 0.1))
    assert charge_to(game, unit, foe, charging(6), REACH) is None
    assert charge(game, unit, foe, 6, through=ModelPass.ENEMIES)


def test_a_single_oval_charges(game):
    unit = muster(game, "A", [Oval(5.0, 5.0, 0.0, 1.0, 0.8, 1.5)])
    foe = muster(game, "B", [Oval(9.0, 12.0, 1.0, 0.0, 1.0, 1.8)])
    assert gap(charge(game, unit, foe, 8), bases_of(foe)) <= REACH


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**9))
def test_every_charge_that_is_offered_is_allowed_also_when_it_comes_back_as_plain_data(seed):
    random = Random(seed)
    game, walls = scatter(random, random.randint(2, 8), random.choice([0, 2]), COMBAT)
    unit = first_unit(game)
    field = Field(game, walls)
    move_terms = charging(
        random.randint(4, 12),
        walls=walls,
        sees=lambda bases, foe: field.moved(unit, list(bases)).sees(unit, foe),
        flies=random.random() < 0.1,
    )
    for foe in game.units.values():
        if foe.owner != unit.owner:
            after = charge_to(game, unit, foe, move_terms, REACH)
            if after is not None:
                again = bases_from(unit, places_of(after))
                assert again == after
                assert code(game, unit, after, move_terms, foe) is None
