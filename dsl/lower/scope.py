"""What may be said at one place of a pack: names, signatures, roles and parameters; and the faults found so
far.

`Fault` stops the lowering of one line; `Scope.attempt` catches it, so that a declaration reports the faults
of all its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Protocol, TypeVar

from tercio.kernel.decl import Clause, Expr
from tercio.kernel.errors import Diagnostic, did_you_mean
from tercio.kernel.signatures import NounSignature, Roles, Signatures, Slot
from tercio.kernel.source import Span
from tercio.kernel.trial.words import with_trial_words

from ..names import Names
from ..syntax import Line, SourceText
from .fault import Fault, Hint
from .lexicon import Lexicon
from .reading import Item, Items, span_over

T = TypeVar("T")

UNIVERSAL: Roles = (("bearer", "any"), ("player", "player"), ("opponent", "player"))
_ROLES_OF_KIND: Mapping[str, Roles] = {
    "unit": (("unit", "unit"),),
    "pool": (
        ("target", "pool"),
        ("attack", "attack"),
        ("attacker", "part"),
        ("unit", "unit"),
        ("target-unit", "unit"),
    ),
    "part": (
        ("attacker", "part"),
        ("attack", "attack"),
        ("unit", "unit"),
        ("target", "pool"),
        ("target-unit", "unit"),
    ),
}


class Readers(Protocol):
    """The readers that lower ones call back into: a slot may hold a bundle, a bundle clauses, an aura
    clauses.
    """

    def slot(self, scope: Scope, slot: Slot, items: Items) -> Expr:
        """Return what the items mean in a slot of a registered sentence."""
        ...

    def clauses(self, scope: Scope, lines: Iterable[Line]) -> tuple[Clause, ...]:
        """Return the clauses of a block."""
        ...

    def clause(self, scope: Scope, line: Line) -> tuple[Clause, ...]:
        """Return the clauses of one line."""
        ...


class Words:
    """Everything that does not change between the declarations of one pack."""

    def __init__(
        self, names: Names, signatures: Signatures, readers: Readers, trials: Signatures | None = None
    ) -> None:
        self.names = names
        self.readers = readers
        self.signatures = signatures
        self._trials = trials
        self.relations = Lexicon(signatures.relations.values())
        self.terms = Lexicon(signatures.terms.values())
        self.verbs = Lexicon(signatures.verbs.values())

    @cached_property
    def givens(self) -> Lexicon:
        """What scenarios may take for granted."""
        return Lexicon(self.signatures.givens.values())

    @cached_property
    def nouns(self) -> dict[str, NounSignature]:
        """The registered nouns, by singular and by plural."""
        return {word: noun for noun in self.signatures.nouns.values() for word in noun.words}

    @cached_property
    def trial(self) -> Words:
        """The words of scenarios: those of packs, and those that only scenarios may use."""
        trials = self._trials if self._trials is not None else with_trial_words(self.signatures, ())
        return Words(self.names, trials, self.readers, trials)

    @cached_property
    def all_roles(self) -> dict[str, str]:
        """All roles of all signatures: the scope of clauses that are looked at in any context."""
        roles: dict[str, str] = {}
        tables = (
            self.signatures.values,
            self.signatures.rolls,
            self.signatures.permissions,
            self.signatures.windows,
        )
        for shelf in tables:
            for signature in shelf.values():
                for role, type_ in signature.roles:
                    if roles.setdefault(role, type_) != type_:
                        roles[role] = "any"
        for kind in self.names.of_kinds("characteristic"):
            for role, type_ in self.characteristic_roles(kind):
                roles.setdefault(role, type_)
        for header in self.names.headers.get("roll", {}).values():
            for role, type_ in _ROLES_OF_KIND.get(header.of, ()):
                roles.setdefault(role, type_)
        return roles

    @cached_property
    def roles_anywhere(self) -> dict[str, str]:
        """All roles and the universal ones."""
        return {**dict(UNIVERSAL), **self.all_roles}

    def characteristic_roles(self, name: str) -> Roles:
        """Return the roles of a declared characteristic that no plugin registered as a value."""
        header = self.names.get("characteristic", name)
        return _ROLES_OF_KIND.get(header.of if header else "part", _ROLES_OF_KIND["part"])

    @cached_property
    def values(self) -> frozenset[str]:
        """The numbers that rules may change or ask for."""
        return frozenset(self.signatures.values) | frozenset(self.names.of_kinds("characteristic"))

    @cached_property
    def rolls(self) -> dict[str, Roles]:
        """Rolls and tests, also by their wider names."""
        rolls = {name: signature.roles for name, signature in self.signatures.rolls.items()}
        for signature in self.signatures.rolls.values():
            for also in signature.also:
                rolls.setdefault(also, signature.roles)
        for header in self.names.headers.get("roll", {}).values():
            rolls.setdefault(header.name, _ROLES_OF_KIND.get(header.of, ()))
        return rolls

    def value_roles(self, name: str) -> Roles | None:
        """Return the roles of a value, roll or characteristic; None if there is no such thing."""
        signature = self.signatures.values.get(name)
        if signature is not None:
            return signature.roles
        if name in self.rolls:
            return self.rolls[name]
        return self.characteristic_roles(name) if self.names.get("characteristic", name) else None


@dataclass(frozen=True, slots=True)
class Scope:
    """The place where a line stands. `roles` maps the things that may be named to their types, `params`
    letters to what they take.
    """

    words: Words
    source: SourceText
    faults: list[Diagnostic] = field(default_factory=list)
    roles: Mapping[str, str] = field(default_factory=lambda: dict(UNIVERSAL))
    params: Mapping[str, str] = field(default_factory=dict)
    context: str = ""

    @property
    def names(self) -> Names:
        """The declared names."""
        return self.words.names

    @property
    def signatures(self) -> Signatures:
        """The registered words."""
        return self.words.signatures

    def attack_kinds(self) -> tuple[str, ...]:
        """Return the kinds of attacks and spells that the system registers; none if it registers none."""
        return (*self._given_to("attack"), *self.spell_types())

    def action_kinds(self) -> tuple[str, ...]:
        """Return the keywords of actions that the system registers; none if it registers none."""
        return self._given_to("action")

    def area_kinds(self) -> tuple[str, ...]:
        """Return what areas can be that the system registers; none if it registers none."""
        return self._given_to("area")

    def terrain_traits(self) -> tuple[str, ...]:
        """Return what terrain can be that the system registers or packs declare."""
        return self._given_to("terrain")

    def spell_types(self) -> tuple[str, ...]:
        """Return the types of spells that the system registers; none if it registers none."""
        return self._given_to("spell")

    def _given_to(self, declaration: str) -> tuple[str, ...]:
        words = (key.partition(" ") for key in self.signatures.words)
        declared = self.names.headers.get("keyword", {}).values()
        return (
            *(word for kind, _, word in words if kind == declaration),
            *(header.name for header in declared if header.of == declaration),
        )

    def with_roles(self, roles: Iterable[tuple[str, str]], context: str = "") -> Scope:
        """Return the scope of a clause in which these things take part beside the universal ones."""
        return replace(self, roles={**dict(UNIVERSAL), **dict(roles)}, context=context or self.context)

    def also(self, /, **roles: str) -> Scope:
        """Return this scope with further roles."""
        return replace(self, roles={**self.roles, **roles})

    def anywhere(self) -> Scope:
        """Return the scope of a clause that is looked at in any context: all roles may be named."""
        return replace(self, roles=self.words.roles_anywhere, context="")

    def attempt(self, function: Callable[..., T], *args: Any) -> T | None:
        """Return `function(*args)`; on a fault take it down and return None."""
        try:
            return function(*args)
        except Fault as fault:
            self.report(fault)
            return None

    def attempt_each(self, function: Callable[..., T], runs: Iterable[Items], *args: Any) -> list[T]:
        """Return `function(self, run, *args)` of each run of a list; take the faults of all of them down."""
        made = (self.attempt(function, self, run, *args) for run in runs)
        return [one for one in made if one is not None]

    def report(self, fault: Fault) -> None:
        """Take a fault down."""
        hint = fault.hint if isinstance(fault.hint, str) else fault.hint()
        self.faults.append(self.source.fault(fault.span, fault.message, hint))


def wrong(at: Span | Item | Items, message: str, hint: Hint = "", weight: int = 0) -> Fault:
    """Return the Fault at a span, an item or a run of items, to be raised."""
    span = at if isinstance(at, Span) else span_over(at) if isinstance(at, tuple) else at.span
    return Fault(span, message, hint, weight)


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> Hint:
    """Return a hint: a did-you-mean over the known words, else the other hint, else the words if they are
    few.
    """
    return partial(_suggest, word, known, otherwise)


def _suggest(word: str, known: Iterable[str], otherwise: str) -> str:
    words = sorted(set(known))
    hint = did_you_mean(word, words) if len(word) > 2 else ""
    return hint or otherwise or (f"known here: {', '.join(words)}" if 0 < len(words) <= 12 else "")
