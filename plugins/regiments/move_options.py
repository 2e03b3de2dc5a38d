"""A few moves worth thinking of, for who does not want to say one step by step: on, towards the nearest foes,
turned to them, away from them.

They are some of the legal answers of the decision `unit.move`, never all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import atan2, degrees, floor, radians
from typing import Any, Final

from tercio.kernel.geometry import EPSILON, Point, Rect
from tercio.kernel.modifiers import is_spoken_of
from tercio.kernel.state import Game, Unit

from .footing import Walk, end_fault
from .manoeuvre import table_room
from .strides import ADVANCE, BACK, LEFT, RIGHT, SIDESTEP, affordable, in_the_way, walk
from .surroundings import Surroundings, surroundings
from .turning import PIVOT, WHEEL, turn

_FOES: Final = 3
_LEAST_TURN: Final = 1.0
_LEAST_WAY: Final = 0.25
_ASIDE: Final = (
    (BACK, BACK, "back-cost"),
    (LEFT, SIDESTEP, "side-cost"),
    (RIGHT, SIDESTEP, "side-cost"),
)

Steps = list[list[Any]]
Idea = tuple[Steps, Rect]
"""Steps whose way is free and paid for, and where they lead."""


def options_for(
    g: Game, unit: Unit, inches: float, action: Any = None, *, free_turns: bool = True
) -> list[Steps]:
    """Return some legal moves of a unit within so many inches, the same every time; with or without turns on
    the spot that cost nothing.
    """
    rect = unit.rect
    assert rect is not None
    reach = max(0.0, inches) + (2.0 * rect.radius if is_spoken_of(g, f"may {WHEEL}") else 0.0)
    a = surroundings(g, unit, reach, action)
    found: list[Steps] = []
    for steps, end in _ideas(a, rect, inches, free_turns=free_turns):
        if end_fault(a, end) is None and steps not in found:
            found.append(steps)
    return found


def _ideas(a: Surroundings, rect: Rect, inches: float, *, free_turns: bool) -> Iterator[Idea]:
    kind = next((kind for kind in (PIVOT, WHEEL) if a.allows(kind, False)), "")
    yield from _advances(a, rect, inches, [])
    goals = nearest(a.g, a.unit, _FOES)
    for goal in goals if kind else ():
        yield from _towards(a, rect, kind, goal, inches, free_turns=free_turns)
    if goals and kind == PIVOT:
        x, y = goals[0]
        away = (2.0 * rect.x - x, 2.0 * rect.y - y)
        yield from islice(_towards(a, rect, kind, away, inches, free_turns=True), 1, 2)
    yield from _aside(a, inches)


def _advances(a: Surroundings, rect: Rect, inches: float, before: Steps) -> Iterator[Idea]:
    """Yield the advance of so many inches, shorter where something is in the way, and half of it."""
    if not a.allows(ADVANCE, True) or inches < _LEAST_WAY:
        return
    limit = inches if a.off_table else table_room(rect, inches, (a.g.width, a.g.depth))
    way = _down(affordable(a, rect, inches, room_ahead(a, rect, limit)))
    end = rect.forward(way)
    if way < _LEAST_WAY or in_the_way(a, rect, end, 0.0, way) is not None:
        return
    yield [*before, [ADVANCE, way]], end
    half = _down(way * 0.5)
    if half >= _LEAST_WAY:
        yield [*before, [ADVANCE, half]], rect.forward(half)


def _towards(
    a: Surroundings, rect: Rect, kind: str, goal: Point, inches: float, *, free_turns: bool
) -> Iterator[Idea]:
    """Yield the turn to a goal, by itself and with the advances behind it."""
    by = _turn_to(a, rect, kind, goal, inches)
    found = turn(a, rect, kind, by) if abs(by) >= _LEAST_TURN else None
    if isinstance(found, Walk) and found.cost <= inches + EPSILON:
        if free_turns or found.cost > EPSILON:
            yield [[kind, by]], found.rect
        yield from _advances(a, found.rect, inches - found.cost, [[kind, by]])


def _turn_to(a: Surroundings, rect: Rect, kind: str, goal: Point, inches: float) -> float:
    """Return by how many degrees a unit turns to look at a goal; a wheel goes as far as it can pay for."""
    right, ahead = rect.to_local(goal)
    wanted = round(degrees(atan2(right, ahead)), 1)
    if kind == PIVOT:
        return wanted
    price = rect.width * radians(1.0) * a.cost("wheel-cost", 1)
    most = min(90.0, floor(inches / price * 10.0) / 10.0) if price > EPSILON else 90.0
    return max(-most, min(most, wanted))


def _aside(a: Surroundings, inches: float) -> Iterator[Idea]:
    """Yield steps without turning to where a unit does not look."""
    for kind, permission, price in _ASIDE:
        if a.allows(permission, False):
            steps: Steps = [[kind, _down(inches / max(1.0, a.inch(price, None)))]]
            found = walk(a.g, a.unit, steps, inches, a.context.action, a) if steps[0][1] else None
            if isinstance(found, Walk):
                yield steps, found.rect


def nearest(g: Game, unit: Unit, most: int) -> list[Point]:
    """Return the middles of the enemies nearest to a unit, at most so many."""
    rect, owner = unit.rect, unit.owner
    assert rect is not None
    x, y = rect.x, rect.y
    found = []
    for other in g.units.values():
        place = other.rect
        if place is not None and other.owner != owner and not other.destroyed:
            found.append(((place.x - x) ** 2 + (place.y - y) ** 2, other.id, place.centre))
    found.sort()
    return [centre for _, _, centre in found[:most]]


def room_ahead(a: Surroundings, rect: Rect, limit: float) -> float:
    """Return how far a unit can surely go straight ahead without coming too near to anything, at most so far.

    What stands askew counts as the box around it.
    """
    x, y, ux, uy, wide, deep, gap = rect.x, rect.y, rect.ux, rect.uy, rect.half_width, rect.half_depth, a.gap
    for other, unit in a.units:
        dx, dy = other.x - x, other.y - y
        ahead = dx * ux + dy * uy
        if ahead <= 0.0:
            continue
        c, s = abs(ux * other.ux + uy * other.uy), abs(ux * other.uy - uy * other.ux)
        aside = abs(dx * uy - dy * ux) - wide - other.half_width * c - other.half_depth * s
        room = ahead - deep - other.half_depth * c - other.half_width * s - gap
        if aside < gap and room < limit and not a.passes("pass-over", unit, None):
            limit = max(0.0, room)
    for piece in a.closed:
        shape = piece.shape
        dx, dy = shape.x - x, shape.y - y
        ahead = dx * ux + dy * uy
        room = ahead - deep - shape.radius
        if ahead > 0.0 and abs(dx * uy - dy * ux) < wide + shape.radius and room < limit:
            limit = limit if a.passes("pass-over", None, piece) else max(0.0, room)
    return limit


def _down(inches: float) -> float:
    return floor(inches * 100.0 + EPSILON) / 100.0
