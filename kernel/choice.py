"""Which of several changes of one number count, and in which order: never the order in which they came.

Of the instances of one clause that are not cumulative one counts: the *best* for the player whose thing
bears it. Of a number of that player's own side the better one, of a number of another side the one that is
worse for it; better is more, for a target number less, and of dice their average. Of set values, and of those
that always hold, the system says which counts (`several`). Within the stage that sets, and within the one
that always holds, plain numbers come before "at least", that before "at most"; limited modifiers are taken so
that the number comes out worst.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .context import Context
from .decl.clauses import Op
from .decl.expr import DiceAmount, Literal
from .dice import most
from .ledger import Step, step_of
from .state import Game, Held, Hit, Thing, carrier_of, unit_of

if TYPE_CHECKING:
    from .instances import Compiled

Amount = tuple["Compiled", Held, Any]
"""A clause, how it is held, and the number that it changes the value by."""

_ONE_COUNTS = (Op.ADD, Op.ADD_LIMITED, Op.MULTIPLY, Op.SET, Op.FIX)
"""What several instances of one clause must not do twice; "at least" and "at most" may."""
_RANK = {Op.KEEP_AT_LEAST: 1, Op.KEEP_AT_MOST: 2, Op.HOLD_AT_LEAST: 1, Op.HOLD_AT_MOST: 2}


def choose(
    g: Game, name: str, c: Context, entries: list[Amount], target: bool, steps: list[Step] | None
) -> list[Amount]:
    """Return the changes of a number that count, in the order in which they are made; what drops out is
    written into `steps`. `target`: it is a target number.
    """
    entries = _one_of_each(g, name, c, entries, target, steps)
    entries = _one_of(Op.SET, g, name, entries, target, steps)
    entries = _one_of(Op.FIX, g, name, entries, target, steps)
    return sorted(entries, key=lambda entry: _order(g, c, entry, target))


def once_each(hits: list[Hit]) -> list[Hit]:
    """Return one instance of each clause, that with the greatest arguments; all of what is cumulative or has
    no name.
    """
    if len(hits) < 2:
        return hits
    kept: dict[Any, Hit] = {}
    for number, hit in enumerate(hits):
        key = number if hit[0].same is None else hit[0].same
        other = kept.get(key)
        if other is None or _arguments(hit) > _arguments(other):
            kept[key] = hit
    return list(kept.values())


def _arguments(hit: Hit) -> tuple[Any, ...]:
    instance = hit[1].instance
    numbers = (arg.value if isinstance(arg, Literal) else arg for arg in instance.ref.args)
    return (*(most(one) for one in numbers if isinstance(one, int | DiceAmount)), instance.label)


def limited(before: Any, after: Any, limit: Any) -> Any:
    """A limited modifier never carries a value past its limit, nor moves one back that is already past it."""
    return min(before, max(after, limit)) if after < before else max(before, min(after, limit))


def _order(g: Game, c: Context, entry: Amount, target: bool) -> tuple[Any, ...]:
    rule, held, amount = entry
    if rule.op is not Op.ADD_LIMITED:
        return rule.stage, _RANK.get(rule.op, 0), 0
    # What helps before what harms; of what helps the wide limit first, of what harms the narrow one.
    limit = rule.limit(g, c, held)
    return rule.stage, most(amount) < 0, limit if target else -limit


def _one_of_each(
    g: Game, name: str, c: Context, entries: list[Amount], target: bool, steps: list[Step] | None
) -> list[Amount]:
    best: dict[Any, Amount] = {}
    for number, entry in enumerate(entries):
        rule = entry[0]
        key = number if rule.same is None or rule.op not in _ONE_COUNTS else rule.same
        other = best.get(key)
        if other is None:
            best[key] = entry
            continue
        if _is_better(g, name, c, entry, other, target):
            best[key], entry = entry, other
        if steps is not None:
            steps.append(step_of(entry[0], entry[1], "", None, "another instance counts"))
    return list(best.values())


def _is_better(g: Game, name: str, c: Context, one: Amount, other: Amount, target: bool) -> bool:
    """Whether an instance of a clause is better than another one for whoever bears it."""
    lowers = target and one[0].op in (Op.SET, Op.FIX)
    mine, theirs = _size(g, c, one, lowers), _size(g, c, other, lowers)
    return mine > theirs if _is_own(g, name, c, one[1]) else mine < theirs


def _size(g: Game, c: Context, entry: Amount, lowers: bool) -> tuple[Any, ...]:
    """How good a change is for the number: by its average, its greatest result and its limit."""
    rule, held, amount = entry
    sign = -1 if lowers else 1
    limit = rule.limit(g, c, held) if rule.op is Op.ADD_LIMITED else 0
    wide = -limit if g.ruleset.kind_of(rule.keys[0]) == "target" else limit
    return sign * _average(amount), sign * most(amount), wide


def _average(amount: Any) -> Any:
    if not isinstance(amount, DiceAmount):
        return amount
    return Fraction(amount.count * (amount.sides + 1), 2) + amount.plus


def _is_own(g: Game, name: str, c: Context, held: Held) -> bool:
    """Whether a number belongs to the side of what bears a rule; if either belongs to nobody it does."""
    mine = _side(g, g.things.get(held.bearer))
    whose = next((thing for role in g.ruleset.roles(name) if (thing := getattr(c, role)) is not None), None)
    theirs = _side(g, whose)
    return not mine or not theirs or mine == theirs


def _side(g: Game, thing: Thing | None) -> str:
    if thing is None:
        return ""
    thing = carrier_of(g, thing)
    unit = unit_of(thing)
    return unit.owner if unit is not None else thing.owner


def _one_of(
    op: Op, g: Game, name: str, entries: list[Amount], target: bool, steps: list[Step] | None
) -> list[Amount]:
    """Of several numbers that are set (or always hold) keep the one that the system says."""
    several = [entry for entry in entries if entry[0].op is op]
    if len(several) < 2:
        return entries
    greatest = (g.ruleset.several(name) == "best") != target
    winner = (max if greatest else min)(several, key=lambda entry: (_average(entry[2]), most(entry[2])))
    if steps is not None:
        rest = [entry for entry in several if entry is not winner]
        steps += [step_of(rule, held, "", None, "another value counts") for rule, held, _ in rest]
    return [entry for entry in entries if entry[0].op is not op or entry is winner]


__all__ = ["Amount", "choose", "limited", "once_each"]
