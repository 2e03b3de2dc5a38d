"""Contesting and control (core rules, 32.1 to 32.3; battlepack, 5.0, 6.0 and 6.1)."""

from __future__ import annotations

import pytest

from tercio.plugins.spearhead.control import (
    all_contest,
    contests,
    control_score,
    controller_of,
    determine_control,
)

from .match import OpenField

BARRED = """
rule "Barred"
  cite "Tests"
  cannot contest

rule "Steadfast"
  cite "Tests"
  modify control-score by +5

rule "Shaken"
  cite "Tests"
  modify control-score by -20
"""
STAR = "High Star"
"""A square of 4 inches about (7.5, 16.5)."""


@pytest.fixture
def field():
    return OpenField(text=BARRED, node="control-objectives")


def determined(field, *answers):
    field.play(determine_control(field.g), *answers)
    return field


# -- contesting --------------------------------------------------------------------------------------------


def test_a_model_contests_an_objective_that_it_stands_on_if_only_in_part(field):
    area = field.area(STAR)
    assert contests(field.g, field.unit("Hero", "A", (5.001, 16.5)), area)
    assert not contests(field.g, field.unit("Hero", "A", (4.99, 15)), area)


def test_within_combat_range_of_an_objective_is_not_enough_in_this_game(field):
    assert not contests(field.g, field.unit("Hero", "A", (4, 16.5)), field.area(STAR))


@pytest.mark.parametrize(("x", "near"), [(14.24, True), (14.25, False)])
def test_a_relic_is_contested_within_combat_range_and_exactly_three_inches_is_out(field, x, near):
    relic = field.relic("Barrel of Emberstone", 10, 5)
    assert contests(field.g, field.unit("Hero", "A", (x, 5)), relic) == near


def test_a_unit_contests_with_all_its_models_or_with_some(field):
    area = field.area(STAR)
    some = field.unit("Swords", "A", [(6, 16), (7, 16), (8, 16), (9, 16), (10.5, 16)])
    assert contests(field.g, some, area)
    assert not all_contest(field.g, some, area)
    field.place(some, [(6, 16), (7, 16), (8, 16), (9, 16), (9, 17)])
    assert all_contest(field.g, some, area)


def test_a_unit_off_the_battlefield_contests_nothing(field):
    assert not contests(field.g, field.unit("Hero", "A", None), field.area(STAR))


def test_rules_may_bar_a_unit_from_contesting(field):
    assert not contests(field.g, field.unit("Hero", "A", (7, 16), rules=["Barred"]), field.area(STAR))


# -- control scores ----------------------------------------------------------------------------------------


def test_only_models_on_the_objective_count(field):
    unit = field.unit("Swords", "A", [(7, 15), (8, 15), (9, 15), (10.5, 15), (11.5, 15)])
    assert control_score(field.g, unit, field.area(STAR)) == 3


def test_control_scores_are_changed_and_never_fall_below_one(field):
    hero = field.unit("Hero", "A", (7, 16), rules=["Steadfast"])
    assert control_score(field.g, hero, field.area(STAR)) == 7
    swords = field.unit("Swords", "A", (6, 15), rules=["Shaken"])
    assert control_score(field.g, swords, field.area(STAR)) == 1


def test_what_does_not_contest_has_no_control_score(field):
    hero = field.unit("Hero", "A", (20, 2), rules=["Steadfast"])
    assert control_score(field.g, hero, field.area(STAR)) == 0


# -- control -----------------------------------------------------------------------------------------------


def test_the_higher_score_gains_control(field):
    field.unit("Hero", "A", (7, 15))
    field.unit("Beast", "B", (8.5, 17.5), control=3)
    assert determined(field).held_by(STAR) == "B"


def test_a_tie_changes_nothing(field):
    field.gives(STAR, "B")
    field.unit("Hero", "A", (7, 15))
    field.unit("Beast", "B", (8.5, 17.5))
    assert determined(field).held_by(STAR) == "B"


def test_an_objective_stays_with_whoever_gained_it_when_they_leave(field):
    hero = field.unit("Hero", "A", (7, 15))
    determined(field)
    field.place(hero, [(20, 2)])
    assert determined(field).held_by(STAR) == "A"


def test_an_opponent_alone_takes_an_objective_over(field):
    field.gives(STAR, "B")
    field.unit("Hero", "A", (7, 15))
    assert determined(field).held_by(STAR) == "A"


def test_a_unit_on_two_objectives_counts_for_the_one_that_is_picked_the_active_player_first(field):
    field.area("Great Wheel").shape = field.area(STAR).shape
    field.unit("Hero", "A", (7, 15))
    field.unit("Hero", "B", (8.5, 17.5))
    star, wheel = field.area(STAR).id, field.area("Great Wheel").id
    determined(field, wheel, star)
    assert [one.player for one in field.asked] == ["A", "B"]
    assert (field.held_by(STAR), field.held_by("Great Wheel")) == ("B", "A")


def test_a_unit_counts_for_an_objective_and_for_a_relic_beside_it(field):
    field.relic("Barrel of Emberstone", 10.5, 15)
    field.unit("Hero", "A", (7, 15))
    determined(field)
    assert field.asked == []
    assert (field.held_by(STAR), field.held_by("Barrel of Emberstone")) == ("A", "A")


def test_a_unit_counts_for_one_of_two_relics(field):
    barrel = field.relic("Barrel of Emberstone", 4, 15)
    field.relic("Crate of Aqua Ghyranis", 12, 15)
    field.unit("Hero", "A", [(8, 14)])
    determined(field, barrel.id)
    assert field.held_by("Barrel of Emberstone") == "A"
    assert field.held_by("Crate of Aqua Ghyranis") == ""


def test_a_relic_is_lost_as_soon_as_nobody_contests_it_any_more(field):
    relic = field.relic("Barrel of Emberstone", 10, 5)
    hero = field.unit("Hero", "A", (12, 5))
    determined(field)
    assert controller_of(field.g, relic) == "A"
    field.place(hero, [(20, 5)])
    assert controller_of(field.g, relic) == ""
    determined(field)
    field.place(hero, [(12, 5)])
    assert controller_of(field.g, relic) == ""


def test_a_tie_at_a_relic_leaves_it_with_its_holder(field):
    relic = field.relic("Barrel of Emberstone", 10, 5)
    field.unit("Hero", "A", (12, 5))
    determined(field)
    field.unit("Hero", "B", (8, 5))
    determined(field)
    assert controller_of(field.g, relic) == "A"


def test_terrain_features_are_held_as_relics_are(field):
    manor = field.wall(20, 5, 5, 3.5, "Ruined Manor")
    field.unit("Hero", "A", (24, 5))
    determined(field)
    assert controller_of(field.g, manor) == "A"


def test_what_nobody_contests_belongs_to_nobody(field):
    assert determined(field).held_by("Junction") == ""
