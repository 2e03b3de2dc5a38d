"""Agility Order: who strikes when, fixed before the first blow.

A `Swing` is one kind of melee attack of one model part at one step: its Standard Melee Attacks, or Impact
Hits, Stomp or Grind Attacks. Source: T9A rulebook, Melee Phase 3.A, Model Rules (Impact Hits, Stomp Attack,
Grind Attack); rulings 27, 39.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tercio.kernel.attack import Attack
from tercio.kernel.dice import most
from tercio.kernel.modifiers import value
from tercio.kernel.query import stat
from tercio.kernel.state import Arm, Game, Part, Pool, Unit

from ..engaging import in_turn
from ..wounds import is_none
from .equipment import wielded

STANDARD = "standard"
IMPACT, STOMP, GRIND = "impact", "stomp", "grind"
VALUE = {IMPACT: "impact-hits", STOMP: "stomp-attacks", GRIND: "grind-attacks"}


@dataclass(frozen=True, slots=True, eq=False)
class Swing:
    """One kind of attack of a part at a step; `arm` is the weapon of Standard Melee Attacks."""

    step: int
    unit: Unit
    part: Part
    kind: str
    arm: Arm | None = None


def probe(part: Part, kind: str, arm: Arm | None, target: Pool, combat: int) -> Attack:
    """Return an attack of a part at a pool, before it is known from where it comes."""
    standard = kind == STANDARD
    kinds = {"melee", STANDARD} if standard else {"melee", "special", kind}
    return Attack(
        STANDARD_SEQUENCE if standard else SPECIAL_SEQUENCE,
        frozenset(kinds),
        target,
        unit=part.pool.unit,
        attacker=part,
        arm=arm if standard else None,
        label=f"combat:{combat}/{part.id}/{target.id}/{kind}",
    )


STANDARD_SEQUENCE, SPECIAL_SEQUENCE = "melee", "automatic"


def agility_order(g: Game, units: Iterable[Unit], combat: int) -> list[list[Swing]]:
    """Return the swings of a round, step by step from the highest; the Active Player's first in each."""
    steps: dict[int, list[Swing]] = {}
    for unit in in_turn(g, units):
        target = _some_foe(g, unit)
        if target is not None:
            for pool in unit.pools:
                for swing in _swings(g, unit, pool, target, combat):
                    steps.setdefault(swing.step, []).append(swing)
    return [steps[step] for step in sorted(steps, reverse=True)]


def _some_foe(g: Game, unit: Unit) -> Pool | None:
    """Any enemy in contact: numbers of the order do not hang on who is struck."""
    for foe in g.engagement.foes(unit.id):
        for pool in g.units[foe].pools:
            if pool.models:
                return pool
    return None


def _swings(g: Game, unit: Unit, pool: Pool, target: Pool, combat: int) -> list[Swing]:
    swings = []
    for part in pool.parts:
        if part.profile.get("attacks") is not None:
            arm = wielded(part)
            c = probe(part, STANDARD, arm, target, combat).context()
            swings.append(Swing(int(stat(g, "agility", c)), unit, part, STANDARD, arm))
    return swings + [swing for kind in VALUE for swing in _special(g, unit, pool, kind, target, combat)]


def _special(g: Game, unit: Unit, pool: Pool, kind: str, target: Pool, combat: int) -> list[Swing]:
    """The swings of one kind of special attack; of Impact Hits and Stomp Attacks only the part with most
    makes them.
    """
    found: list[tuple[int, Swing]] = []
    for part in pool.parts:
        c = probe(part, kind, None, target, combat).context()
        number = value(g, VALUE[kind], c, 0)
        if not is_none(number):
            found.append((most(number), Swing(_special_step(g, kind, c), unit, part, kind)))
    if kind != GRIND:
        found = sorted(found, key=lambda item: -item[0])[:1]
    return [swing for _, swing in found]


def _special_step(g: Game, kind: str, c: object) -> int:
    match kind:
        case "impact":
            return int(g.ruleset.constant("impact-agility"))
        case "stomp":
            return int(g.ruleset.constant("stomp-agility"))
        case _:
            return int(stat(g, "agility", c))  # type: ignore[arg-type]
