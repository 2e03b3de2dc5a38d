"""Army books: armies, and entries for units and mounts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, cast

from tercio.kernel.decl import Army, Category, Limit, MountEntry, Offer, UnitEntry

from ..syntax import Atom, Line
from .bundles import rule_ref
from .grants import grants_of, numbers, part_profile, references
from .heads import Head, name_list, whole
from .options import counted_line, counter, option_groups
from .reading import Items, Reading, find_word, is_kind, is_word, span_over, split, text_of
from .scope import Scope, fail, suggest

Common = dict[str, Any]
_BASE = re.compile(r"(\d+)(?:x(\d+))?mm")


def army(scope: Scope, head: Head, common: Common) -> Army:
    """`army "Name"`: `category`, `limit`, `offers`, `hereditary`, `needs`, and words of the system."""
    made = Army(**common)
    for line in head.lines:
        made = scope.attempt(_army_line, scope, made, line) or made
    return made


def _army_line(scope: Scope, made: Army, line: Line) -> Army:
    reading = Reading(line)
    items = reading.head[1:]
    match reading.word:
        case "category":
            return replace(made, categories=(*made.categories, _category(items or reading.head)))
        case "limit":
            return replace(made, limits=(*made.limits, _limit(items or reading.head)))
        case "offers":
            return replace(made, offers=(*made.offers, _offer(scope, items or reading.head)))
        case "hereditary":
            return replace(made, hereditary=(*made.hereditary, *name_list(items, "spells")))
        case word if f"army {word}" in scope.signatures.words:
            return replace(made, words=(*made.words, (word, text_of(items))))
    known = ("category", "limit", "offers", "hereditary")
    fail(reading.span, f'"{reading.word}" says nothing of an army', suggest(reading.word, known))


def _category(items: Items) -> Category:
    """`"Name" [at least N%] [at most N%]`."""
    if not is_kind(items[0], "STRING"):
        fail(items, "a category has a name", 'write: category "Core Units" at least 25%')
    made = Category(cast(Atom, items[0]).text)
    rest = items[1:]
    while rest:
        if len(rest) < 3 or not is_word(rest[0], "at") or not is_kind(rest[2], "PERCENT"):
            fail(rest, f"`{text_of(rest)}` is no share of the army", "write: at least 25%, at most 40%")
        share = whole(rest[2:3], "a share", span_over(rest))
        made = replace(made, at_least=share) if is_word(rest[1], "least") else replace(made, at_most=share)
        rest = rest[3:]
    return made


def _limit(items: Items) -> Limit:
    """`NAME[, NAME] N [per M points] [, highest of each unit]`."""
    highest = text_of(items[-4:]) == "highest of each unit"
    items = items[:-5] if highest else items
    number = next((i for i, item in enumerate(items) if is_kind(item, "NUMBER")), None)
    if not number:
        fail(items, "a limit names what is counted and how many", "write: limit auxiliaries 20 per 1000 points")
    counters = tuple(counter(run) for run in split(items[:number]))
    most = whole(items[number : number + 1], "a limit", span_over(items))
    rest = items[number + 1 :]
    points: int | None = None
    if rest:
        if len(rest) != 3 or not is_word(rest[0], "per") or not is_word(rest[2], "points"):
            fail(rest, f"`{text_of(rest)}` is not understood here", "write: limit auxiliaries 20 per 1000 points")
        points = whole(rest[1:2], "points", span_over(rest))
    return Limit(counters, most, "army", points, per_unit_highest=highest)


def _offer(scope: Scope, items: Items) -> Offer:
    """`"Item" [(arguments)] for COST`: an item of the packs in use that this army may take, at its own price."""
    at = find_word(items, "for")
    if at is None or at < 1:
        fail(items, "what is offered for how much?", 'write: offers "Potion of Haste" for 20')
    reference = rule_ref(scope, items[:at], "item")
    return Offer(reference, whole(items[at + 1 :], "a cost", span_over(items)))  # type: ignore[arg-type]


def unit(scope: Scope, head: Head, common: Common) -> UnitEntry:
    """`unit "Name" of "Army"` with categories, size, cost, profile, rules and options."""
    return _entry(scope, head, UnitEntry(**common, army=_army_of(scope, head)))


def mount(scope: Scope, head: Head, common: Common) -> MountEntry:
    """`mount "Name" of "Army"`: an entry without size and cost, whose values may be `C`, `C+2`."""
    return cast(MountEntry, _entry(scope, head, MountEntry(**common, army=_army_of(scope, head))))


def _army_of(scope: Scope, head: Head) -> str:
    if not head.rest:
        return ""
    if len(head.rest) != 2 or not is_word(head.rest[0], "of") or not is_kind(head.rest[1], "STRING"):
        fail(head.rest, "of which army?", f'write: {head.kind} "{head.name}" of "Army"')
    name = cast(Atom, head.rest[1]).text
    if not scope.names.get("army", name):
        fail(head.rest[1], f'no army "{name}" in this pack or the packs it uses', suggest(name, scope.names.of_kinds("army")))
    return name


def _entry(scope: Scope, head: Head, made: UnitEntry) -> UnitEntry:
    for line in head.lines:
        made = scope.attempt(_entry_line, scope, made, line) or made
    return made


def _entry_line(scope: Scope, made: UnitEntry, line: Line) -> UnitEntry:
    counted = counted_line(made, line)
    if counted is not None:
        return counted
    reading = Reading(line)
    reader = _ENTRY.get(reading.word)
    if reader is not None:
        return reader(scope, made, reading)  # type: ignore[no-any-return]
    if f"unit {reading.word}" in scope.signatures.words:
        return replace(made, words=(*made.words, (reading.word, text_of(reading.head[1:]))))
    return _given(scope, made, line)


def _given(scope: Scope, made: UnitEntry, line: Line) -> UnitEntry:
    """Take what an entry has from the start: plain rules, arms and properties on their own shelves, clauses, other grants."""
    reading = Reading(line)
    items = reading.head[1:]
    to_part = len(items) > 1 and is_word(items[-2], "to", "of")
    if not to_part and not reading.guards:
        match reading.word:
            case "has":
                return replace(made, rules=(*made.rules, *references(scope, items)))
            case "armed":
                return replace(made, arms=(*made.arms, *references(scope, items, "weapon")))
            case "property":
                names = tuple(ref.name for ref in references(scope, items, "property"))
                return replace(made, properties=(*made.properties, *names))
    if not to_part and reading.word in _ENTRY_CLAUSES:
        return replace(made, clauses=(*made.clauses, *scope.words.readers.clause(scope, line)))
    return replace(made, grants=(*made.grants, *grants_of(scope, line)))


_ENTRY_CLAUSES = ("has", "may", "cannot", "must", "ignore", "on", "within", "after", "before", "instead", "action", "reroll")


def _categories(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, categories=(*made.categories, *name_list(reading.head[1:], "categories")))


def _rarity(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, rarity=text_of(reading.head[1:]))


def _size(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    items = reading.head[1:]
    numbers_ = [whole((item,), "a size", item.span) for item in items if is_kind(item, "NUMBER")]
    shape = tuple("n" if is_kind(item, "NUMBER") else getattr(item, "text", "") for item in items)
    if shape not in (("n",), ("n", "to", "n")) or numbers_[0] > numbers_[-1]:
        fail(reading.head, "a size is a number or a range", "write: size 20 to 40")
    return replace(made, size=(numbers_[0], numbers_[-1]))


def _cost(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    runs = split(reading.head[1:])
    cost = whole(runs[0], "a cost", reading.span)
    each = 0
    if len(runs) > 1:
        then = runs[1]
        if len(then) != 3 or not is_word(then[0], "then") or not is_word(then[2], "each"):
            fail(then or reading.head, "what do further models cost?", "write: cost 240, then 12 each")
        each = whole(then[1:2], "a cost", span_over(then))
    return replace(made, cost=cost, cost_each=each)


def _at_most(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    items = reading.head
    if len(items) != 4 or not is_word(items[1], "most") or not is_word(items[3], "points"):
        fail(items, f"`{text_of(items)}` is not understood here", "write: at most 600 points, or: at most 1 general in army")
    return replace(made, at_most_points=whole(items[2:3], "points", reading.span))


def _base(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    found = _BASE.fullmatch(text_of(reading.head[1:]))
    if found is None:
        fail(reading.head, "a base is its width and depth", "write: base 25x50mm, or 40mm for a round one")
    width = int(found[1])
    return replace(made, profile=replace(made.profile, base=(width, int(found[2] or width))))


def _height(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    text = text_of(reading.head[1:])
    height: int | str = text if text.startswith("C") else whole(reading.head[1:], "a height", reading.span)
    return replace(made, profile=replace(made.profile, height=height))


def _global(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, profile=replace(made.profile, global_=numbers(scope, reading.head[1:], "global")))


def _defence(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, profile=replace(made.profile, defence=numbers(scope, reading.head[1:], "defence")))


def _part(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    parts = (*made.profile.parts, part_profile(scope, reading))
    return replace(made, profile=replace(made.profile, parts=parts))


def _options(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, groups=(*made.groups, *option_groups(scope, reading.body)))


_ENTRY: dict[str, Any] = {
    "category": _categories,
    "rarity": _rarity,
    "size": _size,
    "cost": _cost,
    "at": _at_most,
    "base": _base,
    "height": _height,
    "global": _global,
    "defence": _defence,
    "part": _part,
    "options": _options,
}
