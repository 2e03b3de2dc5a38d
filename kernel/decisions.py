"""A question put to a player, as data.

A `Decision` names its kind (`charge.declare`), who answers, the question, the legal answers and the rule
that asks. Answers are plain JSON values. Where answers are countless (placing a unit) `options` are some
legal ones and `accepts` judges any other; it returns a `Refusal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from sys import float_info
from typing import Any, TypeVar

from .errors import Refusal

Answer = Any
T = TypeVar("T")
Procedure = Generator["Decision", Answer, T]
"""A procedure reads like the section it cites, yields decisions and is sent their answers."""

PASS = "pass"


@dataclass(slots=True)
class Decision:
    """A question. `options` may be given as a function, called when first asked for. `facts` help agents and
    people, as plain data.
    """

    kind: str
    player: str
    question: str
    offered: Sequence[Answer] | Callable[[], Sequence[Answer]]
    rule: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    accepts: Callable[[Answer], Refusal | None] | None = field(default=None, repr=False)

    @property
    def options(self) -> Sequence[Answer]:
        """The legal answers, or some of them where `accepts` judges; never empty."""
        if callable(self.offered):
            self.offered = self.offered()
        return self.offered

    def judge(self, answer: Answer) -> Refusal | None:
        """Return why an answer is not legal, or None if it is. What has been offered is legal."""
        if self.accepts is not None:
            offered = () if callable(self.offered) else self.offered
            return None if answer in offered else self.accepts(answer)
        if answer in self.options:
            return None
        return Refusal("decision.not_an_option", {"kind": self.kind, "answer": answer})

    def meant(self, answer: Answer) -> Answer:
        """Return the offered answer that equals one, else the answer itself: 2.0 and true are equal to whole
        numbers, but are none to whoever counts with them.
        """
        offered = () if callable(self.offered) else self.offered
        return offered[offered.index(answer)] if answer in offered else answer

    def plain(self) -> dict[str, Any]:
        """Return the question as plain data."""
        return {
            "kind": self.kind,
            "player": self.player,
            "question": self.question,
            "options": list(self.options),
            "rule": self.rule,
            "facts": self.facts,
        }


def default(decision: Decision) -> Answer:
    """Return the answer to a decision that nobody told one for: passing, where one may, else the first
    option.
    """
    options = decision.options
    return PASS if PASS in options else options[0]


def is_number(told: Any) -> bool:
    """Whether what an answer tells is a number to reckon with: no truth value, finite, and not a whole number
    beyond all measure.
    """
    return type(told) in (int, float) and -float_info.max <= told <= float_info.max


def ask(decision: Decision) -> Procedure[Answer]:
    """Yield a decision until its answer is legal; a lone forced option is taken without asking.

    Whoever drives the procedure must check `judge` and show the refusal; an illegal answer that comes
    through is a broken contract.
    """
    if decision.accepts is None and len(decision.options) == 1:
        return decision.options[0]
    answer = yield decision
    refusal = decision.judge(answer)
    if refusal is not None:
        raise ValueError(f"illegal answer came through to {decision.kind}: {refusal}")
    return answer
