"""What entries, options and items count, need, forbid and limit, and what holds instead where a need is
met.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from tercio.kernel.decl import Count, Limit, Need, Override

from ..syntax import Line, Sentence
from .fault import Fault
from .heads import name_list, whole
from .reading import (
    Item,
    Items,
    Reading,
    find_word,
    flatten,
    is_kind,
    is_word,
    plain,
    span_over,
    split,
    text_of,
)
from .scope import Scope, suggest, wrong

T = TypeVar("T", bound=Any)


SCOPES = ("unit", "army", "model")


COUNTER_PREFIXES = ("property", "rule", "weapon", "item", "category")


def counter(items: Items) -> str:
    """Return a counter's name: a word, a quoted name, or `property "Name"` (then `property:Name`); raises
    Fault.
    """
    if len(items) == 1 and is_kind(items[0], "WORD", "STRING"):
        return items[0].text
    if len(items) == 2 and is_word(items[0], *COUNTER_PREFIXES) and is_kind(items[1], "STRING"):
        return f"{items[0].text}:{items[1].text}"
    raise wrong(
        items, f"`{text_of(items)}` is nothing that is counted", 'write a word, a "Name" or property "Name"'
    )


def asked(scope: Scope, items: Items) -> str:
    """Return the name of a counter that is looked at; takes down one that nothing adds to. Raises Fault."""
    name = counter(items)
    prefix, _, own = name.rpartition(":") if len(items) == 2 else ("", "", name)
    if prefix == "category":
        category(scope, items[-1])
    elif prefix and not scope.names.get(prefix, own):
        message = f'no {prefix} "{own}" in this pack or the packs it uses'
        scope.report(Fault(items[-1].span, message, suggest(own, scope.names.of_kinds(prefix))))
    elif not prefix and not _is_counted(scope, items[0]):
        known = (*scope.names.counted, *scope.names.of_kinds(*COUNTED_KINDS))
        message = f'"{own}" is asked for here, but nothing counts as that'
        scope.report(Fault(items[0].span, message, suggest(own, known)))
    return name


def _is_counted(scope: Scope, item: Item) -> bool:
    """Whether something adds to a counter, or may do so in a pack that builds on this one."""
    name, names = plain(item), scope.names
    if is_kind(item, "WORD") and _is_for_others(scope):
        return True
    return name in names.counted | names.unread or names.find(name, *COUNTED_KINDS) is not None


def _is_for_others(scope: Scope) -> bool:
    """Whether counters may be those of armies that only other packs have: in a pack without armies, and in
    the items of one that stands on no other.
    """
    names = scope.names
    return not names.headers.get("army") or (names.stands_alone and scope.context == "item")


COUNTED_KINDS = ("unit", "mount", "item")
"""Declarations that count their own names."""


def category(scope: Scope, item: Item, army: str = "") -> str:
    """Return the name of a category; takes down one that the army, "" for all that are known, has not."""
    armies = scope.names.headers.get("army", {})
    name = plain(item)
    among = [armies[army]] if army in armies else list(armies.values())
    known = {column for header in among for column in header.columns}
    if name not in known | scope.names.unread:
        whose = f'the army "{among[0].name}" has' if len(among) == 1 else "the armies here have"
        scope.report(Fault(item.span, f'{whose} no category "{name}"', suggest(name, known)))
    return name


def categories(scope: Scope, items: Items, army: str = "") -> tuple[str, ...]:
    """Return the names of a comma list of categories; raises Fault."""
    names = name_list(items, "categories")
    for item in items:
        if is_kind(item, "STRING"):
            category(scope, item, army)
    return names


def counters_of(scope: Scope, items: Items, line: Items) -> tuple[str, ...]:
    """Return the counters of a comma list; raises Fault at the line's items where the list is empty."""
    runs = [run for run in split(items) if run]
    if not runs:
        raise wrong(line, "what is counted?", "write e.g. needs parent, support in unit")
    return tuple(asked(scope, run) for run in runs)


def need_of(scope: Scope, items: Items, forbids: bool = False) -> Need:
    """Return `A, B [at least N] in unit|army`; raises Fault."""
    where = find_word(items, "in")
    if where is None or where < 1 or len(items) != where + 2 or not is_word(items[where + 1], *SCOPES):
        raise wrong(items, "where is that counted?", "end it with `in unit` or `in army`")
    what, over = items[:where], plain(items[where + 1])
    least, most = 1, None
    at = find_word(what, "at")
    if at is not None:
        bound = what[at + 1 : at + 2]
        amount = whole(what[at + 2 :], "how many", span_over(what[at:]))
        if not bound or not is_word(bound[0], "least", "most"):
            raise wrong(what[at:], f"`{text_of(what[at:])}` is not understood", "write: at least 2")
        least, most = (amount, None) if is_word(bound[0], "least") else (0, amount)
        what = what[:at]
    counters = counters_of(scope, what, items)
    if forbids:
        return Need(counters, over, None, 0)
    return Need(counters, over, least or None, most)


