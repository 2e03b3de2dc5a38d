"""Flight: where a unit runs that has lost its nerve, and what becomes of it.

It turns and runs straight, away from something or towards the nearest edge of the table; ground does not slow
it. Round impassable terrain it turns aside as little as it must, to the right where both sides are as good.
It runs through units, but round those for whom the permission `flee-through` is refused, and never ends on
one or within the constant `unit-gap`: it goes on until it is clear of all, by no more than the value
`flight-beyond`; who is not clear by then ends where it last was. Who reaches the edge is destroyed. That
a unit fled in this turn is remembered by it under `fled`, how far it was to flee under `flight`.
Windows: `unit-fled-through` for each unit on its way, `unit-fled`.
Source: SOVL, Strategic Phase, Flight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import EPSILON, Point, Rect, Shape, forward_room, swept_forward
from tercio.kernel.geometry.distance import distance, first_overlap, overlaps
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from .contact import disengage, this_turn
from .footing import rounded
from .losses import destroy
from .places import closed_ground, on_table
from .turning import turned_by

FLED: Final = "fled"
FLIGHT: Final = "flight"
OFF_TABLE: Final = "fled off the table"
_ASIDE: Final = tuple(turn for step in range(5, 95, 5) for turn in (step, -step))
_STRETCHES: Final = 8
_LEAST: Final = 0.01

Leg = tuple[Rect, float]
"""Where a stretch begins, turned to its way, and how long it is."""


def flee(g: Game, unit: Unit, inches: float, away_from: Point | None = None) -> Procedure[float]:
    """Let a unit flee, away from a point or (None) towards the nearest edge; returns how far it ran."""
    if unit.rect is None or unit.destroyed:
        return 0.0
    disengage(g, unit)
    unit.memory[FLED], unit.memory[FLIGHT] = this_turn(g), inches
    way = way_from(unit.rect, away_from) if away_from is not None else way_out(g, unit)
    legs = flight_of(g, unit, way, inches)
    passed = _run_through(g, unit, legs) if listens(g, "after unit-fled-through") else []
    ran = sum(length for _, length in legs)
    start, length = legs[-1]
    end = start.forward(length)
    is_gone = ran > EPSILON and reaches_edge(g, end)
    unit.rect = rounded(end, unit.rect.facing)
    bearing = round(degrees_of(end.facing), 3)
    g.emit("unit-fled", unit=unit.id, inches=round(ran, 3), x=unit.rect.x, y=unit.rect.y, bearing=bearing)
    for other in passed:
        yield from open_window(g, "after unit-fled-through", Context(unit=unit, target_unit=other))
    if unit.destroyed:
        return ran
    if is_gone:
        yield from destroy(g, unit, OFF_TABLE)
    else:
        yield from open_window(g, "after unit-fled", Context(unit=unit))
    return ran


def has_fled(g: Game, unit: Unit) -> bool:
    """Whether a unit has fled in this turn."""
    return bool(unit.memory.get(FLED) == this_turn(g))


def last_flight(unit: Unit) -> float:
    """Return how many inches a unit was to flee when it last fled, 0 if it never did."""
    return float(unit.memory.get(FLIGHT, 0.0))


# -- which way -------------------------------------------------------------------------------------


def way_from(rect: Rect, point: Point) -> Point:
    """Return the direction from a point to the middle of a unit; from its own middle, backward."""
    dx, dy = rect.x - point[0], rect.y - point[1]
    if abs(dx) <= EPSILON and abs(dy) <= EPSILON:
        return (-rect.ux, -rect.uy)
    return direction_from_degrees(round(degrees_of((dx, dy)), 3))


def way_out(g: Game, unit: Unit) -> Point:
    """Return the direction to the edge of the table that is nearest to a unit: of several as near its own
    one, then the west, the east and the far one.
    """
    assert unit.rect is not None
    xs, ys = zip(*unit.rect.corners, strict=True)
    south, north = (min(ys), (0.0, -1.0)), (g.depth - max(ys), (0.0, 1.0))
    west, east = (min(xs), (-1.0, 0.0)), (g.width - max(xs), (1.0, 0.0))
    is_south = unit.owner == next(iter(g.players))
    edges = [south, west, east, north] if is_south else [north, west, east, south]
    return min(edges, key=lambda edge: round(edge[0], 3))[1]


def reaches_edge(g: Game, rect: Rect) -> bool:
    """Whether some corner of a place lies on the edge of the table or beyond it."""
    return any(
        x <= EPSILON or y <= EPSILON or x >= g.width - EPSILON or y >= g.depth - EPSILON
        for x, y in rect.corners
    )


# -- how far ---------------------------------------------------------------------------------------


def flight_of(g: Game, unit: Unit, way: Point, inches: float) -> list[Leg]:
    """Return the stretches that a unit runs; where it would end is clear of everybody, or it stays."""
    assert unit.rect is not None
    others = [one for one in on_table(g) if one is not unit and one.rect is not None]
    barred = [one.rect for one in others if one.rect is not None and not _runs_through(g, unit, one)]
    rocks = [*closed_ground(g), *barred]
    legs = _round(unit.rect.turned_to(*way), max(0.0, inches), rocks)
    start, length = legs[-1]
    if length <= EPSILON:
        return legs
    near: list[Shape] = [one.rect for one in others if one.rect is not None]
    crowd = _Crowd(g, float(g.ruleset.constant("unit-gap")), near, rocks)
    more = crowd.until_clear(start.forward(length))
    if more <= value(g, "flight-beyond", Context(unit=unit), g.width + g.depth) + EPSILON:
        legs[-1] = (start, length + more)
        return legs
    return crowd.back_to_clear(legs)


def _runs_through(g: Game, unit: Unit, other: Unit) -> bool:
    return may(g, "flee-through", Context(unit=unit, target_unit=other))


def _round(start: Rect, inches: float, rocks: Sequence[Shape]) -> list[Leg]:
    """Return the way of a unit round impassable terrain: at first aside, then straight again as soon as
    nothing is in the way. Where there is no way round, as far as there is room.
    """
    room = forward_room(start.front_edge, inches, rocks, 0.0)
    if room >= inches - EPSILON:
        return [(start, inches)]
    for turn in _ASIDE:
        aside = start.turned_to(*turned_by(start.facing, turn))
        free = forward_room(aside.front_edge, inches, rocks, 0.0)
        for share in range(1, _STRETCHES + 1):
            length = inches * share / _STRETCHES
            if length > free + EPSILON:
                break
            there = aside.forward(length).turned_to(start.ux, start.uy)
            left = inches - length
            if forward_room(there.front_edge, left, rocks, 0.0) >= left - EPSILON:
                return [(aside, length), (there, left)] if left > EPSILON else [(aside, length)]
    return [(start, room)]


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Whom a flight must not end on: units, from which it keeps `gap` inches, and closed ground."""

    g: Game
    gap: float
    units: Sequence[Shape]
    rocks: Sequence[Shape]

    def in_the_way(self, end: Rect) -> tuple[Shape, float] | None:
        """Return what a place is too near to, with how far it has to be from it; None if it is clear."""
        near = next((one for one in self.units if distance(end, one) < self.gap - EPSILON), None)
        if near is not None:
            return near, self.gap
        rock = first_overlap(end, self.rocks)
        return (rock, 0.0) if rock is not None else None

    def until_clear(self, end: Rect) -> float:
        """Return how much farther a unit has to run straight on until it is clear or at the edge."""
        more = 0.0
        while not reaches_edge(self.g, end) and (met := self.in_the_way(end)) is not None:
            further = _past(end, met[0]) + met[1]
            more, end = more + further, end.forward(further)
        return more

    def back_to_clear(self, legs: Sequence[Leg]) -> list[Leg]:
        """Return stretches without their end, so that the last place on them that is clear is the end."""
        for number in range(len(legs) - 1, -1, -1):
            start, length = legs[number]
            while length > EPSILON and (met := self.in_the_way(start.forward(length))) is not None:
                length -= _past(start.forward(length), met[0], back=True) + met[1]
            if length > EPSILON:
                return [*legs[:number], (start, length)]
        return [(legs[0][0], 0.0)]


def _past(rect: Rect, other: Shape, *, back: bool = False) -> float:
    """Return how far a unit has to go straight on, or back, until it has left another shape behind."""
    ahead = (other.x - rect.x) * rect.ux + (other.y - rect.y) * rect.uy
    far = other.radius
    if isinstance(other, Rect):
        c = abs(rect.ux * other.ux + rect.uy * other.uy)
        s = abs(rect.ux * other.uy - rect.uy * other.ux)
        far = other.half_depth * c + other.half_width * s
    return max(_LEAST, (-ahead if back else ahead) + far + rect.half_depth)


def _run_through(g: Game, unit: Unit, legs: Sequence[Leg]) -> list[Unit]:
    """Return the units over which a unit runs, in order of id; those that it touched when it began are not
    run through unless it has to pass them.
    """
    swept = [swept_forward(start, length).grown(-_LEAST) for start, length in legs]
    return [
        other
        for other in on_table(g)
        if other is not unit and other.rect is not None and any(overlaps(one, other.rect) for one in swept)
    ]
