"""Rules as they are held: a rule with its arguments is an `Instance`, its clauses are `Compiled`.

`ruleset` makes them, once for each rule and arguments; all that hold the rule share them, in all games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .compile import Function
from .context import Context
from .decl.clauses import Op
from .decl.expr import Bundle, RuleRef
from .decl.things import Declaration
from .state import Game, Held, Thing

_ZERO: Function = lambda g, c, h: 0  # noqa: E731


@dataclass(slots=True, eq=False)
class Compiled:
    """One clause of an instance, ready to be asked.

    `number` tells the clauses of a rule apart; `rule_name` "" is a nameless bundle. Of clauses with an equal
    `same` one counts; None: this one always does. `role` is the attribute
    of the context that must be the bearer ("": the first role); `free` clauses speak of their bearer
    themselves and need it in no role. `reach` says whom an aura reaches, `placed` that this hangs on places
    alone.
    """

    clause: Any
    rule_name: str
    declaration: Declaration | None
    number: str
    keys: tuple[str, ...]
    guard: Function | None
    amount: Function = _ZERO
    limit: Function = _ZERO
    op: Op = Op.ADD
    stage: int = 0
    same: Any = None
    reach: Callable[..., bool] | None = None
    placed: bool = False
    role: str = ""
    free: bool = False

    def reaches(self, g: Game, c: Context, held: Held, thing: Thing) -> bool:
        """Return whether an aura clause of `held` holds for `thing`."""
        return self.reach is not None and self.reach(g, c, held, thing)


@dataclass(slots=True, eq=False)
class Mention:
    """A rule or property name that an instance carries, with the guard under which it does, and the one that
    says for which attacks the rule holds.
    """

    name: str
    guard: Function | None
    default: Function | None = None


@dataclass(slots=True, eq=False)
class Instance:
    """A rule with its arguments: `ref` says which, `label` how players write it. `listening` are the clauses
    that wait for windows: triggers, actions, replacements.
    """

    ref: RuleRef
    label: str
    clauses: tuple[Compiled, ...]
    auras: tuple[Compiled, ...]
    mentions: tuple[Mention, ...]
    given: RuleRef | Bundle
    spoken: frozenset[str]
    listening: tuple[Compiled, ...]
