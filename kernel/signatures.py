"""Typed signatures: the words that a rule pack may use, and what they take.

The kernel knows no value, roll, permission, window, relation, property or verb of any game. Plugins register
them here, once, when a ruleset is built; the language checks every phrase of a pack against them, and
`compile` turns phrases into calls of their functions. Patterns are sentences of literal words, commas
and typed slots: `{a:unit} is within {distance:amount} of {b:thing}`; a part in square brackets may be left
out: `deal {n:amount} hits to {target:pool} [with {what:bundle}]`.

Slot types: unit, pool, part, attack, action, player, terrain, area, thing (anything with a place), any,
amount (numbers, inches, dice), word, name, rule (a reference with arguments), bundle (changes and rules),
set, duration, table, condition (true or false now), test (a condition on `it`, to be asked later).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

TYPES = frozenset(
    [
        "unit",
        "pool",
        "part",
        "attack",
        "action",
        "player",
        "terrain",
        "area",
        "thing",
        "any",
        "amount",
        "word",
        "name",
        "rule",
        "bundle",
        "set",
        "duration",
        "table",
        "condition",
        "test",
    ]
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A typed hole in a pattern; a word slot with `choices` takes only those: `{facing:front|flank|rear}`."""

    name: str
    type: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """One element of a pattern: a literal word or a slot, inside optional group number `group` (0:
    required).
    """

    item: str | Slot
    group: int = 0


