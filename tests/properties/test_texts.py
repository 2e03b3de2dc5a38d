"""Laws over play of games that are wholly text: what holds of every game (architecture 3-6), and of ranked
units wherever the engine `regiments` plays.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

from tercio.kernel.hashing import state_hash
from tercio.kernel.rng import Streams
from tercio.kernel.session import replay

from .machine import Machine, faults_of_a_battle, wander
from .texts import BANDS, battles_of

BATTLES = {system: battles_of(system) for system in BANDS}
NAMED = [(system, name) for system, names in BANDS.items() for name in names]
QUICKLY = settings(max_examples=20, stateful_step_count=16)


class Sovl(Machine):
    """A battle of SOVL played by drawn answers."""

    battles = BATTLES["sovl"]


class Wap(Machine):
    """A battle of the Warhammer Armies Project played by drawn answers."""

    battles = BATTLES["wap"]


TestSovl: Any = Sovl.TestCase
TestSovl.settings = QUICKLY
TestWap: Any = Wap.TestCase
TestWap.settings = QUICKLY


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("system", "name"), NAMED)
def test_a_battle_keeps_the_laws_from_end_to_end(system, name, seed):
    assert faults_of_a_battle(BATTLES[system], name, seed) == []


@pytest.mark.soak
@pytest.mark.parametrize(("system", "name"), NAMED)
def test_fifty_battles_of_a_kind_keep_the_laws_from_end_to_end(system, name):
    battles = BATTLES[system]
    assert {
        seed: faults for seed in range(3, 53) if (faults := faults_of_a_battle(battles, name, seed))
    } == {}


@pytest.mark.parametrize("system", BANDS)
def test_a_battle_with_ledgers_is_the_battle_without(system):
    begin = BATTLES[system].begin
    plain, explained = begin("swords", 4), begin("swords", 4)
    explained.game.ledgers = []
    wander(plain, Streams("ledgers"), 10_000)
    assert plain.over
    replay(explained, plain.answers)
    assert state_hash(explained.game) == state_hash(plain.game)
    assert any(event.why for event in explained.game.events or ())
