"""Scenarios: kept as words and literals; what each line may say is the concern of their runner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from tercio.kernel.decl import Expectation, Literal, Name, Scenario, ScenarioLine, Word
from tercio.kernel.decl.expr import DiceAmount

from ..syntax import Atom, Group, Line
from .heads import Head
from .literals import dice, literal
from .places import area
from .reading import Item, Items, Reading, flatten, is_kind, split, text_of
from .scope import Scope, suggest, wrong

Common = dict[str, Any]
KEYWORDS = (
    "battlefield",
    "unit",
    "terrain",
    "objective",
    "given",
    "dice",
    "answer",
    "do",
    "expect",
    "refuse",
    "seed",
    "player",
    "at",
    "system",
    "option",
)


def scenario(scope: Scope, head: Head, common: Common) -> Scenario:
    """`scenario "Name"` with its lines in order."""
    lines = []
    for line in head.lines:
        made = scope.attempt(_line, scope, Reading(line))
        lines += [made] if made is not None else []
    return Scenario(**common, lines=tuple(lines))


def _line(scope: Scope, reading: Reading) -> ScenarioLine | Expectation:
    if reading.word not in KEYWORDS:
        raise wrong(
            reading.span,
            f'no line of a scenario starts with "{reading.word}"',
            suggest(reading.word, KEYWORDS),
        )
    if reading.word == "expect":
        return Expectation(tuple(_items(scope, _all(reading)[1:])), _because(scope, reading), reading.span)
    below = tuple(_below(scope, line) for line in reading.line.children)
    return ScenarioLine(reading.word, tuple(_items(scope, _all(reading)[1:])), below, reading.span)


def _below(scope: Scope, line: Line) -> ScenarioLine:
    reading = Reading(line)
    items = tuple(_items(scope, _all(reading)))
    below = tuple(_below(scope, child) for child in line.children)
    return ScenarioLine(reading.word, items[1:] if reading.word else items, below, reading.span)


def _all(reading: Reading) -> Items:
    """Return every item of a line in order, the words that lead conditions among them."""
    sentence = reading.line.sentence
    found: list[Item] = []
    for lead, part in zip(sentence.leads, sentence.parts, strict=True):
        items = tuple(flatten(part))
        if lead:
            kind = "COMMA" if lead in (",", ":") else "WORD"
            found.append(Atom(kind, lead, items[0].span))
        found += items
    return tuple(found)


def _items(scope: Scope, items: Items) -> Iterator[object]:
    """Yield words, names, literals and dice; commas are left out, groups come as tuples."""
    for item in items:
        if isinstance(item, Group):
            yield tuple(_items(scope, tuple(atom for part in item.sentence.parts for atom in flatten(part))))
        elif item.kind != "COMMA":
            yield _item(item)


def _item(item: Atom) -> Literal | DiceAmount | Word | Name | tuple[Literal, Literal]:
    match item.kind:
        case "STRING":
            return Name(item.text)
        case "NUMBER" | "TARGET" | "MEASURE" | "PERCENT":
            return literal(item)
        case "SIGNED" if not item.text[1:].isalpha():
            return literal(Atom(item.kind, item.text.removeprefix("+"), item.span))
        case "DICE":
            return cast(DiceAmount, dice(item))
        case "AREA":
            return area(item)
        case _:
            return Word(item.text)


def _because(_scope: Scope, reading: Reading) -> tuple[tuple[str, int], ...]:
    """Read `because "Rule" -1, "Rule" +2` on the line below an expectation."""
    steps: list[tuple[str, int]] = []
    for line in reading.line.children:
        row = Reading(line)
        if row.word != "because":
            raise wrong(row.span, "only `because` stands below an expectation", 'write: because "Rule" -1')
        for run in split(row.head[1:]):
            if len(run) != 2 or not is_kind(run[0], "STRING") or not is_kind(run[1], "SIGNED", "NUMBER"):
                raise wrong(
                    run or row.head,
                    f"`{text_of(run)}` is no step of a ledger",
                    'write: because "Rule" -1, "Other" +2',
                )
            steps.append((run[0].text, int(run[1].text)))
    return tuple(steps)