def parse_pattern(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a pattern; raises ValueError for an unknown slot type or unbalanced brackets."""
    pieces: list[Piece] = []
    group = opened = 0
    for token in re.findall(r"\[|\]|\{[^}]*\}|[^\s\[\]{}]+", text):
        if token in "[]" and (token == "]") != (group > 0):
            raise ValueError(f"unbalanced brackets in pattern {text!r}")
        if token == "[":
            opened += 1
            group = opened
        elif token == "]":
            group = 0
        else:
            pieces.append(Piece(_slot(token) if token.startswith("{") else token, group))
    if group:
        raise ValueError(f"unbalanced brackets in pattern {text!r}")
    return tuple(pieces)


def _slot(token: str) -> Slot:
    name, _, type_ = token[1:-1].partition(":")
    if "|" in type_:
        return Slot(name, "word", tuple(type_.split("|")))
    if type_ not in TYPES:
        raise ValueError(f"unknown slot type {type_!r} in {token}")
    return Slot(name, type_)


Roles = tuple[tuple[str, str], ...]
"""Roles of a context: (name, type) pairs; the first is where clauses without a condition look for their
bearer.
"""


@dataclass(frozen=True, slots=True)
class ValueSignature:
    """A number that rules may change. `kind` is number, inches, target (a target number: lower is easier),
    dice or exact (fractions stay, where other numbers are rounded up).
    """

    name: str
    kind: str
    roles: Roles
    doc: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollSignature:
    """A roll or test that rules may maximise, reroll, modify or decide; `also` are wider names it answers to
    (`courage-test`).
    """

    name: str
    roles: Roles
    doc: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PermissionSignature:
    """Something that a thing does if it may: `march`, `choose-flee`."""

    name: str
    roles: Roles
    doc: str


@dataclass(frozen=True, slots=True)
class WindowSignature:
    """A moment at which rules may act, after something has happened; `early` windows open before it as well,
    `replaceable` ones may be replaced.
    """

    name: str
    roles: Roles
    doc: str
    replaceable: bool = False
    early: bool = False


@dataclass(frozen=True, slots=True)
class RelationSignature:
    """A sentence that is true or false: `function(game, *slots in order of the pattern)`; optional slots
    left out are None. A `situated` one depends on who speaks: `function(game, context, held, *slots)`.
    """

    name: str
    pattern: str
    function: Callable[..., bool]
    doc: str
    situated: bool = False


NOUNS = frozenset(["unit", "pool", "model", "part", "player", "terrain", "area"])
"""The kinds of things that a noun can be of; a model is the pool it is in."""


@dataclass(frozen=True, slots=True)
class NounSignature:
    """A word for the things of a kind (one of `NOUNS`) of which `function(game, thing)` is true. `plural` is
    `name` with an s unless it is given. Raises ValueError for another kind.
    """

    name: str
    kind: str
    function: Callable[[Any, Any], bool]
    doc: str
    plural: str = ""

    def __post_init__(self) -> None:
        if self.kind not in NOUNS:
            raise ValueError(f"unknown kind {self.kind!r} of the noun {self.name!r}")

    @property
    def words(self) -> tuple[str, str]:
        """Singular and plural."""
        return self.name, self.plural or f"{self.name}s"

    @property
    def relation(self) -> RelationSignature:
        """The sentence that says of a thing that it is one."""
        thing = "pool" if self.kind == "model" else self.kind
        return RelationSignature(self.name, f"{{a:{thing}}} is {self.name}", self.function, self.doc)


@dataclass(frozen=True, slots=True)
class TermSignature:
    """A property that yields a value of type `type`: `function(game, *slots)`, `situated` ones
    `function(game, context, held, *slots)`.
    """

    name: str
    pattern: str
    type: str
    function: Callable[..., Any]
    doc: str
    situated: bool = False


@dataclass(frozen=True, slots=True)
class VerbSignature:
    """Something that a statement does: `function(game, context, **slots)`, plain or a generator of
    decisions.
    """

    name: str
    pattern: str
    function: Callable[..., Any]
    doc: str


@dataclass(frozen=True, slots=True)
class GivenSignature:
    """Something that a scenario takes for granted: `function(game, context, **slots)`, plain or a generator
    of decisions.
    """

    name: str
    pattern: str
    function: Callable[..., Any]
    doc: str


@dataclass(frozen=True, slots=True)
class UpkeepSignature:
    """Something that a system works out from rules and places, and that has to be in step with them:
    `function(game)` brings it up to date. It is called often and must cost nothing where nothing changed.
    """

    name: str
    function: Callable[[Any], None]
    doc: str


@dataclass(frozen=True, slots=True)
class ClauseWord:
    """A word that a system gives to one kind of declaration (`covering soft height 5` on terrain): kept as
    data for its procedures. `names`: of which kind of declaration the names behind it are; `words`: which
    words may stand behind it ("" and none: any).
    """

    declaration: str
    word: str
    doc: str
    names: str = ""
    words: tuple[str, ...] = ()


Signature = (
    ValueSignature
    | RollSignature
    | PermissionSignature
    | WindowSignature
    | RelationSignature
    | NounSignature
    | TermSignature
    | VerbSignature
    | GivenSignature
    | UpkeepSignature
    | ClauseWord
)
_SHELVES: Mapping[type, str] = {
    ValueSignature: "values",
    RollSignature: "rolls",
    PermissionSignature: "permissions",
    WindowSignature: "windows",
    RelationSignature: "relations",
    NounSignature: "nouns",
    TermSignature: "terms",
    VerbSignature: "verbs",
    GivenSignature: "givens",
    UpkeepSignature: "upkeeps",
    ClauseWord: "words",
}


@dataclass(slots=True)
class Signatures:
    """All registered signatures by kind and name. Registering a name twice with another meaning raises
    ValueError. A noun is a relation as well.
    """

    values: dict[str, ValueSignature] = field(default_factory=dict)
    rolls: dict[str, RollSignature] = field(default_factory=dict)
    permissions: dict[str, PermissionSignature] = field(default_factory=dict)
    windows: dict[str, WindowSignature] = field(default_factory=dict)
    relations: dict[str, RelationSignature] = field(default_factory=dict)
    nouns: dict[str, NounSignature] = field(default_factory=dict)
    terms: dict[str, TermSignature] = field(default_factory=dict)
    verbs: dict[str, VerbSignature] = field(default_factory=dict)
    givens: dict[str, GivenSignature] = field(default_factory=dict)
    upkeeps: dict[str, UpkeepSignature] = field(default_factory=dict)
    words: dict[str, ClauseWord] = field(default_factory=dict)
    _role_types: dict[str, str] | None = None

    def add(self, signatures: Iterable[Signature]) -> Signatures:
        """Register signatures; returns self."""
        for signature in signatures:
            shelf, key = self._shelf(signature)
            if shelf.get(key, signature) != signature:
                raise ValueError(
                    f"{type(signature).__name__} {key!r} is registered twice with different meanings"
                )
            shelf[key] = signature
            if isinstance(signature, NounSignature):
                self.add([signature.relation])
        return self

    def _shelf(self, signature: Any) -> tuple[dict[str, Any], str]:
        shelf = _SHELVES.get(type(signature))
        if shelf is None:
            raise TypeError(f"not a signature: {signature!r}")
        is_word = isinstance(signature, ClauseWord)
        key = f"{signature.declaration} {signature.word}" if is_word else signature.name
        return getattr(self, shelf), key

    def roles_of(self, name: str) -> Roles:
        """Return the roles of a value, roll, permission or window by name; raises KeyError."""
        for shelf in self._contexts():
            if name in shelf:
                return shelf[name].roles  # type: ignore[no-any-return]
        raise KeyError(name)

    def role_type(self, role: str) -> str:
        """Return the type of a role if it is the same in every context, else ""."""
        if self._role_types is None:
            found: dict[str, str] = {}
            for shelf in self._contexts():
                for signature in shelf.values():
                    for name, type_ in signature.roles:
                        found[name] = type_ if found.get(name, type_) == type_ else ""
            self._role_types = found
        return self._role_types.get(role, "")

    def _contexts(self) -> Iterator[Mapping[str, Any]]:
        yield from (self.values, self.rolls, self.permissions, self.windows)
