"""Numbers that rules change: base + ordered modifiers -> value, and the ledger that says why.

`value` gathers the clauses that the things in a context hold for that value (an index lookup per role: a
value nobody changes costs a handful of dictionary misses), drops those whose guard fails or whose rule is
ignored, and what would help an attack that takes no help (`ignore bonuses`), keeps the best of several
instances of one rule, and applies them stage by stage in the order that the system declares (`stages`): set,
multiply, add, limited, always; then rounding and bounds of the characteristic (`kernel/stages.py`). Within a
stage the order is attach order, then rule name. For target numbers a positive amount makes the roll easier:
it is subtracted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .context import Context
from .decl.clauses import Ignore
from .decl.expr import Literal
from .ledger import Ledger, Step, show, signed, step_of
from .places import shapes_of
from .stages import apply, helps
from .state import Arm, Game, Held, Hit, Named, Part, Player, Pool, Thing, Unit, is_gone, unit_of

Steps = list[Step] | None
"""Where a ledger's steps are written down, if anybody asks for them."""

# -- lookups -----------------------------------------------------------------------------------------------


def hits_of(g: Game, thing: Thing) -> dict[str, tuple[Hit, ...]]:
    """Return the clauses held by a thing by `name@role`, building the lookup on first use.

    A part also answers with its pool's rules, a pool with its unit's (but for what befell the unit before
    it came), a unit with those of all its models and parts.
    """
    if thing.index is None:
        _build(g, thing)
    assert thing.index is not None
    return thing.index


def names_of(g: Game, thing: Thing) -> dict[str, tuple[Named, ...]]:
    """Return the names of rules and properties held by a thing, with the clauses that guard each."""
    if thing.names is None:
        _build(g, thing)
    assert thing.names is not None
    return thing.names


def _build(g: Game, thing: Thing) -> None:
    index: dict[str, list[Hit]] = {}
    names: dict[str, list[Named]] = {}
    for held in _all_held(g, thing):
        for rule in held.instance.clauses:
            for key in rule.keys:
                index.setdefault(key, []).append((rule, held))
        for mention in held.instance.mentions:
            names.setdefault(mention.name, []).append((mention, held))
    thing.index = {key: tuple(hits) for key, hits in index.items()}
    thing.names = {key: tuple(hits) for key, hits in names.items()}


def _all_held(g: Game, thing: Thing) -> Iterable[Held]:
    match thing:
        case Part():
            yield from thing.held
            yield from thing.pool.held
            yield from _of_unit(thing.pool)
        case Pool():
            yield from thing.held
            yield from _of_unit(thing)
        case Unit():
            yield from _by_unit(thing)
        case Player():
            yield from thing.held
            for unit in g.units.values():
                if unit.owner == thing.name and not unit.destroyed:
                    yield from _all_held(g, unit)
        case _:
            yield from thing.held


def _by_unit(unit: Unit) -> Iterable[Held]:
    """Yield what a unit holds, itself or by its models; what one effect gave to both once."""
    own = [held for held in unit.held if not held.pools or any(map(held.holds_for, unit.pools))]
    yield from own
    shared = {(held.instance, held.effect) for held in own if held.effect}
    for pool in unit.pools:
        yield from (held for held in pool.held if (held.instance, held.effect) not in shared)
        for part in pool.parts:
            yield from part.held


def _of_unit(pool: Pool) -> Iterable[Held]:
    return (held for held in pool.unit.held if held.holds_for(pool))


def gather(g: Game, name: str, c: Context) -> tuple[Hit, ...]:
    """Return every clause for `name` that the things in the context hold, in the total order of roles and
    attachment.
    """
    attack = c.attack
    spoken = g.spoken
    if spoken is None:
        spoken = _build_spoken(g)
    if name not in spoken and (attack is None or attack.given is None):
        return ()
    found: tuple[Hit, ...] = ()
    for role, key in g.ruleset.keys(name):
        thing = getattr(c, role)
        if thing is not None:
            index = thing.index
            if index is None:
                index = hits_of(g, thing)
            hits = index.get(key)
            if hits:
                found = found + hits if found else hits
    battle = g.battle.index
    if battle is None:
        battle = hits_of(g, g.battle)
    hits = battle.get(name)
    if hits:
        found = found + hits
    if attack is not None:
        hits = attack.hits(g, name)
        if hits:
            found = found + hits
    auras = g.auras
    if auras is None:
        auras = _build_auras(g)
    if name in auras:
        found = found + _reaching(g, name, c, auras)
    return found


def is_spoken_of(g: Game, name: str) -> bool:
    """Whether any rule on the table may speak of a name (`may march`)."""
    return name in (g.spoken if g.spoken is not None else _build_spoken(g))


