"""Who holds what: objectives and other things that score, and what it is worth to hold more of them.

Control is foreseen as it will be determined at the end of a turn: the higher control score takes a thing, and
who has it keeps it on a tie. Who is where is worked out once for each unit as long as it does not move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from tercio.kernel.geometry import EPSILON, Circle, Shape
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.state import Area, Game, Terrain, Unit
from tercio.plugins.warbands.combat import Field

from ..battlefield import objectives
from ..combats import combat_range
from ..control import controller_of
from ..picture import field_of
from .aims import Aims, Spots
from .estimate import control

_THEIRS = 0.6
"""What the enemy's points count against one's own: they are still to come."""
_EACH = 0.3
"""What each thing held is worth beside its points: in the turns to come."""
_MET, _BEGUN = 0.9, 0.3
"""What a card is worth of which all is done, and a part of it."""

Bases = Sequence[tuple[float, float, float]]
"""Models as discs: x, y, radius."""
Counts = Mapping[int, int]
"""Control scores by the number of the stake."""
Presence = tuple[Counts, tuple[int, ...]]
"""Control scores of a unit, and the places of cards where it is, by their number over all cards."""


class Stake(NamedTuple):
    """A thing that can be held: within `reach` inches of its shape, for `points` beside those of
    objectives, if it is one (`scores`).
    """

    thing: Area | Terrain
    shape: Shape
    reach: float
    points: float
    scores: bool


class Stakes:
    """What can be held, and where units have to be, in the eyes of one player, for one turn."""

    def __init__(self, g: Game, player: str, aims: Aims) -> None:
        self.player = player
        self.aims = aims
        held = aims.held
        self.stakes = [Stake(area, area.shape, 0.0, held.get(area.id, 0.0), True) for area in objectives(g)]
        self.stakes += [
            Stake(piece, piece.shape, combat_range(g), held[piece.id], False)
            for piece in g.terrain
            if piece.id in held and piece.shape is not None
        ]
        self.controllers = [_side(controller_of(g, stake.thing), player) for stake in self.stakes]
        self.shapes = [(spots, shape) for spots in aims.spots for shape in spots.shapes]
        self._present: dict[int, tuple[Unit, list[Shape], Presence]] = {}
        self._field: Field | None = None
        self._mine, self._theirs = [0] * len(self.stakes), [0] * len(self.stakes)
        self._at = [0] * len(self.shapes)

    def counts(self, bases: Bases, each: int) -> dict[int, int]:
        """Return the control scores of models of which each counts for so much."""
        found = {}
        xs, ys = [base[0] for base in bases], [base[1] for base in bases]
        west, east, south, north = min(xs), max(xs), min(ys), max(ys)
        size = bases[0][2] + EPSILON
        for number, (_, shape, reach, _, _) in enumerate(self.stakes):
            x, y, far = shape.x, shape.y, shape.radius + reach + size
            if west - far < x < east + far and south - far < y < north + far:
                models = near(bases, shape, reach)
                if models:
                    found[number] = models * each
        return found

    def spots(self, bases: Bases) -> tuple[int, ...]:
        """Return which places of cards models are at."""
        return tuple(n for n, (spots, shape) in enumerate(self.shapes) if is_at(bases, spots, shape))

    def look(self, g: Game) -> None:
        """See where units stand now."""
        field = field_of(g)
        if field is self._field:
            return
        self._field = field
        for unit in field.units:
            known = self._present.get(unit.id)
            if known is None or known[1] is not field.bases(unit):
                self._enter(unit, field.bases(unit))
        if len(self._present) > len(field.units):
            for unit in [one[0] for one in self._present.values() if not field.bases(one[0])]:
                self._leave(unit)

    @property
    def field(self) -> Field:
        """The table as it was looked at last."""
        assert self._field is not None
        return self._field

    def _enter(self, unit: Unit, bases: list[Shape]) -> None:
        self._leave(unit)
        discs = [(base.x, base.y, base.radius) for base in bases]
        presence = self.counts(discs, control(unit)), self.spots(discs)
        self._present[unit.id] = unit, bases, presence
        self._weigh(unit, presence, 1)

    def _leave(self, unit: Unit) -> None:
        known = self._present.pop(unit.id, None)
        if known is not None:
            self._weigh(unit, known[2], -1)

    def _weigh(self, unit: Unit, presence: Presence, sign: int) -> None:
        counts, spots = presence
        is_mine = unit.owner == self.player
        _add(self._mine if is_mine else self._theirs, counts, sign)
        for number in spots if is_mine else ():
            self._at[number] += sign

    def of_unit(self, unit: Unit) -> Presence:
        """Return where a unit was at the last look."""
        known = self._present.get(unit.id)
        return known[2] if known is not None else ({}, ())

    def without(self, unit: Unit | None) -> Standing:
        """Return how things stand but for one unit."""
        mine, theirs, at = self._mine.copy(), self._theirs.copy(), self._at.copy()
        if unit is not None:
            counts, spots = self.of_unit(unit)
            is_mine = unit.owner == self.player
            _add(mine if is_mine else theirs, counts, -1)
            for number in spots if is_mine else ():
                at[number] -= 1
        return Standing(self, mine, theirs, at)


def _add(totals: list[int], counts: Counts, sign: int) -> None:
    for number, count in counts.items():
        totals[number] += sign * count


class Standing:
    """How things stand but for one unit: control scores of both sides, and how many units of the player are
    at each place of cards.
    """

    __slots__ = ("at", "holders", "mine", "others", "own", "stakes", "theirs")

    def __init__(self, stakes: Stakes, mine: list[int], theirs: list[int], at: list[int]) -> None:
        self.stakes = stakes
        self.mine, self.theirs, self.at = mine, theirs, at
        self.holders = [self.holder(number) for number in range(len(mine))]
        those = [h for h, stake in zip(self.holders, stakes.stakes, strict=True) if stake.scores]
        self.own, self.others = those.count(1), those.count(-1)

    def holder(self, number: int, more: int = 0) -> int:
        """Return 1 if the player would hold a stake with so much control score more, -1 if the enemy would,
        0 if nobody.
        """
        ahead = self.mine[number] + more - self.theirs[number]
        if ahead:
            return 1 if ahead > 0 else -1
        return self.stakes.controllers[number]

    def gain(self, counts: Counts) -> float:
        """Return what control scores added by the unit are worth."""
        own, others, extra = self.own, self.others, 0.0
        for number, count in counts.items():
            before, after = self.holders[number], self.holder(number, count)
            if before != after:
                stake = self.stakes.stakes[number]
                extra += stake.points * ((after > 0) - (before > 0))
                if stake.scores:
                    own += (after > 0) - (before > 0)
                    others += (after < 0) - (before < 0)
        if own == self.own and others == self.others:
            return extra
        return extra + _lead(own, others) - _lead(self.own, self.others)

    def met(self, spots: Iterable[int]) -> float:
        """Return what it is worth for cards that the unit is at some of their places."""
        here = set(spots)
        worth, first = 0.0, 0
        for one in self.stakes.aims.spots if here else ():
            numbers = range(first, first + len(one.shapes))
            first += len(one.shapes)
            worth += self._met(one, numbers, here)
        return worth

    def _met(self, spots: Spots, numbers: range, here: set[int]) -> float:
        before = self._done(spots, numbers)
        if spots.each:
            more = sum(n in here and not self.at[n] for n in numbers)
        else:
            more = int(any(n in here for n in numbers))
        if not more or before >= spots.needed:
            return 0.0
        return spots.points * (_MET if before + more >= spots.needed else _BEGUN / spots.needed)

    def _done(self, spots: Spots, numbers: range) -> int:
        if spots.each:
            return sum(bool(self.at[n]) for n in numbers)
        return max((self.at[n] for n in numbers), default=0)

    def wishes(self) -> list[tuple[Shape, float]]:
        """Return places to make for, each with what it would be worth to be there."""
        found = []
        for number, stake in enumerate(self.stakes.stakes):
            if self.holders[number] <= 0:
                worth = self.gain({number: self.theirs[number] - self.mine[number] + 1})
                found.append((stake.shape, worth / (1.0 + self.mine[number])))
        first = 0
        for spots in self.stakes.aims.spots:
            numbers = range(first, first + len(spots.shapes))
            first += len(spots.shapes)
            if self._done(spots, numbers) < spots.needed:
                missing = [n for n in numbers if not (spots.each and self.at[n])]
                found += [(spots.shapes[n - numbers.start], spots.points * _BEGUN) for n in missing]
        return found


def _side(name: str, player: str) -> int:
    return 0 if not name else 1 if name == player else -1


def _lead(own: int, others: int) -> float:
    """Return what it is worth to hold so many objectives, and the enemy so many."""
    return _points(own, others) - _THEIRS * _points(others, own) + _EACH * (own - others)


def _points(own: int, others: int) -> float:
    """What holding so many objectives scores: one, a second one, and more than the opponent."""
    return float((own >= 1) + (own >= 2) + (own > others))


def near(bases: Bases, shape: Shape, reach: float) -> int:
    """Return how many models are within a distance of a shape."""
    x, y, far = shape.x, shape.y, shape.radius + reach + EPSILON
    count = 0
    for bx, by, r in bases:
        limit = far + r
        dx, dy = bx - x, by - y
        if dx * dx + dy * dy < limit * limit and (
            type(shape) is Circle or point_distance((bx, by), shape) <= r + reach + EPSILON
        ):
            count += 1
    return count


def is_at(bases: Bases, spots: Spots, shape: Shape) -> bool:
    """Whether models are where a card wants a unit."""
    if isinstance(shape, tuple):
        return any(hypot(x - shape[0], y - shape[1]) <= r + spots.reach for x, y, r in bases)
    if spots.inside:
        return all(point_distance((x, y), shape) == 0.0 for x, y, _ in bases)
    return near(bases, shape, spots.reach) > 0
