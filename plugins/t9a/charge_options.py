"""Who may charge whom, and what has been declared: the book of a Charge Phase.

Declared charges are plain data in the game's memory (`charges`): charger, target, and where the middle of the
Target Facing was last seen. Plans are made anew from them and kept only while nothing moves. Source: T9A
rulebook, Charge Phase 1; Reference Handbook, Declaring.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Answer
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Rect, distance
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.manoeuvre import is_free

from . import marks
from .charge_combined import plan_together, room_for_all
from .charge_plan import ChargePlan, plan_charge, target_facings
from .charging_out import judged_from, leavers, left_unit, stand_in
from .engaging import is_engaged
from .sight import Scene, scene_of, sees
from .spacing import enemies, free_of, friends
from .speeds import farthest_charge

CHARGES = "charges"
Pair = tuple[int, int]
_PAIR = 2
_CANNOT = (marks.SHAKEN, marks.CHARGED, marks.LEFT_BEHIND, marks.POST_COMBAT_PIVOT, "encroached")


def may_declare(g: Game, unit: Unit) -> bool:
    """Return whether a unit may declare a charge at anybody now."""
    if unit.rect is None or unit.destroyed or is_engaged(g, unit) or any(m in unit.marks for m in _CANNOT):
        return False
    return may(g, "declare-charge", Context(unit=unit))


def declared(g: Game) -> list[dict[str, Any]]:
    """Return the charges declared in this Phase and not made yet, in order: `unit`, `target`, and the point
    `x`, `y` last charged at.
    """
    found: list[dict[str, Any]] = g.memory.setdefault(CHARGES, [])
    return found


def chargers_of(g: Game, target: Unit) -> list[Unit]:
    """Return the units that have declared a charge at a target and have not moved, in order of declaring."""
    return [g.units[charge["unit"]] for charge in declared(g) if charge["target"] == target.id]


class ChargeBook:
    """Which charges can be declared now. Forget it (`moved`) when something on the table has moved."""

    def __init__(self, g: Game) -> None:
        self.g = g
        self._together: dict[tuple[int, ...], tuple[ChargePlan, ...]] = {}
        self._near: dict[Pair, bool] = {}
        self._scene: Scene | None = None
        self._out: dict[int, Unit] | None = None

    def moved(self) -> None:
        """Something has moved: look at everything anew."""
        self._together.clear()
        self._near.clear()
        self._scene = None
        self._out = None

    def options(
        self, chargers: list[Unit] | None = None, leaving_out: tuple[int, ...] = ()
    ) -> list[list[int]]:
        """Return the legal charges as [unit, target], of the active player's units or of the given ones."""
        g = self.g
        units = friends(g, g.active) if chargers is None else chargers
        foes = [foe for foe in enemies(g, g.active) if foe.id not in leaving_out]
        return [
            [unit.id, foe.id]
            for unit in units
            if may_declare(g, unit)
            for foe in foes
            if self.is_legal(unit, foe)
        ]

    def leavers(self) -> dict[int, Unit]:
        """Return the models that could charge out of their units, by pool id, each spoken for by a unit."""
        if self._out is None:
            found = (stand_in(pool) for pool in leavers(self.g, self.g.active))
            self._out = {unit.id: unit for unit in found if unit is not None and may_declare(self.g, unit)}
        return self._out

    def judge(self, answer: Answer, options: Sequence[Answer]) -> Refusal | None:
        """Return why an answer to charge.declare is not legal: neither offered nor a model that charges out
        ([pool, target]).
        """
        if answer in options:
            return None
        if isinstance(answer, list) and len(answer) == _PAIR and all(isinstance(n, int) for n in answer):
            unit, target = self.leavers().get(answer[0]), self.g.units.get(answer[1])
            if (
                unit is not None
                and target is not None
                and not target.destroyed
                and self.is_legal(unit, target)
            ):
                return None
        return Refusal("charge.not_legal", {"answer": answer})

    def is_legal(self, unit: Unit, target: Unit) -> bool:
        """Return whether a unit may declare a charge at a target: seen, within the farthest range, and with a
        way to complete it.
        """
        key = (unit.id, target.id)
        if key not in self._near:
            self._near[key] = self._is_near(unit, target)
        return self._near[key] and self.completes(unit, target)

    def _is_near(self, unit: Unit, target: Unit) -> bool:
        g, host = self.g, left_unit(self.g, unit)
        if unit.rect is None or target.rect is None or unit.owner == target.owner:
            return False
        if not _roughly_near(unit.rect, target.rect, farthest_charge(g, unit, target)):
            return False
        if not may(g, "declare-charge", Context(unit=unit, enemy=target)):
            return False
        self._scene = self._scene or scene_of(g)
        return sees(g, unit, target, [host] if host is not None else (), self._scene)

    def completes(self, unit: Unit, target: Unit) -> bool:
        """Return whether a charge could be completed together with all that were declared before."""
        mates = chargers_of(self.g, target)
        key = (target.id, *(mate.id for mate in mates), unit.id)
        if mates and key not in self._together:
            self._together[key] = self._beside(mates, unit, target)
        return len(self.plans([*mates, unit], target)) == len(mates) + 1

    def _beside(self, mates: list[Unit], unit: Unit, target: Unit) -> tuple[ChargePlan, ...]:
        """Return how a further unit would arrive: beside those that charge the same target, or with all of
        them making room.
        """
        known, placed = self.plans(mates, target), self._placed(target)
        if len(known) == len(mates):
            beside = {**placed, **{plan.unit: plan.end for plan in known}}
            plan = plan_charge(self.g, unit, target, beside, unaligned=False)
            if plan is not None:
                return (*known, plan)
        if not room_for_all(self.g, [*mates, unit], target):
            return known
        if plan_charge(self.g, unit, target, placed, unaligned=False) is None:
            return known
        return plan_together(self.g, [*mates, unit], target, placed, thorough=False)

    def plans(self, chargers: list[Unit], target: Unit) -> tuple[ChargePlan, ...]:
        """Return how the chargers of a target would arrive, with the charges at other targets made before."""
        key = (target.id, *(unit.id for unit in chargers))
        found = self._together.get(key)
        if found is None:
            found = self._together[key] = plan_together(
                self.g, chargers, target, self._placed(target), thorough=False
            )
        return found

    def _placed(self, but: Unit) -> dict[int, Rect]:
        """Return where the chargers of all other targets will stand."""
        g = self.g
        placed: dict[int, Rect] = {}
        for number in dict.fromkeys(charge["target"] for charge in declared(g)):
            target = g.units[number]
            if target is not but and target.rect is not None:
                mates = chargers_of(g, target)
                key = (number, *(unit.id for unit in mates))
                plans = self._together.get(key)
                if plans is None:
                    plans = self._together[key] = plan_together(g, mates, target, placed, thorough=False)
                placed.update({plan.unit: plan.end for plan in plans})
        return placed

    def declare(self, unit: Unit, target: Unit) -> None:
        """Write a charge down, instead of an earlier one of the same unit."""
        charges = declared(self.g)
        charges[:] = [charge for charge in charges if charge["unit"] != unit.id]
        self._out = None
        charges.append({"unit": unit.id, "target": target.id})
        note_target(self.g, charges[-1])
        kept = (target.id, *(mate.id for mate in chargers_of(self.g, target)))
        plans = self._together.get(kept, ())
        ends = [plan.end for plan in plans if plan.unit == unit.id]
        self._together = {
            key: found
            for key, found in self._together.items()
            if key == kept or self._still_hold(key, found, target, ends)
        }

    def _still_hold(
        self, key: tuple[int, ...], plans: tuple[ChargePlan, ...], target: Unit, ends: list[Rect]
    ) -> bool:
        """Return whether charges found before are not barred by one that was declared since, so that they
        need no new look.
        """
        if len(plans) != 1 or key[0] == target.id or not ends:
            return False
        (plan,) = plans
        unit = self._unit(plan.unit)
        start = unit.rect if unit is not None else None
        return start is not None and free_of(plan.end, ends) and is_free(start, plan.leg, ends, 0.0)

    def _unit(self, number: int) -> Unit | None:
        return self.g.units.get(number) or self.leavers().get(number)

    def facts(self, options: list[list[int]]) -> dict[str, Any]:
        """Return what an agent needs to choose: for every option the distance and the roll that reaches
        it.
        """
        return {"charges": [self._fact(*pair) for pair in options]}

    def _fact(self, unit: int, target: int) -> dict[str, Any]:
        g = self.g
        one = self._unit(unit)
        other = g.units[target]
        assert one is not None
        assert one.rect is not None
        assert other.rect is not None
        facing = target_facings(g, judged_from(one) or one.rect, other.rect)[0]
        gap = distance(one.rect, other.rect)
        return {
            "unit": unit,
            "target": target,
            "distance": round(gap, 3),
            "farthest": farthest_charge(g, one, other),
            "facing": facing.value,
        }


def _roughly_near(one: Rect, other: Rect, far: float) -> bool:
    dx, dy, reach = one.x - other.x, one.y - other.y, far + one.radius + other.radius
    return dx * dx + dy * dy <= reach * reach and distance(one, other) <= far + _HAIR


_HAIR = 1e-6


def note_target(g: Game, charge: dict[str, Any]) -> None:
    """Remember where the middle of the Target Facing is, for a charge whose target may be gone when it is
    made.
    """
    unit, target = g.units[charge["unit"]], g.units[charge["target"]]
    if unit.rect is not None and target.rect is not None and not target.destroyed:
        facing = target_facings(g, unit.rect, target.rect)[0]
        charge["x"], charge["y"] = target.rect.edge_centre(facing)
