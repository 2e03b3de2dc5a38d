"""Packs resolved and indexed: what the rules of one battle are, immutable, hashed, printable, comparable.

A `Ruleset` finds declarations by kind and name, answers tables and constants, and turns a rule with its
arguments into an `Instance`: flat clauses, each with its keys (`name@role`), compiled guard and amount.
Instances are made once for each (rule, arguments) and shared by all that hold them, in all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar

from .budget import within
from .compile import Function, compile_expression, compile_membership, compile_search, compile_test
from .context import Context, attribute
from .decl.clauses import (
    Action,
    Ignore,
    IgnoreBonuses,
    Instead,
    Modify,
    OnNatural,
    Op,
    Outcome,
    Permit,
    Reroll,
    Shape,
    Trigger,
)
from .decl.expr import Bundle, Condition, DiceAmount, RuleRef, SetExpr
from .decl.things import (
    AttackSequence,
    Characteristic,
    Constant,
    Declaration,
    Duration,
    RollDecl,
    Rule,
    Stages,
    Table,
)
from .errors import Diagnostic, RulesError, did_you_mean
from .expand import (
    Flat,
    flatten,
    is_placed,
    label,
    mentions,
    own_rule,
    says_which_attacks,
    scope,
    speaks_of_bearer,
)
from .instances import Compiled, Instance, Mention
from .signatures import Signatures, Slot, parse_pattern
from .state import Game, Held, Thing
from .tables import BoundTable

D = TypeVar("D", bound=Declaration)
T = TypeVar("T")

_STAGE: dict[Op, str] = {
    Op.SET: "set",
    Op.KEEP_AT_LEAST: "set",
    Op.KEEP_AT_MOST: "set",
    Op.MULTIPLY: "multiply",
    Op.ADD: "add",
    Op.ADD_LIMITED: "limited",
    Op.FIX: "always",
    Op.HOLD_AT_LEAST: "always",
    Op.HOLD_AT_MOST: "always",
}
_MOST_KNOWN = 16384
"""How many functions are kept by their nodes."""


@dataclass(eq=False)
class Ruleset:
    """All declarations of the packs of one battle, after overlays, with the signatures that they were
    checked against.

    `packs` are (name, version, digest of the text) in load order. `changes` says per (kind, name) which
    overlay changed a declaration. `nets` are the characteristics that limit the sum of what is added; `never`
    is the target number that no die of an attack sequence reaches.
    """

    declarations: tuple[Declaration, ...]
    signatures: Signatures
    packs: tuple[tuple[str, str, str], ...] = ()
    changes: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_kind: dict[str, dict[str, Declaration]] = {}
        for declaration in self.declarations:
            self._by_kind.setdefault(declaration.kind, {})[declaration.name] = declaration
        self._functions: dict[Any, Function] = {}
        self._searches: dict[int, tuple[SetExpr, Function]] = {}
        self._instances: dict[Any, Instance] = {}
        self._tests: dict[str, frozenset[str]] = {}
        self._tables: dict[str, BoundTable] = {}
        self._constants: dict[str, Any] = {}
        self._open: list[str] = []
        self._roles: dict[str, tuple[str, ...]] = {}
        self._keys: dict[str, tuple[tuple[str, str], ...]] = {}
        self._known: dict[int, tuple[Any, Function]] = {}
        self._derived: dict[Callable[..., Any], Any] = {}
        self.characteristics: dict[str, Characteristic] = dict(self.of_kind(Characteristic))
        self.rolls: dict[str, RollDecl] = dict(self.of_kind(RollDecl))
        self.nets = {name: one for name, one in self.characteristics.items() if one.is_net}
        rolled = [stage for one in self.of_kind(AttackSequence).values() for stage in one.stages]
        self._targets = frozenset(stage.roll for stage in rolled)
        self.never = 1 + max((stage.sides for stage in rolled), default=0)
        order = next(iter(self.of_kind(Stages).values()), None)
        stages = order.order if order else ("set", "multiply", "add", "limited", "always")
        self._stage = {op: stages.index(stage) for op, stage in _STAGE.items() if stage in stages}
        self.ignorable: set[str] = set()

    # -- declarations -------------------------------------------------------------------------------

    def of_kind(self, kind: type[D]) -> dict[str, D]:
        """Return the declarations of one kind by name, in order of declaration."""
        return self._by_kind.get(kind.kind, {})  # type: ignore[return-value]

    def get(self, kind: type[D], name: str) -> D:
        """Return a declaration by kind and name. Raises RulesError with a did-you-mean."""
        shelf = self.of_kind(kind)
        if name not in shelf:
            raise RulesError(
                f'no {kind.kind} "{name}" in these packs; {did_you_mean(name, shelf)}'.rstrip("; ")
            )
        return shelf[name]

    def constant_decl(self, name: str) -> Constant:
        """Return the declaration of a constant."""
        return self.get(Constant, name)

    def constant(self, name: str) -> Any:
        """Return the number (or DiceAmount) of a constant. Raises RulesError for an unknown name."""
        if name not in self._constants:
            declared = self.get(Constant, name)
            with self._resolving(declared):
                number = self.function(declared.value)(None, Context(), None)
            within(number, f"constant {name}", declared.span)
            self._constants[name] = number
        return self._constants[name]

    @contextmanager
    def _resolving(self, declared: Constant) -> Iterator[None]:
        """Work out a constant. Raises RulesError naming the ring if it is one of those that need it."""
        if declared.name in self._open:
            ring = " -> ".join((*self._open[self._open.index(declared.name) :], declared.name))
            hint = "give one of them a number"
            raise RulesError(Diagnostic(f"constants need each other: {ring}", declared.span, hint=hint))
        self._open.append(declared.name)
        try:
            yield
        finally:
            self._open.pop()

    def start(self, name: str) -> Any:
        """Return the number that a value has which nobody gives: that of the constant of its name, else 0, or
        the target number that cannot be reached.
        """
        number = self.constant(name) if name in self.of_kind(Constant) else None
        if number is not None and not isinstance(number, DiceAmount):
            return number
        return self.never if self.kind_of(name) == "target" else 0

    def bounded(self, name: str, least: int, most: int) -> Any:
        """Return the number of a constant. Raises RulesError unless it is one from `least` to `most`."""
        number = self.constant(name)
        if isinstance(number, DiceAmount) or not least <= number <= most:
            decl = self.get(Constant, name)
            shown = f"{number.count}D{number.sides}" if isinstance(number, DiceAmount) else number
            raise RulesError(
                Diagnostic(
                    f"constant {name} is {shown}: it cannot be played with",
                    decl.span,
                    hint=f"give it a number from {least} to {most}",
                )
            )
        return number

    def table(self, name: str) -> BoundTable:
        """Return a table ready to look up. Raises RulesError for an unknown name."""
        if name not in self._tables:
            decl = self.get(Table, name)
            rows = [
                (row.key, tuple(self.function(v)(None, Context(), None) for v in row.values))
                for row in decl.rows
            ]
            self._tables[name] = BoundTable(decl, rows)
        return self._tables[name]

    def duration(self, name: str) -> Duration:
        """Return a duration by name."""
        return self.get(Duration, name)

    def derived(self, make: Callable[[Ruleset], T]) -> T:
        """Return what a function makes of these rules; it is asked once, so it must be no lambda."""
        found = self._derived.get(make)
        if found is None:
            found = self._derived[make] = make(self)
        return found

    # -- names and roles ----------------------------------------------------------------------------

    def roles(self, name: str) -> tuple[str, ...]:
        """Return the attributes of the roles of a value, roll, permission or window."""
        found = self._roles.get(name)
        if found is None:
            found = self._roles[name] = tuple(role for role, _ in self.keys(name))
        return found

    def keys(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return (attribute, `name@role`) for each role of `name`, in order. Raises KeyError for an unknown
        name.
        """
        found = self._keys.get(name)
        if found is None:
            found = self._keys[name] = tuple(
                (attribute(role), f"{name}@{role}") for role in self._role_names(name)
            )
        return found

    def _role_names(self, name: str) -> tuple[str, ...]:
        if name in _OF_ACTORS:
            return ACTORS
        base = name.partition(" ")[2] or name if name.split(" ")[0] in _PREFIXES else name
        try:
            return tuple(role for role, kind in self.signatures.roles_of(base) if kind not in _NO_THINGS)
        except KeyError:
            declared = self.characteristics.get(base) or self.rolls.get(base)
            return _ROLES_OF_KIND[declared.of] if declared is not None else ()

    def kind_of(self, name: str) -> str:
        """Return number, inches, target or dice for a value; number for others."""
        signature = self.signatures.values.get(name)
        if signature is None:
            return "target" if name in self._targets else "number"
        return signature.kind

    def several(self, name: str) -> str:
        """Return which of several set values counts: best or worst."""
        declared = self.characteristics.get(name)
        return declared.several if declared else "worst"

    # -- functions and instances --------------------------------------------------------------------

    def function(self, node: Any) -> Function:
        """Return the compiled function of an amount or condition (compiled on first use)."""
        known = self._known.get(id(node))
        return known[1] if known is not None else self._find(node)

    def _find(self, node: Any) -> Function:
        """Return a function by what its node says, and keep it by the node itself, which is quicker."""
        found = self._functions.get(node)
        if found is None:
            found = self._functions[node] = compile_expression(self, node)
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[id(node)] = node, found
        return found

    def test(self, node: Any) -> Function:
        """Return the compiled function that gives a test of `it` (see `compile_test`)."""
        key = ("test", node)
        found = self._functions.get(key)
        if found is None:
            found = self._functions[key] = compile_test(self, node)
        return found

    def search(self, node: SetExpr) -> Function:
        """Return the compiled function that yields the things of a set one by one."""
        known = self._searches.get(id(node))
        if known is None:
            known = self._searches[id(node)] = node, compile_search(self, node)
        return known[1]

    def argument(self, verb: str, slot: str, node: Any) -> Function:
        """Return the compiled function of what stands in a slot of a verb."""
        tests = self._tests.get(verb)
        if tests is None:
            pieces = parse_pattern(self.signatures.verbs[verb].pattern)
            slots = [piece.item for piece in pieces if isinstance(piece.item, Slot)]
            tests = self._tests[verb] = frozenset(one.name for one in slots if one.type == "test")
        return self.test(node) if slot in tests else self.function(node)

    def instance(
        self, ref: RuleRef | Bundle, guard: Condition | None = None, by_weapon: bool = False
    ) -> Instance:
        """Return the instance of a rule with its arguments, or of a nameless bundle, held under a further
        guard.

        `by_weapon`: a weapon gives it, so the rule's default guard does not apply. Raises RulesError for an
        unknown rule.
        """
        key = (ref, guard, by_weapon)
        found = self._instances.get(key)
        if found is None:
            found = self._instances[key] = self._make(ref, guard, by_weapon)
        return found

    def _make(self, ref: RuleRef | Bundle, guard: Condition | None, by_weapon: bool) -> Instance:
        flat = list(flatten(self, ref, guard, by_weapon))
        plain = [self._compiled(one) for one in flat if one.reach is None]
        auras = [self._compiled(one) for one in flat if one.reach is not None]
        named = tuple(
            Mention(
                name,
                self.function(condition) if condition is not None else None,
                self._default(name, condition, by_weapon),
            )
            for name, condition in mentions(self, ref, guard)
        )
        shown = ref if isinstance(ref, RuleRef) else RuleRef(ref.name, () if ref.name else (ref,))
        spoken = frozenset(rule.keys[0] for rule in (*plain, *auras))
        self.ignorable.update(
            one.clause.rule.name for one in (*plain, *auras) if isinstance(one.clause, Ignore)
        )
        listening = tuple(rule for rule in plain if isinstance(rule.clause, (Trigger, Action, Instead)))
        return Instance(shown, label(shown), tuple(plain), tuple(auras), named, ref, spoken, listening)

    def _default(self, name: str, guard: Condition | None, by_weapon: bool) -> Function | None:
        """Return what says for which attacks a rule that is held by name holds."""
        rule = self.of_kind(Rule).get(name)
        if rule is None or rule.default is None or by_weapon or says_which_attacks(guard):
            return None
        rest = scope(own_rule(rule.default, name))[2]
        return self.function(rest) if rest is not None else None

    def _compiled(self, flat: Flat) -> Compiled:
        clause = flat.clause
        compiled = Compiled(
            clause,
            flat.rule_name,
            flat.declaration,
            ".".join(map(str, flat.number)),
            tuple(self._clause_keys(clause, flat.role)),
            self.function(flat.guard) if flat.guard is not None else None,
            same=flat.same,
            reach=compile_membership(self, flat.reach) if flat.reach is not None else None,
            placed=flat.reach is not None and is_placed(flat.reach),
            role=attribute(flat.role),
            free=not flat.role and speaks_of_bearer(flat.guard),
        )
        if isinstance(clause, Modify):
            compiled.amount = self.function(clause.amount)
            compiled.op = clause.op
            compiled.stage = self._stage.get(clause.op, 0)
            if clause.limit is not None:
                compiled.limit = self.function(clause.limit)
        return compiled

    def _clause_keys(self, clause: Any, role: str) -> Iterator[str]:
        name = clause_name(clause)
        # What an attack has its attacker has: an arm's own rules are found by name, not by role.
        roles = ["attacker" if role == "attack" else role] if role else list(self._role_names(name))
        roles = [r for r in roles if r not in PATIENTS] if name == "ignore" and not role else roles[:1]
        yield name
        for one in roles:
            yield f"{name}@{one}"

    @cached_property
    def digest(self) -> str:
        """A hash of everything declared, equal for equal rules in any process."""
        text = "\n".join(repr(d) for d in self.declarations)
        return blake2b(text.encode(), digest_size=16).hexdigest()


