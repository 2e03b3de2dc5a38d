"""Rulings on Flee Moves (Psychology 4), Shaken and Decimated units (Psychology 3), and rallying (Rally
Phase).
"""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import touches
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.charge import declare_charges
from tercio.plugins.t9a.flee import flee, plan_flight
from tercio.plugins.t9a.originals import enrol
from tercio.plugins.t9a.psychology import decimated, discipline, panic
from tercio.plugins.t9a.rally import rally_tests

from .tiny import MM, Board, play

NORTH = (0.0, 1.0)


@pytest.fixture
def board():
    return Board({"flee-distance": [3, 4]}, "rally")


def run(board, unit, direction=NORTH, **more):
    play(flee(board.g, unit, direction, **more))


# -- the move (Psychology 4) ---------------------------------------------------------------------------------


def test_a_unit_turns_and_runs_straight_as_far_as_was_rolled(board):
    unit = board.unit("A", 36, 20, facing=180)
    run(board, unit)
    assert (unit.rect.x, unit.rect.y) == pytest.approx((36, 27))
    assert (unit.rect.ux, unit.rect.uy) == pytest.approx(NORTH)
    assert marks.SHAKEN in unit.marks


def test_a_unit_that_would_end_on_another_runs_on_until_it_stands_free(board):
    unit = board.unit("A", 36, 20)
    other = board.unit("A", 36, 27, facing=90)
    board.g.dice.script["panic-test"] = [1, 1]
    run(board, unit)
    assert unit.rect.y > other.rect.y + other.rect.half_width


def test_friends_that_are_run_through_take_a_panic_test(board):
    unit, friend = board.unit("A", 36, 20), board.unit("A", 36, 23)
    board.g.dice.script["panic-test"] = [6, 6]
    run(board, unit)
    assert marks.SHAKEN in friend.marks


def test_friends_beside_the_way_take_no_panic_test(board):
    unit, friend = board.unit("A", 36, 20), board.unit("A", 42, 23)
    run(board, unit)
    assert marks.SHAKEN not in friend.marks
    assert board.facts("tested") == []


def test_a_flight_of_free_will_frightens_nobody(board):
    unit, friend = board.unit("A", 36, 20), board.unit("A", 36, 23)
    run(board, unit, voluntary=True)
    assert marks.SHAKEN not in friend.marks


def test_a_unit_that_meets_the_table_edge_is_removed(board):
    unit = board.unit("A", 36, 44)
    run(board, unit)
    assert unit.destroyed
    assert board.facts("unit-destroyed")[0]["why"] == "left-the-table"


def test_a_unit_that_stops_short_of_the_edge_is_safe(board):
    unit = board.unit("A", 36, 48 - 7 - 25 * MM - 0.01)
    run(board, unit)
    assert not unit.destroyed


def test_a_unit_that_just_reaches_the_edge_is_removed(board):
    unit = board.unit("A", 36, 48 - 7 - 25 * MM)
    run(board, unit)
    assert unit.destroyed


def test_a_unit_runs_through_impassable_terrain_and_ends_beyond_it(board):
    unit = board.unit("A", 36, 20)
    rock = board.terrain("Impassable Terrain", 36, 26)
    flight = plan_flight(board.g, unit, NORTH, 7.0)
    assert flight.end.y - flight.end.half_depth >= rock.shape.y + rock.shape.half_depth


def test_fleeing_into_a_charger_destroys_the_unit():
    board = Board({"flee-distance": [4, 4]})
    one, two = board.unit("A", 36, 10), board.unit("A", 36, 27, facing=180)
    target = board.unit("B", 36, 18, facing=0)
    play(declare_charges(board.g), [two.id, target.id], "hold", [one.id, target.id], "flee")
    assert target.destroyed


# -- Decimated (Psychology 3.A) ------------------------------------------------------------------------------


def test_a_unit_with_a_quarter_of_its_health_left_is_decimated(board):
    unit = board.unit("A", 36, 20, models=20)
    unit.pools[0].models = 6
    assert not decimated(board.g, unit)
    unit.pools[0].models = 5
    assert decimated(board.g, unit)


def test_a_pool_that_is_gone_still_counts_among_what_the_entry_began_with_psychology_3a(board):
    unit = board.unit("A", 36, 20, models=20)
    hero = board.joined(unit)
    hero.origin = unit.pools[0].origin = 77
    hero.profile["health-points"] = 4
    enrol(board.g)
    unit.pools[0].models = 6
    assert not decimated(board.g, unit)
    unit.pools.remove(hero)
    assert decimated(board.g, unit)


