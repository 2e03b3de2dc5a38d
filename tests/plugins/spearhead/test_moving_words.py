"""Sentences of moves, combat and sight, as packs write them (Core Rules, 6.0, 7.0 and 14.0)."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.actions import usable, use_action
from tercio.kernel.query import value_of
from tercio.kernel.state import Unit

from .board import WALL, Board, centres

BASE_MOVE = 6


def said(condition: str) -> str:
    """A rule that adds to the Move of its bearer, the `unit` of the condition, where that holds."""
    return f'\nrule "Said"\n  cite "Tests"\n  modify move by +1\n    when {condition}\n'


def holds(board: Board, unit) -> bool:
    board.give(unit, "Said")
    return bool(value_of(board.g, "move", unit) == BASE_MOVE + 1)


def standing(condition: str, apart: float, **more) -> bool:
    """Whether a condition holds of a hero whose only enemy, a hero too, is so far away."""
    board = Board(said(condition), **more)
    unit = board.unit("Hero", "A", (10, 5))
    board.unit("Hero", "B", (10, 6 + apart))
    return holds(board, unit)


@pytest.mark.parametrize(
    ("condition", "true_at", "false_at"),
    [
        ("unit is in combat", 2.9, 3.0),
        ("unit is in combat with enemy units", 2.9, 3.0),
        ("unit is not in combat", 3.0, 2.9),
        ("unit is within combat range of enemy units", 2.9, 3.0),
        ('number of enemy units visible within 4" of unit = 1', 4.0, 4.1),
        ('number of (units within 4" of unit) = 2', 4.0, 4.1),
        ('unit is within 4" of any enemy units', 4.0, 4.1),
        ('unit is more than 4" from all enemy units', 4.1, 4.0),
        ('unit is more than 4" from enemy units', 4.1, 4.0),
        ('unit is wholly within 4" of enemy units', 3.0, 3.1),
        ('each model of unit is within 4" of enemy units', 4.0, 4.1),
    ],
)
def test_near_and_far(condition, true_at, false_at):
    assert standing(condition, true_at)
    assert not standing(condition, false_at)


def test_each_model_has_to_be_near_and_no_model_may_be_too_near():
    for condition, far, near in (
        ('each model of unit is within 4" of enemy units', False, True),
        ('unit is more than 4" from all enemy units', False, False),
    ):
        board = Board(said(condition))
        unit = board.unit("Swords", "A", (10, 5), models=2, move=BASE_MOVE)
        foe = board.unit("Hero", "B", (5, 5))
        assert holds(board, unit) is far
        board.place(foe, [(7.1, 5)])
        assert holds(board, unit) is near


def test_a_unit_is_visible_if_nothing_is_in_the_way():
    board = Board(said("number of enemy units visible to unit = 1") + WALL)
    unit = board.unit("Hero", "A", (10, 5))
    board.unit("Hero", "B", (10, 15))
    assert holds(board, unit)
    board.wall(10, 10, 8, 1)
    assert not holds(board, unit)


def test_nobody_off_the_table_is_near_or_far():
    for condition in ('unit is more than 4" from all enemy units', "unit is on the battlefield"):
        board = Board(said(condition))
        unit = board.unit("Hero", "A", None)
        board.unit("Hero", "B", (10, 15))
        assert not holds(board, unit)


def test_a_part_of_the_sequence_is_under_way_until_it_closes():
    assert standing("movement is under way", 9, node="movement-abilities")
    assert not standing("movement is under way", 9, node="charge-abilities")


ACTIONS = """
rule "Vanish"
  cite "Tests"
  action "Vanish" in any movement
    remove unit from the battlefield

rule "Step Aside"
  cite "Tests"
  action "Step Aside" in any movement
    set up unit again where it is wholly within 3" of enemy units and it is not in combat

rule "Hurry"
  cite "Tests"
  action "Hurry" in any movement
    move unit up to D6
"""


HIDDEN = """
terrain "Test Wall"
  cite "Tests"
  blocks-sight

rule "Get Away"
  cite "Tests"
  action "Get Away" in any movement
    move unit up to 3" through combat ranges

rule "Get Clear"
  cite "Tests"
  action "Get Clear" in any movement
    move unit up to 3" clear of combat ranges

rule "Get Out"
  cite "Tests"
  action "Get Out" in any movement
    move unit up to 3" out of combat

rule "Get On"
  cite "Tests"
  action "Get On" in any movement
    move unit up to 3"
"""


@pytest.mark.parametrize(
    ("name", "free"), [("Get Away", False), ("Get Clear", False), ("Get Out", True), ("Get On", True)]
)
def test_combat_ranges_are_kept_out_of_in_sight_or_not_and_combat_only_in_sight(name, free):
    """A unit comes within 3" of an enemy that a wall hides (14.2; cards Redeploy and Slip Away)."""
    board = Board(HIDDEN, node="movement-abilities")
    board.unit("Hero", "A", (15, 10), rules=[name])
    board.unit("Hero", "B", (15, 5))
    board.wall(15, 7, 8, 0.4)
    use = next(one for one in usable(board.g, "movement", "A") if one.name == name)
    decision = next(use_action(board.g, use))
    assert (decision.judge([[15, 8]]) is None) is free


def acting(name: str, *answers: Any, dice: Any = None) -> tuple[Board, Unit]:
    board = Board(ACTIONS, node="movement-abilities", dice=dice)
    unit = board.unit("Hero", "A", (10, 5), rules=[name])
    board.unit("Hero", "B", (10, 15))
    use = next(one for one in usable(board.g, "movement", "A") if one.name == name)
    board.play(use_action(board.g, use), *answers)
    return board, unit


def test_a_unit_may_be_removed():
    _, unit = acting("Vanish")
    assert centres(unit) == []


def test_a_test_asks_of_where_the_unit_would_stand():
    """There is no place so near to the enemy and not in combat: nothing happens."""
    board, unit = acting("Step Aside")
    assert centres(unit) == [(10, 5)]
    assert board.kinds().count("set-up-failed") == 1


def test_a_move_may_be_rolled():
    _, unit = acting("Hurry", [[10, 8]], dice={"move": [3]})
    assert centres(unit) == [(10, 8)]
