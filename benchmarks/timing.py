"""Ratios that can be trusted on a noisy machine: both sides in turn, many times, and the median of the
pairs.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Side = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One comparison: `measure` returns a figure, the goal says on which side of `bound` it should be."""

    name: str
    goal: str
    bound: float
    measure: Callable[[], float]
    unit: str = "x"

    def met(self, figure: float) -> bool:
        """Whether a figure meets the goal."""
        return figure <= self.bound if self.goal == "<=" else figure >= self.bound


def seconds(side: Side, repeats: int) -> float:
    """Seconds that one call of `side` takes, over `repeats` calls, without garbage collection."""
    gc.disable()
    try:
        start = perf_counter()
        for _ in range(repeats):
            side()
        return (perf_counter() - start) / repeats
    finally:
        gc.enable()


def repeats_for(side: Side, slice_seconds: float) -> int:
    """How many calls of `side` fill a slice of time."""
    side()
    once = seconds(side, 1)
    return max(1, int(slice_seconds / max(once, 1e-7)))


def ratio(ours: Side, theirs: Side, pairs: int = 15, slice_seconds: float = 0.02) -> float:
    """Time of ours over time of theirs: the median over `pairs` of slices in turn."""
    mine, other = repeats_for(ours, slice_seconds), repeats_for(theirs, slice_seconds)
    return median(seconds(ours, mine) / seconds(theirs, other) for _ in range(pairs))


def rate(side: Side, least_seconds: float) -> float:
    """Calls of `side` in a second, over at least some seconds and one call."""
    start, calls = perf_counter(), 0
    while not calls or perf_counter() - start < least_seconds:
        side()
        calls += 1
    return calls / (perf_counter() - start)


def median_of_pairs(ours: Callable[[], float], theirs: Callable[[], float], pairs: int) -> float:
    """The median ratio of two measurements taken in turn."""
    return median(ours() / theirs() for _ in range(pairs))
