"""Sequences of play and sequences of attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tercio.kernel.decl import AttackSequence, DiceAmount, Expr, Node, SequenceDecl, Stage, Statement

from ..syntax import Line
from .amounts import amount
from .conditions import guard_of
from .heads import Head, whole
from .literals import dice
from .reading import Items, Reading, find_words, is_kind, is_word, span_over, split, text_of
from .scope import Scope, suggest, wrong
from .statements import block, statement, statements

Common = dict[str, Any]
LEVELS = ("round", "turn", "phase", "step")


def sequence(scope: Scope, head: Head, common: Common) -> SequenceDecl:
    """`sequence NAME` with nodes: `phase NAME`, `step NAME by active`, `round NAME, 6 times`."""
    return SequenceDecl(**common, nodes=tuple(nodes(scope, head.lines)))


def nodes(scope: Scope, lines: Iterable[Line]) -> Iterator[Node]:
    """Yield the nodes of some lines; the faults of each are taken down."""
    for line in lines:
        node = scope.attempt(node_of, scope, Reading(line))
        if node is not None:
            yield node


def node_of(scope: Scope, reading: Reading) -> Node:
    """Return one node with what stands below it; raises Fault."""
    level = reading.word
    if level not in LEVELS:
        raise wrong(reading.span, f'"{level}" is no part of a sequence', suggest(level, LEVELS))
    head, *extras = split(reading.head)
    if len(head) < 2 or not is_kind(head[1], "WORD"):
        raise wrong(head, f"this {level} has no name", f"write: {level} some-name")
    by = text_of(head[3:]) if len(head) > 3 and is_word(head[2], "by") else ""
    if len(head) > 2 and not by:
        raise wrong(
            head[2:],
            f"`{text_of(head[2:])}` is not understood here",
            f"write: {level} {text_of(head[1:2])} by active",
        )
    times, times_by = _times(scope, extras)
    children: tuple[Node, ...] = ()
    body: tuple[Statement, ...] = ()
    if reading.body and Reading(reading.body[0]).word in LEVELS:
        children = tuple(nodes(scope, reading.body))
    elif reading.body:
        body = statements(scope.anywhere(), reading.body)
    return Node(level, head[1].text, by, times, times_by, children, body, reading.span)


def _times(scope: Scope, extras: list[Items]) -> tuple[int, str]:
    """Return how often a node comes: a number, or the name of a constant."""
    times, times_by = 1, ""
    for extra in extras:
        if len(extra) != 2 or not is_word(extra[1], "times", "time"):
            raise wrong(extra, f"`{text_of(extra)}` is not understood here", "write: 6 times")
        if is_kind(extra[0], "WORD"):
            times_by = extra[0].text
            if not scope.names.get("constant", times_by):
                known = scope.names.of_kinds("constant")
                raise wrong(extra[:1], f'no constant "{times_by}" is declared', suggest(times_by, known))
        else:
            times = whole(extra[:1], "how often", span_over(extra))
    return times, times_by


def attack_sequence(scope: Scope, head: Head, common: Common) -> AttackSequence:
    """`attack-sequence NAME` with stages and what an attack that got through does."""
    stages: list[Stage] = []
    then: list[Statement] = []
    inner = scope.anywhere()
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "stage":
            stage = scope.attempt(_stage, scope, reading)
            stages += [stage] if stage is not None else []
        elif reading.word == "then":
            then += scope.attempt(_then, inner, reading) or ()
        else:
            scope.attempt(_stray, reading)
    return AttackSequence(**common, stages=tuple(stages), then=tuple(then))


def _stray(reading: Reading) -> None:
    raise wrong(
        reading.span,
        f'"{reading.word}" says nothing of attacks',
        "write stages, and `then` with what an attack does",
    )


def _then(scope: Scope, reading: Reading) -> tuple[Statement, ...]:
    if len(reading.head) > 1:
        return (statement(scope, reading.head[1:]), *statements(scope, reading.body))
    return block(scope, reading)


def _stage(scope: Scope, reading: Reading) -> Stage:
    head, *extras = split(reading.head)
    if len(head) < 5 or find_words(head, "rolled by") != 2:
        raise wrong(head, "a stage is a roll and who rolls it", f"write: {_STAGE}")
    roll = text_of(head[1:2])
    roles = scope.words.rolls.get(roll)
    if roles is None:
        raise wrong(head[1], f'no roll "{roll}" is known', suggest(roll, scope.words.rolls))
    stops = any(text_of(extra) == "stops the wound" for extra in extras)
    inner = scope.with_roles(roles, roll)
    needs: Expr | None = None
    fails: list[int] = []
    passes: list[int] = []
    for line in reading.body:
        row = Reading(line)
        if row.word == "needs" and len(row.head) > 1:
            needs = amount(inner, row.head[1:])
        else:
            for run in split(row.head):
                natural, good = _natural(run)
                (passes if good else fails).append(natural)
    if needs is None:
        raise wrong(
            reading.span, f"stage {roll} says not what it needs", "write below it: needs table ... of ..."
        )
    guard = guard_of(inner, reading.guards)
    sides = _sides(roll, head)
    by = text_of(head[4:5])
    return Stage(roll, by, sides, needs, tuple(fails), tuple(passes), stops, guard, reading.span)


_STAGE = "stage to-hit rolled by attacker on D6"


def _sides(roll: str, head: Items) -> int:
    """Return the sides of the die of a stage, `on D6` behind who rolls it."""
    die = dice(head[6]) if len(head) == 7 and is_kind(head[6], "DICE") and is_word(head[5], "on") else None
    if not isinstance(die, DiceAmount) or die != DiceAmount(1, die.sides):
        raise wrong(head[5:] or head, f"on which die is {roll} rolled?", f"one die: {_STAGE}")
    return die.sides


def _natural(items: Items) -> tuple[int, bool]:
    if len(items) == 3 and is_word(items[0], "natural") and is_word(items[2], "fails", "passes"):
        return whole(items[1:2], "a natural roll", span_over(items)), is_word(items[2], "passes")
    raise wrong(
        items,
        f"`{text_of(items)}` says nothing of a stage",
        "write: needs ..., natural 1 fails, natural 6 passes",
    )
