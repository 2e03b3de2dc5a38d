"""Who is in combat with whom, and who can be reached and seen.

Two units are in combat if any of their models are nearer than the combat range and any see each other (Age
of Sigmar core rules, 7.0). Whether one unit sees another needs no look at the models of the two: if a line
from one to the other crosses models of either, the stretch of it between the last of the one and the first
of the other does not. So units always see each other or do not, and only what belongs to neither can be in
the way. From a single model the same target has to be both near enough and seen (6.0), and there other
models of the target's unit are in the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tercio.kernel.geometry import EPSILON, Circle, Shape, distance
from tercio.kernel.geometry.clear import hides
from tercio.kernel.state import Game, Model, Unit

from .bodies import bases_of, reach_of
from .screens import unhidden
from .sight import blockers_between, sees, sees_plainly


def close(bases: Sequence[Shape], others: Sequence[Shape], combat_range: float) -> bool:
    """Whether any two bases of two lists are nearer than the combat range; exactly at it is too far."""
    limit = combat_range - EPSILON
    return any(_nearer(base, others, limit) for base in bases)


def _nearer(base: Shape, others: Sequence[Shape], limit: float) -> list[Shape]:
    """Return those of some bases that are nearer than a limit in inches to one."""
    x, y, r = base.x, base.y, base.radius + limit
    plain = type(base) is Circle
    found = []
    for other in others:
        dx, dy, far = other.x - x, other.y - y, other.radius + r
        if dx * dx + dy * dy < far * far and (
            (plain and type(other) is Circle) or distance(base, other) < limit
        ):
            found.append(other)
    return found


Pair: TypeAlias = tuple[int, int]
Sight: TypeAlias = tuple[list[Shape], list[Shape], list[Shape], bool]
"""Bases of one unit and of another, what was between them, and whether they saw each other."""


class Field:
    """Everything that stands on the table at one moment: units with their bases, and `blocking` shapes that
    no sight passes. It is a picture: after a change of the game ask for a new one, which looks again only
    where something changed if it is given the one `before`. `looked` is for whoever keeps it: when it was
    last held against the table.
    """

    __slots__ = ("_bases", "_between", "_discs", "_sights", "blocking", "looked", "units")

    def __init__(self, g: Game, blocking: Sequence[Shape], before: Field | None = None) -> None:
        self.units: list[Unit] = []
        self.blocking = blocking
        self.looked = 0
        self._bases: dict[int, list[Shape]] = {}
        self._discs: dict[int, Circle] = {}
        self._between: dict[Pair, list[Shape]] = {}
        self._sights: dict[Pair, Sight] = {} if before is None else before._sights.copy()
        for unit in g.units.values():
            bases = [] if unit.destroyed else bases_of(unit)
            if bases:
                self.units.append(unit)
                self._put(unit, bases)

    def moved(self, unit: Unit, bases: list[Shape]) -> Field:
        """Return the picture with a unit on other bases, as it would be; at least one base."""
        new: Field = object.__new__(Field)
        new.units = self.units if unit.id in self._bases else [*self.units, unit]
        new.blocking, new.looked = self.blocking, 0
        new._bases = self._bases.copy()
        new._discs = self._discs.copy()
        new._between = {}
        new._sights = self._sights.copy()
        new._put(unit, bases)
        return new

    def _put(self, unit: Unit, bases: list[Shape]) -> None:
        self._bases[unit.id] = bases
        self._discs[unit.id] = Circle(*reach_of(bases))

    def bases(self, unit: Unit) -> list[Shape]:
        """Return the bases of a unit in the order of its models; [] if it does not stand on the table."""
        return self._bases.get(unit.id, [])

    def disc(self, unit: Unit) -> Circle:
        """Return a disc that holds all bases of a unit. Raises KeyError if it does not stand on the table."""
        return self._discs[unit.id]

    @property
    def by_unit(self) -> Mapping[int, list[Shape]]:
        """The bases of all units on the table, by id."""
        return self._bases

    def find(self, unit: Unit) -> Circle | None:
        """Return a disc that holds all bases of a unit, None if it does not stand on the table."""
        return self._discs.get(unit.id)

    def others(self, unit: Unit) -> list[Shape]:
        """Return all that blocks the sight of a unit: the bases of all others, then the blocking shapes."""
        bases = [base for other, those in self._bases.items() if other != unit.id for base in those]
        return [*bases, *self.blocking]

    def between(self, unit: Unit, foe: Unit) -> list[Shape]:
        """Return what belongs to neither of two units and may be in the way from the one to the other."""
        key = (unit.id, foe.id)
        known = self._between.get(key)
        if known is None:
            known = self._between[key] = self._gather(*key)
        return known

    def _gather(self, one: int, two: int) -> list[Shape]:
        a, b = self._discs[one], self._discs[two]
        near = blockers_between(a, b, self.blocking)
        between = blockers_between(a, b, self._discs.values())
        # The two themselves are always among those in the band from the one to the other.
        if len(between) > 2:
            for other, disc in self._discs.items():
                if other != one and other != two and any(disc is each for each in between):
                    near += blockers_between(a, b, self._bases[other])
        return near

    def sees(self, unit: Unit, foe: Unit) -> bool:
        """Whether any model of one unit sees any of another, both on the table; the same the other way."""
        if unit.id > foe.id:
            unit, foe = foe, unit
        near = self.between(unit, foe)
        if not near:
            return True
        asked = (self._bases[unit.id], self._bases[foe.id], near)
        known = self._sights.get((unit.id, foe.id))
        if known is None or known[:3] != asked:
            known = self._sights[unit.id, foe.id] = (*asked, self._look(unit, foe))
        return known[3]

    def _look(self, unit: Unit, foe: Unit) -> bool:
        bases, others, near = self._bases[unit.id], self._bases[foe.id], self.between(unit, foe)
        if any(sees_plainly(base, other, near) for base in bases for other in others):
            return True
        a, b = self._discs[unit.id], self._discs[foe.id]
        size = min(a.r, b.r)
        if any(shape.radius >= size and hides(shape, a, b) for shape in near):
            return False
        return any(sees(base, other, near) for base, other in unhidden(bases, others, near))


def in_combat(field: Field, unit: Unit, foe: Unit, combat_range: float) -> bool:
    """Whether two units are in combat: nearer than the combat range, and visible to each other."""
    return _are_close(field, unit, foe, combat_range) and field.sees(unit, foe)


def _are_close(field: Field, unit: Unit, foe: Unit, combat_range: float) -> bool:
    a, b = field.find(unit), field.find(foe)
    if a is None or b is None:
        return False
    dx, dy, far = b.x - a.x, b.y - a.y, a.r + b.r + combat_range
    return dx * dx + dy * dy < far * far and close(field.bases(unit), field.bases(foe), combat_range)


def foes_close(field: Field, owner: str, bases: Sequence[Shape], combat_range: float) -> list[Unit]:
    """Return the units of other owners that are nearer than the combat range to bases, in the game's order,
    whether they see each other or not.
    """
    x, y, r = reach_of(bases)
    found = []
    for foe in field.units:
        if foe.owner != owner:
            disc = field.disc(foe)
            dx, dy, reach = disc.x - x, disc.y - y, disc.r + r + combat_range
            if dx * dx + dy * dy < reach * reach and close(bases, field.bases(foe), combat_range):
                found.append(foe)
    return found


def pairs_close(field: Field, combat_range: float) -> list[tuple[Unit, Unit]]:
    """Return all pairs of units with different owners that are nearer than the combat range, in the game's
    order, whether they see each other or not.
    """
    found = []
    standing = [(unit, unit.owner, field.disc(unit)) for unit in field.units]
    for i, (unit, owner, disc) in enumerate(standing):
        x, y, r = disc.x, disc.y, disc.r + combat_range
        for foe, other, far in standing[i + 1 :]:
            dx, dy, reach = far.x - x, far.y - y, far.r + r
            if owner == other or dx * dx + dy * dy >= reach * reach:
                continue
            if close(field.bases(unit), field.bases(foe), combat_range):
                found.append((unit, foe))
    return found


def model_in_combat(field: Field, model: Model, unit: Unit, foe: Unit, combat_range: float) -> bool:
    """Whether a model of `unit` is in combat with `foe`: it sees a model nearer than the combat range."""
    return _sees_any(field, model.shape, unit, foe, combat_range - EPSILON)


def visible_within(field: Field, model: Model, unit: Unit, foe: Unit, inches: float) -> bool:
    """Whether a model of `unit` sees a model of `foe` that is within a distance in inches of it."""
    return _sees_any(field, model.shape, unit, foe, inches + EPSILON)


def _sees_any(field: Field, base: Shape | None, unit: Unit, foe: Unit, limit: float) -> bool:
    """Whether a model of `unit` on a base sees a model of `foe` nearer than a limit."""
    others = field.bases(foe)
    targets = [] if base is None else _nearer(base, others, limit)
    if base is None or not targets:
        return False
    between = blockers_between(base, field.disc(foe), field.between(unit, foe))
    if not between:
        # No model of its own unit stands before the nearest one.
        return True
    if not field.sees(unit, foe):
        return False
    ways = [(target, [*between, *(other for other in others if other is not target)]) for target in targets]
    return any(sees_plainly(base, *way) for way in ways) or any(sees(base, *way) for way in ways)
