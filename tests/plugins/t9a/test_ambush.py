"""Rulings on Ambush (Model Rules): when units arrive, where, and what they may still do."""

from __future__ import annotations

import pytest

from tercio.kernel.decl import Mood, Name, Permit, Rule, RuleRef
from tercio.kernel.decl.things import Parameter
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.ambush import arrive_ambushers, placement_refusal
from tercio.plugins.t9a.ambush_anchors import anchors_of
from tercio.plugins.t9a.movement import may_manoeuvre
from tercio.plugins.t9a.placing import DEPLOYED

from .tiny import Board, clock, code_of, play

AMBUSH = Rule(name="Ambush", parameters=(Parameter("X", "name"),), clauses=(Permit("ambush", Mood.MAY),))


def board_in_turn(turn, dice=()):
    board = Board({"ambush-roll": list(dice)}, "movement", AMBUSH)
    board.g.clock = clock("movement", turn)
    return board


def ambusher(board, where="Table Edge", **more):
    unit = board.unit("A", 36, 24, **more)
    hold(board.g, unit, RuleRef("Ambush", (Name(where),)))
    touch(board.g)
    unit.rect, unit.memory[DEPLOYED] = None, "ambush"
    return unit


def at(x, y, facing=0, files=5):
    return {"x": x, "y": y, "facing": facing, "files": files}


def test_nobody_arrives_in_the_first_turn():
    board = board_in_turn(1)
    unit = ambusher(board)
    _, asked = play(arrive_ambushers(board.g))
    assert asked == []
    assert unit.rect is None


@pytest.mark.parametrize(("rolled", "arrives"), [(2, False), (3, True)])
def test_from_the_second_turn_on_a_three_is_needed(rolled, arrives):
    board = board_in_turn(2, [rolled])
    unit = ambusher(board)
    play(arrive_ambushers(board.g))
    assert (unit.rect is not None) is arrives


def test_from_the_fifth_turn_on_everybody_arrives_without_a_roll():
    board = board_in_turn(5)
    unit = ambusher(board)
    play(arrive_ambushers(board.g))
    assert unit.rect is not None
    assert board.facts("ambush-rolled") == []


def test_who_has_arrived_counts_as_having_advanced_and_moves_no_more():
    board = board_in_turn(5)
    unit = ambusher(board)
    play(arrive_ambushers(board.g))
    assert {marks.ARRIVED, marks.ADVANCED, marks.MOVED} <= set(unit.marks)
    assert not may_manoeuvre(board.g, unit)
    assert unit.memory[DEPLOYED] == "table"


def test_who_arrives_in_the_last_turn_is_marked_as_late():
    board = board_in_turn(6)
    unit = ambusher(board)
    play(arrive_ambushers(board.g))
    assert marks.LATE_ARRIVAL in unit.marks


def test_three_corners_lie_within_six_inches_of_a_point_of_the_edge():
    board = board_in_turn(5)
    unit = ambusher(board)
    anchors = anchors_of(board.g, unit)
    assert placement_refusal(board.g, unit, at(30, 4), anchors) is None
    assert code_of(placement_refusal(board.g, unit, at(30, 5.2), anchors)) == "ambush.too_far_from_its_place"
    assert unit.rect is None


def test_an_arriving_unit_keeps_the_spacing_and_stays_on_the_table():
    board = board_in_turn(5)
    unit = ambusher(board)
    board.unit("B", 30, 3)
    anchors = anchors_of(board.g, unit)
    assert code_of(placement_refusal(board.g, unit, at(33, 4.5), anchors)) == "ambush.no_room"
    assert code_of(placement_refusal(board.g, unit, at(60, 0.5), anchors)) == "ambush.no_room"


def test_nobody_may_stand_between_the_point_and_the_unit():
    board = board_in_turn(5)
    unit = ambusher(board, models=3, files=3)
    board.unit("B", 30, 1, models=15, files=15)
    anchors = anchors_of(board.g, unit)
    assert placement_refusal(board.g, unit, at(30, 4.2, files=3), anchors) is not None


def test_a_feature_may_be_the_place_of_arrival():
    board = board_in_turn(5)
    unit = ambusher(board, "Forest")
    board.terrain("Forest", 36, 24)
    anchors = anchors_of(board.g, unit)
    assert placement_refusal(board.g, unit, at(36, 26), anchors) is None
    assert code_of(placement_refusal(board.g, unit, at(20, 3), anchors)) == "ambush.too_far_from_its_place"
    play(arrive_ambushers(board.g))
    assert unit.rect is not None


def test_a_unit_that_finds_no_room_waits():
    board = board_in_turn(5)
    unit = ambusher(board, "Forest")
    play(arrive_ambushers(board.g))
    assert unit.rect is None
    assert unit.memory[DEPLOYED] == "ambush"


@pytest.mark.parametrize(
    "answer", [None, {}, at("a", 1), at(float("nan"), 1), at(1, 1, files=0), at(1, 1, files=40)]
)
def test_answers_that_are_no_places_are_refused(answer):
    board = board_in_turn(5)
    unit = ambusher(board)
    assert placement_refusal(board.g, unit, answer, anchors_of(board.g, unit)) is not None
