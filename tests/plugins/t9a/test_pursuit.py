"""Rulings on Pursuits, Overruns and Random Movement (Melee Phase 4.D and 4.G, Reference Handbook, Pursue
Moves).
"""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, contact, overlaps, touches
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.engaging import is_engaged
from tercio.plugins.t9a.movement import may_manoeuvre
from tercio.plugins.t9a.pursuit import ROUND_LOST, Pursuit, overrun, pursue, pursue_distance, pursue_in_order
from tercio.plugins.t9a.random_movement import compulsory_moves

from .tiny import MM, Board, play

NORTH, EAST = (0.0, 1.0), (1.0, 0.0)


@pytest.fixture
def board():
    return Board(phase="melee")


def go(board, unit, direction=NORTH, distance=8, prey=None):
    return play(pursue(board.g, Pursuit(unit, prey, direction, distance)))


# -- the move ------------------------------------------------------------------------------------------------


def test_a_pursuer_turns_to_the_broken_units_facing_and_goes_as_far_as_it_rolled(board):
    unit = board.unit("A", 36, 20)
    go(board, unit, EAST, 7)
    assert (unit.rect.x, unit.rect.y) == pytest.approx((43, 20))
    assert (unit.rect.ux, unit.rect.uy) == pytest.approx(EAST)


def test_an_overrun_goes_straight_on_without_a_pivot(board):
    unit = board.unit("A", 36, 20, facing=90)
    play(overrun(board.g, Pursuit(unit, None, NORTH, 6)))
    assert (unit.rect.x, unit.rect.y) == pytest.approx((42, 20))


def test_the_distance_is_two_dice_and_dice_of_random_movement_stand_in_for_them():
    board = Board({"pursue-distance": [3, 4, 6, 5, 4]})
    assert pursue_distance(board.g, board.unit("A", 20, 20)) == 7
    assert pursue_distance(board.g, board.unit("A", 36, 20, rules=("Random Movement",))) == 15


def test_an_enemy_on_the_way_is_charged_without_a_reaction(board):
    unit = board.unit("A", 36, 20)
    foe = board.unit("B", 36, 27, facing=180)
    _, asked = go(board, unit, NORTH, 8)
    assert asked == []
    assert board.g.engagement.facing(foe.id, unit.id) is Facing.FRONT
    assert marks.CHARGING in unit.marks


def test_an_enemy_beyond_the_roll_is_not_reached(board):
    unit = board.unit("A", 36, 20)
    board.unit("B", 36, 20 + 50 * MM + 8.01, facing=180)
    go(board, unit, NORTH, 8)
    assert not is_engaged(board.g, unit)
    assert unit.rect.y == pytest.approx(28)


def test_pursuit_into_a_shaken_enemy_charges_it(board):
    unit = board.unit("A", 36, 20)
    foe = board.unit("B", 36, 27)
    marks.put(board.g, foe, marks.SHAKEN)
    go(board, unit, NORTH, 8)
    assert board.g.engagement.facing(foe.id, unit.id) is Facing.REAR


def test_an_enemy_that_the_pivot_runs_into_is_charged_on_the_spot(board):
    unit = board.unit("A", 36, 20, models=10, files=10)
    foe = board.unit("B", 36, 20 + 50 * MM / 2 + 2.5, facing=180)
    go(board, unit, EAST, 5)
    assert is_engaged(board.g, unit)
    assert contact(unit.rect, foe.rect)[0] is Facing.FRONT
    assert not overlaps(unit.rect, foe.rect)


def test_an_enemy_that_fled_from_the_same_combat_only_stands_in_the_way(board):
    unit = board.unit("A", 36, 20)
    prey = board.unit("B", 36, 27)
    for one in (unit, prey):
        one.memory[ROUND_LOST] = 0
    marks.put(board.g, prey, marks.FLED)
    go(board, unit, NORTH, 8, prey)
    assert not is_engaged(board.g, unit)
    assert unit.rect.y < 27 - 50 * MM


def test_a_pursuer_does_not_end_in_contact_with_an_enemy_that_fled_just_as_far(board):
    unit = board.unit("A", 36, 20)
    fled = board.unit("B", 36, 20 + 50 * MM + 7)
    for one in (unit, fled):
        one.memory[ROUND_LOST] = 0
    marks.put(board.g, fled, marks.FLED)
    go(board, unit, NORTH, 7)
    assert not touches(unit.rect, fled.rect)
    assert unit.rect.y > 26.9


