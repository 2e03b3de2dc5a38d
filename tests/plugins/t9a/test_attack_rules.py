"""Attack Attributes and saves as the dice fall (Attacks 2-3, Model Rules; rulings 28-35, 39)."""

from __future__ import annotations

import pytest

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


def test_poison_wounds_on_a_natural_six():
    field, one, _ = duel({"to-hit": [6, 5, 1, 1, 1], "to-wound": [1]})
    field.give(next(one.parts()), "Poison Attacks")
    brawl(field)
    assert first(field, one)["passed"] == {"to-hit": 2, "to-wound": 1, "armour-save": 1, "special-save": 1}


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


def test_two_sources_of_an_extra_rank_count_once():
    field, one, _ = duel({"to-hit": []}, models=25, enemies=20, arms=("Spear",))
    field.give(next(one.parts()), "Fight in Extra Rank")
    brawl(field)
    assert sum(count for count, _ in struck(field, one)) == 15


def test_weapon_rules_hold_only_for_the_blows_of_that_weapon_model_rules():
    field, one, _ = duel({"to-hit": [], "to-wound": []}, models=1)
    field.part(one.pools[0], "horse", "Mount", arms=("Innate Weapons",), agility=5)
    next(one.parts()).arms.clear()
    field.arm(next(one.parts()), "Great Weapon")
    brawl(field)
    assert {facts["arm"] for _, facts in struck(field, one)} == {"Great Weapon", "Innate Weapons"}
