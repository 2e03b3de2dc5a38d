"""What the machine needs to know of the battles of a system: how they begin, and which laws they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from tercio.kernel.agents import Agent
from tercio.kernel.decisions import Decision
from tercio.kernel.host import Host
from tercio.kernel.session import Session
from tercio.kernel.state import Game

from . import laws
from .laws import Law

JUDGED = 12
"""Answers of a question that are judged."""

Across = Callable[[Game, Game], list[str]]
"""What holds of a game at the start of a step and at the start of the next: returns the faults."""


Asked = Callable[[Game, Decision], list[str]]
"""What holds of a question that is open in a game: returns the faults."""


class Begin(Protocol):
    """Begins a battle by name, at its first decision; equal seeds begin equal battles."""

    def __call__(self, name: str, seed: int, *, checkpoints: bool = False) -> Session: ...


@dataclass(frozen=True, slots=True)
class Battles:
    """Small battles of a system by name, and its laws: those that hold at every decision, those that hold
    where no procedure is in the middle of anything, those that hold from one step to the next, and those of
    questions; whether in each battle there is some lasting effect, so that its end is looked for.
    """

    system: str
    names: tuple[str, ...]
    begin: Begin
    at_any_time: tuple[Law, ...]
    at_rest: tuple[Law, ...]
    across: tuple[Across, ...] = ()
    asked: tuple[Asked, ...] = ()
    effects_in_each: bool = True

    def captain(self, seed: int) -> Agent:
        """Return a captain for battles of the system."""
        return _host().agent("captain", seed, self.system)

    def broken_now(self, session: Session) -> list[str]:
        """Return the faults in the state of a session."""
        return [fault for law in self.at_any_time for fault in law(session.game)]

    def misasked(self, session: Session) -> list[str]:
        """Return the faults of the question that is open."""
        decision = session.decision
        if decision is None:
            return []
        faults = laws.unanswerable(decision, JUDGED)
        return faults + [fault for law in self.asked for fault in law(session.game, decision)]

    def broken_since(self, session: Session, seen: int) -> list[str]:
        """Return the faults at the starts of steps from the one with this number on."""
        return [
            fault for number in range(seen, len(session.checkpoints)) for fault in self._at(session, number)
        ]

    def _at(self, session: Session, number: int) -> Iterator[str]:
        game = session.checkpoints[number].game
        faults = [fault for law in self.at_rest for fault in law(game)]
        if number:
            before = session.checkpoints[number - 1].game
            faults += [fault for law in self.across for fault in law(before, game)]
        yield from (f"{game.clock.path}: {fault}" for fault in faults)


@cache
def _host() -> Host:
    return Host()
