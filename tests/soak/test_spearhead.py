"""Whole battles of Spearhead between all pairs of armies: no error, no refused answer, every log replayed to
the same state.

A few are played in every run; `make soak` plays two hundred, and a hundred between `captain` and `random`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations_with_replacement

import pytest

from tercio.dsl.desk import Desk

from .playing import play_and_replay, wins_of_captain

ARMIES = (
    "Sentinels of Embergard",
    "Crixxit's Kill-Pack",
    "Gnawfeast Clawpack",
    "Vigilant Brotherhood",
    "Yndrasta's Spearhead",
    "Swampskulka Gang",
)
PAIRS = list(combinations_with_replacement(ARMIES, 2))
SEATS = (["captain", "random"], ["random", "captain"])
SHARE, HUNDRED, TWO_HUNDRED = 3, 100, 200


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def armies_of(seed: int) -> Sequence[str]:
    """All pairs in turn, each army against itself as well; either takes the first seat in its turn."""
    pair = PAIRS[seed % len(PAIRS)]
    return pair if seed // len(PAIRS) % 2 else pair[::-1]


@pytest.mark.parametrize("seed", range(1, SHARE + 1))
def test_a_battle_ends_with_a_result_and_its_log_replays(desk, tmp_path, seed):
    result = play_and_replay(desk, "spearhead", armies_of(seed), seed, SEATS[seed % 2], tmp_path / "log")
    assert result["winner"] in ("A", "B", "draw")


@pytest.mark.soak
def test_two_hundred_battles_run_clean_and_replay(desk, tmp_path):
    for seed in range(1, TWO_HUNDRED + 1):
        play_and_replay(desk, "spearhead", armies_of(seed), seed, SEATS[seed % 2], tmp_path / "log")


@pytest.mark.soak
def test_battles_between_two_of_a_kind_run_clean_and_replay(desk, tmp_path):
    for seed, pair in enumerate(PAIRS):
        for agent in ("captain", "random"):
            play_and_replay(desk, "spearhead", pair, seed, [agent, agent], tmp_path / "log")


@pytest.mark.soak
def test_a_captain_beats_chance_nine_times_in_ten(desk):
    won = sum(wins_of_captain(desk, "spearhead", armies_of(seed), seed) for seed in range(HUNDRED // 4))
    assert won >= 90


def test_equal_seeds_give_equal_states_under_every_hash_seed():
    code = (
        "from tercio.dsl.desk import Desk\n"
        f"armies = {list(ARMIES[2:4])}\n"
        "print(Desk().begin('spearhead', armies, seed=4).play(['captain', 'random'])['state_hash'])"
    )
    states = set()
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        states.add(done.stdout.strip())
    assert len(states) == 1
