"""Activations and actions in turn: who is asked, and when a phase is over."""

from __future__ import annotations

from tercio.plugins.regiments.orders import activations, alternate_activations

from .board import Board

MAY = """
rule "Orders" of battle
  cite "Tests"
  action "Shout" in own orders
    give unit 1 "shout" tokens
"""
SHOUT = """
rule "Shout" of unit
  cite "Tests"
  action "Shout" in own orders
    give unit 1 "shout" tokens
"""


def who(board: Board) -> list[int]:
    return [facts["unit"] for facts in board.facts("activated")]


def test_players_activate_a_unit_each_in_turn_and_who_has_none_is_passed_over():
    board = Board()
    first = [board.unit("Spears", "A", (10 + 10 * n, 10)) for n in range(3)]
    other = board.unit("Spears", "B", (10, 30))
    board.play(alternate_activations(board.g))
    assert who(board) == [first[0].id, other.id, first[1].id, first[2].id]
    assert board.g.active == "A"


def test_a_unit_uses_its_actions_until_it_declines():
    board = Board(SHOUT)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(alternate_activations(board.g), ["Shout", spears.id])
    assert spears.tokens == {"shout": 1}


def test_the_active_player_may_stop_activating():
    board = Board()
    for x in (10, 20, 30):
        board.unit("Spears", "A", (x, 10))
    board.unit("Spears", "B", (10, 30))
    board.play(activations(board.g), lambda decision: decision.options[1], "pass")
    assert len(who(board)) == 1


IDLE = """
rule "Think" of unit
  cite "Tests"
  action "Think" in own orders, repeatable
    move unit up to 0
"""


def test_an_action_that_comes_to_nothing_is_not_offered_again():
    board = Board(IDLE)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(alternate_activations(board.g), ["Think", spears.id])
    assert [decision.kind for decision in board.asked] == ["action.use"]
