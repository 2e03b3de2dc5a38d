"""Combat range (core rules 7.0), and range and visibility of one and the same target (6.0)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Rect, distance, within
from tercio.plugins.warbands.bodies import bases_of, models_of, stand, take_off
from tercio.plugins.warbands.combat import (
    Field,
    close,
    foes_close,
    in_combat,
    model_in_combat,
    pairs_close,
    visible_within,
)
from tercio.plugins.warbands.sight import sees
from tests.plugins.warbands.muster import COMBAT, block, muster, row, scatter, table

WALL = Rect(6.0, 11.0, 0.0, 1.0, 30.0, 0.5)


@pytest.fixture
def game():
    return table()


@pytest.fixture
def ours(game):
    return muster(game, "A", row(3, 10, 5))


def foes(game, y, x=3.0, count=5):
    return muster(game, "B", row(x, y, count))


# -- near enough ------------------------------------------------------------------------------------------


def test_exactly_three_inches_apart_is_out_of_combat(game, ours):
    theirs = foes(game, 14.0)
    assert not in_combat(Field(game, []), ours, theirs, COMBAT)
    stand(theirs, row(3, 13.999, 5))
    assert in_combat(Field(game, []), ours, theirs, COMBAT)


def test_pairs_nearer_than_the_combat_range_are_of_two_armies_and_in_the_order_of_the_game(game, ours):
    near, far = foes(game, 12.0), foes(game, 20.0)
    friends = muster(game, "A", row(3, 9, 5))
    field = Field(game, [WALL])
    assert pairs_close(field, COMBAT) == [(ours, near), (near, friends)]
    assert foes_close(field, "B", bases_of(far), COMBAT) == []
    assert foes_close(field, "B", bases_of(near), COMBAT) == [ours, friends]


def test_a_straight_retreat_of_three_inches_from_contact_ends_combat():
    base = Circle(1.1, 2.2, 0.63)
    touching = Circle(1.1 + 2 * 0.63, 2.2, 0.63)
    assert close([base], [touching], COMBAT)
    assert not close([base], [touching.moved(3.0, 0.0)], COMBAT)


def test_a_rim_of_an_oval_base_counts_and_not_its_middle():
    rider, foot = Oval(0.0, 0.0, 0.0, 1.0, 0.5, 1.0), Circle(0.0, 4.4, 0.5)
    assert close([rider], [foot], COMBAT)
    assert not close([Oval(0.0, 0.0, 1.0, 0.0, 0.5, 1.0)], [foot], COMBAT)


def test_one_model_that_is_near_enough_puts_both_units_in_combat(game, ours):
    theirs = muster(game, "B", [*row(20, 10, 4), Circle(9.0, 12.0, 0.5)])
    assert in_combat(Field(game, []), ours, theirs, COMBAT)
    assert in_combat(Field(game, []), theirs, ours, COMBAT)


def test_a_unit_in_reserve_is_in_combat_with_nobody(game, ours):
    theirs = foes(game, 12.0)
    take_off(theirs)
    field = Field(game, [])
    assert not in_combat(field, ours, theirs, COMBAT)
    assert field.bases(theirs) == []
    with pytest.raises(KeyError):
        field.disc(theirs)


# -- and seen ---------------------------------------------------------------------------------------------


def test_a_wall_keeps_units_an_inch_apart_out_of_combat(game, ours):
    theirs = foes(game, 12.0)
    assert in_combat(Field(game, []), ours, theirs, COMBAT)
    assert not in_combat(Field(game, [WALL]), ours, theirs, COMBAT)


def test_one_model_that_looks_past_the_wall_is_enough(game, ours):
    theirs = foes(game, 12.0)
    wall = Rect(5.0, 11.0, 0.0, 1.0, 6.0, 0.5)
    assert in_combat(Field(game, [wall]), ours, theirs, COMBAT)
    assert not model_in_combat(Field(game, [wall]), models_of(ours)[0], ours, theirs, COMBAT)
    assert model_in_combat(Field(game, [wall]), models_of(ours)[4], ours, theirs, COMBAT)


def test_two_walls_hide_together_what_neither_hides_alone(game, ours):
    theirs = foes(game, 12.0)
    left, right = Rect(-2.0, 10.9, 0.0, 1.0, 14.0, 0.2), Rect(12.0, 11.1, 0.0, 1.0, 14.2, 0.2)
    assert in_combat(Field(game, [left]), ours, theirs, COMBAT)
    assert in_combat(Field(game, [right]), ours, theirs, COMBAT)
    assert not in_combat(Field(game, [left, right]), ours, theirs, COMBAT)


def test_models_of_a_third_unit_of_either_side_hide_an_enemy(game, ours):
    theirs = foes(game, 13.0)
    screen = muster(game, "A", row(-4, 11.05, 18, apart=0.0) + row(-3.5, 11.93, 17, apart=0.0))
    assert not in_combat(Field(game, []), ours, theirs, COMBAT)
    screen.owner = "B"
    assert not in_combat(Field(game, []), ours, theirs, COMBAT)
    screen.destroyed = True
    assert in_combat(Field(game, []), ours, theirs, COMBAT)


def test_models_of_the_two_units_hide_neither_from_the_other(game):
    ours = muster(game, "A", block(3, 10, 5, 3, apart=0.0))
    theirs = muster(game, "B", block(3, 13.5, 5, 2, apart=0.0))
    assert in_combat(Field(game, []), ours, theirs, COMBAT)


# -- one model --------------------------------------------------------------------------------------------


def test_a_model_is_in_combat_only_with_whom_it_reaches_itself(game, ours):
    theirs = foes(game, 12.0, x=9.0)
    field = Field(game, [])
    assert [model_in_combat(field, m, ours, theirs, COMBAT) for m in models_of(ours)] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_models_of_its_own_unit_do_not_block_a_models_sight(game):
    ours = muster(game, "A", block(3, 10, 5, 2, apart=0.0))
    theirs = foes(game, 12.0)
    assert all(model_in_combat(Field(game, []), m, ours, theirs, 4.0) for m in models_of(ours))


def test_a_target_in_range_but_hidden_and_another_seen_but_out_of_range_make_none(game):
    ours = muster(game, "A", [Circle(3.0, 3.0, 0.5)])
    theirs = muster(game, "B", [Circle(3.0, 8.0, 0.5), Circle(12.0, 3.0, 0.5)])
    wall = Rect(3.0, 5.5, 0.0, 1.0, 6.0, 0.5)
    (me,) = models_of(ours)
    assert not visible_within(Field(game, [wall]), me, ours, theirs, 5.0)
    assert visible_within(Field(game, [wall]), me, ours, theirs, 8.0)
    assert visible_within(Field(game, []), me, ours, theirs, 5.0)


def test_exactly_at_the_range_is_within_it(game):
    ours, theirs = muster(game, "A", [Circle(3.0, 3.0, 0.5)]), muster(game, "B", [Circle(3.0, 16.0, 0.5)])
    (me,) = models_of(ours)
    assert visible_within(Field(game, []), me, ours, theirs, 12.0)
    assert not visible_within(Field(game, []), me, ours, theirs, 11.999)
    assert not model_in_combat(Field(game, []), me, ours, theirs, 12.0)


def test_a_target_in_range_may_be_hidden_by_a_comrade_out_of_range(game):
    ours = muster(game, "A", [Circle(3.0, 3.0, 3.0)])
    near, far = Circle(3.0, 14.0, 2.9), Circle(5.7, 11.9, 0.5)
    theirs = muster(game, "B", [near])
    (me,) = models_of(ours)
    wall = Rect(-2.3, 8.5, 0.0, 1.0, 15.4, 5.4)
    assert visible_within(Field(game, [wall]), me, ours, theirs, 5.5)
    comrades = muster(game, "B", [near, far])
    take_off(theirs)
    assert not visible_within(Field(game, [wall]), me, ours, comrades, 5.5)
    assert visible_within(Field(game, [wall]), me, ours, comrades, 6.0)
    assert visible_within(Field(game, []), me, ours, comrades, 5.5)


def test_a_model_off_the_table_sees_nobody(game, ours):
    theirs = foes(game, 12.0)
    field = Field(game, [])
    take_off(ours)
    assert not visible_within(field, models_of(ours)[0], ours, theirs, 20.0)


# -- the field --------------------------------------------------------------------------------------------


def test_all_but_the_own_unit_blocks_its_sight(game, ours):
    theirs, friends = foes(game, 12.0), muster(game, "A", row(3, 2, 2))
    field = Field(game, [WALL])
    assert field.others(ours) == [*bases_of(theirs), *bases_of(friends), WALL]


def test_a_move_can_be_tried_on_the_field_and_the_field_stays(game, ours):
    theirs = foes(game, 20.0)
    field = Field(game, [])
    tried = field.moved(ours, row(3, 18, 5))
    assert in_combat(tried, ours, theirs, COMBAT)
    assert not in_combat(field, ours, theirs, COMBAT)
    assert tried.bases(ours) == row(3, 18, 5)


def test_a_unit_from_reserve_can_be_tried_on_the_field(game, ours):
    theirs = foes(game, 12.0)
    take_off(ours)
    field = Field(game, [])
    tried = field.moved(ours, row(3, 10, 5))
    assert in_combat(tried, ours, theirs, COMBAT)
    assert not in_combat(field, ours, theirs, COMBAT)


def test_what_was_seen_before_counts_only_while_nothing_changed(game, ours):
    theirs = foes(game, 12.0)
    before = Field(game, [WALL])
    assert not in_combat(before, ours, theirs, COMBAT)
    assert not in_combat(Field(game, [WALL], before), ours, theirs, COMBAT)
    assert in_combat(Field(game, [], before), ours, theirs, COMBAT)
    stand(ours, row(15, 10, 5))
    stand(theirs, row(15, 12, 5))
    assert not in_combat(Field(game, [WALL], before), ours, theirs, COMBAT)
    shorter = Rect(6.0, 11.0, 0.0, 1.0, 20.0, 0.5)
    assert in_combat(Field(game, [shorter], before), ours, theirs, COMBAT)


# -- against the letter of the rules ----------------------------------------------------------------------


def seen_by_the_book(game, walls, unit, foe, base, target):
    """Every object blocks but the two models and others of the observer's unit."""
    rest = [b for u in game.units.values() if u is not unit for b in bases_of(u) if b is not target]
    return sees(base, target, [*walls, *rest])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_combat_and_visibility_are_what_the_rules_say(seed):
    game, walls = scatter(Random(seed), 5, 3)
    field = Field(game, walls)
    units = list(game.units.values())
    unit = units[0]
    for foe in units[1:]:
        pairs = [(a, b) for a in bases_of(unit) for b in bases_of(foe)]
        seen = {(id(a), id(b)) for a, b in pairs if seen_by_the_book(game, walls, unit, foe, a, b)}
        assert field.sees(unit, foe) == bool(seen)
        assert field.sees(foe, unit) == bool(seen)
        apart = min(distance(a, b) for a, b in pairs)
        assert in_combat(field, unit, foe, apart + 1e-3) == bool(seen)
        assert not in_combat(field, unit, foe, apart)
        for model, base in zip(models_of(unit), bases_of(unit), strict=True):
            for inches in (apart + 1.0, 2 * apart):
                both = any((id(base), id(b)) in seen and within(base, b, inches) for b in bases_of(foe))
                assert visible_within(field, model, unit, foe, inches) == both
