"""Modifiers applied to a number, stage by stage.

What holds at once comes here as clauses with their amounts. Which of them count, and in which order, `choice`
says; each stage (`stages`) follows the one before it. Where a
characteristic says so (`net`), all that is added comes to no more and no less than a limit: the sum is
limited, never one source. At the end stand rounding and the bounds of the characteristic.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .choice import Amount, choose, limited
from .context import Context
from .decl.clauses import Op
from .decl.expr import DiceAmount
from .dice import most
from .ledger import Step, show, signed, step_of
from .state import Game, Held, Hit

if TYPE_CHECKING:
    from .decl.things import Characteristic
    from .instances import Compiled


def apply(g: Game, name: str, c: Context, base: Any, hits: list[Hit], steps: list[Step] | None) -> Any:
    """Return `base` changed by clauses that all hold, rounded and within the bounds of the characteristic;
    what each did is added to `steps`.
    """
    target = g.ruleset.kind_of(name) == "target"
    amounts = [(rule, held, rule.amount(g, c, held)) for rule, held in hits]
    if len(amounts) > 1:
        amounts = choose(g, name, c, amounts, target, steps)
    if name in g.ruleset.nets:
        return _clamp(g, name, _netted(g, name, c, base, amounts, target, steps))
    total = base
    for rule, held, amount in amounts:
        total = _change(g, name, rule, held, c, total, amount, target)
        if steps is not None:
            steps.append(step_of(rule, held, _did(rule, amount), total, ""))
    return _clamp(g, name, total)


def helps(op: Op, amount: Any, base: Any, target: bool) -> bool:
    """Return whether a change makes a number better, or never makes it worse: a target number lower, any
    other higher.
    """
    match op:
        case Op.ADD | Op.ADD_LIMITED:
            return most(amount) > 0
        case Op.MULTIPLY:
            return bool(amount < 1 if target else amount > 1)
        case Op.SET | Op.FIX:
            return most(amount) < most(base) if target else most(amount) > most(base)
        case Op.KEEP_AT_LEAST | Op.HOLD_AT_LEAST:
            return not target
        case Op.KEEP_AT_MOST | Op.HOLD_AT_MOST:
            return target


# -- all that is added -------------------------------------------------------------------------------------

_NET = (Op.ADD, Op.ADD_LIMITED)


def _netted(
    g: Game, name: str, c: Context, base: Any, amounts: list[Amount], target: bool, steps: list[Step] | None
) -> Any:
    """Apply changes where the sum of what is added is limited, behind the last that adds. Dice are added as
    they are.
    """
    last = max((at for at, entry in enumerate(amounts) if entry[0].op in _NET), default=-1)
    total, added = base, 0
    for at, (rule, held, amount) in enumerate(amounts):
        before = total
        total = _change(g, name, rule, held, c, total, amount, target)
        if rule.op in _NET and not isinstance(amount, DiceAmount):
            added += amount if rule.op is Op.ADD else before - total if target else total - before
        if steps is not None:
            steps.append(step_of(rule, held, _did(rule, amount), total, ""))
        if at == last:
            total = _within_net(g.ruleset.nets[name], total, added, target, steps)
    return total


def _within_net(
    declared: Characteristic, total: Any, added: Any, target: bool, steps: list[Step] | None
) -> Any:
    low, high = declared.net_low, declared.net_high
    if high is not None and added > high:
        excess, did = added - high, f"at most {signed(high)}"
    elif low is not None and added < low:
        excess, did = added - low, f"at least {signed(low)}"
    else:
        return total
    total = total + excess if target else total - excess
    if steps is not None:
        steps.append(Step("in all", did, total, declared.pack, str(declared.cite or "")))
    return total


def _change(
    g: Game, name: str, rule: Compiled, held: Held, c: Context, total: Any, amount: Any, target: bool
) -> Any:
    match rule.op:
        case Op.ADD:
            return total - amount if target else total + amount
        case Op.ADD_LIMITED:
            return limited(total, total - amount if target else total + amount, rule.limit(g, c, held))
        case Op.SET:
            if g.ruleset.several(name) != "best":
                return amount
            return min(total, amount) if target else max(total, amount)
        case Op.MULTIPLY:
            return total * amount
        case Op.KEEP_AT_LEAST | Op.HOLD_AT_LEAST:
            return max(total, amount)
        case Op.KEEP_AT_MOST | Op.HOLD_AT_MOST:
            return min(total, amount)
        case Op.FIX:
            return amount


def _clamp(g: Game, name: str, total: Any) -> Any:
    declared = g.ruleset.characteristics.get(name)
    if isinstance(total, Fraction) and (declared is not None or g.ruleset.kind_of(name) != "exact"):
        total = math.ceil(total) if declared is None or declared.rounding == "up" else math.floor(total)
    if declared is not None and not isinstance(total, DiceAmount):
        if declared.low is not None and total < declared.low:
            return declared.low
        if declared.high is not None and total > declared.high:
            return declared.high
    return total


def _did(rule: Compiled, amount: Any) -> str:
    if rule.op in (Op.ADD, Op.ADD_LIMITED):
        return signed(amount)
    return f"{rule.op.value} {show(amount, '')}"
