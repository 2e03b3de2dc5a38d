"""What every move has to keep to: ends, ways, combat ranges (core rules 5, 7.0, 15.1; rulings 1, 2)."""

from __future__ import annotations

from math import inf, pi

import pytest

from tercio.kernel.geometry import Circle, Oval, Rect
from tercio.plugins.warbands.bodies import bases_of
from tercio.plugins.warbands.ground import Ground, ModelPass, Passing
from tercio.plugins.warbands.judging import (
    direct_length,
    judge_move,
    judge_places,
    may_turn,
    room_for,
    way_length,
)
from tests.plugins.warbands.muster import COHERENCY, muster, row, table, terms

WALL = Rect(5.0, 8.0, 0.0, 1.0, 8.0, 1.0)


@pytest.fixture
def game():
    return table()


def moved(bases, dx, dy):
    return [base.moved(dx, dy) for base in bases]


def code(game, unit, bases, move_terms):
    refusal = judge_move(game, unit, bases, move_terms)
    return None if refusal is None else refusal.code


def test_each_model_may_go_as_far_as_the_unit_may_move_and_no_farther(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, moved(bases_of(unit), 3.0, 4.0), terms(5)) is None
    assert code(game, unit, moved(bases_of(unit), 3.0, 4.001), terms(5)) == "move.too_far"


def test_a_refusal_names_the_model_and_both_distances(game):
    unit = muster(game, "A", row(3, 5))
    refusal = judge_move(game, unit, moved(bases_of(unit), 0.0, 6.0), terms(5))
    assert refusal is not None
    assert dict(refusal.facts) == {"model": 0, "allowed": 5, "distance": 6.0}


def test_nobody_needs_to_move(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, bases_of(unit), terms(5)) is None


def test_every_model_needs_a_place(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, bases_of(unit)[:4], terms(5)) == "move.models"


def test_a_unit_stays_on_the_table_to_the_last_bit_of_a_base(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, moved(bases_of(unit), -2.5, 0.0), terms(5)) is None
    assert code(game, unit, moved(bases_of(unit), -2.501, 0.0), terms(5)) == "move.off_table"


def test_a_unit_that_does_not_end_coherent_may_not_make_the_move(game):
    unit = muster(game, "A", row(3, 5))
    first, *others = bases_of(unit)
    assert code(game, unit, [first.moved(-0.3, 0.0), *others], terms(5)) is None
    assert code(game, unit, [first.moved(-0.31, 0.0), *others], terms(5)) == "move.not_coherent"


def test_models_may_touch_others_but_not_end_on_them(game):
    unit = muster(game, "A", row(3, 5))
    muster(game, "A", row(3, 8))
    assert code(game, unit, moved(bases_of(unit), 0.0, 2.0), terms(5)) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 2.1), terms(5)) == "move.on_model"


def test_models_of_the_unit_itself_do_not_end_on_each_other(game):
    unit = muster(game, "A", row(3, 5))
    first, second, *others = bases_of(unit)
    assert code(game, unit, [first.moved(0.3, 0.0), second, *others], terms(5)) == "move.on_model"


def test_models_of_one_unit_may_pass_through_each_other_since_all_move_at_once(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, bases_of(unit)[::-1], terms(5)) is None


@pytest.mark.parametrize("owner", ["A", "B"])
def test_a_model_goes_round_the_models_of_other_units_and_the_way_round_counts(game, owner):
    unit = muster(game, "A", [Circle(5.0, 5.0, 0.5)])
    muster(game, owner, [Circle(5.0, 8.0, 1.0)])
    there = [Circle(5.0, 11.0, 0.5)]
    # Two tangents of a disc of 1.5 inches, from 3 inches away, and a sixth of its rim between them.
    needed = 2 * (3.0**2 - 1.5**2) ** 0.5 + 1.5 * pi / 3
    assert code(game, unit, there, terms(needed + 0.001, Passing.INTO)) is None
    assert code(game, unit, there, terms(needed - 0.001, Passing.INTO)) == "move.no_way"


@pytest.mark.parametrize(
    ("owner", "through", "refused"),
    [
        ("B", ModelPass.ENEMIES, None),
        ("A", ModelPass.ENEMIES, "move.no_way"),
        ("A", ModelPass.ALL, None),
        ("B", ModelPass.ALL, None),
        ("B", ModelPass.NONE, "move.no_way"),
    ],
)
def test_some_pass_through_models(game, owner, through, refused):
    unit = muster(game, "A", [Circle(5.0, 5.0, 0.5)])
    muster(game, owner, [Circle(5.0, 8.0, 1.0)])
    assert code(game, unit, [Circle(5.0, 11.0, 0.5)], terms(6, Passing.INTO, through=through)) == refused


