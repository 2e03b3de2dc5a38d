"""Who can attack, how often and at whom (Melee Phase 3.B and 3.C, Attacks 2.A; rulings 23-26, 36-39)."""

from __future__ import annotations

import pytest

from tercio.kernel.decl import DiceAmount
from tercio.kernel.geometry import Facing
from tercio.plugins.regiments.formation import Place, refit, seat
from tercio.plugins.t9a.casualties import lose_health
from tercio.plugins.t9a.melee.strikes import strike_step

from .brawl import brawl, order_of, prepared, struck
from .field import Field, rect_of
from .tiny import play

MISSES = {"to-hit": [1] * 200}


@pytest.fixture
def field():
    return Field({name: list(faces) for name, faces in MISSES.items()})


def counts(field, unit):
    return [(count, facts["target"]) for count, facts in struck(field, unit)]


def duel(field, models=20, files=5, enemies=20, enemy_files=5, shift=0.0, **more):
    one = field.soldiers("A", 36, 20, models=models, files=files, **more)
    other = field.soldiers("B", 36, 30, models=enemies, files=enemy_files)
    field.against(other, one, shift=shift)
    return one, other


def test_the_first_rank_strikes_and_the_second_supports_with_one_attack_each_melee_3b(field):
    one, other = duel(field, attacks=2)
    brawl(field)
    assert counts(field, one) == [(10, other.pools[0].id), (5, other.pools[0].id)]


def test_models_that_touch_only_a_corner_of_the_boundary_strike_melee_3b(field):
    one, _ = duel(field, files=7, models=7)
    brawl(field)
    assert sum(count for count, _ in counts(field, one)) == 7


def test_models_beyond_the_enemys_corner_do_not_strike_melee_3b(field):
    one, _ = duel(field, files=9, models=18)
    brawl(field)
    assert [count for count, _ in counts(field, one)] == [7, 7]


def test_height_0_models_support_with_no_attack_ruling_2(field):
    one, _ = duel(field, height=0)
    brawl(field)
    assert [count for count, _ in counts(field, one)] == [5]


def test_spears_strike_from_a_third_rank_model_rules(field):
    one, _ = duel(field, arms=("Spear",))
    brawl(field)
    assert [count for count, _ in counts(field, one)] == [5, 10]


def test_a_knight_and_its_horse_share_the_restricted_attacks_of_height_2_melee_3b():
    field = Field({name: list(faces) for name, faces in MISSES.items()})
    knights, _ = duel(field, models=10, height=2, attacks=2, agility=5)
    field.part(knights.pools[0], "horse", "Mount", agility=3)
    _, asked = brawl(field, 1)
    assert asked[0].kind == "combat.restricted"
    assert asked[0].options == [2, 1]
    assert [count for count, _ in counts(field, knights)] == [10, 5, 5, 5]


def test_a_model_that_gives_all_to_the_rider_has_none_left_for_the_horse_melee_3b(field):
    knights, _ = duel(field, models=10, height=2, attacks=2, agility=5)
    field.part(knights.pools[0], "horse", "Mount", agility=3)
    brawl(field, 2)
    assert [count for count, _ in counts(field, knights)] == [10, 10, 5]


def test_attacks_at_an_enemy_on_the_flank_are_restricted_melee_3b(field):
    unit = field.soldiers("A", 36, 20, models=20, files=5, attacks=3, height=2)
    field.against(field.soldiers("B", 36, 30, models=4, files=4), unit, Facing.LEFT)
    brawl(field)
    assert [count for count, _ in counts(field, unit)] == [4 * 2]
    assert struck(field, unit)[0][1]["needed"]["to-hit"] == 4


def test_a_flank_gives_no_support_melee_3b(field):
    unit = field.soldiers("A", 36, 20, models=20, files=5)
    flanker = field.soldiers("B", 36, 30, models=8, files=4)
    field.against(flanker, unit, Facing.REAR)
    brawl(field)
    assert sum(count for count, _ in counts(field, unit)) == 5
    assert sum(count for count, _ in counts(field, flanker)) == 8


def corner(field, **more):
    unit = field.soldiers("A", 36, 20, models=4, files=2, attacks=3, **more)
    front = field.soldiers("B", 36, 30, models=2, files=2)
    side = field.soldiers("B", 36, 30, models=2, files=2)
    field.against(front, unit)
    field.against(side, unit, Facing.LEFT)
    return unit, front, side


