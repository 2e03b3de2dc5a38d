"""What can be chosen in an army list: options and their groups, slots for items, and what they count, need
and forbid.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from tercio.kernel.decl import Grant, Group, ItemSlot, Option

from ..syntax import Line
from .fault import Fault
from .grants import grants_of
from .heads import whole, word_list
from .needs import counted_line, is_override, need_of, override_of, points_of
from .reading import Items, Reading, find_word, is_kind, is_word, span_over, split, text_of
from .scope import Scope, suggest, wrong

T = TypeVar("T", bound=Any)


def option_line(scope: Scope, made: Option, line: Line) -> Option:
    """Take one line of an option in; raises Fault for a line that says nothing of options."""
    counted = counted_line(scope, made, line)
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
            return replace(made, rarity=text_of(reading.rest))
        case "at" | "height" if reading.word != "height" or find_word(reading.head, "at") is not None:
            return replace(made, grants=(*made.grants, _bound(reading)))
        case _:
            return replace(made, grants=(*made.grants, *grants_of(scope, line)))


def _bound(reading: Reading) -> Grant:
    """`at most 700 points` or `height at most 4`: a bound of the system's, kept by its words."""
    number = next((i for i, item in enumerate(reading.head) if is_kind(item, "NUMBER")), None)
    if number is None:
        raise wrong(
            reading.head, f"`{text_of(reading.head)}` is not understood here", "write e.g. height at most 4"
        )
    words = tuple(text_of((item,)) for item in reading.head if is_kind(item, "WORD"))
    what = "points" if "points" in words else words[0]
    return Grant(what, words=(*words, text_of(reading.head[number : number + 1])), span=reading.span)


def option_groups(scope: Scope, lines: tuple[Line, ...]) -> tuple[Group, ...]:
    """Return the groups of an `options` block; item slots and options that stand alone are groups of their
    own.
    """
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
            return Group(items=(_slot(scope, reading),), span=reading.span)
        case _:
            raise wrong(
                reading.span,
                f'"{reading.word}" offers nothing',
                suggest(reading.word, ("choose", "take", "items")),
            )


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
        name, items = items[-1].text, items[:-1]
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
        case _:
            raise wrong(
                reading.head,
                "how many are chosen?",
                'write: choose any, choose at most 1, or choose exactly 1 "Weapons"',
            )


def _member(scope: Scope, made: Group, line: Line) -> Group:
    reading = Reading(line)
    if is_override(line):
        return replace(made, overrides=(*made.overrides, override_of(scope, line)))
    match reading.word:
        case "take":
            return replace(made, options=(*made.options, _option(scope, reading)))
        case "items":
            return replace(made, items=(*made.items, _slot(scope, reading)))
        case "choose":
            return replace(made, groups=(*made.groups, _group(scope, reading)))
        case "item":
            return replace(made, item_points=points_of(reading.head[2:] or reading.head))
        case "needs" | "forbids":
            need = need_of(scope, reading.rest, reading.word == "forbids")
            return replace(made, needs=(*made.needs, need))
        case _:
            pass
    known = ("take", "items", "choose", "item", "needs", "forbids", "when")
    raise wrong(reading.span, f'"{reading.word}" offers nothing', suggest(reading.word, known))


def _option(scope: Scope, reading: Reading) -> Option:
    """`take "Name" for COST [each] [, up to N]`, with what stands below it."""
    head, *extras = split(reading.head)
    at = find_word(head, "for")
    if at != 2 or not is_kind(head[1], "STRING", "WORD"):
        raise wrong(head, "an option is a name and a cost", 'write: take "Shield" for 2 each')
    each = is_word(head[-1], "each")
    cost = whole(head[at + 1 : -1 if each else None], "a cost", span_over(head))
    made = Option(head[1].text, cost, each, span=reading.span)
    for extra in extras:
        if len(extra) != 3 or not is_word(extra[0], "up") or not is_word(extra[1], "to"):
            raise wrong(
                extra or reading.head, f"`{text_of(extra)}` is not understood here", "write: , up to 3"
            )
        made = replace(made, at_most=whole(extra[2:], "how often", span_over(extra)))
    for line in reading.body:
        made = scope.attempt(option_line, scope, made, line) or made
    return made


def _slot(scope: Scope, reading: Reading) -> ItemSlot:
    """`items LIST[, LIST] [, at most N [on "Thing"]] [, at N times the price]`, with needs below it."""
    runs = split(reading.rest)
    bound = next((i for i, run in enumerate(runs) if run and is_word(run[0], "at")), len(runs))
    lists = runs[:bound]
    if not lists or any(len(run) != 1 for run in lists):
        raise wrong(reading.head, "which items?", 'write: items weapon, artefact, at most 1 on "Thing"')
    slot = ItemSlot(tuple(_list_of(scope, run) for run in lists))
    for run in runs[bound:]:
        slot = _bounded_slot(slot, run or reading.head)
    for line in reading.body:
        below = Reading(line)
        if below.word not in ("needs", "forbids"):
            hint = "only `needs` and `forbids` stand here"
            raise wrong(below.span, f'"{below.word}" says nothing of items', hint)
        need = need_of(scope, below.rest, below.word == "forbids")
        slot = replace(slot, needs=(*slot.needs, need))
    return slot


def _list_of(scope: Scope, items: Items) -> str:
    """Return the name of a list of items; takes down one on which no item stands. Raises Fault."""
    name = word_list(items, "lists of items")[0]
    headers = scope.names.headers.get("item", {}).values()
    known = {column for header in headers for column in header.columns}
    if name not in known | scope.names.unread:
        scope.report(Fault(items[0].span, f'no item stands on a list "{name}"', suggest(name, known)))
    return name


def _bounded_slot(slot: ItemSlot, items: Items) -> ItemSlot:
    """Take `at most N [on "Thing"]` or `at N times the price` in; raises Fault."""
    if text_of(items[2:]) == "times the price":
        return replace(slot, times=whole(items[1:2], "a factor", span_over(items)))
    at = find_word(items, "on")
    bound = items if at is None else items[:at]
    if len(bound) != 3 or not is_word(bound[1], "most"):
        raise wrong(items, f"`{text_of(items)}` is not understood here", 'write: at most 1 on "Thing"')
    on = "" if at is None else text_of(items[at + 1 :]).strip('"')
    return replace(slot, at_most=whole(bound[2:], "how many", span_over(items)), on=on)
