"""Weapons made of their declarations (language, 2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tercio.kernel.arms import make_arm
from tercio.kernel.decl import Modify, Op, Param, Parameter, RuleRef, Weapon
from tercio.kernel.errors import RulesError

from .toy import new_game, number

SLING = Weapon(
    name="Sling",
    kinds=("shooting",),
    parameters=(Parameter("X"),),
    numbers=(("aim", Param("X")), ("strength", number(3))),
    clauses=(Modify("strength", Op.ADD, Param("X")),),
)


def test_an_argument_fills_the_numbers_and_the_rules_of_a_weapon():
    arm = make_arm(new_game(SLING), RuleRef("Sling", (number(4, "+"),)), "A")
    assert (arm.name, arm.owner, arm.kinds, arm.numbers) == (
        "Sling",
        "A",
        ("shooting",),
        {"aim": 4, "strength": 3},
    )
    assert [held.source for held in arm.held] == ["Sling"]


def test_a_number_that_waits_for_an_argument_is_left_out():
    plain = replace(SLING, clauses=())
    assert make_arm(new_game(plain), RuleRef("Sling"), "A").numbers == {"strength": 3}


def test_a_weapon_that_is_not_declared_is_a_fault():
    with pytest.raises(RulesError, match='no weapon "Slimg" in these packs; did you mean "Sling"'):
        make_arm(new_game(SLING), RuleRef("Slimg"), "A")
