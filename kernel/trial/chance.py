"""Exact chances: what is done and expected is played once for each way in which all its dice can fall."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..decl.expr import Compare, Condition
from ..decl.scenario import ExpectChance
from ..errors import RulesError
from ..every_roll import EveryRoll
from .ask import number
from .table import Table

MOST = 6_000
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def chance(table: Table, line: ExpectChance) -> Fraction:
    """Return the chance that a condition holds after what is done below it; the table itself is left alone.

    Raises RulesError if the dice can fall in more than `MOST` ways, or if what is done is refused.
    """
    dice = EveryRoll(MOST)
    found = Fraction(0)
    for _ in dice.passes():
        other = table.copy(dice)
        for act in line.acts:
            other.act(act)
        if other.refusals:
            raise RulesError(f"what is done below is refused: {other.refusals[0]}")
        if met(other, line.condition):
            found += dice.weight
    return found


def met(table: Table, condition: Condition) -> bool:
    """Return whether a condition holds, in which numbers may be asked; dice in it are rolled."""
    if not isinstance(condition, Compare):
        return bool(table.evaluate(condition))
    left, right = (table.rolled(number(table, side, [])) for side in (condition.left, condition.right))
    return bool(COMPARE[condition.op](left, right))
