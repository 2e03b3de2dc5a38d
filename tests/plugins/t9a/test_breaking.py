"""Break Tests (Melee Phase 4.C, Model Rules; rulings 14-22)."""

from __future__ import annotations

import pytest

from tercio.plugins.t9a import marks
from tercio.plugins.t9a.casualties import lose_health
from tercio.plugins.t9a.melee.breaking import break_penalty, break_tests, spread, unstable_losses
from tercio.plugins.t9a.melee.combats import fight_combats
from tercio.plugins.t9a.melee.fight import Fight

from .field import Field
from .tiny import play


@pytest.fixture
def field():
    return Field()


def lost(field, deficit, *, models=20, rules=(), enemies=10, dice=(), discipline=7):
    """A unit of A that has lost a combat by `deficit` against a unit of B in its front."""
    if dice:
        field.g.dice.script["break-test"] = list(dice)
    unit = field.soldiers("A", 36, 20, models=models, files=5, discipline=discipline)
    for rule in rules:
        field.give(unit.pools[0], *rule if isinstance(rule, tuple) else (rule,))
    foe = field.soldiers("B", 36, 30, models=enemies, files=5)
    field.against(foe, unit)
    fight = Fight(1, [unit, foe], {"A": [unit], "B": [foe]}, scores={"A": 0, "B": deficit})
    return unit, fight


@pytest.mark.parametrize(
    ("models", "enemies", "rules", "deficit", "penalty"),
    [
        (10, 10, (), 5, -5),
        (15, 10, (), 5, -2),
        (15, 10, (), 1, -1),
        (20, 10, (), 5, 0),
        (10, 10, ("Stubborn",), 5, -3),
        (10, 10, ("Stubborn",), 1, -1),
        (15, 10, ("Stubborn",), 5, -1),
    ],
    ids=[
        "plain",
        "steady",
        "steady by one",
        "steadfast",
        "stubborn",
        "stubborn by one",
        "steady and stubborn",
    ],
)
def test_what_a_lost_combat_costs_discipline_rulings_21_and_22(
    field, models, enemies, rules, deficit, penalty
):
    unit, _ = lost(field, deficit, models=models, enemies=enemies, rules=rules)
    assert break_penalty(field.g, unit, deficit) == penalty


def test_a_bodyguard_with_a_rank_counts_as_steadfast_model_rules(field):
    unit, _ = lost(field, 4, models=9, enemies=20)
    hero = field.joined(unit)
    from tercio.kernel.decl import Name

    field.give(hero, "General")
    field.give(unit.pools[0], "Bodyguard", Name("General"))
    assert break_penalty(field.g, unit, 4) == 0
    play(lose_health(field.g, unit.pools[0], 8))
    assert break_penalty(field.g, unit, 4) == -2


def test_formations_are_judged_with_the_casualties_of_the_round_ruling_14(field):
    unit, _ = lost(field, 5, models=15, enemies=10)
    play(lose_health(field.g, unit.pools[0], 1))
    assert break_penalty(field.g, unit, 5) == -5


@pytest.mark.parametrize(("dice", "broken"), [((3, 1), False), ((3, 2), True)])
def test_the_test_is_under_discipline_less_the_difference_melee_4c(field, dice, broken):
    unit, fight = lost(field, 3, models=10, dice=dice)
    found = play(break_tests(field.g, fight))[0]
    assert (unit in found) is broken
    assert (marks.BROKEN in unit.marks) is broken


def test_a_tie_asks_nobody_to_test_ruling_20(field):
    _, fight = lost(field, 0)
    assert play(break_tests(field.g, fight))[0] == []
    assert field.facts("tested") == []


def test_a_unit_in_contact_with_nobody_counts_as_a_winner_ruling_16(field):
    unit, fight = lost(field, 4)
    play(lose_health(field.g, fight.sides["B"][0].pools[0], 10))
    assert play(break_tests(field.g, fight))[0] == []
    assert not unit.destroyed


