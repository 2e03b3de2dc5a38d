"""Agility Order (Melee Phase 3.A, Model Rules; rulings 27, 39)."""

from __future__ import annotations

import pytest

from tercio.plugins.t9a.melee.agility import agility_order

from .brawl import order_of, prepared
from .field import Field


@pytest.fixture
def field():
    return Field()


def steps(field):
    return [
        (swing.step, swing.unit.owner, swing.kind)
        for swings in order_of(field, prepared(field))
        for swing in swings
    ]


def duel(field, *, arms=("Hand Weapon",), charging=False, **more):
    one = field.soldiers("A", 36, 20, models=10, arms=arms, **more)
    other = field.soldiers("B", 36, 30, models=10, agility=3)
    field.against(one, other, charging=charging)
    return one, other


def test_higher_agility_strikes_first_and_equal_agility_together_melee_3a(field):
    duel(field, agility=4)
    assert steps(field) == [(4, "A", "standard"), (3, "B", "standard")]


def test_charging_models_gain_one_agility_melee_3a(field):
    duel(field, agility=3, charging=True)
    assert steps(field) == [(4, "A", "standard"), (3, "B", "standard")]


def test_a_great_weapon_strikes_at_step_zero_in_a_charge(field):
    duel(field, agility=6, arms=("Great Weapon",), charging=True)
    assert steps(field) == [(3, "B", "standard"), (0, "A", "standard")]


def test_elven_finesse_strikes_with_a_great_weapon_at_one_less_model_rules(field):
    one, _ = duel(field, agility=6, arms=("Great Weapon",))
    field.give(next(one.parts()), "Elven Finesse")
    assert steps(field)[0] == (5, "A", "standard")


def test_impact_hits_strike_at_step_10_and_only_in_a_charge_model_rules():
    for charging in (True, False):
        field = Field()
        one, _ = duel(field, charging=charging)
        field.give(next(one.parts()), "Impact Hits", 2)
        assert ((10, "A", "impact") in steps(field)) is charging


def test_stomp_at_step_0_and_grind_at_the_parts_own_agility_model_rules(field):
    one, _ = duel(field, agility=4)
    field.give(next(one.parts()), "Stomp Attack", 2)
    field.give(next(one.parts()), "Grind Attack", 2)
    assert steps(field)[:2] == [(4, "A", "standard"), (4, "A", "grind")]
    assert steps(field)[-1] == (0, "A", "stomp")


def test_only_one_part_of_a_model_makes_impact_hits_model_rules(field):
    one, _ = duel(field, charging=True)
    mount = field.part(one.pools[0], "mount", "Mount")
    field.give(next(one.parts()), "Impact Hits", 1)
    field.give(mount, "Impact Hits", 3)
    swings = [s for swings in order_of(field, prepared(field)) for s in swings if s.kind == "impact"]
    assert [swing.part.name for swing in swings] == ["mount"]


def test_a_part_without_attack_value_does_not_strike_definitions_5(field):
    one, _ = duel(field)
    field.part(one.pools[0], "chassis", attacks=None)
    assert steps(field).count((3, "A", "standard")) == 1


def test_the_order_holds_whatever_happens_to_agility_later_ruling_27(field):
    one, other = duel(field, agility=4)
    order = order_of(field, prepared(field))
    next(one.parts()).profile = {**next(one.parts()).profile, "agility": 1}
    assert [swings[0].unit for swings in order] == [one, other]
    assert agility_order(field.g, [one, other], 1)[0][0].unit is other
