"""Averages that judgement stands on: the wounds that units deal each other, and what those are worth.

What one model deals is worked out through the attack sequences of the pack, with all rules that hold before
the battle with nobody in any place, and kept: equal armies share it. What was not known then is worked out
when it is first asked. Worth is in points of army lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any
from weakref import WeakKeyDictionary

from tercio.kernel.attack import Attack, Strand, mean
from tercio.kernel.context import Context
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.geometry import Facing
from tercio.kernel.modifiers import value
from tercio.kernel.query import base_value, stat
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Arm, Game, Part, Pool, Unit

from ..blows import attack_of
from ..contact import HAS_CHARGED, this_turn
from ..losses import damage_each
from ..muster import CHOICES, body_of
from ..standing import counted_ranks, files_of
from ..volley import AUTOMATIC, SHOOTING, aim

_RANKS = 2
"""So many ranks behind the first make a unit steadier."""
_ASIDE = 0.4
"""How much of its blows a unit deals to who stands on its flank or rear."""
_SURPRISE = 1.0
"""What it counts, in wounds, to come from the side."""
_BREAK, _MOST_BREAK = 0.12, 0.9
"""The chance that the loser of a round runs, for each wound that it is behind, and at most."""

Deals = tuple[float, float]
"""Wounds that one model deals in front, and from behind."""


@dataclass(slots=True)
class Table:
    """What the parts of two armies deal to each other: in combat by part, target and whether it charged, by
    shooting by part, weapon and target.
    """

    deals: dict[tuple[int, int, bool], Deals] = field(default_factory=dict)
    shots: dict[tuple[int, int, int], float] = field(default_factory=dict)

    def fill(self, g: Game) -> None:
        """Work out everything between enemies, as if nobody stood on the table."""
        for unit, foe in permutations(g.units.values(), 2):
            if unit.owner != foe.owner:
                with _nowhere(unit), _nowhere(foe):
                    self._fill(g, unit, body_of(foe))

    def _fill(self, g: Game, unit: Unit, target: Pool) -> None:
        for part in unit.parts():
            for charged in (False, True):
                self.deals[part.id, target.id, charged] = _struck(g, part, target, charged)
            for arm in part.arms:
                if SHOOTING in arm.kinds:
                    self.shots[part.id, arm.id, target.id] = _shot(g, part, arm, target)


_MOST_TABLES = 32
_tables: WeakKeyDictionary[Ruleset, dict[Any, Table]] = WeakKeyDictionary()


def table_of(g: Game) -> Table:
    """Return what two armies deal to each other before the battle; equal armies share it. Where the battle is
    under way nothing is known yet.
    """
    if g.clock.frame("round") is not None:
        return Table()
    known = _tables.setdefault(g.ruleset, {})
    key = tuple(_kind_of(unit) for unit in g.units.values())
    if key not in known:
        if len(known) >= _MOST_TABLES:
            known.clear()
        known[key] = Table()
        known[key].fill(g)
    return Table(dict(known[key].deals), dict(known[key].shots))


def _kind_of(unit: Unit) -> tuple[Any, ...]:
    """Return what makes a unit what it is before the battle."""
    pools = ((pool.id, pool.entry, pool.starting, *pool.memory.get(CHOICES, ())) for pool in unit.pools)
    return (unit.id, unit.owner, *pools)


@contextmanager
def _nowhere(unit: Unit) -> Iterator[None]:
    """Ask as if a unit stood on no table; afterwards it is where it was."""
    rect, unit.rect = unit.rect, None
    try:
        yield
    finally:
        unit.rect = rect


def mean_of(amount: Any) -> float:
    """Return the mean of an amount: a number, or dice."""
    if isinstance(amount, DiceAmount):
        return amount.count * (amount.sides + 1) / 2.0 + amount.plus
    return float(amount or 0)


def health(unit: Unit) -> int:
    """Return the wounds that destroy a unit, at least 1."""
    return max(1, sum(pool.health for pool in unit.pools))


class Estimates:
    """Averages for one agent in one game."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._support: dict[int, int] = {}
        self._steady: dict[tuple[int, int, int], int] = {}
        self._reach: dict[int, float] = {}
        self._arms: dict[int, tuple[tuple[Part, Arm], ...]] = {}
        self._clashes: dict[tuple[int, ...], float] = {}

    # -- combat ------------------------------------------------------------------------------------

    def dealt(self, g: Game, unit: Unit, foe: Unit, *, charged: bool = False) -> float:
        """Return the wounds that the front of a unit deals to another in a round of combat."""
        target, files, total = body_of(foe), max(1, files_of(unit)), 0.0
        for pool in unit.pools:
            if not pool.models:
                continue
            front = min(files, pool.models)
            behind = min(pool.models - front, files * self._supporting(g, unit, foe))
            for part in pool.parts:
                each, less = self._deal(g, part, target, charged)
                total += part.count * (front * each + behind * less)
        return total

    def table(self, g: Game) -> Table:
        """Return what the armies deal to each other; made at the first decision."""
        if self._table is None:
            self._table = table_of(g)
        return self._table

    def _deal(self, g: Game, part: Part, target: Pool, charged: bool) -> Deals:
        deals = self.table(g).deals
        key = (part.id, target.id, charged)
        known = deals.get(key)
        if known is None:
            known = deals[key] = _struck(g, part, target, charged)
        return known

    def _supporting(self, g: Game, unit: Unit, foe: Unit) -> int:
        known = self._support.get(unit.id)
        if known is None:
            c = Context(unit=unit, target_unit=foe)
            known = self._support[unit.id] = int(value(g, "supporting-ranks", c, 0))
        return known

    def clash(
        self, g: Game, unit: Unit, foe: Unit, side: Facing = Facing.FRONT, *, charged: bool = False
    ) -> float:
        """Return what a round of combat is worth to a unit that stands on a side of an enemy."""
        aside = side is not Facing.FRONT
        strength, foe_strength = health(unit), health(foe)
        key = (unit.id, foe.id, aside, charged, strength, foe_strength)
        known = self._clashes.get(key)
        if known is None:
            dealt = min(float(foe_strength), self.dealt(g, unit, foe, charged=charged))
            suffered = min(float(strength), self.dealt(g, foe, unit)) * (_ASIDE if aside else 1.0)
            margin = dealt - suffered + self._ranks(g, unit) + _SURPRISE * aside
            margin -= 0.0 if aside else self._ranks(g, foe)
            known = foe.cost * _lost(dealt / foe_strength, margin)
            known -= unit.cost * _lost(suffered / strength, -margin)
            self._clashes[key] = known
        return known

    def _ranks(self, g: Game, unit: Unit) -> int:
        key = (unit.id, unit.models, files_of(unit))
        known = self._steady.get(key)
        if known is None:
            known = self._steady[key] = min(_RANKS, max(0, counted_ranks(g, unit) - 1))
        return known

    # -- shooting ----------------------------------------------------------------------------------

    def arms(self, unit: Unit) -> tuple[tuple[Part, Arm], ...]:
        """Return what a unit shoots with, part by part."""
        known = self._arms.get(unit.id)
        if known is None:
            parts = [part for pool in unit.pools for part in pool.parts]
            known = tuple((part, arm) for part in parts for arm in part.arms if SHOOTING in arm.kinds)
            self._arms[unit.id] = known
        return known

    def reach(self, g: Game, unit: Unit) -> float:
        """Return how far the weapons of a unit reach, 0.0 without any."""
        known = self._reach.get(unit.id)
        if known is None:
            pairs = [(part, arm) for part, arm in self.arms(unit) if part.pool.models]
            contexts = [aim(g, part, arm, part.pool).context() for part, arm in pairs]
            known = self._reach[unit.id] = max((float(stat(g, "range", c)) for c in contexts), default=0.0)
        return known

    def volley(self, g: Game, unit: Unit, foe: Unit) -> float:
        """Return what it is worth to shoot at an enemy with everything."""
        if foe.destroyed or not self.arms(unit):
            return 0.0
        best: dict[int, float] = {}
        for part, arm in self.arms(unit):
            wounds = self.shot(g, part, arm, foe) * part.pool.models * part.count
            best[part.id] = max(best.get(part.id, 0.0), wounds)
        return foe.cost * min(1.0, sum(best.values()) / health(foe))

    def shot(self, g: Game, part: Part, arm: Arm, foe: Unit) -> float:
        """Return the wounds that one model deals with a weapon."""
        target, shots = body_of(foe), self.table(g).shots
        key = (part.id, arm.id, target.id)
        known = shots.get(key)
        if known is None:
            known = shots[key] = _shot(g, part, arm, target)
        return known

    def blow(self, g: Game, part: Part, arm: Arm, foe: Unit) -> float:
        """Return the wounds that one model deals to an enemy with a weapon of combat."""
        return _blows(g, replace(attack_of(part, body_of(foe)), arm=arm))[0]