def test_a_decimated_unit_is_removed_instead_of_fleeing(board):
    unit = board.unit("A", 36, 20, models=20)
    unit.pools[0].models = 5
    run(board, unit)
    assert unit.destroyed
    assert board.facts("flee-distance-rolled") == []


def test_a_character_that_is_not_decimated_flees_on_alone(board):
    unit = board.unit("A", 36, 20, models=20)
    hero = board.joined(unit)
    unit.pools[0].models = 5
    run(board, unit)
    assert not unit.destroyed
    assert unit.pools == [hero]
    assert unit.rect.width == pytest.approx(25 * MM)


# -- Panic (Psychology 2.A) ----------------------------------------------------------------------------------


def test_failing_a_panic_test_makes_a_unit_shaken_but_does_not_move_it(board):
    unit = board.unit("A", 36, 20)
    before = unit.rect
    board.g.dice.script["panic-test"] = [6, 6]
    firm, _ = play(panic(board.g, unit))
    assert not firm
    assert marks.SHAKEN in unit.marks
    assert unit.rect == before


def test_a_unit_that_passed_a_panic_test_takes_no_other_in_the_same_phase(board):
    unit = board.unit("A", 36, 20)
    board.g.dice.script["panic-test"] = [1, 1]
    play(panic(board.g, unit))
    firm, _ = play(panic(board.g, unit))
    assert firm
    assert len(board.facts("tested")) == 1


def test_a_test_equal_to_the_discipline_is_passed(board):
    unit = board.unit("A", 36, 20, discipline=7)
    board.g.dice.script["panic-test"] = [3, 4]
    firm, _ = play(panic(board.g, unit))
    assert firm


def test_a_unit_tests_on_the_best_discipline_among_its_models(board):
    unit = board.unit("A", 36, 20, discipline=6)
    board.joined(unit, discipline=9)
    assert discipline(board.g, unit) == 9


# -- rallying (Rally Phase 1) --------------------------------------------------------------------------------


def test_a_unit_that_rallies_is_shaken_no_longer_and_may_pivot(board):
    unit = board.unit("A", 36, 20)
    marks.put(board.g, unit, marks.SHAKEN)
    board.g.dice.script["rally-test"] = [3, 4]
    play(rally_tests(board.g), 90)
    assert marks.SHAKEN not in unit.marks
    assert (unit.rect.ux, unit.rect.uy) == pytest.approx((1, 0), abs=1e-9)


def test_a_unit_that_does_not_rally_flees_from_the_closest_enemy_that_is_not_shaken(board):
    unit = board.unit("A", 36, 20)
    board.unit("B", 36, 34)
    shaken = board.unit("B", 36, 25)
    for one in (unit, shaken):
        marks.put(board.g, one, marks.SHAKEN)
    board.g.dice.script["rally-test"] = [6, 6]
    play(rally_tests(board.g))
    assert unit.rect.y == pytest.approx(13)


def test_of_several_closest_enemies_the_opponent_chooses(board):
    unit = board.unit("A", 36, 20)
    left, right = board.unit("B", 20, 20), board.unit("B", 52, 20)
    marks.put(board.g, unit, marks.SHAKEN)
    board.g.dice.script["rally-test"] = [6, 6]
    _, asked = play(rally_tests(board.g), right.id)
    assert (asked[0].kind, asked[0].player) == ("rally.flee-from", "B")
    assert asked[0].options == [left.id, right.id]
    assert unit.rect.x == pytest.approx(29)


def test_engaged_units_take_no_rally_test(board):
    unit = board.unit("A", 36, 20)
    foe = board.unit("B", 36, 20 + 50 * MM, facing=180)
    marks.put(board.g, unit, marks.SHAKEN)
    from tercio.plugins.t9a.engaging import engage

    engage(board.g, unit, foe)
    play(rally_tests(board.g))
    assert marks.SHAKEN in unit.marks
    assert board.facts("tested") == []


def test_a_failed_rally_without_enemies_flees_straight_on(board):
    unit = board.unit("A", 36, 20, facing=90)
    marks.put(board.g, unit, marks.SHAKEN)
    board.g.dice.script["rally-test"] = [6, 6]
    play(rally_tests(board.g))
    assert (unit.rect.x, unit.rect.y) == pytest.approx((43, 20))


def test_a_flight_does_not_end_in_contact_with_an_enemy(board):
    unit = board.unit("A", 36, 20)
    foe = board.unit("B", 36, 20 + 50 * MM + 7, facing=180)
    board.g.dice.script["dangerous-test"] = [1, 1, 1, 1, 1]
    run(board, unit)
    assert not touches(unit.rect, foe.rect)
    assert unit.rect.y > foe.rect.y
