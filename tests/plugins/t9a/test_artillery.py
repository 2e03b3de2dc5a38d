"""Rulings on Area Attacks, Direct Hits, Sweeping Attacks, and Stand and Shoot."""

from __future__ import annotations

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.decl import Bundle, DiceAmount, Has, Literal, Modify, Mood, Op, Permit, RuleRef
from tercio.kernel.geometry import Facing
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.artillery import models_struck
from tercio.plugins.t9a.shooting import shoot_at
from tercio.plugins.t9a.standing import may_stand_and_shoot, stand_and_shoot
from tercio.plugins.t9a.sweeping import sweep
from tercio.plugins.t9a.wounds import strike

from .ranges import ELVES, EMPIRE, Range, run


@pytest.fixture
def range_():
    return Range({"*": [4] * 600})


@pytest.mark.parametrize(
    ("models", "files", "area", "facing", "struck"),
    [
        (18, 5, (1, 3), "front", 3),
        (18, 5, (3, 3), "front", 9),
        (18, 5, (3, 5), "front", 12),
        (18, 5, (1, 5), "right", 5),
        (18, 5, (2, 2), "rear", 4),
        (1, 1, (3, 3), "front", 1),
        (3, 3, (1, 3), "front", 1),
        (3, 3, (1, 3), "left", 3),
    ],
)
def test_an_area_attack_strikes_ranks_from_the_front_and_files_from_the_flank(
    range_, models, files, area, facing, struck
):
    """Model Rules, Area Attack (X x Y): up to X models in each of up to Y ranks or files."""
    unit = range_.soldiers("B", 36, 30, models=models, files=files)
    assert models_struck(unit, area[0], area[1], facing) == struck


def test_one_hit_of_a_cannon_is_a_direct_hit(range_):
    """Model Rules, Direct Hit: Strength 10, AP 4, D3+1 wounds; the other hits of the ball are plain."""
    range_.g.dice.script |= {"damage": [3]}
    gun = range_.entry("B", EMPIRE, "Blackpowder Artillery, Cannon", 36, 30, 180, 1)
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 12, 0, 5)
    run(shoot_at(range_.g, gun, spears))
    assert range_.facts("area-shots")[0]["hits"] == 1
    plain, direct = range_.facts("attacks")
    assert (plain["count"], direct["count"]) == (2, 1)
    assert "direct-hit" in direct["kinds"]
    # Strength 5 and 10 against Resilience 3; 2+ both, but armour stops only the plain hits.
    assert (plain["needed"]["to-wound"], direct["needed"]["to-wound"]) == (2, 2)
    assert direct["needed"].get("armour-save", 7) == 7


def test_a_shell_that_misses_strikes_nobody(range_):
    """Shooting Phase 3: the area is struck only by a hit."""
    range_.g.dice.script |= {"to-hit": [1]}
    gun = range_.entry("B", EMPIRE, "Blackpowder Artillery, Mortar", 36, 34, 180, 1)
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 10, 0, 5)
    run(shoot_at(range_.g, gun, spears))
    assert range_.facts("attacks") == []


def test_a_mortar_strikes_three_in_each_of_three_ranks(range_):
    """Model Rules, Area Attack (3x3)."""
    gun = range_.entry("B", EMPIRE, "Blackpowder Artillery, Mortar", 36, 34, 180, 1)
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 10, 0, 5)
    run(shoot_at(range_.g, gun, spears))
    assert [facts["count"] for facts in range_.facts("attacks")] == [9]


def test_a_volley_gun_rolls_its_shots(range_):
    """Shooting Phase 3: Shots 4D6, rolled for each gun."""
    range_.g.dice.script |= {"shots": [1, 2, 3, 4]}
    gun = range_.entry("B", EMPIRE, "Blackpowder Artillery, Volley Gun", 36, 30, 180, 1)
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 15, 0, 5)
    run(shoot_at(range_.g, gun, spears))
    assert [facts["count"] for facts in range_.facts("attacks")] == [10]


# -- Stand and Shoot ---------------------------------------------------------------------------------------


def charged(range_, facing=Facing.FRONT):
    """Marksmen with the Pennant, and spearmen that have just charged them."""
    marksmen = range_.entry(
        "B", EMPIRE, "15 State Marksmen, Crossbow, Standard Bearer (Marksman's Pennant)", 36, 30, 180
    )
    spears = range_.entry("A", ELVES, "20 Citizen Spears", 36, 18, 0, 5)
    range_.against(spears, marksmen, facing, charging=True)
    return marksmen, spears


def test_a_charged_unit_with_stand_and_shoot_shoots_at_its_charger(range_):
    """Model Rules, Stand and Shoot: at short range, past no Cover, against the charger's front."""
    marksmen, spears = charged(range_)
    _, asked = run(stand_and_shoot(range_.g, marksmen, spears, 9.0), shoot_stand="shoot")
    assert [d.kind for d in asked] == ["shoot.stand"]
    (facts,) = range_.facts("attacks")
    assert (facts["count"], facts["needed"]["to-hit"]) == (10, 4)


@pytest.mark.parametrize(
    ("came_from", "facing", "may"),
    [(9.0, Facing.FRONT, True), (5.0, Facing.FRONT, False), (9.0, Facing.LEFT, False)],
)
def test_only_a_long_charge_into_the_front_is_shot_at(range_, came_from, facing, may):
    """Model Rules, Stand and Shoot: from farther than the charger's Charge Speed."""
    marksmen, spears = charged(range_, facing)
    assert may_stand_and_shoot(range_.g, marksmen, spears, came_from) is may


