"""From an army to units: each is one pool of loose models, off the table.

The unit holds the rules and keywords of its warscroll and the core rules that every unit has; a part is a
kind of model in it, with its weapons; `Model.part` says which kind a model is. Source: battlepack, 1.1 to
1.5.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tercio.kernel.arms import make_arm
from tercio.kernel.context import Context
from tercio.kernel.decl import (
    Bundle,
    Expr,
    Item,
    PartProfile,
    Rule,
    RuleRef,
    UnitEntry,
)
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.measure import mm_to_inches
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset, hold
from tercio.kernel.state import Game, Model, Part, Player, Pool, Unit, touch

from .listing import REGIMENT_ABILITY, copies_of, is_general, models_in, units_of, words_of

GENERAL = "general"
_TOKENS = re.compile(r'(?:(\d+)\s+)?"?([^"]+)"?')


def muster_army(g: Game, roster: Roster, player: Player) -> list[Unit]:
    """Give a player the units and battle traits of an army, and what the list has chosen; returns the units.

    Raises RulesError for a warscroll that is no whole one.
    """
    player.army = roster.army
    for rule in g.ruleset.of_kind(Rule).values():
        if rule.of == roster.army:
            hold(g, player, RuleRef(rule.name), roster.army)
    units = []
    for entry in units_of(g.ruleset, roster.army):
        for _ in range(copies_of(entry)):
            units.append(unit_of_entry(g, entry, player.name))
            g.add_unit(units[-1])
        if is_general(entry):
            units[-1].marks[GENERAL] = 0
    for _, pick in roster.picks():
        choose(g, player, pick.kind, pick.name)
    return units


def general_of(g: Game, owner: str) -> Unit | None:
    """Return the general of an army, alive or not; None if the army has none."""
    return next((u for u in g.units.values() if u.owner == owner and GENERAL in u.marks), None)


def choose(g: Game, player: Player, kind: str, name: str) -> None:
    """Give an army its regiment ability, held by the player, or its enhancement, held by the general."""
    item = g.ruleset.get(Item, name)
    bearer = player if kind == REGIMENT_ABILITY else general_of(g, player.name)
    if bearer is not None and item.clauses:
        hold(g, bearer, Bundle(item.clauses, item.name), item.name)
        touch(g, bearer)
    player.memory[kind] = name


def unit_of_entry(g: Game, entry: UnitEntry, owner: str, models: int | None = None) -> Unit:
    """Return a new unit of a warscroll, off the table and not yet added to the game; with `models` only its
    first so many.
    """
    unit = Unit(g.new_id(), entry.name, owner)
    pool = Pool(g.new_id(), entry.name, owner, unit=unit, entry=entry.name)
    pool.profile, pool.base = _numbers(g, entry), _base(entry)
    unit.pools.append(pool)
    _models(g, pool, entry)
    if models is not None:
        del pool.loose[models:]
    pool.models = pool.starting = len(pool.loose)
    _rules(g, unit, entry)
    for text in words_of(entry, "tokens"):
        number, name = _TOKENS.fullmatch(text).groups()  # type: ignore[union-attr]
        unit.tokens[name] = int(number or 1)
    return unit


def _base(entry: UnitEntry) -> tuple[float, float]:
    if entry.profile.base is None:
        raise RulesError(Diagnostic(f"{entry.name} has no base", entry.span, hint="write: base 32mm"))
    width, depth = entry.profile.base
    return mm_to_inches(width), mm_to_inches(depth)


def _numbers(g: Game, entry: UnitEntry) -> dict[str, Any]:
    pairs = (*entry.profile.global_, *entry.profile.defence)
    return {name: number(g.ruleset, value) for name, value in pairs if value is not None}


def number(ruleset: Ruleset, value: Expr | str | None) -> Any:
    """Return a number of a warscroll as int or dice."""
    return ruleset.function(value)(None, Context(), None)


def _models(g: Game, pool: Pool, entry: UnitEntry) -> None:
    """Make the parts and the models that are each of them: parts that say how many first, all others last."""
    profiles = entry.profile.parts or (PartProfile(entry.name),)
    left = models_in(entry) - sum(one.models or 0 for one in profiles)
    for profile in profiles:
        part = _part(g, pool, profile, entry.arms)
        pool.parts.append(part)
        count = left if profile.models is None else profile.models
        pool.loose += [Model(g.new_id(), part.id) for _ in range(count)]
    if len(pool.loose) != models_in(entry):
        message = f"{entry.name} has {models_in(entry)} models, its parts say {len(pool.loose)}"
        raise RulesError(Diagnostic(message, entry.span))


def _part(g: Game, pool: Pool, profile: PartProfile, common: Sequence[RuleRef]) -> Part:
    part = Part(g.new_id(), profile.name, pool.owner, pool=pool)
    part.profile = {name: number(g.ruleset, value) for name, value in profile.characteristics}
    for ref in (*profile.rules, *map(RuleRef, profile.properties)):
        hold(g, part, ref, profile.name)
    if profile.clauses:
        hold(g, part, Bundle(profile.clauses, profile.name), profile.name)
    part.arms = [make_arm(g, ref, pool.owner) for ref in (*common, *profile.arms)]
    return part


def _rules(g: Game, unit: Unit, entry: UnitEntry) -> None:
    for ref in (*entry.rules, *map(RuleRef, entry.properties)):
        hold(g, unit, ref, entry.name)
    if entry.clauses:
        hold(g, unit, Bundle(entry.clauses, entry.name), entry.name)
    for grant in entry.grants:
        if grant.what == "rule":
            hold(g, unit, grant.rule or Bundle(grant.clauses, entry.name), entry.name)
    for rule in g.ruleset.of_kind(Rule).values():
        if rule.of == "unit":
            hold(g, unit, RuleRef(rule.name), "core rules")
