"""Whole battles of the demo lists: no error, no refused answer, every log replayed to the same state.

A few are played in every run; `make soak` plays four hundred, and a hundred between `captain` and `random`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.agents import Agent
from tercio.kernel.decisions import Answer, Decision
from tercio.kernel.hashing import state_hash
from tercio.kernel.play import replayed, verify
from tercio.kernel.state import Game
from tercio.kernel.store import read_log

FOLDER = Path(__file__).parents[2] / "rulepacks" / "t9a" / "lists"
LISTS = [FOLDER / "empire_of_sonnstahl.txt", FOLDER / "highborn_elves.txt"]
SHARE, HUNDRED, TWO_HUNDRED = 3, 100, 200


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def lists_of(seed: int) -> Sequence[Path]:
    """Either army takes the first seat in every other battle."""
    return LISTS if seed % 2 else LISTS[::-1]


class Counted:
    """An agent that counts how often it is asked: more often than there are answers if one was refused."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.asked = 0

    def choose(self, decision: Decision, game: Game) -> Answer:
        self.asked += 1
        return self.agent.choose(decision, game)


def play_and_replay(desk: Desk, seed: int, agents: Sequence[str], log: Path) -> dict[str, Any]:
    counted = [Counted(desk.host.agent(name, 2 * seed + i, "t9a")) for i, name in enumerate(agents)]
    result = desk.begin("t9a", lists_of(seed), seed=seed).play(counted, log)
    assert sum(agent.asked for agent in counted) == result["decisions"], f"an answer was refused, seed {seed}"
    read = read_log(log)
    again = desk.resume(read, record=False)
    replayed(again.session, read)
    verify(again.session, read)
    assert state_hash(again.session.game) == result["state_hash"]
    return result


@pytest.mark.parametrize("agent", ["captain", "random"])
@pytest.mark.parametrize("seed", range(1, SHARE + 1))
def test_a_battle_ends_with_a_result_and_its_log_replays(desk, tmp_path, agent, seed):
    result = play_and_replay(desk, seed, [agent, agent], tmp_path / "log")
    assert sum(result["battle_points"].values()) == desk.rules("t9a").constant("battle-points-total")


@pytest.mark.soak
@pytest.mark.parametrize("agent", ["captain", "random"])
def test_two_hundred_battles_run_clean_and_replay(desk, tmp_path, agent):
    for seed in range(1, TWO_HUNDRED + 1):
        play_and_replay(desk, seed, [agent, agent], tmp_path / "log")


@pytest.mark.soak
def test_a_captain_beats_chance_nine_times_in_ten(desk):
    assert sum(wins_of_captain(desk, seed) for seed in range(1, HUNDRED // 4 + 1)) >= 90


def test_a_captain_beats_chance_from_most_of_the_four_seats(desk):
    assert wins_of_captain(desk, 1) >= 3


def wins_of_captain(desk: Desk, seed: int) -> int:
    """How many of four battles `captain` wins against `random`: either list in either seat."""
    won = 0
    for lists in (LISTS, LISTS[::-1]):
        for player, agents in (("A", ["captain", "random"]), ("B", ["random", "captain"])):
            won += desk.begin("t9a", lists, seed=seed).play(agents)["winner"] == player
    return won


def test_equal_seeds_give_equal_states_under_every_hash_seed():
    code = (
        "from tercio.dsl.desk import Desk\n"
        f"lists = {[str(path) for path in LISTS]}\n"
        "print(Desk().begin('t9a', lists, seed=4).play(['random', 'captain'])['state_hash'])"
    )
    states = set()
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        states.add(done.stdout.strip())
    assert len(states) == 1
