"""Pursuit and overrun: who is caught, who is run into, and where a pursuer ends."""

from __future__ import annotations

from tercio.plugins.regiments.contact import is_engaged
from tercio.plugins.regiments.pursuits import overrun, pursue

from .board import Board

CAUGHT = """
rule "Caught" of battle
  cite "Tests"
  after unit-caught
    give target-unit 1 "caught" tokens
"""


def at(unit):
    return round(unit.rect.x, 3), round(unit.rect.y, 3)


def test_a_prey_no_farther_than_the_pursuit_is_caught():
    """WAP 8: a pursuit no shorter than the flight."""
    for inches, tokens in ((7, {"caught": 1}), (6, {})):
        board = Board(CAUGHT)
        spears = board.unit("Spears", "A", (20, 10))
        prey = board.unit("Spears", "B", (20, 19), facing=0, marks=["fleeing"])
        board.play(pursue(board.g, spears, prey, inches))
        assert prey.tokens == tokens


def test_a_pursuer_turns_towards_its_prey_and_goes_straight_on():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    prey = board.unit("Spears", "B", (40, 10), facing=90, marks=["fleeing"])
    board.play(pursue(board.g, spears, prey, 5))
    assert at(spears) == (25, 10)
    assert round(spears.rect.ux, 3) == 1


def test_a_pursuer_stops_short_of_a_prey_that_nothing_destroys():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    prey = board.unit("Spears", "B", (20, 15), facing=0, marks=["fleeing"])
    board.play(pursue(board.g, spears, prey, 9))
    assert at(spears) == (20, 12.5)
    assert not is_engaged(board.g, spears)


def test_a_fresh_enemy_in_the_way_is_charged():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    prey = board.unit("Spears", "B", (20, 30), facing=0, marks=["fleeing"])
    fresh = board.unit("Spears", "B", (21, 15))
    board.play(pursue(board.g, spears, prey, 9))
    assert board.g.engagement.foes(spears.id) == [fresh.id]
    assert at(spears)[1] == 13


def test_an_enemy_out_of_reach_is_not_charged():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    board.unit("Spears", "B", (20, 15.5))
    board.play(overrun(board.g, spears, 3))
    assert not is_engaged(board.g, spears)
    assert at(spears) == (20, 13)


def test_a_friend_before_the_enemy_bars_the_way():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    board.unit("Bows", "A", (20, 14))
    board.unit("Spears", "B", (20, 18))
    board.play(overrun(board.g, spears, 12))
    assert not is_engaged(board.g, spears)
    assert at(spears) == (20, 11.5)


def test_whoever_is_still_in_combat_stays():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    foes = board.unit("Spears", "B", (20, 12))
    board.g.engagement.engage(spears.id, None, foes.id, None)
    board.play(overrun(board.g, spears, 12))
    assert at(spears) == (20, 10)
