"""The named declarations of a pack, but for army books (`book`) and scenarios (`scenario`).

Every declaration knows its name, the place where it was written, what it cites and the pack that brought it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..source import NOWHERE, Citation, Span
from .clauses import Clause
from .expr import Condition, Expr
from .statements import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What all declarations share. `kind` is the word it starts with in a pack."""

    kind: ClassVar[str] = ""
    name: str
    span: Span = NOWHERE
    cite: Citation | None = None
    text: str = ""
    pack: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant(Declaration):
    """A named number."""

    kind: ClassVar[str] = "constant"
    value: Expr


@dataclass(frozen=True, slots=True)
class Key:
    """Which indices a table row answers: a name, or a range (`open_low`: without its low end)."""

    name: str = ""
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    open_low: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its key and one value for each column."""

    key: Key
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Declaration):
    """Rows read from top to bottom; the first whose key holds the index answers."""

    kind: ClassVar[str] = "table"
    index: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic(Declaration):
    """A number on a profile: `of` unit, pool (defence) or part (offence), bounds, rounding, and which of
    several sets counts. All that is added to it comes to at least `net_low` and at most `net_high`; of a
    target number positive is easier. None: open.
    """

    kind: ClassVar[str] = "characteristic"
    of: str = "part"
    low: int | None = None
    high: int | None = None
    rounding: str = "up"
    several: str = "worst"
    short: str = ""
    net_low: int | None = None
    net_high: int | None = None

    @property
    def is_net(self) -> bool:
        """Whether the sum of what is added to it is limited."""
        return self.net_low is not None or self.net_high is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDecl(Declaration):
    """A roll or test that rules may shape, `of` unit, pool or part: of a stage of an attack, or one that
    rules tell somebody to make.
    """

    kind: ClassVar[str] = "roll"
    of: str = "unit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword(Declaration):
    """A word that attacks, actions, areas or terrain (`of`) may bear, for rules to ask for."""

    kind: ClassVar[str] = "keyword"
    of: str = "action"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages(Declaration):
    """The order in which kinds of modifiers apply."""

    kind: ClassVar[str] = "stages"
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boundary:
    """When a duration ends: the `edge` (start/end) of a `node` (phase, turn, round, combat, round of combat,
    battle or a named node), `whose` (same, active, owner, opponent, any) and the n-th such occasion, the one
    that is under way left out if it is the `following` one; or while `condition` holds; or never, or
    instantly.
    """

    edge: str = "end"
    node: str = "battle"
    whose: str = "any"
    same: bool = False
    count: int = 1
    condition: Condition | None = None
    following: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration(Declaration):
    """A named length of time."""

    kind: ClassVar[str] = "duration"
    until: Boundary | None = None
    instant: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Property(Declaration):
    """A name without rules of its own."""

    kind: ClassVar[str] = "property"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Declaration):
    """A state that things can be in; `of` unit, pool, model, player or terrain."""

    kind: ClassVar[str] = "mark"
    of: str = "unit"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a rule: its letter and what it takes (amount, name, bundle)."""

    name: str
    takes: str = "amount"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Declaration):
    """A rule. `of` is "battle" for rules that everybody has; `default` guards clauses of rules given without
    a guard. Instances add up if it is `cumulative`; if `by_argument`, those whose arguments differ.
    """

    kind: ClassVar[str] = "rule"
    parameters: tuple[Parameter, ...] = ()
    clauses: tuple[Clause, ...] = ()
    of: str = ""
    default: Condition | None = None
    cumulative: bool = False
    by_argument: bool = False
    category: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """One roll of an attack sequence: a die of how many sides, what it needs, natural results that fail or
    pass, and whether passing stops the attack.
    """

    roll: str
    by: str
    sides: int
    needs: Expr
    natural_fails: tuple[int, ...] = ()
    natural_passes: tuple[int, ...] = ()
    stops: bool = False
    guard: Condition | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSequence(Declaration):
    """Stages in order, then what an attack that got through does."""

    kind: ClassVar[str] = "attack-sequence"
    stages: tuple[Stage, ...] = ()
    then: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(Declaration):
    """A weapon: `kinds` (melee, shooting), numbers by word (range, shots, aim, strength, ap, priority ...),
    rules and clauses.
    """

    kind: ClassVar[str] = "weapon"
    kinds: tuple[str, ...] = ("melee",)
    numbers: tuple[tuple[str, Expr], ...] = ()
    clauses: tuple[Clause, ...] = ()
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Cast:
    """One way to cast a spell: the target total, its range in inches (None: unlimited), and a label if there
    are several.
    """

    value: Expr
    range: Expr | None = None
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Declaration):
    """A spell: its casts, types and duration, what happens on success, and clauses granted to each target
    for the duration.
    """

    kind: ClassVar[str] = "spell"
    path: str = ""
    number: int = 0
    casts: tuple[Cast, ...] = ()
    types: tuple[str, ...] = ()
    duration: str = ""
    effects: tuple[Statement, ...] = ()
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Path(Declaration):
    """A path of magic or lore: its spells in order of number."""

    kind: ClassVar[str] = "path"
    spells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainFeature(Declaration):
    """A kind of terrain: words that the system's procedures read (`traits`: word -> arguments) and clauses
    for things in contact.
    """

    kind: ClassVar[str] = "terrain"
    traits: tuple[tuple[str, tuple[Expr, ...]], ...] = ()
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective(Declaration):
    """A victory condition: clauses that hold for the whole battle."""

    kind: ClassVar[str] = "objective"
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Declaration):
    """A card of the deck of a name, of which it holds that many copies; whoever has the card holds its
    clauses.
    """

    kind: ClassVar[str] = "card"
    deck: str
    copies: int = 1
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Declaration):
    """Something bought for a model: the lists it stands on, its cost, limits, clauses for the bearer and
    clauses for the enchanted weapon.
    """

    kind: ClassVar[str] = "item"
    lists: tuple[str, ...] = ()
    cost: int = 0
    per_army: int | None = 1
    words: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()
    weapon_clauses: tuple[Clause, ...] = ()
    option: object | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a sequence: level (round, turn, phase, step), name, who acts, how often it comes
    (`times`, or what the constant `times_by` says), own statements.
    """

    level: str
    name: str
    by: str = ""
    times: int = 1
    times_by: str = ""
    children: tuple[Node, ...] = ()
    body: tuple[Statement, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceDecl(Declaration):
    """A named tree of nodes; other sequences are included by naming them as a node."""

    kind: ClassVar[str] = "sequence"
    nodes: tuple[Node, ...] = ()
