"""Rulings of the Vigilant Brotherhood: each ability does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import RulesError
from tercio.plugins.spearhead.casualties import coherency_of
from tercio.plugins.spearhead.fighting import fights, strikes

from .armies import ArmyTable
from .board import centres

PACK = "vigilant-brotherhood"
LORD, VERITANT = "Lord-Vigilant on Gryph-stalker", "Lord-Veritant"


def table(node: str = "combat-abilities", **more) -> ArmyTable:
    return ArmyTable(PACK, node=node, **more)


# -- warscrolls --------------------------------------------------------------------------------------------


def test_a_lord_veritant_moves_five_inches():
    t = table()
    assert t.unit(VERITANT, "A", (10, 10)).pools[0].profile["move"] == 5


def test_a_veritants_blade_cuts_deeper_into_wizards_and_priests():
    t = table()
    veritant = t.unit(VERITANT, "A", (10, 10))
    priest = t.unit(VERITANT, "B", (10, 12))
    assert t.number("rend", veritant, "Judgement Blade", priest) == 2
    assert t.number("rend", veritant, "Staff of Abjuration", priest) == 1
    assert t.number("rend", veritant, "Judgement Blade", t.unit("Swords", "B", (20, 12))) == 1


def test_one_liberator_in_five_has_a_grandhammer():
    liberators = table().unit("Liberators", "A", (10, 10))
    arms = {part.id: part.arms[0].name for part in liberators.pools[0].parts}
    hammers = [arms[model.part] for model in liberators.pools[0].loose]
    assert sorted(hammers) == ["Grandhammer", *["Warhammer"] * 4]


# -- battle traits -----------------------------------------------------------------------------------------


def test_the_shield_of_azyr_is_raised_once_a_battle():
    t = table("hero-abilities")
    lord = t.general(LORD, (10, 10))
    t.use("Shield of Azyr")
    assert t.ward(lord) == 5
    t.later("hero-abilities", "B")
    assert t.ward(lord) == 5
    t.later("hero-abilities", "A")
    assert t.ward(lord) == 7
    assert t.able("Shield of Azyr") is None


def test_a_storm_charge_lets_those_who_ran_charge_and_not_shoot():
    t = table("movement-abilities")
    prosecutors = t.unit("Prosecutors", "A", (10, 4))
    t.unit("Swords", "B", (10, 18))
    t.tell(other=[1])
    t.use("Run", lambda decision: decision.options[0])
    t.later("charge-abilities", "A")
    assert "Charge" not in t.names(prosecutors)
    t.use("Storm Charge")
    assert "Charge" in t.names(prosecutors)
    t.at("shooting-abilities")
    assert "Shoot" not in t.names(prosecutors)


# -- regiment abilities ------------------------------------------------------------------------------------


def test_a_unit_that_is_needed_elsewhere_retreats_unharmed_and_may_charge():
    t = table("movement-abilities")
    liberators = t.unit("Liberators", "A", (10, 10))
    t.unit("Swords", "B", (10, 11.5))
    t.choose("Strike Where Needed")
    t.use("Retreat", ["Strike Where Needed", t.g.players["A"].id])
    assert liberators.models == 5
    assert t.facts("damage") == []
    t.later("charge-abilities", "A")
    assert "Charge" in t.names(liberators)


def test_nobody_is_needed_elsewhere_who_does_not_retreat():
    t = table("movement-abilities")
    t.unit("Liberators", "A", (10, 10))
    t.choose("Strike Where Needed")
    t.use("Normal Move")
    assert [decision.kind for decision in t.asked] == ["unit.move"]


def test_a_unit_that_is_needed_elsewhere_does_not_shoot():
    t = table("movement-abilities")
    prosecutors = t.unit("Prosecutors", "A", (10, 10))
    t.unit("Swords", "B", (10, 11.5))
    t.unit("Beast", "B", (10, 19))
    t.choose("Strike Where Needed")
    t.use("Retreat", ["Strike Where Needed", t.g.players["A"].id])
    t.later("shooting-abilities", "A")
    assert "Shoot" not in t.names(prosecutors)


def test_strike_where_needed_works_once_a_battle():
    t = table("movement-abilities")
    t.choose("Strike Where Needed")
    t.unit("Liberators", "A", (10, 10))
    t.unit("Swords", "B", (10, 11.5))
    t.use("Retreat", ["Strike Where Needed", t.g.players["A"].id])
    other = t.unit("Liberators", "A", (20, 10))
    t.unit("Swords", "B", (20, 11.5))
    t.tell(other=[3])
    t.use("Retreat")
    assert other.pools[0].lost == 1
    assert other.models == 4


@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1)])
def test_the_fallen_of_a_blaze_of_glory_strike_on_a_four(face, hurt):
    t = table()
    liberators = t.unit("Liberators", "A", (10, 10))
    beast = t.unit("Beast", "B", (10, 11.5))
    t.choose("Blaze of Glory")
    t.use("Blaze of Glory")
    t.tell(other=[face])
    t.hurt(liberators, 2, beast)
    assert beast.pools[0].lost == hurt


def test_the_last_of_a_unit_in_a_blaze_of_glory_still_strikes():
    t = table()
    liberators = t.unit("Liberators", "A", (10, 10), models=1)
    beast = t.unit("Beast", "B", (10, 11.5))
    t.choose("Blaze of Glory")
    t.use("Blaze of Glory")
    t.tell(other=[4])
    t.hurt(liberators, 2, beast)
    assert liberators.destroyed
    assert beast.pools[0].lost == 1


def test_a_blaze_of_glory_ends_with_the_phase():
    t = table()
    liberators = t.unit("Liberators", "A", (10, 10))
    beast = t.unit("Beast", "B", (10, 11.5))
    t.choose("Blaze of Glory")
    t.use("Blaze of Glory")
    t.later("end-of-turn-abilities")
    t.hurt(liberators, 2, beast)
    assert beast.pools[0].lost == 0


# -- enhancements ------------------------------------------------------------------------------------------


def test_hallowed_scrolls_ward_the_general_alone():
    t = table()
    lord, veritant = t.general(LORD, (10, 10)), t.unit("Liberators", "A", (20, 10))
    t.choose("Hallowed Scrolls")
    assert (t.ward(lord), t.ward(veritant)) == (5, 7)


def test_morrdas_talon_makes_criticals_of_the_greataxe_mortal():
    t = table()
    lord = t.general(LORD, (10, 10))
    t.choose("Morrda's Talon")
    foe = t.unit("Beast", "B", (10, 11.5))
    assert t.has_critical("Crit (Mortal)", lord, "Hallowed Greataxe", foe)
    assert not t.has_critical("Crit (Mortal)", lord, "Gryph-stalker's Beak and Talons", foe)


def test_quicksilver_makes_the_general_strike_first_for_a_phase():
    t = table()
    lord = t.general(LORD, (10, 10))
    t.choose("Quicksilver Draught")
    assert strikes(t.g, lord) == 0
    t.use("Quicksilver Draught")
    assert strikes(t.g, lord) == 1
    t.later("combat-abilities", "B")
    assert strikes(t.g, lord) == 0
    assert t.able("Quicksilver Draught") is None


def test_the_null_pendant_is_rolled_for_each_enemy_at_the_generals_objective():
    t = table("end-of-turn-abilities")
    t.general(LORD, (10, 10))
    t.choose("Null Pendant")
    here, there = t.objective(10, 11), t.objective(20, 11)
    ours = [t.unit("Swords", "B", [(9 + i, 12) for i in range(5)]), t.unit("Beast", "B", (11.5, 11))]
    away = t.unit("Swords", "B", [(19 + i, 12) for i in range(5)])
    before = [t.score(unit, here) for unit in ours]
    t.tell(other=[3, 1])
    t.use("Null Pendant")
    assert [t.score(unit, here) for unit in ours] == [max(1, before[0] - 3), before[1]]
    assert t.score(away, there) > 1
    t.later("end-of-turn-abilities", "B")
    assert t.score(ours[0], here) == before[0]


def test_the_null_pendant_needs_an_enemy_at_the_generals_objective():
    t = table("end-of-turn-abilities")
    t.general(LORD, (10, 10))
    t.choose("Null Pendant")
    t.objective(20, 11)
    t.unit("Beast", "B", (20, 11))
    assert t.able("Null Pendant") is None


# -- abilities ---------------------------------------------------------------------------------------------


def test_whoever_is_judged_fights_a_second_time_after_all_others():
    t = table()
    t.general(LORD, (1, 1))
    liberators = t.unit("Liberators", "A", (2, 3), models=1)
    first = t.unit("Beast", "B", (2, 4.5))
    t.unit("Swords", "A", (20, 10), models=1)
    t.unit("Beast", "B", (20, 11.5))
    t.use("Deliver Judgement")
    t.at("fights")
    t.chance(1)
    t.play(fights(t.g), liberators.id)
    order = [fact["unit"] for fact in t.facts("fights")]
    assert order.count(liberators.id) == 2
    assert order[0] == order[-1] == liberators.id
    assert order.count(first.id) == 1


def test_heroes_are_not_judged():
    t = table()
    t.general(LORD, (10, 10))
    t.unit(VERITANT, "A", (10, 12))
    assert t.able("Deliver Judgement") is None


def test_a_free_objective_may_be_planned_for():
    t = table("hero-abilities")
    t.general(LORD, (10, 10))
    t.objective(25, 18, held_by="A")
    assert t.able("Plan the Attack") is None
    t.objective(20, 18)
    liberators = t.unit("Liberators", "A", (20, 16))
    foe, other = t.unit("Beast", "B", (20, 18)), t.unit("Beast", "B", (25, 18))
    t.use("Plan the Attack")
    assert t.number("hit-roll", liberators, "Warhammer", foe) == 2
    assert t.number("hit-roll", liberators, "Warhammer", other) == 3
    prosecutors = t.unit("Prosecutors", "A", (5, 5))
    assert t.number("hit-roll", prosecutors, "Stormcall Javelin (thrown)", foe) == 3
    assert t.number("hit-roll", prosecutors, "Stormcall Javelin", foe) == 2
    t.later("hero-abilities", "B")
    assert t.number("hit-roll", liberators, "Warhammer", foe) == 3


def test_a_beast_of_burden_follows_no_plan():
    t = table("hero-abilities")
    lord = t.general(LORD, (20, 16))
    t.objective(20, 18)
    foe = t.unit("Beast", "B", (20, 18))
    t.use("Plan the Attack")
    assert t.number("hit-roll", lord, "Hallowed Greataxe", foe) == 2
    assert t.number("hit-roll", lord, "Gryph-stalker's Beak and Talons", foe) == 4


def test_the_gryph_crow_leaves_in_the_middle_of_a_damage_pool():
    t = table()
    veritant = t.unit(VERITANT, "A", (10, 10))
    assert t.ward(veritant) == 5
    t.tell(ward_roll=[5, 1])
    assert t.hurt(veritant, 4) == 3
    assert veritant.tokens.get("Gryph-crow", 0) == 0
    assert t.ward(veritant) == 7


def test_cleansing_fires_burn_for_each_model():
    t = table("hero-abilities")
    t.unit(VERITANT, "A", (10, 10))
    foes = t.unit("Swords", "B", [(8 + 1.1 * i, 20) for i in range(5)])
    t.tell(chant=[3], dice=[5, 6, 4, 4, 1])
    t.use("Cleansing Fires")
    assert foes.models == 3


def test_a_prayer_that_is_not_heard_burns_nobody():
    t = table("hero-abilities")
    t.unit(VERITANT, "A", (10, 10))
    foes = t.unit("Swords", "B", [(8 + 1.1 * i, 20) for i in range(5)])
    t.tell(chant=[2])
    t.use("Cleansing Fires")
    assert foes.models == 5


def test_cleansing_fires_reach_twelve_inches():
    t = table("hero-abilities")
    t.unit(VERITANT, "A", (2, 2))
    t.unit("Beast", "B", (2, 15.5))
    assert t.able("Cleansing Fires") is None


def test_prosecutors_stand_up_to_two_inches_apart():
    t = table()
    assert coherency_of(t.g, t.unit("Prosecutors", "A", (10, 10))).reach == 2
    assert coherency_of(t.g, t.unit("Liberators", "A", (10, 14))).reach == 0.5


def test_prosecutors_charge_on_three_dice():
    t = table("charge-abilities")
    prosecutors = t.unit("Prosecutors", "A", [(10, 4), (11.1, 4), (12.2, 4)])
    t.unit("Beast", "B", (11, 20))
    t.tell(other=[5, 5, 5])
    t.use("Charge")
    assert "charged" in prosecutors.marks
    assert min(y for _, y in centres(prosecutors)) > 4
    with pytest.raises(RulesError):
        t.g.dice.faces("any", 1, 6)


def test_liberators_count_for_more_on_an_objective_at_home_alone():
    t = table()
    t.territories()
    home, border, abroad = t.objective(5, 5), t.objective(15, 11), t.objective(25, 17)
    places = {home: (4, 5), border: (14, 11), abroad: (24, 17)}
    scores = {}
    for thing, at in places.items():
        scores[thing] = t.score(t.unit("Liberators", "A", at, models=2), thing)
    assert list(scores.values()) == [5, 2, 2]
