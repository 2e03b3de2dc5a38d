"""Flight: which way a unit runs, how far, round what and through whom."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import distance
from tercio.kernel.geometry.distance import overlaps
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Unit
from tercio.plugins.regiments.contact import engage, is_engaged
from tercio.plugins.regiments.flight import flee, has_fled
from tercio.plugins.regiments.orders import activate

from .board import Board


def at(unit: Unit) -> tuple[float, float, float]:
    assert unit.rect is not None
    return unit.rect.x, unit.rect.y, round(degrees_of(unit.rect.facing), 3)


def test_a_unit_flees_straight_away_from_what_it_flees_and_faces_that_way():
    board = Board()
    spears = board.unit("Spears", "A", (30, 20))
    assert board.play(flee(board.g, spears, 8.0, (30, 25))) == 8
    assert at(spears) == (30, 12, 180)
    assert has_fled(board.g, spears)
    board.at("orders", turn=2)
    assert not has_fled(board.g, spears)


def test_difficult_ground_does_not_slow_flight():
    """SOVL, Strategic Phase, Flight (S28)."""
    board = Board()
    board.terrain("Wood", 30, 14, 20, 8)
    spears = board.unit("Spears", "A", (30, 20))
    board.play(flee(board.g, spears, 8.0, (30, 25)))
    assert at(spears) == (30, 12, 180)


@pytest.mark.parametrize(
    ("place", "led"),
    [((30, 9), (30, 5, 180)), ((6, 20), (2, 20, 270)), ((54, 20), (58, 20, 90)), ((30, 31), (30, 35, 0))],
)
def test_a_unit_flees_towards_the_edge_that_is_nearest(place, led):
    board = Board()
    spears = board.unit("Spears", "A", place, models=1, files=1)
    board.play(flee(board.g, spears, 4.0))
    assert at(spears) == led


def test_of_two_edges_as_near_the_own_one_is_meant():
    board = Board()
    for owner, bearing in (("A", 180), ("B", 0)):
        unit = board.unit("Spears", owner, (30, 20), models=1, files=1)
        board.g.width = 200.0
        board.play(flee(board.g, unit, 1.0))
        assert at(unit)[2] == bearing
        unit.destroyed = True


def test_who_reaches_the_edge_is_destroyed():
    """SOVL, Strategic Phase, Flight: it counts as destroyed."""
    board = Board()
    spears = board.unit("Spears", "A", (30, 9))
    board.play(flee(board.g, spears, 7.9, (30, 20)))
    assert not spears.destroyed
    board.play(flee(board.g, spears, 0.1, (30, 20)))
    assert spears.destroyed
    assert spears.rect is None


def test_a_unit_runs_through_others_and_never_ends_on_one():
    board = Board()
    spears = board.unit("Spears", "A", (30, 25))
    friend = board.unit("Spears", "A", (30, 18))
    assert board.play(flee(board.g, spears, 7.0, (30, 35))) == pytest.approx(9.5)
    assert at(spears) == (30, 15.5, 180)
    assert spears.rect is not None
    assert friend.rect is not None
    assert distance(spears.rect, friend.rect) == pytest.approx(0.5)


def test_rules_hear_whom_a_unit_has_run_through():
    text = """
rule "Trampled" of unit
  cite "Tests"
  after unit-fled-through
    give target-unit 1 "trampled" tokens
"""
    board = Board(text)
    spears = board.unit("Spears", "A", (30, 25))
    friend = board.unit("Spears", "A", (30, 18))
    board.unit("Spears", "A", (40, 18))
    board.play(flee(board.g, spears, 12.0, (30, 35)))
    assert friend.tokens == {"trampled": 1}


def test_a_unit_runs_round_impassable_ground():
    """SOVL, Strategic Phase, Flight: it goes round it."""
    board = Board()
    rock = board.terrain("Rock", 31, 15, 4, 4)
    spears = board.unit("Spears", "A", (30, 22))
    ran = board.play(flee(board.g, spears, 12.0, (30, 30)))
    assert ran == pytest.approx(12)
    assert spears.rect is not None
    assert not overlaps(spears.rect, rock.shape)
    assert spears.rect.y < 15
    assert at(spears)[2] == 180


def test_where_there_is_no_way_round_it_runs_as_far_as_it_can():
    board = Board()
    board.terrain("Rock", 30, 12, 60, 4)
    board.terrain("Rock", 26, 18, 2, 8)
    board.terrain("Rock", 34, 18, 2, 8)
    spears = board.unit("Spears", "A", (30, 18))
    assert board.play(flee(board.g, spears, 8.0, (30, 30))) == 3
    assert at(spears) == (30, 15, 180)


def test_who_flees_is_engaged_no_more():
    board = Board()
    spears = board.unit("Spears", "A", (30, 20))
    foe = board.unit("Spears", "B", (30, 22))
    engage(board.g, spears, foe)
    board.play(flee(board.g, spears, 8.0, (30, 22)))
    assert not is_engaged(board.g, foe)


def test_a_pack_lets_a_unit_flee_by_dice():
    text = """
rule "Panic" of unit
  cite "Tests"
  after unit-activated
    let unit flee 4 + 2 directly away from unit
    let unit flee D6 towards the nearest edge when unit fled this turn
"""
    board = Board(text, dice={"*": [3]})
    spears = board.unit("Spears", "A", (30, 30))
    board.play(activate(board.g, spears))
    assert at(spears) == (30, 27, 0)


SHORT = """
rule "Short" of battle
  cite "Tests"
  fix flight-beyond at 0
"""

ROUND = """
rule "Round" of battle
  cite "Tests"
  cannot flee-through when target-unit is enemy
"""


def test_where_a_flight_may_go_no_further_it_ends_where_it_was_last_clear():
    board = Board(SHORT)
    spears = board.unit("Spears", "A", (30, 25))
    board.unit("Spears", "A", (30, 18))
    assert board.play(flee(board.g, spears, 7.0, (30, 35))) == pytest.approx(4.5)
    assert at(spears) == (30, 20.5, 180)


def test_a_flight_without_a_clear_place_before_stays_where_it_is():
    board = Board(SHORT)
    spears = board.unit("Spears", "A", (30, 25))
    board.unit("Spears", "A", (30, 22.6))
    assert board.play(flee(board.g, spears, 2.0, (30, 35))) == 0
    assert at(spears)[:2] == (30, 25)


def test_a_unit_runs_round_those_through_whom_it_may_not_flee():
    board = Board(ROUND)
    spears = board.unit("Spears", "A", (30, 30), models=1, files=1)
    foe = board.unit("Spears", "B", (30, 25), models=1, files=1)
    board.play(flee(board.g, spears, 9.0, (30, 35)))
    assert spears.rect is not None
    assert foe.rect is not None
    assert spears.rect.x != 30
    assert spears.rect.y < 24
    assert not overlaps(spears.rect, foe.rect)
