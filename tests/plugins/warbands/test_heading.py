"""Where a unit makes for."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import Circle, Oval, Rect, distance
from tercio.plugins.warbands.ground import Ground, Passing
from tercio.plugins.warbands.heading import aim_at, aim_of, way_past_walls, way_round
from tests.plugins.warbands.muster import muster, row, table, terms

WALL = Rect(6.0, 10.0, 0.0, 1.0, 8.0, 1.0)


@pytest.fixture
def game():
    return table()


def test_the_nearest_model_leads():
    assert aim_at(row(3, 5), (8.0, 15.0), 0.0).lead == 4
    assert aim_at(row(3, 5), Circle(0.0, 5.0, 1.0), 0.0).lead == 0
    assert aim_at(row(3, 5), Rect(3.0, 10.0, 0.0, 1.0, 1.0, 1.0), 0.0).lead == 0


@pytest.mark.parametrize("goal", [Circle(9.0, 12.0, 1.0), Rect(9.0, 12.0, 0.6, 0.8, 4.0, 1.0), (9.0, 12.0)])
@pytest.mark.parametrize("base", [Circle(3.0, 5.0, 0.5), Oval(3.0, 5.0, 0.8, 0.6, 0.8, 1.5)])
def test_it_ends_so_far_from_the_goal_as_it_was_told(goal, base):
    aim = aim_at([base], goal, 1.25)
    travel = aim.far - aim.stop
    assert distance(base.moved(aim.ux * travel, aim.uy * travel), goal) == pytest.approx(1.25, abs=1e-3)


def test_an_aim_at_a_point_puts_the_middle_on_it():
    aim = aim_of(2, Circle(3.0, 5.0, 0.5), (6.0, 9.0))
    assert (aim.lead, aim.ux, aim.uy, aim.far, aim.stop) == (2, 0.6, 0.8, 5.0, 0.0)


def test_without_a_wall_in_the_way_there_is_no_way_round(game):
    unit = muster(game, "A", row(3, 5, 1))
    ground = Ground(game, unit, terms(6, walls=[WALL]))
    assert way_past_walls(ground, aim_at(ground.body.bases, (3.0, 8.0), 0.0)) is None
    assert way_past_walls(ground, aim_at(ground.body.bases, (20.0, 8.0), 0.0)) is None


def test_the_way_leads_round_the_nearer_end_of_a_wall(game):
    unit = muster(game, "A", row(3, 5, 1))
    ground = Ground(game, unit, terms(6, walls=[WALL]))
    way = way_past_walls(ground, aim_at(ground.body.bases, (3.0, 15.0), 0.0))
    assert way.length > 10.0
    assert min(x for x, _ in way.points) < 2.0
    assert way.points[-1][0] == pytest.approx(3.0)


def test_who_flies_needs_no_way_round(game):
    unit = muster(game, "A", row(3, 5, 1))
    ground = Ground(game, unit, terms(6, walls=[WALL], flies=True))
    assert way_past_walls(ground, aim_at(ground.body.bases, (3.0, 15.0), 0.0)) is None


def test_a_way_round_models_keeps_off_them(game):
    unit = muster(game, "A", row(3, 5, 1))
    muster(game, "A", row(1.2, 8, 5, 0.5, 0.1))
    ground = Ground(game, unit, terms(6, Passing.INTO))
    way = way_round(game, unit, ground, aim_at(ground.body.bases, (3.0, 12.0), 0.0))
    assert max(x for x, _ in way.points) > 6.0
    assert way.points[-1] == pytest.approx((3.0, 11.5), abs=0.01)


def test_an_oval_that_fits_through_a_gap_is_not_sent_round(game):
    unit = muster(game, "A", [Oval(10.0, 5.0, 0.0, 1.0, 0.8, 1.5)])
    walls = [Rect(6.0, 9.0, 0.0, 1.0, 6.0, 1.0), Rect(14.0, 9.0, 0.0, 1.0, 6.0, 1.0)]
    ground = Ground(game, unit, terms(9, walls=walls))
    assert way_past_walls(ground, aim_at(ground.body.bases, (10.0, 15.0), 0.0)) is None
