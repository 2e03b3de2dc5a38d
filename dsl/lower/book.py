"""Army books: armies, and entries for units and mounts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, cast

from tercio.kernel.decl import MountEntry, UnitEntry

from ..syntax import Line
from .grants import grants_of, numbers, part_profile, references
from .heads import Head, whole
from .literals import number
from .needs import categories, counted_line
from .options import option_groups
from .reading import Reading, is_kind, is_word, span_over, split, text_of
from .scope import Scope, suggest, wrong

Common = dict[str, Any]
_BASE = re.compile(r"([\d.]+)(?:x([\d.]+))?mm")


def unit(scope: Scope, head: Head, common: Common) -> UnitEntry:
    """`unit "Name" of "Army"` with categories, size, cost, profile, rules and options."""
    return _entry(scope, head, UnitEntry(**common, army=scope.attempt(_army_of, scope, head) or ""))


def mount(scope: Scope, head: Head, common: Common) -> MountEntry:
    """`mount "Name" of "Army"`: an entry without size and cost, whose values may be `C`, `C+2`."""
    return cast(
        MountEntry, _entry(scope, head, MountEntry(**common, army=scope.attempt(_army_of, scope, head) or ""))
    )


def _army_of(scope: Scope, head: Head) -> str:
    if not head.rest:
        return ""
    if len(head.rest) != 2 or not is_word(head.rest[0], "of") or not is_kind(head.rest[1], "STRING"):
        raise wrong(head.rest, "of which army?", f'write: {head.kind} "{head.name}" of "Army"')
    name = head.rest[1].text
    if not scope.names.get("army", name):
        raise wrong(
            head.rest[1],
            f'no army "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds("army")),
        )
    return name


def _entry(scope: Scope, head: Head, made: UnitEntry) -> UnitEntry:
    for line in head.lines:
        made = scope.attempt(_entry_line, scope, made, line) or made
    return made


def _entry_line(scope: Scope, made: UnitEntry, line: Line) -> UnitEntry:
    counted = counted_line(scope, made, line)
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
    """Take what an entry has from the start: plain rules, arms and properties on their own shelves,
    clauses, other grants.
    """
    reading = Reading(line)
    items = reading.head[1:]
    to_part = len(items) > 1 and is_word(items[-2], "to", "of")
    if not to_part and not reading.guards:
        match reading.word:
            case "has":
                return replace(made, rules=(*made.rules, *references(scope, reading.rest)))
            case "armed":
                return replace(made, arms=(*made.arms, *references(scope, reading.rest, "weapon")))
            case "property":
                names = tuple(ref.name for ref in references(scope, reading.rest, "property"))
                return replace(made, properties=(*made.properties, *names))
            case _:
                pass
    if not to_part and reading.word in _ENTRY_CLAUSES:
        return replace(made, clauses=(*made.clauses, *scope.words.readers.clause(scope, line)))
    return replace(made, grants=(*made.grants, *grants_of(scope, line)))


_ENTRY_CLAUSES = (
    "has",
    "may",
    "cannot",
    "must",
    "ignore",
    "on",
    "within",
    "everywhere",
    "after",
    "before",
    "instead",
    "action",
    "reroll",
)


def _categories(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, categories=(*made.categories, *categories(scope, reading.rest, made.army)))


def _rarity(_scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, rarity=text_of(reading.rest))


def _size(_scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    items = reading.head[1:]
    numbers_ = [whole((item,), "a size", item.span) for item in items if is_kind(item, "NUMBER")]
    shape = tuple("n" if is_kind(item, "NUMBER") else getattr(item, "text", "") for item in items)
    if shape not in (("n",), ("n", "to", "n")) or not 1 <= numbers_[0] <= numbers_[-1]:
        raise wrong(reading.head, "a size is a number or a range", "write: size 20 to 40")
    return replace(made, size=(numbers_[0], numbers_[-1]))


def _cost(_scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    runs = split(reading.rest)
    cost = whole(runs[0], "a cost", reading.span)
    each = 0
    if len(runs) > 1:
        then = runs[1]
        if len(then) != 3 or not is_word(then[0], "then") or not is_word(then[2], "each"):
            raise wrong(then or reading.head, "what do further models cost?", "write: cost 240, then 12 each")
        each = whole(then[1:2], "a cost", span_over(then))
    return replace(made, cost=cost, cost_each=each)


def _at_most(_scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    items = reading.head
    if len(items) != 4 or not is_word(items[1], "most") or not is_word(items[3], "points"):
        raise wrong(
            items,
            f"`{text_of(items)}` is not understood here",
            "write: at most 600 points, or: at most 1 general in army",
        )
    return replace(made, at_most_points=whole(items[2:3], "points", reading.span))


def _base(_scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    found = _BASE.fullmatch(text_of(reading.rest))
    if found is None or not number(found[1]) or not number(found[2] or found[1]):
        raise wrong(
            reading.head, "a base is its width and depth", "write: base 25x50mm, or 40mm for a round one"
        )
    base = (number(found[1]), number(found[2] or found[1]))
    return replace(made, profile=replace(made.profile, base=base))


def _height(_scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    text = text_of(reading.rest)
    height: int | str = text if text.startswith("C") else whole(reading.rest, "a height", reading.span)
    return replace(made, profile=replace(made.profile, height=height))


def _global(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, profile=replace(made.profile, global_=numbers(scope, reading.rest, "global")))


def _defence(scope: Scope, made: UnitEntry, reading: Reading) -> UnitEntry:
    return replace(made, profile=replace(made.profile, defence=numbers(scope, reading.rest, "defence")))


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
