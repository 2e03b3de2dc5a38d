"""Exact odds, rules looked up, against libraries for dice and against a million rolls."""

from __future__ import annotations

from functools import cache
from typing import Any

import icepool  # type: ignore[import-untyped]
import numpy
from dyce import H

from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.odds.amounts import of_dice
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.spread import spread
from tests.kernel.test_attack import FIERCE, set_up

from .timing import Row, ratio

ROLLS = 1_000_000
D3 = DiceAmount(1, 3)


@cache
def _plain() -> tuple[Any, Any]:
    return set_up(ward=5)


@cache
def _rerolled() -> tuple[Any, Any]:
    return set_up(FIERCE, ward=5)


def _attacks(number: int) -> Distribution:
    return spread(*_plain()).unsaved.times(number)


def _chain(number: int) -> Distribution:
    return spread(*_rerolled()).worth(lambda _: of_dice(D3)).times(number)


def hit_wound_save() -> float:
    """Forty attacks that hit, wound and are saved, from the rules, over `n @ die` of icepool."""
    d6 = icepool.d6

    def theirs() -> object:
        return 40 @ ((d6 >= 4) & (d6 >= 4) & (d6 < 5))

    return ratio(lambda: _attacks(40), theirs)


def _chain_of_icepool() -> object:
    d6 = icepool.d6
    one = (d6.reroll([1, 2, 3], depth=1) >= 4) & (d6 >= 4) & (d6 < 5)
    return 100 @ one.if_else(icepool.d3, 0)


def _chain_of_dyce() -> object:
    hit = H({1: 27, 0: 9})  # 4+, failures rolled again
    wound, kept = H({1: 3, 0: 3}), H({1: 4, 0: 2})
    through = hit * wound * kept
    lost = H({0: through[0] * 3, 1: through[1], 2: through[1], 3: through[1]})
    return 100 @ lost


def reroll_save_d3() -> float:
    """A hundred attacks with rerolls, a save and D3 damage, from the rules, over the faster of icepool and
    dyce.
    """

    def ours() -> object:
        return _chain(100)

    return max(ratio(ours, _chain_of_icepool), ratio(ours, _chain_of_dyce))


def _rolled() -> object:
    """The chain as a million games with numpy, each stage as one draw of what is left."""
    rng = numpy.random.default_rng(1)
    hits = rng.binomial(100, 0.75, ROLLS)
    through = rng.binomial(rng.binomial(hits, 0.5), 2 / 3)
    lost = numpy.zeros(ROLLS, dtype=numpy.int64)
    for wound in range(int(through.max())):
        lost += rng.integers(1, 4, ROLLS) * (through > wound)
    return numpy.bincount(lost)


def against_rolling() -> float:
    """The same chain over a million games that numpy rolls."""
    return ratio(lambda: _chain(100), _rolled, pairs=3)


ROWS = (
    Row("odds: 40 attacks, n @ die of icepool", "<=", 0.05, hit_wound_save),
    Row("odds: rerolls, save, D3, 100 attacks, icepool and dyce", "<=", 0.03, reroll_save_d3),
    Row("odds: a million rolls of numpy", "<=", 0.01, against_rolling),
)
