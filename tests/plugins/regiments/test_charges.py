"""Charges declared: who may charge whom, on which side, and what of it is remembered."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import Refusal
from tercio.kernel.state import Unit
from tercio.plugins.regiments import contact
from tercio.plugins.regiments.charge_ways import By
from tercio.plugins.regiments.charges import (
    can_charge,
    can_counter_charge,
    cancel,
    charge_distance,
    charge_of,
    charge_range,
    chargers_of,
    declare,
    declare_counter,
    declared,
    side_charged,
)

from .board import Board


def facing_off(board: Board, apart: float, **ours):
    """Ours of A, with its front at y = 11; a foe of B so many inches ahead. Both are 5 by 2."""
    return board.unit("Spears", "A", (20, 10), **ours), board.unit("Spears", "B", (20, 12 + apart))


def declares(board: Board, unit, target, by: By = By.CENTRE):
    return board.play(declare(board.g, unit, target, by))


def declared_side(unit: Unit) -> str:
    charge = charge_of(unit)
    assert charge is not None
    return str(charge["side"])


# -- who may charge --------------------------------------------------------------------------------


def test_a_target_exactly_as_far_as_the_move_is_in_range_sovl_5():
    board = Board()
    assert can_charge(board.g, *facing_off(board, 8.0))


def test_a_hair_farther_is_out_of_range():
    board = Board()
    ours, foe = facing_off(board, 8.001)
    assert not can_charge(board.g, ours, foe)
    refusal = declares(board, ours, foe)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "charge.out_of_range"
    assert charge_of(ours) is None


def test_who_cannot_move_charges_nobody():
    board = Board()
    ours, foe = facing_off(board, 0.0)
    ours.pools[0].profile["move"] = 0
    assert not can_charge(board.g, ours, foe)


def test_rules_lengthen_the_charge_range_beyond_the_move():
    swift = """
rule "Swift" of unit
  cite "Tests"
  modify charge-range by +2
"""
    board = Board(swift)
    ours, foe = facing_off(board, 10.0)
    assert charge_range(board.g, ours, foe) == 10
    assert can_charge(board.g, ours, foe)


def test_rules_may_measure_from_middle_to_middle():
    middle = """
rule "Middle" of battle
  cite "Tests"
  set charge-distance to centre distance from unit to target-unit
"""
    board = Board(middle)
    ours, foe = board.unit("Spears", "A", (20, 10)), board.unit("Spears", "B", (23, 16))
    assert charge_distance(board.g, ours, foe) == pytest.approx(5)


def test_nobody_charges_friends_nor_what_it_does_not_see():
    board = Board()
    ours, _ = facing_off(board, 4.0)
    friend = board.unit("Spears", "A", (28, 16))
    behind = board.unit("Spears", "B", (20, 5))
    assert not can_charge(board.g, ours, friend)
    assert not can_charge(board.g, ours, behind)


def test_who_is_in_combat_charges_nobody_but_may_be_charged_on_a_free_side_sovl_5():
    board = Board()
    ours, foe = facing_off(board, 0.0)
    contact.engage(board.g, ours, foe)
    other = board.unit("Spears", "A", (27, 12), facing=270)
    assert not can_charge(board.g, ours, foe)
    assert can_charge(board.g, other, foe)
    third = board.unit("Spears", "B", (20, 4), facing=0)
    assert not can_charge(board.g, ours, third)


def test_packs_say_who_may_not_charge_and_who_may_not_be_charged():
    text = """
rule "Broken" of unit
  cite "Tests"
  cannot charge when unit is fleeing
  cannot be-charged when target-unit has "Holy"

rule "Holy"
  cite "Tests"
"""
    board = Board(text)
    ours, foe = facing_off(board, 4.0)
    assert can_charge(board.g, ours, foe)
    board.give(foe, "Holy")
    assert not can_charge(board.g, ours, foe)
    ours.marks["fleeing"] = 0
    assert not can_charge(board.g, ours, board.unit("Spears", "B", (27, 16)))


# -- sides -----------------------------------------------------------------------------------------


def test_one_charge_goes_at_each_side_sovl_5():
    board = Board()
    ours, foe = facing_off(board, 6.0)
    second = board.unit("Spears", "A", (26, 10))
    flank = board.unit("Spears", "A", (28, 18), facing=270)
    declares(board, ours, foe)
    assert not can_charge(board.g, second, foe)
    assert can_charge(board.g, flank, foe)


def test_a_side_in_contact_is_taken_unless_rules_let_it_be_shared():
    text = """
