"""Dice of scenarios: those that are told, and whose they are."""

from __future__ import annotations

import pytest

from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import RulesError
from tercio.kernel.trial.dice import ToldDice


def told() -> ToldDice:
    return ToldDice(SeededDice(1), owners={"12": "pikes", "13": "pikes", "20": "knights"})


def test_a_told_roll_is_known_by_the_last_part_of_its_purpose_and_used_in_order():
    dice = told()
    dice.tell("to-hit", "", [4, 5])
    assert dice.faces("turn:A/12/to-hit", 1, 6) == [4]
    assert dice.faces("turn:B/20/to-hit", 1, 6) == [5]
    assert dice.faces("turn:B/20/to-hit", 3, 6) == SeededDice(1).faces("turn:B/20/to-hit", 3, 6)


def test_a_reroll_is_a_roll_of_its_own():
    dice = told()
    dice.tell("to-hit", "", [4])
    dice.tell("to-hit/reroll", "", [1])
    assert dice.faces("12/to-hit/reroll", 1, 6) == [1]
    assert dice.left() == {"to-hit": [4]}


def test_dice_of_a_player_are_those_that_no_unit_rolls():
    dice = told()
    dice.owners["A"] = "A"
    dice.tell("courage", "A", [6])
    assert dice.faces("turn:A/A/12/courage", 1, 6) == SeededDice(1).faces("turn:A/A/12/courage", 1, 6)
    assert dice.faces("turn:A/A/courage", 1, 6) == [6]


def test_dice_of_a_unit_are_its_own_even_where_a_combat_has_a_number():
    dice = told()
    dice.tell("to-hit", "knights", [6])
    dice.tell("to-hit", "", [2])
    assert dice.faces("combat:1/13/20/to-hit", 1, 6) == [2]
    assert dice.faces("combat:1/20/13/to-hit", 1, 6) == [6]


def test_every_die_may_be_told_to_show_one_face():
    dice = told()
    dice.tell("to-wound", "", [6], every=True)
    assert dice.left() == {"to-wound": [6]}
    assert dice.faces("12/to-wound", 7, 6) == [6] * 7
    assert dice.left() == {}


def test_too_few_told_dice_are_a_fault_and_so_is_a_face_that_the_die_does_not_have():
    dice = told()
    dice.tell("to-hit", "", [4])
    with pytest.raises(RulesError, match="1 dice for 'to-hit', 3 are rolled"):
        dice.faces("12/to-hit", 3, 6)
    dice.tell("shots", "", [6], every=True)
    with pytest.raises(RulesError, match="1 to 3"):
        dice.faces("12/shots", 1, 3)