def test_a_corner_model_that_strikes_at_the_flank_is_held_to_its_height_ruling_23(field):
    unit, front, side = corner(field, height=2)
    fight = prepared(field)
    (step,) = order_of(field, fight)
    mine = [swing for swing in step if swing.unit is unit]

    def to_the_side(decision):
        pools = [target["pool"] for target in decision.facts["targets"] if target["unit"] == side.id]
        return {str(pools[0]): 2} if decision.facts["amount"] == 3 else decision.options[0]

    play(strike_step(field.g, fight, mine), to_the_side)
    by_target = {target: 0 for _, target in counts(field, unit)}
    for count, target in counts(field, unit):
        by_target[target] += count
    assert by_target[side.pools[0].id] >= 2
    assert by_target[front.pools[0].id] >= 3


def test_a_corner_model_cannot_give_the_flank_more_than_its_height_ruling_23(field):
    unit, _, side = corner(field, height=2)
    fight = prepared(field)
    (step,) = order_of(field, fight)
    procedure = strike_step(field.g, fight, [swing for swing in step if swing.unit is unit])
    decision = next(procedure)
    while decision.kind != "combat.allocate" or decision.facts["amount"] != 3:
        decision = procedure.send(decision.options[0])
    flank = str(side.pools[0].id)
    refusal = decision.judge({flank: 3})
    assert refusal is not None
    assert refusal.code == "combat.allocate.wrong_total"
    assert decision.judge({flank: 2}) is None


def test_rank_and_file_can_always_be_chosen_and_a_character_by_those_that_touch_it_melee_3c(field):
    one, other = duel(field, enemies=19)
    hero = field.joined(other)
    seat(other, hero, Place(2, 0))
    _, asked = brawl(field, lambda decision: {str(hero.id): decision.facts["amount"]})
    amounts = [decision.facts["amount"] for decision in asked if decision.player == "A"]
    assert amounts == [3, 3]
    found = counts(field, one)
    assert sorted(count for count, target in found if target == hero.id) == [3]
    assert sorted(count for count, target in found if target == other.pools[0].id) == [2, 5]


def test_supporters_may_strike_at_the_character_before_the_model_in_front_of_them_ruling_24(field):
    one, other = duel(field, enemies=19)
    hero = field.joined(other)
    seat(other, hero, Place(2, 0))
    _, asked = brawl(field)
    supporting = [d for d in asked if d.player == "A" and all(t["restricted"] for t in d.facts["targets"])]
    assert [d.facts["amount"] for d in supporting] == [3]
    assert one.models == 20


def test_anybody_may_be_chosen_once_no_rank_and_file_is_left_attacks_2a(field):
    one, other = duel(field, enemies=4, enemy_files=5)
    hero = field.joined(other)
    fight = prepared(field)
    play(lose_health(field.g, other.pools[0], 4))
    first = order_of(field, fight)[0]
    play(strike_step(field.g, fight, [swing for swing in first if swing.unit is one]))
    assert {target for _, target in counts(field, one)} == {hero.id}


def test_the_slain_do_not_strike_but_a_dead_front_rank_costs_no_contact_ruling_25(field):
    one, other = duel(field, models=15)
    fight = prepared(field)
    order = order_of(field, fight)
    play(lose_health(field.g, other.pools[0], 17))
    play(lose_health(field.g, one.pools[0], 8))
    play(strike_step(field.g, fight, order[0]))
    assert [count for count, _ in counts(field, one)] == [5, 2]
    assert [count for count, _ in counts(field, other)] == [3]


def test_models_behind_a_fallen_character_fight_across_the_gap_reference_handbook(field):
    one, _other = duel(field, models=9)
    hero = field.joined(one)
    seat(one, hero, Place(0, 0))
    refit(one)
    fight = prepared(field)
    order = order_of(field, fight)
    play(lose_health(field.g, hero, 1))
    play(strike_step(field.g, fight, [s for s in order[0] if s.unit is one and s.part.pool is one.pools[0]]))
    assert [count for count, _ in counts(field, one)] == [5, 4]


def test_equal_agility_strikes_together_and_both_fall_ruling_26():
    field = Field({"to-hit": [6] * 20, "to-wound": [6] * 20})
    one, other = duel(field, models=5, enemies=5)
    brawl(field)
    assert one.destroyed
    assert other.destroyed


def test_the_slower_strike_only_with_those_left_melee_3b():
    field = Field({"to-hit": [6] * 20, "to-wound": [6] * 20})
    one, other = duel(field, models=5, enemies=5, agility=4)
    brawl(field)
    assert other.destroyed
    assert counts(field, other) == []
    assert one.models == 5


def test_dying_blow_lets_the_slain_strike_and_then_they_are_removed_model_rules():
    field = Field({"to-hit": [6] * 20, "to-wound": [6] * 20})
    one, other = duel(field, models=5, enemies=5, agility=4)
    field.give(other.pools[0], "Dying Blow")
    brawl(field)
    assert [count for count, _ in counts(field, other)] == [5]
    assert one.destroyed
    assert other.destroyed


