"""Attack Attributes and saves as the dice fall (Attacks 2-3, Model Rules; rulings 28-35, 39)."""

from __future__ import annotations

import pytest

from tercio.kernel.decl import Bundle, Literal, Modify, Op

from .brawl import brawl, struck
from .field import Field


def duel(dice, *, models=5, enemies=5, charging=False, **more):
    """A unit of A (Agility 9) against one of B; A's dice come first."""
    field = Field({name: [*faces, *([1] * 60)] for name, faces in dice.items()})
    one = field.soldiers("A", 36, 20, models=models, agility=9, **more)
    other = field.soldiers("B", 36, 30, models=enemies, agility=1)
    field.against(one, other, charging=charging)
    return field, one, other


def first(field, unit, kind="standard"):
    return next(facts for _, facts in struck(field, unit) if kind in facts["kinds"])


def test_a_natural_one_always_misses_and_a_six_always_hits_ruling_28():
    field, one, _ = duel({"to-hit": [1, 1, 5, 5, 6], "to-wound": []}, offensive_skill=1)
    field.g.units[next(iter(field.g.engagement.foes(one.id)))].pools[0].profile["defensive-skill"] = 9
    brawl(field)
    assert first(field, one)["passed"]["to-hit"] == 3
    assert first(field, one)["needed"]["to-hit"] == 5


@pytest.mark.parametrize(("face", "saved"), [(1, 0), (2, 0), (3, 1)])
def test_special_saves_fail_on_one_and_two_ruling_28(face, saved):
    field, one, other = duel({"to-hit": [6], "to-wound": [6], "special-save": [face]}, models=1)
    field.give(other.pools[0], "Aegis", 2)
    brawl(field)
    assert first(field, one)["passed"]["special-save"] == 1 - saved


def test_fury_turns_a_natural_six_into_two_hits_model_rules():
    field, one, _ = duel({"to-hit": [6, 4, 1, 1, 1], "to-wound": []})
    field.give(next(one.parts()), "Fury")
    brawl(field)
    assert first(field, one)["passed"]["to-hit"] == 3


def test_poison_wounds_on_a_natural_six():
    field, one, _ = duel({"to-hit": [6, 5, 1, 1, 1], "to-wound": [1]})
    field.give(next(one.parts()), "Poison Attacks")
    brawl(field)
    assert first(field, one)["passed"] == {"to-hit": 2, "to-wound": 1, "armour-save": 1, "special-save": 1}


def test_of_the_two_hits_of_fury_only_one_is_poisoned_ruling_30():
    field, one, _ = duel({"to-hit": [6, 1, 1, 1, 1], "to-wound": [1]})
    for rule in ("Fury", "Poison Attacks"):
        field.give(next(one.parts()), rule)
    brawl(field)
    assert first(field, one)["passed"]["to-hit"] == 2
    assert first(field, one)["passed"]["to-wound"] == 1


def test_lethal_strike_goes_through_armour_and_regeneration_on_a_six_to_wound_model_rules():
    dice = {"to-hit": [6, 6], "to-wound": [6, 5], "armour-save": [6], "special-save": []}
    field, one, other = duel(dice, models=2)
    other.pools[0].profile["armour"] = 3
    field.give(other.pools[0], "Regeneration", 3)
    field.give(next(one.parts()), "Lethal Strike")
    brawl(field)
    assert first(field, one)["passed"]["special-save"] == 1


def test_a_poisoned_wound_is_never_lethal_ruling_29():
    dice = {"to-hit": [6], "to-wound": [], "armour-save": [6]}
    field, one, other = duel(dice, models=1)
    other.pools[0].profile["armour"] = 3
    for rule in ("Poison Attacks", "Lethal Strike"):
        field.give(next(one.parts()), rule)
    brawl(field)
    assert first(field, one)["passed"]["armour-save"] == 0


def test_automatic_hits_set_off_no_natural_six():
    field, one, _ = duel({"to-hit": [], "to-wound": [1] * 5})
    for rule in ("Fury", "Poison Attacks"):
        field.give(next(one.parts()), rule)
    field.give(next(one.parts()), "Grind Attack", 1)
    brawl(field)
    grind = first(field, one, "grind")
    assert (grind["count"], grind["passed"]["to-wound"]) == (5, 0)


@pytest.mark.parametrize("faces", [[6, 6, 1, 1, 1], [1, 1, 6, 6, 6]])
def test_resistance_and_weakness_reroll_each_die_once(faces):
    field, one, other = duel({"to-hit": [6] * 5, "to-wound": faces})
    again = [6, 1, 6, 1, 6]
    field.g.dice.script["reroll"] = list(again)
    for rule in ("Resistance", "Weakness"):
        field.give(other.pools[0], rule)
    brawl(field)
    assert first(field, one)["passed"]["to-wound"] == 3
    assert field.g.dice.script["reroll"] == []


