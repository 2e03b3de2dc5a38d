"""Playing and replaying whole games.

`play` asks an agent for each player until the game is over and writes the log as it goes; `replayed` gives a
log's answers to a new session. Both are the same session; only who answers differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .agents import Agent, consult
from .errors import RulesError
from .events import Event
from .hashing import state_hash
from .session import Session
from .store import Log, LogWriter

_PATIENCE = 3


def play(session: Session, agents: Mapping[str, Agent], log: LogWriter | None = None) -> None:
    """Let agents (by player) answer until the game is over. Raises RulesError if an agent keeps giving
    answers that are refused.
    """
    written = 0
    while session.decision is not None:
        decision = session.decision
        value = _legal(agents[decision.player], session)
        if log is not None:
            log.answer(len(session.answers), decision.kind, decision.player, value)
        session.answer(value)
        if log is not None:
            written = _events(session, log, written)


def _legal(agent: Agent, session: Session) -> Any:
    decision = session.decision
    assert decision is not None
    refusal: Any = None
    for _ in range(_PATIENCE):
        value = consult(agent, decision, session.game)
        refusal = decision.judge(value)
        if refusal is None:
            return value
    raise RulesError(
        f"{type(agent).__name__} answered {decision.kind} {_PATIENCE} times against the rules: {refusal}"
    )


def _events(session: Session, log: LogWriter, written: int) -> int:
    events: list[Event] = session.game.events or []
    for event in events[written:]:
        log.event(event.plain())
    return len(events)


def replayed(session: Session, log: Log) -> None:
    """Give the answers of a log to a new session. Raises RulesError naming the first answer that does not
    fit.
    """
    for line in log.answers:
        decision = session.decision
        if decision is None:
            raise RulesError(f"answer {line.answer} comes after the end of the game")
        if (decision.kind, decision.player) != (line.kind, line.player):
            asked = f"{decision.kind} of {decision.player}"
            raise RulesError(
                f"answer {line.answer}: the log answers {line.kind} of {line.player}, the game asks {asked}"
            )
        refusal = session.answer(line.value)
        if refusal is not None:
            raise RulesError(f"answer {line.answer} ({line.kind}) is refused: {refusal}")


def verify(session: Session, log: Log) -> None:
    """Compare a replayed game with the log's end. Raises RulesError with both hashes if they differ, or if
    the log had ended and the game has not.
    """
    if log.end is None:
        return
    if not session.over:
        raise RulesError("the log says that the game ended, but the replayed game is not over")
    found = state_hash(session.game)
    if found != log.end.state_hash:
        raise RulesError(f"the replayed game differs: state {found} here, {log.end.state_hash} in the log")
