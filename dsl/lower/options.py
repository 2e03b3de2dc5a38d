"""What can be chosen in an army list: options and their groups, slots for items, and what they count, need and forbid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar, cast

from tercio.kernel.decl import Count, Grant, Group, ItemSlot, Limit, Need, Option, Override

from ..syntax import Atom, Line, Sentence
from .grants import grants_of
from .heads import whole, word_list
from .reading import Items, Reading, find_word, flatten, is_kind, is_word, span_over, split, text_of
from .scope import Scope, fail, suggest

T = TypeVar("T", bound=Any)
SCOPES = ("unit", "army", "model")
COUNTER_PREFIXES = ("property", "rule", "weapon", "item", "category")


def counter(items: Items) -> str:
    """Return a counter's name: a word, a quoted name, or `property "Name"` (then `property:Name`); raises Fault."""
    if len(items) == 1 and is_kind(items[0], "WORD", "STRING"):
        return cast(Atom, items[0]).text
    if len(items) == 2 and is_word(items[0], *COUNTER_PREFIXES) and is_kind(items[1], "STRING"):
        return f"{cast(Atom, items[0]).text}:{cast(Atom, items[1]).text}"
    fail(items, f"`{text_of(items)}` is nothing that is counted", 'write a word, a "Name" or property "Name"')


def need_of(items: Items, forbids: bool = False) -> Need:
    """Return `A, B [at least N] in unit|army`; raises Fault."""
    where = find_word(items, "in")
    if where is None or where < 1 or len(items) != where + 2 or not is_word(items[where + 1], *SCOPES):
        fail(items, "where is that counted?", "end it with `in unit` or `in army`")
    what, scope = items[:where], cast(Atom, items[where + 1]).text
    least, most = 1, None
    at = find_word(what, "at")
    if at is not None:
        bound = what[at + 1 : at + 2]
        amount = whole(what[at + 2 :], "how many", span_over(what[at:]))
        if not bound or not is_word(bound[0], "least", "most"):
            fail(what[at:], f"`{text_of(what[at:])}` is not understood", "write: at least 2")
        least, most = (amount, None) if is_word(bound[0], "least") else (0, amount)
        what = what[:at]
    counters = tuple(counter(run) for run in split(what))
    if forbids:
        return Need(counters, scope, None, 0)
    return Need(counters, scope, least or None, most)


def limit_of(items: Items) -> Limit:
    """Return `at most N COUNTER[, COUNTER] in unit|army`; raises Fault."""
    need = items[3:]
    where = find_word(need, "in")
    if where is None or where < 1:
        fail(items, "what is limited, and where?", "write: at most 1 general in army")
    counted = need_of(need)
    return Limit(counted.counters, whole(items[2:3], "a limit", span_over(items)), counted.scope)


def count_of(items: Items) -> Count:
    """Return `NAME [N] [each]`; raises Fault."""
    each = is_word(items[-1], "each")
    rest = items[:-1] if each else items
    amount = 1
    if len(rest) > 1 and is_kind(rest[-1], "NUMBER", "SIGNED"):
        amount = whole(rest[-1:], "a count", span_over(items))
        rest = rest[:-1]
    if not rest:
        fail(items, "what is counted?", "write: counts parent 1")
    return Count(counter(rest), amount, each)


FIELDS = ("cost", "size", "rarity", "item points", "at most", "counts", "at least", "category")


def override_of(line: Line) -> Override:
    """Return `when NEEDS: CLAUSE`: what holds instead where all needs hold; raises Fault."""
    reading = Reading(line)
    needs = tuple(need_of(items) for items in _conjuncts(line.sentence))
    items = reading.tail
    if not items:
        fail(reading.span, "what holds then?", "write: when general in unit: item points at most 200")
    for field in FIELDS:
        words = field.split()
        if [text_of((item,)) for item in items[: len(words)]] == words:
            return Override(needs, field, _value(field, items[len(words) :], items))
    fail(items, f"`{text_of(items)}` cannot be overridden", f"known here: {', '.join(FIELDS)}")


def _value(field: str, rest: Items, items: Items) -> int | str:
    if field == "item points":
        return _points(rest)
    if field == "counts":
        count = count_of(rest)
        return f"{count.name} {count.amount}"
    if not rest:
        fail(items, f'"{field}" needs a value', "")
    return whole(rest, field, span_over(items)) if is_kind(rest[0], "NUMBER") and len(rest) == 1 else text_of(rest)


