"""Rulings of Yndrasta's Spearhead: each ability does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from tercio.kernel.decl.expr import DiceAmount
from tercio.plugins.spearhead.deployment import undeployed
from tercio.plugins.spearhead.fighting import strikes
from tercio.plugins.spearhead.rounds import destroy_reserves
from tercio.plugins.warbands.bodies import is_set_up

from .armies import ArmyTable
from .board import centres

PACK = "yndrastas-spearhead"
YNDRASTA = "Yndrasta, the Celestial Spear"


def table(node: str = "combat-abilities", **more) -> ArmyTable:
    return ArmyTable(PACK, node=node, **more)


# -- battle trait ------------------------------------------------------------------------------------------


def test_scions_are_not_deployed():
    t = table("pre-battle")
    scions = [t.general(YNDRASTA, None), t.unit("Annihilators", "A", None)]
    others = [t.unit("Vanquishers", "A", None)]
    t.later("deployment")
    assert undeployed(t.g, "A") == others
    assert not any(map(is_set_up, scions))


@pytest.mark.parametrize("battle_round", [1, 2, 3, 4])
def test_scions_come_down_from_the_third_round_on(battle_round):
    t = table("movement-abilities", battle_round=battle_round)
    yndrasta = t.general(YNDRASTA, None)
    foe = t.unit("Beast", "B", (15, 11))
    if battle_round < 3:
        assert t.able("Lightning-Strike Arrival") is None
        return
    t.use("Lightning-Strike Arrival")
    ((x, y),) = centres(yndrasta)
    ((a, b),) = centres(foe)
    assert ((x - a) ** 2 + (y - b) ** 2) ** 0.5 > 6 + 1
    assert "Normal Move" not in t.names(yndrasta)
    assert "arrived" in yndrasta.marks


def test_scions_come_down_in_their_own_movement_phase():
    t = table("movement-abilities", player="B", battle_round=3)
    t.general(YNDRASTA, None)
    assert t.able("Lightning-Strike Arrival") is None


def test_scions_who_wait_longer_are_not_lost():
    t = table("pre-battle")
    yndrasta = t.general(YNDRASTA, None)
    t.later("deployment")
    t.at("destroy-reserves", battle_round=4)
    t.play(destroy_reserves(t.g))
    assert not yndrasta.destroyed
    t.at("movement-abilities", battle_round=4)
    assert t.able("Lightning-Strike Arrival") is not None


# -- regiment abilities ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1)])
def test_a_unit_that_piles_in_without_moving_drives_back_too(face, hurt):
    t = table("end-of-turn-abilities")
    t.choose("Drive Them Back")
    vanquishers = t.unit("Vanquishers", "A", (10, 10), models=1)
    beast = t.unit("Beast", "B", (10, 11))
    t.objective(10, 10)
    before = centres(vanquishers)
    t.tell(other=[face])
    t.use("Drive Them Back", vanquishers.id, before)
    assert centres(vanquishers) == before
    assert beast.pools[0].lost == hurt


def test_only_units_that_fight_for_an_objective_drive_back():
    t = table("end-of-turn-abilities")
    t.choose("Drive Them Back")
    t.unit("Vanquishers", "A", (10, 10))
    assert t.able("Drive Them Back") is None
    t.unit("Beast", "B", (10, 11.5))
    assert t.able("Drive Them Back") is None
    t.objective(10, 10)
    assert t.able("Drive Them Back") is not None


def test_defenders_are_warded_on_an_objective_that_is_held():
    t = table()
    t.choose("Defend to the Last")
    inside, outside = t.unit("Vanquishers", "A", (10, 10)), t.unit("Vanquishers", "A", (20, 10))
    foe = t.unit("Swords", "B", (10, 12))
    held = t.objective(10, 10)
    assert t.ward(inside) == 7
    held.memory["controller"] = "A"
    assert (t.ward(inside), t.ward(outside), t.ward(foe)) == (6, 7, 7)
    held.memory["controller"] = "B"
    assert (t.ward(inside), t.ward(foe)) == (7, 7)


# -- enhancements ------------------------------------------------------------------------------------------


def test_the_prime_huntress_does_more_to_monsters():
    t = table()
    yndrasta = t.general(YNDRASTA, (10, 10))
    beast, men = t.unit("Beast", "B", (10, 14)), t.unit("Swords", "B", (14, 14))
    assert t.number("damage", yndrasta, "Thengavar", beast) == 4
    t.choose("The Prime Huntress")
    assert t.number("damage", yndrasta, "Thengavar", beast) == DiceAmount(2, 6)
    assert t.number("damage", yndrasta, "Thengavar", men) == 4
    assert t.number("damage", yndrasta, "Blade of the High Heavens", beast) == 3


def test_the_tempest_strikes_first_after_a_charge():
    t = table()
    yndrasta = t.general(YNDRASTA, (10, 10))
    t.choose("Strike with the Tempest's Rage")
    assert strikes(t.g, yndrasta) == 0
    yndrasta.marks["charged"] = 0
    assert strikes(t.g, yndrasta) == 1


def test_a_model_returns_to_each_unit_around_the_radiance():
    t = table("movement-abilities", battle_round=3)
    t.general(YNDRASTA, None)
    t.choose("Dazzling Radiance")
    near = t.unit("Vanquishers", "A", [(10 + 1.1 * i, 10) for i in range(5)])
    whole = t.unit("Vanquishers", "A", [(10 + 1.1 * i, 12) for i in range(5)])
    far = t.unit("Vanquishers", "A", [(24 + 1.1 * i, 20) for i in range(5)])
    for unit in (near, far):
        t.hurt(unit, 4)
    assert t.able("Dazzling Radiance") is None
    t.use("Lightning-Strike Arrival", [[12, 8]])
    t.use("Dazzling Radiance")
    assert [unit.models for unit in (near, whole, far)] == [4, 5, 3]


def test_the_radiance_needs_an_arrival():
    t = table("movement-abilities", battle_round=4)
    t.general(YNDRASTA, (12, 8))
    t.choose("Dazzling Radiance")
    assert t.able("Dazzling Radiance") is None


def test_the_hawk_watches_while_the_general_stands():
    t = table()
    yndrasta = t.general(YNDRASTA, (10, 10))
    t.choose("Hawk of the Celestial Skies")
    near, far = t.unit("Vanquishers", "A", (10, 12)), t.unit("Vanquishers", "A", (19, 10))
    foe = t.unit("Swords", "B", (10, 14))
    t.use("Hawk of the Celestial Skies")
    assert t.number("hit-roll", yndrasta, "Blade of the High Heavens", foe) == 2
    assert t.number("hit-roll", near, "Celestial Greatsword", foe) == 2
    assert t.number("hit-roll", far, "Celestial Greatsword", foe) == 3
    assert t.number("hit-roll", foe, "Sword", near) == 3
    t.tell(ward_roll=[1] * 8)
    t.hurt(yndrasta, 8)
    assert yndrasta.destroyed
    assert t.number("hit-roll", near, "Celestial Greatsword", foe) == 3


def test_the_hawk_is_gone_after_the_phase():
    t = table()
    yndrasta = t.general(YNDRASTA, (10, 10))
    foe = t.unit("Swords", "B", (10, 14))
    t.choose("Hawk of the Celestial Skies")
    t.use("Hawk of the Celestial Skies")
    t.later("end-of-turn-abilities")
    assert t.number("hit-roll", yndrasta, "Blade of the High Heavens", foe) == 3


# -- abilities ---------------------------------------------------------------------------------------------


def test_the_champion_of_sigmar_is_warded_better_for_a_phase():
    t = table()
    yndrasta = t.general(YNDRASTA, (10, 10))
    assert t.ward(yndrasta) == 6
    t.use("Champion of Sigmar")
    assert t.ward(yndrasta) == 5
    t.later("combat-abilities", "B")
    assert t.ward(yndrasta) == 6
    assert t.able("Champion of Sigmar") is None


def test_a_knight_vexillor_may_heal_himself():
    t = table("hero-abilities")
    knight = t.unit("Knight-Vexillor", "A", (10, 10))
    here = t.objective(10, 10)
    t.hurt(knight, 3)
    t.tell(heal=[2])
    t.use("Banner of the Reforged")
    assert knight.pools[0].lost == 1
    assert t.score(knight, here) == 8
    t.later("hero-abilities", "B")
    assert t.score(knight, here) == 8
    t.later("hero-abilities", "A")
    assert t.score(knight, here) == 5


@pytest.mark.parametrize(("faces", "stuns"), [([4, 4], True), ([3, 4], False)])
def test_annihilators_stun_on_an_unmodified_eight(faces, stuns):
    t = table("charge-abilities")
    t.unit("Annihilators", "A", [(10, 10), (11.1, 10), (12.2, 10)])
    foe = t.unit("Beast", "B", (11, 15))
    t.tell(other=faces)
    assert t.able("Force of a Falling Star") is None
    t.use("Charge")
    assert (t.able("Force of a Falling Star") is not None) is stuns
    if stuns:
        t.use("Force of a Falling Star")
        assert strikes(t.g, foe) == -1
        t.later("combat-abilities", "B")
        assert strikes(t.g, foe) == 0


def test_greatswords_cleave_five_models_and_no_fewer():
    t = table()
    vanquishers = t.unit("Vanquishers", "A", (10, 10))
    five, four = t.unit("Swords", "B", (10, 12)), t.unit("Swords", "B", (18, 12), models=4)
    assert t.number("damage", vanquishers, "Celestial Greatsword", five) == 2
    assert t.number("damage", vanquishers, "Celestial Greatsword", four) == 1


@pytest.mark.parametrize(("face", "hurt"), [(1, 0), (2, 2)])
def test_a_chariot_that_charged_crashes_into_a_unit(face, hurt):
    t = table("charge-abilities")
    t.unit("Stormstrike Chariot", "A", (10, 10))
    foe = t.unit("Beast", "B", (10, 14))
    t.tell(storm=[face], damage=[2], other=[3, 3])
    assert t.able("Azyr Unleashed") is None
    t.use("Charge")
    t.use("Azyr Unleashed")
    assert foe.pools[0].lost == hurt


def test_a_chariot_that_charged_long_ago_does_not_crash():
    t = table("charge-abilities")
    chariot = t.unit("Stormstrike Chariot", "A", (10, 10))
    t.unit("Beast", "B", (10, 11.2))
    chariot.marks["charged"] = 0
    assert t.able("Azyr Unleashed") is None