def test_random_attacks_are_rolled_for_each_model_definitions_5():
    field = Field({"to-hit": [1] * 20, "attacks": [1, 2, 3, 3, 1]})
    one, _ = duel(field, models=5, attacks=DiceAmount(1, 3))
    brawl(field)
    assert [count for count, _ in counts(field, one)] == [10]


def test_impact_hits_are_rolled_for_each_model_hit_by_themselves_and_support_nobody_model_rules():
    field = Field({"to-hit": [1] * 30, "to-wound": [1] * 30, "attacks": [1, 2, 3, 4, 5]})
    one = field.soldiers("A", 36, 20, models=10, files=5, arms=("Great Weapon",))
    other = field.soldiers("B", 36, 30, models=10, files=5)
    field.against(one, other, charging=True)
    field.give(next(one.parts()), "Impact Hits", DiceAmount(1, 6))
    brawl(field)
    count, facts = struck(field, one)[0]
    assert (count, facts["kinds"], facts["arm"]) == (15, ["impact", "melee", "special"], "")
    assert "to-hit" not in facts["needed"]
    assert facts["needed"]["to-wound"] == 4


@pytest.mark.parametrize(("height", "stomps"), [(0, 4), (1, 4), (2, 0)])
def test_stomp_strikes_only_low_models_model_rules(height, stomps):
    field = Field({"to-hit": [1] * 40, "to-wound": [1] * 20})
    beast = field.soldiers("A", 36, 20, models=2, files=2, base=(50, 50), height=4)
    other = field.soldiers("B", 36, 30, models=10, files=5, height=height)
    field.against(beast, other)
    field.give(next(beast.parts()), "Stomp Attack", 2)
    brawl(field)
    found = [count for count, facts in struck(field, beast) if "stomp" in facts["kinds"]]
    assert sum(found) == stomps


def test_special_attacks_cannot_pick_a_character_that_a_shot_could_not_ruling_37(field):
    field = Field({"to-hit": [1] * 60, "to-wound": [1] * 60})
    one, other = duel(field, models=5, enemies=9)
    hero = field.joined(other)
    seat(other, hero, Place(2, 0))
    field.give(next(one.parts()), "Grind Attack", 1)
    brawl(field, lambda decision: {str(hero.id): decision.facts["amount"]})
    grinds = [facts["target"] for _, facts in struck(field, one) if "grind" in facts["kinds"]]
    assert set(grinds) == {other.pools[0].id}


def test_hits_of_one_special_attack_may_be_spread_but_one_stays_with_its_target_ruling_36():
    field = Field({"to-hit": [1] * 60, "to-wound": [1] * 60, "attacks": [5]})
    one = field.soldiers("A", 36, 20, models=1, files=1, base=(50, 50), height=4)
    other = field.soldiers("B", 36, 30, models=9, files=5)
    hero = field.joined(other, height=3)
    seat(other, hero, Place(2, 0))
    field.against(one, other)
    field.give(next(one.parts()), "Grind Attack", DiceAmount(1, 6))
    mass, lord = str(other.pools[0].id), str(hero.id)

    def answer(decision):
        if decision.facts["of"] == "hits":
            assert decision.judge({mass: 5}).code == "combat.allocate.too_few"
            return {lord: 1, mass: 4}
        return {lord: decision.facts["amount"]} if decision.facts["kind"] == "grind" else decision.options[0]

    fight = prepared(field)
    for swings in order_of(field, fight):
        procedure = strike_step(field.g, fight, [s for s in swings if s.unit is one])
        _drive(procedure, answer)
    grinds = {str(facts["target"]): count for count, facts in struck(field, one) if "grind" in facts["kinds"]}
    assert grinds == {lord: 1, mass: 4}


def _drive(procedure, answer):
    try:
        decision = next(procedure)
        while True:
            decision = procedure.send(answer(decision))
    except StopIteration:
        return


@pytest.mark.parametrize("answer", ["standard", "crush"])
def test_a_crush_attack_takes_the_place_of_all_standard_attacks_model_rules(answer):
    field = Field({"to-hit": [1] * 60, "to-wound": [1] * 60})
    giant = field.soldiers("A", 36, 20, models=1, files=1, base=(50, 50), height=5, attacks=4)
    field.against(giant, field.soldiers("B", 36, 30, models=10, files=5))
    field.give(next(giant.parts()), "Crush Attack")
    brawl(field, answer)
    ((count, facts),) = struck(field, giant)
    assert count == (1 if answer == "crush" else 4)
    assert ("crush" in facts["kinds"]) is (answer == "crush")


def test_parry_meets_attackers_at_the_front_with_their_own_skill_ruling_38():
    field = Field({"to-hit": [1] * 60})
    one, other = duel(field, offensive_skill=7)
    field.give(other.pools[0], "Shield")
    brawl(field)
    assert struck(field, one)[0][1]["needed"]["to-hit"] == 4


