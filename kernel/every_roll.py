"""All dice at once, for exact chances: what is played once for each way in which its dice can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

from .errors import RulesError

Roll = tuple[tuple[int, ...], int]
"""Faces in rising order, and in how many orders they can fall."""


class EveryRoll:
    """Dice that fall in every way there is, one way in each pass. Dice of one roll are alike.

    for _ in dice.passes():
        happened = ...        # rolls dice
        chance += dice.weight if happened else 0
    """

    __slots__ = ("_choices", "_depth", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._choices: list[tuple[list[Roll], int, int]] = []
        self._depth = 0

    def passes(self) -> Iterator[int]:
        """Yield the number of each pass. Raises RulesError if there are more than `most`."""
        for number in range(self.most):
            self._depth = 0
            yield number
            del self._choices[self._depth :]
            while self._choices and self._choices[-1][1] + 1 == len(self._choices[-1][0]):
                self._choices.pop()
            if not self._choices:
                return
            rolls, at, total = self._choices[-1]
            self._choices[-1] = (rolls, at + 1, total)
        raise RulesError(
            f"these dice fall in more than {self.most} ways: ask for the chance of something smaller"
        )

    @property
    def weight(self) -> Fraction:
        """The chance of the present pass."""
        chance = Fraction(1)
        for rolls, at, total in self._choices[: self._depth]:
            chance *= Fraction(rolls[at][1], total)
        return chance

    def faces(self, _purpose: str, count: int, sides: int) -> list[int]:
        """Return how these dice fall in the present pass."""
        if self._depth == len(self._choices):
            self._choices.append((_rolls(count, sides, self.most), 0, sides**count))
        rolls, at, _ = self._choices[self._depth]
        self._depth += 1
        return list(rolls[at][0])

    def clone(self) -> EveryRoll:
        """Return self: a copied game goes on in the same pass."""
        return self


def _rolls(count: int, sides: int, most: int) -> list[Roll]:
    found: list[Roll] = []
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        found.append((faces, _orders(Counter(faces))))
        if len(found) > most:
            break
    return found


def _orders(counts: Mapping[int, int]) -> int:
    ways = factorial(sum(counts.values()))
    for count in counts.values():
        ways //= factorial(count)
    return ways
