"""Failed Charge Moves: a wheel towards the intended target, then straight on, a few inches in all.

Source: T9A rulebook, Charge Phase 3; rulings 46.
"""

from __future__ import annotations

from math import radians

from tercio.kernel.geometry import Point, Rect, Shape, wheel_angle, wheel_cost, wheel_room
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.manoeuvre import Leg, front_room, step, table_room, wheel_towards

from .charging_out import left_unit
from .spacing import free_of, obstructions, on_table

_JUST_BEFORE = 0.01
"""Inches at which a unit stops that was about to come into contact."""
_SHARES = tuple(i / 16 for i in range(16, -1, -1))


def failed_charge_leg(g: Game, unit: Unit, point: Point) -> Leg:
    """Return the leg of a Failed Charge Move towards a point: the centre of the Target Facing."""
    rect = unit.rect
    assert rect is not None
    limit = float(g.ruleset.constant("failed-charge-distance"))
    host = left_unit(g, unit)
    shapes = obstructions(g, unit, *([host] if host is not None else []))
    side, wanted = wheel_towards(rect, point)
    most = min(wanted, radians(float(g.ruleset.constant("wheel-limit"))), wheel_angle(rect.width, limit))
    room = wheel_room(rect.front_edge, side, most, shapes, _JUST_BEFORE)
    for share in _SHARES:
        leg = _straight_on(g, rect, Leg(0.0, side, room * share), limit, shapes)
        if leg is not None:
            return leg
    return Leg()


def _straight_on(g: Game, rect: Rect, wheel: Leg, limit: float, shapes: list[Shape]) -> Leg | None:
    """Return the wheel with as much of the way left straight on as ends in a legal place, None if no part of
    it does.
    """
    turned = step(rect, wheel)
    left = max(0.0, limit - wheel_cost(rect.width, wheel.angle))
    room = table_room(turned, front_room(turned, left, shapes, _JUST_BEFORE), (g.width, g.depth))
    for share in _SHARES:
        end = turned.forward(room * share)
        if on_table(g, end) and free_of(end, shapes):
            return Leg(0.0, wheel.side, wheel.angle, room * share)
    return None
