"""Pile-in moves: short moves of models into a better place for combat (core rules 15.3).

A unit in combat piles in towards one enemy unit that it is in combat with: no model ends farther from that
unit, and the unit stays in combat with everybody it was in combat with. A unit that is not in combat goes
where it likes. What is offered moves one model after the other, the nearest first, each as near as it gets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import Final

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Shape, distance
from tercio.kernel.state import Game, Unit

from .bodies import bases_of, gap
from .coherency import is_coherent
from .combat import close
from .ground import Body, Ground, MoveTerms
from .judging import ends_in_combat, engaged, first_refusal, misplaced, too_far, way_length
from .strides import SPARE, at_rounded, room

_NEAR: Final = 0.1
"""Inches: a model so near to its target stays where it is."""

_TARGETS: Final = 3
"""The enemy models round which a model looks for a place, the nearest ones."""

_SPOTS: Final = [(cos(pi * i / 6.0), sin(pi * i / 6.0)) for i in range(12)]


def judge_pile_in(
    g: Game,
    unit: Unit,
    bases: Sequence[Shape],
    target: Unit | None,
    terms: MoveTerms,
    ground: Ground | None = None,
) -> Refusal | None:
    """Return why a unit may not pile in to these bases, or None if it may.

    `target` is the unit it piles in towards; for a unit that is not in combat it does not matter.
    """
    ground = ground or Ground(g, unit, terms)

    def loosened(ground: Ground, bases: Sequence[Shape]) -> Refusal | None:
        return _loosened(ground, bases, target)

    return first_refusal(ground, bases, (misplaced, ends_in_combat, loosened, too_far))


def _loosened(ground: Ground, bases: Sequence[Shape], target: Unit | None) -> Refusal | None:
    """Refuse what a unit in combat may not do."""
    foes = engaged(ground, ground.body.bases)
    if not foes:
        return None
    if target is None or target not in foes:
        return Refusal("pile_in.not_in_combat_with_target")
    others = bases_of(target)
    for i, (before, after) in enumerate(zip(ground.body.bases, bases, strict=True)):
        if gap((after,), others) > gap((before,), others) + EPSILON:
            return Refusal("pile_in.farther", {"model": i})
    after_it = engaged(ground, bases)
    lost = [foe for foe in foes if foe not in after_it]
    return Refusal("pile_in.leaves_combat", {"enemy": lost[0].id}) if lost else None


def pile_in(
    g: Game, unit: Unit, target: Unit | None, terms: MoveTerms, ground: Ground | None = None
) -> list[Shape] | None:
    """Return the bases of an allowed pile-in that brings models nearer, or None if none does.

    Without a target a unit that is not in combat goes for the nearest enemy; one that is has to have one.
    """
    ground = ground or Ground(g, unit, terms)
    foes = engaged(ground, ground.body.bases)
    if target is None:
        target = None if foes else _nearest(ground)
    if target is None or (foes and target not in foes):
        return None
    bases = _piled(ground, bases_of(target), [foe for foe in foes if foe is not target])
    if bases is None or judge_pile_in(g, unit, bases, target, terms, ground) is not None:
        return None
    return bases


def _nearest(ground: Ground) -> Unit | None:
    near = [(gap(ground.body.bases, others), foe.id, foe) for foe, others in ground.foes]
    return min(near, key=lambda one: one[:2])[2] if near else None


def _piled(ground: Ground, targets: Sequence[Shape], held: Sequence[Unit]) -> list[Shape] | None:
    """Return the bases after each model has gone nearer if it can, or None if none has."""
    bases = list(ground.body.bases)
    kept = [bases_of(foe) for foe in held]
    order = sorted((gap((base,), targets), i) for i, base in enumerate(bases))
    moved = False
    for now, i in order:
        if now <= _NEAR:
            continue
        mates = bases[:i] + bases[i + 1 :]
        for place in _nearer(ground, bases[i], now, targets, mates):
            tried = [*bases[:i], place, *bases[i + 1 :]]
            if _holds(ground, tried, kept):
                bases, moved = tried, True
                break
    return bases if moved else None


def _holds(ground: Ground, bases: Sequence[Shape], kept: Sequence[Sequence[Shape]]) -> bool:
    """Whether a unit stays coherent, and near to other enemies."""
    reach = ground.terms.combat_range
    return is_coherent(bases, ground.terms.coherency) and all(close(bases, foe, reach) for foe in kept)


def _nearer(
    ground: Ground, base: Shape, now: float, targets: Sequence[Shape], mates: Sequence[Shape]
) -> Iterator[Shape]:
    """Yield places where a model is nearer to its targets and that it can reach, the plainest and nearest
    first.
    """
    near = sorted(targets, key=lambda other: (distance(base, other), other.x, other.y))[:_TARGETS]
    straight = _ahead(ground, base, near[0], mates)
    left = gap((straight,), targets)
    if left <= _NEAR:
        yield straight
    places = [(left, straight), *((gap((place,), targets), place) for place in _spots(base, near, ground))]
    for far, place in sorted(places, key=lambda one: (one[0], hypot(one[1].x - base.x, one[1].y - base.y))):
        if far < now - SPARE and (place is straight or _is_reached(ground, base, place, mates)):
            yield place


def _ahead(ground: Ground, base: Shape, target: Shape, mates: Sequence[Shape]) -> Shape:
    """Return a base gone straight at a target as far as it can."""
    dx, dy = target.x - base.x, target.y - base.y
    far = hypot(dx, dy)
    dx, dy = dx / far, dy / far
    travel = room(Body((base,)), dx, dy, min(far, ground.terms.inches - SPARE), ground, mates)
    return at_rounded(base, base.x + dx * travel, base.y + dy * travel)


def _spots(base: Shape, targets: Sequence[Shape], ground: Ground) -> Iterator[Shape]:
    """Yield places beside targets that are near enough to be reached in a straight line."""
    reach = ground.terms.inches - SPARE
    for target in targets:
        far = target.radius + base.radius + _NEAR * 0.5
        for ux, uy in _SPOTS:
            place = at_rounded(base, target.x + ux * far, target.y + uy * far)
            if hypot(place.x - base.x, place.y - base.y) <= reach:
                yield place


def _is_reached(ground: Ground, base: Shape, place: Shape, mates: Sequence[Shape]) -> bool:
    if not ground.may_stand(place, SPARE) or gap((place,), mates) < SPARE:
        return False
    return way_length(ground, base, place) <= ground.terms.inches - SPARE