rule "Crowd" of unit
  cite "Tests"
  may share-side when unit has "Crowding"

rule "Crowding"
  cite "Tests"
"""
    board = Board(text)
    foe = board.unit("Spears", "B", (20, 18), models=40, files=20)
    first = board.unit("Spears", "A", (12.5, 16))
    contact.engage(board.g, first, foe)
    second = board.unit("Spears", "A", (22, 10))
    assert not can_charge(board.g, second, foe)
    board.give(second, "Crowding")
    assert can_charge(board.g, second, foe)


def test_from_the_flank_arc_the_front_is_charged_where_the_flank_is_taken_sovl_5():
    text = """
rule "Round" of unit
  cite "Tests"
  may charge-other-side
"""
    board = Board(text)
    foe = board.unit("Spears", "B", (20, 20))
    first = board.unit("Spears", "A", (13, 21.5), facing=90)
    second = board.unit("Riders", "A", (9, 13), facing=60)
    declares(board, first, foe)
    assert declared_side(first) == "right"
    assert side_charged(board.g, second, foe, By.CENTRE).value == "front"
    assert declares(board, second, foe) is None
    assert declared_side(second) == "front"


def test_a_front_rank_in_equal_parts_in_two_arcs_is_rolled_f42():
    for face, side in ((1, "front"), (2, "right")):
        board = Board(dice={"charge-side": [face]})
        foe = board.unit("Spears", "B", (20, 20))
        ours = board.unit("Spears", "A", (13, 14.5), models=4, files=4)
        assert declares(board, ours, foe, By.FRONT_RANK) is None
        assert declared_side(ours) == side


# -- declarations ----------------------------------------------------------------------------------


def test_a_declaration_is_kept_with_its_order_and_told():
    board = Board()
    ours, foe = facing_off(board, 6.0)
    flank = board.unit("Spears", "A", (28, 18), facing=270)
    declares(board, flank, foe)
    declares(board, ours, foe)
    assert declared(board.g) == [flank, ours]
    assert chargers_of(board.g, foe) == [flank, ours]
    assert [facts["side"] for facts in board.facts("charge-declared")] == ["left", "front"]


def test_a_unit_declares_one_charge():
    board = Board()
    ours, foe = facing_off(board, 6.0)
    other = board.unit("Spears", "B", (27, 18))
    declares(board, ours, foe)
    assert declares(board, ours, other).code == "charge.not_free"


def test_who_is_charged_may_charge_back_if_it_reaches_sovl_5():
    board = Board()
    ours, foe = facing_off(board, 6.0)
    assert not can_counter_charge(board.g, foe, ours)
    declares(board, ours, foe)
    assert can_counter_charge(board.g, foe, ours)
    board.play(declare_counter(board.g, foe, ours))
    assert declared(board.g) == [foe, ours]
    assert not can_counter_charge(board.g, ours, foe)


def test_who_does_not_see_its_charger_does_not_charge_back():
    board = Board()
    foe = board.unit("Spears", "B", (20, 20))
    ours = board.unit("Spears", "A", (20, 26), facing=180)
    declares(board, ours, foe)
    assert declared_side(ours) == "rear"
    assert not can_counter_charge(board.g, foe, ours)
    assert board.play(declare_counter(board.g, foe, ours)).code == "charge.no_counter_charge"


def test_a_cancelled_charge_takes_its_counter_charge_with_it():
    board = Board()
    ours, foe = facing_off(board, 6.0)
    declares(board, ours, foe)
    board.play(declare_counter(board.g, foe, ours))
    board.play(cancel(board.g, ours))
    assert declared(board.g) == []
    assert [facts["unit"] for facts in board.facts("charge-cancelled")] == [ours.id, foe.id]


def test_of_a_counter_charge_only_its_own_permission_is_asked():
    text = """
rule "Held" of battle
  cite "Tests"
  cannot charge when unit is charged
  cannot be-charged when target-unit is charging

rule "Dug In"
  cite "Tests"
  cannot counter-charge
"""
    board = Board(text)
    ours, foe = facing_off(board, 6.0)
    declares(board, ours, foe)
    assert not can_charge(board.g, foe, ours)
    assert can_counter_charge(board.g, foe, ours)
    board.give(foe, "Dug In")
    assert not can_counter_charge(board.g, foe, ours)
