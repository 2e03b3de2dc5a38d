"""Wheels: a front that turns about one of its ends, what the turn costs, and how far it can go."""

from __future__ import annotations

from collections.abc import Iterable
from math import acos, asin, atan2, cos, hypot, inf, pi, sin, sqrt

from .piece import NUDGE, Piece, advance, pieces
from .rect import Facing, wheel_turn
from .shapes import Shape
from .vector import EPSILON, Point, Segment, rotate_about

_TURN = 2.0 * pi


def wheel_cost(width: float, angle: float) -> float:
    """Return the inches a wheel of `angle` radians costs a front of `width`: how far its outer end comes
    forward.

    The angle is in [0, pi / 2].
    """
    return width * sin(angle)


def wheel_angle(width: float, cost: float) -> float:
    """Return the angle in [0, pi / 2] a front of `width` inches can wheel for `cost` inches."""
    if cost >= width:
        return pi / 2.0
    return asin(cost / width) if cost > 0.0 else 0.0


def wheel_room(
    edge: Segment, side: Facing, angle: float, obstacles: Iterable[Shape], clearance: float
) -> float:
    """Return the angle in radians, at most `angle`, that a front can wheel forward about its end on `side`.

    The front stops where it would come nearer to an obstacle than `clearance` inches, or nearer than it
    already is if that is less. Raises ValueError unless the side is LEFT or RIGHT.
    """
    sense = wheel_turn(side, 1.0)
    pivot, tip = edge if side is Facing.LEFT else (edge[1], edge[0])
    width = hypot(tip[0] - pivot[0], tip[1] - pivot[1])
    room = angle
    for shape in obstacles:
        dx, dy = shape.x - pivot[0], shape.y - pivot[1]
        reach = width + shape.radius + clearance + EPSILON
        if dx * dx + dy * dy < reach * reach:
            room = min(room, *(_room_to(pivot, tip, sense, room, p, clearance) for p in pieces(shape)))
            if room <= 0.0:
                return 0.0
    return room


def _room_to(pivot: Point, tip: Point, sense: float, limit: float, piece: Piece, clearance: float) -> float:
    width = hypot(tip[0] - pivot[0], tip[1] - pivot[1])

    def gap(turn: float) -> float:
        return piece.gap((pivot, rotate_about(tip, pivot, turn * sense)))

    now, nudge = gap(0.0), NUDGE / width
    if now <= clearance + EPSILON * 0.01:
        soon = gap(nudge)
        crosses = now <= EPSILON and piece.crossed_by(pivot, rotate_about(tip, pivot, nudge * sense))
        if crosses or soon < now - EPSILON * 0.01:
            return 0.0
    allowed = min(clearance, now)
    if piece.outline is None:
        return advance(gap, width, allowed, limit)
    start = nudge if now <= EPSILON else 0.0
    return min(limit, _entry(pivot, tip, sense, piece.outline, allowed + piece.radius, start))


def _entry(
    pivot: Point, tip: Point, sense: float, outline: tuple[Point, ...], near: float, start: float
) -> float:
    """Return the least turn, not less than `start`, at which the front comes within `near` of an outline."""
    width = hypot(tip[0] - pivot[0], tip[1] - pivot[1])
    ex, ey = (tip[0] - pivot[0]) / width, (tip[1] - pivot[1]) / width
    local = []
    for x, y in outline:
        dx, dy = x - pivot[0], y - pivot[1]
        local.append((dx * ex + dy * ey, (ex * dy - ey * dx) * sense))
    best = min(_corner_entry(x, y, width, near, start) for x, y in local)
    if len(local) > 1:
        a = local[-1]
        for b in local:
            best = min(best, _tip_entry(a, b, width, near, start, sense))
            a = b
    return best


def _corner_entry(x: float, y: float, width: float, near: float, start: float) -> float:
    """Return the turn at which the front comes within `near` of a corner: its length sideways, or else its
    tip.
    """
    strict = _lead(x, y, width, near - EPSILON)
    if strict is None:
        return inf
    bearing = atan2(y, x)
    met = (bearing - strict) % _TURN
    if met < start:
        return inf
    lead = _lead(x, y, width, near)
    return met if lead is None else max(0.0, met - (lead - strict))


def _lead(x: float, y: float, width: float, near: float) -> float | None:
    """Return the angle before a corner's own bearing at which the front is `near` to it; None if it never
    is.
    """
    away = hypot(x, y)
    if away <= abs(near):
        return None
    if sqrt(away * away - near * near) <= width:
        return asin(near / away)
    if near <= 0.0 or away >= width + near:
        return None
    return acos(min(1.0, (width * width + away * away - near * near) / (2.0 * width * away)))


def _tip_entry(a: Point, b: Point, width: float, near: float, start: float, sense: float) -> float:
    """Return the least turn at which the tip comes within `near` of the outside of an edge."""
    (ax, ay), (bx, by) = a, b
    # The mirror image of a wheel to the right turns the outline's sense too.
    nx, ny = (by - ay) * sense, (ax - bx) * sense
    size = hypot(nx, ny)
    if size <= EPSILON:
        return inf
    level = (ax * nx + ay * ny) / size + near
    strict = _falls_to(level - EPSILON, width)
    if strict is None:
        return inf
    met = (atan2(ny, nx) + strict) % _TURN
    tx, ty = width * cos(met), width * sin(met)
    foot = ((tx - ax) * (bx - ax) + (ty - ay) * (by - ay)) / (size * size)
    if met < start or not 0.0 <= foot <= 1.0:
        return inf
    return max(0.0, met - (strict - (_falls_to(level, width) or 0.0)))


def _falls_to(level: float, width: float) -> float | None:
    """Return the angle past a normal at which the tip has come back to `level` inches along it."""
    return acos(level / width) if abs(level) <= width else None
