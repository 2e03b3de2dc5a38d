"""Models that are slain (core rules 18.3)."""

from __future__ import annotations

import pytest

from tercio.plugins.warbands.bodies import bases_of, models_of
from tercio.plugins.warbands.losses import slay
from tests.plugins.warbands.muster import muster, row, table


@pytest.fixture
def unit():
    return muster(table(), "A", row(3, 3, 3))


def test_a_slain_model_leaves_its_unit_and_the_others_keep_their_places(unit):
    first, second, third = models_of(unit)
    assert slay(unit, 1) is second
    assert models_of(unit) == [first, third]
    assert bases_of(unit) == [first.shape, third.shape]
    assert unit.models == 2
    assert unit.pools[0].starting == 3


def test_a_unit_can_lose_its_last_model(unit):
    for _ in range(3):
        slay(unit, 0)
    assert unit.models == 0
    assert bases_of(unit) == []


@pytest.mark.parametrize("index", [3, -1])
def test_a_model_that_is_not_there_cannot_be_slain(unit, index):
    with pytest.raises(IndexError, match="no model"):
        slay(unit, index)
    assert unit.models == 3
