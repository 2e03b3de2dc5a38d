"""The Charge Phase: declaring, reactions, redirecting, Charge Moves and Failed Charge Moves.

Steps: `declare_charges` here and `move_charges` from `charge_moves`. Decisions: charge.declare ([unit,
target] or pass), charge.react (hold, flee), charge.redirect (test, pass), charge.order (the unit that moves
next; all that charge the same target move with it). Source: T9A rulebook, Charge Phase; rulings 43-46.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure, ask
from tercio.kernel.geometry import Facing, distance
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit
from tercio.kernel.windows import listens, open_window

from . import marks
from .charge_moves import move_charges
from .charge_options import CHARGES, ChargeBook, chargers_of
from .charge_plan import choose_facing, forget_facing, plan_charge, target_facings
from .charging_out import judged_from, left_unit, part_to_charge
from .flee import away_from, flee
from .psychology import become_shaken, command_test, may_choose_flee, panic
from .speeds import charge_speed

__all__ = ["declare", "declare_charges", "move_charges"]

HOLD, FLEE, TEST = "hold", "flee", "test"


# -- declaring -----------------------------------------------------------------------------------------------


def declare_charges(g: Game) -> Procedure[None]:
    """Step declare-charges: charges are declared and answered one by one (Charge Phase 1)."""
    g.memory[CHARGES] = []
    book = ChargeBook(g)
    while True:
        options: list[Answer] = [*book.options(), PASS]
        if len(options) == 1 and not book.leavers():
            return
        answer = yield from ask(_declaration(g, book, options))
        if answer == PASS:
            return
        yield from declare(g, _charger(g, answer[0]), g.units[answer[1]], book)


def _declaration(g: Game, book: ChargeBook, options: list[Answer]) -> Decision:
    """The question; models that charge out of their units may be named by their pool's id, but are not
    offered.
    """
    facts = {**book.facts(options[:-1]), "leavers": list(book.leavers())}
    return Decision(
        "charge.declare",
        g.active,
        "Declare a charge?",
        options,
        "Charge Phase 1",
        facts,
        lambda answer: book.judge(answer, options),
    )


def _charger(g: Game, number: int) -> Unit:
    """Return the unit that declares a charge; a model that charges out of its unit becomes one."""
    thing = g.things[number]
    return part_to_charge(g, thing) if isinstance(thing, Pool) else g.units[number]


def declare(g: Game, unit: Unit, target: Unit, book: ChargeBook | None = None) -> Procedure[None]:
    """Declare one charge and let the target react; its chargers may redirect if it fled. Legality is the
    caller's to see to.
    """
    book = book or ChargeBook(g)
    marks.put(g, unit, marks.CHARGED, marks.CHARGING)
    yield from _settle_facing(g, unit, target)
    book.declare(unit, target)
    g.emit("charge-declared", unit=unit.id, target=target.id, **_apart(unit, target))
    if listens(g, "after charge-declared"):
        yield from open_window(g, "after charge-declared", Context(unit=unit, enemy=target))
    fled = yield from _react(g, unit, target)
    if fled:
        book.moved()
        yield from _redirect(g, target, book)
    if g.clock.frame("charge") is None:
        yield from move_charges(g)


def _apart(unit: Unit, target: Unit) -> dict[str, float]:
    if unit.rect is None or target.rect is None:
        return {}
    return {"distance": round(distance(unit.rect, target.rect), 3)}


def _settle_facing(g: Game, unit: Unit, target: Unit) -> Procedure[None]:
    """Where a front's middle lies exactly between two arcs of the target, one of the players chooses the
    Target Facing.
    """
    if unit.rect is None or target.rect is None:
        return
    facings = target_facings(g, judged_from(unit) or unit.rect, target.rect)
    able = []
    for facing in facings if len(facings) > 1 else ():
        choose_facing(unit, target, facing)
        if plan_charge(g, unit, target, unaligned=False) is not None:
            able.append(facing.value)
    forget_facing(unit)
    if len(able) < 2:
        return
    chooser = unit.owner if g.ruleset.constant("charge-arc-tie-chooser") == 1 else target.owner
    facts = {"unit": unit.id, "target": target.id}
    answer = yield from ask(
        Decision("charge.facing", chooser, "Which facing is charged?", able, "Rulings 40", facts)
    )
    choose_facing(unit, target, Facing(answer))


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
    yield from flee(
        g,
        target,
        away_from(target, left_unit(g, charger) or charger),
        voluntary=True,
        why="flee-reaction",
        enemy=charger,
    )


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
