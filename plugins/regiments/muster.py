"""From an army list to units of ranked games that are wholly text: each entry one pool, off the table.

A unit holds the rules that every unit has (`rule ... of unit`), those of its entry and of what was chosen for
it; a part holds its own and carries the weapons. Who joins a unit from the start (`with` in the list) stands
in it as a pool of its own, of the role `commander`. What was chosen is kept for people in the pool's memory
under `choices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tercio.kernel.arms import make_arm
from tercio.kernel.context import Context
from tercio.kernel.decl import Bundle, Clause, Grant, Modify, Op, PartProfile, RuleRef, UnitEntry
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.measure import mm_to_inches
from tercio.kernel.opening import enlist, hold_from_start
from tercio.kernel.roster import Bound, Roster, muster
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Part, Player, Pool, Thing, Unit

RANK_AND_FILE: Final = "rank-and-file"
COMMANDER: Final = "commander"
CHOICES: Final = "choices"


def muster_army(g: Game, roster: Roster, player: Player) -> list[Unit]:
    """Give a player the units of a legal list, off the table, and the rules of the army; returns the units.

    Raises RulesError for entries or options that the book does not have.
    """
    made = muster(g.ruleset, roster)
    if made.faults:
        raise RulesError(made.faults)
    player.size = roster.size
    enlist(g, player, roster.army)
    units: list[Unit] = []
    for bound, cost in zip(made.bounds, made.costs(), strict=True):
        if bound.entry.joins:
            _join(g, units, bound, cost)
        else:
            units.append(unit_of_entry(g, bound, player.name, cost))
    for unit in units:
        g.add_unit(unit)
    return units


def _join(g: Game, units: Sequence[Unit], bound: Bound, cost: int) -> None:
    unit = units[-1]
    unit.cost += cost
    pool = _pool(g, unit, bound, cost, COMMANDER)
    unit.pools.append(pool)


def unit_of_entry(g: Game, bound: Bound, owner: str, cost: int) -> Unit:
    """Return the unit of one entry with everything it has, not yet added to the game."""
    unit = Unit(g.new_id(), bound.unit.name, owner, cost=cost)
    unit.pools.append(_pool(g, unit, bound, cost, RANK_AND_FILE))
    hold_from_start(g, unit, "unit")
    return unit


def commander_of(unit: Unit) -> Pool | None:
    """Return the pool of who joined a unit, None if nobody did or he has fallen."""
    return next((pool for pool in unit.pools if pool.role == COMMANDER and pool.models), None)


def body_of(unit: Unit) -> Pool:
    """Return whom attacks at a unit meet: its own models while there are any, else its commander."""
    return next((pool for pool in unit.pools if pool.models), unit.pools[0])


# -- what it is made of ----------------------------------------------------------------------------


def _pool(g: Game, unit: Unit, bound: Bound, cost: int, role: str) -> Pool:
    entry = bound.unit
    models = bound.entry.models
    pool = Pool(
        g.new_id(),
        entry.name,
        unit.owner,
        unit=unit,
        entry=entry.name,
        role=role,
        profile=_numbers(g, bound),
        models=models,
        starting=models,
        base=_base(entry),
        height=int(entry.profile.height or 1),
        cost=cost,
    )
    pool.origin = pool.id
    _parts(g, pool, bound)
    _rules(g, pool, bound)
    pool.memory[CHOICES] = [choice.option.name for choice in bound.all()]
    return pool


def _base(entry: UnitEntry) -> tuple[float, float]:
    if entry.profile.base is None:
        raise RulesError(Diagnostic(f"{entry.name} has no base", entry.span, hint="write: base 20x20mm"))
    width, depth = entry.profile.base
    return mm_to_inches(width), mm_to_inches(depth)


def _numbers(g: Game, bound: Bound) -> dict[str, Any]:
    profile = bound.unit.profile
    pairs = (*profile.global_, *profile.defence)
    found = {name: _number(g, value) for name, value in pairs if value is not None}
    for grant, _ in bound.grants():
        if grant.what == "set" and grant.amount is not None and not grant.to and grant.words[0] in found:
            found[grant.words[0]] = _number(g, grant.amount)
    return found


def _number(g: Game, value: Any) -> Any:
    return g.ruleset.function(value)(None, Context(), None)


def _parts(g: Game, pool: Pool, bound: Bound) -> None:
    profiles = bound.unit.profile.parts or (PartProfile(bound.unit.name),)
    for place, profile in enumerate(profiles):
        part = Part(g.new_id(), profile.name, pool.owner, pool=pool, count=profile.count)
        part.profile = {
            name: _number(g, value) for name, value in profile.characteristics if value is not None
        }
        for ref in (*profile.rules, *map(RuleRef, profile.properties)):
            hold(g, part, ref, profile.name)
        _hold_clauses(g, part, profile.clauses, profile.name)
        arms = [*profile.arms, *(_arms(bound, profile.name, is_first=place == 0))]
        for ref in dict.fromkeys(arms):
            part.arms.append(make_arm(g, ref, pool.owner))
        pool.parts.append(part)


def _arms(bound: Bound, part: str, *, is_first: bool) -> Iterator[RuleRef]:
    """Yield the weapons of a part that the entry or a choice gives: the first part has those of the model."""
    if is_first:
        yield from bound.unit.arms
    for grant, _ in bound.grants():
        if (
            grant.what == "arm"
            and grant.rule is not None
            and (grant.to == part or (is_first and not grant.to))
        ):
            yield grant.rule


def _rules(g: Game, pool: Pool, bound: Bound) -> None:
    entry = bound.unit
    for ref in (*entry.rules, *map(RuleRef, entry.properties)):
        hold(g, pool, ref, entry.name)
    _hold_clauses(g, pool, entry.clauses, entry.name)
    for grant, choice in bound.grants():
        _granted(g, pool, grant, choice.option.name if choice is not None else entry.name)
    for choice in bound.all():
        if choice.ware is not None:
            _hold_clauses(g, pool, choice.ware.item.clauses, choice.ware.item.name)


def _granted(g: Game, pool: Pool, grant: Grant, source: str) -> None:
    things: Sequence[Thing] = [part for part in pool.parts if part.name == grant.to] if grant.to else [pool]
    match grant.what:
        case "rule":
            for thing in things:
                hold(g, thing, grant.rule or Bundle(grant.clauses, source), source)
        case "property":
            for thing in things:
                for name in grant.words:
                    hold(g, thing, RuleRef(name), source)
        case "set" | "modify" if grant.amount is not None and grant.words[0] not in pool.profile:
            op = Op.SET if grant.what == "set" else Op.ADD
            _hold_clauses(g, pool, (Modify(grant.words[0], op, grant.amount),), source)
        case "modify" if grant.amount is not None:
            _hold_clauses(g, pool, (Modify(grant.words[0], Op.ADD, grant.amount),), source)
        case "without" if grant.rule is not None:
            for thing in (pool, *pool.parts):
                thing.held = [held for held in thing.held if held.instance.ref.name != grant.rule.name]


def _hold_clauses(g: Game, thing: Thing, clauses: tuple[Clause, ...], name: str) -> None:
    if clauses:
        hold(g, thing, Bundle(clauses, name), name)
