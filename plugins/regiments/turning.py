"""Turns of a regiment: pivots about its centre and wheels about a front corner, what they cost and what they
sweep over. A turn is looked at every few degrees on its way.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, radians
from typing import Final

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Facing, Point, Rect
from tercio.kernel.geometry.distance import overlaps
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees

from .footing import HAIR, Walk, near
from .surroundings import Surroundings

PIVOT, WHEEL = "pivot", "wheel"
_LOOK: Final = 7.5


def turn(a: Surroundings, rect: Rect, kind: str, degrees: float) -> Walk | Refusal:
    """Return where a pivot or a wheel by so many degrees clockwise leads and what it costs, or why it may not
    be.
    """
    if not a.allows(kind, False):
        return Refusal("move.not_allowed", {"unit": a.unit.id, "step": kind})
    if kind == PIVOT:
        turned, centre, reach = _pivoted(rect), rect.centre, rect.radius
        cost = abs(degrees) / 90.0 * a.cost("pivot-cost", 0)
    else:
        corner = Facing.RIGHT if degrees > 0 else Facing.LEFT
        turned, reach = _wheeled(rect, corner), hypot(rect.width, rect.depth)
        centre = rect.front_right if degrees > 0 else rect.front_left
        cost = rect.width * radians(abs(degrees)) * a.cost("wheel-cost", 1)
    thing = _swept(a, turned, degrees, centre, reach)
    if thing is not None:
        return Refusal("move.blocked", {"unit": a.unit.id, "step": kind, "by": thing})
    return Walk(turned(degrees), cost)


Turned = Callable[[float], Rect]
"""A rectangle after a turn by so many degrees clockwise."""


def _pivoted(rect: Rect) -> Turned:
    return lambda degrees: rect.turned_to(*turned_by(rect.facing, degrees))


def _wheeled(rect: Rect, corner: Facing) -> Turned:
    return lambda degrees: rect.wheeled(corner, radians(abs(degrees)))


def turned_by(facing: Point, degrees: float) -> Point:
    """Return a direction turned clockwise; quarter turns are exact."""
    ux, uy = facing
    quarters = degrees % 360.0 / 90.0
    if quarters == int(quarters):
        return ((ux, uy), (uy, -ux), (-ux, -uy), (-uy, ux))[int(quarters)]
    return direction_from_degrees(degrees_of(facing) + degrees)


def _swept(a: Surroundings, turned: Turned, degrees: float, centre: Point, reach: float) -> int | None:
    """Return the id of what a turn about a point sweeps over and may not."""
    x, y = centre
    inner: list[Rect] = []
    for rect, other in a.units:
        far = reach + rect.radius
        if (rect.x - x) ** 2 + (rect.y - y) ** 2 >= far * far or a.passes("sweep-over", other, None):
            continue
        inner = inner or _looks(turned, degrees)
        if any(near(one, rect) and overlaps(one, rect) for one in inner):
            return other.id
    for piece in a.closed:
        far = reach + piece.shape.radius
        if (piece.shape.x - x) ** 2 + (piece.shape.y - y) ** 2 >= far * far:
            continue
        inner = inner or _looks(turned, degrees)
        if any(overlaps(one, piece.shape) for one in inner) and not a.passes("sweep-over", None, piece):
            return piece.id
    return None


def _looks(turned: Turned, degrees: float) -> list[Rect]:
    """Return the places of a unit in the course of a turn, a hair smaller than it is."""
    times = int(abs(degrees) // _LOOK) + 1
    return [turned(degrees * i / times).grown(-HAIR) for i in range(1, times + 1)]
