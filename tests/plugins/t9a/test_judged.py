"""Rulings found missing when the rules were judged against the running battle: each failed once."""

from __future__ import annotations

import pytest

from tercio.kernel.query import value_of
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.casualties import lose_health
from tercio.plugins.t9a.magical_effects import come_back, raise_up, recover
from tercio.plugins.t9a.melee.strikes import strike_step
from tercio.plugins.t9a.movement import may_manoeuvre
from tercio.plugins.t9a.random_movement import compulsory_moves

from .armies import battle, until
from .brawl import brawl, order_of, prepared, struck
from .ranges import ELVES, EMPIRE, Range, run
from .tiny import play


@pytest.fixture
def range_():
    return Range({"*": [4] * 300}, "movement")


# -- Steam Powered -----------------------------------------------------------------------------------------


def test_who_has_to_move_at_random_is_not_excused_by_a_steam_tank_beside_it(range_):
    """Model Rules, Random Movement: compulsory for all whom no rule excuses, before the player may pass."""
    from tercio.kernel.decl import DiceAmount

    tank = range_.entry("A", EMPIRE, "Steam Tank", 50, 10, 0, 1)
    beast = range_.soldiers("A", 20, 10)
    range_.give(beast, "Random Movement", DiceAmount(3, 6))
    _, asked = run(compulsory_moves(range_.g), move_random=[beast.id, "pass"], move_direction=0)
    assert [d.options for d in asked if d.kind == "move.random"] == [[tank.id, beast.id], [tank.id, "pass"]]
    assert marks.MOVED in beast.marks
    assert marks.MOVED not in tank.marks


# -- Rebirth -----------------------------------------------------------------------------------------------


def reborn(range_):
    """A Phoenix that has fallen and come back in its owner's Movement Phase."""
    range_.g.dice.script = {"*": [5] * 50}
    phoenix = range_.entry("A", ELVES, "Phoenix, Fire Phoenix", 36, 20, 0, 1)
    run(lose_health(range_.g, phoenix.pools[0], 5))
    run(come_back(range_.g))
    (risen,) = [unit for unit in range_.g.units.values() if "summoned" in unit.marks]
    return risen


def test_the_health_points_that_rebirth_costs_are_never_given_back(range_):
    """Highborn Elves, Rebirth: four of five, neither recovered nor raised; later losses heal as usual."""
    pool = reborn(range_).pools[0]
    assert pool.health == 1
    assert recover(range_.g, pool, 4) == 0
    assert raise_up(range_.g, pool, 4) == 0
    assert pool.health == 1


def test_a_reborn_phoenix_is_free_to_move_in_the_phase_that_summons_it(range_):
    """Magical Effects 4: a Summoned unit is a unit like any other, and has not come by Ambush."""
    assert may_manoeuvre(range_.g, reborn(range_))


# -- Holy Relic --------------------------------------------------------------------------------------------


def struck_beside_the_altar(range_, line="20 State Infantry", *, apart=8.0, fought=0):
    """What a unit's attacks hit that miss at first and would hit on a reroll, an Altar of Battle so far
    behind it.
    """
    range_.g.dice.script = {"to-hit": [1] * 60, "*": [6] * 300}
    unit = range_.entry("A", EMPIRE, line, 36, 20)
    altar = range_.entry("A", EMPIRE, "Prelate, Altar of Battle", 36, 10, 0, 1)
    altar.rect = altar.rect.moved(0, unit.rect.y - unit.rect.half_depth - apart - altar.rect.front_centre[1])
    range_.against(range_.entry("B", EMPIRE, "15 Local Militia", 36, 30, 180), unit)
    unit.memory["rounds-fought"] = fought
    brawl(range_)
    return [facts["passed"]["to-hit"] for _, facts in struck(range_, unit)]


def test_friends_near_the_altar_hate_their_enemies_though_the_altar_does_not_fight(range_):
    """Empire of Sonnstahl, Holy Relic: their own First Round of Combat counts, not the Altar's."""
    assert struck_beside_the_altar(range_) == [5, 5]


@pytest.mark.parametrize(("apart", "fought"), [(8.05, 0), (8.0, 1)], ids=["too far", "second round"])
def test_the_altar_reaches_eight_inches_and_one_round(range_, apart, fought):
    """Empire of Sonnstahl, Holy Relic."""
    assert struck_beside_the_altar(range_, apart=apart, fought=fought) == [0, 0]


# -- Liberal Magics ----------------------------------------------------------------------------------------


