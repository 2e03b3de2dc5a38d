"""Campaigns: battles in a row, what is different in them, and who has won in the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tercio.kernel.decl import Campaign, CampaignBattle, CampaignOutcome, Clause, Expr

from ..syntax import Line
from .clauses import clauses_of, is_clause
from .conditions import guard_of
from .heads import Head
from .places import system_word
from .reading import Reading, is_kind, text_of
from .scope import Scope, wrong

Common = dict[str, Any]
Words = list[tuple[str, tuple[Expr, ...]]]
ROWS = ("battle", "outcome")


def campaign(scope: Scope, head: Head, common: Common) -> Campaign:
    """`campaign "Name"` with battles, outcomes, and what holds in all of its battles."""
    words, clauses = _contents(scope, (line for line in head.lines if Reading(line).word not in ROWS), ROWS)
    made = Campaign(**common, words=words, clauses=clauses)
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "battle":
            battle = scope.attempt(_battle, scope, made, reading)
            made = replace(made, battles=(*made.battles, battle)) if battle is not None else made
        elif reading.word == "outcome":
            outcome = scope.attempt(_outcome, scope, reading)
            made = replace(made, outcomes=(*made.outcomes, outcome)) if outcome is not None else made
    if not made.battles and not scope.faults:
        raise wrong(head.span, f'campaign "{head.name}" has no battle', 'write below it: battle "Name"')
    return made


def _contents(
    scope: Scope, lines: Iterable[Line], rows: Iterable[str] = ()
) -> tuple[tuple[tuple[str, tuple[Expr, ...]], ...], tuple[Clause, ...]]:
    """Return the system's words and the clauses that stand in some lines."""
    words: Words = []
    clauses: list[Line] = []
    for line in lines:
        if is_clause(line):
            clauses.append(line)
        else:
            word = scope.attempt(system_word, scope, "campaign", Reading(line), rows)
            words += [word] if word is not None else []
    return tuple(words), clauses_of(scope, clauses)


def _battle(scope: Scope, made: Campaign, reading: Reading) -> CampaignBattle:
    name = _named(reading)
    if any(one.name == name for one in made.battles):
        hint = "give each a name of its own"
        raise wrong(reading.head[1], f'a second battle "{name}" of this campaign', hint)
    words, clauses = _contents(scope, reading.line.children)
    return CampaignBattle(name, words, clauses, reading.span)


def _outcome(scope: Scope, reading: Reading) -> CampaignOutcome:
    name = _named(reading)
    if reading.body:
        raise wrong(reading.body[0].span, "nothing stands below an outcome but `when` and `unless`")
    return CampaignOutcome(name, guard_of(scope, reading.guards), reading.span)


def _named(reading: Reading) -> str:
    items = reading.head
    if len(items) < 2 or not is_kind(items[1], "STRING") or not items[1].text.strip():
        raise wrong(items, f"this {reading.word} has no name", f'write: {reading.word} "Name"')
    if items[2:]:
        raise wrong(items[2:], f"`{text_of(items[2:])}` is not understood here", "write it below, indented")
    return items[1].text