def test_a_wall_is_gone_round_and_not_ended_on(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, moved(bases_of(unit), 0.0, 6.0), terms(6, walls=[WALL])) == "move.no_way"
    assert code(game, unit, moved(bases_of(unit), 0.0, 2.5), terms(6, walls=[WALL])) == "move.on_terrain"
    assert code(game, unit, moved(bases_of(unit), 0.0, 2.0), terms(6, walls=[WALL])) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 6.0), terms(14, walls=[WALL])) is None


def test_terrain_that_nobody_may_end_on_may_be_crossed(game):
    unit = muster(game, "A", row(3, 5))
    assert code(game, unit, moved(bases_of(unit), 0.0, 6.0), terms(6, no_end=[WALL])) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 3.0), terms(6, no_end=[WALL])) == "move.on_terrain"


def test_exactly_three_inches_from_an_enemy_is_out_of_his_combat_range(game):
    unit = muster(game, "A", row(3, 5))
    muster(game, "B", row(3, 12))
    assert code(game, unit, moved(bases_of(unit), 0.0, 3.0), terms(5)) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 3.001), terms(5)) == "move.into_combat"
    assert code(game, unit, moved(bases_of(unit), 0.0, 3.001), terms(5, Passing.INTO)) is None


def test_a_normal_move_goes_round_combat_ranges_and_a_retreat_through_them(game):
    unit = muster(game, "A", [Circle(5.0, 5.0, 0.5)])
    muster(game, "B", [Circle(5.0, 11.0, 0.5)])
    there = [Circle(5.0, 17.0, 0.5)]
    assert code(game, unit, there, terms(12)) == "move.no_way"
    assert code(game, unit, there, terms(15)) is None
    assert code(game, unit, there, terms(12.2, Passing.THROUGH)) is None


def test_a_model_in_base_contact_that_retreats_three_inches_straight_away_is_out_of_combat(game):
    unit = muster(game, "A", [Circle(5.0, 5.0, 0.5)])
    muster(game, "B", [Circle(5.0, 6.0, 0.5)])
    assert code(game, unit, [Circle(5.0, 2.0, 0.5)], terms(3, Passing.THROUGH)) is None
    assert code(game, unit, [Circle(5.0, 2.001, 0.5)], terms(3, Passing.THROUGH)) == "move.into_combat"


def test_who_flies_ignores_models_walls_and_combat_ranges_on_the_way_but_not_at_the_end(game):
    unit = muster(game, "A", row(3, 3))
    muster(game, "B", row(3, 7))
    flying = terms(9, walls=[WALL], flies=True)
    assert code(game, unit, moved(bases_of(unit), 0.0, 8.0), flying) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, 6.9), flying) == "move.into_combat"
    assert code(game, unit, moved(bases_of(unit), 0.0, 5.0), flying) == "move.on_terrain"


def test_who_stands_unseen_within_a_combat_range_may_leave_it_but_come_no_nearer(game):
    unit = muster(game, "A", row(3, 5))
    foe = muster(game, "B", row(3, 8))

    def sees(bases, _):
        return bases[0].y != 5.0

    assert not sees(bases_of(unit), foe)
    assert code(game, unit, moved(bases_of(unit), 0.0, -2.0), terms(6, sees=sees)) is None
    assert code(game, unit, moved(bases_of(unit), 0.0, -0.5), terms(6, sees=sees)) == "move.into_combat"
    assert code(game, unit, moved(bases_of(unit), 0.0, -2.0), terms(6)) is None


def test_an_enemy_who_is_out_of_sight_before_and_after_has_no_combat_range(game):
    unit = muster(game, "A", row(3, 5))
    muster(game, "B", row(3, 9.5))
    there = moved(bases_of(unit), 0.0, 3.0)
    assert code(game, unit, there, terms(5)) == "move.into_combat"
    assert code(game, unit, there, terms(5, sees=lambda _bases, _foe: False)) is None
    only_before = terms(5, sees=lambda bases, _: bases[0].y < 6.0)
    assert code(game, unit, there, only_before) == "move.no_way"


def test_an_oval_that_turns_counts_with_the_point_of_its_rim_that_goes_farthest(game):
    north, east = Oval(8.0, 8.0, 0.0, 1.0, 0.8, 1.5), Oval(8.0, 8.0, 1.0, 0.0, 0.8, 1.5)
    assert direct_length(north, north.moved(3.0, 0.0)) == 3.0
    assert direct_length(north, east) == pytest.approx(1.5 * 2**0.5)
    assert direct_length(north, Oval(8.0, 8.0, 0.0, -1.0, 0.8, 1.5)) == 0.0
    assert direct_length(north, east.moved(3.0, 0.0)) == pytest.approx(4.815, abs=0.005)
    unit = muster(game, "A", [north])
    assert code(game, unit, [east.moved(3.0, 0.0)], terms(4.82)) is None
    assert code(game, unit, [east.moved(3.0, 0.0)], terms(4.8)) == "move.too_far"


