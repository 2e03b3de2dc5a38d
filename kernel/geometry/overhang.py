"""How far a shape stands out from another one: what lies wholly within a distance of something does not stand
out by more.

Exact for all pairs but two: a disc over the edge of a shape in which its middle lies, and an oval beside
anything but a point or a disc. There the outline is looked at in steps, and between them until the answer
holds within `EPSILON`.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from .closest import lowest
from .distance import point_distance
from .inside import farthest, inside
from .rect import Rect
from .shapes import Circle, Oval, Polygon, Shape
from .vector import EPSILON, Point

_STEPS: Final = 72
_TURN: Final = 2.0 * pi / _STEPS


def wholly_within(a: Shape | Point, b: Shape | Point, d: float) -> bool:
    """Whether every point of `a` is at most `d` inches (and EPSILON) from `b`."""
    limit = d + EPSILON
    if type(a) is Oval:
        away = point_distance((a.x, a.y), b)
        if away > limit or away + a.radius <= limit:
            return away <= limit
    return overhang(a, b) <= limit


def overhang(a: Shape | Point, b: Shape | Point) -> float:
    """Return the distance in inches from `b` to the point of `a` that lies farthest from it; 0.0 if all of
    `a` lies in `b`. A polygon `b` is taken as convex.
    """
    if isinstance(a, tuple):
        return point_distance(a, b)
    if isinstance(b, tuple):
        return farthest(a, b)
    if type(b) is Circle:
        return max(0.0, farthest(a, (b.x, b.y)) - b.r)
    if type(a) is Rect:
        return max(point_distance(p, b) for p in a.corners)
    if type(a) is Polygon:
        return max(point_distance(p, b) for p in a.points)
    assert type(a) is Circle or type(a) is Oval
    return _of_round(a, b)


def _of_round(a: Circle | Oval, b: Shape) -> float:
    """Return how far a disc or an oval stands out from a rectangle, a polygon or an oval."""
    away = point_distance((a.x, a.y), b)
    if type(a) is Circle and away > 0.0:
        return away + a.r
    return 0.0 if inside(a, b) else _looked_for(a, b)


def _looked_for(a: Circle | Oval, b: Shape) -> float:
    def out(angle: float) -> float:
        return -point_distance(_rim(a, cos(angle), sin(angle)), b)

    steps = [out(i * _TURN) for i in range(_STEPS)]
    # Between two steps the outline leaves its chord by no more than this.
    bend = a.radius * a.radius / _narrow(a) * (1.0 - cos(0.5 * _TURN))
    top = min(steps) + bend
    sides = zip(steps[-1:] + steps[:-1], steps, steps[1:] + steps[:1], strict=True)
    peaks = [i for i, (before, here, after) in enumerate(sides) if before >= here <= after and here <= top]
    return -min(out(lowest(out, (i - 1) * _TURN, (i + 1) * _TURN)) for i in peaks)


def _rim(a: Circle | Oval, c: float, s: float) -> Point:
    return a.support(c, s) if type(a) is Oval else (a.x + a.radius * c, a.y + a.radius * s)


def _narrow(a: Circle | Oval) -> float:
    return min(a.a, a.b) if type(a) is Oval else a.radius
