"""Numbers that scenarios ask: with the situation that they stand in, and the ledger that says why.

A number of an attack is asked with the attack that the system makes of it, where it is a roll of the attack's
sequence as that stage asks it. Any other number is asked of the thing itself: of a unit, what is a part's of
its first part (or the one named, or the one that has the weapon), what is a model's of all its models.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..attack import Attack, mean, stage_of
from ..context import Context
from ..decl.expr import Arith, DiceAmount
from ..decl.scenario import Asked, Mean
from ..decl.things import AttackSequence
from ..errors import Diagnostic, RulesError, did_you_mean
from ..modifiers import Ledger, Step, explain
from ..odds.amounts import amount
from ..odds.distribution import Distribution
from ..odds.spread import spread
from ..query import base_in, context_for
from ..state import Game, Part, Player, Pool, Unit, pool_of, unit_of
from .system import Query
from .table import Table

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / b,
    "min": min,
    "max": max,
}
ALL_STAGES = "wounds"


def number(table: Table, node: Any, ledgers: list[Ledger]) -> Any:
    """Return the value of an amount in which numbers may be asked; their ledgers are added to `ledgers`."""
    match node:
        case Asked():
            ledger = asked(table, node)
            ledgers.append(ledger)
            return ledger.result
        case Mean():
            return averaged(table, node)
        case Arith(op, left, right):
            return _ARITHMETIC[op](number(table, left, ledgers), number(table, right, ledgers))
        case _:
            return table.evaluate(node)


def query_of(table: Table, node: Asked) -> Query:
    """Return a number that is asked, with its things found."""
    against = table.evaluate(node.against) if node.against is not None else None
    return Query(node.value, table.evaluate(node.of), node.part, against, node.using, node.bound)


def asked(table: Table, node: Asked) -> Ledger:
    """Return the ledger of a number that is asked. Raises RulesError if it cannot be asked so."""
    game, query = table.game, query_of(table, node)
    ledger = table.trials.number(game, query)
    if ledger is not None:
        return ledger
    with table.trials.attack(game, query) as attack:
        if attack is None:
            return of_thing(game, query)
        return of_cost(table, attack, query.value) or of_attack(game, attack, query.value)


def worked_out(g: Game, name: str, asker: Callable[[], Any]) -> Ledger:
    """Return the ledger of a number as a function of the procedures works it out; the result is the
    function's.
    """
    before, g.ledgers = g.ledgers, []
    try:
        result = asker()
        found = [ledger for ledger in g.ledgers if ledger.name == name]
    finally:
        g.ledgers = before
    best = [ledger for ledger in found if ledger.result == result] or found
    ledger = best[0] if best else Ledger(name, g.ruleset.kind_of(name), result)
    return replace(ledger, result=result)


def of_attack(g: Game, attack: Attack, name: str) -> Ledger:
    """Return a number of an attack: of a stage what must be rolled."""
    c = attack.context()
    stages = g.ruleset.get(AttackSequence, attack.sequence).stages
    if any(stage.roll == name for stage in stages):
        needs = stage_of(g, attack, name).needs
        return explain(g, name, c, g.ruleset.function(needs)(g, c, None))
    return explain(g, name, c, base_in(g, name, c))


def of_cost(table: Table, attack: Attack, name: str) -> Ledger | None:
    """Return what an attack costs its target, as play works it out; None if a number is something else. Dice
    that always show more than an attack can cost come to that; other dice stay dice.
    """
    found = table.trials.cost(table.game, name, attack)
    if found is None:
        return None
    each, most = found
    ledger = worked_out(table.game, name, lambda: _each(table, name, attack))
    least = each.count + each.plus if isinstance(each, DiceAmount) else each
    if most is None or least <= most:
        return ledger
    step = Step("", f"at most {most}", most)
    return replace(ledger, steps=[*ledger.steps, step], result=most)


def _each(table: Table, name: str, attack: Attack) -> Any:
    found = table.trials.cost(table.game, name, attack)
    return found[0] if found is not None else 0


def of_thing(g: Game, query: Query) -> Ledger:
    """Return a number of a thing itself; of several models the one that counts for a unit."""
    found = [explain(g, query.value, c, base_in(g, query.value, c)) for c in _contexts(g, query)]
    if not found:
        raise RulesError(
            f"{getattr(query.of, 'name', query.of)} has nobody of whom {query.value} can be asked"
        )
    greatest = g.ruleset.several(query.value) == "best"
    return (max if greatest else min)(found, key=lambda ledger: _size(ledger.result))


def _size(number: Any) -> Any:
    return (
        Fraction(number.count * (number.sides + 1), 2) + number.plus
        if isinstance(number, DiceAmount)
        else number
    )


def _contexts(g: Game, query: Query) -> Sequence[Context]:
    against = unit_of(query.against)
    more = {"enemy": against} if against is not None else {}
    return [context_for(thing).but(**more) for thing in _holders(g, query)]


def _holders(g: Game, query: Query) -> Sequence[Any]:
    first = g.ruleset.roles(query.value)[:1]
    if query.part or first == ("attacker",):
        return [part_of(query)] if not isinstance(query.of, Player) else [query.of]
    if isinstance(query.of, Unit) and first == ("model",):
        return query.of.pools
    if first in (("model",), ("target",), ("caster",)):
        return [pool for pool in (pool_of(query.of),) if pool is not None]
    return [query.of]


def part_of(query: Query) -> Part:
    """Return the model part that a number is asked of: the one named, else the first that has the weapon,
    else the first. Raises RulesError with a did-you-mean.
    """
    parts = _parts(query.of)
    if query.part:
        found = next((part for part in parts if part.name == query.part), None)
        if found is None:
            hint = did_you_mean(query.part, [part.name for part in parts])
            known = ", ".join(sorted({part.name for part in parts})) or "none"
            raise RulesError(Diagnostic(f'no part "{query.part}" here; parts: {known}', hint=hint))
        return found
    armed = [part for part in parts if any(arm.name == query.using for arm in part.arms)]
    if not parts:
        raise RulesError(f"{getattr(query.of, 'name', query.of)} has no model parts")
    return (armed or parts)[0]


def _parts(thing: Any) -> list[Part]:
    match thing:
        case Part():
            return [thing]
        case Pool():
            return thing.parts
        case Unit():
            return list(thing.parts())
        case _:
            return []


def averaged(table: Table, node: Mean) -> Fraction:
    """Return how many of equal attacks pass a stage, or end as something, or what they cost, on average,
    exactly.
    """
    query = replace(query_of(table, node.asked), value="")
    with table.trials.attack(table.game, query) as attack:
        if attack is None:
            raise RulesError(f"{getattr(query.of, 'name', query.of)} makes no such attack")
        if table.trials.cost(table.game, node.stage, attack) is not None:
            worth = spread(table.game, attack).worth(lambda one: _worth(table, node.stage, one))
            return worth.mean * node.count
        report = mean(table.game, attack, Fraction(node.count))
    if node.stage == ALL_STAGES:
        return Fraction(report.unsaved)
    if node.stage in report.ended:
        return Fraction(sum(strand.count for strand in report.ended[node.stage]))
    if node.stage not in report.passed:
        hint = did_you_mean(node.stage, [ALL_STAGES, *report.passed, *report.ended])
        raise RulesError(Diagnostic(f"{attack.sequence} has no roll {node.stage}", hint=hint))
    return Fraction(report.passed[node.stage])


def _worth(table: Table, name: str, attack: Attack) -> Distribution:
    found = table.trials.cost(table.game, name, attack)
    assert found is not None
    each, most = found
    return amount(each).map(lambda points: max(0, points if most is None else min(points, most)))
