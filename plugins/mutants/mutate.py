"""Small changes of declarations: a clause taken away, a number that becomes another, a condition dropped or
turned about.

Declarations are trees of frozen values, so a change is a tree that differs in one place. What has no meaning
in play is left alone: names and citations, and what an army list is checked by (costs, sizes, limits, lists
of items), which tests of lists hold. So are maps, where every number is a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from tercio.kernel.decl import Army, Declaration, DiceAmount, Literal, Mood, Path, Scenario, TableMap
from tercio.kernel.decl.expr import And, Compare, Or
from tercio.kernel.source import NOWHERE, Span

WITHOUT_MEANING = (Army, Path, Scenario, TableMap)
"""Kinds of declarations that are left alone."""

LEFT_ALONE = frozenset(
    (
        *("name", "kind", "span", "cite", "text", "pack", "parameters", "label", "short", "index", "columns"),
        *("lists", "cost", "cost_each", "per_army", "words", "option", "army", "categories", "category"),
        *("rarity", "size", "counts", "needs", "limits", "overrides", "at_most_points", "at_most"),
        *("at_least", "each", "mandatory", "silent", "free_of_item_points", "items", "item_points", "number"),
        *("path", "is_mount", "models", "order", "role", "quantifier", "of", "level", "times_by", "verb"),
        *("unit", "optional", "who"),
    )
)
"""Fields that are no clause and no number of play."""

REMOVABLE = frozenset(
    (
        *("clauses", "weapon_clauses", "effects", "body", "then", "otherwise", "declare", "rows", "numbers"),
        *("traits", "stages", "rules", "arms", "properties", "grants", "types", "kinds", "casts"),
        *("natural_fails", "natural_passes", "children", "nodes", "global_", "defence", "characteristics"),
        *("battles", "outcomes"),
    )
)
"""Fields whose entries can be taken away one by one."""

OPTIONAL = frozenset(("guard", "default", "where", "limit"))
"""Fields that may be empty."""

EITHER_WAY = frozenset(("passes",))
"""Fields that say one thing or the other; of all others only what is written (true) can be taken away."""

_TURNED = {">=": ">", ">": ">=", "<=": "<", "<": "<=", "=": "!=", "!=": "="}
_STEP = {"%": 10}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the declaration as it was and as it is now, what was changed and where; `of_condition`: a
    condition was dropped or turned about, not a clause or a number.
    """

    before: Declaration
    after: Declaration
    span: Span
    what: str
    of_condition: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Kind, name and pack of the declaration."""
        return self.before.kind, self.before.name, self.before.pack


def mutants(declaration: Declaration) -> Iterator[Mutant]:
    """Yield every change of a declaration, in order of where it stands."""
    if isinstance(declaration, WITHOUT_MEANING):
        return
    for after, span, what in _changes(declaration, declaration.span):
        yield Mutant(declaration, after, span, what.removeprefix(_CONDITION), what.startswith(_CONDITION))


Change = tuple[Any, Span, str]
_CONDITION = "condition: "


def _changes(node: Any, at: Span) -> Iterator[Change]:
    if isinstance(node, Literal):
        more = replace(node, value=node.value + _STEP.get(node.unit, 1))
        yield more, at, f"{_shown(node)} becomes {_shown(more)}"
    elif isinstance(node, DiceAmount):
        thrown = replace(node, plus=node.plus + 1) if node.plus else replace(node, count=node.count + 1)
        yield thrown, at, f"{node} becomes {thrown}"
    elif isinstance(node, tuple):
        yield from _entries(node, at)
    elif is_dataclass(node) and not isinstance(node, type):
        yield from _fields(node, _place(node, at))


def _place(node: Any, at: Span) -> Span:
    own = getattr(node, "span", NOWHERE)
    return at if own == NOWHERE else own


def _fields(node: Any, at: Span) -> Iterator[Change]:
    if isinstance(node, Compare):
        yield replace(node, op=_TURNED[node.op]), at, f"{_CONDITION}`{node.op}` becomes `{_TURNED[node.op]}`"
    if isinstance(node, (And, Or)):
        yield from _conditions(node, at)
        return
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in LEFT_ALONE or value is None:
            continue
        if field.name in OPTIONAL and not isinstance(value, (And, Or)):
            what = "no limit" if field.name == "limit" else f"{_CONDITION}none"
            yield replace(node, **{field.name: None}), at, what
        if field.name in REMOVABLE and isinstance(value, tuple):
            yield from _removals(node, field.name, value, at)
        if value is True or field.name in EITHER_WAY:
            yield replace(node, **{field.name: not value}), at, f"not {field.name.replace('_', ' ')}"
        for changed, span, what in _values(value, at):
            yield replace(node, **{field.name: changed}), span, what


def _values(value: Any, at: Span) -> Iterator[Change]:
    if isinstance(value, Mood):
        other = Mood.MAY if value is Mood.CANNOT else Mood.CANNOT
        yield other, at, f"`{value.value}` becomes `{other.value}`"
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value + 1, at, f"{value} becomes {value + 1}"
    elif not isinstance(value, (Enum, bool)):
        yield from _changes(value, at)


def _entries(entries: tuple[Any, ...], at: Span) -> Iterator[Change]:
    for i, entry in enumerate(entries):
        named = f"{entry[0]}: " if isinstance(entry, tuple) and entry and isinstance(entry[0], str) else ""
        for changed, span, what in _values(entry, at):
            yield (*entries[:i], changed, *entries[i + 1 :]), span, f"{named}{what}"


def _removals(node: Any, name: str, entries: tuple[Any, ...], at: Span) -> Iterator[Change]:
    for i, entry in enumerate(entries):
        less = (*entries[:i], *entries[i + 1 :])
        yield replace(node, **{name: less}), _place(entry, at), f"without {_named(entry)}"


def _conditions(node: And | Or, at: Span) -> Iterator[Change]:
    """Conditions dropped one by one; a lone one that is left stands by itself."""
    word = "and" if isinstance(node, And) else "or"
    for i, item in enumerate(node.items):
        less = (*node.items[:i], *node.items[i + 1 :])
        left = less[0] if len(less) == 1 else replace(node, items=less)
        yield left, at, f"{_CONDITION}without part {i + 1} of `{word}`"
        for changed, span, what in _changes(item, at):
            yield replace(node, items=(*node.items[:i], changed, *node.items[i + 1 :])), span, what


def _named(entry: Any) -> str:
    """How an entry that is taken away is called: by its kind, and its name if it has one."""
    if isinstance(entry, tuple) and entry and isinstance(entry[0], str):
        return entry[0]
    if isinstance(entry, (str, int)):
        return str(entry)
    name = next((str(value) for word in _NAMING if isinstance(value := getattr(entry, word, None), str)), "")
    rule = getattr(entry, "rule", None)
    name = name or getattr(rule, "name", "")
    return f"{type(entry).__name__.lower()} {name}".rstrip()


_NAMING = ("value", "roll", "action", "window", "verb", "name", "what")


def _shown(literal: Literal) -> str:
    return f"{literal.value}{literal.unit}"
