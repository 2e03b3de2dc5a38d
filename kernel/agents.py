"""Who answers decisions: the contract of agents.

An agent sees a `Decision` and the game, which is locked while it thinks: it may ask any value, permission or
distance, but emitting, rolling or asking raises. An agent of ten lines: a class with `choose(decision,
game)` that returns one of `decision.options`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from .decisions import Answer, Decision
from .state import Game, Thing


class Agent(Protocol):
    """Answers the decisions of one player."""

    def choose(self, decision: Decision, game: Game) -> Answer:
        """Return a legal answer: one of the options, or another that `decision.judge` accepts."""
        ...


@contextmanager
def reading(game: Game) -> Iterator[Game]:
    """Lock a game for a query: emitting, rolling and asking raise RuntimeError until the end of the block."""
    if not game.locked:
        game.locks += 1
    game.locked += 1
    try:
        yield game
    finally:
        game.locked -= 1


def consult(agent: Agent, decision: Decision, game: Game) -> Any:
    """Return an agent's answer to a decision, with the game locked."""
    with reading(game):
        return agent.choose(decision, game)


@contextmanager
def supposing(thing: Thing, mark: str, holds: bool = True) -> Iterator[Thing]:
    """Answer queries as if a thing were in a state (or plainly, if not `holds`); afterwards it is as it
    was.
    """
    if not holds or mark in thing.marks:
        yield thing
        return
    thing.marks[mark] = 0
    try:
        yield thing
    finally:
        del thing.marks[mark]
