"""Distributions of dice as rules write them: `2D6+4`, Maximised, Minimised, rolled several times over."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from ..decl.expr import DiceAmount
from .distribution import Distribution


def amount(number: int | DiceAmount) -> Distribution:
    """Return the distribution of an amount: a number as it is, or what its dice come to."""
    return of_dice(number) if isinstance(number, DiceAmount) else Distribution.certain(int(number))


@lru_cache(maxsize=256)
def of_dice(dice: DiceAmount) -> Distribution:
    """Return the distribution of a roll: dice dropped that do not count, `plus` added."""
    if not dice.extra:
        return Distribution.die(dice.sides).times(dice.count).shifted(dice.plus)
    return Distribution.of(_kept(dice)).shifted(dice.plus)


def _kept(dice: DiceAmount) -> dict[int, int]:
    """In how many ways the dice that count come to each sum. Faces are gone through from those that are kept
    first; known is how many dice show one of the faces so far, and their sum as far as they count.
    """
    number, faces = dice.count + abs(dice.extra), range(1, dice.sides + 1)
    ways = {(0, 0): 1}
    for face in reversed(faces) if dice.extra > 0 else faces:
        after: dict[tuple[int, int], int] = {}
        for (shown, total), many in ways.items():
            for more in range(number - shown + 1):
                counting = min(more, max(0, dice.count - shown))
                key = shown + more, total + counting * face
                after[key] = after.get(key, 0) + many * comb(number - shown, more)
        ways = after
    return {total: many for (shown, total), many in ways.items() if shown == number}
