"""From a rule with arguments to flat clauses: parameters filled in, rules within rules opened, guards
joined, roles found.

`has "Other" when ...` inside a rule becomes the other rule's clauses under the joined guard; a bundle
argument becomes its clauses where the parameter stands. The role on which a clause looks for its bearer is
the subject of `... has/contains/is entirely this rule` in its guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from .decl.clauses import Aura, Has, Ignore, Modify
from .decl.expr import (
    And,
    Bundle,
    Condition,
    ConstantRef,
    Holds,
    Literal,
    Not,
    Or,
    Param,
    Quantifier,
    Relation,
    Role,
    RuleRef,
    SetExpr,
)
from .decl.things import Declaration, Item, Property, Rule
from .errors import Diagnostic, RulesError, did_you_mean

if TYPE_CHECKING:
    from .ruleset import Ruleset

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Flat:
    """One clause ready to be compiled: whose it is, under which guard, found on which role, reaching whom
    (auras).

    `number` leads to the clause within its rule; `same` is what instances of one clause have in common of
    which one counts (None: all of them count).
    """

    clause: Any
    rule_name: str
    declaration: Declaration | None
    number: tuple[int, ...]
    guard: Condition | None
    role: str
    same: Any
    reach: SetExpr | None = None


def flatten(
    ruleset: Ruleset, ref: RuleRef | Bundle, guard: Condition | None, by_weapon: bool, depth: int = 0
) -> Iterator[Flat]:
    """Yield the flat clauses of a rule or bundle. Raises RulesError for unknown rules and for rules that
    contain themselves.
    """
    if depth > _DEEPEST:
        raise _ring(ruleset, ref)
    rule = None if isinstance(ref, Bundle) else find_rule(ruleset, ref.name)
    if isinstance(ref, Bundle):
        clauses: tuple[Any, ...] = ref.clauses
        name, default = ref.name, None
    elif isinstance(rule, Rule):
        clauses = tuple(fill(clause, arguments(rule, ref)) for clause in rule.clauses)
        name, default = rule.name, None if by_weapon or says_which_attacks(guard) else rule.default
    else:
        return
    # Whoever is meant by the rule that gives this one is meant by this one too.
    is_scoped = bool(scope(guard)[0])
    whose = Whose(rule, name, label(ref) if isinstance(ref, RuleRef) else name)
    for number, clause in enumerate(clauses):
        own = getattr(clause, "guard", None)
        own = unscoped(own) if is_scoped else own
        whole = join(own_rule(own, name), guard, own_rule(default, name))
        yield from _one(ruleset, clause, whose, (number,), whole, by_weapon, depth)


def _ring(ruleset: Ruleset, ref: RuleRef | Bundle) -> RulesError:
    """Return the fault of a rule that has itself, by way of others or not, with all of them in order."""
    name = getattr(ref, "name", "") or "a rule"
    rule = find_rule(ruleset, name)
    chain = [name]
    while (nexts := _had(ruleset, chain[-1])) and (following := _towards(ruleset, nexts, name)) != name:
        if following in chain:
            break
        chain.append(following)
    shown = " -> ".join(f'"{one}"' for one in (*chain, name))
    hint = "take one `has` out of the ring"
    return RulesError(Diagnostic(f"rules have each other: {shown}", rule.span if rule else None, hint=hint))


def _had(ruleset: Ruleset, name: str) -> list[str]:
    """The names of the rules that a rule has by clauses of its own."""
    rule = find_rule(ruleset, name)
    clauses = rule.clauses if isinstance(rule, Rule) else ()
    return [one.rule.name for one in clauses if isinstance(one, Has) and isinstance(one.rule, RuleRef)]


def _towards(ruleset: Ruleset, names: list[str], goal: str) -> str:
    """Which of some rules leads to another one: that one itself, or the first that has anything."""
    return goal if goal in names else next((name for name in names if _had(ruleset, name)), names[0])


@dataclass(frozen=True, slots=True)
class Whose:
    """The rule that a clause belongs to (None: a bundle), its name, and how it is written with its
    arguments.
    """

    rule: Declaration | None
    name: str
    label: str

    def same(self, number: tuple[int, ...]) -> Any:
        """Return what instances of a clause have in common of which one counts; None if all of them do."""
        if not isinstance(self.rule, Rule) or self.rule.cumulative:
            return None
        return (self.label, number) if self.rule.by_argument else (self.name, number)

    def claims(self, flat: Flat, number: tuple[int, ...]) -> Flat:
        """Return a nameless clause within a clause of this rule as one of its own; a named one as it is."""
        if flat.rule_name:
            return flat
        number = (*number, *flat.number)
        return replace(
            flat, rule_name=self.name, declaration=self.rule, number=number, same=self.same(number)
        )


def _one(
    ruleset: Ruleset,
    clause: Any,
    whose: Whose,
    number: tuple[int, ...],
    guard: Condition | None,
    by_weapon: bool,
    depth: int,
) -> Iterator[Flat]:
    if isinstance(clause, Has):
        if isinstance(clause.rule, (RuleRef, Bundle)):
            for flat in flatten(ruleset, clause.rule, guard, by_weapon, depth + 1):
                yield whose.claims(flat, number)
        return
    if isinstance(clause, Aura):
        for flat in flatten(ruleset, Bundle(clause.clauses), None, True, depth + 1):
            yield replace(whose.claims(flat, number), reach=clause.reach, guard=join(flat.guard, guard))
        return
    role, _, rest = scope(guard)
    flat = Flat(clause, whose.name, whose.rule, number, rest, clause.role or role, whose.same(number))
    if isinstance(clause, Ignore) and isinstance(clause.rule, Bundle):
        for inner in clause.rule.clauses:
            if isinstance(inner, Has):
                yield replace(flat, clause=replace(clause, rule=inner.rule))
        return
    yield flat


def find_rule(ruleset: Ruleset, name: str) -> Rule | Property | Item | None:
    """Return the rule or property of a name. Raises RulesError with a did-you-mean if there is neither."""
    rules, properties = ruleset.of_kind(Rule), ruleset.of_kind(Property)
    found = rules.get(name) or properties.get(name)
    if found is None:
        hint = did_you_mean(name, [*rules, *properties])
        raise RulesError(f'no model rule "{name}" in these packs; {hint}'.rstrip("; "))
    return found


def label(ref: RuleRef) -> str:
    """Return a rule as players write it: `Hard Target (1)`."""
    args = ", ".join(_argument(arg) for arg in ref.args)
    return f"{ref.name} ({args})" if args else ref.name


def _argument(arg: Any) -> str:
    match arg:
        case RuleRef():
            return label(arg)
        case Bundle(clauses):
            return ", ".join(_argument(getattr(c, "rule", c)) for c in clauses)
        case Modify():
            return f"{arg.value} {_argument(arg.amount)}"
        case _:
            value = getattr(arg, "value", getattr(arg, "text", arg))
            return f"{value}{getattr(arg, 'unit', '')}"


def arguments(rule: Rule, ref: RuleRef) -> dict[str, Any]:
    """Return the arguments by parameter; missing ones are left open (an unused parameter is no error)."""
    return {parameter.name: arg for parameter, arg in zip(rule.parameters, ref.args, strict=False)}


def fill(node: Any, args: Mapping[str, Any]) -> Any:
    """Return a declaration tree with its parameters replaced by arguments."""
    if not args:
        return node
    if isinstance(node, Param):
        return args.get(node.name, node)
    if isinstance(node, tuple):
        return tuple(fill(item, args) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        changes = {}
        for field in fields(node):
            old = getattr(node, field.name)
            new = fill(old, args) if isinstance(old, tuple) or is_dataclass(old) else old
            if new is not old:
                changes[field.name] = new
        return replace(node, **changes) if changes else node
    return node


def own_rule(guard: Condition | None, name: str) -> Condition | None:
    """Keep `this rule` open for `scope` where it scopes the clause, but name it inside not/or so that it can
    be asked.
    """
    match guard:
        case None:
            return None
        case Holds(rule=None):
            return replace(guard, rule=RuleRef("this", (RuleRef(name),)))
        case And(items):
            return And(tuple(x for x in (own_rule(item, name) for item in items) if x is not None))
        case Or(items):
            return Or(tuple(_named(item, name) for item in items))
        case Not(item):
            return Not(_named(item, name))
        case _:
            return guard


def unscoped(guard: Condition | None) -> Condition | None:
    """Return a guard without the part that says on which role the rule is looked for."""
    match guard:
        case Holds(subject=Role(name), rule=None) if name != "bearer":
            return None
        case And(items):
            return join(*(unscoped(item) for item in items))
        case _:
            return guard


def _named(node: Any, name: str) -> Any:
    if isinstance(node, Holds) and node.rule is None:
        return replace(node, rule=RuleRef(name))
    if isinstance(node, (And, Or)):
        return type(node)(tuple(_named(item, name) for item in node.items))
    return Not(_named(node.item, name)) if isinstance(node, Not) else node


def join(*guards: Condition | None) -> Condition | None:
    """Return the conjunction of guards, flat; None if there is none."""
    items: list[Condition] = []
    for guard in guards:
        if isinstance(guard, And):
            items += guard.items
        elif guard is not None:
            items.append(guard)
    if not items:
        return None
    return items[0] if len(items) == 1 else And(tuple(items))


def scope(guard: Condition | None) -> tuple[str, Quantifier, Condition | None]:
    """Return the role that holds this rule, how, and what is left of the guard once that is known."""
    items = guard.items if isinstance(guard, And) else (guard,) if guard is not None else ()
    role, quantifier = "", Quantifier.HAS
    rest: list[Condition] = []
    for item in items:
        if isinstance(item, Holds) and isinstance(item.rule, RuleRef) and item.rule.name == "this":
            own = item.rule.args[0]
            assert isinstance(own, RuleRef)
            named = replace(item, rule=own)
            if not role and isinstance(item.subject, Role) and item.subject.name != "bearer":
                role, quantifier = item.subject.name, item.quantifier
                if item.quantifier is Quantifier.ENTIRELY:
                    rest.append(named)
            elif not (isinstance(item.subject, Role) and item.subject.name == "bearer"):
                rest.append(named)
        else:
            rest.append(item)
    return role, quantifier, join(*rest)


def mentions(
    ruleset: Ruleset, ref: RuleRef | Bundle, guard: Condition | None, depth: int = 0
) -> Iterator[tuple[str, Condition | None]]:
    """Yield the names of rules and properties that holding `ref` carries, each with its guard."""
    if depth > _DEEPEST:
        return
    if ref.name:
        yield ref.name, guard
    if isinstance(ref, Bundle):
        inner: tuple[Any, ...] = ref.clauses
    else:
        rule = find_rule(ruleset, ref.name)
        inner = tuple(fill(c, arguments(rule, ref)) for c in rule.clauses) if isinstance(rule, Rule) else ()
    for clause in inner:
        if isinstance(clause, Has) and isinstance(clause.rule, (RuleRef, Bundle)):
            extra = scope(own_rule(clause.guard, ref.name))[2]
            yield from mentions(ruleset, clause.rule, join(guard, extra), depth + 1)


def says_which_attacks(node: Any) -> bool:
    """Return whether a condition says for which kinds of attacks it holds: then a rule's own default does
    not.
    """
    if isinstance(node, Relation) and node.name in _OF_ATTACKS:
        return True
    if isinstance(node, tuple):
        return any(says_which_attacks(item) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return any(says_which_attacks(getattr(node, field.name)) for field in fields(node))
    return False


_OF_ATTACKS = ("of-kind", "made-with")


def speaks_of_bearer(node: Any) -> bool:
    """Return whether a condition names the bearer as one who takes part."""
    if isinstance(node, Role):
        return node.name == "bearer"
    if isinstance(node, tuple):
        return any(speaks_of_bearer(item) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return any(speaks_of_bearer(getattr(node, field.name)) for field in fields(node))
    return False


_PLACING = ("within", "farther", "fully-within", "fully-inside", "touching")
_STANDING = ("unit", "pool", "model", "part")


def is_placed(reach: SetExpr) -> bool:
    """Return whether who is in a set is settled by where the bearer and they stand, and whose they are."""
    return reach.kind in _STANDING and (reach.where is None or _is_placing(reach.where))


def _is_placing(node: Any) -> bool:
    match node:
        case And(items) | Or(items):
            return all(_is_placing(item) for item in items)
        case Not(item):
            return _is_placing(item)
        case Relation():
            return node.name in _PLACING and all(_is_placing(arg) for arg in node.args)
        case Role():
            return node.name in ("it", "bearer")
        case _:
            return isinstance(node, Literal | ConstantRef)
