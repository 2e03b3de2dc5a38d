"""Dice as rules write them agree with icepool (Definitions: Maximised, Minimised)."""

from __future__ import annotations

import icepool  # type: ignore[import-untyped]
import pytest

from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.odds.amounts import amount, of_dice
from tercio.kernel.odds.distribution import Distribution


@pytest.mark.parametrize(
    ("dice", "peer"),
    [
        (DiceAmount(1, 6), icepool.d6),
        (DiceAmount(2, 6, 4), 2 @ icepool.d6 + 4),
        (DiceAmount(1, 3, -1), icepool.d3 - 1),
        (DiceAmount(2, 6, 0, 1), icepool.d6.highest(3, 2)),
        (DiceAmount(2, 6, 0, -1), icepool.d6.lowest(3, 2)),
        (DiceAmount(3, 6, 1, 2), icepool.d6.highest(5, 3) + 1),
        (DiceAmount(1, 3, 0, -2), icepool.d3.lowest(3, 1)),
    ],
)
def test_dice_agree_with_icepool(dice, peer):
    found = of_dice(dice)
    assert icepool.Die(dict(found.weighted())).simplify() == peer.simplify()


def test_a_plain_number_is_sure():
    assert amount(4) == Distribution.certain(4)


def test_many_maximised_dice_take_no_time():
    assert of_dice(DiceAmount(60, 6, 0, 20)).high == 360
