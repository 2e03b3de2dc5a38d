"""Weapons, spells and items."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tercio.kernel.decl import Cast, Clause, Expr, Item, Option, Spell, Statement, Weapon

from ..syntax import Line
from .amounts import amount
from .clauses import CLAUSES, clauses_of, is_clause
from .fault import Fault
from .heads import Head, whole, word_list
from .options import option_line
from .reading import Items, Reading, find_word, find_words, is_kind, is_word, split, text_of
from .scope import Scope, suggest, wrong
from .statements import block

Common = dict[str, Any]
NUMBERS = ("range", "shots", "aim", "strength", "ap", "priority")


def weapon(scope: Scope, head: Head, common: Common) -> Weapon:
    """`weapon "Name" (X)`: `kind`, numbers by word, and clauses."""
    kinds: tuple[str, ...] = ("melee",)
    numbers: list[tuple[str, Expr]] = []
    lines: list[Line] = []
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "kind":
            kinds = scope.attempt(word_list, reading.rest, "kinds of weapon") or kinds
        elif is_clause(line):
            lines.append(line)
        else:
            numbers += scope.attempt(_numbers, scope, reading) or []
    return Weapon(
        **common,
        kinds=kinds,
        numbers=tuple(numbers),
        clauses=clauses_of(scope, lines),
        parameters=head.parameters,
    )


def _numbers(scope: Scope, reading: Reading) -> list[tuple[str, Expr]]:
    """Read `strength 3, ap 1`: numbers by word; raises Fault for a word that is no number of a weapon."""
    found = []
    own = {key.partition(" ")[2] for key in scope.signatures.words if key.startswith("weapon ")}
    known = {*NUMBERS, *scope.words.values, *own}
    for run in split(reading.head):
        word = text_of(run[:1])
        if word not in known:
            raise wrong(
                run or reading.span,
                f'"{word}" says nothing of a weapon',
                suggest(word, {*known, *CLAUSES, "kind"}),
            )
        if len(run) < 2:
            raise wrong(run, f'"{word}" needs a number', f"write: {word} 3")
        found.append((word, amount(scope, run[1:])))
    return found


def spell(scope: Scope, head: Head, common: Common) -> Spell:
    """`spell "Name" of path "Path"`: `number`, `cast`, `type`, `duration`, `on success`, and clauses for
    its target.
    """
    made = Spell(**common, path=scope.attempt(_path_of, scope, head) or "")
    lines: list[Line] = []
    for line in head.lines:
        if _is_spell_line(Reading(line)):
            changed = scope.attempt(_spell_line, scope, made, Reading(line))
            made = changed if changed is not None else made
        else:
            lines.append(line)
    if not made.casts and not any(Reading(line).word == "cast" for line in head.lines):
        hint = 'write: cast 8+ range 18"'
        scope.report(Fault(head.span, f'spell "{head.name}" has no casting value', hint))
    return replace(made, clauses=clauses_of(scope, lines))


def _path_of(scope: Scope, head: Head) -> str:
    if not head.rest:
        return ""
    if len(head.rest) != 3 or not is_word(head.rest[1], "path") or not is_kind(head.rest[2], "STRING"):
        raise wrong(head.rest, "of which path is the spell?", f'write: spell "{head.name}" of path "Path"')
    name = head.rest[2].text
    if not scope.names.get("path", name):
        raise wrong(
            head.rest[2],
            f'no path "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds("path")),
        )
    return name


def _is_spell_line(reading: Reading) -> bool:
    if reading.word == "on":
        return find_words(reading.head, "on success") == 0
    return reading.word in ("number", "cast", "type", "duration")


def _types(scope: Scope, reading: Reading) -> tuple[str, ...]:
    types = word_list(reading.rest, "types of spell")
    known = scope.spell_types()
    for word in types if known else ():
        if word not in known:
            raise wrong(reading.rest, f'no type of spell is "{word}"', suggest(word, known))
    return types


def _spell_line(scope: Scope, made: Spell, reading: Reading) -> Spell:
    match reading.word:
        case "number":
            return replace(made, number=whole(reading.rest, "the number of a spell", reading.span))
        case "cast":
            return replace(made, casts=(*made.casts, _cast(scope, reading.rest)))
        case "type":
            return replace(made, types=_types(scope, reading))
        case "duration":
            return replace(made, duration=_duration(scope, reading.rest))
        case _:
            return replace(made, effects=_effects(scope, reading))


def _effects(scope: Scope, reading: Reading) -> tuple[Statement, ...]:
    return block(scope.anywhere().also(target="any"), reading)


def _duration(scope: Scope, items: Items) -> str:
    name = getattr(items[0], "text", "")
    if len(items) != 1 or not is_kind(items[0], "STRING") or not scope.names.get("duration", name):
        raise wrong(
            items,
            f"no duration {text_of(items)} is declared",
            suggest(name, scope.names.of_kinds("duration")),
        )
    return name


def _cast(scope: Scope, items: Items) -> Cast:
    """`8+ [range 18"] ["Label"]`."""
    label = ""
    if len(items) > 1 and is_kind(items[-1], "STRING"):
        label, items = items[-1].text, items[:-1]
    at = find_word(items, "range")
    value = items if at is None else items[:at]
    if not value or (at is not None and at + 1 >= len(items)):
        raise wrong(items, "a cast is a casting value and a range", 'write: cast 8+ range 18"')
    reach = None if at is None else amount(scope, items[at + 1 :])
    return Cast(amount(scope, value), reach, label)


def item(scope: Scope, head: Head, common: Common) -> Item:
    """`item "Name"`: `list`, `cost`, `at most N in army`, words, what it needs and counts, clauses, and
    `weapon` clauses.
    """
    made = Item(**common)
    option = Option(head.name, span=head.span)
    lines: list[Line] = []
    for line in head.lines:
        reading = Reading(line)
        if reading.word in ITEM_WORDS or _is_copies(reading):
            changed = scope.attempt(_item_line, scope, made, reading)
            made = changed if changed is not None else made
        elif is_clause(line):
            lines.append(line)
        else:
            option = scope.attempt(option_line, replace(scope, context="item"), option, line) or option
    changed_option = option if option != Option(head.name, span=head.span) else None
    return replace(made, clauses=clauses_of(scope, lines), option=changed_option)


ITEM_WORDS = ("list", "cost", "dominant", "any", "weapon", "is")


def _is_copies(reading: Reading) -> bool:
    shape = tuple(
        getattr(item_, "text", "") if not is_kind(item_, "NUMBER") else "n" for item_ in reading.head
    )
    return shape in (("at", "most", "n", "in", "army"), ("any", "number", "in", "army"))


def _item_line(scope: Scope, made: Item, reading: Reading) -> Item:
    items = reading.head[1:]
    match reading.word:
        case "list":
            return replace(made, lists=word_list(reading.rest, "lists of items"))
        case "cost":
            return replace(made, cost=whole(reading.rest, "the cost of an item", reading.span))
        case "at":
            return replace(made, per_army=whole(items[1:2], "a number of copies", reading.span))
        case "any":
            return replace(made, per_army=None)
        case "dominant" | "is":
            return replace(made, words=(*made.words, text_of(items or reading.head)))
        case _:
            clauses: tuple[Clause, ...] = clauses_of(scope, reading.body)
            return replace(made, weapon_clauses=clauses)
