"""Whole battles for the soak tests, of any system: played, watched for refused answers, and played again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.agents import Agent
from tercio.kernel.decisions import Answer, Decision
from tercio.kernel.hashing import state_hash
from tercio.kernel.play import replayed, verify
from tercio.kernel.state import Game
from tercio.kernel.store import read_log

Lists = Sequence[Path | str]


class Counted:
    """An agent that counts how often it is asked: more often than there are answers if one was refused."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.asked = 0

    def choose(self, decision: Decision, game: Game) -> Answer:
        self.asked += 1
        return self.agent.choose(decision, game)


def play_and_replay(
    desk: Desk, system: str, lists: Lists, seed: int, agents: Sequence[str], log: Path
) -> dict[str, Any]:
    """Play a battle and return its result; no answer may be refused, and its log has to lead to the same
    state.
    """
    counted = [Counted(desk.host.agent(name, 2 * seed + i, system)) for i, name in enumerate(agents)]
    result = desk.begin(system, lists, seed=seed).play(counted, log)
    assert sum(agent.asked for agent in counted) == result["decisions"], f"an answer was refused, seed {seed}"
    read = read_log(log)
    again = desk.resume(read, record=False)
    replayed(again.session, read)
    verify(again.session, read)
    assert state_hash(again.session.game) == result["state_hash"]
    return result


def wins_of_captain(desk: Desk, system: str, lists: Lists, seed: int) -> int:
    """How many of four battles `captain` wins against `random`: either list in either seat."""
    won = 0
    for seats in (lists, lists[::-1]):
        for player, agents in (("A", ["captain", "random"]), ("B", ["random", "captain"])):
            won += desk.begin(system, seats, seed=seed).play(agents)["winner"] == player
    return won