def _build_spoken(g: Game) -> set[str]:
    """The names that any rule on the table speaks of: most questions are about none of them."""
    things = (g.battle, *g.things.values())
    g.spoken = {name for thing in things for held in thing.held for name in held.instance.spoken}
    return g.spoken


def _build_auras(g: Game) -> dict[str, tuple[Hit, ...]]:
    auras: dict[str, list[Hit]] = {}
    for thing in g.things.values():
        if not thing.held or is_gone(g, thing):
            continue
        for held in thing.held:
            for rule in held.instance.auras:
                for key in rule.keys:
                    auras.setdefault(key, []).append((rule, held))
    g.auras = {key: tuple(hits) for key, hits in auras.items()}
    return g.auras


def _reaching(g: Game, name: str, c: Context, auras: dict[str, tuple[Hit, ...]]) -> tuple[Hit, ...]:
    found: tuple[Hit, ...] = ()
    for role, key in g.ruleset.keys(name):
        hits = auras.get(key)
        thing = getattr(c, role) if hits else None
        if hits and thing is not None:
            found = found + _that_reach(g, c, key, hits, thing)
    return found


def _that_reach(g: Game, c: Context, key: str, hits: tuple[Hit, ...], thing: Thing) -> tuple[Hit, ...]:
    """Return the aura clauses that reach a thing. Where that hangs on places it is worked out anew only when
    one has changed.
    """
    known: tuple[Any, list[Any], tuple[Hit, ...]] | None = g.reached.get((key, thing.id))
    if known is not None and known[0] is hits and known[1] == _places(g, hits, thing):
        return known[2]
    found = tuple((rule, held) for rule, held in hits if rule.reaches(g, c, held, thing))
    if all(rule.placed and not isinstance(g.things.get(held.bearer), Arm) for rule, held in hits):
        g.reached[key, thing.id] = hits, _places(g, hits, thing), found
    return found


def _places(g: Game, hits: tuple[Hit, ...], thing: Thing) -> list[Any]:
    """Return where a thing and all that has a say in what reaches it stand."""
    return [shapes_of(unit_of(thing) or thing), *[shapes_of(g.things.get(held.bearer)) for _, held in hits]]


def live(g: Game, c: Context, hits: tuple[Hit, ...], steps: Steps = None) -> list[Hit]:
    """Return the clauses whose guard holds and whose rule nothing ignores, in order; what drops out is
    written into `steps`. Which of several instances of one rule counts `stages` says.
    """
    ignored = _may_be_ignored(g, c, hits) and ignored_rules(g, c)
    kept: list[Hit] = []
    for rule, held in hits:
        reason = ""
        if ignored and rule.rule_name in ignored:
            reason = f"ignored by {ignored[rule.rule_name]}"
        elif rule.guard is not None and not rule.guard(g, c, held):
            reason = "condition does not hold"
        if not reason:
            kept.append((rule, held))
        elif steps is not None:
            steps.append(step_of(rule, held, "", None, reason))
    return kept


def _may_be_ignored(g: Game, c: Context, hits: tuple[Hit, ...]) -> bool:
    """Whether any of some clauses belongs to a rule that some rule, or the roll of the attack, ignores."""
    if c.attack is not None and c.attack.ignored:
        return True
    names = g.ruleset.ignorable
    return bool(names) and any(rule.rule_name in names for rule, _ in hits)


def ignored_rules(g: Game, c: Context) -> dict[str, str]:
    """Return the rules that do not apply in this context, by name, with the rule that says so.

    A context is asked many times and keeps its answer; a natural die that makes its attack ignore more asks
    anew.
    """
    dropped = c.attack.ignored if c.attack is not None else _NOTHING
    known: tuple[frozenset[str], dict[str, str]] | None = c.__dict__.get("_ignored")
    if known is not None and known[0] is dropped:
        return known[1]
    ignored = _ignored_now(g, c, dropped)
    c.__dict__["_ignored"] = dropped, ignored
    return ignored


_NOTHING: frozenset[str] = frozenset()


def is_ignored(g: Game, name: str, c: Context) -> bool:
    """Return whether some rule says that the rule of this name does not apply in this context."""
    return name in g.ruleset.ignorable and name in ignored_rules(g, c)


def _ignored_now(g: Game, c: Context, dropped: frozenset[str]) -> dict[str, str]:
    ignored = dict.fromkeys(dropped, "the roll")
    for rule, held in gather(g, "ignore", c):
        # A model's own rule must not speak for the rest of its unit where the acting part is known; an aura
        # speaks for those whom it reaches.
        own = not rule.role and rule.reach is None
        if own and c.attacker is not None and not _acts(g, held, c):
            continue
        if rule.guard is None or rule.guard(g, c, held):
            ignored.setdefault(rule.clause.rule.name, rule.rule_name)
    return ignored


