"""Whole battles of the demo lists: no error, no refused answer, every log replayed to the same state.

A few are played in every run; `make soak` plays four hundred, and a hundred between `captain` and `random`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tercio.dsl.desk import Desk

from .playing import play_and_replay, wins_of_captain

FOLDER = Path(__file__).parents[2] / "rulepacks" / "t9a" / "lists"
LISTS = [FOLDER / "empire_of_sonnstahl.txt", FOLDER / "highborn_elves.txt"]
SHARE, HUNDRED, TWO_HUNDRED = 3, 100, 200


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def lists_of(seed: int) -> Sequence[Path]:
    """Either army takes the first seat in every other battle."""
    return LISTS if seed % 2 else LISTS[::-1]


@pytest.mark.parametrize("agent", ["captain", "random"])
@pytest.mark.parametrize("seed", range(1, SHARE + 1))
def test_a_battle_ends_with_a_result_and_its_log_replays(desk, tmp_path, agent, seed):
    result = play_and_replay(desk, "t9a", lists_of(seed), seed, [agent, agent], tmp_path / "log")
    assert sum(result["battle_points"].values()) == desk.rules("t9a").constant("battle-points-total")


@pytest.mark.soak
@pytest.mark.parametrize("agent", ["captain", "random"])
def test_two_hundred_battles_run_clean_and_replay(desk, tmp_path, agent):
    for seed in range(1, TWO_HUNDRED + 1):
        play_and_replay(desk, "t9a", lists_of(seed), seed, [agent, agent], tmp_path / "log")


@pytest.mark.soak
def test_a_captain_beats_chance_nine_times_in_ten(desk):
    assert sum(wins_of_captain(desk, "t9a", LISTS, seed) for seed in range(1, HUNDRED // 4 + 1)) >= 90


def test_a_captain_beats_chance_from_most_of_the_four_seats(desk):
    assert wins_of_captain(desk, "t9a", LISTS, 1) >= 3


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
