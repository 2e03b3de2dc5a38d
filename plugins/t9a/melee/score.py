"""Combat Score: static bonuses at the Set-Up, losses and wiped units afterwards, each as a line that says
why.

Source: T9A rulebook, Melee Phase 2.B, 4.A and 4.B; rulings 13-20.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.modifiers import explain, value
from tercio.kernel.state import Game, Unit

from .. import marks
from ..terrain import disrupted
from .formations import SIDES, ranks_in_combat

Sides = Mapping[str, Sequence[Unit]]


@dataclass(frozen=True, slots=True)
class Point:
    """One line of the Combat Score: which side gets how much, for what (a constant of the pack or a rule by
    name), the unit behind it (0: the side), and on which facing, where that matters.
    """

    side: str
    why: str
    amount: int
    unit: int = 0
    facing: str = ""

    def plain(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return asdict(self)


def static_score(g: Game, sides: Sides) -> list[Point]:
    """Return the static bonuses of a combat, side by side in order of `sides`."""
    ranks = ranks_in_combat(g, [unit for units in sides.values() for unit in units])
    points: list[Point] = []
    for side, units in sides.items():
        enemies = [unit for other, theirs in sides.items() if other != side for unit in theirs]
        points += _charge(g, side, units)
        points += _flanks(g, side, enemies)
        points += _rank_bonus(g, side, units, ranks)
        for unit in units:
            points += _further(g, side, unit)
    return [point for point in points if point.amount]


def _charge(g: Game, side: str, units: Sequence[Unit]) -> list[Point]:
    """+1 for a side with Charging units, once."""
    base = g.ruleset.constant("charge-score")
    scores = [
        (int(value(g, "charge-score", Context(unit=u), base)), u) for u in units if marks.CHARGING in u.marks
    ]
    if not scores:
        return []
    amount, unit = max(scores, key=lambda item: (item[0], -item[1].id))
    return [Point(side, "charge-score", amount, unit.id)]


def _flanks(g: Game, side: str, enemies: Sequence[Unit]) -> list[Point]:
    """+2 for each flank or rear of each enemy on which it is fought, however many units are there."""
    amount = g.ruleset.constant("flank-rear-score")
    return [
        Point(side, "flank-rear-score", amount, enemy.id, facing.value)
        for enemy in enemies
        for facing in SIDES
        if g.engagement.foes_on(enemy.id, facing)
    ]


def _rank_bonus(g: Game, side: str, units: Sequence[Unit], ranks: Mapping[int, int]) -> list[Point]:
    """+1 for each Proper Rank of the unit that has the best bonus."""
    best = max(
        ((rank_bonus(g, unit, ranks[unit.id]), unit) for unit in units),
        key=lambda item: (item[0], -item[1].id),
        default=None,
    )
    return [Point(side, "rank-score", best[0], best[1].id)] if best else []


def rank_bonus(g: Game, unit: Unit, ranks: int) -> int:
    """Return the Rank Bonus of one unit: its ranks in combat up to the most that count, none in Disruptive
    Terrain.
    """
    if disrupted(g, unit):
        return 0
    most = g.ruleset.constant("rank-bonus-max")
    base = min(ranks, most) * g.ruleset.constant("rank-score")
    return max(0, int(value(g, "rank-bonus", Context(unit=unit), base)))


def _further(g: Game, side: str, unit: Unit) -> list[Point]:
    """What rules add for one unit: Standard Bearer, Battle Standard Bearer and others, a line for each
    rule.
    """
    ledger = explain(g, "combat-score", Context(unit=unit), 0)
    total = int(ledger.result)
    points, before = [], 0
    for step in ledger.steps:
        if not step.rejected:
            points.append(Point(side, step.rule, int(step.total) - before, unit.id))
            before = int(step.total)
    rounding = total - before
    return [*points, Point(side, "bounds", rounding, unit.id)] if rounding else points


def casualty_score(g: Game, sides: Sides, lost: Mapping[str, int], wiped: Mapping[str, int]) -> list[Point]:
    """Return the bonuses for the Health Points that the other side lost and for its units that were wiped
    out.
    """
    each, for_unit = g.ruleset.constant("health-loss-score"), g.ruleset.constant("wiped-unit-score")
    points: list[Point] = []
    for side in sides:
        for other in sides:
            if other != side:
                points.append(Point(side, "health-loss-score", lost.get(other, 0) * each))
                points.append(Point(side, "wiped-unit-score", wiped.get(other, 0) * for_unit))
    return [point for point in points if point.amount]


def totals(sides: Sides, points: Iterable[Point]) -> dict[str, int]:
    """Return the Combat Score of each side."""
    sums = dict.fromkeys(sides, 0)
    for point in points:
        sums[point.side] += point.amount
    return sums
