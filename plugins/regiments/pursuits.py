"""Pursuit and overrun: who won a combat goes after those who fled, or straight on.

A pursuer turns on the spot towards its prey and goes straight on, as far as its pack rolled. It has caught
the prey if it goes as far as the prey is away from it, or as the permission `catch` says (window
`unit-caught`, before it moves; what becomes of the caught is for the pack to say). Another enemy that it
meets on its way it charges; it passes by none that flees, and stops before whatever else is in the way.
Source: WAP, Close Combat.
"""

from __future__ import annotations

from typing import Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import EPSILON, Point, Rect, distance, forward_room
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import open_window

from .charge_moves import run_into
from .moves import advance, bearing_to
from .places import FLEEING, closed_ground, on_table
from .turning import turned_by

PURSUIT: Final = "pursuit"


def pursue(g: Game, unit: Unit, prey: Unit, inches: float) -> Procedure[None]:
    """Let a unit go after one that fled from it; one that left the table it follows straight on."""
    if not _is_free(g, unit):
        return
    unit.memory[PURSUIT] = inches
    g.emit("pursued", unit=unit.id, target=prey.id, inches=inches)
    towards = prey.rect.centre if prey.rect is not None and not prey.destroyed else None
    if towards is not None and _catches(g, unit, prey, inches):
        g.emit("caught", unit=prey.id, by=unit.id)
        yield from open_window(g, "after unit-caught", Context(unit=unit, target_unit=prey))
    yield from _rush(g, unit, inches, towards, prey)


def overrun(g: Game, unit: Unit, inches: float) -> Procedure[None]:
    """Let a unit that has no enemies left go straight on."""
    if _is_free(g, unit):
        g.emit("overran", unit=unit.id, inches=inches)
        yield from _rush(g, unit, inches, None, None)


def _is_free(g: Game, unit: Unit) -> bool:
    return unit.rect is not None and not unit.destroyed and unit.id not in g.engagement


def last_pursuit(unit: Unit) -> float:
    """Return how many inches a unit went after another when it last did, 0 if it never did."""
    return float(unit.memory.get(PURSUIT, 0.0))


def _catches(g: Game, unit: Unit, prey: Unit, inches: float) -> bool:
    assert unit.rect is not None
    assert prey.rect is not None
    is_near = distance(unit.rect, prey.rect) <= inches + EPSILON
    return may(g, "catch", Context(unit=unit, target_unit=prey), default=is_near)


def _rush(g: Game, unit: Unit, inches: float, towards: Point | None, prey: Unit | None) -> Procedure[None]:
    if not _is_free(g, unit) or unit.rect is None:
        return
    before, way = unit.rect, unit.rect
    if towards is not None:
        way = way.turned_to(*turned_by(way.facing, bearing_to(way, towards)))
    foe = _met(g, unit, way, inches, prey)
    if foe is not None:
        unit.rect = way
        if (yield from run_into(g, unit, foe)):
            return
        unit.rect = before
    yield from advance(g, unit, inches, towards)


def _met(g: Game, unit: Unit, way: Rect, inches: float, prey: Unit | None) -> Unit | None:
    """Return the enemy that a unit runs into first on its way, None if it meets none or something else
    before.
    """
    first, room = None, inches - EPSILON
    for other in on_table(g):
        if other is unit or other is prey or other.rect is None or FLEEING in other.marks:
            continue
        here = forward_room(way, inches, (other.rect,), 0.0)
        if here < room:
            first, room = other, here
    if first is None or first.owner == unit.owner:
        return None
    return first if forward_room(way, inches, closed_ground(g), 0.0) >= room else None
