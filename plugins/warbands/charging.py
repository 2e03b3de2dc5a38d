"""Charges of a unit of loose models: it has to end near an enemy in sight, and may go through combat ranges.

What is offered brings one model into contact or near it and the others along, in an unbroken body if that
gets everybody into combat, else formed up anew (Age of Sigmar core rules, 14.3). Distances in inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import cos, hypot, pi, sin
from typing import Final

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Shape, distance
from tercio.kernel.state import Game, Unit

from .bodies import bases_of, gap
from .combat import close
from .forming import regroup
from .ground import Body, Ground, MoveTerms
from .judging import ends_in_combat, first_refusal, misplaced, too_far, way_length
from .strides import SPARE, at_rounded, room, shifted

_PAIRS: Final = 6
"""The nearest pairs of a model and an enemy model that are tried."""

_WAYS: Final = 3
"""Places by an enemy model to which ways round something are looked for, the nearest ones."""

_SPOTS: Final = [(cos(pi * i / 8.0), sin(pi * i / 8.0)) for i in range(16)]
"""Directions in which places round an enemy model are looked for."""


def judge_charge(
    g: Game,
    unit: Unit,
    bases: Sequence[Shape],
    terms: MoveTerms,
    foes: Sequence[Unit],
    reach: float,
    ground: Ground | None = None,
) -> Refusal | None:
    """Return why a unit may not charge to these bases, or None if it may.

    It has to end within `reach` of one of `foes` that it then sees (Age of Sigmar core rules, 14.3).
    """
    ground = ground or Ground(g, unit, terms)
    refusal = first_refusal(ground, bases, (misplaced, ends_in_combat))
    if refusal is not None:
        return refusal
    near = [foe for foe in foes if gap(bases, bases_of(foe)) <= reach + EPSILON]
    if not near:
        return Refusal("charge.out_of_reach", {"reach": reach})
    if terms.sees is not None and not any(terms.sees(bases, foe) for foe in near):
        return Refusal("charge.out_of_sight", {"enemy": near[0].id})
    return too_far(ground, bases)


def charge_to(
    g: Game, unit: Unit, foe: Unit, terms: MoveTerms, reach: float, ground: Ground | None = None
) -> list[Shape] | None:
    """Return bases of an allowed charge with a model within `reach` of a model of `foe`, or None.

    Of the ways that are tried the one is best that gets most models within combat range of the foe.
    """
    ground = ground or Ground(g, unit, terms)
    targets = bases_of(foe)
    best: list[Shape] | None = None
    most = 0
    for bases in _charges(ground, targets, reach):
        fighting = sum(close((base,), targets, terms.combat_range) for base in bases)
        if fighting > most and judge_charge(g, unit, bases, terms, (foe,), reach, ground) is None:
            best, most = bases, fighting
            if most == len(bases):
                break
    return best


def _charges(ground: Ground, targets: Sequence[Shape], reach: float) -> Iterator[list[Shape]]:
    """Yield charges to try, the plainest first."""
    pairs = _pairs(ground, targets, reach)
    if ground.is_coherent:
        for i, target in pairs:
            yield from _together(ground, i, target)
    if len(ground.body.bases) > 1:
        for i, target in pairs:
            yield from _apart(ground, i, target)
    for i, target in pairs[: _PAIRS // 2]:
        yield from _beside(ground, i, target, reach)


def _pairs(ground: Ground, targets: Sequence[Shape], reach: float) -> list[tuple[int, Shape]]:
    """Return the nearest pairs of the index of a model and an enemy model that can come together."""
    pairs = [
        (distance(base, target), i, k)
        for i, base in enumerate(ground.body.bases)
        for k, target in enumerate(targets)
    ]
    farthest = ground.terms.inches + reach + EPSILON
    return [(i, targets[k]) for far, i, k in sorted(pairs)[:_PAIRS] if far <= farthest]


def _together(ground: Ground, i: int, target: Shape) -> Iterator[list[Shape]]:
    """Yield the unit shifted until one model meets its target or something else is met."""
    for inches in (ground.terms.inches, ground.terms.inches - SPARE):
        dx, dy = _stride(ground, ground.body, ground.body.bases[i], target, inches)
        yield shifted(ground.body.bases, dx, dy)


def _apart(ground: Ground, i: int, target: Shape) -> Iterator[list[Shape]]:
    """Yield the unit formed up anew round a model that goes straight at its target."""
    base = ground.body.bases[i]
    dx, dy = _stride(ground, Body((base,)), base, target, ground.terms.inches - SPARE)
    formed = regroup(ground, i, at_rounded(base, base.x + dx, base.y + dy), (target.x, target.y))
    if formed is not None:
        yield formed


def _stride(ground: Ground, body: Body, base: Shape, target: Shape, inches: float) -> tuple[float, float]:
    dx, dy = target.x - base.x, target.y - base.y
    far = hypot(dx, dy)
    travel = room(body, dx / far, dy / far, min(inches, far), ground)
    return dx / far * travel, dy / far * travel


def _beside(ground: Ground, i: int, target: Shape, reach: float) -> Iterator[list[Shape]]:
    """Yield the unit formed up round a model that goes round what is in the way to a place by its target."""
    base = ground.body.bases[i]
    free = (place for place in _spots(base, target, reach) if ground.may_stand(place, SPARE))
    for place in islice(free, _WAYS):
        if way_length(ground, base, place) <= ground.terms.inches:
            formed = regroup(ground, i, place, (target.x, target.y))
            if formed is not None:
                yield formed


def _spots(base: Shape, target: Shape, reach: float) -> list[Shape]:
    """Return places for a base half of `reach` away from a target, the nearest first."""
    spots = []
    for k, (ux, uy) in enumerate(_SPOTS):
        far = target.radius + base.radius + reach
        near = base.moved(target.x + ux * far - base.x, target.y + uy * far - base.y)
        far -= distance(near, target) - reach * 0.5
        place = at_rounded(base, target.x + ux * far, target.y + uy * far)
        spots.append((hypot(place.x - base.x, place.y - base.y), k, place))
    return [place for _, _, place in sorted(spots, key=lambda spot: spot[:2])]
