"""Rolls as the rules shape them: Maximised, Minimised, modified, rerolled, always passed or failed.

Every roll has a signature name (`charge-range`, `panic-test`) and answers to the wider names of its
signature too (`courage-test`). The purpose of a roll is the clock's path and what the caller adds, so that
each is its own stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .budget import at_once
from .choice import once_each
from .context import Context
from .decl.clauses import Which
from .decl.expr import DiceAmount
from .dice import Rolled, keep, roll
from .modifiers import gather, live, value
from .state import Game


@dataclass(frozen=True, slots=True)
class Tested:
    """A test: whether it was passed, the roll if there was one (`rerolled`: the first, failed one), and the
    number to reach.
    """

    passed: bool
    needed: Any
    rolled: Rolled | None = None
    first: Rolled | None = None


def purpose(g: Game, *what: Any) -> str:
    """Return the purpose of a roll made now: the clock's path and `what`. Raises RuntimeError inside a read-
    only query.
    """
    if g.locked:
        raise RuntimeError(f"a query must not roll dice: {what}")
    return "/".join((g.clock.path, *map(str, what)))


def names(g: Game, name: str) -> tuple[str, ...]:
    """Return the names that a roll answers to: its own and the wider ones."""
    signature = g.ruleset.signatures.rolls.get(name)
    return (name, *signature.also) if signature else (name,)


def shape(g: Game, name: str, c: Context) -> int:
    """Return how often a roll is Maximised (positive) or Minimised (negative), pairs cancelled."""
    extra = 0
    for one in names(g, name):
        hits = gather(g, f"shape {one}", c)
        if hits:
            extra += sum(rule.clause.extra for rule, _ in once_each(live(g, c, hits)))
    return extra


def roll_for(g: Game, name: str, c: Context, dice: DiceAmount, *what: Any) -> Rolled:
    """Roll `dice` for `name` as the rules shape it; modifiers of `name` are added to the total. Emits
    nothing.
    """
    shaped = replace(dice, extra=dice.extra + shape(g, name, c))
    rolled = roll(g.dice, purpose(g, *what, name), shaped)
    total = rolled.total
    for one in names(g, name):
        total = value(g, one, c, total)
    return replace(rolled, total=total) if total != rolled.total else rolled


def outcome(g: Game, name: str, c: Context) -> bool | None:
    """Return True or False if rules decide a test before it is rolled (failing beats passing), else None."""
    said = [
        rule.clause.passes for one in names(g, name) for rule, _ in live(g, c, gather(g, f"outcome {one}", c))
    ]
    return all(said) if said else None


def rerolls(g: Game, name: str, c: Context, which: Which) -> list[int]:
    """Return the reroll clauses of a kind that apply: for NATURAL the faces, else one 0 for each."""
    found = []
    for one in names(g, name):
        hits = gather(g, f"reroll {one}", c)
        if hits:
            found += [r.clause.natural for r, _ in live(g, c, hits) if r.clause.which is which]
    return found


def test_under(g: Game, name: str, c: Context, dice: DiceAmount, needed: int, *what: Any) -> Tested:
    """Take a test: the total must be at most `needed`. Failed (or passed) tests are rerolled once where a
    rule says so.
    """
    decided = outcome(g, name, c)
    if decided is not None:
        return Tested(decided, needed)
    rolled = _rolled_under(g, name, c, dice, what, "")
    passed = rolled.total <= needed
    again = Which.SUCCESSFUL if passed else Which.FAILED
    if not rerolls(g, name, c, again):
        return Tested(passed, needed, rolled)
    second = _rolled_under(g, name, c, dice, what, "reroll")
    return Tested(second.total <= needed, needed, second, rolled)


def _rolled_under(
    g: Game, name: str, c: Context, dice: DiceAmount, what: tuple[Any, ...], again: str
) -> Rolled:
    shaped = replace(dice, extra=dice.extra + shape(g, name, c))
    return roll(g.dice, purpose(g, *what, *([again] if again else []), name), shaped)


def roll_off(throw: Callable[[int], Mapping[str, int]]) -> tuple[str, Mapping[str, int]]:
    """Return who wins a roll-off, and the faces that decided it: all throw again as long as the best tie.

    `throw(n)` is what each player shows in the n-th throw, counted from 0.
    """
    number = 0
    while True:
        faces = throw(number)
        best = max(faces.values())
        winners = [name for name, face in faces.items() if face == best]
        if len(winners) == 1:
            return winners[0], faces
        number += 1


def amount(g: Game, number: Any, *what: Any) -> int:
    """Return a number as it is, or roll it if it is dice. Raises RulesError for one past all bounds."""
    at_once(number, " ".join(map(str, what)))
    if isinstance(number, DiceAmount):
        return max(0, roll(g.dice, purpose(g, *what), number).total)
    return int(number)


__all__ = [
    "Tested",
    "amount",
    "keep",
    "outcome",
    "purpose",
    "rerolls",
    "roll_for",
    "roll_off",
    "shape",
    "test_under",
]
