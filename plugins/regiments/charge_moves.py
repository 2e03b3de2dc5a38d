"""Charges resolved: chargers move into contact one after the other, or fail and stay.

Step `resolve-charges`: charges that answer others first, then in the order of their declarations. Before each
moves the window `charge-begun` opens: there rules roll how far it reaches, or let the target flee. What is
still declared then moves: flush against its side, in the middle or slid to where there is room. Who charges
each other meet half-way. Source: SOVL, Charge Phase; WAP, Charges.
"""

from __future__ import annotations

from typing import Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from .charge_ways import By, meeting, place_at, sides_faced, way_to
from .charges import CHARGE, cancel, charge_of, declared, is_in_range, target_of
from .contact import engage_on, note_charge, this_turn
from .moves import advance

CHASED: Final = "chased"


def resolve_charges(g: Game) -> Procedure[None]:
    """Step resolve-charges: every declared charge, one after the other, until none waits."""
    waiting = declared(g)
    while waiting:
        yield from _resolve(g, waiting[0])
        waiting = declared(g)
    for unit in g.units.values():
        unit.memory.pop(CHARGE, None)


def _resolve(g: Game, unit: Unit) -> Procedure[None]:
    target = target_of(g, unit)
    assert target is not None
    if listens(g, "after charge-begun"):
        yield from open_window(g, "after charge-begun", Context(unit=unit, target_unit=target))
    charge = charge_of(unit)
    if charge is None or unit.destroyed:
        return
    if unit.id in g.engagement:
        yield from cancel(g, unit)
        return
    yield from _move(g, unit, target)


def _move(g: Game, unit: Unit, target: Unit) -> Procedure[None]:
    charge = unit.memory[CHARGE]
    if unit.rect is None or target.rect is None or target.destroyed or not is_in_range(g, unit, target):
        yield from _fail(g, unit, target)
        return
    if charge["counter"] and _is_met(g, unit, target):
        yield from _meet(g, unit, target)
        return
    side = Facing(charge["side"])
    end = way_to(g, unit, target, side)
    if end is None:
        yield from _fail(g, unit, target)
    else:
        yield from _arrive(g, unit, target, side, end)


def _is_met(g: Game, unit: Unit, target: Unit) -> bool:
    """Whether the charge that a unit answers still comes, and there is room to meet it."""
    return (
        target_of(g, target) is unit
        and target.id not in g.engagement
        and meeting(g, unit, target) is not None
    )


def _meet(g: Game, unit: Unit, target: Unit) -> Procedure[None]:
    places = meeting(g, unit, target)
    assert places is not None
    unit.rect, target.rect = places
    target.memory.pop(CHARGE, None)
    _note(g, unit, target, Facing.FRONT)
    _note(g, target, unit, Facing.FRONT)
    engage_on(g, unit, Facing.FRONT, target, Facing.FRONT)
    yield from _completed(g, unit, target)
    yield from _completed(g, target, unit)


def _arrive(g: Game, unit: Unit, target: Unit, side: Facing, end: Rect) -> Procedure[None]:
    unit.rect = end
    _note(g, unit, target, side)
    engage_on(g, unit, Facing.FRONT, target, side)
    yield from _completed(g, unit, target)


def _note(g: Game, unit: Unit, target: Unit, side: Facing) -> None:
    """Take down that a unit's charge has ended in contact, where it stands."""
    assert unit.rect is not None
    unit.memory.pop(CHARGE, None)
    note_charge(g, unit, target)
    x, y = round(unit.rect.x, 3), round(unit.rect.y, 3)
    bearing = round(degrees_of(unit.rect.facing), 3)
    g.emit("charge-moved", unit=unit.id, target=target.id, side=side.value, x=x, y=y, bearing=bearing)


def _completed(g: Game, unit: Unit, target: Unit) -> Procedure[None]:
    if listens(g, "after charge-completed") and not unit.destroyed:
        yield from open_window(g, "after charge-completed", Context(unit=unit, target_unit=target))


def _fail(g: Game, unit: Unit, target: Unit) -> Procedure[None]:
    unit.memory.pop(CHARGE, None)
    g.emit("charge-failed", unit=unit.id, target=target.id)
    if listens(g, "after charge-failed"):
        yield from open_window(g, "after charge-failed", Context(unit=unit, target_unit=target))


# -- charges without a declaration -----------------------------------------------------------------


def run_into(g: Game, unit: Unit, target: Unit, by: By = By.CENTRE) -> Procedure[bool]:
    """Bring a unit that runs into an enemy flush against the side of it that it faces, as by a charge; return
    whether there is room. Nobody looks at the way.
    """
    if unit.rect is None or target.rect is None:
        return False
    side = sides_faced(g, unit, target, by)[0]
    end = place_at(g, unit, target, side)
    if end is None:
        return False
    yield from _arrive(g, unit, target, side, end)
    return True


def chase(g: Game, unit: Unit, target: Unit, inches: float) -> Procedure[None]:
    """Let a charger turn after a target that fled and go so far straight on, as far as there is room; its
    charge is over, and it is remembered that it chased in this turn.
    """
    unit.memory.pop(CHARGE, None)
    unit.memory[CHASED] = this_turn(g)
    g.emit("chased", unit=unit.id, target=target.id)
    centre = target.rect.centre if target.rect is not None else None
    yield from advance(g, unit, inches, centre)
