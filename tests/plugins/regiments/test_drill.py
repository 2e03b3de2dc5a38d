"""Manoeuvres on the spot: files, turns, reforms, squeezing."""

from __future__ import annotations

from typing import Any

from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Unit
from tercio.plugins.regiments.drill import change_files, reform, spread, squeeze, turn_in_place
from tercio.plugins.regiments.formation import rank_lengths
from tercio.plugins.regiments.standing import files_of

from .board import Board

SQUARE = """
mark squeezed of unit
  cite "Tests"

rule "Ranks and Files" of unit
  cite "Tests"
  set least-files to least square of unit
"""


def at(unit: Unit) -> tuple[float, float, float]:
    assert unit.rect is not None
    return unit.rect.x, unit.rect.y, round(degrees_of(unit.rect.facing), 3)


def offered(board: Board) -> list[Any]:
    return list(board.asked[0].options)


def test_a_unit_changes_its_files_about_the_middle_of_its_front():
    """Forming Units: no more ranks than files (F02)."""
    board = Board(SQUARE)
    spears = board.unit("Spears", "A", (10, 10), models=20, files=6)
    board.play(change_files(board.g, spears, 3), 9)
    assert offered(board) == [5, 7, 8, 9, "pass"]
    assert (files_of(spears), at(spears)) == (9, (10, 10.5, 0))
    assert spears.rect is not None
    assert spears.rect.front_centre == (10, 12)


def test_files_for_which_there_is_no_room_are_not_offered():
    board = Board(SQUARE)
    spears = board.unit("Spears", "A", (10, 10), models=20, files=5)
    board.unit("Spears", "A", (16, 10))
    board.play(change_files(board.g, spears, 5))
    assert offered(board) == [6, "pass"]


def test_who_may_stand_in_no_other_files_is_not_asked():
    board = Board(SQUARE)
    board.play(change_files(board.g, board.unit("Ogre", "A", (10, 10), models=1, files=1), 5))
    assert not board.asked


def test_in_a_quarter_turn_files_become_ranks():
    board = Board()
    spears = board.unit("Spears", "A", (10, 10), models=10, files=5)
    board.play(turn_in_place(board.g, spears), 90)
    assert (files_of(spears), rank_lengths(spears), at(spears)) == (2, [2] * 5, (10, 10, 90))


def test_about_turn_keeps_the_files():
    board = Board(SQUARE)
    spears = board.unit("Spears", "A", (10, 10), models=10, files=5)
    board.play(turn_in_place(board.g, spears))
    assert offered(board) == [180, "pass"]
    assert (files_of(spears), at(spears)) == (5, (10, 10, 180))


def test_a_reform_gives_files_and_a_facing_about_the_middle():
    board = Board(SQUARE)
    spears = board.unit("Spears", "A", (10, 10), models=20, files=5)
    board.unit("Spears", "B", (30, 10))
    board.play(reform(board.g, spears), [10, 90])
    assert (files_of(spears), at(spears)) == (10, (10, 10, 90))
    assert all(board.asked[0].judge(told) is None for told in offered(board))
    assert board.asked[0].judge([4, 90]).code == "reform.files"
    assert board.asked[0].judge([6.0, 90]).code == "reform.files"
    assert board.asked[0].judge("east").code == "reform.malformed"


def test_in_a_reform_nobody_goes_farther_than_he_may():
    board = Board(SQUARE)
    spears = board.unit("Spears", "A", (10, 10), models=20, files=5)
    board.play(reform(board.g, spears, 2.0), "pass")
    assert board.asked[0].judge([20, 0]).code == "reform.too_far"
    assert board.asked[0].judge([5, 180]) is None


def test_a_squeezed_unit_returns_to_legal_files_as_soon_as_there_is_room():
    """Forming Units: fewer files to pass a gap, a legal formation again afterward (F04)."""
    board = Board(SQUARE)
    spears = board.unit("Spears", "A", (10, 10), models=20, files=5)
    board.play(squeeze(board.g, spears), 4)
    assert (files_of(spears), "squeezed" in spears.marks) == (4, True)
    wall = board.unit("Spears", "A", (15, 10), models=20)
    board.play(spread(board.g, spears))
    assert files_of(spears) == 4
    wall.destroyed, wall.rect = True, None
    board.play(spread(board.g, spears))
    assert (files_of(spears), "squeezed" in spears.marks) == (5, False)


def test_a_commander_stays_in_the_front_rank():
    board = Board()
    spears = board.unit("Spears", "A", (10, 10), models=9, files=5, commander="Captain")
    board.play(change_files(board.g, spears, 5), 3)
    assert rank_lengths(spears) == [3, 3, 3, 1]
    assert spears.rect is not None
    assert spears.rect.width == 3