def test_hatred_rerolls_misses_and_zeal_failed_wounds_once_model_rules():
    field, one, _ = duel({"to-hit": [1, 1, 4, 4, 4], "to-wound": [1, 6, 6]})
    field.g.dice.script["reroll"] = [6, 1, 1, 6]
    for rule in ("Hatred", "Zeal"):
        field.give(next(one.parts()), rule)
    brawl(field)
    passed = first(field, one)["passed"]
    assert passed["to-hit"] == 4
    assert passed["to-wound"] <= 4


@pytest.mark.parametrize(
    ("aegis", "added", "needed"),
    [(None, None, 7), (5, None, 5), (None, 1, 6), (6, 1, 5), (5, 1, 4), (3, 1, 3)],
)
def test_added_aegis_counts_from_seven(aegis, added, needed):
    field, one, other = duel({"to-hit": [6], "to-wound": [6], "special-save": [1]}, models=1)
    if aegis:
        field.give(other.pools[0], "Aegis", aegis)
    if added:
        field.give(other.pools[0], "Added Aegis", added, 3)
    brawl(field)
    assert first(field, one)["needed"]["special-save"] == needed


@pytest.mark.parametrize(
    ("aegis", "regeneration", "rule", "needed"),
    [(5, 4, "", 4), (4, 5, "", 4), (5, 4, "Flaming Attacks", 5), (4, 5, "Divine Attacks", 5)],
)
def test_one_special_save_the_better_that_applies(aegis, regeneration, rule, needed):
    field, one, other = duel({"to-hit": [6], "to-wound": [6], "special-save": [1]}, models=1)
    field.give(other.pools[0], "Aegis", aegis)
    field.give(other.pools[0], "Regeneration", regeneration)
    if rule:
        field.give(next(one.parts()), rule)
    brawl(field)
    assert first(field, one)["needed"]["special-save"] == needed


def test_impact_hits_gain_from_the_part_not_from_the_lance():
    field, one, _ = duel({"to-hit": [], "to-wound": [1] * 5}, arms=("Lance",), charging=True)
    part = next(one.parts())
    field.part(one.pools[0], "horse", "Mount", attacks=None)
    field.give(part, "Impact Hits", 1)
    brawl(field)
    assert first(field, one, "impact")["needed"]["to-wound"] == 4
    field, one, _ = duel({"to-hit": [], "to-wound": [1] * 5}, charging=True)
    part = next(one.parts())
    field.give(part, "Impact Hits", 1)
    field.give(part, "Devastating Charge", Bundle((Modify("strength", Op.ADD, Literal(1)),)))
    brawl(field)
    assert first(field, one, "impact")["needed"]["to-wound"] == 3


@pytest.mark.parametrize(("charging", "needed"), [(True, 2), (False, 4)])
def test_a_lance_strikes_harder_in_a_charge_only_model_rules(charging, needed):
    field, one, _ = duel({"to-hit": [6] * 10, "to-wound": [1] * 10}, arms=("Lance",), charging=charging)
    field.part(one.pools[0], "horse", "Mount", attacks=None)
    brawl(field)
    assert first(field, one)["needed"]["to-wound"] == needed


def test_two_sources_of_an_extra_rank_count_once():
    field, one, _ = duel({"to-hit": []}, models=25, enemies=20, arms=("Spear",))
    field.give(next(one.parts()), "Fight in Extra Rank")
    brawl(field)
    assert sum(count for count, _ in struck(field, one)) == 15


def test_press_of_ranks_wounds_better_but_never_beyond_3_ruling_35():
    for strength, needed in ((3, 3), (2, 4), (4, 3), (5, 2)):
        field, one, _ = duel({"to-hit": [6] * 20, "to-wound": []}, models=20, strength=strength)
        brawl(field)
        assert first(field, one)["needed"]["to-wound"] == needed


def test_weapon_rules_hold_only_for_the_blows_of_that_weapon_model_rules():
    field, one, _ = duel({"to-hit": [], "to-wound": []}, models=1)
    field.part(one.pools[0], "horse", "Mount", arms=("Innate Weapons",), agility=5)
    next(one.parts()).arms.clear()
    field.arm(next(one.parts()), "Great Weapon")
    brawl(field)
    assert {facts["arm"] for _, facts in struck(field, one)} == {"Great Weapon", "Innate Weapons"}
