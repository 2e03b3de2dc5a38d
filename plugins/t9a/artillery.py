"""Area Attacks and Direct Hits: how many models one success strikes, and the one hit that is heavier.

Source: Model Rules, Area Attack and Direct Hit; rulings 36.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tercio.kernel.attack import Attack, Strand
from tercio.kernel.geometry import Facing
from tercio.kernel.modifiers import value
from tercio.kernel.query import has
from tercio.kernel.state import Game, Pool, Unit
from tercio.plugins.regiments.formation import RankedFormation, rank_lengths, spots

from .allocation import targets_at_range
from .wounds import Batch

AFTER_HITTING = "automatic"
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
    hit = replace(attack, sequence=AFTER_HITTING, passed=attack.passed - {"to-hit"})
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


def hits_of_strand(g: Game, strand: Strand) -> list[Batch]:
    """Return the hits that a strand of successes to hit makes: those of an area, or as many as each success
    is worth.
    """
    attack = strand.attack
    if has_area(g, attack):
        return area_hits(g, attack, strand.count)
    each = int(value(g, "hits-per-hit", attack.context(), 1))
    return [(replace(attack, sequence=AFTER_HITTING), strand.count * each)]


def makes_more_hits(g: Game, attack: Attack) -> bool:
    """Return whether one success of an attack makes several hits, so that hitting is rolled apart from what
    follows.
    """
    return has_area(g, attack) or int(value(g, "hits-per-hit", attack.context(), 1)) != 1
