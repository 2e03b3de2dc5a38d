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
TestPatrol.settings = settings(max_examples=16, stateful_step_count=16)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", BATTLES.names)
def test_a_patrol_keeps_the_laws_from_end_to_end(name, seed):
    assert faults_of_a_battle(BATTLES, name, seed) == []
