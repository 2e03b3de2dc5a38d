"""The block below `pack "name" over "base"`: what an overlay changes, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tercio.kernel.decl import Clause, Declaration, Expr, RuleRef

from ..fields import Field
from ..names import node_names
from ..overlay import Change, Insert, Patch, Remove, Replace, SetConstant
from ..syntax import Atom, Line, Phrase, Sentence
from .amounts import amount
from .grants import references, rule_ref_named
from .heads import KINDS, Head, heads
from .literals import whole
from .reading import Items, Reading, find_word, is_kind, is_word, plain, split, text_of
from .scope import Scope, suggest, wrong
from .timing import LEVELS, node_of

CHANGES = ("set", "replace", "patch", "remove", "insert")
LowerHead = Callable[[Scope, Head], Declaration | None]


def changes_of(scope: Scope, lines: Iterable[Line], lower_head: LowerHead) -> tuple[Change, ...]:
    """Return the changes of an overlay's block; the faults of each line are taken down."""
    found = [scope.attempt(_change, scope, line, lower_head) for line in lines]
    return tuple(change for change in found if change is not None)


def _change(scope: Scope, line: Line, lower_head: LowerHead) -> Change:
    reading = Reading(line)
    match reading.word:
        case "set":
            return _set(scope, reading)
        case "replace":
            return _replace(scope, line, lower_head)
        case "patch":
            return _patch(scope, reading)
        case "remove":
            return _remove(scope, reading)
        case "insert":
            return _insert(scope, line)
        case _:
            raise wrong(reading.span, f'"{reading.word}" changes nothing', suggest(reading.word, CHANGES))


def _set(scope: Scope, reading: Reading) -> SetConstant:
    items = reading.head
    if len(items) < 4 or not is_word(items[1], "constant"):
        raise wrong(
            items, "only a constant is set so", 'write: set constant name to 6", or patch a declaration'
        )
    name = text_of(items[2:3])
    if not scope.names.get("constant", name):
        raise wrong(
            items[2], f'no constant "{name}" in the base', suggest(name, scope.names.of_kinds("constant"))
        )
    value = items[4:] if is_word(items[3], "to") else items[3:]
    if not value:
        raise wrong(items, "to what?", f"write: set constant {name} to 6")
    expecting = next((line for line in reading.body if Reading(line).word == "expecting"), None)
    if expecting is None or len(Reading(expecting).head) < 2:
        raise wrong(
            reading.span, f"what does the overlay expect {name} to be?", "write below it: expecting 4"
        )
    expected = amount(scope, Reading(expecting).head[1:])
    return SetConstant(name, amount(scope, value), expected, reading.span)


def _cut(line: Line) -> Line:
    """Return the line without its first word."""
    sentence = line.sentence
    first = sentence.parts[0]
    if not isinstance(first, Phrase) or len(first.atoms) < 3:
        raise wrong(line.span, "what is changed?", 'write e.g. replace table name, remove rule "Name"')
    atoms = first.atoms[1:]
    cut = Sentence((Phrase(atoms), *sentence.parts[1:]), sentence.leads, sentence.opens)
    return Line(cut, line.children, atoms[0].span)


def _replace(scope: Scope, line: Line, lower_head: LowerHead) -> Replace:
    inner = _cut(line)
    head = heads(inner)[0]
    _known(scope, head.kind, head.name, inner)
    declaration = lower_head(scope, head)
    if declaration is None:
        raise wrong(line.span, f'the new {head.kind} "{head.name}" is faulty', "see its other faults")
    return Replace(declaration, line.span)


def _known(scope: Scope, kind: str, name: str, line: Line) -> None:
    if not scope.names.get(kind, name):
        at = next((item for item in Reading(line).head if plain(item) == name), line.span)
        raise wrong(at, f'the base has no {kind} "{name}"', suggest(name, scope.names.of_kinds(kind)))


def _target(_scope: Scope, reading: Reading, kinds: Iterable[str]) -> tuple[str, str]:
    items = reading.head
    if len(items) != 3 or not is_kind(items[2], "STRING", "WORD"):
        raise wrong(items, f"what does this {reading.word}?", f'write: {reading.word} rule "Name"')
    kind = text_of(items[1:2])
    if kind not in kinds:
        raise wrong(items[1], f'"{kind}" is no kind of declaration', suggest(kind, kinds))
    return kind, items[2].text


