"""The statistics of pairs: how a number differs between two games that shared their dice.

The unit is the pair (same seed, same seats), whose difference is one observation. Means have Student's
interval of the mean difference. Shares (0 or 1 in a game) have the interval of Bonett and Price (2012,
Journal of Educational and Behavioral Statistics 37) for paired proportions: one pair that went up and one
that went down are added, so that a handful of pairs that never differ does not look like certainty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist, fmean, variance
from typing import Any

from .student import quantile


@dataclass(frozen=True, slots=True)
class Difference:
    """How a number differs: both means, the mean difference with its interval (`half` to either side), pairs
    played and pairs that differ; `spread` and `unpaired` are the variances of a difference with and without
    pairing, `added` the pairs that the interval adds.
    """

    base: float
    variant: float
    low: float
    high: float
    half: float
    games: int
    differing: int
    spread: float
    unpaired: float
    quantile: float
    added: int = 0

    @property
    def difference(self) -> float:
        """Variant less base."""
        return self.variant - self.base

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0

    @property
    def reduction(self) -> float | None:
        """The share of the variance that pairing takes away, None where nothing varies; below 0 it adds."""
        return 1 - self.spread / self.unpaired if self.unpaired else None

    def needed(self, half: float) -> int:
        """Return how many games of each ruleset, played as pairs, give an interval of `half` each side."""
        return ceil((self.games + self.added) * (self.half / half) ** 2 - self.added)

    def needed_unpaired(self, half: float) -> int:
        """Return how many it takes if each game has dice of its own."""
        return ceil((self.quantile / half) ** 2 * self.unpaired)

    def plain(self, half: float | None = None) -> dict[str, Any]:
        """Return it as plain data; games needed are for an interval of `half` on either side, or for the one
        that was found.
        """
        wanted = half or self.half
        return {
            "base": self.base,
            "variant": self.variant,
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "games": self.games,
            "pairs_that_differ": self.differing,
            "variance_reduction": self.reduction,
            "half_width": wanted,
            "games_needed": self.needed(wanted) if wanted else None,
            "games_needed_unpaired": self.needed_unpaired(wanted) if wanted else None,
        }


def compare(
    base: Sequence[float], variant: Sequence[float], confidence: float, *, share: bool = False
) -> Difference:
    """Return how paired numbers differ, by place. Raises ValueError for fewer than two pairs."""
    gaps = [after - before for before, after in zip(base, variant, strict=True)]
    if len(gaps) < 2:
        raise ValueError("at least two pairs are needed")
    sample = [*gaps, 1.0, -1.0] if share else gaps
    spread = _population(sample) if share else variance(sample)
    middle = fmean(sample)
    times = NormalDist().inv_cdf((1 + confidence) / 2) if share else quantile(confidence, len(gaps) - 1)
    half = times * sqrt(spread / len(sample))
    return Difference(
        fmean(base),
        fmean(variant),
        max(middle - half, -1.0) if share else middle - half,
        min(middle + half, 1.0) if share else middle + half,
        half,
        len(gaps),
        sum(gap != 0 for gap in gaps),
        spread,
        sum(_population([*one, 0, 1]) if share else variance(one) for one in (base, variant)),
        times,
        len(sample) - len(gaps),
    )


def _population(sample: Sequence[float]) -> float:
    middle = fmean(sample)
    return fmean((one - middle) ** 2 for one in sample)


@dataclass(frozen=True, slots=True)
class Mean:
    """A number of one ruleset: its mean with its interval, and how many games it is of."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"base": self.mean, "low": self.low, "high": self.high, "games": self.games}


def mean_of(numbers: Sequence[float], confidence: float, *, share: bool = False) -> Mean:
    """Return a mean with Student's interval; of a share that of Agresti and Coull (1998). Raises ValueError
    for fewer than two numbers.
    """
    if len(numbers) < 2:
        raise ValueError("at least two games are needed")
    middle = fmean(numbers)
    if not share:
        half = quantile(confidence, len(numbers) - 1) * sqrt(variance(numbers) / len(numbers))
        return Mean(middle, middle - half, middle + half, len(numbers))
    times = NormalDist().inv_cdf((1 + confidence) / 2)
    games = len(numbers) + times**2
    centre = (sum(numbers) + times**2 / 2) / games
    half = times * sqrt(centre * (1 - centre) / games)
    return Mean(middle, max(0.0, centre - half), min(1.0, centre + half), len(numbers))
