"""Chances of whole numbers, exact: whole weights over one common total.

hits = Distribution.chance(Fraction(1, 2)).times(10)
hits.at_least(6)      # Fraction(193, 512)
hits.mean             # Fraction(5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from .polynomials import power, product


@dataclass(frozen=True, slots=True)
class Distribution:
    """`weights[i]` of `total` is the chance of the number `low + i`. The weights add up to the total; the
    first and the last are not 0.
    """

    low: int
    weights: tuple[int, ...]
    total: int

    # -- making --------------------------------------------------------------------------------------

    @classmethod
    def of(cls, weights: Mapping[int, int]) -> Distribution:
        """Return the distribution in which each number has a weight of at least 0. Raises ValueError if no
        weight is above 0.
        """
        kept = {number: weight for number, weight in weights.items() if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError(f"no distribution: {dict(weights)}")
        low, high = min(kept), max(kept)
        shared = gcd(*kept.values())
        spread = tuple(kept.get(number, 0) // shared for number in range(low, high + 1))
        return cls(low, spread, sum(spread))

    @classmethod
    def certain(cls, number: int) -> Distribution:
        """Return the distribution of a number that is sure."""
        return cls(number, (1,), 1)

    @classmethod
    def chance(cls, chance: Fraction) -> Distribution:
        """Return the distribution of 1 with a chance from 0 to 1, else 0."""
        return cls.of({0: chance.denominator - chance.numerator, 1: chance.numerator})

    @classmethod
    def die(cls, sides: int) -> Distribution:
        """Return the distribution of one die."""
        return cls(1, (1,) * sides, sides)

    # -- asking --------------------------------------------------------------------------------------

    @property
    def high(self) -> int:
        """The greatest number that is possible."""
        return self.low + len(self.weights) - 1

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Yield each number that is possible with its chance, the lowest first."""
        for number, weight in self.weighted():
            yield number, Fraction(weight, self.total)

    def weighted(self) -> Iterator[tuple[int, int]]:
        """Yield each number that is possible with its weight."""
        for number, weight in enumerate(self.weights, self.low):
            if weight:
                yield number, weight

    def exactly(self, number: int) -> Fraction:
        """Return the chance of one number."""
        place = number - self.low
        return Fraction(self.weights[place], self.total) if 0 <= place < len(self.weights) else Fraction(0)

    def at_least(self, number: int) -> Fraction:
        """Return the chance of a number or more."""
        return Fraction(sum(self.weights[max(0, number - self.low) :]), self.total)

    @property
    def mean(self) -> Fraction:
        """The average."""
        return self.low + Fraction(sum(i * weight for i, weight in enumerate(self.weights)), self.total)

    @property
    def variance(self) -> Fraction:
        """The average square of the distance from the average."""
        squares = sum(i * i * weight for i, weight in enumerate(self.weights))
        return Fraction(squares, self.total) - (self.mean - self.low) ** 2

    # -- arithmetic ----------------------------------------------------------------------------------

    def __add__(self, other: Distribution) -> Distribution:
        """Return the distribution of the sum with an independent number."""
        weights = product(self.weights, other.weights)
        return Distribution(self.low + other.low, tuple(weights), self.total * other.total)

    def shifted(self, by: int) -> Distribution:
        """Return the distribution of the number and so much more."""
        return Distribution(self.low + by, self.weights, self.total) if by else self

    def times(self, number: int) -> Distribution:
        """Return the distribution of the sum of `number` independent ones."""
        if number == 1:
            return self
        return Distribution(self.low * number, tuple(power(self.weights, number)), self.total**number)

    def random_times(self, number: Distribution) -> Distribution:
        """Return the distribution of the sum of a random number, 0 or more, of independent ones."""
        if len(number.weights) == 1:
            return self.times(number.low)
        return mix((weight, self.times(times)) for times, weight in number.weighted())

    def map(self, function: Callable[[int], int]) -> Distribution:
        """Return the distribution of a function of the number."""
        weights: dict[int, int] = {}
        for number, weight in self.weighted():
            image = function(number)
            weights[image] = weights.get(image, 0) + weight
        return Distribution.of(weights)

    def capped(self, most: int) -> Distribution:
        """Return the distribution of the number, or of `most` where it is more."""
        return self if self.high <= most else self.map(lambda number: min(number, most))


def mix(parts: Iterable[tuple[int, Distribution]]) -> Distribution:
    """Return the distribution of a number that is drawn from one of several distributions, chosen by whole
    weights. Raises ValueError without any.
    """
    chosen = [(weight, part) for weight, part in parts if weight]
    if len(chosen) == 1:
        return chosen[0][1]
    shared = lcm(*(part.total for _, part in chosen))
    weights: dict[int, int] = {}
    for times, part in chosen:
        factor = times * (shared // part.total)
        for number, weight in enumerate(part.weights, part.low):
            weights[number] = weights.get(number, 0) + weight * factor
    return Distribution.of(weights)


def blend(parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    """Return what `mix` gives of parts that are chosen by chances."""
    chosen = list(parts)
    shared = lcm(*(chance.denominator for chance, _ in chosen))
    return mix((int(chance * shared), part) for chance, part in chosen)