ACTORS = ("attacker", "unit", "target", "target-unit", "model", "caster", "player")
PATIENTS = ("target", "target-unit")
_OF_ACTORS = ("ignore", "ignore bonuses")
_NO_THINGS = ("attack", "action", "any", "amount", "word", "name")
_PREFIXES = {
    *("after", "before", "start", "end", "in", "react", "instead"),
    *("natural", "shape", "reroll", "outcome", "may"),
}
_ROLES_OF_KIND = {
    "unit": ("unit",),
    "pool": ("target", "attacker", "unit", "target-unit"),
    "part": ("attacker", "unit", "target", "target-unit"),
}


def clause_name(clause: Any) -> str:
    """Return the key under which a clause is looked up: the value's name, or a prefix and the name of the
    roll, window or permission.
    """
    match clause:
        case Modify():
            return clause.value
        case Shape():
            return f"shape {clause.roll}"
        case Reroll():
            return f"reroll {clause.roll}"
        case OnNatural():
            return f"natural {clause.roll}"
        case Outcome():
            return f"outcome {clause.test}"
        case Permit():
            return f"may {clause.action}"
        case Trigger() | Action():
            return f"{clause.timing} {clause.window}"
        case Instead():
            return f"instead {clause.window}"
        case IgnoreBonuses():
            return "ignore bonuses"
        case _:
            return "ignore"


def hold(
    game: Game,
    thing: Thing,
    ref: RuleRef | Bundle,
    source: str = "",
    guard: Condition | None = None,
    by_weapon: bool = False,
) -> Held:
    """Give a rule to a thing for good and return it held. The caller drops lookups with `state.touch`."""
    held = Held(game.ruleset.instance(ref, guard, by_weapon), thing.id, source)
    thing.held.append(held)
    return held


def build(
    declarations: Iterable[Declaration], signatures: Signatures, packs: Iterable[tuple[str, str, str]] = ()
) -> Ruleset:
    """Return the ruleset of declarations already checked by the language."""
    return Ruleset(tuple(declarations), signatures, tuple(packs))


__all__ = ["BoundTable", "Compiled", "Instance", "Mention", "Ruleset", "build", "hold", "label"]
