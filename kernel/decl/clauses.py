"""What a rule does: the clauses of rules, weapons, items, spells, terrain and objectives.

The six closed kinds of rule (architecture 3) are spread over these: `Modify`, `Shape`, `Reroll`, `Outcome`,
`OnNatural`, `Ignore`, `IgnoreBonuses`, `Has` and `Aura` are modifiers; `Permit` is permission, prohibition
and requirement; `Instead` is a replacement; `Trigger` a trigger; `Action` an action. Every clause may have a
`guard`; `role` names the role of its context on which the clause looks for its bearer (empty: the first role
of the signature); `quantifier` says how that role must hold the rule.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """What all clauses share: the condition, the role that must hold the rule and how, and the place."""

    guard: Condition | None = None
    role: str = ""
    quantifier: Quantifier = Quantifier.HAS
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Modify(Guarded):
    """Change `value`; for ADD_LIMITED `limit` bounds the result. On target numbers a positive amount makes
    the roll easier.
    """

    value: str
    op: Op
    amount: Expr
    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class Shape(Guarded):
    """Maximise (`extra` > 0) or Minimise (`extra` < 0) a roll."""

    roll: str
    extra: int


@dataclass(frozen=True, slots=True)
class Reroll(Guarded):
    """Reroll dice of a roll: failed, successful, or those that show `natural`."""

    roll: str
    which: Which
    natural: int = 0


@dataclass(frozen=True, slots=True)
class Outcome(Guarded):
    """A test always passes or always fails."""

    test: str
    passes: bool


@dataclass(frozen=True, slots=True)
class OnNatural(Guarded):
    """When a die of `roll` naturally shows between `low` and `high`, run `effects` for that die's attack."""

    roll: str
    low: int
    high: int
    effects: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Permit(Guarded):
    """May, cannot or must do something; `despite` names the rule whose prohibition this permission
    overrules.
    """

    action: str
    mood: Mood
    despite: str = ""


@dataclass(frozen=True, slots=True)
class Ignore(Guarded):
    """The named rule does not apply in contexts in which this clause applies (`signature` "" : in all)."""

    rule: RuleRef | Param


@dataclass(frozen=True, slots=True)
class IgnoreBonuses(Guarded):
    """What rules of the attacker's side, its own model and unit among them, would better in the numbers of
    an attack does not count. Rules of the weapon itself, of the battle and of the enemy do.
    """


@dataclass(frozen=True, slots=True)
class Has(Guarded):
    """Whoever holds this rule holds `rule` as well, wherever `guard` holds."""

    rule: RuleRef | Param


@dataclass(frozen=True, slots=True)
class Aura(Guarded):
    """`clauses` hold for the things in `reach` (its `where` asks of `bearer`, the source, and `it`)."""

    reach: SetExpr
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Trigger(Guarded):
    """Run `body` before or after `window`, or at the `start`/`end` of a node of the sequence (then `window`
    is the node).
    """

    window: str
    timing: str
    body: tuple[Statement, ...]
    once: str = ""


@dataclass(frozen=True, slots=True)
class Instead(Guarded):
    """Run `body` instead of the event of `window`."""

    window: str
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Action(Guarded):
    """Something that the bearer's owner may do: offered at a window (`timing` after, before, start or end),
    or of free choice `in` a node of the sequence or as a `react`ion to a window.

    `whose` turn is own, enemy or any; `kinds` are its keywords; `declare` is done first, then others may
    react, then `body` follows. `once` is "", turn, phase, round, game-turn, battle; `per_army`: for all of
    the army together. `forced`: whoever can, must; `repeatable`: as often as one likes.
    """

    name: str
    window: str
    timing: str
    body: tuple[Statement, ...]
    once: str = ""
    whose: str = "any"
    kinds: tuple[str, ...] = ()
    declare: tuple[Statement, ...] = ()
    per_army: bool = False
    forced: bool = False
    repeatable: bool = False


Clause: TypeAlias = (
    Modify
    | Shape
    | Reroll
    | Outcome
    | OnNatural
    | Permit
    | Ignore
    | IgnoreBonuses
    | Has
    | Aura
    | Trigger
    | Instead
    | Action
)