def _remove(scope: Scope, reading: Reading) -> Remove:
    kind, name = _target(scope, reading, (*KINDS, *LEVELS))
    if kind in LEVELS:
        if name not in scope.names.nodes:
            raise wrong(reading.head[2], f'no {kind} "{name}" in the base', suggest(name, scope.names.nodes))
    else:
        _known(scope, kind, name, reading.line)
    return Remove(kind, name, reading.span)


def _insert(scope: Scope, line: Line) -> Insert:
    """`insert step NAME [by active] before|after NODE` with statements."""
    inner = Reading(_cut(line))
    at = find_word(inner.head, "before", "after")
    if at is None or at + 2 != len(inner.head):
        raise wrong(line.span, "where is it inserted?", "write: insert step name before other-step")
    beside = plain(inner.head[at + 1])
    if beside not in scope.names.nodes:
        hint = suggest(beside, scope.names.nodes)
        raise wrong(inner.head[at + 1], f'no sequence has a "{beside}"', hint)
    cut = Sentence((Phrase(inner.head[:at]),), ("",))
    node = node_of(scope, Reading(Line(cut, line.children, line.span)))
    scope.names.nodes.update(node_names([node]))
    return Insert(node, beside, is_word(inner.head[at], "after"), line.span)


def _patch(scope: Scope, reading: Reading) -> Patch:
    """`patch KIND NAME` with `expecting FIELD VALUE`, `set FIELD VALUE`, `has`, `without` and clauses."""
    kind, name = _target(scope, reading, KINDS)
    _known(scope, kind, name, reading.line)
    made = Patch(kind, name, span=reading.span)
    header = scope.names.get(kind, name)
    inner = replace(scope, params={p.name: p.takes for p in header.parameters} if header else {})
    for line in reading.body:
        made = scope.attempt(_patch_line, inner, made, Reading(line)) or made
    expected = {(one.name, one.of) for one in made.expecting}
    for change in made.fields:
        if (change.name, change.of) not in expected:
            raise wrong(
                change.span,
                f"what does the overlay expect {change.name} to be?",
                f"write above it: expecting {change.name} ...",
            )
    return made


def _patch_line(scope: Scope, made: Patch, reading: Reading) -> Patch:
    items = reading.head[1:]
    match reading.word:
        case "expecting":
            return replace(made, expecting=(*made.expecting, field_of(scope, reading)))
        case "set" if find_word(items, "to") is None or made.kind in (
            "unit",
            "mount",
            "item",
            "army",
            "characteristic",
        ):
            return replace(made, fields=(*made.fields, field_of(scope, reading)))
        case "without":
            kinds = ("rule", "property", "weapon", "item")
            taken = scope.attempt_each(rule_ref_named, split(reading.rest), *kinds)
            names = tuple(one.name for one in taken)
            return replace(made, without=(*made.without, *names))
        case "has" if not reading.guards and made.kind in ("unit", "mount"):
            rules: tuple[RuleRef, ...] = tuple(references(scope, reading.rest))
            return replace(made, rules=(*made.rules, *rules))
        case _:
            clauses: tuple[Clause, ...] = scope.words.readers.clause(scope, reading.line)
            return replace(made, clauses=(*made.clauses, *clauses))


def field_of(scope: Scope, reading: Reading) -> Field:
    """Read `FIELD [to] VALUE [of "Part"]`; raises Fault."""
    items = tuple(item for item in reading.rest if not is_word(item, "to") or _is_range(reading.head))
    of = ""
    if len(items) > 3 and is_word(items[-2], "of") and is_kind(items[-1], "STRING"):
        of, items = items[-1].text, items[:-2]
    if len(items) < 2 or not is_kind(items[0], "WORD"):
        raise wrong(
            reading.head, f"{reading.word} which field, with which value?", f"write: {reading.word} cost 240"
        )
    return Field(items[0].text, _value(scope, items[1:]), of, reading.span)


def _is_range(items: Items) -> bool:
    at = find_word(items, "to")
    return at is not None and at > 0 and is_kind(items[at - 1], "NUMBER")


def _value(scope: Scope, items: Items) -> Any:
    if len(items) == 3 and is_word(items[1], "to"):
        return tuple(whole(item) for item in (items[0], items[2]) if isinstance(item, Atom))
    if len(items) == 1 and is_kind(items[0], "STRING"):
        return items[0].text
    if len(items) == 1 and is_kind(items[0], "WORD") and not scope.names.get("constant", items[0].text):
        return items[0].text
    value: Expr = amount(scope, items)
    return value