def limit_of(scope: Scope, items: Items) -> Limit:
    """Return `at most N COUNTER[, COUNTER] in unit|army`; raises Fault."""
    need = items[3:]
    where = find_word(need, "in")
    if where is None or where < 1:
        raise wrong(items, "what is limited, and where?", "write: at most 1 general in army")
    counted = need_of(scope, need)
    return Limit(counted.counters, whole(items[2:3], "a limit", span_over(items)), counted.scope)


def count_of(scope: Scope, items: Items) -> Count:
    """Return `NAME [N] [each]`; takes down a counter that nothing asks for. Raises Fault."""
    each = is_word(items[-1], "each")
    rest = items[:-1] if each else items
    amount = 1
    if len(rest) > 1 and is_kind(rest[-1], "NUMBER", "SIGNED"):
        amount = whole(rest[-1:], "a count", span_over(items))
        rest = rest[:-1]
    if not rest:
        raise wrong(items, "what is counted?", "write: counts parent 1")
    name = counter(rest)
    if name not in scope.names.asked | scope.names.unread and not _is_for_others(scope):
        message = f'"{name}" is counted here, but no need or limit asks for it'
        scope.report(Fault(rest[0].span, message, suggest(name, scope.names.asked)))
    return Count(name, amount, each)


FIELDS = ("cost", "size", "rarity", "item points", "at most", "counts", "at least", "category")


def override_of(scope: Scope, line: Line) -> Override:
    """Return `when NEEDS: CLAUSE`: what holds instead where all needs hold; raises Fault."""
    reading = Reading(line)
    needs = tuple(need_of(scope, items) for items in _conjuncts(line.sentence))
    items = reading.tail
    if not items:
        raise wrong(reading.span, "what holds then?", "write: when general in unit: item points at most 200")
    for field in FIELDS:
        words = field.split()
        if [text_of((item,)) for item in items[: len(words)]] == words:
            return Override(needs, field, _value(scope, field, items[len(words) :], items))
    raise wrong(items, f"`{text_of(items)}` cannot be overridden", f"known here: {', '.join(FIELDS)}")


def _value(scope: Scope, field: str, rest: Items, items: Items) -> int | str:
    if not rest:
        raise wrong(items, f'"{field}" needs a value', "the line ends too early")
    if field == "item points":
        return points_of(rest)
    if field == "counts":
        count = count_of(scope, rest)
        return f"{count.name} {count.amount}"
    if field == "category":
        return categories(scope, rest[:1])[0]
    return (
        whole(rest, field, span_over(items))
        if is_kind(rest[0], "NUMBER") and len(rest) == 1
        else text_of(rest)
    )


def points_of(items: Items) -> int:
    """Return N of `at most N`; raises Fault."""
    if len(items) != 3 or not is_word(items[0], "at") or not is_word(items[1], "most"):
        raise wrong(items, "how many item points?", "write: item points at most 100")
    return whole(items[2:], "item points", span_over(items))


def _conjuncts(sentence: Sentence) -> list[Items]:
    """Return the needs joined by `and` behind the `when` of a line."""
    runs: list[list[Any]] = [[]]
    for item in flatten(sentence.parts[0]):
        if is_kind(item, "OP") and item.text == "and":
            runs.append([])
        else:
            runs[-1].append(item)
    return [tuple(run) for run in runs]


def is_override(line: Line) -> bool:
    """Return whether a line is `when NEEDS: CLAUSE`."""
    return line.sentence.leads[0] == "when" and ":" in line.sentence.leads


def counted_line(scope: Scope, made: T, line: Line) -> T | None:
    """Take `counts`, `needs`, `forbids`, `at most N X in Y` or `when ...:` into an option or entry; None if
    it is none.
    """
    reading = Reading(line)
    if is_override(line):
        return replace(made, overrides=(*made.overrides, override_of(scope, line)))
    match reading.word:
        case "counts":
            counts = tuple(count_of(scope, run) for run in split(reading.rest))
            return replace(made, counts=(*made.counts, *counts))
        case "needs" | "forbids":
            need = need_of(scope, reading.rest, reading.word == "forbids")
            return replace(made, needs=(*made.needs, need))
        case "at" if find_word(reading.head, "in") is not None:
            return replace(made, limits=(*made.limits, limit_of(scope, reading.head)))
        case _:
            return None
