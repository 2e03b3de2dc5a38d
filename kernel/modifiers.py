"""Numbers that rules change: base + ordered modifiers -> value, and the ledger that says why.

`value` gathers the clauses that the things in a context hold for that value (an index lookup per role: a
value nobody changes costs a handful of dictionary misses), drops those whose guard fails or whose rule is
ignored, keeps the best of several instances of one rule, and applies them stage by stage in the order that
the system declares (`stages`): set, multiply, add, limited, always; then rounding and bounds of the
characteristic. Within a stage the order is attach order, then rule name. For target numbers a positive
amount makes the roll easier: it is subtracted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .context import Context
from .decl.clauses import Op
from .decl.expr import DiceAmount
from .dice import most
from .state import Arm, Game, Held, Hit, Named, Part, Player, Pool, Terrain, Thing, Unit, unit_of

if TYPE_CHECKING:
    from .ruleset import Compiled


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a ledger: the rule, what it did, the running total, where the rule is declared, and why it
    was rejected if it was.
    """

    rule: str
    did: str
    total: Any
    pack: str = ""
    cite: str = ""
    source: str = ""
    rejected: str = ""


@dataclass(slots=True)
class Ledger:
    """Why a number is what it is: name, kind, base, steps in order and result."""

    name: str
    kind: str
    base: Any
    steps: list[Step] = field(default_factory=list)
    result: Any = None

    def __str__(self) -> str:
        parts = [show(self.base, self.kind)]
        parts += [f"{step.did} {step.rule}" for step in self.steps if not step.rejected]
        return f"{' '.join(parts)} = {show(self.result, self.kind)}"


def show(number: Any, kind: str) -> str:
    """Return a number as players write it: `4+`, `5"`, `2D6+1`, `3`."""
    if number is None:
        return "-"
    if isinstance(number, DiceAmount):
        return show_dice(number)
    return {"target": f"{number}+", "inches": f'{number}"'}.get(kind, str(number))


def signed(amount: Any) -> str:
    """Return what is added as players write it: `+1`, `-1/2`, `+D3`."""
    shown = show(amount, "")
    return shown if shown.startswith("-") else f"+{shown}"


def show_dice(dice: DiceAmount) -> str:
    """Return `2D6+1`, with `maximised ` or `minimised ` in front for each instance."""
    word = "maximised " if dice.extra > 0 else "minimised "
    count = "" if dice.count == 1 else str(dice.count)
    plus = f"{dice.plus:+d}" if dice.plus else ""
    return f"{word * abs(dice.extra)}{count}D{dice.sides}{plus}"


# -- lookups -----------------------------------------------------------------------------------------------
# ------------


