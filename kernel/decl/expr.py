"""Amounts and conditions of the rules language as a tree of frozen values.

An amount yields a number (int or Fraction; inches, target numbers and percentages are numbers with a unit),
a condition yields true or false. Words that the grammar does not know (`ranks of unit`, `unit is within 6"
of bearer`) are applications of signatures (`Term`, `Relation`) that the kernel or a plugin registered under
`name`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias

from ..errors import Diagnostic, RulesError


@dataclass(frozen=True, slots=True)
class Literal:
    """A number as written; `unit` is "" (plain), '"' (inches), "+" (target number) or "%"."""

    value: int | Fraction
    unit: str = ""


@dataclass(frozen=True, slots=True)
class DiceAmount:
    """`count` dice of `sides` sides plus `plus`; `extra` > 0 Maximised that many times, < 0 Minimised.

    Adding a whole number changes `plus`; adding dice of as many sides makes one roll of all of them. Raises
    RulesError for dice of other sides: they cannot be one roll; and wherever a plain number is needed.
    """

    count: int
    sides: int
    plus: int = 0
    extra: int = 0

    def __add__(self, more: int | DiceAmount) -> DiceAmount:
        if not isinstance(more, DiceAmount):
            return replace(self, plus=self.plus + more)
        if more.sides != self.sides:
            raise RulesError(f"D{self.sides} and D{more.sides} cannot be added into one roll")
        return DiceAmount(self.count + more.count, self.sides, self.plus + more.plus, self.extra + more.extra)

    __radd__ = __add__

    def __sub__(self, less: int) -> DiceAmount:
        return replace(self, plus=self.plus - less)

    def __str__(self) -> str:
        return f"{self.count if self.count > 1 else ''}D{self.sides}{f'{self.plus:+}' if self.plus else ''}"

    def _no_number(self, *_: Any) -> NoReturn:
        hint = "write a number; dice are for what is rolled as it happens, such as hits, wounds or a test"
        raise RulesError(Diagnostic(f"{self} stands where a plain number is needed", hint=hint))

    __int__ = __float__ = __index__ = __neg__ = _no_number
    __lt__ = __le__ = __gt__ = __ge__ = _no_number
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __rsub__ = _no_number


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of the rule that is being declared, e.g. `X`."""

    name: str


@dataclass(frozen=True, slots=True)
class ConstantRef:
    """A named constant of a pack."""

    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word that a signature takes as an argument, e.g. `soft`."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A quoted name that is not a rule reference, e.g. the name of a weapon or a duration."""

    text: str


@dataclass(frozen=True, slots=True)
class Role:
    """A thing that takes part in the present context: `unit`, `target`, `attack`, `bearer`, `it` ..."""

    name: str


@dataclass(frozen=True, slots=True)
class Term:
    """A registered property or function of things: `ranks of unit` is Term("ranks", (Role("unit"),))."""

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Lookup:
    """A table read at an index: `table to-wound of strength - resilience`; `column` for tables of several
    columns.
    """

    table: str
    index: Expr
    column: str = ""


@dataclass(frozen=True, slots=True)
class Arith:
    """`left op right` with op one of + - * / min max."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule by name with the arguments of its parameters in order."""

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Bundle:
    """Clauses as an argument: `("Hatred", strength +1)`; items are decl.clauses.Clause. With a `name` they
    are held as the rule of that name (`this rule` in them means it), though no pack declares it as one.
    """

    clauses: tuple[object, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Compare:
    """`left op right` with op one of = != < <= > >=."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Relation:
    """A registered sentence about things: `unit is within 6" of bearer`."""

    name: str
    args: tuple[Expr, ...] = ()


class Quantifier(enum.Enum):
    """How a subject holds a rule: itself, any model of the unit, or every model of the unit."""

    HAS = "has"
    CONTAINS = "contains"
    ENTIRELY = "entirely"


@dataclass(frozen=True, slots=True)
class Holds:
    """`subject has/contains/is entirely rule`; `rule` None means the rule that is being declared (`this
    rule`).
    """

    subject: Expr
    quantifier: Quantifier
    rule: RuleRef | Param | None = None


@dataclass(frozen=True, slots=True)
class And:
    """All of them hold."""

    items: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of them holds."""

    items: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """It does not hold."""

    item: Condition


@dataclass(frozen=True, slots=True)
class SetExpr:
    """A finite set of things on the table: `friendly units within 8" of bearer`; inside `where` the thing is
    Role("it").

    `kind` is unit, pool, model, part, player, terrain, area or destroyed (units that were); `side` is "",
    friendly, enemy or own (seen from the bearer's owner, else from the acting player).
    """

    kind: str
    side: str = ""
    where: Condition | None = None


Expr: TypeAlias = (
    Literal
    | DiceAmount
    | Param
    | ConstantRef
    | Word
    | Name
    | Role
    | Term
    | Lookup
    | Arith
    | RuleRef
    | Bundle
    | SetExpr
)
Condition: TypeAlias = Compare | Relation | Holds | And | Or | Not