def _acts(g: Game, held: Held, c: Context) -> bool:
    """Whether the bearer of a rule is the attacker itself, its pool or unit, its arm, or the battle."""
    bearer = g.things.get(held.bearer)
    acting = (None, c.attacker, c.attacker.pool, c.attacker.pool.unit, c.attack and c.attack.arm)
    return any(bearer is thing for thing in acting) or not isinstance(bearer, (Unit, Pool, Part))


# -- attacks that nobody helps -----------------------------------------------------------------------------

UNAIDED = "ignore bonuses"
"""The key of the clause that shuts an attack off from its own side's help."""


def _unaided(g: Game, name: str, c: Context, base: Any, hits: list[Hit], steps: Steps) -> list[Hit]:
    """Return the clauses of a value that count where its attack takes no help; all where it does."""
    side = _side_of(c.attack.unit or c.attack.attacker)
    of_target = g.ruleset.roles(name)[:1] in (("target",), ("target_unit",))
    if not side or of_target or not live(g, c, gather(g, UNAIDED, c)):
        return hits
    return [hit for hit in hits if not _is_help(g, name, c, base, hit, side, steps)]


def _side_of(thing: Thing | None) -> str:
    unit = unit_of(thing)
    return unit.owner if unit is not None else thing.owner if thing is not None else ""


def _is_help(g: Game, name: str, c: Context, base: Any, hit: Hit, side: str, steps: Steps) -> bool:
    """Whether a clause of the attacker's own side, but not of its arm, makes the number better."""
    rule, held = hit
    bearer = g.things.get(held.bearer)
    if bearer is None or bearer is c.attack.arm or _side_of(bearer) != side:
        return False
    if not helps(rule.op, rule.amount(g, c, held), base, g.ruleset.kind_of(name) == "target"):
        return False
    if steps is not None:
        steps.append(step_of(rule, held, "", None, "no bonus for this attack"))
    return True


# -- values ------------------------------------------------------------------------------------------------


def value(g: Game, name: str, c: Context, base: Any) -> Any:
    """Return `base` changed by every rule that applies in the context (see the module). `base` is an int,
    Fraction or DiceAmount.
    """
    hits = gather(g, name, c)
    if g.ledgers is not None:
        return explain(g, name, c, base, hits, g.ledgers).result
    if not hits:
        return base
    return _changed(g, name, c, base, hits, None)


def steady_value(g: Game, name: str, thing: Thing, c: Context, base: Any) -> Any:
    """Return the value of a thing in a context that it alone fills: `value`, but kept as long as the same
    rules are held, where every clause that changes it is a plain number without a condition.
    """
    if g.ledgers is not None:
        return value(g, name, c, base)
    key = (name, thing.id)
    known: tuple[int, Any, Any] | None = g.reached.get(key)
    if known is not None and known[0] == g.touched and known[1] == base:
        return known[2]
    found = value(g, name, c, base)
    auras = g.auras if g.auras is not None else _build_auras(g)
    hits = (*gather(g, name, c), *gather(g, "ignore", c))
    if name not in auras and "ignore" not in auras and all(map(_is_plain, hits)):
        g.reached[key] = g.touched, base, found
    return found


def _is_plain(hit: Hit) -> bool:
    """Whether a clause without a condition changes a number by one that is always the same, or changes
    none.
    """
    rule = hit[0]
    amount = getattr(rule.clause, "amount", None)
    return rule.guard is None and isinstance(rule.clause if amount is None else amount, Ignore | Literal)


def explain(
    g: Game,
    name: str,
    c: Context,
    base: Any,
    hits: tuple[Hit, ...] | None = None,
    into: list[Any] | None = None,
) -> Ledger:
    """Return the ledger of a value; equal to `value` by construction. Appends it to `into` if given."""
    ledger = Ledger(name, g.ruleset.kind_of(name), base)
    if hits is None:
        hits = gather(g, name, c)
    ledger.result = _changed(g, name, c, base, hits, ledger.steps) if hits else base
    if into is not None:
        into.append(ledger)
    return ledger


def _changed(g: Game, name: str, c: Context, base: Any, hits: tuple[Hit, ...], steps: Steps) -> Any:
    kept = live(g, c, hits, steps)
    attack = c.attack
    if kept and attack is not None and (UNAIDED in (g.spoken or _NOTHING) or attack.given is not None):
        kept = _unaided(g, name, c, base, kept, steps)
    return apply(g, name, c, base, kept, steps) if kept else base


__all__ = [
    "Ledger",
    "Step",
    "explain",
    "gather",
    "hits_of",
    "ignored_rules",
    "is_spoken_of",
    "live",
    "names_of",
    "show",
    "signed",
    "steady_value",
    "value",
]