def test_liberal_magics_teaches_the_first_spell_of_another_path():
    """Empire of Sonnstahl, Liberal Magics: a wizard of Pyromancy gets Fireball by no Hereditary Swap."""
    g = battle({"A": [6], "B": [1]}, map="open")
    asked = until(g, "pre-game-selections", setup_role="defender", deploy_zone="south")
    swaps = next(d.options for d in asked if d.kind == "spell.swap" and d.player == "A")
    learnt = {swap["in"] for swap in swaps if swap != "pass" and swap["swap"] == "hereditary"}
    assert learnt == {"Living Steel", "Altered Sight", "Foresight"}


# -- Order of the Fiery Heart ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mount", "armour"), [("Light Troops", 2), ("Elven Horse", 4), ("Giant Eagle", 3), ("Griffon", 4)]
)
def test_a_mount_adds_to_the_armour_of_a_mage_of_the_fiery_heart(range_, mount, armour):
    """Characters 4: C+2 and C+1 count from the rider's Armour with what changes it; a Griffon has its own."""
    line = f"Mage, Order of the Fiery Heart, {mount}, Wizard Master"
    mage = range_.entry("A", ELVES, line, 36, 10, 0, 1)
    assert value_of(range_.g, "armour", mage.pools[0]) == armour


# -- Characters on mounts ----------------------------------------------------------------------------------


def rider_and_mount(range_, line, *answers, regeneration=False, dice=None):
    """The Standard Melee Attacks of a mounted Character and of its mount, in that order."""
    range_.g.dice.script = {"to-hit": [6] * 90, "to-wound": [1] * 90, "*": [6] * 200, **(dice or {})}
    hero = range_.entry("A", ELVES, line, 36, 20, 0, 1)
    foe = range_.entry("B", EMPIRE, "15 Local Militia", 36, 30, 180)
    if regeneration:
        range_.give(foe.pools[0], "Regeneration", 4)
    range_.against(hero, foe)
    fight = prepared(range_, *answers)
    for swings in order_of(range_, fight):
        play(strike_step(range_.g, fight, swings))
    standard = [(count, facts) for count, facts in struck(range_, hero) if "standard" in facts["kinds"]]
    assert len(standard) == 2
    return standard


def test_a_fleet_officers_lightning_does_not_leap_to_the_griffon(range_):
    """Characters 4: Attack Attributes are the rider's own: only the officer rerolls failed wounds."""
    line = "Commander, Solitary, Fleet Officer, Griffon, Great Weapon and Elven Finesse"
    (_, officer), (_, griffon) = rider_and_mount(range_, line)
    assert officer["passed"]["to-wound"] == 3
    assert griffon["passed"]["to-wound"] == 0


def test_a_mage_of_the_fiery_heart_burns_but_the_griffon_does_not(range_):
    """Characters 4: the Griffon's wounds may be regenerated, the Mage's not."""
    line = "Mage, Order of the Fiery Heart, Griffon, Wizard Master"
    dice = {"to-wound": [6] * 90}
    (_, mage), (_, griffon) = rider_and_mount(range_, line, regeneration=True, dice=dice)
    assert (mage["needed"]["special-save"], griffon["needed"]["special-save"]) == (7, 4)


def test_nova_flare_makes_the_lance_strike_as_in_a_charge_but_not_the_horse(range_):
    """Highborn Elves, Nova Flare: one Attack more, and the Lance's +2 Strength (7 of Resilience 3: 2+)."""
    line = "Commander, Solitary, Elven Horse, Lance (Nova Flare)"
    (lance, rider), (hooves, horse) = rider_and_mount(range_, line, "Nova Flare", dice={"to-wound": [6] * 90})
    assert (lance, rider["needed"]["to-wound"]) == (4, 2)
    assert (hooves, horse["needed"]["to-wound"]) == (1, 4)


def test_the_fire_of_an_elemental_blade_is_the_blades_own(range_):
    """Highborn Elves, Elemental Blade: attacks with the weapon burn, the Griffon's do not."""
    line = "Commander, Solitary, Griffon, Great Weapon and Elven Finesse (Elemental Blade)"
    answers, dice = ("Elemental Blade", "Flaming Attacks"), {"to-wound": [6] * 90}
    (_, rider), (_, griffon) = rider_and_mount(range_, line, *answers, regeneration=True, dice=dice)
    assert (rider["needed"]["special-save"], griffon["needed"]["special-save"]) == (7, 4)
