"""What happens: statements that a trigger, an action, a spell or a natural die runs, in order.

There are no loops, assignments or recursion: `Each` and `Choose` range over finite sets of things on the
table, so a pack from a stranger always ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..source import NOWHERE, Span
from .expr import Condition, DiceAmount, Expr, Role, SetExpr


@dataclass(frozen=True, slots=True)
class Do:
    """One registered verb with its arguments by slot name, in the order of its signature."""

    verb: str
    args: tuple[tuple[str, Expr], ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class If:
    """`then` if the condition holds, else `otherwise`."""

    condition: Condition
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Each:
    """`body` for every thing of the set in the order of ids, or of a list that was picked; the thing is
    Role(`name`).
    """

    among: SetExpr | Role
    body: tuple[Statement, ...]
    name: str = "it"
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Choose:
    """`who` chooses `count` things of the set (`optional`: up to that many), `body` runs for each as
    Role(`name`).
    """

    among: SetExpr
    body: tuple[Statement, ...]
    count: Expr | None = None
    optional: bool = False
    who: str = "player"
    name: str = "it"
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class RollRow:
    """Results from `low` to `high` (None: open) run `body`."""

    low: int | None
    high: int | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class RollOn:
    """Roll and run the rows that the total falls into; the total is Role("result")."""

    dice: DiceAmount | Expr
    rows: tuple[RollRow, ...]
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Options:
    """The player chooses one of several named courses: `choose one of` with rows `"Name": statements`."""

    rows: tuple[tuple[str, tuple[Statement, ...]], ...]
    who: str = "player"
    optional: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Pick:
    """`who` picks `count` things of the set (None: one; `optional`: up to that many, without a count any
    number), which all that follows knows as Role(`name`): one thing, or a list where `many`.
    """

    among: SetExpr
    name: str
    count: Expr | None = None
    optional: bool = False
    many: bool = False
    who: str = "player"
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class RollAs:
    """Roll dice for the roll `roll` ("": for none that rules speak of); all that follows knows the total as
    Role(`name`).
    """

    dice: Expr
    name: str
    roll: str = ""
    span: Span = NOWHERE


Statement: TypeAlias = Do | If | Each | Choose | RollOn | Options | Pick | RollAs
