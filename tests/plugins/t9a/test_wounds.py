"""From attacks to losses (Attacks 2-4; rulings 26, 32)."""

from __future__ import annotations

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.decl import Bundle, DiceAmount, Literal, Modify, Op
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Thing
from tercio.plugins.t9a.wounds import rolled_sum, strike

from .field import Field
from .tiny import play


def hits(field, target, *, strength=4, ap=0, unit=None, damage=None, kinds=("melee", "special")):
    attack = Attack("automatic", frozenset(kinds), target, unit=unit, label=f"test/{target.id}")
    attack.fixed = {"strength": strength, "ap": ap}
    if damage is not None:
        attack.given = Thing(0, "test")
        amount = damage if isinstance(damage, DiceAmount) else Literal(damage)
        hold(field.g, attack.given, Bundle((Modify("damage", Op.SET, amount),)), "test", by_weapon=True)
    return attack


def test_both_sides_are_resolved_before_anybody_falls_ruling_26():
    field = Field({"to-wound": [6, 6, 6, 6]})
    one, other = field.soldiers("A", 36, 20, models=2), field.soldiers("B", 36, 30, models=2)
    batches = [(hits(field, other.pools[0], unit=one), 2), (hits(field, one.pools[0], unit=other), 2)]
    play(strike(field.g, batches, "test"))
    assert one.destroyed
    assert other.destroyed
    assert field.kinds().index("health-lost") > max(i for i, k in enumerate(field.kinds()) if k == "attacks")


def test_multiple_wounds_are_rolled_for_each_wound_and_capped_by_the_health_of_a_model_ruling_32():
    field = Field({"to-wound": [6, 6, 6], "damage": [1, 5, 3]})
    trolls = field.soldiers("A", 36, 20, models=4, files=2, health_points=3, height=3)
    trolls.pools[0].lost = 1
    attack = hits(field, trolls.pools[0], damage=DiceAmount(1, 6))
    play(strike(field.g, [(attack, 3)], "test"))
    assert field.facts("health-lost")[0]["lost"] == 1 + 3 + 3
    assert (trolls.pools[0].models, trolls.pools[0].lost) == (2, 2)


def test_a_pool_with_a_loss_can_lose_two_models_to_two_wounds_ruling_32():
    field = Field({"to-wound": [6, 6]})
    trolls = field.soldiers("A", 36, 20, models=3, files=3, health_points=3, height=3)
    trolls.pools[0].lost = 1
    play(strike(field.g, [(hits(field, trolls.pools[0], damage=3), 2)], "test"))
    assert (trolls.pools[0].models, trolls.pools[0].lost) == (1, 1)


@pytest.mark.parametrize(("strength", "needed"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (9, 2)])
def test_the_roll_to_wound_hangs_on_strength_less_resilience_attacks_2c(strength, needed):
    field = Field({"to-wound": [1]})
    unit = field.soldiers("A", 36, 20, models=5)
    (report,) = play(strike(field.g, [(hits(field, unit.pools[0], strength=strength), 1)], "test"))[0]
    assert report.needed["to-wound"] == needed


@pytest.mark.parametrize(
    ("armour", "ap", "needed"), [(6, 0, 2), (5, 0, 2), (4, 1, 4), (3, 1, 5), (2, 1, 6), (1, 1, 7)]
)
def test_the_armour_save_hangs_on_armour_less_penetration_attacks_3a(armour, ap, needed):
    field = Field({"to-wound": [6], "armour-save": [1]})
    unit = field.soldiers("A", 36, 20, models=5, armour=armour)
    (report,) = play(strike(field.g, [(hits(field, unit.pools[0], ap=ap), 1)], "test"))[0]
    assert report.needed["armour-save"] == needed
    assert report.unsaved == 1


def test_amounts_of_dice_are_rolled_anew_each_time():
    field = Field({"attacks": [2, 4, 6]})
    assert rolled_sum(field.g, DiceAmount(1, 6, 1), 3, "x", "attacks") == 15
    assert rolled_sum(field.g, 2, 3, "x") == 6