def test_the_armys_flag_lets_friends_nearby_test_again_model_rules(field):
    unit, fight = lost(field, 3, models=10, dice=(6, 6, 1, 1))
    bearer = field.soldiers("A", 36, 15, models=1, files=1)
    field.give(bearer.pools[0], "Battle Standard Bearer")
    assert play(break_tests(field.g, fight))[0] == []
    assert marks.BROKEN not in unit.marks


def test_an_unstable_unit_loses_health_points_instead_of_testing_model_rules(field):
    unit, fight = lost(field, 4, rules=("Unstable",))
    assert play(break_tests(field.g, fight))[0] == []
    assert unit.models == 16
    assert field.facts("tested") == []


@pytest.mark.parametrize(
    ("models", "flag", "stubborn", "losses"),
    [
        (10, False, False, 5),
        (10, True, False, 4),
        (15, True, False, 3),
        (20, True, False, 2),
        (10, False, True, 3),
    ],
    ids=["plain", "flag", "flag and steady", "flag, steady and solid", "stubborn"],
)
def test_what_spares_an_unstable_unit_model_rules(field, models, flag, stubborn, losses):
    unit, _ = lost(field, 5, models=models, rules=("Unstable", *(["Stubborn"] if stubborn else [])))
    if flag:
        field.give(field.soldiers("A", 36, 15, models=1, files=1).pools[0], "Battle Standard Bearer")
    assert unstable_losses(field.g, unit, 5) == losses


def test_losses_of_a_whole_unit_fall_on_the_rank_and_file_then_evenly_on_characters_model_rules(field):
    unit = field.soldiers("A", 36, 20, models=4)
    first, second = field.joined(unit, health_points=3), field.joined(unit, health_points=3)
    assert [(pool.id, n) for pool, n in spread(unit, 7)] == [
        (unit.pools[0].id, 4),
        (first.id, 2),
        (second.id, 1),
    ]


def test_an_unstable_unit_that_crumbles_away_is_destroyed_in_combat_season_pack(field):
    unit, fight = lost(field, 9, models=5, rules=("Unstable",))
    play(break_tests(field.g, fight))
    assert unit.destroyed
    assert len(field.facts("destroyed-in-combat")) == 1


def test_a_supernal_unit_loses_the_difference_when_it_fails_model_rules(field):
    unit, fight = lost(field, 4, models=10, rules=("Supernal",), dice=(6, 6))
    assert play(break_tests(field.g, fight))[0] == []
    assert unit.models == 6


def test_a_supernal_unit_loses_nothing_when_it_passes_model_rules(field):
    unit, fight = lost(field, 4, models=10, rules=("Supernal",), dice=(1, 1))
    play(break_tests(field.g, fight))
    assert unit.models == 10


def test_feigned_flight_leaves_before_any_test_and_winners_are_not_pursued_model_rules(field):
    unit, fight = lost(field, 0, rules=("Feigned Flight",))
    broken, asked = play(break_tests(field.g, fight), "disengage")
    assert asked[0].kind == "combat.disengage"
    assert broken == [unit]
    assert unit.id in fight.unpursued


def test_feigned_flight_of_the_losers_may_be_pursued_model_rules(field):
    unit, fight = lost(field, 3, rules=("Feigned Flight",))
    assert play(break_tests(field.g, fight), "disengage")[0] == [unit]
    assert unit.id not in fight.unpursued


def test_unstable_losses_come_after_the_combat_score():
    field = Field({"to-hit": [1] * 100})
    unit = field.soldiers("A", 36, 20, models=10)
    field.give(unit.pools[0], "Unstable")
    foe = field.soldiers("B", 36, 30, models=20)
    field.against(foe, unit)
    play(fight_combats(field.g))
    assert unit.models == 8
    assert field.facts("combat-result")[0]["scores"] == {"A": 2, "B": 4}
