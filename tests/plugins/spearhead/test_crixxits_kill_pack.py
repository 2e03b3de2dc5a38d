"""Rulings of Crixxit's Kill-Pack: each ability does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import usable, use_action
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision
from tercio.kernel.decl import Bundle, Literal, Modify, Op, UnitEntry
from tercio.kernel.modifiers import gather, live
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Unit, touch
from tercio.plugins.spearhead.attacks import attack_with
from tercio.plugins.spearhead.battlefield import lay_battlefield
from tercio.plugins.spearhead.combats import in_combat, is_in_combat
from tercio.plugins.spearhead.fighting import strikes
from tercio.plugins.spearhead.listing import is_general
from tercio.plugins.spearhead.muster import unit_of_entry
from tercio.plugins.spearhead.targets import COMBAT

from .armies import ArmyTable
from .board import centres

PACK = "crixxits-kill-pack"
CRIXXIT, DEATHMASTER = "Deathmaster Crixxit", "Deathmaster"
GUTTER, NIGHT = "Gutter Runners", "Night Runners"
CUTS, WEEPING = "The Blades of Thirteen Cuts", "Weeping Blade"


def table(node: str = "combat-abilities", **more) -> ArmyTable:
    return ArmyTable(PACK, node=node, **more)


def runners(t: ArmyTable, x: float, y: float, models: int = 10) -> Unit:
    """Night Runners in two rows, the first at a place."""
    places = [(x + 1.05 * (i % 5), y + 1.05 * (i // 5)) for i in range(models)]
    return t.unit(NIGHT, "A", places, models=models)


def hunts(t: ArmyTable, unit: Unit) -> bool:
    """Whether charge rolls of a unit are better."""
    c = Context(unit=unit)
    return bool(live(t.g, c, gather(t.g, "charge-roll", c)))


# -- warscrolls --------------------------------------------------------------------------------------------


def test_wards_stand_on_the_warscrolls():
    t = table()
    units = [t.unit(name, "A", (5, 3 * i + 2)) for i, name in enumerate((CRIXXIT, DEATHMASTER, GUTTER))]
    assert [t.ward(unit) for unit in (*units, runners(t, 15, 10))] == [5, 6, 6, 6]


def test_the_weeping_blade_cuts_deeper_into_heroes():
    t = table()
    master = t.unit(DEATHMASTER, "A", (10, 10))
    assert t.number("rend", master, WEEPING, t.unit("Hero", "B", (10, 12))) == 2
    assert t.number("rend", master, WEEPING, t.unit("Swords", "B", (15, 12))) == 1


def test_the_blades_of_the_pack_kill_on_criticals():
    t = table()
    foe = t.unit("Beast", "B", (10, 12))
    for name, weapon in ((CRIXXIT, CUTS), (DEATHMASTER, WEEPING), (GUTTER, "Eshin Specialist Blades")):
        assert t.has_critical("Crit (Mortal)", t.unit(name, "A", None), weapon, foe)
    slingers = runners(t, 5, 5)
    assert t.has_critical("Crit (Auto-wound)", slingers, "Slings and Poisoned Stars", foe)


def test_crixxit_is_the_general():
    warscrolls = table().g.ruleset.of_kind(UnitEntry).values()
    assert [one.name for one in warscrolls if one.army == "Crixxit's Kill-Pack" and is_general(one)] == [
        CRIXXIT
    ]


# -- Cloaked in Shadow -------------------------------------------------------------------------------------


def shadows(face: int) -> tuple[ArmyTable, Unit, Unit]:
    """A hero far from a fight between Night Runners and a beast, and what was rolled for him."""
    t = table()
    hero = t.unit(DEATHMASTER, "A", (3, 20))
    pack = runners(t, 18, 5)
    t.unit("Beast", "B", (20, 8.5))
    t.tell(other=[face])
    t.use("Cloaked in Shadow")
    return t, hero, pack


def test_a_hero_steps_out_of_the_shadow_on_a_three():
    t, hero, pack = shadows(3)
    ((x, y),) = centres(hero)
    assert any((a - x) ** 2 + (b - y) ** 2 <= (6 + 0.001) ** 2 for a, b in centres(pack))
    assert t.able("Cloaked in Shadow") is None


def test_a_hero_stays_on_a_two():
    _, hero, _ = shadows(2)
    assert centres(hero) == [(3, 20)]


def place_of_a_shadow(t: ArmyTable) -> Decision:
    """The question where a hero steps out of the shadow, on a 6."""
    t.tell(other=[6])
    t.use("Cloaked in Shadow")
    (decision,) = [one for one in t.asked if one.kind == "unit.set-up"]
    assert isinstance(decision, Decision)
    return decision


def test_a_shadow_may_join_a_fight_that_is_under_way_and_start_none():
    t = table()
    t.unit(DEATHMASTER, "A", (3, 20))
    pack = runners(t, 18, 5)
    fought, idle = t.unit("Beast", "B", (20, 8.5)), t.unit("Beast", "B", (20, 1))
    decision = place_of_a_shadow(t)
    assert decision.judge([[20, 9.6]]) is None
    assert decision.judge([[20, 2.2]]).code == "set_up.not_there"
    assert in_combat(t.g, pack, fought)
    assert not is_in_combat(t.g, idle)


def test_a_shadow_does_not_come_back_to_a_fight_of_its_own():
    t = table()
    t.unit(DEATHMASTER, "A", (18, 11))
    t.unit("Beast", "B", (18, 13))
    runners(t, 18, 5)
    decision = place_of_a_shadow(t)
    assert decision.judge([[18, 11]]).code == "set_up.not_there"
    assert decision.judge([[18, 8]]) is None


def test_only_heroes_vanish_and_only_beside_others_of_two_models():
    t = table()
    t.unit(CRIXXIT, "A", (10, 10))
    t.unit(DEATHMASTER, "A", (12, 10))
    assert t.able("Cloaked in Shadow") is None
    runners(t, 18, 5)
    assert t.able("Cloaked in Shadow") is not None


def test_a_hero_who_vanished_fights_where_he_appears():
    t = table()
    hero = t.unit(DEATHMASTER, "A", (3, 20))
    runners(t, 18, 5)
    t.unit("Beast", "B", (20, 8.5))
    t.tell(other=[6])
    t.use("Cloaked in Shadow", lambda decision: [[20, 9.6]])
    assert is_in_combat(t.g, hero)
    t.at("fights")
    assert "Fight" in t.names(hero)


# -- regiment abilities ------------------------------------------------------------------------------------


def test_skittering_shades_go_from_edge_to_edge_once_a_battle():
    t = table("movement-abilities")
    lay_battlefield(t.g, "Shattered Crossroads")
    t.choose("Way of the Skittering Shade")
    t.unit(DEATHMASTER, "A", (15, 11))
    assert t.able("Way of the Skittering Shade") is None
    gutter = t.unit(GUTTER, "A", (10, 1))
    foe = t.unit("Beast", "B", (11, 3))
    t.use("Way of the Skittering Shade")
    for x, y in centres(gutter):
        assert min(x, 30 - x, y, 22 - y) <= 2.5
        assert (x - 11) ** 2 + (y - 3) ** 2 > 7**2, foe
    t.later("movement-abilities", "B")
    t.later("movement-abilities", "A")
    t.place(gutter, [(10 + 1.1 * i, 1) for i in range(5)])
    assert t.able("Way of the Skittering Shade") is None


def test_a_fiendish_claw_strikes_first_for_the_turn_once_a_battle():
    t = table()
    t.choose("Way of the Fiendish Claw")
    runners(t, 18, 5)
    assert t.able("Way of the Fiendish Claw") is None
    hero = t.unit(DEATHMASTER, "A", (10, 10))
    t.use("Way of the Fiendish Claw")
    assert strikes(t.g, hero) == 1
    t.later("combat-abilities", "B")
    assert strikes(t.g, hero) == 0
    assert t.able("Way of the Fiendish Claw") is None


# -- enhancements ------------------------------------------------------------------------------------------


def test_an_acrobat_passes_through_enemies_as_it_charges_and_only_then():
    t = table()
    general, other = t.general(CRIXXIT, (10, 10)), t.unit(DEATHMASTER, "A", (5, 5))
    t.choose("Murderous Acrobatics")
    t.at("charge-abilities")
    t.unit("Beast", "B", (10, 15))
    charge = next(
        use for use in usable(t.g, "charge", "A") if use.name == "Charge" and use.context.unit is general
    )
    assert t.allows("pass-through-enemies", False, unit=general, action=charge)
    assert not t.allows("pass-through-enemies", False, unit=other, action=charge)
    t.at("movement-abilities")
    run = next(
        use for use in usable(t.g, "movement", "A") if use.name == "Run" and use.context.unit is general
    )
    assert not t.allows("pass-through-enemies", False, unit=general, action=run)


@pytest.mark.parametrize(("warscroll", "moves"), [(CRIXXIT, True), (DEATHMASTER, False)])
def test_a_master_of_shadows_travels_on_a_two_and_nobody_else_does(warscroll, moves):
    t = table()
    if warscroll == DEATHMASTER:
        t.general(CRIXXIT, None)
        hero = t.unit(DEATHMASTER, "A", (3, 20))
    else:
        hero = t.general(CRIXXIT, (3, 20))
    t.choose("Master of Shadows")
    runners(t, 18, 5)
    t.tell(other=[2])
    t.use("Cloaked in Shadow")
    assert (centres(hero) != [(3, 20)]) == moves


def test_a_master_of_shadows_rolls_other_dice_as_ever():
    t = table("hero-abilities")
    t.general(CRIXXIT, (10, 10))
    t.choose("Master of Shadows")
    gutter = t.unit(GUTTER, "A", (10, 12))
    t.tell(other=[2])
    t.use("Go-go, Hunt Them Down")
    assert not hunts(t, gutter)


def test_a_shadow_among_three_has_a_better_ward():
    t = table()
    general = t.general(CRIXXIT, (10, 10))
    t.choose("Just Another Shadow")
    assert t.ward(general) == 5
    gutter = t.unit(GUTTER, "A", [(12 + 1.1 * i, 10) for i in range(3)], models=3)
    assert t.ward(general) == 4
    t.place(gutter, [(13.5 + 1.1 * i, 10) for i in range(3)])
    assert t.ward(general) == 5
    t.place(gutter, [(13 + 1.1 * i, 10) for i in range(3)])
    assert t.ward(general) == 5
    t.place(gutter, [(12.9 + 1.1 * i, 10) for i in range(3)])
    assert t.ward(general) == 4
    t.tell(ward_roll=[1])
    t.hurt(gutter, 1)
    assert t.ward(general) == 5


@pytest.mark.parametrize(("face", "needed"), [(2, 3), (3, 4)])
def test_a_death_screech_unnerves_for_the_turn(face, needed):
    t = table(player="B")
    t.general(CRIXXIT, (10, 10))
    t.choose("Death Screech")
    foe = t.unit("Swords", "B", (10, 16))
    t.tell(other=[face])
    t.use("Death Screech")
    assert t.number("hit-roll", foe, "Sword", t.unit(GUTTER, "A", (10, 14))) == needed
    t.later("combat-abilities", "A")
    assert t.number("hit-roll", foe, "Sword", t.unit(GUTTER, "A", (15, 14))) == 3


def test_a_death_screech_carries_six_inches():
    t = table()
    t.general(CRIXXIT, (10, 10))
    t.choose("Death Screech")
    t.unit("Swords", "B", (10, 17.1))
    assert t.able("Death Screech") is None


# -- abilities ---------------------------------------------------------------------------------------------


def test_gutter_runners_are_sent_to_hunt():
    t = table("hero-abilities")
    t.general(CRIXXIT, (10, 10))
    runners(t, 10, 13)
    assert t.able("Go-go, Hunt Them Down") is None
    gutter = t.unit(GUTTER, "A", (10, 17))
    t.unit("Beast", "B", (10, 21))
    t.tell(other=[3])
    t.use("Go-go, Hunt Them Down")
    assert hunts(t, gutter)
    t.later("charge-abilities", "B")
    assert not hunts(t, gutter)


def test_gutter_runners_out_of_reach_are_not_sent():
    t = table("hero-abilities")
    t.general(CRIXXIT, (2, 2))
    t.unit(GUTTER, "A", (12, 2))
    assert t.able("Go-go, Hunt Them Down") is None


def test_hunters_reach_an_inch_farther():
    t = table("hero-abilities")
    t.general(CRIXXIT, (2, 2))
    gutter = t.unit(GUTTER, "A", [(5 + 1.1 * i, 2) for i in range(5)])
    t.unit("Beast", "B", (7, 10))
    t.tell(other=[3, 3, 3])
    t.use("Go-go, Hunt Them Down")
    t.later("charge-abilities")
    charges = [use for use in usable(t.g, "charge", "A") if use.name == "Charge"]
    t.play(use_action(t.g, next(use for use in charges if use.context.unit is gutter)))
    assert "charged" in gutter.marks


@pytest.mark.parametrize(("bonus", "usual"), [(-1, 4), (0, 3), (1, 2)])
def test_no_hit_roll_below_five_finds_a_shadowy_killer(bonus, usual):
    t = table()
    master = t.unit(DEATHMASTER, "A", (10, 10))
    foe = t.unit("Swords", "B", (10, 11.5))
    hold(t.g, foe, Bundle((Modify("hit-roll", Op.ADD, Literal(bonus)),)))
    touch(t.g)
    assert t.number("hit-roll", foe, "Sword", master) == 5
    assert t.number("hit-roll", foe, "Sword", t.unit(CRIXXIT, "A", (20, 10))) == usual


def test_fives_find_a_shadowy_killer_and_fours_do_not():
    t = table(dice={"hit-roll": [4, 5], "wound-roll": [6], "save-roll": [2], "ward-roll": [1]})
    master = t.unit(DEATHMASTER, "A", (10, 10))
    foe = t.unit("Swords", "B", (10, 11.5), models=1)
    t.play(attack_with(t.g, foe, COMBAT))
    assert master.pools[0].lost == 1


def test_a_bomb_rat_goes_off_on_a_three_and_is_kept():
    t = table("charge-abilities")
    gutter = t.unit(GUTTER, "A", (10, 10))
    beast = t.unit("Beast", "B", (10, 19))
    t.tell(other=[3])
    t.use("Bomb Rats")
    assert beast.pools[0].lost == 1
    assert gutter.tokens["Bomb Rat"] == 1


def test_a_bomb_rat_is_lost_on_a_two():
    t = table("charge-abilities")
    gutter = t.unit(GUTTER, "A", (10, 10))
    beast = t.unit("Beast", "B", (10, 19))
    t.tell(other=[2])
    t.use("Bomb Rats")
    assert beast.pools[0].lost == 0
    assert gutter.tokens["Bomb Rat"] == 0
    t.later("charge-abilities", "B")
    t.later("charge-abilities", "A")
    assert t.able("Bomb Rats") is None


def test_one_bomb_rat_a_turn_runs_in_the_own_charge_phase():
    t = table("charge-abilities")
    t.unit(GUTTER, "A", (10, 10))
    t.unit(GUTTER, "A", (17, 10))
    t.unit("Beast", "B", (14, 14))
    t.tell(other=[3])
    t.use("Bomb Rats")
    assert t.able("Bomb Rats") is None
    t.later("charge-abilities", "B")
    assert t.able("Bomb Rats") is None


def test_a_bomb_rat_runs_nine_inches():
    t = table("charge-abilities")
    t.unit(GUTTER, "A", (10, 10), models=1)
    t.unit("Beast", "B", (10, 20.1))
    assert t.able("Bomb Rats") is None


def test_a_replacement_has_a_bomb_rat_of_its_own():
    t = table()
    assert unit_of_entry(t.g, t.g.ruleset.get(UnitEntry, GUTTER), "A").tokens == {"Bomb Rat": 1}


def test_smoke_covers_a_retreat_on_a_four():
    t = table(player="B")
    pack = runners(t, 10, 10)
    t.unit("Beast", "B", (12, 8.5))
    t.tell(smoke=[4], damage=[1], ward_roll=[1])
    t.use("Smoke Bombs")
    assert not is_in_combat(t.g, pack)
    assert pack.models == 9
    assert t.able("Smoke Bombs") is None


def test_no_smoke_on_a_three():
    t = table()
    pack = runners(t, 10, 10)
    t.unit("Beast", "B", (12, 8.5))
    t.tell(smoke=[3])
    t.use("Smoke Bombs")
    assert is_in_combat(t.g, pack)
    assert pack.models == 10


def test_smoke_needs_a_fight():
    t = table()
    runners(t, 10, 10)
    t.unit("Beast", "B", (25, 8.5))
    assert t.able("Smoke Bombs") is None
