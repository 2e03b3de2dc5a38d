"""Contact: on which facing units touch, what part them, and how losses keep it."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, touches
from tercio.kernel.state import Unit
from tercio.plugins.regiments import contact
from tercio.plugins.regiments.formation import formation_of

from .board import Board


def fronts_meet(board: Board, **ours):
    """A on the south with its front at y = 15, B north of it; five files of two ranks each."""
    one = board.unit("Spears", "A", (20, 14), **ours)
    other = board.unit("Spears", "B", (20, 16))
    contact.engage(board.g, one, other)
    return one, other


def test_units_front_to_front_are_engaged_on_their_fronts():
    board = Board()
    one, other = fronts_meet(board)
    assert contact.is_engaged(board.g, one)
    assert contact.foes_on(board.g, one, "front") == [other]
    assert contact.foes_on(board.g, other, "flank") == []


def test_a_front_on_the_left_edge_is_a_flank_contact_formations_3():
    board = Board()
    target = board.unit("Spears", "B", (20, 16))
    ours = board.unit("Spears", "A", (23.5, 16), facing=270)
    contact.engage(board.g, ours, target)
    assert contact.facing_to(board.g, target, ours) is Facing.LEFT
    assert contact.foes_on(board.g, target, "flank") == [ours]
    assert contact.foes_on(board.g, ours, "front") == [target]


def test_units_that_do_not_touch_are_not_engaged():
    board = Board()
    one, other = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 20))
    with pytest.raises(ValueError, match="does not touch"):
        contact.engage(board.g, one, other)


def test_who_leaves_frees_all_that_have_no_other_foe():
    board = Board()
    one, other = fronts_meet(board)
    second = board.unit("Spears", "A", (23.5, 16), facing=270)
    contact.engage(board.g, second, other)
    contact.disengage(board.g, one)
    assert contact.foes_of(board.g, other) == [second]
    contact.part(board.g, second, other)
    assert not contact.is_engaged(board.g, other)
    assert [facts["unit"] for facts in board.facts("disengaged")] == [one.id, second.id, other.id]


def test_two_combats_joined_by_a_unit_go_on_under_the_lower_number():
    board = Board()
    one, other = fronts_meet(board)
    third = board.unit("Spears", "A", (30, 14))
    fourth = board.unit("Spears", "B", (30, 16))
    contact.engage(board.g, third, fourth)
    first = board.g.engagement.combat_of(one.id)
    contact.engage_on(board.g, third, Facing.LEFT, other, Facing.LEFT)
    assert board.g.engagement.combat_of(fourth.id) == first


def meet(one: Unit, other: Unit) -> bool:
    return one.rect is not None and other.rect is not None and touches(one.rect, other.rect)


# -- losses ----------------------------------------------------------------------------------------


def test_a_rank_lost_leaves_the_front_in_contact():
    board = Board()
    one, other = fronts_meet(board)
    one.pools[0].models = 5
    contact.regroup(board.g, one)
    assert one.rect.depth == 1
    assert meet(one, other)
    assert contact.foes_of(board.g, one) == [other]


@pytest.mark.parametrize(("left", "x"), [(6, 30.5), (5, 30.0), (4, 30.5), (3, 30.0)])
def test_models_of_a_single_rank_that_fights_nobody_stay_on_their_files(left, x):
    board = Board()
    unit = board.unit("Spears", "A", (30, 14), models=7, files=7)
    unit.pools[0].models = left
    contact.regroup(board.g, unit)
    assert (unit.rect.x, unit.rect.width) == pytest.approx((x, left))


def test_a_last_rank_closes_up_at_the_end_that_keeps_contact():
    board = Board()
    ours = board.unit("Spears", "A", (16.5, 14), models=5)
    foe = board.unit("Spears", "B", (20.5, 15.5))
    contact.engage(board.g, ours, foe)
    ours.pools[0].models = 2
    contact.regroup(board.g, ours)
    assert ours.rect.width == 2
    assert ours.rect.front_right == pytest.approx((19, 14.5))
    assert contact.foes_of(board.g, ours) == [foe]


def test_a_flank_attacker_follows_when_the_flank_shrinks():
    board = Board()
    front = board.unit("Spears", "A", (20, 14))
    target = board.unit("Spears", "B", (20, 15.5), models=5)
    flank = board.unit("Spears", "A", (23.5, 15.5), facing=270)
    contact.engage(board.g, front, target)
    contact.engage(board.g, flank, target)
    target.pools[0].models = 3
    contact.regroup(board.g, target)
    assert contact.foes_of(board.g, target) == [front, flank]
    assert meet(target, flank)
    assert meet(target, front)


def between_two(board: Board):
    """A line of five of B with a foe on either flank; returns it, who is on its left and on its right."""
    target = board.unit("Spears", "B", (20, 15.5), models=5)
    left = board.unit("Spears", "A", (23.5, 15.5), facing=270)
    right = board.unit("Spears", "A", (16.5, 15.5), facing=90)
    contact.engage(board.g, left, target)
    contact.engage(board.g, right, target)
    return target, left, right


def test_of_two_flanks_one_stays_and_the_other_foe_follows():
    board = Board()
    target, left, right = between_two(board)
    target.pools[0].models = 1
    contact.regroup(board.g, target)
    assert contact.foes_of(board.g, target) == [left, right]
    assert left.rect.centre == (23.5, 15.5)
    assert right.rect.front_centre == pytest.approx((21.5, 15.5))


def test_a_foe_that_finds_no_room_to_follow_is_no_longer_engaged():
    board = Board()
    target, left, right = between_two(board)
    target.pools[0].models = 1
    board.terrain("Rock", 19, 15.5, 1, 1)
    contact.regroup(board.g, target)
    assert contact.foes_of(board.g, target) == [left]
    assert not contact.is_engaged(board.g, right)
    assert right.rect.centre == (16.5, 15.5)


# -- turning ---------------------------------------------------------------------------------------


def test_a_unit_left_with_a_foe_on_its_flank_turns_its_front_to_it_sovl_6():
    board = Board()
    target = board.unit("Spears", "B", (20, 16))
    flank = board.unit("Spears", "A", (23.5, 16), facing=270)
    contact.engage(board.g, flank, target)
    assert contact.turn_to_face(board.g, target, flank)
    assert contact.facing_to(board.g, target, flank) is Facing.FRONT
    assert target.rect.facing == pytest.approx((1, 0))
    assert target.rect.front_centre == pytest.approx((22.5, 16))
    assert formation_of(target).files == 5


def test_who_has_the_foe_on_its_front_does_not_turn():
    board = Board()
    one, other = fronts_meet(board)
    assert not contact.turn_to_face(board.g, one, other)


def test_there_is_no_turning_where_there_is_no_room():
    board = Board()
    target = board.unit("Spears", "B", (20, 16))
    flank = board.unit("Spears", "A", (23.5, 16), facing=270)
    contact.engage(board.g, flank, target)
    board.terrain("Rock", 21.5, 18, 1.5, 1.8)
    board.terrain("Rock", 21.5, 14, 1.5, 1.8)
    assert not contact.turn_to_face(board.g, target, flank)
    assert contact.facing_to(board.g, target, flank) is Facing.LEFT


def test_what_was_noted_in_one_turn_does_not_hold_in_the_next():
    board = Board()
    one, other = fronts_meet(board)
    contact.note_charge(board.g, one, other)
    board.at("fights")
    assert contact.noted_now(board.g, one, contact.HAS_CHARGED)
    assert contact.noted_now(board.g, other, contact.WAS_CHARGED)
    assert not contact.noted_now(board.g, other, contact.HAS_CHARGED)
    board.at("charges", turn=2)
    assert not contact.noted_now(board.g, one, contact.HAS_CHARGED)
