"""A game that is being played: drives its procedures from decision to decision.

The session runs the clock step by step; where a procedure asks, `decision` is the question and `answer` goes
on. With `checkpoints` it keeps a clone of the game at each step's start, and undo, clone and restore are one
mechanism: the clone, and the step run again with the answers given since. No generator is ever stored in the
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .circles import circle_of
from .clone import clone
from .decisions import Answer, Decision, Procedure
from .errors import Refusal
from .sequence import advance, perform
from .state import Game

Procedures = Mapping[str, Callable[..., Any]]


@dataclass(slots=True)
class Checkpoint:
    """The game at a step's start, and how many answers had been given by then."""

    game: Game
    answers: int


class Session:
    """One game in play. `decision` is the open question (None: the game is over); `answers` all answers so
    far.
    """

    def __init__(self, game: Game, procedures: Procedures, *, checkpoints: bool = False) -> None:
        self.game = game
        self.procedures = procedures
        self.answers: list[Answer] = []
        self.decision: Decision | None = None
        self.checkpoints: list[Checkpoint] = []
        self._keep = checkpoints
        self._step: Procedure[None] | None = None
        self._go(None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision is None

    def answer(self, answer: Answer) -> Refusal | None:
        """Answer the open decision; returns a Refusal (nothing changes, no dice are rolled) or None. Raises
        ValueError if the game is over.
        """
        if self.decision is None:
            raise ValueError("the game is over: there is nothing to answer")
        refusal = self.decision.judge(answer)
        if refusal is not None:
            return refusal
        meant = self.decision.meant(answer)
        self.answers.append(meant)
        self._go(meant)
        return None

    def undo(self, count: int = 1) -> None:
        """Take back the last answers. Raises ValueError without checkpoints or with fewer answers than
        that.
        """
        if count < 0 or count > len(self.answers):
            raise ValueError(f"{len(self.answers)} answers were given, {count} cannot be taken back")
        self._restore(self.answers[: len(self.answers) - count])

    def clone(self) -> Session:
        """Return an independent session at the same decision. Raises ValueError without checkpoints."""
        if not self.checkpoints:
            raise ValueError("a session without checkpoints cannot be cloned")
        copy = Session.__new__(Session)
        copy.procedures, copy._keep = self.procedures, True
        copy.checkpoints = list(self.checkpoints)
        copy._restore(self.answers)
        return copy

    def _restore(self, answers: list[Answer]) -> None:
        if not self.checkpoints:
            raise ValueError("a session without checkpoints cannot go back")
        while len(self.checkpoints) > 1 and self.checkpoints[-1].answers > len(answers):
            self.checkpoints.pop()
        # A step may have begun right after the last answer kept: start from the latest step that
        # began before or at it.
        point = self.checkpoints.pop()
        self.game = clone(point.game)
        self.answers = list(answers[: point.answers])
        self._step, self.decision = None, None
        self._go(None)
        for answer in answers[point.answers :]:
            self.answers.append(answer)
            self._go(answer)

    def _go(self, answer: Answer) -> None:
        while True:
            if self._step is None:
                if self.game.clock.over:
                    self.decision = None
                    return
                if self._keep:
                    self.checkpoints.append(Checkpoint(clone(self.game), len(self.answers)))
                self.game.work = 0
                self._step = _one_step(self.game, self.procedures)
                answer = None
            try:
                self.decision = self._step.send(answer)
                return
            except StopIteration:
                self._step = None
            except RecursionError as error:
                raise circle_of(error) from None


def _one_step(g: Game, procedures: Procedures) -> Procedure[None]:
    node = yield from advance(g)
    if node is not None:
        yield from perform(g, node, procedures)


def replay(session: Session, answers: Iterable[Answer]) -> None:
    """Give recorded answers to a session in order. Raises ValueError naming the first that is refused or
    comes after the end.
    """
    for number, answer in enumerate(answers):
        if session.decision is None:
            raise ValueError(f"answer {number} comes after the end of the game")
        kind = session.decision.kind
        refusal = session.answer(answer)
        if refusal is not None:
            raise ValueError(f"answer {number} ({kind}) is refused: {refusal}")
