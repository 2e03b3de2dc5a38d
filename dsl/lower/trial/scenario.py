"""A scenario: its lines in order, each by its first word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tercio.kernel.decl import Expr
from tercio.kernel.decl.scenario import Act, Given, Scenario, ScriptLine
from tercio.kernel.opening import PLAYERS

from ...syntax import Line
from ..fault import Fault
from ..heads import Head
from ..phrases import matched
from ..reading import Items, Reading, is_kind, plain, span_over, text_of
from ..scope import Scope, suggest, wrong
from ..statements import statements
from . import battlefield, setting, units
from .expectations import expectation
from .walk import behead, items_of_line, naming

Common = dict[str, Any]
SETTING: Mapping[str, Callable[[Scope, Reading], ScriptLine]] = {
    "battlefield": battlefield.field,
    "area": battlefield.plot,
    "terrain": battlefield.ground,
    "unit": units.placing,
    "at": setting.moment,
    "seed": setting.seed,
    "dice": setting.dice,
    "answer": setting.answer,
    "name": units.christening,
}
KEYWORDS = (*SETTING, "given", "do", "expect")


def scenario(scope: Scope, head: Head, common: Common) -> Scenario:
    """`scenario "Name"` with its lines in order."""
    players = _players(head)
    read = [naming(line, players) for line in head.lines]
    roles = {**dict.fromkeys(players, "player"), "player": "player"}
    inner = replace(scope, words=scope.words.trial, roles=roles, context="this scenario")
    made: list[ScriptLine] = []
    for line in read:
        done = scope.attempt(_line, inner, line)
        made += [done] if done is not None else []
        inner = replace(inner, roles={**inner.roles, **_named(scope, line)})
    return Scenario(**common, lines=tuple(made))


def _players(head: Head) -> tuple[str, ...]:
    """The players: A and B, and whoever else owns a unit."""
    owners = []
    for line in head.lines:
        items = items_of_line(line)
        owners += [
            plain(item)
            for before, item in pairwise(items)
            if plain(before) == "of" and is_kind(item, "PARAM") and Reading(line).word == "unit"
        ]
    return tuple(dict.fromkeys((*PLAYERS, *owners)))


def _named(scope: Scope, line: Line) -> dict[str, str]:
    """The names that a unit, a piece of terrain or areas get by a line, with what they are; what comes about
    in play is taken for a unit.
    """
    word, items = Reading(line).word, items_of_line(line)
    if word in ("battlefield", "area"):
        return battlefield.named_here(scope, word, items)
    at = next((i for i, item in enumerate(items[:-1]) if plain(item) == "as"), None)
    if word not in ("unit", "terrain", "name") or at is None or not is_kind(items[at + 1], "WORD"):
        return {}
    return {plain(items[at + 1]): "unit" if word == "name" else word}


def _line(scope: Scope, line: Line) -> ScriptLine | None:
    reading = Reading(line)
    word = reading.word
    for name in sorted(_named(scope, line).keys() & scope.roles.keys()):
        raise wrong(reading.span, f'two things are called "{name}" in this scenario', "rename one of them")
    if word in SETTING:
        if line.children and word != "unit":
            raise wrong(line.children[0].span, f"nothing stands below `{word}`", "indent it less")
        return SETTING[word](scope, reading)
    match word:
        case "given":
            return _given(scope, reading)
        case "do":
            return _act(scope, line)
        case "expect":
            acts = tuple(_act(scope, child) for child in line.children if Reading(child).word == "do")
            bare = replace(line, children=tuple(c for c in line.children if Reading(c).word != "do"))
            return expectation(scope, Reading(bare), tuple(act for act in acts if act is not None))
        case _:
            shown = word or text_of(items_of_line(line)[:1])
            raise wrong(
                reading.span, f'no line of a scenario starts with "{shown}"', suggest(shown, KEYWORDS)
            )


def _given(scope: Scope, reading: Reading) -> Given:
    """`given FACT`: a fact that only scenarios know; raises Fault."""
    items = items_of_line(reading.line)[1:]
    best: Fault | None = None
    for variant in scope.words.givens.candidates(items):
        try:
            args: tuple[Expr | None, ...] | None = matched(scope, variant, items)
        except Fault as fault:
            best = best if best is not None and best.weight >= fault.weight else fault
            continue
        if args is not None:
            pairs = zip(variant.slots, args, strict=True)
            named = tuple((slot.name, arg) for slot, arg in pairs if arg is not None)
            return Given(variant.name, named, text_of(items), reading.span)
    raise best if best is not None else _unknown(scope, reading, items)


def _unknown(scope: Scope, reading: Reading, items: Items) -> Fault:
    if not items:
        return wrong(reading.span, "what is given?", "write: given men is tired")
    known = {*scope.words.givens.words, *scope.roles, *scope.names.of_kinds("mark")}
    for item in items:
        if is_kind(item, "WORD") and item.text not in known:
            return wrong(item, f'"{item.text}" is not known in what is given', suggest(item.text, known))
    nearest = scope.words.givens.nearest(items)
    hint = f"known: {nearest.pattern}" if nearest is not None else ""
    return wrong(span_over(items), f"nothing that is given reads `{text_of(items)}`", hint)


def _act(scope: Scope, line: Line) -> Act | None:
    """`do STATEMENT`, or `do` with statements below; None if they are faulty."""
    items = items_of_line(line)
    alone = len(items) == 1
    if alone and not line.children:
        raise wrong(line.span, "what is done?", "write: do archers shoots at targets")
    body = statements(scope, line.children if alone else [behead(line)])
    return Act(body, text_of(items[1:]), line.span) if body else None
