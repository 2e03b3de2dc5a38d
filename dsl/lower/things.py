"""Small declarations: constants, tables, characteristics, stages, durations, properties, marks, rules,
paths, terrain, objectives, maps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tercio.kernel.decl import (
    Characteristic,
    Clause,
    Condition,
    Constant,
    Mark,
    Objective,
    Path,
    Property,
    Rule,
    Stages,
)

from ..syntax import Line
from .amounts import amount
from .clauses import clauses_of
from .conditions import guard_of
from .heads import Head, name_list, word_list
from .literals import literal
from .reading import Reading, find_word, is_kind, is_word, text_of
from .scope import Scope, suggest, wrong
from .tables import NUMBERS

Common = dict[str, Any]


def constant(scope: Scope, head: Head, common: Common) -> Constant:
    """`constant NAME AMOUNT`."""
    if not head.rest:
        raise wrong(head.span, f"constant {head.name} has no value", f"write: constant {head.name} 4")
    _no_lines(head)
    return Constant(**common, value=amount(scope, head.rest))


def _no_lines(head: Head) -> None:
    if head.lines:
        word = Reading(head.lines[0]).word
        raise wrong(
            head.lines[0].span, f'"{word}" says nothing in a {head.kind}', "only `cite` and `text` stand here"
        )


def characteristic(scope: Scope, head: Head, common: Common) -> Characteristic:
    """`characteristic NAME of unit|pool|part` with `from A to B`, `round`, `several`, `short`."""
    if len(head.rest) != 2 or not is_word(head.rest[1], "unit", "pool", "part"):
        raise wrong(
            head.span,
            f"whose is the characteristic {head.name}?",
            f"write: characteristic {head.name} of unit, pool or part",
        )
    made = Characteristic(**common, of=text_of(head.rest[1:]))
    for line in head.lines:
        changed = scope.attempt(_characteristic_line, made, Reading(line))
        made = changed if changed is not None else made
    return made


def _characteristic_line(made: Characteristic, reading: Reading) -> Characteristic:
    shape = tuple("n" if is_kind(item, *NUMBERS) else getattr(item, "text", "") for item in reading.head)
    numbers = [int(literal(item).value) for item in reading.head if is_kind(item, *NUMBERS)]
    match shape:
        case ("from", "n", "to", "n"):
            return replace(made, low=numbers[0], high=numbers[1])
        case ("from", "n"):
            return replace(made, low=numbers[0])
        case ("round", "up" | "down" as way):
            return replace(made, rounding=way)
        case ("several", "best" | "worst" as which):
            return replace(made, several=which)
        case ("short", str() as short):
            return replace(made, short=short)
        case _:
            pass
    hint = 'write: from 0 to 10, round up, several best, short "Str"'
    raise wrong(reading.span, f"`{text_of(reading.head)}` says nothing of a characteristic", hint)


def stages(_scope: Scope, head: Head, common: Common) -> Stages:
    """`stages set, multiply, add, limited, always`."""
    order = word_list(head.rest, "stages")
    known = ("set", "multiply", "add", "limited", "always")
    for item in head.rest:
        if is_kind(item, "WORD") and item.text not in known:
            raise wrong(item, f'no stage is called "{item.text}"', suggest(item.text, known))
    return Stages(**common, order=order)


def property_(_scope: Scope, head: Head, common: Common) -> Property:
    """`property "Name", "Name"`."""
    _no_lines(head)
    return Property(**common)


def mark(_scope: Scope, head: Head, common: Common) -> Mark:
    """`mark NAME of unit|pool|model|player|terrain`."""
    if len(head.rest) != 2 or not is_word(head.rest[0], "of"):
        raise wrong(head.span, f"what can be {head.name}?", f"write: mark {head.name} of unit")
    _no_lines(head)
    of = text_of(head.rest[1:])
    if of not in ("unit", "pool", "model", "player", "terrain"):
        raise wrong(head.rest[1], f"a {of} carries no marks", "one of unit, pool, model, player, terrain")
    return Mark(**common, of=of)


def rule(scope: Scope, head: Head, common: Common) -> Rule:
    """`rule "Name" (X) [of battle]` with clauses, `default when`, `cumulative` and `category`."""
    of = ""
    at = find_word(head.rest, "of")
    if at is not None:
        of = text_of(head.rest[at + 1 :])
    default: Condition | None = None
    cumulative = False
    category = ""
    lines: list[Line] = []
    for line in head.lines:
        reading = Reading(line)
        match reading.word:
            case "default":
                default = scope.attempt(guard_of, scope.anywhere(), reading.guards)
            case "cumulative":
                cumulative = True
            case "category":
                category = text_of(reading.rest).strip('"')
            case _:
                lines.append(line)
    clauses = clauses_of(scope, lines)
    return Rule(
        **common,
        parameters=head.parameters,
        clauses=clauses,
        of=of,
        default=default,
        cumulative=cumulative,
        category=category,
    )


def path(scope: Scope, head: Head, common: Common) -> Path:
    """`path "Name"` with `spells "A", "B"`."""
    spells: tuple[str, ...] = ()
    for line in head.lines:
        reading = Reading(line)
        if reading.word != "spells":
            raise wrong(reading.span, f'"{reading.word}" says nothing of a path', 'write: spells "A", "B"')
        spells += name_list(reading.rest, "spells")
    for name in spells:
        if not scope.names.get("spell", name):
            raise wrong(
                head.span,
                f'no spell "{name}" in this pack or the packs it uses',
                suggest(name, scope.names.of_kinds("spell")),
            )
    return Path(**common, spells=spells)


def objective(scope: Scope, head: Head, common: Common) -> Objective:
    """`objective "Name"`: clauses that hold for the whole battle."""
    clauses: tuple[Clause, ...] = clauses_of(scope, head.lines)
    return Objective(**common, clauses=clauses)