def test_a_unit_engaged_by_another_enemy_does_not_stand_and_shoot(range_):
    """Model Rules, Stand and Shoot: otherwise Unengaged."""
    marksmen, spears = charged(range_)
    other = range_.entry("A", ELVES, "20 Citizen Spears", 10, 18, 0, 5)
    range_.against(other, marksmen, Facing.LEFT)
    assert not may_stand_and_shoot(range_.g, marksmen, spears, 9.0)


def test_without_the_rule_nobody_shoots_at_a_charger(range_):
    """Model Rules, Stand and Shoot."""
    archers = range_.entry("A", ELVES, "20 Citizen Archers", 36, 10, 0, 10)
    foe = range_.entry("B", EMPIRE, "15 State Infantry", 36, 30, 180)
    range_.against(foe, archers, charging=True)
    assert not may_stand_and_shoot(range_.g, archers, foe, 9.0)


# -- Sweeping Attacks --------------------------------------------------------------------------------------


def flyer(range_):
    unit = range_.soldiers("A", 36, 10, models=1, files=1, strength=5, ap=2, height=5)
    range_.give(next(unit.parts()), "Sweeping Attack", DiceAmount(1, 3))
    return unit


def test_a_sweeping_attack_strikes_an_enemy_passed_within_an_inch(range_):
    """Model Rules, Sweeping Attack: automatic hits with the part's Strength and AP, once a Player Turn."""
    range_.g.dice.script |= {"hits": [3]}
    unit, foe = flyer(range_), range_.soldiers("B", 36, 20, facing=180)
    path = [unit.rect, unit.rect.forward(12.0)]
    run(sweep(range_.g, unit, path), sweep_target=foe.id)
    (facts,) = range_.facts("attacks")
    assert facts["count"] == 3
    assert {"ranged", "special", "sweeping"} <= set(facts["kinds"])
    assert "to-hit" not in facts["needed"]
    _, asked = run(sweep(range_.g, unit, path), sweep_target=foe.id)
    assert asked == []


def test_engaged_and_far_enemies_are_not_swept(range_):
    """Model Rules, Sweeping Attack: an Unengaged enemy, within 1 inch."""
    unit, foe = flyer(range_), range_.soldiers("B", 36, 20, facing=180)
    far = [unit.rect, unit.rect.forward(4.0)]
    assert run(sweep(range_.g, unit, far))[1] == []
    friend = range_.soldiers("A", 60, 40)
    range_.against(friend, foe)
    assert run(sweep(range_.g, unit, [unit.rect.forward(8.0)]))[1] == []


def test_a_shot_marks_the_unit_for_the_turn(range_):
    """Shooting Phase 1: the Shooting Attack of this Player Turn is used."""
    archers = range_.entry("A", ELVES, "20 Citizen Archers", 36, 10, 0, 10)
    foe = range_.entry("B", EMPIRE, "15 State Infantry", 36, 20, 180)
    run(shoot_at(range_.g, archers, foe))
    assert marks.SHOT in archers.marks


# -- hits that differ from successes -----------------------------------------------------------------------


def blow(range_, *rules):
    """A fighter with an enchanted blade before ten others, and its attack."""
    one = range_.soldiers("A", 36, 10, models=1, files=1)
    foe = range_.soldiers("B", 36, 20, facing=180)
    arm = next(one.parts()).arms[0]
    for rule, *args in rules:
        range_.give(arm, rule, *args)
    part = next(one.parts())
    return Attack(
        "melee",
        frozenset(("melee", "standard")),
        foe.pools[0],
        unit=one,
        attacker=part,
        arm=arm,
        label="blow",
    )


def test_some_blades_wound_without_a_roll(range_):
    """Empire of Sonnstahl, The Light of Sonnstahl."""
    attack = blow(range_)
    hold(range_.g, attack.arm, Bundle((Permit("wound-automatically", Mood.MAY),)), by_weapon=True)
    touch(range_.g)
    attack.arm.index = attack.arm.names = None
    range_.g.dice.script = {"to-hit": [4, 4, 1], "armour-save": []}
    run(strike(range_.g, [(attack, 3)], "test"))
    assert attack.target.models == 8


def test_each_success_of_a_doubling_blade_is_two_hits(range_):
    """Highborn Elves, Sliver of the Blazing Dawn; ruling 30: of the two hits of a poisoned six one wounds
    by itself.
    """
    attack = blow(range_, ("Poison Attacks",))
    hold(range_.g, attack.arm, Bundle((Modify("hits-per-hit", Op.SET, Literal(2)),)), by_weapon=True)
    attack.arm.index = attack.arm.names = None
    range_.g.dice.script = {"to-hit": [6, 4, 1], "to-wound": [1, 1, 1]}
    run(strike(range_.g, [(attack, 3)], "test"))
    assert sum(facts["count"] for facts in range_.facts("attacks")) == 4
    assert attack.target.models == 9


def test_one_hit_of_the_hammer_is_doubled(range_):
    """Empire of Sonnstahl, Hammer of Witches: one hit of the pool has twice the Strength and two wounds."""
    attack = blow(range_)
    hold(
        range_.g,
        attack.arm,
        RuleRef("Direct Hit", (Bundle((Has(RuleRef("Doubled Blow")),)),)),
        by_weapon=True,
    )
    attack.arm.index = attack.arm.names = None
    range_.g.dice.script = {"to-hit": [4, 4, 4], "to-wound": [4, 4, 4]}
    run(strike(range_.g, [(attack, 3)], "test"))
    needed = [(facts["count"], facts["needed"]["to-wound"]) for facts in range_.facts("attacks")]
    assert needed == [(2, 4), (1, 2)]
