"""From an Army List to units: each entry becomes one unit of one pool, not yet on the table.

A unit's rules are held where they belong: model rules by the pool, Attack Attributes and properties by the
part, what an enchanted weapon does by the arm. Spells are kept as plain data in the pool's memory:

* `spells`: names of Learned Spells; `could-know`: those they were chosen among; `path`: names of its Paths
* `bound`: Bound Spells, each `{"spell": name, "cast": casting value}`
* `lent`: the Hereditary Spells of its army, where an item lets it know them besides its own
* `choices`: the names of all that was chosen, for people; `categories`: those of the army book

Source: T9A rulebook, Battle Preparations 1.B, Characters, Definitions 3 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tercio.kernel.decl import (
    Bundle,
    Clause,
    Grant,
    Has,
    Item,
    Modify,
    Op,
    PartProfile,
    Rule,
    RuleRef,
    UnitEntry,
)
from tercio.kernel.errors import RulesError
from tercio.kernel.instances import Instance
from tercio.kernel.measure import mm_to_inches
from tercio.kernel.opening import hold_from_start
from tercio.kernel.roster import Bound, Choice, Roster, Shelf, known_of, level_of, muster
from tercio.kernel.roster.counting import categories_of
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Held, Part, Pool, Thing, Unit

from .armoury import NATURAL, arm_with, enchant
from .profiles import Body, body_of, is_characteristic, number
from .scoring import RANK_AND_FILE

CHARACTER, ATTACHABLE = "character", "attachable"
CHARACTERS = "Characters"
WAR_PLATFORM = "War Platform"
SPELLS, COULD_KNOW, PATH, BOUND, LENT = "spells", "could-know", "path", "bound", "lent"
HEIRLOOM = ("knows", "hereditary")
CHOICES, CATEGORIES = "choices", "categories"


def muster_army(g: Game, roster: Roster, owner: str) -> list[Unit]:
    """Add the units of a legal list to a game, off the table, and return them in list order.

    Raises RulesError for entries or options that the book does not have; `check` says what else is wrong
    with a list.
    """
    made = muster(g.ruleset, roster)
    if made.faults:
        raise RulesError(made.faults)
    units = []
    for bound, cost in zip(made.bounds, made.costs(), strict=True):
        unit = unit_of_entry(g, made.shelf, bound, owner, cost)
        g.add_unit(unit)
        units.append(unit)
    return units


def unit_of_entry(g: Game, shelf: Shelf, bound: Bound, owner: str, cost: int) -> Unit:
    """Return the unit of one entry with everything it has, not yet added to the game."""
    body = body_of(g.ruleset, bound)
    unit = Unit(g.new_id(), bound.unit.name, owner, cost=cost)
    pool = Pool(
        g.new_id(),
        bound.unit.name,
        owner,
        unit=unit,
        entry=bound.unit.name,
        role=_role(bound),
        profile=dict(body.numbers),
        models=bound.entry.models,
        starting=bound.entry.models,
        base=(mm_to_inches(body.base[0]), mm_to_inches(body.base[1])),
        height=body.height,
        cost=cost,
    )
    pool.origin = pool.id
    unit.pools.append(pool)
    hold_from_start(g, unit, "unit")
    _parts(g, pool, body, bound)
    _rules(g, pool, body, bound)
    enchant(g, pool.parts, bound)
    _magic(shelf, pool, bound)
    pool.memory[CHOICES] = [choice.option.name for choice in bound.all()]
    pool.memory[CATEGORIES] = categories_of(bound)
    return unit


def _role(bound: Bound) -> str:
    if CHARACTERS in bound.unit.categories:
        return CHARACTER
    names = {ref.name for unit in _entries(bound) for ref in unit.rules}
    return ATTACHABLE if WAR_PLATFORM in names else RANK_AND_FILE


def _entries(bound: Bound) -> list[UnitEntry]:
    return [bound.unit, *([bound.mount] if bound.mount is not None else [])]


# -- parts -----------------------------------------------------------------------------------------


def _parts(g: Game, pool: Pool, body: Body, bound: Bound) -> None:
    for profile, numbers in body.parts:
        part = Part(g.new_id(), profile.name, pool.owner, pool=pool, profile=numbers, count=profile.count)
        pool.parts.append(part)
        for ref in (*profile.rules, *(RuleRef(name) for name in profile.properties)):
            _hold(g, part, ref, profile.name)
        if profile.clauses:
            _hold(g, part, Bundle(profile.clauses, profile.name), profile.name)
    for part, profile, arms in _armed(pool, body, bound):
        natural = any(name in NATURAL for name in profile.properties)
        arm_with(g, part, arms, natural)


def _armed(pool: Pool, body: Body, bound: Bound) -> Iterator[tuple[Part, PartProfile, list[RuleRef]]]:
    """Yield each part with its weapons: its own; those of the whole model go to its first part."""
    general = [
        *bound.unit.arms,
        *(g.rule for g, _ in bound.grants() if g.what == "arm" and g.rule and not g.to),
    ]
    for place, (part, (profile, _)) in enumerate(zip(pool.parts, body.parts, strict=True)):
        arms = [g.rule for g, _ in bound.grants() if g.what == "arm" and g.rule and g.to == part.name]
        yield part, profile, [*profile.arms, *arms, *(general if place == 0 else [])]


# -- rules -----------------------------------------------------------------------------------------


def _rules(g: Game, pool: Pool, body: Body, bound: Bound) -> None:
    if pool.role == CHARACTER and "Character" in g.ruleset.of_kind(Rule):
        _hold(g, pool, RuleRef("Character"), CHARACTERS)
    for unit in _entries(bound):
        spared = frozenset() if unit.is_mount else body.own_to_mount
        for ref in (*unit.rules, *(RuleRef(name) for name in unit.properties)):
            _hold(g, pool, ref, unit.name, spared)
        _hold(g, pool, Bundle(unit.clauses, unit.name), unit.name, spared)
    for grant, choice in bound.grants():
        of_mount = choice is not None and choice.mount is not None and grant in choice.mount.grants
        _granted(g, pool, grant, _source(bound, choice), frozenset() if of_mount else body.own_to_mount)
    for choice in bound.all():
        if choice.ware is not None and choice.ware.item.clauses:
            _hold_item(g, pool, choice.ware.item, body)
    level = level_of(bound)
    if level is not None:
        _hold(g, pool, RuleRef(f"Wizard {level.capitalize()}"), level)


def _source(bound: Bound, choice: Choice | None) -> str:
    return choice.option.name if choice is not None else bound.unit.name


def _granted(g: Game, pool: Pool, grant: Grant, source: str, spared: frozenset[str]) -> None:
    match grant.what:
        case "rule":
            what = grant.rule if grant.rule is not None else Bundle(grant.clauses, source)
            for thing in _holders(g, pool, grant, what):
                _hold(g, thing, what, source, spared)
        case "property":
            for thing in _named(pool, grant.to):
                for name in grant.words:
                    _hold(g, thing, RuleRef(name), source)
        case "set" | "modify" if not is_characteristic(g.ruleset, grant.words[0]):
            assert grant.amount is not None
            clause = Modify(grant.words[0], Op.SET if grant.what == "set" else Op.ADD, grant.amount)
            _hold(g, pool, Bundle((clause,)), source)
        case "without" if grant.rule is not None:
            for thing in (pool, *pool.parts):
                thing.held = [held for held in thing.held if held.instance.ref.name != grant.rule.name]


def _named(pool: Pool, name: str) -> Sequence[Thing]:
    return [part for part in pool.parts if part.name == name] if name else [pool]


def _holders(g: Game, pool: Pool, grant: Grant, what: RuleRef | Bundle) -> Sequence[Thing]:
    """Attack Attributes chosen for a model are its rider's, the first part's; other rules are the model's."""
    if grant.to or len(pool.parts) < 2 or isinstance(what, Bundle) or not is_attribute(g.ruleset, what):
        return _named(pool, grant.to)
    return pool.parts[:1]


