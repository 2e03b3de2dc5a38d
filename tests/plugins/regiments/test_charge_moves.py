"""Charges resolved: their order, where they end, and what makes them fail."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Facing, touches
from tercio.kernel.state import Unit
from tercio.plugins.regiments import contact
from tercio.plugins.regiments.charge_moves import CHASED, chase, resolve_charges, run_into
from tercio.plugins.regiments.charges import charge_of, declare, declare_counter, declared

from .board import Board


def meet(one: Unit, other: Unit) -> bool:
    return one.rect is not None and other.rect is not None and touches(one.rect, other.rect)


def charges(board: Board, *pairs):
    for unit, target in pairs:
        assert board.play(declare(board.g, unit, target)) is None
    board.play(resolve_charges(board.g))


def test_a_charge_straight_at_a_front_ends_flush_in_the_middle_of_it_sovl_5():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (22, 18))
    charges(board, (ours, foe))
    assert ours.rect.centre == pytest.approx((22, 16))
    assert contact.facing_to(board.g, foe, ours) is Facing.FRONT
    assert contact.noted_now(board.g, ours, contact.HAS_CHARGED)
    assert charge_of(ours) is None


def test_a_charge_into_a_flank_ends_flush_against_it():
    board = Board()
    foe = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Riders", "A", (8, 22), facing=100)
    charges(board, (ours, foe))
    assert ours.rect.facing == pytest.approx((1, 0))
    assert ours.rect.front_centre == pytest.approx((17.5, 20))
    assert contact.facing_to(board.g, foe, ours) is Facing.RIGHT
    assert meet(ours, foe)


def test_charges_are_resolved_in_the_order_in_which_they_were_declared():
    board = Board()
    foe = board.unit("Spears", "B", (20, 18))
    front = board.unit("Spears", "A", (20, 10))
    flank = board.unit("Spears", "A", (28, 18), facing=270)
    charges(board, (flank, foe), (front, foe))
    assert [facts["unit"] for facts in board.facts("charge-moved")] == [flank.id, front.id]
    assert contact.foes_on(board.g, foe, "front") == [front]
    assert contact.foes_on(board.g, foe, "left") == [flank]


def test_counter_charges_go_first_and_both_have_charged():
    board = Board()
    third, fourth = board.unit("Spears", "A", (40, 10)), board.unit("Spears", "B", (40, 18))
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(declare(board.g, third, fourth))
    board.play(declare(board.g, ours, foe))
    board.play(declare_counter(board.g, foe, ours))
    board.play(resolve_charges(board.g))
    assert [facts["unit"] for facts in board.facts("charge-moved")] == [foe.id, ours.id, third.id]
    assert ours.rect.front_centre == pytest.approx((20, 14))
    assert contact.noted_now(board.g, foe, contact.HAS_CHARGED)
    assert contact.noted_now(board.g, ours, contact.HAS_CHARGED)


def test_where_there_is_no_room_to_meet_the_charge_goes_home_and_the_answer_with_it():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(declare(board.g, ours, foe))
    board.play(declare_counter(board.g, foe, ours))
    board.terrain("Rock", 22.9, 14.5, 0.5, 0.5)
    board.play(resolve_charges(board.g))
    assert declared(board.g) == []
    assert not contact.is_engaged(board.g, ours) or meet(ours, foe)


def test_who_has_been_charged_before_its_turn_comes_goes_nowhere():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    thief = board.unit("Spears", "B", (12, 10), facing=90)
    charges(board, (thief, ours), (ours, foe))
    assert contact.foes_of(board.g, ours) == [thief]
    assert not contact.is_engaged(board.g, foe)
    assert [facts["unit"] for facts in board.facts("charge-cancelled")] == [ours.id]


def test_two_that_share_a_side_stand_beside_each_other():
    share = """
rule "Share" of unit
  cite "Tests"
  may share-side
"""
    board = Board(share)
    foe = board.unit("Spears", "B", (30, 18), models=20, files=10)
    first, second = board.unit("Spears", "A", (28, 11)), board.unit("Spears", "A", (35.5, 11))
    charges(board, (first, foe), (second, foe))
    assert contact.foes_on(board.g, foe, "front") == [first, second]
    assert first.rect is not None
    assert second.rect is not None
    assert first.rect.front_centre == pytest.approx((30, 17))
    assert abs(second.rect.x - first.rect.x) == pytest.approx(5, abs=1e-3)


# -- how far it reaches ----------------------------------------------------------------------------

ROLLED = """
rule "Rolled" of unit
  cite "Tests"
  modify charge-range by +6
  after charge-begun
    roll D6 as rush
    let the charge of unit reach move of unit + rush
  after charge-failed
    give unit 1 "late" tokens
  after charge-completed
    give unit 1 "there" tokens
"""


@pytest.mark.parametrize(("face", "token"), [(3, "late"), (4, "there")])
def test_a_range_rolled_when_the_charge_is_resolved_decides_wap_7(face, token):
    board = Board(ROLLED, {"*": [face]})
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 24))
    charges(board, (ours, foe))
    assert ours.tokens == {token: 1}
    assert contact.is_engaged(board.g, ours) is (token == "there")
    if token == "late":
        assert ours.rect.centre == (20, 10)
        assert [facts["unit"] for facts in board.facts("charge-failed")] == [ours.id]


FLIGHT = """
rule "Flight" of unit
  cite "Tests"
  after charge-begun
    when target-unit is fleeing
    cancel the charge of unit
    let unit chase target-unit 8"
"""


def test_a_target_that_flees_is_chased_and_not_fought_sovl_5():
    board = Board(FLIGHT)
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(declare(board.g, ours, foe))
    foe.marks["fleeing"] = 0
    foe.rect = foe.rect.moved(0, 8)
    board.play(resolve_charges(board.g))
    assert not contact.is_engaged(board.g, ours)
    assert ours.rect.centre == pytest.approx((20, 18))
    assert contact.noted_now(board.g, ours, CHASED)


def test_who_chases_turns_towards_whom_it_chases_and_keeps_its_distance():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10), models=1), board.unit("Spears", "B", (30, 10), models=1)
    board.play(chase(board.g, ours, foe, 20.0))
    assert ours.rect.facing == pytest.approx((1, 0))
    assert ours.rect.front_centre == pytest.approx((29, 10))
    assert not contact.is_engaged(board.g, ours)


def test_a_target_that_has_gone_out_of_reach_makes_the_charge_fail():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(declare(board.g, ours, foe))
    foe.rect = foe.rect.moved(0, 4)
    board.play(resolve_charges(board.g))
    assert len(board.facts("charge-failed")) == 1


def test_a_target_that_is_gone_makes_the_charge_fail():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    board.play(declare(board.g, ours, foe))
    foe.rect, foe.destroyed = None, True
    board.play(resolve_charges(board.g))
    assert len(board.facts("charge-failed")) == 1
    assert declared(board.g) == []


def test_who_runs_into_an_enemy_has_charged_it_without_a_declaration():
    board = Board()
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (20, 18))
    assert board.play(run_into(board.g, ours, foe))
    assert contact.foes_of(board.g, ours) == [foe]
    assert contact.noted_now(board.g, ours, contact.HAS_CHARGED)
