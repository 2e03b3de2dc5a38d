"""Expectations held against what is found: each check returns why it is not so, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..decl.expr import Compare, Condition, Not, Relation, Role
from ..decl.scenario import (
    Because,
    ExpectChance,
    Expected,
    ExpectEvent,
    ExpectNumber,
    ExpectRefusal,
    ExpectThat,
)
from ..errors import did_you_mean
from ..events import Event
from ..geometry import EPSILON
from ..modifiers import Ledger, Step, show, signed
from . import answers
from .ask import number
from .chance import chance, met
from .roles import has_role
from .table import Table

_PLACES = 6


def check(table: Table, line: Expected) -> list[str]:
    """Return the lines that say what was expected and what is found instead; none if it is as expected."""
    match line:
        case ExpectNumber():
            return _number(table, line)
        case ExpectThat():
            return [] if met(table, line.condition) else ["it is not so", *_as_it_is(table, line.condition)]
        case ExpectChance():
            return _chance(table, line)
        case ExpectEvent():
            return _event(table, line)
        case ExpectRefusal():
            return _refusal(table, line)


# -- numbers ---------------------------------------------------------------------------------------


def _number(table: Table, line: ExpectNumber) -> list[str]:
    ledgers: list[Ledger] = []
    found = number(table, line.number, ledgers)
    wanted = table.evaluate(line.amount)
    kind = ledgers[0].kind if len(ledgers) == 1 else _kind(line.amount)
    faults = []
    if not same(found, wanted):
        faults.append(f"expected {_shown(wanted, kind)}, found {_shown(found, kind)}")
    if line.because is not None:
        faults += _because(table, line.because, ledgers)
    return [*faults, *(row for ledger in ledgers for row in told(ledger))] if faults else []


def _kind(amount: Any) -> str:
    return {"+": "target", '"': "inches"}.get(getattr(amount, "unit", ""), "")


def _shown(found: Any, kind: str) -> str:
    if isinstance(found, Fraction) and found.denominator > 1:
        return f"{found} = {float(found):.4g}"
    return show(round(found, 4) if isinstance(found, float) else found, kind)


def same(found: Any, wanted: Any) -> bool:
    """Return whether a number is as written: exactly, or to the decimals that were written."""
    if isinstance(found, bool) or not isinstance(found, (int, float, Fraction)):
        return bool(found == wanted)
    if not isinstance(wanted, (int, Fraction)):
        return False
    if found == wanted or (isinstance(found, float) and abs(found - wanted) <= EPSILON):
        return True
    places = _decimals(Fraction(wanted))
    return bool(places) and _rounded(Fraction(found), places) == wanted


def _decimals(number: Fraction) -> int:
    """Return how many decimals write a number, 0 for whole numbers and for those that none do."""
    return next((n for n in range(_PLACES) if (number * 10**n).denominator == 1), 0)


def _rounded(number: Fraction, places: int) -> Fraction:
    """Round half up, as percentages are printed."""
    return Fraction((number * 10**places * 2 + 1) // 2, 10**places)


def told(ledger: Ledger) -> list[str]:
    """Return a ledger as lines: what counted, then what did not and why."""
    lines = [f"{ledger.name}: {ledger}"]
    for step in ledger.steps:
        if step.rejected:
            lines.append(f"  not {step.rule or step.source}: {step.rejected}")
    return lines


def _as_it_is(table: Table, condition: Condition) -> list[str]:
    """Say how things are where a condition does not hold: the numbers compared, the states of what it
    names.
    """
    match condition:
        case Compare(_, left, right):
            ledgers: list[Ledger] = []
            sides = [_shown(number(table, side, ledgers), _kind(side)) for side in (left, right)]
            return [f"found {sides[0]} and {sides[1]}", *(row for one in ledgers for row in told(one))]
        case Not(item):
            return _as_it_is(table, item)
        case Relation(_, args):
            things = [(arg.name, table.thing(arg.name)) for arg in args if isinstance(arg, Role)]
            return [f"{name} is {', '.join(thing.marks) or 'in no state'}" for name, thing in things if thing]
        case _:
            return []


# -- reasons ---------------------------------------------------------------------------------------


def _because(table: Table, wanted: Iterable[Because], ledgers: Iterable[Ledger]) -> list[str]:
    steps = [step for ledger in ledgers for step in ledger.steps if not step.rejected]
    faults, open_steps = [], list(steps)
    for reason in wanted:
        step = next((one for one in open_steps if _fits(table, reason, one)), None)
        if step is not None:
            open_steps.remove(step)
        else:
            faults.append(f"no step {_reason(table, reason)}")
    surplus = [step for step in open_steps if step.did[:1] in ("+", "-")]
    return faults + [f"a step that is not expected: {step.rule} {step.did}" for step in surplus]


def _fits(table: Table, reason: Because, step: Step) -> bool:
    if step.rule != reason.rule:
        return False
    if reason.amount is None:
        return True
    amount = table.evaluate(reason.amount)
    if reason.sign == "=":
        return step.did.split(" ")[-1] == show(amount, "")
    return step.did == signed(amount)


def _reason(table: Table, reason: Because) -> str:
    if reason.amount is None:
        return f'"{reason.rule}"'
    amount = table.evaluate(reason.amount)
    if reason.sign == "=":
        return f'"{reason.rule}" = {amount}'
    return f'"{reason.rule}" {signed(amount)}'


# -- chances ---------------------------------------------------------------------------------------


def _chance(table: Table, line: ExpectChance) -> list[str]:
    found, wanted = chance(table, line), Fraction(line.amount.value)
    percent = line.amount.unit == "%"
    shown = f"{found} = {float(found * 100):.2f}%"
    if percent:
        places = _decimals(wanted)
        return [] if _rounded(found * 100, places) == wanted else [f"expected {wanted}%, found {shown}"]
    return [] if same(found, line.amount.value) else [f"expected {wanted}, found {shown}"]


# -- events and refusals ---------------------------------------------------------------------------


def _event(table: Table, line: ExpectEvent) -> list[str]:
    told = table.answers.asked[table.asked_since :] if line.asked else table.game.events or []
    events = told if line.asked else told[table.since :]
    found = [event for event in events if event.kind == line.event]
    unknown = _unknown(table, line, found)
    if unknown:
        return [unknown]
    fitting = [event for event in found if _is_of(table, line, event) and _has_facts(table, line, event)]
    if bool(fitting) == line.happened:
        return []
    if fitting:
        return [f"it happened: {fitting[0].facts}"]
    kinds = Counter(event.kind for event in events)
    hint = did_you_mean(line.event, kinds) if not found else ""
    happened = ", ".join(sorted(kinds)) or "nothing"
    return [
        *(f"found {event.kind}: {event.facts}" for event in found),
        f"what happened: {happened}. {hint}".rstrip(),
    ]


def _unknown(table: Table, line: ExpectEvent, found: Sequence[Event]) -> str:
    """Say which kind of event nobody ever tells of, or which fact no event of that kind has; "" if all are
    known.
    """
    if not found:
        known = () if line.asked else table.telling.kinds
        return "" if not known or line.event in known else _never("event", line.event, known)
    facts = {key for event in found for key in event.facts}
    lost = next((key for key, _ in line.facts if key not in facts), None)
    return "" if lost is None else _never(f"fact of {line.event}", lost, facts)


def _never(what: str, name: str, known: Collection[str]) -> str:
    hint = did_you_mean(name, known) or f"known: {', '.join(sorted(known))}"
    return f'no {what} is called "{name}". {hint}'


def _is_of(table: Table, line: ExpectEvent, event: Event) -> bool:
    """Whether what an expectation names has a role in an event."""
    if line.of is None or isinstance(line.of, Role):
        return line.of is None or table.is_of(line.of.name, event)
    return has_role(table.game, table.evaluate(line.of), event, table.telling.roles)


def _has_facts(table: Table, line: ExpectEvent, event: Event) -> bool:
    return all(
        key in event.facts and event.facts[key] in list(answers.meanings(value, table.called))
        for key, value in line.facts
    )


def _refusal(table: Table, line: ExpectRefusal) -> list[str]:
    found = list(table.refusals)
    table.refusals.clear()
    if any(line.code in ("", refusal.code) for refusal in found):
        return []
    if not found:
        return [
            f'expected the refusal "{line.code}", nothing was refused' if line.code else "nothing was refused"
        ]
    return [f"refused: {refusal}" for refusal in found]
