"""Where a unit makes for: its nearest model straight at the goal, or along a way round what bars it.
Inches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final, NamedTuple

from tercio.kernel.geometry import Circle, Oval, Point, Shape, distance
from tercio.kernel.state import Game, Unit

from .bars import Bars, Box, is_straight, meets_disc
from .ground import Ground
from .routes import Way, shortest
from .strides import SPARE

_STEPS: Final = 24
_NEAR: Final = 1e-4
_BACK: Final = 0.5
"""Inches by which a place that is not free is moved back towards the unit."""


class Aim(NamedTuple):
    """The point `x, y` that the model `lead` makes for, along the unit vector `ux, uy`; it is `far` away.

    The model stops where its centre is `stop` from the point.
    """

    lead: int
    x: float
    y: float
    ux: float
    uy: float
    far: float
    stop: float


def aim_at(bases: Sequence[Shape], goal: Shape | Point, stop: float) -> Aim:
    """Return the aim of the nearest of some bases: to end with its rim `stop` inches from a goal."""
    if isinstance(goal, tuple):
        goal = Circle(*goal, 0.0)
    x, y = goal.x, goal.y
    if type(goal) is Circle:
        lead = min((hypot(base.x - x, base.y - y), i) for i, base in enumerate(bases))[1]
    else:
        lead = min((distance(base, goal), i) for i, base in enumerate(bases))[1]
    base = bases[lead]
    ux, uy, far = _line(base, x, y)
    if type(goal) is Circle and type(base) is Circle:
        return Aim(lead, x, y, ux, uy, far, goal.r + base.radius + stop)
    travel = _travel_to(base, goal, ux, uy, max(stop, 0.0))
    return Aim(lead, x, y, ux, uy, far, far - travel + min(stop, 0.0))


def aim_of(lead: int, base: Shape, point: Point) -> Aim:
    """Return the aim of a base to stand with its centre on a point."""
    return Aim(lead, *point, *_line(base, *point), 0.0)


def _line(base: Shape, x: float, y: float) -> tuple[float, float, float]:
    """Return the direction from the middle of a base to a point, and how far that is."""
    dx, dy = x - base.x, y - base.y
    far = hypot(dx, dy)
    return (dx / far, dy / far, far) if far > 0.0 else (0.0, 1.0, far)


def _travel_to(base: Shape, goal: Shape, ux: float, uy: float, stop: float) -> float:
    """Return how far a base goes straight to the middle of a goal until it is `stop` from it."""
    travel = 0.0
    for _ in range(_STEPS):
        spare = distance(base.moved(ux * travel, uy * travel), goal) - stop
        if spare < _NEAR:
            break
        travel += spare
    return travel


def way_past_walls(ground: Ground, aim: Aim) -> Way | None:
    """Return the shortest way of the lead to its aim past the walls, if any is in its straight way.

    Models do not bar it; the move along it is to see to them.
    """
    walls = ground.terms.walls
    if not walls or ground.terms.flies:
        return None
    lead = ground.body.bases[aim.lead]
    base = _wide(lead)
    travel = aim.far - aim.stop
    start, end = (base.x, base.y), _ahead(aim, base, travel)
    discs = [(wall.x, wall.y, wall.radius) for wall in walls]
    if not meets_disc(start, end, discs, base.r) or is_straight(start, end, _walls(ground, _narrow(lead))):
        return None
    bars = _walls(ground, base)
    while travel > _BACK and not is_straight(*(_ahead(aim, base, travel),) * 2, bars):
        travel -= _BACK
    return _bent(base, _ahead(aim, base, travel), bars, ground.area_for(base), aim.far + sum(ground.size))


def _walls(ground: Ground, base: Circle) -> Bars:
    bars = Bars()
    for wall in ground.terms.walls:
        bars.add(base, wall, 0.0)
    return bars


def way_round(g: Game, unit: Unit, ground: Ground, aim: Aim) -> Way | None:
    """Return the shortest way of the lead past everything to the last place before its aim where it could
    stand, if that is not the straight one.
    """
    far = aim.far + 2.0 * ground.terms.inches
    wide_ground = Ground(g, unit, replace(ground.terms, inches=far))
    base = _wide(ground.body.bases[aim.lead])
    travel = aim.far - aim.stop
    while travel > _BACK and not wide_ground.may_stand(base.moved(aim.ux * travel, aim.uy * travel), SPARE):
        travel -= _BACK
    bars, area = wide_ground.bars_for(base), ground.area_for(base)
    return _bent(base, _ahead(aim, base, travel), bars, area, far)


def _ahead(aim: Aim, base: Shape, travel: float) -> Point:
    return (base.x + aim.ux * travel, base.y + aim.uy * travel)


def _bent(base: Shape, end: Point, bars: Bars, area: Box, limit: float) -> Way | None:
    start = (base.x, base.y)
    if hypot(end[0] - start[0], end[1] - start[1]) <= _BACK or is_straight(start, end, bars):
        return None
    return shortest(start, end, bars, area, limit)


def _wide(base: Shape) -> Circle:
    """Return a disc that holds a base, with something to spare: it finds ways faster than an oval."""
    return Circle(base.x, base.y, base.radius + SPARE)


def _narrow(base: Shape) -> Circle:
    """Return the largest disc within a base: where it cannot pass, the base cannot."""
    return Circle(base.x, base.y, min(base.a, base.b) if isinstance(base, Oval) else base.radius)
