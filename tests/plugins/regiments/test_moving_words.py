"""Words of moves, manoeuvres and flight, as packs and scenarios write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Unit
from tercio.plugins.regiments.moves import movement_used
from tercio.plugins.regiments.orders import activate
from tercio.plugins.regiments.standing import files_of

from .board import GAME, Board

PACK = """
[pack]
name = "testers"
title = "Testers"
version = "1"
system = "testers"
engine = "regiments"
"""
DRILL = """
rule "Drill" of unit
  cite "Tests"
  may pivot
  set pivot-cost to 2
  action "March" in own orders, move, repeatable
    when unit is not fleeing
    move unit up to move of unit - movement used by unit
"""


def at(unit: Unit) -> tuple[float, float, float]:
    assert unit.rect is not None
    return unit.rect.x, unit.rect.y, round(degrees_of(unit.rect.facing), 3)


RULE = """
mark squeezed of unit
  cite "Tests"

rule "Told" of unit
  cite "Tests"
  set least-files to 5
  after unit-activated
"""


def told(*statements: str) -> str:
    """A rule that does something when a unit is activated."""
    return RULE + "".join(f"    {line}\n" for line in statements)


# -- in packs --------------------------------------------------------------------------------------


def test_a_rule_lets_a_unit_advance_towards_something():
    board = Board(told('let unit advance 3" towards (enemy units)'))
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "B", (30, 10))
    board.play(activate(board.g, spears))
    assert at(spears) == (13, 10, 90)


def test_dice_of_a_forced_advance_are_rolled():
    board = Board(told("let unit advance D6"), dice={"*": [4]})
    spears = board.unit("Spears", "A", (10, 10))
    board.play(activate(board.g, spears))
    assert at(spears) == (10, 14, 0)


def test_a_rule_counts_a_manoeuvre_as_part_of_a_move():
    board = Board(told("let unit change files by up to 5", "use up 1/2 * move of unit of the move of unit"))
    spears = board.unit("Spears", "A", (10, 10))
    board.play(activate(board.g, spears), 10)
    assert (files_of(spears), movement_used(board.g, spears)) == (10, 4)


@pytest.mark.parametrize(
    ("statement", "answer", "led"),
    [
        ("let unit turn in place", 180, (10, 10, 180)),
        ("let unit reform", [5, 90], (10, 10, 90)),
        ('let unit reform with models going up to 8"', [10, 0], (10, 10, 0)),
    ],
)
def test_rules_let_a_unit_turn_and_reform(statement, answer, led):
    board = Board(told(statement))
    spears = board.unit("Spears", "A", (10, 10))
    board.play(activate(board.g, spears), answer)
    assert at(spears) == led


def test_a_rule_squeezes_a_unit_and_lets_it_spread_again():
    board = Board(told("let unit squeeze", "let unit return to legal files"))
    spears = board.unit("Spears", "A", (10, 10))
    board.play(activate(board.g, spears), 2)
    assert (files_of(spears), spears.marks) == (5, {})
    assert [facts["files"] for facts in board.facts("unit-reformed")] == [2, 5]


def test_a_rule_lets_a_unit_flee_on_as_it_faces():
    board = Board(told("let unit flee 5 straight on"))
    spears = board.unit("Spears", "A", (30, 20), facing=90)
    board.play(activate(board.g, spears))
    assert at(spears) == (35, 20, 90)


def test_a_rule_asks_whether_a_unit_moved_or_fled_this_turn():
    board = Board(
        told(
            "let unit advance 1",
            'give unit 1 "moved" tokens when unit moved this turn and unit moved this phase',
            'give unit 1 "stood" tokens when not (unit moved this turn)',
            "let unit flee D6 towards the nearest edge",
            'give unit 1 "fled" tokens when unit fled this turn',
        ),
        dice={"*": [2]},
    )
    spears = board.unit("Spears", "A", (30, 20))
    board.play(activate(board.g, spears))
    assert spears.tokens == {"moved": 1, "fled": 1}
    assert at(spears) == (30, 23, 0)


# -- in scenarios ----------------------------------------------------------------------------------


def message(tmp_path: Path, *lines: str, rules: str = DRILL) -> str:
    """Run one scenario of the test game and return what is not as it says; "" if it holds."""
    folder = tmp_path / "testers"
    folder.mkdir()
    (folder / "pack.toml").write_text(PACK, "utf-8")
    spears = 'unit "Spears" as spears of A at 10", 10" facing north, files 5, models 10'
    head = ('cite "Tests"', 'battlefield 60"x40"', spears)
    body = "\n".join(f"  {line}" for line in (*head, "at orders of A, game-turn 1", *lines))
    (folder / "rules.rules").write_text(f'{GAME}{rules}\nscenario "it"\n{body}\n', "utf-8")
    (found,) = Desk().scenarios([folder])
    if found.error is not None:
        raise found.error
    return found.message


def test_a_scenario_moves_a_unit_step_by_step(tmp_path):
    done = ("do spears pivots 90", 'do spears advances 4"', "expect movement used by spears is 6")
    assert message(tmp_path, *done) == ""


def test_what_a_scenario_may_not_do_is_refused(tmp_path):
    done = ('do spears advances 9"', 'expect refusal "move.too_far"', "expect no event unit-moved")
    assert message(tmp_path, *done) == ""


@pytest.mark.parametrize("deed", ['goes back 1"', 'sidesteps 1" to the left', 'sidesteps 1"', "wheels 30"])
def test_a_step_that_the_pack_does_not_allow_is_refused(tmp_path, deed):
    assert message(tmp_path, f"do spears {deed}", 'expect refusal "move.not_allowed"') == ""


def test_a_unit_that_may_not_use_its_move_is_refused(tmp_path):
    done = ("given spears is fleeing", 'do spears advances 1"', 'expect refusal "action.not_met"')
    assert message(tmp_path, *done) == ""


def test_where_no_action_moves_a_unit_it_takes_a_step_within_its_move(tmp_path):
    done = ('do spears advances 5"', 'do spears advances 4"', 'expect refusal "move.too_far"')
    assert message(tmp_path, *done, rules="") == ""
