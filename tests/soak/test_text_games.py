"""Whole battles of the games that are wholly text, between the armies that their packs bring: no error, no
refused answer, every log replayed to the same state.

A few are played in every run; `make soak` plays two hundred of each, and a hundred between `captain` and
`random`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from tercio.dsl.desk import Desk

from .playing import play_and_replay, wins_of_captain

ARMIES = {"sovl": ("Ashen Clans", "Tarn Holds"), "wap": ("Cairn Host", "Marsh Banners")}
SEATS = (["captain", "random"], ["random", "captain"], ["captain", "captain"], ["random", "random"])
SHARE, HUNDRED, TWO_HUNDRED = 4, 100, 200


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def armies_of(system: str, seed: int) -> Sequence[str]:
    """Either army takes the first seat in its turn, with each pair of players; now and then one meets
    itself.
    """
    one, other = ARMIES[system]
    if seed % 10 == 9:
        return (one, one) if seed % 20 == 9 else (other, other)
    return (one, other) if seed // len(SEATS) % 2 else (other, one)


@pytest.mark.parametrize("seed", range(SHARE))
@pytest.mark.parametrize("system", ARMIES)
def test_a_battle_ends_with_a_result_and_its_log_replays(desk, tmp_path, system, seed):
    armies = armies_of(system, seed)
    result = play_and_replay(desk, system, armies, seed, SEATS[seed % len(SEATS)], tmp_path / "log")
    assert result["winner"] in ("A", "B", "draw")
    assert all(points >= 0 for points in result["points"].values())


@pytest.mark.soak
@pytest.mark.parametrize("system", ARMIES)
def test_two_hundred_battles_run_clean_and_replay(desk, tmp_path, system):
    for seed in range(SHARE, SHARE + TWO_HUNDRED):
        armies = armies_of(system, seed)
        play_and_replay(desk, system, armies, seed, SEATS[seed % len(SEATS)], tmp_path / "log")


@pytest.mark.soak
@pytest.mark.parametrize(("system", "least"), [("sovl", 90), ("wap", 50)])
def test_a_captain_wins_so_many_of_a_hundred_battles_against_chance(desk, system, least):
    """Where a victory needs many points more than the other's, much is drawn."""
    won = sum(wins_of_captain(desk, system, ARMIES[system], seed) for seed in range(1, HUNDRED // 4 + 1))
    assert won >= least


@pytest.mark.parametrize("system", ARMIES)
def test_equal_seeds_give_equal_states_under_every_hash_seed(system):
    code = (
        "from tercio.dsl.desk import Desk\n"
        f"armies = {list(ARMIES[system])}\n"
        f"print(Desk().begin({system!r}, armies, seed=4).play(['captain', 'random'])['state_hash'])"
    )
    states = set()
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        states.add(done.stdout.strip())
    assert len(states) == 1