def _points(items: Items) -> int:
    if len(items) != 3 or not is_word(items[0], "at") or not is_word(items[1], "most"):
        fail(items, "how many item points?", "write: item points at most 100")
    return whole(items[2:], "item points", span_over(items))


def _conjuncts(sentence: Sentence) -> list[Items]:
    """Return the needs joined by `and` behind the `when` of a line."""
    runs: list[list[Any]] = [[]]
    for item in flatten(sentence.parts[0]):
        if is_kind(item, "OP") and cast(Atom, item).text == "and":
            runs.append([])
        else:
            runs[-1].append(item)
    return [tuple(run) for run in runs]


def is_override(line: Line) -> bool:
    """Return whether a line is `when NEEDS: CLAUSE`."""
    return line.sentence.leads[0] == "when" and ":" in line.sentence.leads


def counted_line(made: T, line: Line) -> T | None:
    """Take `counts`, `needs`, `forbids`, `at most N X in Y` or `when ...:` into an option or entry; None if it is none."""
    reading = Reading(line)
    items = reading.head[1:]
    if is_override(line):
        return replace(made, overrides=(*made.overrides, override_of(line)))  # type: ignore[no-any-return]
    match reading.word:
        case "counts":
            counts = tuple(count_of(run) for run in split(items or reading.head))
            return replace(made, counts=(*made.counts, *counts))  # type: ignore[no-any-return]
        case "needs" | "forbids":
            need = need_of(items or reading.head, reading.word == "forbids")
            return replace(made, needs=(*made.needs, need))  # type: ignore[no-any-return]
        case "at" if find_word(reading.head, "in") is not None:
            return replace(made, limits=(*made.limits, limit_of(reading.head)))  # type: ignore[no-any-return]
        case _:
            return None


def option_line(scope: Scope, made: Option, line: Line) -> Option:
    """Take one line of an option in; raises Fault for a line that says nothing of options."""
    counted = counted_line(made, line)
    if counted is not None:
        return counted
    reading = Reading(line)
    match reading.word:
        case "options":
            return replace(made, groups=(*made.groups, *option_groups(scope, reading.body)))
        case "items" | "choose":
            return replace(made, groups=(*made.groups, *option_groups(scope, (line,))))
        case "free":
            return replace(made, free_of_item_points=True)
        case "rarity":
            return replace(made, rarity=text_of(reading.head[1:]))
        case "at" | "height" if reading.word != "height" or find_word(reading.head, "at") is not None:
            return replace(made, grants=(*made.grants, _bound(reading)))
        case _:
            return replace(made, grants=(*made.grants, *grants_of(scope, line)))


def _bound(reading: Reading) -> Grant:
    """`at most 700 points` or `height at most 4`: a bound of the system's, kept by its words."""
    number = next((i for i, item in enumerate(reading.head) if is_kind(item, "NUMBER")), None)
    if number is None:
        fail(reading.head, f"`{text_of(reading.head)}` is not understood here", "write e.g. height at most 4")
    words = tuple(text_of((item,)) for item in reading.head if is_kind(item, "WORD"))
    what = "points" if "points" in words else words[0]
    return Grant(what, words=(*words, text_of(reading.head[number : number + 1])), span=reading.span)


def option_groups(scope: Scope, lines: tuple[Line, ...]) -> tuple[Group, ...]:
    """Return the groups of an `options` block; item slots and options that stand alone are groups of their own."""
    groups = []
    for line in lines:
        group = scope.attempt(_group_line, scope, line)
        groups += [group] if group is not None else []
    return tuple(groups)


def _group_line(scope: Scope, line: Line) -> Group:
    reading = Reading(line)
    match reading.word:
        case "choose":
            return _group(scope, reading)
        case "take":
            return Group(options=(_option(scope, reading),), span=reading.span)
        case "items":
            return Group(items=(_slot(reading),), span=reading.span)
        case _:
            fail(reading.span, f'"{reading.word}" offers nothing', suggest(reading.word, ("choose", "take", "items")))


def _group(scope: Scope, reading: Reading) -> Group:
    least, most, name = _how_many(reading)
    made = Group(name, least, most, span=reading.span)
    for line in reading.body:
        made = scope.attempt(_member, scope, made, line) or made
    return made


