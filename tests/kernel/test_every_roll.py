"""All dice at once, for exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tercio.kernel.decl import DiceAmount
from tercio.kernel.dice import roll
from tercio.kernel.errors import RulesError
from tercio.kernel.every_roll import EveryRoll


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
