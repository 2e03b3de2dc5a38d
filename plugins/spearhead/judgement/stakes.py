"""Who holds what: objectives and other things that score, and what it is worth to hold more of them.

Control is foreseen as it will be determined at the end of a turn: the higher control score takes a thing, and
who has it keeps it on a tie. Who is where is worked out once for each unit as long as it does not move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from tercio.kernel.geometry import EPSILON, Shape
from tercio.kernel.geometry.distance import point_distance
from tercio.kernel.state import Area, Game, Terrain, Unit
from tercio.plugins.warbands.combat import Field

from ..battlefield import objectives
from ..combats import combat_range
from ..control import controller_of
from ..picture import field_of
from .aims import Aims, Spots, aims_of
from .estimate import control

_THEIRS = 0.6
"""What the enemy's points count against one's own: they are still to come."""
_EACH = 0.3
"""What each thing held is worth beside its points: in the turns to come."""
_MET, _BEGUN = 0.9, 0.3
"""What a card is worth of which all is done, and a part of it."""

Bases = Sequence[tuple[float, float, float]]
"""Models as discs: x, y, radius."""


class Stake(NamedTuple):
    """A thing that can be held: within `reach` inches of its shape, for `points` beside those of
    objectives.
    """

    thing: Area | Terrain
    shape: Shape
    reach: float
    points: float

    @property
    def scores(self) -> bool:
        """Whether it counts as an objective."""
        return isinstance(self.thing, Area)


Counts = Mapping[int, int]
"""Control scores by the number of the stake."""


class Stakes:
    """What can be held, and where units have to be, in the eyes of one player."""

    def __init__(self, g: Game, player: str) -> None:
        self.player = player
        self.aims: Aims = aims_of(g, player)
        held = self.aims.held
        self.stakes = [Stake(area, area.shape, 0.0, held.get(area.id, 0.0)) for area in objectives(g)]
        self.stakes += [
            Stake(piece, piece.shape, combat_range(g), held[piece.id])
            for piece in g.terrain
            if piece.id in held and piece.shape is not None
        ]
        self.controllers = [controller_of(g, stake.thing) for stake in self.stakes]
        self._present: dict[int, tuple[list[Shape], Counts, tuple[int, ...]]] = {}

    # -- who is where ------------------------------------------------------------------------------

    def counts(self, bases: Bases, each: int) -> dict[int, int]:
        """Return the control scores of models of which each counts for so much."""
        found = {}
        for number, stake in enumerate(self.stakes):
            models = near(bases, stake.shape, stake.reach)
            if models:
                found[number] = models * each
        return found

    def spots(self, bases: Bases) -> tuple[int, ...]:
        """Return which places of cards models are at, by their number over all cards."""
        return tuple(
            number for number, (spots, shape) in enumerate(self._all_spots()) if is_at(bases, spots, shape)
        )

    def _all_spots(self) -> Iterable[tuple[Spots, Shape]]:
        return ((spots, shape) for spots in self.aims.spots for shape in spots.shapes)

    def of_unit(self, field: Field, unit: Unit) -> tuple[Counts, tuple[int, ...]]:
        """Return the control scores of a unit where it stands, and the places of cards where it is."""
        bases = field.bases(unit)
        known = self._present.get(unit.id)
        if known is None or known[0] is not bases:
            discs = [(base.x, base.y, base.radius) for base in bases]
            known = bases, self.counts(discs, control(unit)), self.spots(discs)
            self._present[unit.id] = known
        return known[1], known[2]

    def without(self, g: Game, unit: Unit | None) -> Standing:
        """Return how things stand but for one unit."""
        return Standing(self, g, unit)


class Standing:
    """How things stand, but for one unit whose place is to be judged."""

    def __init__(self, stakes: Stakes, g: Game, unit: Unit | None) -> None:
        self.stakes = stakes
        field = field_of(g)
        size = len(stakes.stakes)
        self.mine, self.theirs = [0] * size, [0] * size
        self.at: dict[int, int] = {}
        for other in field.units:
            if other is not unit:
                self._add(field, other)
        self._nothing = self._lead({})

    def _add(self, field: Field, other: Unit) -> None:
        counts, spots = self.stakes.of_unit(field, other)
        is_mine = other.owner == self.stakes.player
        side = self.mine if is_mine else self.theirs
        for number, count in counts.items():
            side[number] += count
        for number in spots if is_mine else ():
            self.at[number] = self.at.get(number, 0) + 1

    def holder(self, number: int, more: int = 0) -> int:
        """Return 1 if the player would hold a stake with so much control score more, -1 if the enemy would,
        0 if nobody.
        """
        mine, theirs = self.mine[number] + more, self.theirs[number]
        if mine != theirs:
            return 1 if mine > theirs else -1
        name = self.stakes.controllers[number]
        return 0 if not name else 1 if name == self.stakes.player else -1

    def gain(self, counts: Counts) -> float:
        """Return what control scores added by the unit are worth."""
        return self._lead(counts) - self._nothing if counts else 0.0

    def _lead(self, counts: Counts) -> float:
        mine = theirs = 0
        extra = 0.0
        for number, stake in enumerate(self.stakes.stakes):
            holder = self.holder(number, counts.get(number, 0))
            if holder > 0:
                extra += stake.points
                mine += stake.scores
            elif holder < 0:
                theirs += stake.scores
        return extra + _points(mine, theirs) - _THEIRS * _points(theirs, mine) + _EACH * (mine - theirs)

    def met(self, spots: Iterable[int]) -> float:
        """Return what it is worth for cards that the unit is at some of their places, by number."""
        here = set(spots)
        if not here:
            return 0.0
        worth, number = 0.0, 0
        for one in self.stakes.aims.spots:
            numbers = range(number, number + len(one.shapes))
            number += len(one.shapes)
            worth += self._met(one, numbers, here)
        return worth

    def _met(self, spots: Spots, numbers: range, here: set[int]) -> float:
        before = self._done(spots, numbers)
        after = before + (
            sum(n in here and n not in self.at for n in numbers)
            if spots.each
            else any(n in here for n in numbers)
        )
        if after == before or before >= spots.needed:
            return 0.0
        return spots.points * (_MET if after >= spots.needed else _BEGUN / spots.needed)

    def _done(self, spots: Spots, numbers: range) -> int:
        if spots.each:
            return sum(n in self.at for n in numbers)
        return max((self.at.get(n, 0) for n in numbers), default=0)

    def wishes(self) -> list[tuple[Shape, float]]:
        """Return places to make for, each with what it would be worth to be there."""
        found = []
        for number, stake in enumerate(self.stakes.stakes):
            if self.holder(number) <= 0:
                worth = self.gain({number: self.theirs[number] + 1})
                found.append((stake.shape, worth / (1.0 + self.mine[number])))
        number = 0
        for spots in self.stakes.aims.spots:
            if self._done(spots, range(number, number + len(spots.shapes))) < spots.needed:
                missing = [n for n in range(len(spots.shapes)) if number + n not in self.at or not spots.each]
                found += [(spots.shapes[n], spots.points * _BEGUN) for n in missing]
            number += len(spots.shapes)
        return found


def _points(own: int, other: int) -> float:
    """What holding so many objectives scores: one, a second one, and more than the opponent."""
    return float((own >= 1) + (own >= 2) + (own > other))


def near(bases: Bases, shape: Shape, reach: float) -> int:
    """Return how many models are within a distance of a shape."""
    x, y, far = shape.x, shape.y, shape.radius + reach
    count = 0
    for bx, by, r in bases:
        limit = far + r
        dx, dy = bx - x, by - y
        if dx * dx + dy * dy < limit * limit and point_distance((bx, by), shape) <= r + reach + EPSILON:
            count += 1
    return count


def is_at(bases: Bases, spots: Spots, shape: Shape) -> bool:
    """Whether models are where a card wants a unit."""
    if isinstance(shape, tuple):
        return any(hypot(x - shape[0], y - shape[1]) <= r + spots.reach for x, y, r in bases)
    if spots.inside:
        return all(point_distance((x, y), shape) == 0.0 for x, y, _ in bases)
    return near(bases, shape, spots.reach) > 0
