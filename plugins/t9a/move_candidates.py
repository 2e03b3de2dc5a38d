"""Useful legal moves of a unit for agents and for those who like to pick: straight on, towards enemies,
wheels, about-turns, reforms, staying.

A modest set, made only when asked for. The first is the most forward one. Every candidate has passed `judge`.
Source: T9A rulebook, Movement Phase 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, hypot, pi, radians
from typing import Any

from tercio.kernel.geometry import EPSILON, Facing, Rect, wheel_angle, wheel_cost
from tercio.kernel.geometry.vector import angle_between, degrees_of
from tercio.plugins.regiments.formation import formation_of
from tercio.plugins.regiments.manoeuvre import Leg, front_room, step, table_room, wheel_towards

from .move_judge import Ground, judge, judge_end
from .moves import ADVANCE, MARCH, REFORM, STAY, Move, plain_leg
from .spacing import enemies

_FOES = 2
_SHORTER = (1.0, 0.75, 0.5, 0.25)
_SIDE_WHEEL = pi / 4.0
_WORTH = 0.25
"""Inches: a way on that is shorter is not offered."""


def candidates(ground: Ground) -> list[Any]:
    """Return answers for move.manoeuvre that are legal, the most forward first, staying last."""
    found: list[Any] = []
    for move in _ideas(ground):
        if judge(ground, move) is None:
            found.append(plain(move))
    return [*found, {"manoeuvre": STAY}]


def plain(move: Move) -> dict[str, Any]:
    """Return a manoeuvre as an answer."""
    if move.kind == REFORM:
        return {"manoeuvre": REFORM, "x": move.x, "y": move.y, "facing": move.bearing, "files": move.files}
    answer: dict[str, Any] = {"manoeuvre": move.kind, "legs": [plain_leg(leg) for leg in move.legs]}
    if move.pivot:
        answer["pivot"] = move.pivot
    return answer


def _ideas(ground: Ground) -> Iterator[Move]:
    rect = ground.unit.rect
    assert rect is not None
    g = ground.g
    march = float(ground.pace * g.ruleset.constant("march-factor"))
    advance = float(ground.pace * g.ruleset.constant("advance-factor"))
    foes = nearest_foes(ground)
    for foe in foes:
        yield from _towards(ground, rect, MARCH, march, foe)
    yield from _straight(ground, rect, MARCH, march)
    for foe in foes[:1]:
        yield from _towards(ground, rect, ADVANCE, advance, foe)
    yield from _straight(ground, rect, ADVANCE, advance)
    for side in (Facing.LEFT, Facing.RIGHT):
        yield from _wheel(ground, rect, MARCH, march, side, _SIDE_WHEEL)
    yield from _turned(ground, rect, advance, foes)
    yield from _reforms(ground, rect, foes)


def nearest_foes(ground: Ground) -> list[Rect]:
    """Return the boundaries of the nearest enemies, nearest first."""
    rect = ground.unit.rect
    assert rect is not None
    far = [
        (hypot(foe.rect.x - rect.x, foe.rect.y - rect.y), foe.id, foe.rect)
        for foe in enemies(ground.g, ground.unit.owner)
        if foe.rect is not None
    ]
    return [foe for _, _, foe in sorted(far, key=lambda item: item[:2])[:_FOES]]


def _straight(ground: Ground, rect: Rect, kind: str, limit: float, pivot: float = 0.0) -> Iterator[Move]:
    leg = _longest(ground, rect, Leg(), limit)
    if leg is not None:
        yield Move(kind, pivot, (leg,))


def _towards(ground: Ground, rect: Rect, kind: str, limit: float, foe: Rect) -> Iterator[Move]:
    side, angle = wheel_towards(rect, (foe.x, foe.y))
    yield from _wheel(ground, rect, kind, limit, side, angle)


def _wheel(ground: Ground, rect: Rect, kind: str, limit: float, side: Facing, angle: float) -> Iterator[Move]:
    angle = min(angle, wheel_angle(rect.width, limit))
    if angle > EPSILON:
        leg = _longest(ground, rect, Leg(0.0, side, angle), limit - wheel_cost(rect.width, angle))
        if leg is not None:
            yield Move(kind, 0.0, (leg,))


def _longest(ground: Ground, rect: Rect, wheel: Leg, limit: float) -> Leg | None:
    """Return the wheel and the longest way on that ends with room all round, None if there is none worth
    going.
    """
    turned = step(rect, wheel)
    room = table_room(turned, limit, (ground.g.width, ground.g.depth))
    way = front_room(turned, room, ground.path, ground.moving + _STRICT)
    stop = min(way, front_room(turned, way, ground.around, ground.spacing + _STRICT))
    for onward in (way, *(stop * share for share in _SHORTER)):
        if onward < _WORTH and not wheel.angle:
            continue
        if _ends_well(ground, turned.forward(onward)):
            return Leg(0.0, wheel.side, wheel.angle, onward)
    return None


_STRICT = 1e-4


def _ends_well(ground: Ground, end: Rect) -> bool:
    return judge_end(ground, end) is None


def _turned(ground: Ground, rect: Rect, limit: float, foes: list[Rect]) -> Iterator[Move]:
    """Advances after a pivot: to face the nearest enemy, and away from it."""
    if not foes:
        return
    way = (foes[0].x - rect.x, foes[0].y - rect.y)
    turn = round(-degrees(angle_between(rect.facing, way)), 3)
    for pivot in (turn, turn + 180.0):
        turned = rect.pivoted(-radians(pivot))
        pivot = (pivot + 180.0) % 360.0 - 180.0
        yield from _straight(ground, turned, ADVANCE, limit, pivot)
    yield Move(ADVANCE, turn)


def _reforms(ground: Ground, rect: Rect, foes: list[Rect]) -> Iterator[Move]:
    files = formation_of(ground.unit).files
    if foes:
        way = (foes[0].x - rect.x, foes[0].y - rect.y)
        yield Move(REFORM, x=rect.x, y=rect.y, bearing=round(degrees_of(way), 3), files=files)
    for other in (files + _FILES, files - _FILES):
        yield Move(REFORM, x=rect.x, y=rect.y, bearing=degrees_of(rect.facing), files=other)


_FILES = 2
