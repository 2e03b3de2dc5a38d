"""What attacks will cost, before they are rolled: for exact odds (`tercio.kernel.odds.duel`).

Attacks are independent, and each unsaved wound costs `damage` Health Points, never more than one model of
the target has. Source: T9A rulebook, Attacks 2-4; rulings 26, 32.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from tercio.kernel.attack import Attack
from tercio.kernel.odds.amounts import amount
from tercio.kernel.odds.asking import Rolled
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.duel import Blow
from tercio.kernel.odds.spread import spread
from tercio.kernel.state import Game, Pool
from tercio.kernel.windows import listens

from .artillery import makes_more_hits, with_automatic
from .wounds import UNARMOURED, WOUNDED, damage_each

Falls = dict[Hashable, Distribution]
"""Health Points lost by (unit that did it, pool), by ids."""


def unforeseen(g: Game) -> str:
    """Return why losses cannot be told beforehand: rules look on while dice fall; "" if they can."""
    heard = [window for window in (WOUNDED, UNARMOURED) if listens(g, f"after {window}")]
    return f"rules look on after {heard[0]}" if heard else ""


def struck(g: Game, attack: Attack, number: Distribution, what: str = "") -> Blow:
    """Return so many equal attacks. Raises Rolled where hits are no successes (Area Attack, Direct Hit)."""
    ready, part = with_automatic(g, attack), attack.attacker
    assert part is not None
    if makes_more_hits(g, ready):
        raise Rolled(f"hits of {part.name} are rolled apart")
    name = ready.arm.name if ready.arm is not None else what
    return Blow(f"{part.name}, {name}" if name else part.name, part.pool.unit.id, ready, number)


def merged(blows: Iterable[Blow]) -> list[Blow]:
    """Join blows of the same part, target and circumstances."""
    found: dict[Hashable, Blow] = {}
    for one in blows:
        key = one.attack.label, tuple(sorted(one.attack.facts.items()))
        known = found.get(key)
        found[key] = one if known is None else replace(known, number=known.number + one.number)
    return list(found.values())


def falls_of(g: Game, blows: Iterable[Blow]) -> Falls:
    """Return what blows cost each pool, at most all that it has."""
    pools: dict[int, Pool] = {}
    sums: dict[tuple[int, int], Distribution] = {}
    for one in blows:
        pool = one.attack.target
        points = spread(g, one.attack).worth(lambda attack: _cost(g, attack)).random_times(one.number)
        key = one.unit, pool.id
        pools[pool.id] = pool
        sums[key] = sums[key] + points if key in sums else points
    return {key: points.capped(pools[key[1]].health) for key, points in sums.items()}


def _cost(g: Game, attack: Attack) -> Distribution:
    """Return the Health Points that one unsaved wound costs; none if a natural die has ended it."""
    if attack.ended:
        return Distribution.certain(0)
    each, most = damage_each(g, attack)
    return amount(each).map(lambda points: min(max(0, points), most))
