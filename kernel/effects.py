"""Running statements: what a trigger, an action, a spell or a replacement does.

`run` walks the statements in order. Verbs are functions registered by signatures; a verb that asks or rolls
is a generator. Amounts that are dice are rolled where the verb asks for a number (`rolls.amount`), so verbs
get what was written. A verb that the rules do not allow now changes nothing and returns the refusal: in play
that is all, a scenario tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import isgenerator
from typing import Any

from . import rolls
from .budget import count_statement
from .context import Context, attribute
from .decisions import PASS, Decision, Procedure
from .decl.expr import DiceAmount, SetExpr
from .decl.statements import Choose, Do, Each, If, Options, Pick, RollAs, RollOn, Statement
from .errors import Refusal
from .query import owner_of
from .state import Game, Held


def run(g: Game, body: Iterable[Statement], c: Context, h: Held | None) -> Procedure[None]:
    """Run statements in order, in a context, for a held rule (None: nobody's)."""
    for statement in body:
        count_statement(g, statement.span, h)
        match statement:
            case Do():
                yield from _do(g, statement, c, h)
            case If():
                holds = g.ruleset.function(statement.condition)(g, c, h)
                yield from run(g, statement.then if holds else statement.otherwise, c, h)
            case Each():
                for thing in g.ruleset.function(statement.among)(g, c, h):
                    yield from run(
                        g, statement.body, c.but(**{attribute(statement.name): thing, "it": thing}), h
                    )
            case Choose():
                yield from _choose(g, statement, c, h)
            case Options():
                yield from _options(g, statement, c, h)
            case RollOn():
                yield from _roll_on(g, statement, c, h)
            case Pick() | RollAs():
                c = yield from bind(g, statement, c, h)


def _do(g: Game, statement: Do, c: Context, h: Held | None) -> Procedure[None]:
    verb = g.ruleset.signatures.verbs[statement.verb]
    args = {slot: g.ruleset.argument(statement.verb, slot, arg)(g, c, h) for slot, arg in statement.args}
    done = verb.function(g, c.but(held=h), **args)
    if isgenerator(done):
        done = yield from done
    if isinstance(done, Refusal) and c.trial is not None:
        c.trial.refusals.append(done)


def _who(g: Game, who: str, c: Context, h: Held | None) -> str:
    owner = owner_of(g, h, c)
    return g.opponent(owner) if who == "opponent" else owner


def _choose(g: Game, statement: Choose, c: Context, h: Held | None) -> Procedure[None]:
    things = {thing.id: thing for thing in g.ruleset.function(statement.among)(g, c, h)}
    count = 1 if statement.count is None else int(g.ruleset.function(statement.count)(g, c, h))
    source = h.instance.label if h else ""
    for number in range(count):
        if not things:
            return
        options: list[Any] = [*things, *([PASS] if statement.optional else [])]
        answer = options[0]
        if len(options) > 1:
            facts = {"rule": source, "number": number + 1, "of": count}
            answer = yield Decision(
                "rule.choose", _who(g, statement.who, c, h), f"{source}: choose", options, source, facts
            )
        if answer == PASS:
            return
        thing = things.pop(answer)
        roles = {attribute(statement.name): thing, "it": thing}
        yield from run(g, statement.body, c.but(**roles), h)


Allowed = Callable[[Pick, Context, Any], bool]


def bind(
    g: Game, statement: Pick | RollAs, c: Context, h: Held | None, allowed: Allowed | None = None
) -> Procedure[Context]:
    """Pick things (of those `allowed`) or roll dice, and return the context in which they have a name; what
    the dice showed before modifiers is there as `natural-NAME`.
    """
    if isinstance(statement, RollAs):
        result, natural = _rolled(g, statement, c, h)
        return c.but(**{attribute(statement.name): result, attribute(f"natural-{statement.name}"): natural})
    picked = yield from _picked(g, statement, c, h, allowed)
    return c.but(**{attribute(statement.name): picked})


def candidates(
    g: Game, statement: Pick, c: Context, h: Held | None, allowed: Allowed | None = None
) -> list[Any]:
    """Return the things that may be picked, in order of id."""
    there = g.ruleset.function(statement.among)(g, c, h)
    return [one for one in there if allowed is None or allowed(statement, c, one)]


def is_any(g: Game, statement: Pick, c: Context, h: Held | None, allowed: Allowed | None = None) -> bool:
    """Return whether there is anything that may be picked."""
    among = statement.among
    if not isinstance(among, SetExpr):
        return bool(candidates(g, statement, c, h, allowed))
    there = g.ruleset.search(among)(g, c, h)
    return any(allowed is None or allowed(statement, c, one) for one in there)


def _rolled(g: Game, statement: RollAs, c: Context, h: Held | None) -> tuple[int, int]:
    dice = g.ruleset.function(statement.dice)(g, c, h)
    what = (h.instance.label, h.bearer) if h else (statement.name,)
    if statement.roll:
        rolled = rolls.roll_for(g, statement.roll, c, dice, *what)
        result, natural = int(rolled.total), sum(rolled.kept)
    else:
        result = natural = rolls.amount(g, dice, *what, statement.name)
    g.emit("rolled", rule=what[0], result=result)
    return result, natural


def most_picked(g: Game, statement: Pick, c: Context, h: Held | None, there: int) -> int:
    """Return how many things a pick takes of those that there are."""
    if statement.count is None:
        return there if statement.many else min(1, there)
    return min(there, int(g.ruleset.function(statement.count)(g, c, h)))


def _picked(g: Game, statement: Pick, c: Context, h: Held | None, allowed: Allowed | None) -> Procedure[Any]:
    left = {thing.id: thing for thing in candidates(g, statement, c, h, allowed)}
    count = most_picked(g, statement, c, h, len(left))
    source = h.instance.label if h else ""
    taken: list[Any] = []
    for number in range(count):
        options: list[Any] = [*left, *([PASS] if statement.optional else [])]
        answer = options[0]
        if len(options) > 1:
            facts = {"rule": source, "pick": statement.name, "number": number + 1, "of": count}
            answer = yield Decision(
                "rule.pick",
                _who(g, statement.who, c, h),
                f"{source}: pick {statement.name}",
                options,
                source,
                facts,
            )
        if answer == PASS:
            break
        taken.append(left.pop(answer))
    return taken if statement.many else taken[0] if taken else None


def _options(g: Game, statement: Options, c: Context, h: Held | None) -> Procedure[None]:
    names = [name for name, _ in statement.rows] + ([PASS] if statement.optional else [])
    source = h.instance.label if h else ""
    answer = yield Decision(
        "rule.option", _who(g, statement.who, c, h), f"{source}: which?", names, source, {"rule": source}
    )
    for name, body in statement.rows:
        if name == answer:
            yield from run(g, body, c, h)


def _roll_on(g: Game, statement: RollOn, c: Context, h: Held | None) -> Procedure[None]:
    dice = (
        statement.dice
        if isinstance(statement.dice, DiceAmount)
        else g.ruleset.function(statement.dice)(g, c, h)
    )
    what = (h.instance.label, h.bearer) if h else (g.clock.stack[-1].node.name if g.clock.stack else "roll",)
    result = rolls.amount(g, dice, *what)
    g.emit("rolled", rule=what[0], result=result)
    for row in statement.rows:
        if (row.low is None or result >= row.low) and (row.high is None or result <= row.high):
            yield from run(g, row.body, c.but(result=result), h)
