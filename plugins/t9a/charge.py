"""The Charge Phase: declaring, reactions, redirecting, Charge Moves and Failed Charge Moves.

Steps: `declare_charges` and `move_charges`. Decisions: charge.declare ([unit, target] or pass), charge.react
(hold, flee), charge.redirect (test, pass), charge.order (the unit that moves next; all that charge the same
target move with it). Source: T9A rulebook, Charge Phase; rulings 43-46.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.geometry import EPSILON, Facing, Point, distance
from tercio.kernel.permissions import may
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.regiments.manoeuvre import step

from . import marks
from .charge_combined import plan_together
from .charge_options import CHARGES, ChargeBook, chargers_of, declared, note_target
from .charge_plan import ChargePlan
from .engaging import engage_on, forget_freed
from .failed_charge import failed_charge_leg
from .flee import away_from, flee
from .hazards import pay_for_terrain, trail
from .places import place_of
from .psychology import become_shaken, command_test, may_choose_flee, panic
from .speeds import charge_speed

HOLD, FLEE, TEST = "hold", "flee", "test"


# -- declaring -----------------------------------------------------------------------------------------------


def declare_charges(g: Game) -> Procedure[None]:
    """Step declare-charges: charges are declared and answered one by one (Charge Phase 1)."""
    g.memory[CHARGES] = []
    book = ChargeBook(g)
    while True:
        options = book.options()
        if not options:
            return
        answer = yield from ask(
            Decision(
                "charge.declare",
                g.active,
                "Declare a charge?",
                [*options, PASS],
                "Charge Phase 1",
                book.facts(options),
            )
        )
        if answer == PASS:
            return
        unit, target = answer
        yield from declare(g, g.units[unit], g.units[target], book)


def declare(g: Game, unit: Unit, target: Unit, book: ChargeBook | None = None) -> Procedure[None]:
    """Declare one charge and let the target react; its chargers may redirect if it fled. Legality is the
    caller's to see to.
    """
    book = book or ChargeBook(g)
    marks.put(g, unit, marks.CHARGED, marks.CHARGING)
    book.declare(unit, target)
    g.emit("charge-declared", unit=unit.id, target=target.id, **_apart(unit, target))
    if listens(g, "after charge-declared"):
        yield from open_window(g, "after charge-declared", Context(unit=unit, enemy=target))
    fled = yield from _react(g, unit, target)
    if fled:
        book.moved()
        yield from _redirect(g, target, book)


def _apart(unit: Unit, target: Unit) -> dict[str, float]:
    if unit.rect is None or target.rect is None:
        return {}
    return {"distance": round(distance(unit.rect, target.rect), 3)}


def _react(g: Game, unit: Unit, target: Unit) -> Procedure[bool]:
    """Return whether the target fled: of terror, or as its Charge Reaction (Charge Phase 1.A, Psychology
    2.A).
    """
    where = target.rect
    if may(g, "terrify", Context(unit=unit, enemy=target), False):
        yield from panic(g, target, unit, "terror-test", may_flee_from=unit)
        if target.destroyed or target.rect is not where:
            return True
    options = [HOLD, FLEE] if may_choose_flee(g, target, unit) else [HOLD]
    facts = {"unit": target.id, "charger": unit.id, **_apart(unit, target), "speed": charge_speed(g, unit)}
    answer = yield from ask(
        Decision("charge.react", target.owner, "Charge Reaction?", options, "Charge Phase 1.A", facts)
    )
    g.emit("charge-reaction", unit=target.id, charger=unit.id, reaction=answer)
    if answer == HOLD:
        return False
    yield from _flee_by_choice(g, target, unit)
    return True


def _flee_by_choice(g: Game, target: Unit, charger: Unit) -> Procedure[None]:
    marks.put(g, target, marks.CHOSE_FLEE)
    if marks.SHAKEN not in target.marks:
        marks.put(g, target, marks.FLED_VOLUNTARILY)
    yield from become_shaken(g, target, "flee-reaction")
    yield from flee(g, target, away_from(target, charger), voluntary=True, why="flee-reaction", enemy=charger)


def _redirect(g: Game, fled: Unit, book: ChargeBook) -> Procedure[None]:
    """Those that charged a unit that fled may each try once to charge another (Charge Phase 1.B)."""
    for unit in chargers_of(g, fled):
        if marks.REDIRECTED in unit.marks or unit.rect is None or unit.destroyed:
            continue
        marks.take(unit, marks.CHARGED)
        options = book.options([unit], leaving_out=(fled.id,))
        marks.put(g, unit, marks.CHARGED)
        if options:
            yield from _try_redirect(g, unit, fled, options, book)


def _try_redirect(
    g: Game, unit: Unit, fled: Unit, options: list[list[int]], book: ChargeBook
) -> Procedure[None]:
    facts = {"unit": unit.id, "fled": fled.id, **book.facts(options)}
    answer = yield from ask(
        Decision(
            "charge.redirect", unit.owner, "Redirect the charge?", [TEST, PASS], "Charge Phase 1.B", facts
        )
    )
    if answer == PASS:
        return
    marks.put(g, unit, marks.REDIRECTED)
    if not command_test(g, unit, "redirect-test"):
        return
    choice = yield from ask(
        Decision(
            "charge.declare",
            unit.owner,
            "Charge whom instead?",
            [*options, PASS],
            "Charge Phase 1.B",
            book.facts(options),
        )
    )
    if choice != PASS:
        yield from declare(g, unit, g.units[choice[1]], book)


# -- moving --------------------------------------------------------------------------------------------------


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
        answer = (
            options[0]
            if one_target
            else (
                yield from ask(
                    Decision("charge.order", g.active, "Which charge next?", options, "Charge Phase 2", facts)
                )
            )
        )
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
    in_reach = [unit for unit in units if _rolls_enough(g, unit, target)]
    declared(g)[:] = [charge for charge in declared(g) if charge["target"] != target.id]
    failing = [unit for unit in units if unit not in in_reach]
    plans = plan_together(g, in_reach, target, {}) if in_reach else ()
    if (
        len(plans) < len(in_reach)
        and failing
        and _frees_the_way(g, failing, points, in_reach, target, len(plans))
    ):
        yield from _fail_all(g, failing, target, points)
        failing, plans = [], plan_together(g, in_reach, target, {})
    arrived = {plan.unit for plan in plans}
    for plan in plans:
        yield from _complete(g, plan)
    yield from _fail_all(
        g, [u for u in units if u in failing or (u in in_reach and u.id not in arrived)], target, points
    )


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
    rolled = roll_for(
        g, "charge-range", Context(unit=unit, enemy=target), g.ruleset.constant("charge-dice"), unit.id
    )
    reach, gap = rolled.total + charge_speed(g, unit), distance(unit.rect, target.rect)
    g.emit(
        "charge-range-rolled",
        unit=unit.id,
        target=target.id,
        faces=list(rolled.faces),
        range=reach,
        distance=round(gap, 3),
    )
    return reach >= gap - EPSILON


def _complete(g: Game, plan: ChargePlan) -> Procedure[None]:
    """Make a Charge Move: the way, the Initial Align Move, contact, and what the ground does to the unit
    (Charge Phase 2.B).
    """
    unit, target = g.units[plan.unit], g.units[plan.target]
    start = unit.rect
    if start is None or target.destroyed:
        return
    flies = may(g, "fly", Context(unit=unit), False)
    covered = [start, plan.end] if flies else [*trail(start, [plan.leg]), plan.end]
    unit.rect = plan.end
    if plan.turned is not None:
        target.rect = plan.turned
    forget_freed(unit)
    if not plan.aligned:
        marks.put(g, unit, marks.UNALIGNED)
    g.emit(
        "charge-moved",
        unit=unit.id,
        target=target.id,
        facing=plan.facing.value,
        aligned=plan.aligned,
        **place_of(unit),
    )
    engage_on(g, unit, Facing.FRONT, target, plan.facing)
    yield from pay_for_terrain(g, unit, covered, "charge")
    if not unit.destroyed and listens(g, "after charge-completed"):
        yield from open_window(g, "after charge-completed", Context(unit=unit, enemy=target))


def _fail_all(g: Game, units: list[Unit], target: Unit, points: dict[int, Point]) -> Procedure[None]:
    for unit in units:
        if unit.rect is not None and not unit.destroyed:
            yield from fail_charge(g, unit, target, points[unit.id])


def fail_charge(g: Game, unit: Unit, target: Unit, point: Point) -> Procedure[None]:
    """Make a Failed Charge Move towards a point (Charge Phase 3)."""
    assert unit.rect is not None
    leg = failed_charge_leg(g, unit, point)
    covered = trail(unit.rect, [leg])
    unit.rect = step(unit.rect, leg)
    marks.take(unit, marks.CHARGING)
    marks.put(g, unit, marks.FAILED_CHARGE)
    forget_freed(unit)
    g.emit("charge-failed", unit=unit.id, target=target.id, **place_of(unit))
    yield from pay_for_terrain(g, unit, covered, "failed-charge")
    if not unit.destroyed and listens(g, "after charge-failed"):
        yield from open_window(g, "after charge-failed", Context(unit=unit, enemy=target))
