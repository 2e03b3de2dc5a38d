"""Charges declared: who may charge whom, on which side, and the declarations that wait to be resolved.

A declaration is kept in the charger's memory under `charge`: the target's id, the side, the order in which it
was made, whether it answers a charge, and how far it reaches once that has been rolled. One charge goes at
each side of a target, declared or in contact already, unless the permission `share-side` says otherwise. The
engine bars what cannot be carried out; what else keeps units from charging stands in packs (permissions
`charge`, `be-charged`, `counter-charge`). Source: SOVL, Charge Phase; WAP, Charges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.dice import roll
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Facing
from tercio.kernel.modifiers import is_spoken_of, steady_value, value
from tercio.kernel.permissions import may
from tercio.kernel.query import base_value
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from .charge_ways import By, meeting, other_side, sides_faced, way_to
from .contact import foes_on
from .places import on_table
from .sight import front_distance, may_see, sees

CHARGE: Final = "charge"
BE_CHARGED: Final = "be-charged"
COUNTER_CHARGE: Final = "counter-charge"


# -- declarations that wait ------------------------------------------------------------------------


def charge_of(unit: Unit) -> dict[str, Any] | None:
    """Return what a unit has declared, None if it charges nobody: `target` (id), `side` (word of a facing),
    `order`, `counter`, `reach` (inches or None).
    """
    return unit.memory.get(CHARGE)


def target_of(g: Game, unit: Unit) -> Unit | None:
    """Return whom a unit has declared to charge."""
    charge = charge_of(unit)
    return g.units[charge["target"]] if charge is not None else None


def chargers_of(g: Game, target: Unit) -> list[Unit]:
    """Return the units that have declared a charge at one, in the order in which they did."""
    return [unit for unit in declared(g) if unit.memory[CHARGE]["target"] == target.id]


def declared(g: Game) -> list[Unit]:
    """Return the units on the table that have declared a charge, those first that answer one, then in the
    order of their declarations.
    """
    waiting = [unit for unit in on_table(g) if CHARGE in unit.memory]
    return sorted(
        waiting, key=lambda unit: (not unit.memory[CHARGE]["counter"], unit.memory[CHARGE]["order"])
    )


# -- how far ---------------------------------------------------------------------------------------


def charge_range(g: Game, unit: Unit, target: Unit) -> float:
    """Return how far in inches a unit may be to charge another: what was rolled for its declared charge, else
    the value `charge-range`, its move unless rules change it.
    """
    charge = charge_of(unit)
    if charge is not None and charge["target"] == target.id and charge["reach"] is not None:
        return float(charge["reach"])
    move = steady_value(g, "move", unit, Context(unit=unit), base_value(unit, "move") or 0)
    if not is_spoken_of(g, "charge-range"):
        return float(move)
    return float(value(g, "charge-range", Context(unit=unit, target_unit=target), move))


def charge_distance(g: Game, unit: Unit, target: Unit) -> float:
    """Return how far in inches a unit has to go to charge another: from its front edge to the nearest point,
    unless rules measure otherwise.
    """
    if unit.rect is None or target.rect is None:
        return 0.0
    base = front_distance(unit.rect, target.rect)
    return float(value(g, "charge-distance", Context(unit=unit, target_unit=target), base))


def is_in_range(g: Game, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's charge reaches another from where both stand."""
    here, there = unit.rect, target.rect
    if here is None or there is None:
        return False
    reach = charge_range(g, unit, target)
    if reach <= 0.0:
        return False
    if not is_spoken_of(g, "charge-distance"):
        # No front is nearer than the bounding discs are.
        dx, dy, far = there.x - here.x, there.y - here.y, reach + here.radius + there.radius + EPSILON
        if dx * dx + dy * dy > far * far:
            return False
    return charge_distance(g, unit, target) <= reach + EPSILON


# -- what is allowed -------------------------------------------------------------------------------


def can_charge(g: Game, unit: Unit, target: Unit, by: By = By.CENTRE) -> bool:
    """Return whether a unit may declare a charge at another now."""
    if CHARGE in unit.memory or unit.id in g.engagement or not may_see(g, unit, target):
        return False
    return bar_of(g, unit, target) == "" and bool(sides_open(g, unit, target, by))


def bar_of(g: Game, unit: Unit, target: Unit, permissions: Sequence[str] = (CHARGE, BE_CHARGED)) -> str:
    """Return what bars a charge whatever its side, as the code of a refusal; "" if nothing does."""
    if unit.rect is None or target.rect is None or unit.owner == target.owner:
        return "charge.no_target"
    if CHARGE in unit.memory or unit.id in g.engagement:
        return "charge.not_free"
    if not is_in_range(g, unit, target):
        return "charge.out_of_range"
    c = Context(unit=unit, target_unit=target)
    if not all(may(g, permission, c) for permission in permissions):
        return "charge.not_allowed"
    return "" if sees(g, unit, target) else "charge.out_of_sight"


