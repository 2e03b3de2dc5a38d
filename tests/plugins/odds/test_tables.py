"""Chances of single rolls agree with the tables that the rulebook prints (T9A, Attacks 2.A-2.D)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tercio.kernel.odds.spread import spread
from tests.plugins.t9a.field import Field
from tests.plugins.t9a.test_wounds import hits

TO_WOUND = {4: 2, 3: 2, 2: 2, 1: 3, 0: 4, -1: 5, -2: 6, -3: 6, -6: 6}


@pytest.mark.parametrize(("difference", "needed"), TO_WOUND.items())
def test_strength_less_resilience_wounds_as_printed_attacks_2c(difference, needed):
    field = Field()
    target = field.soldiers("B", 36, 30, models=5, resilience=6).pools[0]
    one = spread(field.g, hits(field, target, strength=6 + difference))
    assert one.passed("to-wound").mean == Fraction(7 - needed, 6)


@pytest.mark.parametrize("armour", range(5))
def test_armour_saves_as_printed_attacks_2d(armour):
    field = Field()
    target = field.soldiers("B", 36, 30, models=5, armour=armour).pools[0]
    one = spread(field.g, hits(field, target, strength=3))
    assert one.unsaved.mean / one.passed("to-wound").mean == 1 - Fraction(min(armour, 5), 6)


@pytest.mark.parametrize("ap", [0, 1, 2, 5])
def test_armour_penetration_takes_armour_away_attacks_2d(ap):
    field = Field()
    target = field.soldiers("B", 36, 30, models=5, armour=3).pools[0]
    one = spread(field.g, hits(field, target, strength=3, ap=ap))
    assert one.unsaved.mean / one.passed("to-wound").mean == 1 - Fraction(max(0, 3 - ap), 6)