def _hold_item(g: Game, pool: Pool, item: Item, body: Body) -> None:
    """Attack Attributes that an item gives to a rider are the rider's parts'; all else is the model's
    (Characters 4).
    """
    riders = pool.parts[: body.riders] if body.riders < len(pool.parts) else []
    own = tuple(clause for clause in item.clauses if riders and _gives_attribute(g.ruleset, clause))
    rest = tuple(clause for clause in item.clauses if clause not in own)
    for part in riders if own else ():
        _hold(g, part, Bundle(own, item.name), item.name)
    if rest:
        _hold(g, pool, Bundle(rest, item.name), item.name, body.own_to_mount)


def _gives_attribute(ruleset: Ruleset, clause: Clause) -> bool:
    return isinstance(clause, Has) and is_attribute(ruleset, Bundle((clause,)))


def is_attribute(ruleset: Ruleset, ref: RuleRef | Bundle) -> bool:
    """Return whether a rule is an Attack Attribute: all that it does, it does for the attacks of who holds
    it.
    """
    clauses = ruleset.instance(ref).clauses
    return bool(clauses) and all(any(key.endswith("@attacker") for key in one.keys) for one in clauses)


def _hold(
    g: Game, thing: Thing, what: RuleRef | Bundle, source: str, spared: frozenset[str] = frozenset()
) -> None:
    instance = g.ruleset.instance(what)
    thing.held.append(Held(without(instance, spared) if spared else instance, thing.id, source))


def without(instance: Instance, values: frozenset[str]) -> Instance:
    """Return a rule without what it changes in some values: a mount's own numbers do not heed its rider's
    rules.
    """
    kept = tuple(clause for clause in instance.clauses if not _changes(clause.clause, values))
    return instance if len(kept) == len(instance.clauses) else replace(instance, clauses=kept)


def _changes(clause: Clause | Any, values: frozenset[str]) -> bool:
    return isinstance(clause, Modify) and clause.value in values


# -- magic -----------------------------------------------------------------------------------------


def _magic(shelf: Shelf, pool: Pool, bound: Bound) -> None:
    known = known_of(shelf, bound)
    if known:
        pool.memory[SPELLS] = [name for one in known for name in one.spells]
        pool.memory[COULD_KNOW] = sorted({name for one in known for name in one.among})
    paths = [name for grant, _ in bound.grants() if grant.what == "path" for name in grant.words]
    if paths:
        pool.memory[PATH] = paths
    bound_spells = [
        {"spell": grant.words[0], "cast": number(shelf.ruleset, grant.amount)}
        for grant, _ in bound.grants()
        if grant.what == "bound-spell"
    ]
    if bound_spells:
        pool.memory[BOUND] = bound_spells
    if any(grant.what == "caster" and grant.words == HEIRLOOM for grant, _ in bound.grants()):
        # Lent for good: what is lent is never swapped away.
        pool.memory[LENT] = [{"spell": name, "effect": 0} for name in shelf.army.hereditary]
