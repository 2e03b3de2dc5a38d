"""What a rule does: the clauses of rules, weapons, items, spells, terrain and objectives.

The six closed kinds of rule (architecture 3) are spread over these: `Modify`, `Shape`, `Reroll`, `Outcome`,
`OnNatural`, `Ignore`, `Has` and `Aura` are modifiers; `Permit` is permission, prohibition and requirement;
`Instead` is a replacement; `Trigger` a trigger; `Action` an action. Every clause may have a `guard`; `role`
names the role of its context on which the clause looks for its bearer (empty: the first role of the
signature); `quantifier` says how that role must hold the rule.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from ..source import NOWHERE, Span
from .expr import Condition, Expr, Param, Quantifier, RuleRef, SetExpr
from .statements import Statement


class Op(enum.Enum):
    """How a modifier changes a value; the stage at which each applies is the system's to say (`stages`)."""

    SET = "set"
    KEEP_AT_LEAST = "keep at least"
    KEEP_AT_MOST = "keep at most"
    MULTIPLY = "multiply"
    ADD = "add"
    ADD_LIMITED = "limited"
    FIX = "fix"
    HOLD_AT_LEAST = "hold at least"
    HOLD_AT_MOST = "hold at most"


class Mood(enum.Enum):
    """May, cannot, must."""

    MAY = "may"
    CANNOT = "cannot"
    MUST = "must"


class Which(enum.Enum):
    """Which dice of a roll are rerolled."""

    FAILED = "failed"
    SUCCESSFUL = "successful"
    NATURAL = "natural"


@dataclass(frozen=True, slots=True)
class Modify:
    """Change `value`; for ADD_LIMITED `limit` bounds the result. On target numbers a positive amount makes
    the roll easier.
    """

    value: str
    op: Op
    amount: Expr
    limit: Expr | None = None
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Shape:
    """Maximise (`extra` > 0) or Minimise (`extra` < 0) a roll."""

    roll: str
    extra: int
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Reroll:
    """Reroll dice of a roll: failed, successful, or those that show `natural`."""

    roll: str
    which: Which
    natural: int = 0
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test always passes or always fails."""

    test: str
    passes: bool
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class OnNatural:
    """When a die of `roll` naturally shows between `low` and `high`, run `effects` for that die's attack."""

    roll: str
    low: int
    high: int
    effects: tuple[Statement, ...]
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Permit:
    """May, cannot or must do something; `despite` names the rule whose prohibition this permission
    overrules.
    """

    action: str
    mood: Mood
    despite: str = ""
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Ignore:
    """The named rule does not apply in contexts in which this clause applies (`signature` "" : in all)."""

    rule: RuleRef | Param
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Has:
    """Whoever holds this rule holds `rule` as well, wherever `guard` holds."""

    rule: RuleRef | Param
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Aura:
    """`clauses` hold for the things in `reach` (in its `where`, `bearer` is the source and `it` the thing).
    """

    reach: SetExpr
    clauses: tuple[Clause, ...]
    guard: Condition | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Trigger:
    """Run `body` before or after `window`, or at the `start`/`end` of a node of the sequence (then `window`
    is the node).
    """

    window: str
    timing: str
    body: tuple[Statement, ...]
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    once: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Instead:
    """Run `body` instead of the event of `window`."""

    window: str
    body: tuple[Statement, ...]
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the bearer's owner may do at a window; `once` is "", turn, phase, round, battle."""

    name: str
    window: str
    timing: str
    body: tuple[Statement, ...]
    once: str = ""
    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


Clause: TypeAlias = (
    Modify | Shape | Reroll | Outcome | OnNatural | Permit | Ignore | Has | Aura | Trigger | Instead | Action
)
