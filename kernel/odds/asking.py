"""Procedures run for their odds: decisions get the answer of nobody's choice, dice fall in every way or not
at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, TypeVar

from ..decisions import Procedure, default
from ..errors import RulesError
from ..every_roll import EveryRoll
from .distribution import Distribution, blend

T = TypeVar("T")

WAYS: Final = 6_000
"""The most ways in which the dice of one question may fall."""


class Rolled(RulesError):
    """Dice were rolled where only what is sure may happen."""


class NoDice:
    """Dice that nobody may roll."""

    def faces(self, purpose: str, count: int, sides: int) -> list[int]:
        """Raise Rolled, unless no die is asked for."""
        if count:
            raise Rolled(f"{purpose}: {count} D{sides} are rolled")
        return []

    def clone(self) -> NoDice:
        """Return self: there is nothing to copy."""
        return self


def settle(procedure: Procedure[T]) -> T:
    """Run a procedure to its end and return its result; decisions are passed, or else answered with their
    first option.
    """
    answer: Any = None
    while True:
        try:
            decision = procedure.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
        answer = default(decision)


def ways(happen: Callable[[EveryRoll], T]) -> Iterator[tuple[T, Fraction]]:
    """Yield what happens for each way in which its dice can fall, with the chance of that way. Raises
    RulesError if there are more than `WAYS`.
    """
    dice = EveryRoll(WAYS)
    for _ in dice.passes():
        happened = happen(dice)
        yield happened, dice.weight


def played(happen: Callable[[EveryRoll], int]) -> Distribution:
    """Return the distribution of a whole number that comes of dice. Raises RulesError if they can fall in
    more than `WAYS` ways.
    """
    return blend((chance, Distribution.certain(number)) for number, chance in ways(happen))