def _lost(share: float, behind: float) -> float:
    """Return the part of a unit that is lost: what falls, and the rest if it runs."""
    runs = min(_MOST_BREAK, max(0.0, behind) * _BREAK)
    return share + (1.0 - share) * runs


@contextmanager
def _charging(g: Game, unit: Unit, charged: bool) -> Iterator[None]:
    """Ask as if a unit had charged in this turn, or had not; afterwards it is as it was."""
    before = unit.memory.pop(HAS_CHARGED, None)
    if charged:
        unit.memory[HAS_CHARGED] = this_turn(g)
    try:
        yield
    finally:
        unit.memory.pop(HAS_CHARGED, None)
        if before is not None:
            unit.memory[HAS_CHARGED] = before


def _struck(g: Game, part: Part, target: Pool, charged: bool) -> Deals:
    if part.profile.get("attacks") is None:
        return 0.0, 0.0
    with _charging(g, part.pool.unit, charged):
        return _blows(g, attack_of(part, target))


def _shot(g: Game, part: Part, arm: Arm, target: Pool) -> float:
    attack = aim(g, part, arm, target)
    c = attack.context()
    number = mean_of(value(g, "shots", c, arm.numbers.get("shots") or 1))
    if AUTOMATIC in attack.kinds:
        number *= mean_of(value(g, "hits", c, attack.number("hits")))
    return number * _wounds(g, attack)


def _blows(g: Game, attack: Attack) -> Deals:
    c, part = attack.context(), attack.attacker
    each = mean_of(value(g, "attacks", c, part.profile["attacks"] if part is not None else 0))
    less = min(each, mean_of(value(g, "supporting-attacks", c, 1)))
    wounds = _wounds(g, attack)
    return each * wounds, less * wounds


def _wounds(g: Game, attack: Attack) -> float:
    """Return the wounds of one attack on average."""
    report = mean(g, attack, 1.0)
    ended = [strand for strands in report.ended.values() for strand in strands]
    return sum(_damage(g, strand) for strand in (*report.through, *ended))


def _damage(g: Game, strand: Strand) -> float:
    each, most = damage_each(g, strand.attack)
    return float(strand.count) * min(mean_of(each), float(most))


def speed(unit: Unit) -> float:
    """Return the Move of a unit in inches, as printed."""
    return float(base_value(unit, "move") or 0.0)