def test_friends_that_did_not_fight_there_stop_a_pursuer(board):
    unit = board.unit("A", 36, 20)
    friend = board.unit("A", 36, 27)
    go(board, unit, NORTH, 8)
    assert not overlaps(unit.rect, friend.rect)
    assert unit.rect.y == pytest.approx(27 - 50 * MM, abs=0.05)


def test_friends_of_the_same_combat_are_passed_but_not_stood_upon(board):
    unit = board.unit("A", 36, 20)
    friend = board.unit("A", 36, 24)
    for one in (unit, friend):
        one.memory[ROUND_LOST] = 0
    go(board, unit, NORTH, 8)
    assert unit.rect.y == pytest.approx(28)
    other = board.unit("A", 50, 20)
    mate = board.unit("A", 50, 27)
    for one in (other, mate):
        one.memory[ROUND_LOST] = 0
    go(board, other, NORTH, 7)
    assert not overlaps(other.rect, mate.rect)


def test_impassable_terrain_stops_a_pursuer(board):
    unit = board.unit("A", 36, 20)
    board.terrain("Impassable Terrain", 36, 26, width=4, depth=2)
    go(board, unit, NORTH, 8)
    assert unit.rect.front_centre[1] == pytest.approx(25, abs=0.05)


def test_the_table_edge_stops_a_pursuer_which_may_then_pivot(board):
    unit = board.unit("A", 36, 42)
    _, asked = go(board, unit, NORTH, 8)
    assert unit.rect.front_centre[1] == pytest.approx(48)
    assert [decision.kind for decision in asked] == ["combat.pivot"]
    assert not unit.destroyed


def test_those_that_would_charge_move_first(board):
    free = board.unit("A", 20, 20)
    charger = board.unit("A", 50, 20)
    board.unit("B", 50, 26, facing=180)
    play(pursue_in_order(board.g, [Pursuit(free, None, NORTH, 6), Pursuit(charger, None, NORTH, 6)]))
    moved = [f["unit"] for f in (*board.facts("charge-moved"), *board.facts("unit-rushed"))]
    assert moved == [charger.id, free.id]
    assert board.kinds().index("charge-moved") < board.kinds().index("unit-rushed")


def test_the_active_players_pursuers_move_before_the_others(board):
    theirs, ours = board.unit("B", 20, 20), board.unit("A", 50, 20)
    play(pursue_in_order(board.g, [Pursuit(theirs, None, NORTH, 6), Pursuit(ours, None, NORTH, 6)]))
    assert [f["unit"] for f in board.facts("unit-rushed")] == [ours.id, theirs.id]


def test_a_pursuer_joins_a_combat_that_is_going_on(board):
    unit = board.unit("A", 36, 20)
    mate = board.unit("A", 31, 25.5, facing=0)
    foe = board.unit("B", 31, 25.5 + 50 * MM, facing=180, models=24, files=12)
    from tercio.plugins.t9a.engaging import engage

    engage(board.g, mate, foe)
    combat = board.g.engagement.combat_of(foe.id)
    go(board, unit, NORTH, 8)
    assert board.g.engagement.combat_of(unit.id) == combat


# -- Random Movement -----------------------------------------------------------------------------------------


def test_random_movers_choose_a_direction_then_roll_and_go():
    board = Board({"random-distance": [3, 3, 3]}, "movement")
    unit = board.unit("A", 36, 20, rules=("Random Movement",))
    _, asked = play(compulsory_moves(board.g), 90)
    assert [decision.kind for decision in asked] == ["move.direction"]
    assert (unit.rect.x, unit.rect.y) == pytest.approx((45, 20))
    assert {marks.MOVED, marks.ADVANCED} <= set(unit.marks)


def test_random_movers_charge_whom_they_meet():
    board = Board({"random-distance": [3, 3, 3]}, "movement")
    unit = board.unit("A", 36, 20, rules=("Random Movement",))
    foe = board.unit("B", 36, 27, facing=180)
    play(compulsory_moves(board.g), 0)
    assert is_engaged(board.g, unit)
    assert is_engaged(board.g, foe)


def test_to_random_movers_the_table_edge_is_a_wall():
    board = Board({"random-distance": [6, 6, 6]}, "movement")
    unit = board.unit("A", 36, 40, rules=("Random Movement",))
    _, asked = play(compulsory_moves(board.g), 0)
    assert [decision.kind for decision in asked] == ["move.direction"]
    assert not unit.destroyed
    assert unit.rect.front_centre[1] == pytest.approx(48)


def test_random_movers_make_no_other_move():
    board = Board({}, "movement")
    assert not may_manoeuvre(board.g, board.unit("A", 36, 20, rules=("Random Movement",)))
