"""What a unit that is about to move finds round it: where it cannot pass, and where it cannot end.

`MoveTerms` say what kind of move it is. A `Ground` reads the table for one unit and one kind of move, once,
and serves any number of goals and judgements as long as nothing moves; whoever asks often keeps it.
Distances in inches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import hypot
from typing import Final, TypeAlias

from tercio.kernel.geometry import Circle, Oval, Point, Shape, distance, inside_table
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.state import Game, Unit

from .bars import Bars, Box, Disc
from .bodies import bases_of, reach_of
from .coherency import Coherency, is_coherent

Sees: TypeAlias = Callable[[Sequence[Shape], Unit], bool]
"""Whether a unit that stood on these bases and an enemy unit would see each other."""

Edge: TypeAlias = tuple[float, float, float]
"""A straight line: the unit vector that looks away from a shape, and how far out in its direction the line
lies.
"""


class Kept:
    """A shape that is not a disc, and the inches to keep `away` from it: 0.0 is not to overlap it.

    `parts` are the edges of the convex parts that make it, none for an oval.
    """

    __slots__ = ("away", "parts", "shape")

    def __init__(self, shape: Shape, away: float) -> None:
        self.shape = shape
        self.away = away
        outlines = () if isinstance(shape, Oval) else parts_of(shape)
        self.parts = [_edges(outline) for outline in outlines if not isinstance(outline, Oval)]


def _edges(outline: Sequence[Point]) -> list[Edge]:
    """Return the edges of a convex counter-clockwise outline."""
    edges = []
    ax, ay = outline[-1]
    for bx, by in outline:
        nx, ny = by - ay, ax - bx
        size = hypot(nx, ny)
        edges.append((nx / size, ny / size, (ax * nx + ay * ny) / size))
        ax, ay = bx, by
    return edges


_MORE: Final = 0.01
"""Inches beyond its reach that are looked at too, so that nothing is lost by rounding."""


class Passing(Enum):
    """What a move may do with the combat ranges of enemies."""

    KEEP_OUT = "keep out"
    THROUGH = "pass, not end"
    INTO = "pass and end"


class ModelPass(Enum):
    """The models of other units that a unit may pass through. Through those of its own it always may."""

    NONE = "none"
    ENEMIES = "enemies"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """What kind of move it is: each model goes at most `inches`.

    Whoever flies ignores models, walls and combat ranges on the way. `walls` are shapes that nobody may cross
    or end on, `no_end` such as may be crossed. `sees` tells who is in combat at the end of the move; without
    it everything is in sight.
    """

    inches: float
    passing: Passing
    combat_range: float
    coherency: Coherency
    flies: bool = False
    through: ModelPass = ModelPass.NONE
    walls: Sequence[Shape] = ()
    no_end: Sequence[Shape] = ()
    sees: Sees | None = None


class Body:
    """The bases of a unit as one thing that shifts.

    `x, y, radius` is a disc about it, `west` to `north` a box. If all bases are round, `discs` lists them.
    """

    __slots__ = ("bases", "discs", "east", "north", "radius", "south", "west", "x", "y")

    def __init__(self, bases: Sequence[Shape]) -> None:
        self.bases = bases
        self.x, self.y, self.radius = reach_of(bases)
        self.discs = [(base.x, base.y, base.r) for base in bases if type(base) is Circle]
        boxes = [_box(base) for base in bases]
        self.west, self.south = min(box[0] for box in boxes), min(box[1] for box in boxes)
        self.east, self.north = max(box[2] for box in boxes), max(box[3] for box in boxes)

    @property
    def is_round(self) -> bool:
        """Whether all bases are round."""
        return len(self.discs) == len(self.bases)


def _box(base: Shape) -> Box:
    across = up = base.radius
    if isinstance(base, Oval):
        across, up = base.extent(1.0, 0.0), base.extent(0.0, 1.0)
    return (base.x - across, base.y - up, base.x + across, base.y + up)


class Ground:
    """The table as one unit finds it for one kind of move, as far as it could get.

    `bars` may be neither passed nor ended in, `ends` may be passed, each with the inches to keep from it;
    their round ones stand in `round_bars` and `round_ends` as discs grown by these inches, the others in
    `odd_bars` and `odd_ends`. `mates` are the bases of all friendly units, `foes` the enemies on the table
    with theirs. Units with ids in `unseen` have no combat range. `engaged` is for whoever works out which
    enemies the unit is in combat with where it stands.
    """

    __slots__ = (
        "_coherent",
        "body",
        "engaged",
        "foes",
        "mates",
        "odd_bars",
        "odd_ends",
        "round_bars",
        "round_ends",
        "size",
        "terms",
    )

    def __init__(self, g: Game, unit: Unit, terms: MoveTerms, unseen: Sequence[int] = ()) -> None:
        self.terms = terms
        self.size = (g.width, g.depth)
        self.body = Body(bases_of(unit))
        self.mates: list[Shape] = []
        self.foes: list[tuple[Unit, list[Shape]]] = []
        self.round_bars: list[Disc] = []
        self.round_ends: list[Disc] = []
        self.odd_bars: list[Kept] = []
        self.odd_ends: list[Kept] = []
        self._coherent: bool | None = None
        self.engaged: list[Unit] | None = None
        for other in g.units.values():
            bases = bases_of(other) if other is not unit else []
            if not bases:
                continue
            if other.owner == unit.owner:
                self.mates += bases
            else:
                self.foes.append((other, bases))
                self._keep_from_foe(bases, 0.0 if other.id in unseen else terms.combat_range)
        self._keep(self.mates, terms.through is not ModelPass.ALL, 0.0, 0.0)
        self._keep(terms.walls, True, 0.0, 0.0)
        self._keep(terms.no_end, False, 0.0, 0.0)

    def _keep_from_foe(self, bases: Sequence[Shape], reach: float) -> None:
        passing = self.terms.passing
        barred = self.terms.through is ModelPass.NONE
        if passing is Passing.KEEP_OUT:
            self._keep(bases, barred or reach > 0.0, reach, reach)
        else:
            self._keep(bases, barred, 0.0, reach if passing is Passing.THROUGH else 0.0)

    def _keep(self, shapes: Sequence[Shape], barred: bool, way: float, end: float) -> None:
        barred = barred and not self.terms.flies
        if barred:
            self._put(shapes, way, self.round_bars, self.odd_bars)
        if not barred or end > way:
            self._put(shapes, end, self.round_ends, self.odd_ends)

    def _put(self, shapes: Sequence[Shape], away: float, discs: list[Disc], odd: list[Kept]) -> None:
        x, y, reach = self.body.x, self.body.y, self.body.radius + self.terms.inches + away + _MORE
        for shape in shapes:
            dx, dy, far = shape.x - x, shape.y - y, shape.radius + reach
            if dx * dx + dy * dy > far * far:
                continue
            if type(shape) is Circle:
                discs.append((shape.x, shape.y, shape.r + away))
            else:
                odd.append(Kept(shape, away))

    @property
    def is_coherent(self) -> bool:
        """Whether the unit is coherent where it stands."""
        if self._coherent is None:
            self._coherent = is_coherent(self.body.bases, self.terms.coherency)
        return self._coherent

    def bars_for(self, base: Shape) -> Bars:
        """Return what bars the way of a base that stands here and does not turn."""
        bars = Bars()
        if type(base) is Circle:
            x, y, own = base.x, base.y, base.r
            for cx, cy, r in self.round_bars:
                dx, dy, r = cx - x, cy - y, r + own
                bars.discs.append((cx, cy, r if dx * dx + dy * dy >= r * r else hypot(dx, dy)))
        else:
            for cx, cy, r in self.round_bars:
                bars.add(base, Circle(cx, cy, r), 0.0)
        for kept in self.odd_bars:
            bars.add(base, kept.shape, kept.away)
        return bars

    def area_for(self, base: Shape) -> Box:
        """Return where the centre of a base may be that does not turn and stays on the table."""
        west, south, east, north = _box(base)
        width, depth = self.size
        return (base.x - west, base.y - south, width + base.x - east, depth + base.y - north)

    def may_stand(self, base: Shape, spare: float) -> bool:
        """Whether a base is on the table and as far as it must be, and `spare` > 0 inches more, from
        everything but the models of its own unit.
        """
        if not inside_table(base, *self.size):
            return False
        x, y, own = base.x, base.y, base.radius + spare
        is_round = type(base) is Circle
        for discs in (self.round_bars, self.round_ends):
            for cx, cy, r in discs:
                dx, dy, r = cx - x, cy - y, r + own
                if dx * dx + dy * dy < r * r and (is_round or distance((cx, cy), base) < r - base.radius):
                    return False
        for kept in (*self.odd_bars, *self.odd_ends):
            shape, away = kept.shape, kept.away
            dx, dy, r = shape.x - x, shape.y - y, shape.radius + away + own
            if dx * dx + dy * dy < r * r and distance(base, shape) < away + spare:
                return False
        return True