def test_an_oval_gets_through_a_gap_the_narrow_way(game):
    north, east = Oval(8.0, 8.0, 0.0, 1.0, 0.8, 1.5), Oval(8.0, 8.0, 1.0, 0.0, 0.8, 1.5)
    walls = [Rect(12.0, 11.0, 0.0, 1.0, 2.0, 4.0), Rect(12.0, 5.0, 0.0, 1.0, 2.0, 4.0)]
    for base, through in ((north, False), (east, True)):
        game.units.clear()
        unit = muster(game, "A", [base])
        ground = Ground(game, unit, terms(9, walls=walls))
        assert (way_length(ground, base, base.moved(8.0, 0.0)) == 8.0) is through
    # It may also turn first and then go.
    game.units.clear()
    unit = muster(game, "A", [north])
    ground = Ground(game, unit, terms(11, walls=walls))
    assert way_length(ground, north, east.moved(8.0, 0.0)) == pytest.approx(
        direct_length(north, east.moved(8.0, 0.0))
    )


def test_an_oval_needs_room_to_turn_where_it_begins(game):
    north, east = Oval(8.0, 8.0, 0.0, 1.0, 0.8, 1.5), Oval(8.0, 8.0, 1.0, 0.0, 0.8, 1.5)
    unit = muster(game, "A", [north])
    for other in ([Circle(9.6, 8.0, 0.5)], [Oval(9.7, 8.0, 0.0, 1.0, 0.8, 1.5)]):
        friend = muster(game, "A", other)
        assert not may_turn(Ground(game, unit, terms(9)), north, east)
        assert may_turn(Ground(game, unit, terms(9)), north, north)
        del game.units[friend.id]
    beside = Rect(9.7, 8.0, 0.0, 1.0, 1.0, 6.0)
    assert not may_turn(Ground(game, unit, terms(9, walls=[beside])), north, east)
    foe = muster(game, "B", [Oval(12.9, 8.0, 0.0, 1.0, 0.8, 1.5)])
    assert not may_turn(Ground(game, unit, terms(9)), north, east)
    assert may_turn(Ground(game, unit, terms(9, Passing.INTO)), north, east)
    assert foe.owner == "B"


def test_an_oval_finds_no_way_where_the_disc_within_it_finds_none(game):
    north = Oval(8.0, 8.0, 0.0, 1.0, 0.8, 1.5)
    unit = muster(game, "A", [north])
    wall = Rect(8.0, 12.0, 0.0, 1.0, 16.0, 1.0)
    assert way_length(Ground(game, unit, terms(9, walls=[wall])), north, north.moved(0.0, 8.0)) == inf
    narrow = Rect(8.0, 12.0, 0.0, 1.0, 1.0, 1.0)
    found = way_length(Ground(game, unit, terms(9, walls=[narrow])), north, north.moved(0.0, 8.0))
    assert 8.0 < found < 9.0


def test_a_judgement_changes_nothing(game):
    unit = muster(game, "A", row(3, 5))
    before = bases_of(unit)
    judge_move(game, unit, moved(before, 1.0, 1.0), terms(5))
    assert bases_of(unit) == before


@pytest.mark.parametrize(
    ("bases", "fault"),
    [
        (row(10.0, 15.0, 3), None),
        (row(0.4, 15.0, 3), "return.off_table"),
        (row(10.0, 2.5, 3), "return.on_model"),
        (row(5.0, 8.0, 3), "return.on_terrain"),
        (row(10.0, 15.0, 3, apart=-0.1), "return.on_model"),
        (row(10.0, 15.0, 3, apart=0.6), "return.not_coherent"),
    ],
)
def test_a_unit_may_stand_where_all_its_models_have_room_and_are_coherent(game, bases, fault):
    """Wherever it stands now: its own models are not in the way."""
    unit = muster(game, "A", row(10.0, 15.0, 3))
    muster(game, "A", row(10.0, 2.0, 3))
    refusal = judge_places(room_for(game, unit, [WALL]), bases, COHERENCY, "return")
    assert (None if refusal is None else refusal.code) == fault


def test_without_a_unit_all_models_are_in_the_way(game):
    unit = muster(game, "A", row(10.0, 15.0, 3))
    assert room_for(game, unit, []).fault(Circle(10.0, 15.5, 0.5)) == ""
    assert room_for(game, None, []).fault(Circle(10.0, 15.5, 0.5)) == "on_model"
