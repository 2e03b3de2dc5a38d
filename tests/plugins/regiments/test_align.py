"""Lining up against a facing, ways into contact, and nudges (Charge Phase 2.B, Reference Handbook)."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.geometry import Facing, Rect, contact, contact_length, overlaps, touches
from tercio.plugins.regiments.align import Line, bench, nudge, shadow, without
from tercio.plugins.regiments.approach import approaches, travel_to
from tercio.plugins.regiments.manoeuvre import step
from tests.plugins.t9a.tiny import MM, Board

TABLE = (72.0, 48.0)


@pytest.fixture
def board():
    return Board()


def lineups(board, charger, target, hard=(), shy=(), wish=0.0):
    return bench(charger, target, Facing.FRONT, list(hard), list(shy), TABLE).best(wish)


# -- where a front can stand ---------------------------------------------------------------------------------


def test_a_front_flush_against_an_edge_faces_inward_and_touches_it_all_along():
    target = Rect(20.0, 20.0, 0.0, 1.0, 6.0, 2.0)
    for facing in Facing:
        line = Line.of(target, facing)
        rect = line.flush(0.0, line.length, 1.0)
        assert contact(rect, target) == (Facing.FRONT, facing)
        assert contact_length(rect, target) == pytest.approx(line.length)


def test_most_models_of_the_target_come_before_most_of_the_charger(board):
    target = board.unit("B", 36, 24, models=10, files=5)
    charger = board.unit("A", 36, 12, models=3, files=3)
    best = lineups(board, charger, target)[0]
    assert best.target_models == 5
    assert best.charger_models == 3


def test_a_narrow_front_touches_two_more_models_at_its_corners(board):
    target = board.unit("B", 36, 24, models=10, files=5)
    charger = board.unit("A", 36, 12, models=1, files=1)
    assert lineups(board, charger, target)[0].target_models == 3


def test_friends_beside_the_target_leave_only_the_room_between_them(board):
    target = board.unit("B", 36, 24, models=10, files=5)
    charger = board.unit("A", 36, 12, models=5, files=5)
    mate = board.unit("A", 36 - 125 * MM / 2, 24 + 75 * MM, models=5, files=5, facing=180)
    found = lineups(board, charger, target, hard=[mate.rect])
    line = Line.of(target.rect, Facing.FRONT)
    assert found
    assert all(
        not overlaps(line.flush(one.at, charger.rect.width, charger.rect.depth), mate.rect) for one in found
    )


def test_a_foe_that_must_not_be_touched_keeps_the_front_a_hair_away(board):
    target = board.unit("B", 36, 24, models=5, files=5)
    other = board.unit("B", 36 + 125 * MM, 24 + 25 * MM, models=5, files=5)
    charger = board.unit("A", 36, 12, models=5, files=5)
    line = Line.of(target.rect, Facing.FRONT)
    for found in lineups(board, charger, target, shy=[other.rect]):
        assert not touches(line.flush(found.at, charger.rect.width, charger.rect.depth), other.rect)


def test_no_place_off_the_table_is_offered(board):
    target = board.unit("B", 36, 47.4, models=5, files=5)
    charger = board.unit("A", 36, 12, models=10, files=5)
    assert lineups(board, charger, target) == []


def test_a_shadow_is_the_stretch_of_the_edge_before_which_a_shape_stands():
    line = Line.of(Rect(20.0, 20.0, 0.0, 1.0, 6.0, 2.0), Facing.FRONT)
    assert shadow(line, 2.0, Rect(20.0, 22.0, 0.0, 1.0, 1.0, 1.0), 6.0, 0.0) == pytest.approx((2.5, 3.5))
    assert shadow(line, 2.0, Rect(20.0, 24.0, 0.0, 1.0, 1.0, 1.0), 6.0, 0.0) is None


@pytest.mark.parametrize(
    ("blocked", "left"),
    [
        ([], [(0.0, 10.0)]),
        ([(2.0, 4.0)], [(0.0, 2.0), (4.0, 10.0)]),
        ([(-inf, 3.0), (8.0, inf)], [(3.0, 8.0)]),
        ([(-1.0, 11.0)], []),
        ([(0.0, 5.0), (5.0, 10.0)], [(0.0, 0.0), (5.0, 5.0), (10.0, 10.0)]),
    ],
)
def test_open_stretches_are_taken_out_of_a_closed_one(blocked, left):
    assert without((0.0, 10.0), blocked) == left


# -- ways into contact ---------------------------------------------------------------------------------------


@given(st.floats(-6, 6), st.floats(-40, 40), st.floats(4, 14))
def test_every_way_ends_with_the_front_in_contact_with_the_facing_and_crosses_nothing(dx, turn, gap):
    target = Rect(36.0, 30.0, 0.0, -1.0, 5.0, 3.0)
    charger = Rect(36.0 + dx, 28.5 - gap, 0.0, 1.0, 4.0, 2.0).pivoted(turn * 0.0174532925)
    for way in approaches(charger, target, Facing.FRONT, [], TABLE):
        end = step(charger, way.leg)
        line = Line.of(target, Facing.FRONT)
        assert touches(end, target)
        assert -1e-4 <= way.touched[0] <= way.touched[1] <= line.length + 1e-4
        assert way.leg.angle <= 1.5708


def test_a_square_front_straight_ahead_has_the_straight_way():
    target = Rect(36.0, 30.0, 0.0, -1.0, 5.0, 2.0)
    way = next(approaches(Rect(36.0, 20.0, 0.0, 1.0, 5.0, 2.0), target, Facing.FRONT, [], TABLE))
    assert (way.leg.forward, way.leg.angle) == (0.0, 0.0)
    assert way.leg.onward == pytest.approx(8.0)
    assert way.touched == pytest.approx((0.0, 5.0))


@pytest.mark.parametrize(("x", "travel"), [(36.0, 8.0), (40.99, 8.0), (41.01, None), (30.0, None)])
def test_the_travel_to_a_target_is_that_of_the_front(x, travel):
    target = Rect(36.0, 30.0, 0.0, -1.0, 5.0, 2.0)
    found = travel_to(Rect(x, 20.0, 0.0, 1.0, 5.0, 2.0), target)
    assert found == (pytest.approx(travel) if travel is not None else None)


def test_what_lies_behind_is_never_met():
    assert travel_to(Rect(36.0, 40.0, 0.0, 1.0, 5.0, 2.0), Rect(36.0, 30.0, 0.0, -1.0, 5.0, 2.0)) is None


# -- nudges --------------------------------------------------------------------------------------------------


def test_the_shortest_straight_shift_comes_first():
    rect, foe = Rect(10.0, 10.0, 0.0, 1.0, 4.0, 2.0), Rect(11.0, 13.0, 0.0, -1.0, 4.0, 2.0)
    first = nudge(rect, foe, 5.0)[0]
    assert (first.x, first.y) == pytest.approx((10.0, 11.0))
    assert touches(first, foe)


def test_two_shifts_regain_a_foe_that_stands_aslant():
    rect, foe = Rect(10.0, 10.0, 0.0, 1.0, 4.0, 2.0), Rect(16.0, 13.0, 0.0, -1.0, 4.0, 2.0)
    found = nudge(rect, foe, 9.0)
    assert found
    assert all(touches(moved, foe) and not overlaps(moved, foe) for moved in found)


def test_no_shift_is_longer_than_allowed():
    assert nudge(Rect(10.0, 10.0, 0.0, 1.0, 4.0, 2.0), Rect(10.0, 20.0, 0.0, -1.0, 4.0, 2.0), 5.0) == []
