"""Models side by side: a grid of places about a point, and a unit that forms up anew round its leading model.

The places of a grid lie as closely as bases can stand, `APART` inches from each other; each has six about it.
Ovals all face the same way, and the grid is drawn out as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

from tercio.kernel.geometry import Oval, Point, Shape

from .bars import Bars, is_straight
from .bodies import DECIMALS
from .coherency import Coherency
from .ground import Ground
from .judging import misplaced
from .routes import shortest
from .strides import SPARE, at_rounded

APART: Final = 0.05
"""Inches between the bases of two neighbouring places, before rounding."""

_RINGS: Final = 4
_WAYS: Final = 3
"""Places for a model to which ways that are not straight are looked for."""


def _cells() -> list[tuple[int, int]]:
    """Return steps along two axes of a grid of triangles, by rings about the middle, nearest first."""
    span = range(-_RINGS, _RINGS + 1)
    cells = [(i, j) for i in span for j in span if abs(i + j) <= _RINGS]
    return sorted(cells, key=lambda c: (c[0] * c[0] + c[0] * c[1] + c[1] * c[1], c))


_CELLS: Final = _cells()
_STEPS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_INDEX: Final = {cell: index for index, cell in enumerate(_CELLS)}
NEIGHBOURS: Final = [
    [_INDEX[(i + di, j + dj)] for di, dj in _STEPS if (i + di, j + dj) in _INDEX] for i, j in _CELLS
]
"""The indices of the places next to each place of a grid."""

_GRID: Final = [(i + j * 0.5, j * 0.75**0.5) for i, j in _CELLS]


class Grid:
    """Bases like one on the places of a grid about it, nearest first; the first is the base itself.

    The grid of round bases has a row of places across `towards`, a unit vector; that of ovals goes by their
    facing. Places are rounded, and made when they are asked for: most never are.
    """

    __slots__ = ("_base", "_bases", "_frame")

    def __init__(self, base: Shape, towards: Point = (0.0, 1.0)) -> None:
        ux, uy = towards
        across = along = 2.0 * base.radius + APART
        if isinstance(base, Oval):
            ux, uy, across, along = base.ux, base.uy, 2.0 * base.a + APART, 2.0 * base.b + APART
        self._base = base
        self._bases: list[Shape | None] = [None] * len(_GRID)
        self._frame = (base.x, base.y, ux, uy, across, along)

    def __len__(self) -> int:
        return len(_GRID)

    def __iter__(self) -> Iterator[Shape]:
        return (self[index] for index in range(len(_GRID)))

    def __getitem__(self, index: int) -> Shape:
        """Return the base on a place."""
        base = self._bases[index]
        if base is None:
            x, y, ux, uy, across, along = self._frame
            right, front = _GRID[index]
            x, y = x + uy * right * across + ux * front * along, y - ux * right * across + uy * front * along
            base = self._bases[index] = at_rounded(self._base, x, y)
        return base

    @property
    def radius(self) -> float:
        """How far the bases of the grid reach from its middle, at most."""
        return _RINGS * max(self._frame[4:]) + self._base.radius + APART

    def points(self) -> list[Point]:
        """Return the middles of all places."""
        x, y, ux, uy, across, along = self._frame
        return [
            (
                round(x + uy * right * across + ux * front * along, DECIMALS),
                round(y - ux * right * across + uy * front * along, DECIMALS),
            )
            for right, front in _GRID
        ]


def needed_of(rule: Coherency | None, models: int) -> int:
    """Return how many neighbours each model of a unit shall have on a grid; without a rule two."""
    return min(2, models - 1) if rule is None else rule.needed(models)


def regroup(ground: Ground, lead: int, place: Shape, towards: Point) -> list[Shape] | None:
    """Return bases on which a unit has formed up round its model `lead` on `place`, the others as near to the
    point `towards` as they can get; None if somebody cannot come along.

    That the lead gets there is the caller's to know.
    """
    bases = ground.body.bases
    if len(bases) == 1:
        return [place]
    dx, dy = towards[0] - place.x, towards[1] - place.y
    size = hypot(dx, dy)
    places = Grid(place, (dx / size, dy / size) if size > SPARE else (0.0, 1.0))
    form = _Form(ground, places, towards)
    found: list[Shape | None] = [None] * len(bases)
    found[lead] = place
    order = [i for i in range(len(bases)) if i != lead]
    for i in sorted(order, key=lambda i: hypot(bases[i].x - place.x, bases[i].y - place.y)):
        found[i] = form.take(bases[i])
        if found[i] is None:
            return None
    formed = [base for base in found if base is not None]
    return formed if misplaced(ground, formed) is None else None


class _Form:
    """A grid that fills up, from the first place on; only places beside enough taken ones are taken."""

    def __init__(self, ground: Ground, places: Grid, towards: Point) -> None:
        self.ground = ground
        self.places = places
        self.points = places.points()
        self.needed = needed_of(ground.terms.coherency, len(ground.body.bases))
        self.beside = [0] * len(places)
        self.free: list[bool | None] = [None] * len(places)
        self.taken = 0
        far = [hypot(x - towards[0], y - towards[1]) for x, y in self.points]
        self.order = sorted(range(1, len(places)), key=far.__getitem__)
        self.fill(0)

    def fill(self, index: int) -> None:
        self.free[index] = False
        self.taken += 1
        for k in NEIGHBOURS[index]:
            self.beside[k] += 1

    def take(self, base: Shape) -> Shape | None:
        """Give a model the best place that it can reach, and return it."""
        needed = min(self.needed, self.taken)
        reach = self.ground.terms.inches - SPARE
        near = []
        for k in self.order:
            if self.beside[k] >= needed and self.free[k] is not False:
                x, y = self.points[k]
                if hypot(x - base.x, y - base.y) <= reach and self.is_free(k):
                    near.append(k)
        index = self.reached(base, near)
        if index is None:
            return None
        self.fill(index)
        place = self.places[index]
        return at_rounded(base, place.x, place.y)

    def is_free(self, index: int) -> bool:
        known = self.free[index]
        if known is None:
            known = self.free[index] = self.ground.may_stand(self.places[index], SPARE)
        return known

    def reached(self, base: Shape, near: Sequence[int]) -> int | None:
        """Return the first of some places to which a model finds a way, a straight one if there is any."""
        bars = self.ground.bars_for(base)
        start = (base.x, base.y)
        for k in near:
            if is_straight(start, self.points[k], bars):
                return k
        return next((k for k in near[:_WAYS] if self.is_reached(base, self.places[k], bars)), None)

    def is_reached(self, base: Shape, place: Shape, bars: Bars) -> bool:
        area, reach = self.ground.area_for(base), self.ground.terms.inches - SPARE
        return shortest((base.x, base.y), (place.x, place.y), bars, area, reach) is not None
