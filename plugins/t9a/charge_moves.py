"""Making charges: Charge Range rolls, Charge Moves and Failed Charge Moves, target by target.

Decision: charge.order (the unit that moves next; all that charge the same target move with it). Source: T9A
rulebook, Charge Phase 2-3; rulings 43, 46.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import Which
from tercio.kernel.geometry import EPSILON, Facing, Point, distance
from tercio.kernel.permissions import may
from tercio.kernel.rolls import rerolls, roll_for
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.regiments.manoeuvre import step

from . import marks
from .charge_combined import plan_together
from .charge_options import declared, note_target
from .charge_plan import ChargePlan, forget_facing
from .charging_out import is_out, stays_in
from .engaging import engage_on, forget_freed
from .failed_charge import failed_charge_leg
from .hazards import pay_for_terrain, trail
from .places import place_of
from .speeds import charge_speed


def move_charges(g: Game) -> Procedure[None]:
    """Step move-charges: range rolls and moves, target by target (Charge Phase 2-3)."""
    while True:
        _strike_out(g)
        waiting = declared(g)
        if not waiting:
            break
        options = [charge["unit"] for charge in waiting]
        facts = {"charges": [{"unit": c["unit"], "target": c["target"]} for c in waiting]}
        one_target = len({charge["target"] for charge in waiting}) == 1
        question = Decision("charge.order", g.active, "Which charge next?", options, "Charge Phase 2", facts)
        answer = options[0] if one_target else (yield from ask(question))
        target = next(charge["target"] for charge in waiting if charge["unit"] == answer)
        yield from _move_against(g, g.units[target])
    if listens(g, "after charges-moved"):
        yield from open_window(g, "after charges-moved", Context(player=g.players.get(g.active)))


def _strike_out(g: Game) -> None:
    charges = declared(g)
    charges[:] = [
        c for c in charges if not g.units[c["unit"]].destroyed and g.units[c["unit"]].rect is not None
    ]


def _move_against(g: Game, target: Unit) -> Procedure[None]:
    """Roll for all that charge one target, then move them in the order that lets most arrive (Charge Phase
    2.C).
    """
    charges = [charge for charge in declared(g) if charge["target"] == target.id]
    for charge in charges:
        note_target(g, charge)
    units = [g.units[charge["unit"]] for charge in charges]
    points = {charge["unit"]: (charge["x"], charge["y"]) for charge in charges}
    came_from = {unit.id: _apart(unit, target) for unit in units}
    in_reach = [unit for unit in units if _rolls_enough(g, unit, target)]
    declared(g)[:] = [charge for charge in declared(g) if charge["target"] != target.id]
    failing = [unit for unit in units if unit not in in_reach]
    plans = plan_together(g, in_reach, target, {}) if in_reach else ()
    if len(plans) < len(in_reach) and _frees_the_way(g, failing, points, in_reach, target, len(plans)):
        yield from _fail_all(g, failing, target, points)
        failing, plans = [], plan_together(g, in_reach, target, {})
    arrived: set[int] = set()
    for plan in plans:
        if not target.destroyed:
            arrived.add(plan.unit)
            yield from complete_charge(g, plan, came_from[plan.unit])
    late = [unit for unit in units if unit in failing or (unit in in_reach and unit.id not in arrived)]
    yield from _fail_all(g, late, target, points)


def _apart(unit: Unit, target: Unit) -> float:
    return distance(unit.rect, target.rect) if unit.rect is not None and target.rect is not None else 0.0


def _frees_the_way(
    g: Game, failing: list[Unit], points: dict[int, Point], in_reach: list[Unit], target: Unit, arriving: int
) -> bool:
    """Return whether more units would arrive if those that fail moved first."""
    before = [unit.rect for unit in failing]
    for unit in failing:
        if unit.rect is not None:
            unit.rect = step(unit.rect, failed_charge_leg(g, unit, points[unit.id]))
    more = len(plan_together(g, in_reach, target, {})) > arriving
    for unit, rect in zip(failing, before, strict=True):
        unit.rect = rect
    return more


def _rolls_enough(g: Game, unit: Unit, target: Unit) -> bool:
    """Roll the Charge Range and return whether it reaches (Charge Phase 2.A). A target that is gone is never
    reached.
    """
    if target.destroyed or target.rect is None or unit.rect is None:
        return False
    c, dice = Context(unit=unit, enemy=target), g.ruleset.constant("charge-dice")
    speed, gap = charge_speed(g, unit), distance(unit.rect, target.rect)
    rolled = roll_for(g, "charge-range", c, dice, unit.id)
    if rolled.total + speed < gap - EPSILON and rerolls(g, "charge-range", c, Which.FAILED):
        rolled = roll_for(g, "charge-range", c, dice, unit.id, "reroll")
    reach = rolled.total + speed
    g.emit(
        "charge-range-rolled",
        unit=unit.id,
        target=target.id,
        faces=list(rolled.faces),
        range=reach,
        distance=round(gap, 3),
    )
    return reach >= gap - EPSILON


def complete_charge(
    g: Game, plan: ChargePlan, came_from: float | None = None, move: str = "charge"
) -> Procedure[None]:
    """Make a Charge Move: the way, the Initial Align Move, contact, and what the ground does to the unit
    (Charge Phase 2.B).

    `came_from` is the distance of a declared charge, for those that stand and shoot; None for charges without
    a declaration.
    """
    unit, target = g.units[plan.unit], g.units[plan.target]
    start = unit.rect
    if start is None or target.destroyed:
        return
    flies = move == "charge" and may(g, "fly", Context(unit=unit), False)
    covered = [start, plan.end] if flies else [*trail(start, [plan.leg]), plan.end]
    _into_contact(g, unit, target, plan)
    yield from pay_for_terrain(g, unit, covered, "charge" if move == "charge" else "pursue")
    if came_from is not None and not unit.destroyed and not target.destroyed:
        from .standing import stand_and_shoot

        yield from stand_and_shoot(g, target, unit, came_from)
    if not unit.destroyed and listens(g, "after charge-completed"):
        yield from open_window(g, "after charge-completed", Context(unit=unit, enemy=target))


def _into_contact(g: Game, unit: Unit, target: Unit, plan: ChargePlan) -> None:
    unit.rect = plan.end
    is_out(unit)
    forget_facing(unit)
    if plan.turned is not None:
        target.rect = plan.turned
    forget_freed(unit)
    if not plan.aligned:
        marks.put(g, unit, marks.UNALIGNED)
    facts = {"facing": plan.facing.value, "aligned": plan.aligned, **place_of(unit)}
    g.emit("charge-moved", unit=unit.id, target=target.id, **facts)
    engage_on(g, unit, Facing.FRONT, target, plan.facing)


def _fail_all(g: Game, units: list[Unit], target: Unit, points: dict[int, Point]) -> Procedure[None]:
    for unit in units:
        if unit.rect is not None and not unit.destroyed:
            yield from fail_charge(g, unit, target, points[unit.id])


def fail_charge(g: Game, unit: Unit, target: Unit, point: Point) -> Procedure[None]:
    """Make a Failed Charge Move towards a point (Charge Phase 3)."""
    assert unit.rect is not None
    leg = failed_charge_leg(g, unit, point)
    covered, end = trail(unit.rect, [leg]), step(unit.rect, leg)
    host = stays_in(g, unit, end)
    if host is not None:
        yield from fail_charge(g, host, target, point)
        return
    unit.rect = end
    is_out(unit)
    forget_facing(unit)
    marks.take(unit, marks.CHARGING)
    marks.put(g, unit, marks.FAILED_CHARGE)
    forget_freed(unit)
    g.emit("charge-failed", unit=unit.id, target=target.id, **place_of(unit))
    yield from pay_for_terrain(g, unit, covered, "failed-charge")
    if not unit.destroyed and listens(g, "after charge-failed"):
        yield from open_window(g, "after charge-failed", Context(unit=unit, enemy=target))
