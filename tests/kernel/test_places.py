"""Where things are, and which lie wholly in others or on them (architecture 3)."""

from __future__ import annotations

import pytest

from tercio.kernel.geometry import EPSILON, Circle, Polygon, Rect
from tercio.kernel.places import fully_inside, shapes_of, stands, things_within, touching
from tercio.kernel.state import Area, Model, Terrain

from .toy import new_game, new_unit

HILL = Rect(10.0, 10.0, 0.0, 1.0, 6.0, 4.0)


def loose(game, *bases):
    """Return a unit whose models stand one by one (None: not on the table)."""
    unit = new_unit(game)
    part = unit.pools[0].parts[0].id
    unit.pools[0].loose = [Model(number, part, base) for number, base in enumerate(bases)]
    return unit


def test_an_area_and_a_piece_of_terrain_are_where_their_shapes_are():
    assert shapes_of(Area(1, "Mill", shape=HILL)) == (HILL,)
    assert shapes_of(Terrain(1, "hill", shape=HILL)) == (HILL,)


def test_models_that_are_not_on_the_table_are_nowhere():
    unit = loose(new_game(), Circle(10.0, 10.0, 0.5), None)
    assert shapes_of(unit) == [Circle(10.0, 10.0, 0.5)]
    assert shapes_of(unit.pools[0].loose[1]) == ()


def test_a_thing_stands_where_it_has_a_shape_and_a_unit_where_any_of_its_models_has():
    game = new_game()
    assert stands(loose(game, None, Circle(10.0, 10.0, 0.5)))
    assert not stands(loose(game, None, None))
    ranked, gone = new_unit(game), new_unit(game)
    assert not stands(ranked)
    ranked.rect = gone.rect = HILL
    gone.destroyed = True
    assert stands(ranked)
    assert not stands(gone)
    assert stands(Terrain(1, "hill", shape=HILL))
    assert not stands(None)


def test_a_unit_is_fully_inside_where_every_base_is():
    area = Area(1, "Mill", shape=HILL)
    assert fully_inside(loose(new_game(), Circle(7.5, 10.0, 0.5), Circle(12.0, 11.0, 0.5)), area)
    assert not fully_inside(loose(new_game(), Circle(7.4, 10.0, 0.5), Circle(12.0, 11.0, 0.5)), area)


def test_a_unit_touches_where_one_base_does():
    area = Area(1, "Mill", shape=HILL)
    assert touching(loose(new_game(), Circle(1.0, 1.0, 0.5), Circle(13.5, 10.0, 0.5)), area)
    assert not touching(loose(new_game(), Circle(1.0, 1.0, 0.5), Circle(13.6, 10.0, 0.5)), area)


@pytest.mark.parametrize(("past", "inside"), [(0.0, True), (EPSILON / 2, True), (0.001, False)])
def test_a_ranked_unit_may_reach_the_very_edge(past, inside):
    game = new_game()
    unit = new_unit(game)
    unit.rect = Rect(9.0 - past, 10.0, 1.0, 0.0, 4.0, 4.0)
    assert fully_inside(unit, Area(1, "Mill", shape=HILL)) is inside
    assert touching(unit, Area(1, "Mill", shape=HILL))


def test_each_base_lies_in_one_of_the_shapes_and_not_across_two():
    game = new_game()
    stones = loose(game, Circle(0.0, 0.0, 2.0), Circle(3.0, 0.0, 2.0))
    assert fully_inside(loose(game, Circle(0.0, 0.0, 1.0), Circle(3.0, 0.0, 1.0)), stones)
    assert not fully_inside(loose(game, Circle(1.5, 0.0, 1.0)), stones)


def test_what_is_not_on_the_table_is_inside_nothing_and_touches_nothing():
    game = new_game()
    unit, area = loose(game, None), Area(1, "Mill", shape=HILL)
    assert not fully_inside(unit, area)
    assert not fully_inside(area, unit)
    assert not touching(unit, area)
    assert not fully_inside(None, area)


def test_an_area_lies_in_an_area():
    board = Area(1, "South", shape=Polygon([(0, 0), (30, 0), (30, 11), (0, 11)]))
    assert fully_inside(Area(2, "Well", shape=Circle(7.5, 5.5, 2.0)), board)
    assert not fully_inside(Area(3, "Ford", shape=HILL), board)
    assert touching(Area(3, "Ford", shape=HILL), board)


def test_a_list_of_things_is_wherever_one_of_them_is():
    game = new_game()
    hill, mill = Terrain(1, "hill", shape=HILL), Area(2, "Mill", shape=Circle(30.0, 10.0, 2.0))
    assert list(shapes_of([hill, mill, (0.0, 0.0)])) == [HILL, mill.shape, (0.0, 0.0)]
    near = loose(game, Circle(33.5, 10.0, 0.5))
    assert things_within(near, [hill, mill], 1)
    assert not things_within(near, [hill], 1)
    assert not things_within(near, [], 100)