def sides_open(g: Game, unit: Unit, target: Unit, by: By) -> list[Facing]:
    """Return the sides for which a charge could go: the one it faces (several in a tie), or the one that
    stands in for it where it is taken; [] if none is free, has room and can be reached.
    """
    found = (_side_instead(g, unit, target, side) for side in sides_faced(g, unit, target, by))
    sides = dict.fromkeys(side for side in found if side is not None)
    return [side for side in sides if way_to(g, unit, target, side) is not None]


def side_charged(g: Game, unit: Unit, target: Unit, by: By) -> Facing | None:
    """Return the side for which a unit's charge would go, the one it has declared if it has; None if it
    could go for none.
    """
    charge = charge_of(unit)
    if charge is not None and charge["target"] == target.id:
        return Facing(charge["side"])
    if unit.rect is None or target.rect is None:
        return None
    return next(iter(sides_open(g, unit, target, by)), None)


def _side_instead(g: Game, unit: Unit, target: Unit, side: Facing) -> Facing | None:
    if _is_free(g, unit, target, side):
        return side
    if may(g, "charge-other-side", Context(unit=unit, target_unit=target), False):
        other = other_side(unit, target, side)
        if other is not None and _is_free(g, unit, target, other):
            return other
    return None


def _is_free(g: Game, unit: Unit, target: Unit, side: Facing) -> bool:
    declares = any(
        other is not unit and other.memory[CHARGE]["side"] == side.value for other in chargers_of(g, target)
    )
    if not declares and not foes_on(g, target, side.value):
        return True
    return may(g, "share-side", Context(unit=unit, target_unit=target), False)


def can_counter_charge(g: Game, unit: Unit, target: Unit) -> bool:
    """Return whether a unit may answer the charge of another at it by one of its own. Of the permissions
    `counter-charge` alone is asked.
    """
    charge = charge_of(target)
    if charge is None or charge["target"] != unit.id or charge["counter"]:
        return False
    return bar_of(g, unit, target, (COUNTER_CHARGE,)) == "" and meeting(g, unit, target) is not None


# -- declaring -------------------------------------------------------------------------------------


def declare(g: Game, unit: Unit, target: Unit, by: By = By.CENTRE) -> Procedure[Refusal | None]:
    """Declare a charge; return why it cannot be, None once it is declared. A tie between sides is rolled."""
    facts = {"unit": unit.name, "target": target.name}
    bar = bar_of(g, unit, target)
    if bar:
        return Refusal(bar, facts)
    sides = sides_open(g, unit, target, by)
    if not sides:
        return Refusal("charge.no_side", facts)
    yield from _note(g, unit, target, _rolled(g, unit, sides), counter=False)
    return None


def declare_counter(g: Game, unit: Unit, target: Unit) -> Procedure[Refusal | None]:
    """Answer a charge by one at the charger; return why that cannot be, None once it is declared."""
    if not can_counter_charge(g, unit, target):
        return Refusal("charge.no_counter_charge", {"unit": unit.name, "target": target.name})
    yield from _note(g, unit, target, Facing.FRONT, counter=True)
    return None


def _rolled(g: Game, unit: Unit, sides: list[Facing]) -> Facing:
    if len(sides) == 1:
        return sides[0]
    die = DiceAmount(1, len(sides))
    return sides[roll(g.dice, purpose(g, unit.id, "charge-side"), die).total - 1]


def _note(g: Game, unit: Unit, target: Unit, side: Facing, *, counter: bool) -> Procedure[None]:
    order = 1 + max((one.memory[CHARGE]["order"] for one in declared(g)), default=0)
    unit.memory[CHARGE] = {
        "target": target.id,
        "side": side.value,
        "order": order,
        "counter": counter,
        "reach": None,
    }
    g.emit("charge-declared", unit=unit.id, target=target.id, side=side.value, counter=counter)
    if listens(g, "after charge-declared"):
        yield from open_window(g, "after charge-declared", Context(unit=unit, target_unit=target))


def cancel(g: Game, unit: Unit) -> Procedure[None]:
    """Take a declared charge back, and with it the one that answers it."""
    charge = unit.memory.pop(CHARGE, None)
    if charge is None:
        return
    target = g.units[charge["target"]]
    g.emit("charge-cancelled", unit=unit.id, target=target.id)
    answer = charge_of(target)
    if answer is not None and answer["counter"] and answer["target"] == unit.id:
        yield from cancel(g, target)
    if listens(g, "after charge-cancelled"):
        yield from open_window(g, "after charge-cancelled", Context(unit=unit, target_unit=target))
