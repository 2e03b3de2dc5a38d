"""Hits that nobody rolls for: effects deal them to units or to commanders.

They go through the sequence `shooting` from its second stage on. A bundle (`power 5, "Lethal"`) becomes the
numbers and rules of the attack itself, with its amounts worked out where it is written. Source: SOVL,
Strategic Phase, War machines and fire, Abilities and spells.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Bundle, Literal, Modify, Op
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.query import things_in, unit_of_bearer
from tercio.kernel.rolls import amount
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Pool, Thing, Unit, unit_of
from tercio.kernel.verbs import label_of

from .losses import Batch, strike
from .muster import body_of
from .volley import AUTOMATIC, SHOOTING, first_stage


def source_of(g: Game, c: Context) -> Unit | None:
    """Return the unit whose rule speaks, None if it is of no unit."""
    return unit_of_bearer(g, c.held)


def aims_in(x: Any) -> list[Pool]:
    """Return the pools that an effect on some things meets: of a unit its own models, else its commander.
    Who is not on the table is left out.
    """
    found = []
    for thing in things_in(x):
        unit = unit_of(thing)
        if unit is not None and not unit.destroyed and unit.rect is not None:
            found.append(thing if isinstance(thing, Pool) else body_of(unit))
    return found


def deal(g: Game, c: Context, n: Any, x: Any, what: Bundle | None = None) -> Procedure[None]:
    """Deal `n` hits to each of some units or pools, all at the same time; dice are rolled for each."""
    label = label_of(c)
    batches: list[Batch] = []
    for pool in aims_in(x):
        count = amount(g, n, label, pool.id, "hits")
        batches.append((hit_of(g, c, pool, what), count))
    yield from strike(g, batches, label)


def hit_of(g: Game, c: Context, target: Pool, what: Bundle | None) -> Attack:
    """Return the attack by which an effect hits a pool."""
    fixed, given = _blow(g, c, what)
    return Attack(
        SHOOTING,
        frozenset((AUTOMATIC,)),
        target,
        unit=source_of(g, c),
        given=given,
        fixed=fixed,
        passed=g.ruleset.derived(first_stage),
        label=f"{label_of(c)}/{target.id}",
    )


def _blow(g: Game, c: Context, what: Bundle | None) -> tuple[dict[str, Any], Thing | None]:
    """Return the numbers that a bundle sets, and what holds the rest of it (None for nothing)."""
    fixed: dict[str, Any] = {}
    rest: list[Any] = []
    for clause in what.clauses if what is not None else ():
        if not isinstance(clause, Modify) or clause.guard is not None:
            rest.append(clause)
            continue
        number = g.ruleset.function(clause.amount)(g, c, c.held)
        if clause.op is Op.SET and g.ruleset.kind_of(clause.value) != "target":
            fixed[clause.value] = number
        else:
            rest.append(replace(clause, amount=_written(number)))
    if not rest:
        return fixed, None
    given = Thing(0, label_of(c))
    hold(g, given, Bundle(tuple(rest)), label_of(c), by_weapon=True)
    return fixed, given


def _written(number: Any) -> Any:
    if isinstance(number, DiceAmount):
        return number
    return Literal(number if isinstance(number, Fraction) else int(number))
