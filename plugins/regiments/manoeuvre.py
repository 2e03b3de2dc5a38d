"""Snaking moves, pivots and reforms of a rectangle: where they lead, what they cost, and whether the way is
free.

A leg is a forward move, a wheel about a front corner, and a forward move. While a unit snakes only its front
counts for what is in the way; the whole boundary counts again where it ends, which is the caller's to check.
Clearances and limits are passed in; inches and radians. Source: T9A rulebook, Movement Phase 1-2; Reference
Handbook, Wheel cost, Pivot, Valid Final Position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import asin, atan2, hypot, pi, sin

from tercio.kernel.geometry import (
    EPSILON,
    Facing,
    Point,
    Rect,
    Shape,
    distance,
    first_overlap,
    forward_room,
    wheel_cost,
    wheel_room,
)

_ARC_STEPS = 4


@dataclass(frozen=True, slots=True)
class Leg:
    """Forward, wheel about the front corner on `side` by `angle` radians (0: none), then onward."""

    forward: float = 0.0
    side: Facing = Facing.LEFT
    angle: float = 0.0
    onward: float = 0.0

    @property
    def turn(self) -> float:
        """The counter-clockwise turn of the facing in radians."""
        return self.angle if self.side is Facing.LEFT else -self.angle

    def cost(self, width: float) -> float:
        """Return the inches that the leg costs a front of `width`."""
        return self.forward + (wheel_cost(width, self.angle) if self.angle else 0.0) + self.onward


def step(rect: Rect, leg: Leg) -> Rect:
    """Return where one leg leads."""
    if leg.forward:
        rect = rect.forward(leg.forward)
    if leg.angle:
        rect = rect.wheeled(leg.side, leg.angle)
    return rect.forward(leg.onward) if leg.onward else rect


def walk(rect: Rect, legs: Iterable[Leg]) -> tuple[Rect, float]:
    """Return where legs lead, and what they cost."""
    cost = 0.0
    for leg in legs:
        rect, cost = step(rect, leg), cost + leg.cost(rect.width)
    return rect, cost


def farthest_turn(legs: Iterable[Leg]) -> float:
    """Return the greatest angle by which the facing ever strays from where it began, in radians."""
    turned = most = 0.0
    for leg in legs:
        turned += leg.turn
        most = max(most, abs(turned))
    return most


def is_free(
    rect: Rect,
    leg: Leg,
    obstacles: Sequence[Shape],
    clearance: float,
    table: tuple[float, float] | None = None,
) -> bool:
    """Return whether the front of a rectangle can go along a leg: no nearer than `clearance` to anything, and
    on the table if one is given.
    """
    near = within_reach(rect, leg, obstacles, clearance)
    if not _way_ahead(rect, leg.forward, near, clearance):
        return False
    rect = rect.forward(leg.forward) if leg.forward else rect
    if table is not None and not _front_on(rect, table):
        return False
    if leg.angle > 0.0:
        around = within_wheel(rect, leg.side, near, clearance)
        if (
            around
            and wheel_room(rect.front_edge, leg.side, leg.angle, around, clearance) < leg.angle - EPSILON
        ):
            return False
        if table is not None and not _wheels_on(rect, leg, table):
            return False
        rect = rect.wheeled(leg.side, leg.angle)
    if not _way_ahead(rect, leg.onward, near, clearance):
        return False
    return table is None or _front_on(rect.forward(leg.onward), table)


def _way_ahead(rect: Rect, travel: float, near: Sequence[Shape], clearance: float) -> bool:
    """Return whether a front can go straight ahead; without a clearance that is to sweep over nothing."""
    if travel <= 0.0 or not near:
        return True
    if clearance > 0.0:
        return forward_room(rect.front_edge, travel, near, clearance) >= travel - EPSILON
    x, y = rect.front_centre
    half = travel * 0.5
    swept = Rect(x + rect.ux * half, y + rect.uy * half, rect.ux, rect.uy, rect.width, travel)
    return first_overlap(swept, near) is None


def within_reach(rect: Rect, leg: Leg, obstacles: Iterable[Shape], clearance: float) -> list[Shape]:
    """Return the obstacles near enough to a leg to matter."""
    x, y = rect.front_centre
    reach = leg.forward + leg.onward + 1.5 * rect.width + clearance + EPSILON
    return [s for s in obstacles if (s.x - x) ** 2 + (s.y - y) ** 2 < (reach + s.radius) ** 2]


def within_wheel(rect: Rect, side: Facing, obstacles: Iterable[Shape], clearance: float) -> list[Shape]:
    """Return the obstacles that a wheel about the front corner on `side` could come too near to."""
    pivot = rect.front_left if side is Facing.LEFT else rect.front_right
    reach = rect.width + clearance + EPSILON
    return [shape for shape in obstacles if distance(pivot, shape) <= reach]


def _front_on(rect: Rect, table: tuple[float, float]) -> bool:
    width, depth = table
    return all(
        -EPSILON <= x <= width + EPSILON and -EPSILON <= y <= depth + EPSILON for x, y in rect.front_edge
    )


def _wheels_on(rect: Rect, leg: Leg, table: tuple[float, float]) -> bool:
    return all(
        _front_on(rect.wheeled(leg.side, leg.angle * i / _ARC_STEPS), table) for i in range(1, _ARC_STEPS + 1)
    )


def front_room(rect: Rect, limit: float, obstacles: Iterable[Shape], clearance: float) -> float:
    """Return how far, at most `limit`, a front can go straight ahead."""
    return forward_room(rect.front_edge, limit, obstacles, clearance) if limit > 0.0 else 0.0


def table_room(rect: Rect, limit: float, table: tuple[float, float]) -> float:
    """Return how far, at most `limit`, a front can go straight ahead and stay on the table."""
    room = limit
    for x, y in rect.front_edge:
        for at, way, far in ((x, rect.ux, table[0]), (y, rect.uy, table[1])):
            if way > EPSILON:
                room = min(room, (far - at) / way)
            elif way < -EPSILON:
                room = min(room, -at / way)
    return max(0.0, room)


def wheel_towards(rect: Rect, point: Point) -> tuple[Facing, float]:
    """Return the wheel (side, angle in [0, pi]) after which the unit's middle looks straight at a point."""
    right, front = rect.to_local(point)
    side = Facing.RIGHT if right >= 0.0 else Facing.LEFT
    # Seen from the pivot the point has to come to lie half a front's width inward.
    across, ahead, half = abs(right) - rect.half_width, front - rect.half_depth, rect.half_width
    far = hypot(across, ahead)
    if far <= half:
        return side, pi / 2.0
    angle = atan2(across, ahead) + asin(half / far)
    return side, min(max(0.0, angle), pi)


