"""Laws over play of real skirmishes of T9A: what holds of every game (architecture 3-6), and of ranked
units.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from tercio.kernel.hashing import state_hash
from tercio.kernel.rng import Streams
from tercio.kernel.session import replay

from .machine import Machine, faults_of_a_battle, wander
from .small import BATTLES, begin


class Skirmish(Machine):
    """A skirmish played by drawn answers."""

    battles = BATTLES


TestSkirmish = Skirmish.TestCase
TestSkirmish.settings = settings(max_examples=20, stateful_step_count=16)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", BATTLES.names)
def test_a_skirmish_keeps_the_laws_from_end_to_end(name, seed):
    assert faults_of_a_battle(BATTLES, name, seed) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", BATTLES.names)
def test_fifty_skirmishes_of_a_kind_keep_the_laws_from_end_to_end(name):
    assert {
        seed: faults for seed in range(3, 53) if (faults := faults_of_a_battle(BATTLES, name, seed))
    } == {}


def test_a_battle_with_ledgers_is_the_battle_without():
    plain, explained = begin("monsters", 4), begin("monsters", 4)
    explained.game.ledgers = []
    wander(plain, Streams("ledgers"), 10_000)
    assert plain.over
    replay(explained, plain.answers)
    assert state_hash(explained.game) == state_hash(plain.game)
    assert any(event.why for event in explained.game.events or ())
