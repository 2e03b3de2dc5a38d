"""Victory Points and Battle Points (After the Game 1; rulings 1, 64, 65)."""

from __future__ import annotations

import pytest

from tercio.plugins.t9a import marks
from tercio.plugins.t9a.aftermath import (
    after_the_game,
    battle_points,
    completes_secondary,
    count_points,
    gains_victory_points,
    victory_points,
    wins_primary,
)
from tercio.plugins.t9a.casualties import lose_health, remove_unit
from tercio.plugins.t9a.originals import enrol

from .field import Field
from .tiny import play


@pytest.fixture
def field():
    return Field()


def costing(field, owner, cost, **more):
    unit = field.soldiers(owner, 20 if owner == "A" else 50, 24, **more)
    unit.pools[0].cost = cost
    return unit


@pytest.mark.parametrize(
    ("difference", "points"),
    [
        (0, (10, 10)),
        (225, (10, 10)),
        (226, (11, 9)),
        (450, (11, 9)),
        (451, (12, 8)),
        (900, (12, 8)),
        (901, (13, 7)),
        (1350, (13, 7)),
        (1351, (14, 6)),
        (1800, (14, 6)),
        (1801, (15, 5)),
        (2250, (15, 5)),
        (2251, (16, 4)),
        (4500, (16, 4)),
    ],
)
def test_the_difference_as_a_part_of_the_army_size_yields_battle_points_ruling_1(field, difference, points):
    assert tuple(battle_points(field.g, {"A": difference, "B": 0}, 4500).values()) == points
    assert tuple(battle_points(field.g, {"A": 0, "B": difference}, 4500).values()) == points[::-1]


def test_the_example_of_the_rulebook_ends_17_to_3_after_the_game_1(field):
    for player, size in (("A", 3000), ("B", 3000)):
        field.g.players[player].size = size
    gains_victory_points(field.g, "A", 2054)
    gains_victory_points(field.g, "B", 1004)
    wins_primary(field.g, "A")
    completes_secondary(field.g, "A")
    completes_secondary(field.g, "B")
    result = count_points(field.g)
    assert result["by-victory-points"] == {"A": 14, "B": 6}
    assert result["battle-points"] == {"A": 17, "B": 3}
    assert result["winner"] == "A"


def test_destroyed_entries_yield_their_cost_and_standing_ones_nothing_after_the_game_1(field):
    gone, standing = costing(field, "B", 245), costing(field, "B", 300)
    play(remove_unit(field.g, gone, "test"))
    assert victory_points(field.g) == {"A": 245, "B": 0}
    assert not standing.destroyed


def test_shaken_and_decimated_yield_the_full_cost(field):
    unit = costing(field, "B", 245, models=20)
    marks.put(field.g, unit, marks.SHAKEN)
    assert victory_points(field.g)["A"] == 123
    play(lose_health(field.g, unit.pools[0], 15))
    assert victory_points(field.g)["A"] == 245
    marks.take(unit, marks.SHAKEN)
    assert victory_points(field.g)["A"] == 123


def test_a_quarter_of_the_health_points_left_is_decimated_and_one_more_is_not_psychology_3a(field):
    unit = costing(field, "B", 100, models=20)
    play(lose_health(field.g, unit.pools[0], 14))
    assert victory_points(field.g)["A"] == 0
    play(lose_health(field.g, unit.pools[0], 1))
    assert victory_points(field.g)["A"] == 50


def test_attachable_models_count_for_themselves_wherever_they_end_ruling_65(field):
    unit = costing(field, "B", 200)
    hero = field.joined(unit)
    hero.cost = 301
    enrol(field.g)
    play(lose_health(field.g, unit.pools[0], 10))
    assert victory_points(field.g)["A"] == 200
    marks.put(field.g, unit, marks.SHAKEN)
    assert victory_points(field.g)["A"] == 200 + 151


def test_summoned_units_yield_nothing_and_ambushers_that_never_came_all_ruling_65(field):
    costing(field, "B", 500).marks["summoned"] = 0
    costing(field, "B", 150).rect = None
    assert victory_points(field.g)["A"] == 150


def test_points_of_both_players_always_make_twenty_after_the_game_1(field):
    field.g.players["A"].size = field.g.players["B"].size = 100
    gains_victory_points(field.g, "A", 90)
    wins_primary(field.g, "A")
    for _ in range(3):
        completes_secondary(field.g, "A")
    assert count_points(field.g)["battle-points"] == {"A": 20, "B": 0}


def test_a_draw_has_no_winner_after_the_game_1(field):
    assert count_points(field.g)["winner"] == ""


def test_the_step_tells_the_victory_points(field):
    play(after_the_game(field.g))
    assert field.facts("victory-points-counted")[0]["points"] == {"A": 0, "B": 0}
