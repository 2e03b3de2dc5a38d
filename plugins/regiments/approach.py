"""The way into contact: one snaking move of unlimited length that brings a front against an edge of another
regiment.

The search tries, in this order, moves that end flush in or near the position wished for, then straight ones
and gentler wheels that touch with a corner. Only the front counts on the way. Source: T9A rulebook, Charge
Phase 2.B and Movement Phase 1.B.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf, pi, radians

from tercio.kernel.geometry import EPSILON, Facing, Point, Rect, Shape, wheel_room
from tercio.kernel.geometry.vector import angle_between

from .align import Line, Span
from .manoeuvre import Leg, is_free, step, wheel_towards, within_wheel

_TURNS = tuple(radians(angle) for angle in (0.0, 10.0, -10.0, 20.0, -20.0, 35.0, -35.0, 55.0, -55.0))
"""Wheels that are tried beside the flush one and the half of it, as turns from straight ahead."""
_SHARES = (0.0, 0.5, 1.0, 0.25, 0.75)
_FEW_SHARES = (0.0, 0.5, 1.0)
"""Parts of the longest first forward move that are tried, with the flush wheel and with others."""


class Search(Enum):
    """How many ways are tried: all that are promising, or the few plain ones that nearly always do."""

    FULL = "full"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Approach:
    """A way into contact: the leg, where it ends, and the stretch of the edge that the front touches
    there.
    """

    leg: Leg
    end: Rect
    touched: Span


def approaches(
    rect: Rect,
    target: Rect,
    facing: Facing,
    obstacles: Sequence[Shape],
    table: tuple[float, float],
    wish: float | None = None,
    most_wheel: float = pi / 2.0,
    search: Search = Search.FULL,
) -> Iterator[Approach]:
    """Yield ways that bring the front of `rect` into contact with a facing of `target`; the most promising
    first.

    `wish` is where the front's right end would best come to stand (see `align`); obstacles are not overlapped
    on the way, the front stays on the table.
    """
    line = Line.of(target, facing)
    longest = _longest(rect, line)
    seen: set[tuple[float, float]] = set()
    is_full = search is Search.FULL
    legs = (
        _legs(rect, line, wish, most_wheel, longest) if is_full else _plain_legs(rect, line, wish, most_wheel)
    )
    for leg in legs:
        key = (round(leg.forward, 4), round(leg.turn, 4))
        if key in seen:
            continue
        seen.add(key)
        found = _contact(rect, target, line, leg, longest)
        if found is not None and is_free(rect, found.leg, obstacles, 0.0, table):
            yield found


def _legs(rect: Rect, line: Line, wish: float | None, most_wheel: float, longest: float) -> Iterator[Leg]:
    turn = angle_between(rect.facing, (-line.out[0], -line.out[1]))
    side = Facing.LEFT if turn >= 0.0 else Facing.RIGHT
    flush = abs(turn)
    if flush <= most_wheel + EPSILON:
        yield from _flush_legs(rect, line, side, min(flush, most_wheel), wish)
    towards, angle = wheel_towards(rect, line.point(line.length * 0.5))
    for other in (angle if towards is Facing.LEFT else -angle, turn * 0.5, *_TURNS):
        way = Facing.LEFT if other >= 0.0 else Facing.RIGHT
        if abs(other) <= most_wheel + EPSILON:
            for part in _FEW_SHARES if other else (0.0,):
                yield Leg(longest * part, way, abs(other))


def _plain_legs(rect: Rect, line: Line, wish: float | None, most_wheel: float) -> Iterator[Leg]:
    """Yield the flush wheel for the position wished for, the wheel towards its middle, and the flush wheel
    sooner and later.
    """
    turn = angle_between(rect.facing, (-line.out[0], -line.out[1]))
    side = Facing.LEFT if turn >= 0.0 else Facing.RIGHT
    flush = list(_flush_legs(rect, line, side, min(abs(turn), most_wheel), wish))
    fits = abs(turn) <= most_wheel + EPSILON
    if fits:
        yield flush[0]
    middle = line.length * 0.5 if wish is None else wish + rect.width * 0.5
    towards, angle = wheel_towards(rect, line.point(middle))
    if angle <= most_wheel + EPSILON:
        yield Leg(0.0, towards, angle)
    if fits:
        yield from flush[1:]
    yield Leg()


def _flush_legs(rect: Rect, line: Line, side: Facing, angle: float, wish: float | None) -> Iterator[Leg]:
    """Wheel until the fronts are parallel; the first forward move decides where along the edge the front will
    stand.
    """
    pivot = rect.front_left if side is Facing.LEFT else rect.front_right
    drift = rect.ux * line.along[0] + rect.uy * line.along[1]
    closing = -(rect.ux * line.out[0] + rect.uy * line.out[1])
    longest = max(0.0, line.height(pivot) / closing) if closing > EPSILON else 0.0
    if angle <= EPSILON:
        yield Leg(0.0, side, 0.0)
        return
    at = line.measure(pivot) - (rect.width if side is Facing.LEFT else 0.0)
    if abs(drift) > EPSILON:
        for goal in (
            wish,
            (line.length - rect.width) * 0.5,
            -rect.width * 0.5,
            line.length - rect.width * 0.5,
        ):
            if goal is not None:
                yield Leg(min(longest, max(0.0, (goal - at) / drift)), side, angle)
    for part in _SHARES:
        yield Leg(longest * part, side, angle)


def _longest(rect: Rect, line: Line) -> float:
    """Return how far the front can go ahead before its nearer end reaches the line of the edge."""
    closing = -(rect.ux * line.out[0] + rect.uy * line.out[1])
    if closing <= EPSILON:
        return 0.0
    return max(0.0, min(line.height(p) for p in rect.front_edge) / closing)


def _contact(rect: Rect, target: Rect, line: Line, leg: Leg, longest: float) -> Approach | None:
    """Return the leg cut short or drawn out to where the front first touches the target, if it touches the
    right edge there.
    """
    if leg.forward > longest - EPSILON:
        first = travel_to(rect, target)
        if first is not None and first < leg.forward - EPSILON:
            return _touching(rect, line, Leg(first))
    before = rect.forward(leg.forward) if leg.forward else rect
    turned = before.wheeled(leg.side, leg.angle) if leg.angle else before
    onward = travel_to(turned, target)
    if leg.angle and within_wheel(before, leg.side, (target,), 0.0):
        room = wheel_room(before.front_edge, leg.side, leg.angle, (target,), 0.0)
        if room < leg.angle - EPSILON:
            return _touching(rect, line, Leg(leg.forward, leg.side, room)) if room > 0.0 else None
    if onward is None:
        return None
    return _touching(rect, line, Leg(leg.forward, leg.side, leg.angle, onward))


def travel_to(rect: Rect, target: Rect) -> float | None:
    """Return how far a front goes straight ahead until it touches a rectangle; None if it never does or has
    it beside or behind itself. Grazing counts as touching.
    """
    x, y, ux, uy = rect.x, rect.y, rect.ux, rect.uy
    half, ahead = rect.half_width + EPSILON, rect.half_depth
    best = inf
    local = [((px - x) * uy - (py - y) * ux, (px - x) * ux + (py - y) * uy) for px, py in target.corners]
    r0, f0 = local[3]
    for r1, f1 in local:
        if -half <= r1 <= half and f1 < best:
            best = f1
        for level in (-half, half):
            if (r0 - level) * (r1 - level) < 0.0:
                best = min(best, f0 + (f1 - f0) * (level - r0) / (r1 - r0))
        r0, f0 = r1, f1
    if best is inf or best < ahead - _TOUCH:
        return None
    return max(0.0, best - ahead)


_TOUCH = 1e-4


def _touching(rect: Rect, line: Line, leg: Leg) -> Approach | None:
    """Return the approach if its end has the front heading for the edge and touching it, at one of its
    corners at least.
    """
    end = step(rect, leg)
    if end.ux * line.out[0] + end.uy * line.out[1] >= -EPSILON:
        return None
    touched = [line.measure(p) for p in end.front_edge if abs(line.height(p)) <= _TOUCH]
    touched = [at for at in touched if -_TOUCH <= at <= line.length + _TOUCH] if len(touched) < 2 else touched
    touched += [at for at in (0.0, line.length) if _on_front(end, line.point(at))]
    if not touched:
        return None
    low, high = max(min(touched), 0.0), min(max(touched), line.length)
    return Approach(leg, end, (low, high)) if high >= low - _TOUCH else None


def _on_front(rect: Rect, point: Point) -> bool:
    right, front = rect.to_local(point)
    return abs(front - rect.half_depth) <= _TOUCH and abs(right) <= rect.half_width + _TOUCH
