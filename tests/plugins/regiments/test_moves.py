"""Moving in play: what is asked, what is used up, and moves that must be made."""

from __future__ import annotations

import pytest

from tercio.plugins.regiments.footing import Walk
from tercio.plugins.regiments.move_options import options_for
from tercio.plugins.regiments.moves import advance, has_moved, move, movement_used
from tercio.plugins.regiments.orders import activate
from tercio.plugins.regiments.strides import walk

from .board import Board

DRILL = """
rule "Drill" of unit
  cite "Tests"
  may pivot
  set pivot-cost to move of unit / 4
  action "Move" in own orders, move, repeatable
    when movement used by unit < move of unit
    effect
      move unit up to move of unit - movement used by unit
"""


def test_a_unit_goes_where_its_player_says():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), [["pivot", 90], ["advance", 4]])
    assert spears.rect is not None
    assert (spears.rect.centre, spears.rect.facing) == ((14, 10), (1, 0))
    assert movement_used(board.g, spears) == 6
    assert board.facts("unit-moved")[0]["steps"] == [["pivot", 90], ["advance", 4]]


def test_places_and_bearings_are_kept_to_three_decimals():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), [["pivot", 33.33333], ["advance", 1.23456]])
    assert spears.rect is not None
    assert (spears.rect.x, spears.rect.y) == (10.678, 11.031)
    assert board.facts("unit-moved")[0]["bearing"] == 33.333


def test_who_passes_has_not_moved():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), "pass")
    assert not board.facts("unit-moved")
    assert not has_moved(board.g, spears, "turn")


def test_a_move_is_made_in_pieces_until_it_is_used_up():
    """SOVL, Strategic Phase: before, after or in the middle of its move."""
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    answer = ["Move", spears.id]
    board.play(activate(board.g, spears), answer, [["advance", 5]], answer, [["advance", 3]])
    assert spears.rect is not None
    assert spears.rect.y == 18
    assert movement_used(board.g, spears) == 8
    with pytest.raises(AssertionError, match=r"move\.too_far"):
        board.play(move(board.g, spears, 3.0), [["advance", 3.1]])


def test_what_was_used_is_forgotten_with_the_phase_and_the_move_with_the_turn():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), [["advance", 5]])
    board.at("fights")
    assert movement_used(board.g, spears) == 0
    assert has_moved(board.g, spears, "turn")
    assert not has_moved(board.g, spears, "phase")
    board.at("orders", turn=2)
    assert not has_moved(board.g, spears, "turn")


def test_who_can_neither_go_nor_turn_for_nothing_is_not_asked():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 0.0))
    assert not board.asked


def test_who_turns_for_nothing_turns_though_it_cannot_go():
    """SOVL, Strategic Phase: war machines have Move 0 but pivot for free (S08)."""
    board = Board(DRILL)
    engine = board.unit("Ogre", "A", (10, 10), models=1, files=1, move=0)
    board.play(move(board.g, engine, 0.0), [["pivot", 135]])
    assert movement_used(board.g, engine) == 0
    assert not isinstance(walk(board.g, engine, [["advance", 1]], 0.0), Walk)


def test_rules_hear_that_a_unit_has_moved():
    text = (
        DRILL + '\nrule "Dust" of unit\n  cite "Tests"\n  after unit-moved\n    give unit 1 "dust" tokens\n'
    )
    board = Board(text)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), [["advance", 1]])
    assert spears.tokens == {"dust": 1}


# -- options ---------------------------------------------------------------------------------------


def test_all_that_is_offered_is_legal_and_some_of_it_makes_for_the_nearest_foe():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (30, 20), facing=90)
    board.unit("Spears", "B", (30, 28))
    board.unit("Riders", "B", (40, 25))
    board.unit("Spears", "A", (38, 18))
    board.terrain("Rock", 25, 24, 3, 3)
    found = options_for(board.g, spears, 8.0)
    assert found
    assert len(found) <= 24
    assert found == options_for(board.g, spears, 8.0)
    assert all(isinstance(walk(board.g, spears, steps, 8.0), Walk) for steps in found)
    assert any(steps[0] == ["pivot", -90.0] and steps[1][0] == "advance" for steps in found if steps[1:])


def test_who_wheels_is_offered_wheels_and_steps_aside():
    text = """
rule "Drill" of unit
  cite "Tests"
  may wheel
  may back
  may sidestep
"""
    board = Board(text)
    spears = board.unit("Spears", "A", (30, 20))
    board.unit("Spears", "B", (38, 30))
    kinds = {step[0] for steps in options_for(board.g, spears, 8.0) for step in steps}
    assert kinds == {"advance", "wheel", "back", "left", "right"}


# -- moves that must be made -----------------------------------------------------------------------


def test_who_must_advance_stops_a_gap_before_what_is_in_the_way():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "B", (10, 15))
    board.play(advance(board.g, spears, 8.0))
    assert spears.rect is not None
    assert spears.rect.y == 12.5


def test_who_must_advance_towards_something_turns_to_it_first():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    foe = board.unit("Spears", "B", (30, 10))
    board.play(advance(board.g, spears, 3.0, foe.rect.centre if foe.rect else None))
    assert spears.rect is not None
    assert (spears.rect.centre, spears.rect.facing) == ((13, 10), (1, 0))


def test_who_must_advance_stops_at_the_edge_of_the_table():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 36))
    board.play(advance(board.g, spears, 8.0))
    assert spears.rect is not None
    assert spears.rect.y == 39


def test_who_passes_forgoes_the_rest_of_the_move():
    board = Board()
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), "pass")
    assert movement_used(board.g, spears) == 8.0
    assert not has_moved(board.g, spears, "phase")


def test_what_is_forgone_adds_up_where_a_move_grows_afterwards():
    """Who forgoes seven inches and is then quickened has what is new, and that only once."""
    board = Board()
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 1.0), [["advance", 1]])
    board.play(move(board.g, spears, 7.0), "pass")
    board.play(move(board.g, spears, 4.0), "pass")
    assert movement_used(board.g, spears) == 12.0


@pytest.mark.parametrize("left", [1e-6, 4e-10, 0.0])
def test_a_hair_that_is_left_of_a_move_is_forgone_so_that_nobody_asks_for_it_for_ever(left):
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 8.0), [["advance", 8.0 - left]])
    board.play(move(board.g, spears, left))
    assert not board.asked
    assert movement_used(board.g, spears) >= 8.0


def test_a_remnant_of_a_move_that_leads_nowhere_is_not_left_over():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (10, 10))
    board.play(move(board.g, spears, 0.0000005))
    assert board.asked == []
    assert movement_used(board.g, spears) > 0.0


def test_who_has_moved_is_offered_no_more_turns_that_cost_nothing():
    board = Board(DRILL.replace("set pivot-cost to move of unit / 4", "set pivot-cost to 0"))
    spears = board.unit("Spears", "A", (30, 10))
    board.unit("Spears", "B", (40, 30))
    board.play(activate(board.g, spears))
    first, *later = [one.options for one in board.asked if one.kind == "unit.move"]
    assert any(len(steps) == 1 and steps[0][0] == "pivot" for steps in first)
    assert not any(len(steps) == 1 and steps[0][0] == "pivot" for options in later for steps in options)