@pytest.mark.parametrize(("arm", "needed"), [("Great Weapon", 2), ("Hand Weapon", 4)])
def test_two_handed_weapons_leave_no_hand_for_a_shield_model_rules(arm, needed):
    field = Field({"to-hit": [1] * 60})
    one = field.soldiers("A", 36, 20, models=10, offensive_skill=7)
    other = field.soldiers("B", 36, 30, models=10, arms=(arm,))
    field.give(other.pools[0], "Shield")
    field.against(other, one)
    brawl(field)
    assert struck(field, one)[0][1]["needed"]["to-hit"] == needed


def test_paired_weapons_strike_once_more_and_past_parry_model_rules():
    field = Field({"to-hit": [1] * 60})
    one, other = duel(field, models=5, offensive_skill=6, arms=("Paired Weapons",))
    field.give(other.pools[0], "Shield")
    brawl(field)
    ((count, facts),) = struck(field, one)
    assert count == 10
    assert facts["needed"]["to-hit"] == 2


@pytest.mark.parametrize(("skill", "needed"), [(7, 3), (4, 4), (3, 5), (-2, 5)])
def test_distracting_makes_it_harder_but_never_more_than_5_ruling_35(skill, needed):
    field = Field({"to-hit": [1] * 60})
    one, other = duel(field, offensive_skill=skill)
    field.give(other.pools[0], "Distracting", 1)
    brawl(field)
    assert struck(field, one)[0][1]["needed"]["to-hit"] == needed


def test_special_attacks_take_nothing_from_the_weapon_in_hand_ruling_39():
    field = Field({"to-hit": [1] * 60, "to-wound": [1] * 60})
    one, _ = duel(field, models=5, arms=("Halberd",))
    field.give(next(one.parts()), "Grind Attack", 1)
    brawl(field)
    needed = {tuple(facts["kinds"]): facts["needed"].get("to-wound") for _, facts in struck(field, one)}
    assert needed["grind", "melee", "special"] == 4


def test_charging_models_hit_worse_across_a_wall_and_so_do_those_that_support_them_terrain_2f():
    field = Field({"to-hit": [1] * 60})
    one = field.soldiers("A", 36, 20, models=10, files=5)
    other = field.soldiers("B", 36, 30, models=10, files=5)
    field.against(one, other, charging=True)
    field.terrain("Wall", *rect_of(one).front_centre, 10.0, 0.5)
    brawl(field)
    assert {facts["needed"]["to-hit"] for _, facts in struck(field, one)} == {5}
    assert {facts["needed"]["to-hit"] for _, facts in struck(field, other)} == {4}


def test_of_an_unaligned_enemy_only_the_models_at_the_point_of_contact_strike_reference_handbook(field):
    unit = field.soldiers("A", 36, 20, models=10, files=5)
    foe = field.soldiers("B", 36, 30, models=10, files=5)
    field.against(foe, unit, shift=0.5)
    corner = foe.rect.front_left
    turned = foe.rect.pivoted(-0.2)
    moved = turned.front_left
    foe.rect = turned.moved(corner[0] - moved[0], corner[1] - moved[1])
    brawl(field)
    assert [count for count, _ in counts(field, foe)] == [1, 1]
    assert [count for count, _ in counts(field, unit)] == [1, 1]


def test_a_model_beside_the_block_strikes_and_is_struck_like_one_of_the_front_rank_attachable_models_2c(
    field,
):
    one, other = duel(field, models=10, enemies=14, enemy_files=7)
    hero = field.joined(one, (40, 40))
    fight = prepared(field)
    first = order_of(field, fight)[0]
    asked = play(strike_step(field.g, fight, first))[1]
    assert any(str(hero.id) in option for decision in asked for option in decision.options)
    assert hero.unit is one
    assert other.models == 14


def test_restricted_attacks_stay_spent_when_the_target_before_them_falls_melee_3b():
    field = Field({"to-hit": [6] * 10 + [1] * 60, "to-wound": [6] * 20})
    knights = field.soldiers("A", 36, 20, models=2, files=1, height=2, attacks=2, agility=9)
    field.part(knights.pools[0], "horse", "Mount", agility=3)
    other = field.soldiers("B", 36, 30, models=9, files=5)
    hero = field.joined(other)
    seat(other, hero, Place(2, 0))
    field.against(knights, other)

    def all_at_the_hero(decision):
        return (
            {str(hero.id): decision.facts["amount"]}
            if decision.kind == "combat.allocate"
            else decision.options[0]
        )

    fight = prepared(field)
    for swings in order_of(field, fight):
        _drive(strike_step(field.g, fight, [s for s in swings if s.unit is knights]), all_at_the_hero)
    assert hero.models == 0
    assert sum(count for count, _ in counts(field, knights)) == 2 + 2 + 1
