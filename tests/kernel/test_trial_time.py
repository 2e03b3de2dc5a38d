"""Time in scenarios: the clock set by hand, time that passes, nodes that are played."""

from __future__ import annotations

import pytest

from tercio.kernel.decl.things import Boundary, Duration
from tercio.kernel.errors import RulesError
from tercio.kernel.scheduler import mark
from tercio.kernel.state import Game
from tercio.kernel.trial.time import begin_clock, pass_until, play_node, set_clock

from .toy import PROCEDURES, drive, new_game, new_unit


def table() -> Game:
    game = new_game(record=True)
    begin_clock(game)
    return game


def test_a_table_begins_in_the_turn_of_the_first_player_and_nothing_has_happened():
    game = table()
    assert (game.clock.path, game.active) == ("round:1/turn:A", "A")
    assert game.events == []


def test_the_clock_is_set_to_a_node_of_any_turn():
    game = table()
    set_clock(game, "move", "B", {"round": 3})
    assert (game.clock.path, game.active) == ("round:3/turn:B/move", "B")
    assert game.clock.number("round") == 3


def test_an_unknown_node_is_told_with_the_nearest_one():
    with pytest.raises(RulesError, match='did you mean "round"'):
        set_clock(table(), "rund")


def test_time_passes_until_the_next_such_node_and_what_is_due_ends_but_no_step_is_done():
    game = table()
    unit = new_unit(game)
    duration = Duration(name="a turn", until=Boundary("end", "turn"))
    mark(game, unit, "tired", duration.until)
    _, asked = drive(pass_until(game, "move", "B"))
    assert (game.clock.path, asked) == ("round:1/turn:B/move", [])
    assert unit.marks == {}


def test_waiting_for_a_node_that_is_open_waits_for_the_next_one():
    game = table()
    set_clock(game, "move", "A")
    drive(pass_until(game, "move", "A"))
    assert game.clock.path == "round:2/turn:A/move"


def test_waiting_beyond_the_last_turn_is_a_fault():
    game = table()
    set_clock(game, "move", "B", {"round": 3})
    with pytest.raises(RulesError, match="over before move of A"):
        drive(pass_until(game, "move", "A"))


def test_a_node_is_played_with_all_its_steps_in_the_turn_of_the_active_player():
    game = table()
    mine, theirs = new_unit(game, "A"), new_unit(game, "B")
    _, asked = drive(play_node(game, "move", PROCEDURES), "dash")
    assert [decision.player for decision in asked] == ["A"]
    assert (mine.memory["ran"] > 0, theirs.memory) == (True, {})
    assert game.clock.path == "round:1/turn:A"


def test_a_whole_round_is_played_for_each_player_once():
    game = table()
    new_unit(game, "A"), new_unit(game, "B")
    _, asked = drive(play_node(game, "round", PROCEDURES), "stay", "stay")
    assert [decision.player for decision in asked] == ["A", "B"]
