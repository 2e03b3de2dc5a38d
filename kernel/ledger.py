"""Why a number is what it is: the steps that made it, and how players write numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .decl.expr import DiceAmount

if TYPE_CHECKING:
    from .instances import Compiled
    from .state import Held


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a ledger: the rule, what it did, the running total, where the rule is declared, and why it
    was rejected if it was.
    """

    rule: str
    did: str
    total: Any
    pack: str = ""
    cite: str = ""
    source: str = ""
    rejected: str = ""


@dataclass(slots=True)
class Ledger:
    """Why a number is what it is: name, kind, base, steps in order and result."""

    name: str
    kind: str
    base: Any
    steps: list[Step] = field(default_factory=list)
    result: Any = None

    def __str__(self) -> str:
        parts = [show(self.base, self.kind)]
        parts += [f"{step.did} {step.rule}" for step in self.steps if not step.rejected]
        return f"{' '.join(parts)} = {show(self.result, self.kind)}"


def show(number: Any, kind: str) -> str:
    """Return a number as players write it: `4+`, `5"`, `2D6+1`, `3`."""
    if number is None:
        return "-"
    if isinstance(number, DiceAmount):
        return show_dice(number)
    return {"target": f"{number}+", "inches": f'{number}"'}.get(kind, str(number))


def signed(amount: Any) -> str:
    """Return what is added as players write it: `+1`, `-1/2`, `+D3`."""
    shown = show(amount, "")
    return shown if shown.startswith("-") else f"+{shown}"


def show_dice(dice: DiceAmount) -> str:
    """Return `2D6+1`, with `maximised ` or `minimised ` in front for each instance."""
    word = "maximised " if dice.extra > 0 else "minimised "
    count = "" if dice.count == 1 else str(dice.count)
    plus = f"{dice.plus:+d}" if dice.plus else ""
    return f"{word * abs(dice.extra)}{count}D{dice.sides}{plus}"


def step_of(rule: Compiled, held: Held, did: str, total: Any, rejected: str) -> Step:
    """Return what a held clause did as a step: the running total behind it, or why it was rejected."""
    decl = rule.declaration
    return Step(
        rule.rule_name or held.source,
        did,
        total,
        decl.pack if decl else "",
        str(decl.cite) if decl and decl.cite else "",
        held.source,
        rejected,
    )