def hits_of(g: Game, thing: Thing) -> dict[str, tuple[Hit, ...]]:
    """Return the clauses held by a thing by `name@role`, building the lookup on first use.

    A part also answers with its pool's rules, a pool with its unit's, a unit with those of all its models
    and parts.
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
            yield from thing.pool.unit.held
        case Pool():
            yield from thing.held
            yield from thing.unit.held
        case Unit():
            yield from thing.held
            for pool in thing.pools:
                yield from pool.held
                for part in pool.parts:
                    yield from part.held
        case Player():
            yield from thing.held
            for unit in g.units.values():
                if unit.owner == thing.name and not unit.destroyed:
                    yield from _all_held(g, unit)
        case _:
            yield from thing.held


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


def _build_spoken(g: Game) -> set[str]:
    """The names that any rule on the table speaks of: most questions are about none of them."""
    g.spoken = set()
    for thing in (g.battle, *g.things.values()):
        for held in thing.held:
            g.spoken |= held.instance.spoken
    return g.spoken


def _build_auras(g: Game) -> dict[str, tuple[Hit, ...]]:
    auras: dict[str, list[Hit]] = {}
    for thing in g.things.values():
        if isinstance(thing, (Arm, Terrain)) and not thing.held:
            continue
        unit = unit_of(thing)
        if unit is not None and unit.destroyed:
            continue
        for held in thing.held:
            for rule in held.instance.auras:
                for key in rule.keys:
                    auras.setdefault(key, []).append((rule, held))
    g.auras = {key: tuple(hits) for key, hits in auras.items()}
    return g.auras


def _reaching(g: Game, name: str, c: Context, auras: dict[str, tuple[Hit, ...]]) -> tuple[Hit, ...]:
    found: list[Hit] = []
    for role, key in g.ruleset.keys(name):
        hits = auras.get(key)
        thing = getattr(c, role) if hits else None
        if thing is not None:
            assert hits
            found += [hit for hit in hits if hit[0].reaches(g, c, hit[1], thing)]
    return tuple(found)


def live(g: Game, c: Context, hits: tuple[Hit, ...], steps: list[Step] | None = None) -> list[Hit]:
    """Return the clauses whose guard holds and whose rule nothing ignores, one for each rule unless it is
    cumulative.
    """
    ignored = g.ruleset.ignores and ignored_rules(g, c)
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
            steps.append(_step(rule, held, "", None, reason))
    return kept


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


def _ignored_now(g: Game, c: Context, dropped: frozenset[str]) -> dict[str, str]:
    ignored = dict.fromkeys(dropped, "the roll")
    for rule, held in gather(g, "ignore", c):
        # A model's own rule must not speak for the rest of its unit where the acting part is known.
        if not rule.role and c.attacker is not None and not _acts(g, held, c):
            continue
        if rule.guard is None or rule.guard(g, c, held):
            ignored.setdefault(rule.clause.rule.name, rule.rule_name)
    return ignored


def _acts(g: Game, held: Held, c: Context) -> bool:
    """Whether the bearer of a rule is the attacker itself, its pool or unit, its arm, or the battle."""
    bearer = g.things.get(held.bearer)
    acting = (None, c.attacker, c.attacker.pool, c.attacker.pool.unit, c.attack and c.attack.arm)
    return any(bearer is thing for thing in acting) or not isinstance(bearer, (Unit, Pool, Part))


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
    kept = live(g, c, hits)
    if not kept:
        return base
    return _clamp(g, name, _apply(g, name, c, base, kept, None))


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
    if hits:
        kept = live(g, c, hits, ledger.steps)
        total = _apply(g, name, c, base, kept, ledger.steps) if kept else base
        ledger.result = _clamp(g, name, total) if kept else base
    else:
        ledger.result = base
    if into is not None:
        into.append(ledger)
    return ledger


def _apply(g: Game, name: str, c: Context, base: Any, hits: list[Hit], steps: list[Step] | None) -> Any:
    target = g.ruleset.kind_of(name) == "target"
    amounts = [(rule, held, rule.amount(g, c, held)) for rule, held in hits]
    if len(amounts) > 1:
        amounts = _one_set(g, name, _one_of_each(amounts, steps), steps)
        amounts.sort(key=lambda entry: entry[0].stage)
    total = base
    for rule, held, amount in amounts:
        total = _change(g, name, rule, held, c, total, amount, target)
        if steps is not None:
            steps.append(_step(rule, held, _did(rule, amount), total, ""))
    return total


_ADDING = (Op.ADD, Op.ADD_LIMITED, Op.MULTIPLY)


def _one_of_each(
    entries: list[tuple[Compiled, Held, Any]], steps: list[Step] | None
) -> list[tuple[Compiled, Held, Any]]:
    best: dict[Any, tuple[Compiled, Held, Any]] = {}
    for number, entry in enumerate(entries):
        rule = entry[0]
        alone = rule.cumulative or not rule.rule_name or rule.op not in _ADDING
        key: Any = number if alone else (rule.rule_name, rule.number)
        other = best.get(key)
        if other is None or abs(most(entry[2])) > abs(most(other[2])):
            best[key] = entry
            entry = other if other is not None else entry
        if other is not None and steps is not None:
            steps.append(_step(entry[0], entry[1], "", None, "another instance counts"))
    return list(best.values())


def _one_set(
    g: Game, name: str, entries: list[tuple[Compiled, Held, Any]], steps: list[Step] | None
) -> list[tuple[Compiled, Held, Any]]:
    """Of several set values the system says which counts: the best or the worst for the roll or
    characteristic.
    """
    sets = [entry for entry in entries if entry[0].op is Op.SET]
    if len(sets) < 2:
        return entries
    greatest = (g.ruleset.several(name) == "best") != (g.ruleset.kind_of(name) == "target")
    winner = (max if greatest else min)(sets, key=lambda entry: most(entry[2]))
    if steps is not None:
        steps += [_step(r, h, "", None, "another value counts") for r, h, _ in sets if r is not winner[0]]
    return [entry for entry in entries if entry[0].op is not Op.SET or entry is winner]


def _change(
    g: Game, name: str, rule: Compiled, held: Held, c: Context, total: Any, amount: Any, target: bool
) -> Any:
    match rule.op:
        case Op.ADD:
            return total - amount if target else total + amount
        case Op.ADD_LIMITED:
            return _limited(total, total - amount if target else total + amount, rule.limit(g, c, held))
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


def _limited(before: Any, after: Any, limit: Any) -> Any:
    """A limited modifier never carries a value past its limit, nor moves one back that is already past it."""
    return min(before, max(after, limit)) if after < before else max(before, min(after, limit))


def _clamp(g: Game, name: str, total: Any) -> Any:
    declared = g.ruleset.characteristics.get(name)
    if isinstance(total, Fraction):
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


def _step(rule: Compiled, held: Held, did: str, total: Any, rejected: str) -> Step:
    decl = rule.declaration
    return Step(
        rule.rule_name or held.source,
        did,
        total,
        decl.pack if decl else "",
        str(decl.cite) if decl and decl.cite else "",
        held.source,
        rejected,
    )
