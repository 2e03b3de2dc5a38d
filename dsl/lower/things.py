"""Small declarations: constants, tables, characteristics, stages, durations, properties, marks, rules,
paths, objectives, cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tercio.kernel.decl import (
    Card,
    Characteristic,
    Clause,
    Condition,
    Constant,
    Keyword,
    Mark,
    Objective,
    Path,
    Property,
    RollDecl,
    Rule,
    Stages,
)

from ..syntax import Line
from .amounts import amount
from .clauses import clauses_of
from .conditions import guard_of
from .fault import Fault
from .heads import Head, name_list, whole, word_list
from .literals import literal
from .reading import Reading, find_word, is_kind, is_word, text_of
from .scope import Scope, suggest, wrong
from .tables import NUMBERS

Common = dict[str, Any]
ROLLED = ("unit", "pool", "part")
WORDED = ("action", "attack", "area", "terrain")
MARKED = ("unit", "pool", "model", "player", "terrain", "area")
HOLDERS = ("battle", "unit")


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
    """`characteristic NAME of unit|pool|part` with `from A to B`, `round`, `several`, `net`, `short`."""
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
        case ("net", "n", "to", "n") if numbers[0] <= 0 <= numbers[1]:
            return replace(made, net_low=numbers[0], net_high=numbers[1])
        case ("net", "at", "most", "n") if numbers[0] >= 0:
            return replace(made, net_high=numbers[0])
        case ("net", "at", "least", "n") if numbers[0] <= 0:
            return replace(made, net_low=numbers[0])
        case ("net", *_):
            hint = "write: net -1 to +1, net at most +1, or net at least -1"
            raise wrong(reading.span, f"`{text_of(reading.head)}` limits no sum of modifiers", hint)
        case ("short", str() as short):
            return replace(made, short=short)
        case _:
            pass
    hint = 'write: from 0 to 10, round up, several best, short "Str"'
    raise wrong(reading.span, f"`{text_of(reading.head)}` says nothing of a characteristic", hint)


def roll(_scope: Scope, head: Head, common: Common) -> RollDecl:
    """`roll NAME of unit|pool|part`."""
    return RollDecl(**common, of=_owned(head, ROLLED))


def keyword(_scope: Scope, head: Head, common: Common) -> Keyword:
    """`keyword NAME of action|attack|area|terrain`."""
    return Keyword(**common, of=_owned(head, WORDED))


def _owned(head: Head, among: Sequence[str]) -> str:
    """Return of what a declaration without clauses is; raises Fault."""
    if len(head.rest) != 2 or not is_word(head.rest[0], "of") or not is_word(head.rest[1], *among):
        known = f"{', '.join(among[:-1])} or {among[-1]}"
        hint = f"write: {head.kind} {head.name} of {known}"
        raise wrong(head.span, f"of what is the {head.kind} {head.name}?", hint)
    _no_lines(head)
    return text_of(head.rest[1:])


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
    """`mark NAME of unit|pool|model|player|terrain|area`."""
    if len(head.rest) != 2 or not is_word(head.rest[0], "of"):
        raise wrong(head.span, f"what can be {head.name}?", f"write: mark {head.name} of unit")
    _no_lines(head)
    of = text_of(head.rest[1:])
    if of not in MARKED:
        raise wrong(head.rest[1], f"no {of} carries marks", f"one of {', '.join(MARKED)}")
    return Mark(**common, of=of)


def rule(scope: Scope, head: Head, common: Common) -> Rule:
    """`rule "Name" (X) [of battle]`: clauses, `default when`, `cumulative [by argument]`, `category`."""
    of = scope.attempt(_held_by, scope, head) or ""
    default: Condition | None = None
    cumulative, by_argument = False, False
    category = ""
    lines: list[Line] = []
    for line in head.lines:
        reading = Reading(line)
        match reading.word:
            case "default":
                default = scope.attempt(guard_of, scope.anywhere(), reading.guards)
            case "cumulative":
                by_argument = _is_by_argument(reading)
                cumulative = not by_argument
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
        by_argument=by_argument,
        category=category,
    )


def _is_by_argument(reading: Reading) -> bool:
    """Whether a line `cumulative` goes on `by argument`. Raises RulesError for anything else behind it."""
    behind = reading.head[1:]
    if text_of(behind) not in ("", "by argument"):
        raise wrong(behind[0], "nothing stands behind cumulative", 'but perhaps "by argument"')
    return bool(behind)


def _held_by(scope: Scope, head: Head) -> str:
    """Return who holds a rule from the start: the battle, every unit, the players of an army by name; ""."""
    at = find_word(head.rest, "of")
    if at is None:
        return ""
    items = head.rest[at + 1 :]
    if len(items) == 1 and is_word(items[0], *HOLDERS):
        return items[0].text
    if len(items) != 1 or not is_kind(items[0], "STRING"):
        raise wrong(head.rest[at:], "who holds this rule?", f'write: of {" or of ".join(HOLDERS)}, of "Army"')
    name = items[0].text
    if not scope.names.get("army", name):
        hint = suggest(name, scope.names.of_kinds("army"))
        raise wrong(items, f'no army "{name}" in this pack or the packs it uses', hint)
    return name


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
            hint = suggest(name, scope.names.of_kinds("spell"))
            message = f'no spell "{name}" in this pack or the packs it uses'
            scope.report(Fault(head.span, message, hint))
    return Path(**common, spells=spells)


def objective(scope: Scope, head: Head, common: Common) -> Objective:
    """`objective "Name"`: clauses that hold for the whole battle."""
    clauses: tuple[Clause, ...] = clauses_of(scope, head.lines)
    return Objective(**common, clauses=clauses)


def card(scope: Scope, head: Head, common: Common) -> Card:
    """`card "Name" of "Deck"` with `copies 2` and the clauses of a rule."""
    deck = scope.attempt(_deck_of, head)
    copies = 1
    lines: list[Line] = []
    for line in head.lines:
        if Reading(line).word == "copies":
            copies = scope.attempt(_copies, Reading(line)) or copies
        else:
            lines.append(line)
    return Card(**common, deck=deck or "", copies=copies, clauses=clauses_of(scope, lines))


def _deck_of(head: Head) -> str:
    items = head.rest
    if len(items) != 2 or not is_word(items[0], "of") or not is_kind(items[1], "STRING"):
        hint = f'write: card "{head.name}" of "Deck"'
        raise wrong(items or head.span, "of which deck?", hint)
    return items[1].text


def _copies(reading: Reading) -> int:
    number = whole(reading.rest, "a number of copies", reading.span)
    if number < 1:
        raise wrong(reading.rest, "a deck holds at least one copy of its cards", "write: copies 2")
    return number
