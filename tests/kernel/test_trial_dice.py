"""Dice of scenarios: those that are told, whose they are, and all of them at once for exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tercio.kernel.decl import DiceAmount
from tercio.kernel.dice import SeededDice, roll
from tercio.kernel.errors import RulesError
from tercio.kernel.trial.dice import EveryRoll, ToldDice


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


def chance_of(most: int, amount: DiceAmount, least: int) -> Fraction:
    dice, found = EveryRoll(most), Fraction(0)
    for _ in dice.passes():
        if roll(dice, "x", amount).total >= least:
            found += dice.weight
    return found


@pytest.mark.parametrize(
    ("amount", "least", "chance"),
    [
        (DiceAmount(2, 6), 7, Fraction(21, 36)),
        (DiceAmount(1, 6, 4), 9, Fraction(1, 3)),
        (DiceAmount(1, 6, 4, 1), 8, Fraction(3, 4)),
        (DiceAmount(1, 6, 0, -1), 6, Fraction(1, 36)),
        (DiceAmount(3, 6), 9, Fraction(160, 216)),
    ],
)
def test_every_way_in_which_dice_fall_gives_the_exact_chance(amount, least, chance):
    assert chance_of(100, amount, least) == chance


def test_rolls_that_hang_on_earlier_ones_are_counted_by_their_chance():
    dice, found, whole = EveryRoll(100), Fraction(0), Fraction(0)
    for _ in dice.passes():
        first = dice.faces("first", 1, 6)[0]
        second = dice.faces("second", 1, 6)[0] if first == 6 else 0
        whole += dice.weight
        found += dice.weight if second == 6 else 0
    assert (found, whole) == (Fraction(1, 36), Fraction(1))


def test_what_rolls_no_dice_is_certain():
    dice = EveryRoll(10)
    assert [dice.weight for _ in dice.passes()] == [1]


def test_too_many_ways_are_refused_with_advice():
    with pytest.raises(RulesError, match="more than 20 ways"):
        chance_of(20, DiceAmount(2, 6), 7)
