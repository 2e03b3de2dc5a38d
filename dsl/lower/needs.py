"""What entries, options and items count, need, forbid and limit, and what holds instead where a need is
met.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from tercio.kernel.decl import Count, Limit, Need, Override

from ..syntax import Line, Sentence
from .heads import whole
from .reading import Items, Reading, find_word, flatten, is_kind, is_word, plain, span_over, split, text_of
from .scope import wrong

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


def counters_of(items: Items, line: Items) -> tuple[str, ...]:
    """Return the counters of a comma list; raises Fault at the line's items where the list is empty."""
    runs = [run for run in split(items) if run]
    if not runs:
        raise wrong(line, "what is counted?", "write e.g. needs parent, support in unit")
    return tuple(counter(run) for run in runs)


def need_of(items: Items, forbids: bool = False) -> Need:
    """Return `A, B [at least N] in unit|army`; raises Fault."""
    where = find_word(items, "in")
    if where is None or where < 1 or len(items) != where + 2 or not is_word(items[where + 1], *SCOPES):
        raise wrong(items, "where is that counted?", "end it with `in unit` or `in army`")
    what, scope = items[:where], plain(items[where + 1])
    least, most = 1, None
    at = find_word(what, "at")
    if at is not None:
        bound = what[at + 1 : at + 2]
        amount = whole(what[at + 2 :], "how many", span_over(what[at:]))
        if not bound or not is_word(bound[0], "least", "most"):
            raise wrong(what[at:], f"`{text_of(what[at:])}` is not understood", "write: at least 2")
        least, most = (amount, None) if is_word(bound[0], "least") else (0, amount)
        what = what[:at]
    counters = counters_of(what, items)
    if forbids:
        return Need(counters, scope, None, 0)
    return Need(counters, scope, least or None, most)


def limit_of(items: Items) -> Limit:
    """Return `at most N COUNTER[, COUNTER] in unit|army`; raises Fault."""
    need = items[3:]
    where = find_word(need, "in")
    if where is None or where < 1:
        raise wrong(items, "what is limited, and where?", "write: at most 1 general in army")
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
        raise wrong(items, "what is counted?", "write: counts parent 1")
    return Count(counter(rest), amount, each)


FIELDS = ("cost", "size", "rarity", "item points", "at most", "counts", "at least", "category")


def override_of(line: Line) -> Override:
    """Return `when NEEDS: CLAUSE`: what holds instead where all needs hold; raises Fault."""
    reading = Reading(line)
    needs = tuple(need_of(items) for items in _conjuncts(line.sentence))
    items = reading.tail
    if not items:
        raise wrong(reading.span, "what holds then?", "write: when general in unit: item points at most 200")
    for field in FIELDS:
        words = field.split()
        if [text_of((item,)) for item in items[: len(words)]] == words:
            return Override(needs, field, _value(field, items[len(words) :], items))
    raise wrong(items, f"`{text_of(items)}` cannot be overridden", f"known here: {', '.join(FIELDS)}")


def _value(field: str, rest: Items, items: Items) -> int | str:
    if not rest:
        raise wrong(items, f'"{field}" needs a value', "the line ends too early")
    if field == "item points":
        return points_of(rest)
    if field == "counts":
        count = count_of(rest)
        return f"{count.name} {count.amount}"
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


def counted_line(made: T, line: Line) -> T | None:
    """Take `counts`, `needs`, `forbids`, `at most N X in Y` or `when ...:` into an option or entry; None if
    it is none.
    """
    reading = Reading(line)
    if is_override(line):
        return replace(made, overrides=(*made.overrides, override_of(line)))
    match reading.word:
        case "counts":
            counts = tuple(count_of(run) for run in split(reading.rest))
            return replace(made, counts=(*made.counts, *counts))
        case "needs" | "forbids":
            need = need_of(reading.rest, reading.word == "forbids")
            return replace(made, needs=(*made.needs, need))
        case "at" if find_word(reading.head, "in") is not None:
            return replace(made, limits=(*made.limits, limit_of(reading.head)))
        case _:
            return None