def corners_stray(start: Rect, end: Rect) -> float:
    """Return how far the corner of the end position lies that is farthest from every corner of the start
    position.
    """
    return max(min(hypot(x - a, y - b) for a, b in start.corners) for x, y in end.corners)


def pivot_stray(rect: Rect, angle: float, models: tuple[float, float]) -> float:
    """Return how far the outermost model goes in a pivot by `angle` radians about the centre; models may swap
    places end for end.

    `models` is the size of a base: centres stand half a base inside the boundary.
    """
    reach = hypot(max(0.0, rect.half_width - models[0] * 0.5), max(0.0, rect.half_depth - models[1] * 0.5))
    turn = abs(angle) % pi
    return 2.0 * reach * sin(min(turn, pi - turn) * 0.5)


def can_rearrange(before: Sequence[Point], after: Sequence[Point], limit: float) -> bool:
    """Return whether equal models can go from some points to others, each at most `limit` inches, with nobody
    left over.

    Found by augmenting paths; `before` may hold more points than `after`.
    """
    near = [
        [i for i, (x, y) in enumerate(before) if (x - a) ** 2 + (y - b) ** 2 <= (limit + EPSILON) ** 2]
        for a, b in after
    ]
    owner: dict[int, int] = {}

    def settle(place: int, seen: set[int]) -> bool:
        for i in near[place]:
            if i not in seen:
                seen.add(i)
                if i not in owner or settle(owner[i], seen):
                    owner[i] = place
                    return True
        return False

    return all(settle(place, set()) for place in range(len(after)))
