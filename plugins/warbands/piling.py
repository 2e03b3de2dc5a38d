"""Pile-in moves: short moves of models into a better place for combat (Age of Sigmar core rules, 15.3).

A unit in combat piles in towards one enemy unit that it is in combat with: no model ends farther from that
unit, and the unit stays in combat with everybody it was in combat with. A unit that is not in combat goes
where it likes. What is offered moves all together first, then one model after the other, the nearest first.
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
from .strides import SPARE, at_rounded, room, shifted

_NEAR: Final = 0.1
"""Inches: a model so near to its target stays where it is."""

_TARGETS: Final = 3
"""The enemy models round which a model looks for a place, the nearest ones."""

_SHARES: Final = (1.0, 0.5, 0.25)
"""Parts of the way that are tried."""

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
    bases = _Pile(ground, bases_of(target), [bases_of(foe) for foe in foes if foe is not target]).run()
    if bases is None or judge_pile_in(g, unit, bases, target, terms, ground) is not None:
        return None
    return bases


def _nearest(ground: Ground) -> Unit | None:
    near = [(gap(ground.body.bases, others), foe.id, foe) for foe, others in ground.foes]
    return min(near, key=lambda one: one[:2])[2] if near else None


class _Pile:
    """A unit that piles in: `bases` is where it stands by now, `kept` are the bases of enemies to stay
    with.
    """

    def __init__(self, ground: Ground, targets: Sequence[Shape], kept: Sequence[Sequence[Shape]]) -> None:
        self.ground = ground
        self.targets = targets
        self.kept = kept
        self.starts = ground.body.bases
        self.bases = list(self.starts)
        self.gaps = [gap((base,), targets) for base in self.starts]
        self.reach = ground.terms.inches - SPARE

    def run(self) -> list[Shape] | None:
        """Return the bases after everybody has gone nearer who can, or None if nobody has."""
        order = sorted(range(len(self.bases)), key=lambda i: (self.gaps[i], i))
        if self.gaps[order[0]] > _NEAR:
            self.go_together(self.bases[order[0]])
        for i in order:
            self.go_alone(i)
        return self.bases if self.bases != list(self.starts) else None

    def go_together(self, lead: Shape) -> None:
        """Shift the whole unit towards the target as far as it may."""
        ux, uy, far = _line(lead, min(self.targets, key=lambda other: distance(lead, other)))
        for share in _SHARES:
            limit = min(far, self.reach) * share
            travel = room(self.ground.body, ux, uy, limit, self.ground)
            if travel > _NEAR and self.try_out(shifted(self.starts, ux * travel, uy * travel)):
                break

    def go_alone(self, i: int) -> None:
        """Bring one model nearer if it can be."""
        now = gap((self.bases[i],), self.targets)
        mates = self.bases[:i] + self.bases[i + 1 :]
        for place in self.places(i, mates) if now > _NEAR else ():
            nearer = gap((place,), self.targets) < now - SPARE
            reached = nearer and self.is_reached(self.starts[i], place, mates)
            if reached and self.try_out([*self.bases[:i], place, *self.bases[i + 1 :]]):
                break

    def try_out(self, bases: list[Shape]) -> bool:
        """Take bases if the unit is coherent there, nobody has got farther off, and all it holds are held."""
        reach, rule = self.ground.terms.combat_range, self.ground.terms.coherency
        if not is_coherent(bases, rule) or not all(close(bases, foe, reach) for foe in self.kept):
            return False
        if any(gap((base,), self.targets) > most for base, most in zip(bases, self.gaps, strict=True)):
            return False
        self.bases = bases
        return True

    def places(self, i: int, mates: Sequence[Shape]) -> Iterator[Shape]:
        """Yield places for a model to try: straight at the nearest target, all the way or part of it.

        One that does not get into combat range so tries places round several targets before, the nearest
        first.
        """
        base, reach = self.bases[i], self.ground.terms.combat_range
        near = sorted(self.targets, key=lambda other: distance(base, other))[:_TARGETS]
        straight = self.straight_at(base, near[0], mates)
        first = next(straight)
        if not close((first,), self.targets, reach):
            spots = [(hypot(s.x - base.x, s.y - base.y), k, s) for k, s in enumerate(_spots(base, near))]
            yield from (spot for _, _, spot in sorted(spots, key=lambda one: one[:2]))
        yield first
        yield from straight

    def straight_at(self, base: Shape, target: Shape, mates: Sequence[Shape]) -> Iterator[Shape]:
        """Yield how far a model can go straight at a target, and what it comes to if it goes a part of it."""
        body = Body((base,))
        ux, uy, far = _line(base, target)
        for share in _SHARES:
            travel = room(body, ux, uy, min(far, self.reach) * share, self.ground, mates)
            yield at_rounded(base, base.x + ux * travel, base.y + uy * travel)

    def is_reached(self, start: Shape, place: Shape, mates: Sequence[Shape]) -> bool:
        """Whether a model that began at one place may end at another."""
        if hypot(place.x - start.x, place.y - start.y) > self.reach or gap((place,), mates) <= 0.0:
            return False
        if not self.ground.may_stand(place, SPARE * 0.5):
            return False
        return way_length(self.ground, start, place) <= self.reach


def _line(base: Shape, target: Shape) -> tuple[float, float, float]:
    """Return the direction from a base to the middle of a target, and how far that is."""
    dx, dy = target.x - base.x, target.y - base.y
    far = hypot(dx, dy)
    return dx / far, dy / far, far


def _spots(base: Shape, targets: Sequence[Shape]) -> Iterator[Shape]:
    """Yield places all round some targets, and behind those one base farther out."""
    for target in targets:
        for back in (0.0, 2.0 * base.radius + _NEAR):
            far = target.radius + base.radius + _NEAR * 0.5 + back
            for ux, uy in _SPOTS:
                yield at_rounded(base, target.x + ux * far, target.y + uy * far)
