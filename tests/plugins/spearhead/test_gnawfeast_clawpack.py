"""Rulings of the Gnawfeast Clawpack: each ability does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import usable, use_action
from tercio.kernel.attack import needed, stage_of
from tercio.kernel.decisions import PASS
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.state import Unit
from tercio.plugins.spearhead.attacks import attack_with
from tercio.plugins.spearhead.battlefield import lay_battlefield
from tercio.plugins.spearhead.damage import destroy
from tercio.plugins.spearhead.healing import heal
from tercio.plugins.spearhead.rounds import destroy_reserves
from tercio.plugins.spearhead.targets import SHOOTING

from .armies import ArmyTable
from .board import block, centres

PACK = "gnawfeast-clawpack"
CLAWLORD, SEER, ENGINEER = "Clawlord on Gnaw-beast", "Grey Seer", "Warlock Engineer"
CLANRATS, OGORS = "Clanrats", "Rat Ogors"
PISTOL, HALBERD, FANGS = "Ratling Pistol", "Warpforged Halberd", "Gnaw-beast's Chisel Fangs"
MUSKET, GUN, CLAWS = "Warplock Musket", "Warpfire Gun", "Claws, Blades and Fangs"


def table(node: str = "combat-abilities", **more) -> ArmyTable:
    return ArmyTable(PACK, node=node, **more)


def rats(t: ArmyTable, x: float, y: float, models: int = 10, owner: str = "A") -> Unit:
    return t.unit(CLANRATS, owner, block(x, y, models), models=models, name=CLANRATS)


def uses(t: ArmyTable, phase: str, name: str, unit: Unit):
    """Return the ability of a name that a unit may use in a phase."""
    return next(use for use in usable(t.g, phase, "A") if use.name == name and use.context.unit is unit)


def save(t: ArmyTable, unit: Unit, weapon: str, foe: Unit):
    """Return the save roll that a unit needs against an attack."""
    attack = t.attack(unit, weapon, foe)
    return needed(t.g, stage_of(t.g, attack, "save-roll"), attack)


# -- warscrolls --------------------------------------------------------------------------------------------


def test_one_rat_ogor_in_three_has_a_gun_and_all_have_claws():
    ogors = table().unit(OGORS, "A", (10, 10))
    arms = {part.id: [arm.name for arm in part.arms] for part in ogors.pools[0].parts}
    carried = [arms[model.part] for model in ogors.pools[0].loose]
    assert sorted(carried) == [[CLAWS], [CLAWS], [GUN, CLAWS]]


def test_rat_ogors_come_up_in_the_one_corner_that_has_room_for_them():
    """Wherever there is a legal place the player is asked (24.0)."""
    t = table("deployment-abilities")
    lay_battlefield(t.g, "Shattered Crossroads")
    ogors = t.unit(OGORS, "A", None, base=50 / 25.4)
    t.use("The Lurking Vermintide")
    for at in ((1, 1), (29, 1), (1, 21), (23, 10)):
        t.unit("Beast", "B", at)
    t.at("movement-abilities")
    t.use("Gnawhole Ambush")
    assert len(centres(ogors)) == 3
    assert t.facts("set-up-failed") == []


def test_the_clawlord_shoots_with_dice_and_his_beast_takes_no_orders():
    t = table()
    lord, foe = t.general(CLAWLORD, (10, 10)), t.unit("Beast", "B", (10, 12))
    assert t.number("attacks", lord, PISTOL, foe) == DiceAmount(1, 6)
    assert t.ward(lord) == 6
    t.give(lord, "In a Fury")
    assert t.number("attacks", lord, HALBERD, foe) == 6
    assert t.number("attacks", lord, FANGS, foe) == 4


# -- battle traits -----------------------------------------------------------------------------------------


def lurking(t: ArmyTable) -> Unit:
    """Clanrats in the tunnels below."""
    pack = t.unit(CLANRATS, "A", None)
    t.at("deployment-abilities")
    t.use("The Lurking Vermintide")
    assert "in-reserve" in pack.marks
    return pack


def test_one_unit_waits_in_the_tunnels():
    t = table()
    lurking(t)
    t.unit(OGORS, "A", None)
    assert t.able("The Lurking Vermintide") is None


def test_who_has_been_deployed_does_not_lurk():
    t = table("deployment-abilities")
    rats(t, 10, 3)
    assert t.able("The Lurking Vermintide") is None


def test_the_tunnels_end_at_a_corner_far_from_enemies():
    t = table()
    lay_battlefield(t.g, "Shattered Crossroads")
    pack = lurking(t)
    foes = t.unit("Beast", "B", (1, 1)), t.unit("Beast", "B", (29, 1)), t.unit("Beast", "B", (29, 21))
    t.at("movement-abilities")
    assert t.able("Gnawhole Ambush") is not None
    t.use("Gnawhole Ambush")
    spots = centres(pack)
    assert len(spots) == 10
    assert all((x**2 + (y - 22) ** 2) ** 0.5 + 0.5 <= 6.001 for x, y in spots), foes
    assert t.names(pack) == set()
    t.later("charge-abilities")
    assert "Charge" in t.names(pack)


def test_the_ambush_waits_where_enemies_hold_all_corners():
    t = table()
    lay_battlefield(t.g, "Shattered Crossroads")
    pack = lurking(t)
    for spot in ((1, 1), (29, 1), (29, 21), (1, 21)):
        t.unit("Beast", "B", spot)
    t.at("movement-abilities")
    t.use("Gnawhole Ambush")
    assert t.facts("set-up-failed")
    assert centres(pack) == []


@pytest.mark.parametrize(("battle_round", "lost"), [(3, False), (4, True)])
def test_who_is_still_in_the_tunnels_after_three_rounds_is_lost(battle_round, lost):
    t = table()
    pack = lurking(t)
    t.at("destroy-reserves", battle_round=battle_round)
    t.play(destroy_reserves(t.g))
    assert pack.destroyed == lost


def test_who_has_come_up_is_not_lost():
    t = table()
    lay_battlefield(t.g, "Shattered Crossroads")
    pack = lurking(t)
    t.at("movement-abilities", battle_round=3)
    t.use("Gnawhole Ambush")
    t.at("destroy-reserves", battle_round=4)
    t.play(destroy_reserves(t.g))
    assert pack.models == 10
    t.at("movement-abilities", battle_round=4)
    assert t.able("Gnawhole Ambush") is None


def test_nobody_in_the_tunnels_no_ambush():
    t = table("movement-abilities")
    rats(t, 10, 3)
    assert t.able("Gnawhole Ambush") is None


# -- regiment abilities ------------------------------------------------------------------------------------


def test_laced_bullets_kill_on_criticals_for_a_phase_once():
    t = table("shooting-abilities")
    t.choose("Warpstone-laced Bullets")
    engineer = t.unit(ENGINEER, "A", (10, 10))
    foe = t.unit("Beast", "B", (10, 20))
    assert not t.has_critical("Crit (Mortal)", engineer, MUSKET, foe)
    t.use("Warpstone-laced Bullets")
    assert t.has_critical("Crit (Mortal)", engineer, MUSKET, foe)
    assert not t.has_critical("Crit (Mortal)", engineer, "Warpforged Dagger", foe)
    t.later("charge-abilities")
    assert not t.has_critical("Crit (Mortal)", engineer, MUSKET, foe)
    t.later("shooting-abilities", "B")
    t.later("shooting-abilities", "A")
    assert t.able("Warpstone-laced Bullets") is None


def test_laced_bullets_need_a_gun():
    t = table("shooting-abilities")
    t.choose("Warpstone-laced Bullets")
    rats(t, 10, 10)
    t.unit("Beast", "B", (10, 20))
    assert t.able("Warpstone-laced Bullets") is None


def test_who_is_too_quick_retreats_unharmed():
    t = table("movement-abilities")
    t.choose("Too Quick to Hit-hit")
    pack = rats(t, 10, 10)
    t.unit("Beast", "B", (12, 8.5))
    t.use("Retreat")
    assert pack.models == 10
    assert t.facts("damage") == []


def test_the_enemy_is_not_too_quick():
    t = table("movement-abilities", player="B")
    t.choose("Too Quick to Hit-hit")
    rats(t, 10, 10)
    t.unit("Beast", "B", (12, 8.5))
    t.tell(other=[2])
    t.use("Retreat", player="B")
    assert [fact["points"] for fact in t.facts("damage")] == [2]


# -- enhancements ------------------------------------------------------------------------------------------


def called_up(t: ArmyTable, *answers):
    """The question where reinforcements come in, for Clanrats that were destroyed a turn ago."""
    lay_battlefield(t.g, "Shattered Crossroads")
    t.territories()
    t.general(CLAWLORD, (15, 18))
    t.choose("Lead the Seething Horde")
    pack = rats(t, 3, 3)
    t.play(destroy(t.g, pack, None))
    t.later("movement-abilities", "B")
    t.later("movement-abilities", "A")
    t.use("Call for Reinforcements", *answers)
    (decision,) = [one for one in t.asked if one.kind == "unit.set-up"]
    return decision


def around(x: float, y: float) -> list[list[float]]:
    """Return places for ten rats about a spot."""
    return [list(place) for place in block(x, y, 10)]


def test_a_horde_gathers_around_its_general():
    t = table("movement-abilities")
    decision = called_up(t, lambda one: one.options[0])
    assert decision.judge(around(12, 14)) is None
    assert decision.judge(around(2, 1)) is None
    assert decision.judge(around(1, 8)) is None
    t.unit("Beast", "B", (14, 12))
    assert decision.judge(around(12, 14)).code == "set_up.not_there"
    assert decision.judge(around(24, 13)).code == "set_up.not_there"


def test_a_horde_that_is_not_led_comes_from_the_edge():
    t = table("movement-abilities")
    decision = called_up(t, PASS)
    assert decision.judge(around(12, 14)).code == "set_up.not_there"
    assert decision.judge(around(2, 1)) is None


def test_skryre_connections_double_the_dice_of_the_pistol_alone():
    t = table()
    lord, foe = t.general(CLAWLORD, (10, 10)), t.unit("Beast", "B", (10, 12))
    t.choose("Skryre Connections")
    assert t.number("attacks", lord, PISTOL, foe) == DiceAmount(2, 6)
    assert t.number("attacks", lord, HALBERD, foe) == 5


def test_the_charm_spoils_saves_against_anybody_while_in_combat_with_the_general():
    t = table()
    lord, pack = t.general(CLAWLORD, (10, 10)), rats(t, 15, 10)
    t.choose("Warpstone Charm")
    near, far = t.unit("Swords", "B", (10, 12)), t.unit("Swords", "B", (20, 14))
    assert save(t, pack, "Rusty Blade", near) == 5
    assert save(t, lord, FANGS, near) == 6
    assert save(t, pack, "Rusty Blade", far) == 4
    assert save(t, near, "Sword", pack) == 5


def test_the_cloak_wards_the_general():
    t = table()
    lord, seer = t.general(CLAWLORD, (10, 10)), t.unit(SEER, "A", (15, 10))
    t.choose("Cloak of Stitched Victories")
    assert (t.ward(lord), t.ward(seer)) == (5, 7)


# -- abilities ---------------------------------------------------------------------------------------------


def test_a_cornered_rat_strikes_more_often_with_the_halberd():
    t = table(dice={"ward-roll": [1]})
    lord, foe = t.general(CLAWLORD, (10, 10)), t.unit("Beast", "B", (10, 12))
    assert t.number("attacks", lord, HALBERD, foe) == 5
    t.hurt(lord, 1)
    assert t.number("attacks", lord, HALBERD, foe) == 8
    assert t.number("attacks", lord, FANGS, foe) == 4
    heal(t.g, lord, 1)
    assert t.number("attacks", lord, HALBERD, foe) == 5


@pytest.mark.parametrize(("face", "score"), [(2, 10), (3, 13), (6, 16)])
def test_the_will_of_the_horned_rat_adds_what_was_rolled(face, score):
    t = table("hero-abilities")
    t.unit(SEER, "A", (10, 15))
    pack, here = rats(t, 8, 10), t.objective(10, 10.5, 5)
    t.tell(will=[face])
    t.use("Will of the Horned Rat", pack.id)
    assert t.score(pack, here) == score
    t.later("end-of-turn-abilities", "B")
    assert t.score(pack, here) == score
    t.later("hero-abilities", "A")
    assert t.score(pack, here) == 10


@pytest.mark.parametrize(("faces", "hurt"), [([2, 3], 0), ([2, 4], 2)])
def test_a_foe_withers_on_a_six(faces, hurt):
    t = table("hero-abilities")
    t.unit(SEER, "A", (10, 5))
    beast = t.unit("Beast", "B", (10, 18))
    t.tell(casting=faces, damage=[2])
    t.use("Wither")
    assert beast.pools[0].lost == hurt


def test_wither_reaches_thirteen_inches():
    t = table("hero-abilities")
    t.unit(SEER, "A", (10, 5))
    t.unit("Beast", "B", (10, 19.1))
    assert t.able("Wither") is None


def overcharge(face: int, **more) -> tuple[ArmyTable, Unit, Unit]:
    """An engineer who has shot at a beast with more energy, and the beast; no attack hit."""
    t = table("shooting-abilities")
    engineer, beast = t.unit(ENGINEER, "A", (10, 5)), t.unit("Beast", "B", (10, 18))
    t.tell(other=[face], hit_roll=[1, 1], **more)
    t.use("Shoot", ["More-more Warp Energy!", engineer.id])
    return t, engineer, beast


def test_an_overcharged_musket_does_three_damage_for_the_phase():
    t, engineer, beast = overcharge(2)
    assert t.number("damage", engineer, MUSKET, beast) == 3
    assert t.number("damage", engineer, "Warpforged Dagger", beast) == 2
    assert engineer.pools[0].lost == 0
    t.later("charge-abilities")
    assert t.number("damage", engineer, MUSKET, beast) == DiceAmount(1, 3)


def test_too_much_energy_harms_the_engineer():
    t, engineer, beast = overcharge(1, damage=[2])
    assert engineer.pools[0].lost == 2
    assert t.number("damage", engineer, MUSKET, beast) == DiceAmount(1, 3)


def test_an_engineer_who_has_moved_has_no_energy_left():
    t = table("movement-abilities")
    engineer = t.unit(ENGINEER, "A", (10, 5))
    t.unit("Beast", "B", (10, 20))
    t.play(use_action(t.g, uses(t, "movement", "Normal Move", engineer)))
    t.later("shooting-abilities")
    t.tell(hit_roll=[1, 1])
    t.use("Shoot")
    assert not any(decision.kind == "action.react" for decision in t.asked)


def test_nobody_else_is_overcharged():
    t = table("shooting-abilities")
    ogors, engineer = t.unit(OGORS, "A", (10, 5)), t.unit(ENGINEER, "A", (10, 2))
    t.unit("Beast", "B", (11, 12))
    t.chance(1)
    t.play(use_action(t.g, uses(t, "shooting", "Shoot", ogors)))
    assert not any(decision.kind == "action.react" for decision in t.asked), engineer


def test_clanrats_come_back_at_the_end_of_each_turn():
    t = table("end-of-turn-abilities", player="B")
    pack = rats(t, 10, 10)
    assert t.able("Seething Swarm") is None
    t.hurt(pack, 5)
    t.tell(other=[3])
    t.use("Seething Swarm")
    assert pack.models == 8


def test_no_more_clanrats_come_back_than_have_died():
    t = table("end-of-turn-abilities")
    pack = rats(t, 10, 10)
    t.hurt(pack, 1)
    t.tell(other=[3])
    t.use("Seething Swarm")
    assert pack.models == 10


def test_a_fury_hurts_and_adds_an_attack_with_claws_for_the_phase_once():
    t = table()
    ogors, foe = t.unit(OGORS, "A", (10, 10)), t.unit("Beast", "B", (10, 11.5))
    t.tell(other=[2])
    t.use("Unleashed Warp-fury")
    assert ogors.pools[0].lost == 2
    assert t.number("attacks", ogors, CLAWS, foe) == 6
    assert t.number("attacks", ogors, GUN, foe) == DiceAmount(2, 6)
    t.later("combat-abilities", "B")
    assert t.number("attacks", ogors, CLAWS, foe) == 5
    assert t.able("Unleashed Warp-fury") is None


def test_of_two_critical_abilities_of_a_weapon_one_works():
    t = table("shooting-abilities", dice={"hit-roll": [6, 6], "wound-roll": [], "*": [2, 2]})
    engineer, beast = t.unit(ENGINEER, "A", (10, 5)), t.unit("Beast", "B", (10, 18))
    t.give(engineer, "Laced with Warpstone")
    t.play(attack_with(t.g, engineer, SHOOTING))
    assert beast.pools[0].lost == 4
