"""Area Attacks and Direct Hits: how many models one success strikes, and the one hit that is heavier.

Source: Model Rules, Area Attack and Direct Hit; rulings 36.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tercio.kernel.attack import Attack, Strand, resolve
from tercio.kernel.decl import AttackSequence
from tercio.kernel.geometry import Facing
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.query import has
from tercio.kernel.state import Game, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, rank_lengths, spots

from .allocation import targets_at_range
from .wounds import Batch

AFTER_HITTING, TO_HIT, TO_WOUND = "automatic", "to-hit", "to-wound"
DIRECT_HIT, DIRECT = "Direct Hit", "direct-hit"
_ENDS = (Facing.FRONT.value, Facing.REAR.value)


def area_of(g: Game, attack: Attack) -> tuple[int, int]:
    """Return hits in each rank or file and the ranks or files that an attack strikes; (0, 0) for a single
    hit.
    """
    c = attack.context()
    return int(value(g, "area-width", c, 0)), int(value(g, "area-depth", c, 0))


def has_area(g: Game, attack: Attack) -> bool:
    """Return whether a success of an attack strikes an area."""
    return area_of(g, attack)[0] > 0


def models_struck(unit: Unit, width: int, depth: int, facing: str) -> int:
    """Return how many models of a unit an Area Attack strikes: the fullest ranks seen from front or rear,
    files from a flank.
    """
    lines = sorted(_lines(unit, facing), reverse=True)
    return min(unit.models, sum(min(width, models) for models in lines[:depth]))


def _lines(unit: Unit, facing: str) -> list[int]:
    if not isinstance(unit.formation, RankedFormation):
        return [unit.models]
    if facing in _ENDS:
        return rank_lengths(unit)
    return list(Counter(spot.file for spot in spots(unit)).values())


def area_hits(g: Game, attack: Attack, successes: int) -> list[Batch]:
    """Return the hits that successes of an Area Attack make, as attacks that have hit, one of each success
    a Direct Hit.

    The first hits go to the pool aimed at, no more than it has models; what is left over to others that can
    be aimed at.
    """
    width, depth = area_of(g, attack)
    unit = attack.target.unit
    struck = models_struck(unit, width, depth, str(attack.facts.get("facing", Facing.FRONT.value)))
    hit = replace(attack, sequence=AFTER_HITTING, passed=attack.passed - {TO_HIT})
    direct = has(g, attack.context(), attack, DIRECT_HIT)
    batches: list[Batch] = []
    left = struck
    for pool in _aimed_first(g, attack.target):
        share = min(left, pool.models)
        left -= share
        batches += _pool_batches(hit, pool, share, successes, direct and pool is attack.target)
    return batches


def _aimed_first(g: Game, target: Pool) -> list[Pool]:
    return [target, *(pool for pool in targets_at_range(g, target.unit) if pool is not target)]


def _pool_batches(hit: Attack, pool: Pool, share: int, successes: int, direct: bool) -> list[Batch]:
    plain = replace(hit, target=pool, fixed=dict(hit.fixed), label=f"{hit.label}/{pool.id}")
    heavier = 1 if direct and share else 0
    batches: list[Batch] = []
    if share > heavier:
        batches.append((plain, (share - heavier) * successes))
    if heavier:
        marked = replace(plain, kinds=plain.kinds | {DIRECT}, label=f"{plain.label}/{DIRECT}")
        batches.append((marked, successes))
    return batches


def with_automatic(g: Game, attack: Attack) -> Attack:
    """Return the attack with the stages passed that rules pass without a roll (Automatic Hits)."""
    c = attack.context()
    passed = set(attack.passed)
    for stage, permission in ((TO_HIT, "hit-automatically"), (TO_WOUND, "wound-automatically")):
        if may(g, permission, c, False):
            passed.add(stage)
    return replace(attack, passed=frozenset(passed)) if len(passed) != len(attack.passed) else attack


def hits_of_strand(g: Game, strand: Strand) -> list[Batch]:
    """Return the hits that a strand of successes to hit makes: those of an area, or as many as each success
    is worth.

    Of single hits one is the Direct Hit, if the attack has one.
    """
    attack = strand.attack
    if has_area(g, attack):
        return area_hits(g, attack, strand.count)
    each = int(value(g, "hits-per-hit", attack.context(), 1))
    hit = replace(attack, sequence=AFTER_HITTING)
    if each > 1 and TO_WOUND in attack.passed and not may(g, "wound-automatically", attack.context(), False):
        # Of the hits of one natural die only one wounds by itself.
        plain = replace(hit, passed=hit.passed - {TO_WOUND})
        return [(hit, strand.count), (plain, strand.count * (each - 1))]
    if not has(g, attack.context(), attack, DIRECT_HIT):
        return [(hit, strand.count * each)]
    heavier = replace(hit, kinds=hit.kinds | {DIRECT}, label=f"{hit.label}/{DIRECT}")
    return [(hit, strand.count * each - 1), (heavier, 1)]


def makes_more_hits(g: Game, attack: Attack) -> bool:
    """Return whether the hits of an attack differ from its successes to hit, so that hitting is rolled
    apart: an area, several hits for one success, a Direct Hit.
    """
    c = attack.context()
    if has_area(g, attack) or int(value(g, "hits-per-hit", c, 1)) != 1:
        return True
    return has(g, c, attack, DIRECT_HIT)


def readied(g: Game, attack: Attack, count: int) -> list[Batch]:
    """Return a batch as it is resolved: what rules hit or wound with automatically, and hits rolled apart
    where they differ.
    """
    attack = with_automatic(g, attack)
    first = g.ruleset.get(AttackSequence, attack.sequence).stages[0].roll
    if first != TO_HIT or not makes_more_hits(g, attack):
        return [(attack, count)]
    report = resolve(g, attack, count, TO_HIT)
    return [batch for strand in report.through for batch in hits_of_strand(g, strand)]
