"""Which models can strike at what: contact with frozen boundaries, across gaps, and support from behind.

A model nearest to the edge of its own unit is in contact with an enemy whose boundary meets its stretch of
that edge, corners included; behind a gap the next model counts. `Reach` is one enemy unit that a model can
strike at, `Stance` all that models of one pool can reach from equal places. Source: T9A rulebook, Melee
Phase 3.B.a and 3.C, Attacks 2.A; rulings 24, 25; Reference Handbook, Charge align priority (gap fighting).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tercio.kernel.geometry import EPSILON, Facing, Rect, distance, touches
from tercio.kernel.geometry.vector import Point, dot, segment_point_distance, subtract
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.formation import Spot, facing_edge_spots, spot_rect, spots

from ..scoring import RANK_AND_FILE
from ..terrain import touching

_NEAR = 4.0 * EPSILON
_HAIR = 1e-4
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, order=True)
class Reach:
    """An enemy unit within reach: on which facing of whom, its Attachable Models within reach, and the
    terrain struck across.

    `behind` counts the ranks in front of a model that supports (0: it is in contact itself).
    """

    foe: int
    facing: str
    foe_facing: str
    attached: tuple[int, ...] = ()
    behind: int = 0
    across: tuple[str, ...] = ()

    @property
    def is_restricted(self) -> bool:
        """Whether attacks there are Restricted: from behind, or at an enemy on the own flank or rear."""
        return self.behind > 0 or self.facing != Facing.FRONT.value


ANYWHERE = (-1, -1)


@dataclass(frozen=True, slots=True)
class Stance:
    """`count` models of a pool that reach the same; `seat` tells a model apart that could strike both
    freely and under restriction.
    """

    pool: int
    reaches: tuple[Reach, ...]
    count: int
    seat: tuple[int, int] = ANYWHERE


def contact_interval(mine: Rect, facing: Facing, theirs: Rect) -> Interval:
    """Return the stretch of an edge that another boundary meets, in inches from its left end; a mere point
    has two equal ends.
    """
    p, q = mine.edge(facing)
    size = mine.edge_length(facing)
    ends = [(distance(point, theirs), at) for point, at in ((p, 0.0), (q, size))]
    met = [
        (segment_point_distance(p, q, corner), along_edge(mine, facing, corner)) for corner in theirs.corners
    ]
    nearest = min(gap for gap, _ in ends + met)
    found = [min(max(at, 0.0), size) for gap, at in ends + met if gap <= nearest + _NEAR]
    return min(found), max(found)


def along_edge(rect: Rect, facing: Facing, point: Point) -> float:
    """Return where a point stands along an edge, in inches from its left end."""
    p, q = rect.edge(facing)
    size = rect.edge_length(facing)
    return dot(subtract(point, p), subtract(q, p)) / size if size else 0.0


def meets(one: Interval, other: Interval) -> bool:
    """Return whether two stretches share at least a point."""
    return one[0] <= other[1] + _NEAR and other[0] <= one[1] + _NEAR


class Contacts:
    """The stances of one unit against a snapshot of its combat; computed anew when models have fallen."""

    def __init__(self, g: Game, unit: Unit, among: Sequence[Spot] | None = None) -> None:
        self.g = g
        self.unit = unit
        self.spots = list(spots(unit) if among is None else among)
        self.walls = touching(g, unit)
        self.direct: dict[int, list[Reach]] = {}
        self.front: list[tuple[float, float, int]] = []
        self._meet()

    def _meet(self) -> None:
        """Find what each model nearest to an edge can reach."""
        g, unit = self.g, self.unit
        by_facing: dict[Facing, list[int]] = {}
        for foe in g.engagement.foes(unit.id):
            by_facing.setdefault(g.engagement.facing(unit.id, foe), []).append(foe)
        for facing, foes in by_facing.items():
            edge = facing_edge_spots(unit, facing, self.spots)
            if facing is Facing.FRONT:
                self.front = [(start, end, self._number(spot)) for start, end, spot in edge]
            for foe in foes:
                self._meet_foe(facing, g.units[foe], edge)

    def _number(self, spot: Spot) -> int:
        return next(i for i, other in enumerate(self.spots) if other is spot)

    def _meet_foe(self, facing: Facing, foe: Unit, edge: list[tuple[float, float, Spot]]) -> None:
        mine, theirs = self.unit.rect, foe.rect
        if mine is None or theirs is None:
            return
        stretch = contact_interval(mine, facing, theirs)
        foe_facing = self.g.engagement.facing(foe.id, self.unit.id)
        attached = attached_stretches(mine, facing, foe, foe_facing)
        for start, end, spot in edge:
            if meets((start, end), stretch):
                shared = (max(start, stretch[0]), min(end, stretch[1]))
                near = tuple(sorted(pool for pool, there in attached if meets(there, shared)))
                across = self._across(spot, facing)
                reach = Reach(foe.id, facing.value, foe_facing.value, near, 0, across)
                self.direct.setdefault(self._number(spot), []).append(reach)

    def _across(self, spot: Spot, facing: Facing) -> tuple[str, ...]:
        """The terrain that a model touches, its base extended to the edge of its unit."""
        if not self.walls:
            return ()
        assert self.unit.rect is not None
        base = extended(self.unit.rect, spot, facing)
        return tuple(sorted({piece.feature for piece in self.walls if touches(base, piece.shape)}))

    def stances(self, deepest: int) -> list[Stance]:
        """Return the stances of all models, those from the second rank to the `deepest` (counted from 1) in
        support.
        """
        counts: dict[tuple[int, tuple[Reach, ...], tuple[int, int]], int] = {}
        for number, spot in enumerate(self.spots):
            reaches = list(self.direct.get(number, ()))
            if 0 < spot.rank < deepest and self.front:
                reaches += self._support(number, spot)
            if reaches:
                kinds = {reach.is_restricted for reach in reaches}
                seat = (spot.rank, spot.file) if len(kinds) > 1 else ANYWHERE
                key = (spot.pool, tuple(sorted(reaches)), seat)
                counts[key] = counts.get(key, 0) + 1
        return [Stance(pool, reaches, count, seat) for (pool, reaches, seat), count in counts.items()]

    def _support(self, number: int, spot: Spot) -> list[Reach]:
        """What the models of the first rank directly in front are in contact with."""
        found: dict[int, Reach] = {}
        for start, end, other in self.front:
            if other == number:
                return []
            if start < spot.right - _HAIR and spot.left + _HAIR < end:
                for reach in self.direct.get(other, ()):
                    if reach.facing == Facing.FRONT.value:
                        found[reach.foe] = _joined(found.get(reach.foe), reach, spot.rank)
        return list(found.values())


def _joined(one: Reach | None, other: Reach, rank: int) -> Reach:
    attached = set(other.attached) | (set(one.attached) if one else set())
    across = set(other.across) | (set(one.across) if one else set())
    return Reach(
        other.foe, other.facing, other.foe_facing, tuple(sorted(attached)), rank, tuple(sorted(across))
    )


def attached_stretches(
    mine: Rect, facing: Facing, foe: Unit, foe_facing: Facing
) -> list[tuple[int, Interval]]:
    """Return the enemy's Attachable Models at the edge that is met, each with its stretch of the own edge."""
    rect = foe.rect
    pools = {pool.id for pool in foe.pools if pool.role != RANK_AND_FILE and pool.models}
    if not pools or rect is None:
        return []
    (ax, ay), (bx, by) = rect.edge(foe_facing)
    size = rect.edge_length(foe_facing) or 1.0
    found = []
    for start, end, spot in facing_edge_spots(foe, foe_facing):
        if spot.pool in pools:
            ends = [(ax + (bx - ax) * at / size, ay + (by - ay) * at / size) for at in (start, end)]
            here = sorted(along_edge(mine, facing, point) for point in ends)
            found.append((spot.pool, (here[0], here[1])))
    return found


def extended(rect: Rect, spot: Spot, facing: Facing) -> Rect:
    """Return a model's base drawn out to the edge of its unit's boundary on one side."""
    match facing:
        case Facing.FRONT:
            far = Spot(spot.pool, spot.file, spot.rank, spot.left, 0.0, spot.width, spot.back)
        case Facing.REAR:
            far = Spot(
                spot.pool, spot.file, spot.rank, spot.left, spot.front, spot.width, rect.depth - spot.front
            )
        case Facing.LEFT:
            far = Spot(spot.pool, spot.file, spot.rank, 0.0, spot.front, spot.right, spot.depth)
        case Facing.RIGHT:
            far = Spot(
                spot.pool, spot.file, spot.rank, spot.left, spot.front, rect.width - spot.left, spot.depth
            )
    return spot_rect(rect, far)
