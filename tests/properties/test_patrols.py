"""Laws over play of real patrols of Spearhead: what holds of every game (architecture 3-6), of models that
stand by themselves, and of what players hold.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from .machine import Machine, faults_of_a_battle
from .patrols import BATTLES


class Patrol(Machine):
    """A patrol played by drawn answers."""

    battles = BATTLES


TestPatrol = Patrol.TestCase
TestPatrol.settings = settings(max_examples=20, stateful_step_count=16)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", BATTLES.names)
def test_a_patrol_keeps_the_laws_from_end_to_end(name, seed):
    assert faults_of_a_battle(BATTLES, name, seed) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", BATTLES.names)
def test_fifty_patrols_of_a_kind_keep_the_laws_from_end_to_end(name):
    assert {
        seed: faults for seed in range(3, 53) if (faults := faults_of_a_battle(BATTLES, name, seed))
    } == {}
