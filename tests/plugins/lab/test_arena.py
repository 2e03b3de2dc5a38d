"""Battles as environments of PettingZoo: its own tests, and what an agent is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from .toys import ToyDesk

pettingzoo = pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

from pettingzoo.test import api_test  # type: ignore[import-untyped] # noqa: E402
from pettingzoo.test.seed_test import seed_test  # type: ignore[import-untyped] # noqa: E402

from tercio.dsl.desk import Desk  # noqa: E402
from tercio.plugins.lab.arena import Arena  # noqa: E402
from tercio.plugins.lab.view import SIZE  # noqa: E402

LISTS = Path(__file__).resolve().parents[3] / "rulepacks" / "t9a" / "lists"
T9A = [LISTS / "empire_of_sonnstahl.txt", LISTS / "highborn_elves.txt"]


@pytest.fixture
def arena(lab):
    def made(**more):
        return Arena([lab.a, lab.b], system="toy", packs=[lab.packs], kind=ToyDesk, **more)

    return made


def play(env, choose):
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for player in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        rewards[player] += reward
        env.step(None if ended or cut else choose(player, seen["action_mask"]))
    return rewards


@pytest.mark.filterwarnings("default")
def test_it_passes_the_tests_of_the_interface(arena):
    api_test(arena(), num_cycles=50)


@pytest.mark.filterwarnings("default")
def test_a_seed_plays_the_same_battle(arena):
    seed_test(arena, num_cycles=50)


def test_the_winner_has_one_and_the_loser_minus_one(arena):
    env = arena()
    env.reset(seed=1)
    assert play(env, lambda player, mask: 0 if player == "A" else 1) == {"A": 1.0, "B": -1.0}
    assert env.agents == []


def test_without_a_seed_the_next_battle_is_another_one(arena):
    env, other = arena(), arena()
    env.reset(seed=4)
    env.reset()
    other.reset(seed=5)
    assert play(env, lambda player, mask: 0) == play(other, lambda player, mask: 0)


def test_the_mask_holds_the_options_and_a_small_arena_cuts_them_off(arena):
    env, small = arena(), arena(actions=2)
    env.reset(seed=1)
    small.reset(seed=1)
    assert env.last()[0]["action_mask"].sum() == 3
    assert list(small.last()[0]["action_mask"]) == [1, 1]


def test_who_is_not_asked_has_no_action(arena):
    env = arena()
    env.reset(seed=1)
    assert env.agent_selection == "A"
    assert env.observe("B")["action_mask"].sum() == 0


def test_an_option_that_is_not_there_is_an_error(arena):
    env = arena()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="3 options"):
        env.step(3)


def test_it_tells_the_decision_in_words(arena):
    env = arena(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "A: Shall Pikes dash?"
    assert env.last()[4]["kind"] == "dash"
    assert env.observe("A")["observation"].shape == (SIZE,)


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("system", ["sovl", "spearhead", "t9a", "wap"])
def test_every_system_passes_the_tests_of_the_interface(system):
    books = Desk().loader.books(system)
    lists = T9A if system == "t9a" else ([book.title or book.name for book in books] * 2)[:2]
    api_test(Arena(lists, system=system), num_cycles=200)
    seed_test(lambda: Arena(lists, system=system), num_cycles=200)
