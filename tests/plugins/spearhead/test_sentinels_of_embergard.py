"""Rulings of the Sentinels of Embergard: each ability does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import usable, use_action
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS
from tercio.kernel.decl import Bundle, Literal, Modify, Op
from tercio.kernel.query import value_of
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Unit
from tercio.kernel.windows import open_window
from tercio.plugins.spearhead.battlefield import lay_battlefield
from tercio.plugins.spearhead.combats import is_in_combat

from .armies import ArmyTable
from .board import centres

PACK = "sentinels-of-embergard"
KREEL, PRIEST = "Jorvan Kreel, Heir of the Kraken", "Mallus Forgepriest"
GALLANTS, GRENADIERS = "Freeguild Gallants", "Freeguild Grenadiers"
BARDICHE, ARSENAL = "Grenadier Bardiche", "Ruin-sweeper Arsenal"


def table(node: str = "combat-abilities", **more) -> ArmyTable:
    return ArmyTable(PACK, node=node, **more)


def near_the_captain(t: ArmyTable) -> tuple[Unit, Unit, Unit]:
    """The general, Grenadiers ten inches away, and the beast that they are in combat with."""
    captain = t.general(KREEL, (10, 20))
    grenadiers = t.unit(GRENADIERS, "A", [(8 + 1.1 * i, 10) for i in range(5)])
    return captain, grenadiers, t.unit("Beast", "B", (10, 11.5))


def fight(t: ArmyTable, unit: Unit) -> bool:
    """Let a unit fight, with the Ranger Doctrines if they may be used; returns whether they may."""
    doctrines = ["Ranger Doctrines", t.g.players["A"].id]
    use = next(use for use in usable(t.g, "combat", "A") if use.context.unit is unit)
    t.chance(1)
    t.play(
        use_action(t.g, use),
        otherwise=lambda decision: doctrines if doctrines in decision.options else decision.options[0],
    )
    return any(doctrines in decision.options for decision in t.asked)


def move(t: ArmyTable, unit: Unit) -> int:
    """Return the Move of a unit as it is now."""
    return int(value_of(t.g, "move", unit))


# -- warscrolls --------------------------------------------------------------------------------------------


def test_the_warscrolls_have_the_numbers_of_their_units():
    t = table()
    kreel, grenadiers = t.unit(KREEL, "A", (10, 10)), t.unit(GRENADIERS, "A", (15, 10))
    foe = t.unit("Beast", "B", (10, 12))
    assert t.number("attacks", kreel, "Ranger Blades", foe) == 6
    assert t.number("rend", grenadiers, ARSENAL, foe) == 2
    assert t.number("range", grenadiers, ARSENAL, foe) == 10
    assert kreel.tokens == {"Thexa": 1}


# -- Ranger Doctrines --------------------------------------------------------------------------------------


def test_whoever_has_fought_near_to_the_general_gathers_at_his_side_out_of_combat():
    t = table("fights")
    captain, grenadiers, beast = near_the_captain(t)
    assert fight(t, grenadiers)
    assert t.facts("fights") == [{"unit": grenadiers.id}]
    assert not is_in_combat(t.g, grenadiers)
    assert not is_in_combat(t.g, beast)
    (x, y), spots = centres(captain)[0], centres(grenadiers)
    assert all((a - x) ** 2 + (b - y) ** 2 <= (6 + 1 + 0.5 + 0.5) ** 2 for a, b in spots)
    assert all((a - c) ** 2 + (b - d) ** 2 <= (1 + 1 + 0.5 + 0.5) ** 2 for a, b in spots for c, d in spots)


def test_the_doctrines_are_used_once_a_turn():
    t = table("fights")
    _, grenadiers, _ = near_the_captain(t)
    other = t.unit(GRENADIERS, "A", (20, 15))
    t.unit("Beast", "B", (20, 16.5))
    assert fight(t, grenadiers)
    assert not fight(t, other)
    assert is_in_combat(t.g, other)


def test_whoever_is_more_than_twelve_inches_from_the_general_stays():
    t = table("fights")
    t.general(KREEL, (10, 21))
    grenadiers = t.unit(GRENADIERS, "A", [(8 + 1.1 * i, 8.7) for i in range(5)])
    t.unit("Beast", "B", (10, 7.2))
    assert not fight(t, grenadiers)


def test_a_hero_who_is_not_the_general_stays():
    t = table("fights")
    t.general(KREEL, (10, 20))
    priest = t.unit(PRIEST, "A", (10, 15))
    t.unit("Beast", "B", (10, 13.5))
    assert not fight(t, priest)


def test_the_general_himself_may_melt_away():
    t = table("fights")
    captain = t.general(KREEL, (10, 10))
    t.unit("Beast", "B", (10, 11.5))
    assert fight(t, captain)
    assert not is_in_combat(t.g, captain)


def test_without_a_general_nobody_melts_away():
    t = table("fights")
    grenadiers = t.unit(GRENADIERS, "A", (10, 10))
    t.unit(KREEL, "A", (10, 14), marks=("replacement",))
    t.unit("Beast", "B", (10, 11.5))
    assert not fight(t, grenadiers)


def test_whoever_finds_no_place_to_gather_stays_in_the_fight():
    t = table("fights")
    captain, grenadiers, _ = near_the_captain(t)
    t.place(captain, [(10, 14)])
    for x in range(0, 23, 4):
        for y in range(6, 23, 4):
            t.unit("Beast", "B", (x + 0.5, y - 0.5))
    assert fight(t, grenadiers)
    assert t.facts("set-up-failed")
    assert is_in_combat(t.g, grenadiers)


def test_whoever_fell_in_the_fight_gathers_nowhere():
    t = table("fights")
    captain, grenadiers, _ = near_the_captain(t)
    t.give(grenadiers, "Melting Away")
    t.hurt(grenadiers, 5)
    t.play(open_window(t.g, "after unit-fought", Context(unit=grenadiers)))
    assert t.facts("unit-set-up") == []
    assert grenadiers.destroyed, captain


# -- regiment abilities ------------------------------------------------------------------------------------


def test_drilled_soldiers_shoot_in_combat_and_hit_worse_there():
    t = table("shooting-abilities")
    grenadiers = t.unit(GRENADIERS, "A", (10, 10))
    far = t.unit("Beast", "B", (12, 18))
    assert t.number("hit-roll", grenadiers, ARSENAL, far) == 4
    foe = t.unit("Beast", "B", (12, 11.5))
    assert "Shoot" not in t.names(grenadiers)
    t.choose("Close-Quarters Drill")
    assert "Shoot" in t.names(grenadiers)
    assert t.number("hit-roll", grenadiers, ARSENAL, foe) == 5
    assert t.number("hit-roll", grenadiers, BARDICHE, foe) == 4


def test_the_drill_is_not_for_the_enemy():
    t = table("shooting-abilities", player="B")
    archers = t.unit("Archers", "B", (10, 10))
    t.unit(GALLANTS, "A", (10, 11.5))
    t.choose("Close-Quarters Drill")
    assert "Shoot" not in t.names(archers, "B")


def test_blaggards_of_six_models_or_three_health_are_worth_five():
    t = table()
    t.choose("Come and Take It, Blaggards!")
    here = t.objective(10, 10, 4)
    gallants = t.unit(GALLANTS, "A", (8, 10))
    assert t.score(gallants, here) == 5
    foes = t.unit("Swords", "B", (8, 11.5))
    assert t.score(gallants, here) == 5
    t.place(foes, [(8 + 1.1 * i, 20) for i in range(5)])
    horde = t.unit("Horde", "B", [(6 + 1.05 * i, 11.5) for i in range(10)])
    assert t.score(gallants, here) == 10
    t.place(horde, [(6 + 1.05 * i, 20) for i in range(10)])
    t.unit("Beast", "B", (10, 11.5))
    assert t.score(gallants, here) == 10


def test_a_hero_has_no_use_for_blaggards():
    t = table()
    t.choose("Come and Take It, Blaggards!")
    here = t.objective(10, 10, 4)
    priest = t.unit(PRIEST, "A", (10, 10))
    t.unit("Beast", "B", (10, 11.5))
    assert t.score(priest, here) == 2


# -- enhancements ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "hurt"), [(2, 0), (3, 1)])
def test_throwing_knives_hurt_on_a_three(face, hurt):
    t = table("shooting-abilities", player="B")
    t.general(KREEL, (10, 10))
    beast = t.unit("Beast", "B", (10, 20))
    t.choose("Throwing Knives")
    t.tell(other=[face])
    t.use("Throwing Knives")
    assert beast.pools[0].lost == hurt
    assert t.able("Throwing Knives") is None


def test_throwing_knives_reach_ten_inches():
    t = table("shooting-abilities")
    t.general(KREEL, (10, 2))
    t.unit("Beast", "B", (10, 13.1))
    t.choose("Throwing Knives")
    assert t.able("Throwing Knives") is None


def test_a_trained_ranger_leads_a_unit_from_edge_to_edge():
    t = table("movement-abilities")
    lay_battlefield(t.g, "Shattered Crossroads")
    t.general(KREEL, (15, 11))
    gallants = t.unit(GALLANTS, "A", (10, 1))
    t.unit("Beast", "B", (11, 3))
    t.choose("Trained Ranger")
    t.use("Trained Ranger")
    for x, y in centres(gallants):
        assert min(x, 30 - x, y, 22 - y) <= 2.5
        assert (x - 11) ** 2 + (y - 3) ** 2 > 7**2
    assert "Normal Move" not in t.names(gallants)
    assert t.able("Trained Ranger") is None


def test_a_trained_ranger_needs_a_unit_at_an_edge():
    t = table("movement-abilities")
    lay_battlefield(t.g, "Shattered Crossroads")
    t.general(KREEL, (15, 11))
    t.choose("Trained Ranger")
    assert t.able("Trained Ranger") is None


def test_a_hot_blooded_general_retreats_unharmed_and_charges():
    t = table("movement-abilities")
    captain = t.general(KREEL, (10, 10))
    t.unit("Beast", "B", (10, 11.5))
    t.choose("Hot-Blooded Endurance")
    t.use("Retreat")
    assert t.facts("damage") == []
    t.later("shooting-abilities")
    assert "Shoot" not in t.names(captain)
    t.later("charge-abilities")
    assert "Charge" in t.names(captain)


def test_a_hot_blooded_general_runs_and_charges():
    t = table("movement-abilities")
    captain = t.general(KREEL, (10, 5))
    t.unit("Beast", "B", (10, 18))
    t.choose("Hot-Blooded Endurance")
    t.tell(other=[2])
    t.use("Run")
    t.later("charge-abilities")
    assert "Charge" in t.names(captain)


def test_without_hot_blood_nobody_charges_after_a_run():
    t = table("movement-abilities")
    captain = t.general(KREEL, (10, 5))
    t.unit("Beast", "B", (10, 18))
    t.tell(other=[2])
    t.use("Run")
    t.later("charge-abilities")
    assert "Charge" not in t.names(captain)


def test_the_blade_of_the_kraken_doubles_attacks_for_a_turn_once():
    t = table()
    captain = t.general(KREEL, (10, 10))
    foe = t.unit("Beast", "B", (10, 11.5))
    t.choose("Blade of the Kraken")
    assert t.number("attacks", captain, "Ranger Blades", foe) == 6
    t.use("Blade of the Kraken")
    assert t.number("attacks", captain, "Ranger Blades", foe) == 12
    t.later("combat-abilities", "B")
    assert t.number("attacks", captain, "Ranger Blades", foe) == 6
    assert t.able("Blade of the Kraken") is None


def test_attacks_are_doubled_before_one_is_added():
    t = table()
    captain = t.general(KREEL, (10, 10))
    foe = t.unit("Beast", "B", (10, 11.5))
    t.choose("Blade of the Kraken")
    hold(t.g, captain, Bundle((Modify("attacks", Op.ADD, Literal(1)),)))
    t.use("Blade of the Kraken")
    assert t.number("attacks", captain, "Ranger Blades", foe) == 13


# -- abilities ---------------------------------------------------------------------------------------------


def test_veteran_skirmishers_move_farther_and_do_not_run():
    t = table("hero-abilities")
    t.general(KREEL, (10, 10))
    gallants = t.unit(GALLANTS, "A", (10, 14))
    t.tell(other=[3])
    t.use("Veteran Skirmishers", gallants.id)
    t.later("movement-abilities")
    assert t.names(gallants) == {"Normal Move"}
    assert move(t, gallants) == 7
    t.later("movement-abilities", "B")
    assert move(t, gallants) == 5


def test_veteran_skirmishers_fail_on_a_two():
    t = table("hero-abilities")
    captain = t.general(KREEL, (10, 10))
    t.tell(other=[2])
    t.use("Veteran Skirmishers")
    assert move(t, captain) == 6


def test_the_panther_harms_whom_she_is_sent_upon_and_comes_back():
    t = table("end-of-turn-abilities", player="B")
    captain = t.general(KREEL, (10, 10))
    beast = t.unit("Beast", "B", (10, 16))
    t.tell(other=[3])
    t.use("Prowling Ash Panther")
    assert beast.pools[0].lost == 3
    assert captain.tokens["Thexa"] == 1
    assert not any(beast.tokens.values())


def test_the_panther_prowls_six_inches_around():
    t = table("end-of-turn-abilities")
    t.general(KREEL, (10, 10))
    t.unit("Beast", "B", (10, 17.1))
    assert t.able("Prowling Ash Panther") is None


def test_each_panther_comes_back_to_her_own_master():
    t = table("end-of-turn-abilities")
    ours, theirs = t.general(KREEL, (10, 10)), t.unit(KREEL, "B", (10, 20))
    beast = t.unit("Beast", "B", (10, 14))
    t.tell(other=[2])
    t.use("Prowling Ash Panther")
    assert (ours.tokens["Thexa"], theirs.tokens["Thexa"]) == (1, 1)
    assert (theirs.pools[0].lost, beast.pools[0].lost) == (0, 2)


@pytest.mark.parametrize(("face", "ward"), [(2, 7), (3, 5)])
def test_consecrated_land_wards_those_who_contest_it(face, ward):
    t = table("hero-abilities")
    t.unit(PRIEST, "A", (10, 10))
    ground, other = t.objective(15, 10), t.objective(10, 15)
    gallants, away = t.unit(GALLANTS, "A", (14, 10)), t.unit(GALLANTS, "A", (3, 3))
    foe = t.unit("Beast", "B", (15, 12))
    t.tell(chant=[face])
    t.use("Consecrate the Land", ground.id)
    assert [t.ward(unit) for unit in (gallants, away, foe)] == [ward, 7, 7]
    t.place(away, [(9 + i, 15) for i in range(5)])
    assert t.ward(away) == 7, other
    t.place(away, [(13 + i, 9) for i in range(5)])
    assert t.ward(away) == ward
    t.later("hero-abilities", "B")
    assert t.ward(gallants) == 7


def test_gallants_blunt_the_weapons_of_one_enemy_against_themselves():
    t = table()
    gallants = t.unit(GALLANTS, "A", (10, 10))
    grenadiers = t.unit(GRENADIERS, "A", (20, 10))
    beast = t.unit("Beast", "B", (10, 11.5))
    other = t.unit("Beast", "B", (12, 11.5))
    t.use("Unbreachable Will", beast.id)
    assert t.number("rend", beast, "Axe", gallants) == 0
    assert t.number("rend", beast, "Fangs", gallants) == 0
    assert t.number("rend", beast, "Axe", grenadiers) == 1
    assert t.number("rend", other, "Axe", gallants) == 1
    t.later("combat-abilities", "B")
    assert t.number("rend", beast, "Axe", gallants) == 1


def test_gallants_who_charged_have_no_will():
    t = table()
    t.unit(GALLANTS, "A", (10, 10), marks=("charged",))
    t.unit("Beast", "B", (10, 11.5))
    assert t.able("Unbreachable Will") is None


def test_cinder_and_ash_burn_all_enemies_where_the_unit_stands():
    t = table("end-of-turn-abilities", player="B")
    t.unit(GRENADIERS, "A", (10, 10))
    here = t.objective(12, 11)
    foes = [t.unit("Beast", "B", (11, 12.5)), t.unit("Swords", "B", (12, 12.5))]
    away = t.unit("Beast", "B", (25, 12))
    t.tell(other=[3, 2])
    t.use("Cinder and Ash", here.id, foes[0].id, foes[1].id)
    assert foes[0].pools[0].lost == 1
    assert (foes[1].models, away.pools[0].lost) == (5, 0)


def test_cinder_and_ash_leave_out_whom_their_player_spares():
    t = table("end-of-turn-abilities")
    t.unit(GRENADIERS, "A", (10, 10))
    here = t.objective(12, 11)
    beast = t.unit("Beast", "B", (11, 12.5))
    t.use("Cinder and Ash", here.id, PASS)
    assert beast.pools[0].lost == 0


def test_cinder_and_ash_is_used_once_a_turn_by_the_army():
    t = table("end-of-turn-abilities")
    t.unit(GRENADIERS, "A", (10, 10))
    t.unit(GRENADIERS, "A", (10, 9))
    here = t.objective(12, 10)
    beast = t.unit("Beast", "B", (11, 11.5))
    t.tell(other=[6])
    t.use("Cinder and Ash", here.id, beast.id)
    assert t.able("Cinder and Ash") is None


def test_cinder_and_ash_need_an_enemy_to_burn():
    t = table("end-of-turn-abilities")
    t.unit(GRENADIERS, "A", (10, 10))
    t.objective(12, 11)
    t.unit("Beast", "B", (25, 12))
    assert t.able("Cinder and Ash") is None