def _how_many(reading: Reading) -> tuple[int, int | None, str]:
    items = reading.head[1:]
    name = ""
    if items and is_kind(items[-1], "STRING"):
        name, items = cast(Atom, items[-1]).text, items[:-1]
    shape = tuple("n" if is_kind(item, "NUMBER") else getattr(item, "text", "") for item in items)
    numbers = [whole((item,), "a number", item.span) for item in items if is_kind(item, "NUMBER")]
    match shape:
        case ("any",):
            return 0, None, name
        case ("at", "most", "n"):
            return 0, numbers[0], name
        case ("at", "least", "n"):
            return numbers[0], None, name
        case ("exactly", "n") | ("n",):
            return numbers[0], numbers[0], name
        case ("n", "to", "n"):
            return numbers[0], numbers[1], name
    fail(reading.head, "how many are chosen?", 'write: choose any, choose at most 1, or choose exactly 1 "Weapons"')


def _member(scope: Scope, made: Group, line: Line) -> Group:
    reading = Reading(line)
    if is_override(line):
        return replace(made, overrides=(*made.overrides, override_of(line)))
    match reading.word:
        case "take":
            return replace(made, options=(*made.options, _option(scope, reading)))
        case "items":
            return replace(made, items=(*made.items, _slot(reading)))
        case "choose":
            return replace(made, groups=(*made.groups, _group(scope, reading)))
        case "item":
            return replace(made, item_points=_points(reading.head[2:]))
        case "needs" | "forbids":
            need = need_of(reading.head[1:] or reading.head, reading.word == "forbids")
            return replace(made, needs=(*made.needs, need))
    known = ("take", "items", "choose", "item", "needs", "forbids", "when")
    fail(reading.span, f'"{reading.word}" offers nothing', suggest(reading.word, known))


def _option(scope: Scope, reading: Reading) -> Option:
    """`take "Name" for COST [each] [, up to N]`, with what stands below it."""
    head, *extras = split(reading.head)
    at = find_word(head, "for")
    if at != 2 or not is_kind(head[1], "STRING", "WORD"):
        fail(head, "an option is a name and a cost", 'write: take "Shield" for 2 each')
    each = is_word(head[-1], "each")
    cost = whole(head[at + 1 : -1 if each else None], "a cost", span_over(head))
    made = Option(cast(Atom, head[1]).text, cost, each, span=reading.span)
    for extra in extras:
        if len(extra) != 3 or not is_word(extra[0], "up") or not is_word(extra[1], "to"):
            fail(extra or reading.head, f"`{text_of(extra)}` is not understood here", "write: , up to 3")
        made = replace(made, at_most=whole(extra[2:], "how often", span_over(extra)))
    for line in reading.body:
        made = scope.attempt(option_line, scope, made, line) or made
    return made


def _slot(reading: Reading) -> ItemSlot:
    """`items LIST[, LIST], at most N [on "Thing"]`, with needs below it."""
    runs = split(reading.head[1:])
    bound = next((i for i, run in enumerate(runs) if run and is_word(run[0], "at")), None)
    lists = [run for i, run in enumerate(runs) if bound is None or i < bound]
    if not lists or any(len(run) != 1 for run in lists):
        fail(reading.head, "which items?", 'write: items weapon, artefact, at most 1 on "Thing"')
    slot = ItemSlot(word_list(tuple(run[0] for run in lists if run), "lists") if len(lists) == 1 else _words(lists))
    if bound is not None:
        slot = _bounded_slot(slot, runs[bound])
    for line in reading.body:
        below = Reading(line)
        if below.word not in ("needs", "forbids"):
            fail(below.span, f'"{below.word}" says nothing of items', "only `needs` and `forbids` stand here")
        slot = replace(slot, needs=(*slot.needs, need_of(below.head[1:] or below.head, below.word == "forbids")))
    return slot


def _words(runs: list[Items]) -> tuple[str, ...]:
    return tuple(word_list(run, "lists of items")[0] for run in runs)


def _bounded_slot(slot: ItemSlot, items: Items) -> ItemSlot:
    at = find_word(items, "on")
    bound = items if at is None else items[:at]
    if len(bound) != 3 or not is_word(bound[1], "most"):
        fail(items, f"`{text_of(items)}` is not understood here", 'write: at most 1 on "Thing"')
    on = "" if at is None else text_of(items[at + 1 :]).strip('"')
    return replace(slot, at_most=whole(bound[2:], "how many", span_over(items)), on=on)

