"""Maps laid on the table: areas and shapes (language: maps)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tercio.kernel.clone import clone
from tercio.kernel.decl import (
    Footprint,
    Literal,
    Modify,
    Op,
    PlacedArea,
    PlacedTerrain,
    TableMap,
    TerrainFeature,
)
from tercio.kernel.errors import RulesError
from tercio.kernel.geometry import Circle, Oval, Polygon, Rect
from tercio.kernel.ground import lay_areas, put_feature, put_piece, shape_of, take_piece
from tercio.kernel.hashing import state_hash
from tercio.kernel.query import things_of_kind

from .toy import new_game, new_unit, number


def inch(value: float) -> Literal:
    return Literal(Fraction(value), '"')


def area(name: str, x: float, y: float, width: float, depth: float, **more: Any) -> PlacedArea:
    return PlacedArea(name, ("shrine",), Footprint(inch(x), inch(y), inch(width), inch(depth), **more))


def corners(*points: tuple[float, float]) -> tuple[tuple[Literal, Literal], ...]:
    return tuple((inch(x), inch(y)) for x, y in points)


SOUTH = PlacedArea("South", ("territory",), corners((0, 0), (30, 0), (30, 9), (0, 9)))
MILL = area("Mill", 7.5, 5.5, 4, 4, round=True)
FORD = TableMap(name="Ford", width=Literal(30, '"'), depth=Literal(22, '"'), areas=(SOUTH, MILL))


def test_the_areas_of_a_map_come_onto_the_table_in_order_with_ids_of_their_own():
    game = new_game()
    unit = new_unit(game)
    lay_areas(game, FORD)
    south, mill = game.areas.values()
    assert (south.name, south.kinds, south.owner) == ("South", ("territory",), "")
    assert (mill.name, mill.kinds, mill.shape) == ("Mill", ("shrine",), Circle(7.5, 5.5, 2.0))
    assert unit.pools[0].parts[0].id < south.id < mill.id
    assert [game.things[one.id] for one in (south, mill)] == [south, mill]
    assert list(things_of_kind(game, "area")) == [south, mill]


def test_whose_an_area_is_the_game_says():
    game = new_game()
    lay_areas(game, FORD, lambda placed: "A" if "territory" in placed.kinds else "")
    assert [one.owner for one in game.areas.values()] == ["A", ""]


def test_a_second_map_may_add_areas_but_none_of_a_name_that_is_there():
    game = new_game()
    lay_areas(game, FORD)
    nothing = Literal(0, '"')
    lay_areas(
        game, TableMap(name="Paths", width=nothing, depth=nothing, areas=(area("Path", 15, 11, 30, 1),))
    )
    assert list(game.areas) == ["South", "Mill", "Path"]
    before = state_hash(game)
    again = TableMap(name="Again", width=nothing, depth=nothing, areas=(area("Well", 1, 1, 1, 1), MILL))
    with pytest.raises(RulesError, match='map "Again": an area "Mill" is on the table already'):
        lay_areas(game, again)
    assert state_hash(game) == before


def test_a_clone_has_areas_of_its_own():
    game = new_game()
    lay_areas(game, FORD)
    twin = clone(game)
    twin.areas["Mill"].owner = "B"
    assert game.areas["Mill"].owner == ""
    assert twin.things[game.areas["Mill"].id] is twin.areas["Mill"]


MIRE = TerrainFeature(name="Mire", clauses=(Modify("pace", Op.ADD, number(-1)),))
DISC = Circle(3.0, 4.0, 2.0)


def test_a_piece_of_terrain_is_there_until_it_is_taken_away():
    game = new_game(MIRE)
    piece = put_piece(game, "Mire", DISC, "Old Mire", "A")
    assert (piece.name, piece.feature, piece.owner, piece.shape) == ("Old Mire", "Mire", "A", DISC)
    assert (game.terrain, game.things[piece.id], piece.held) == ([piece], piece, [])
    take_piece(game, piece)
    assert game.terrain == []
    assert piece.id not in game.things
    with pytest.raises(ValueError, match="not in list"):
        take_piece(game, piece)


def test_a_feature_holds_its_rules_and_is_called_by_its_name():
    game = new_game(MIRE)
    piece = put_feature(game, "Mire", DISC)
    assert (piece.name, [held.source for held in piece.held]) == ("Mire", ["Mire"])
    with pytest.raises(RulesError, match='no terrain "Mir" in these packs'):
        put_feature(game, "Mir", DISC)
    assert game.terrain == [piece]


@pytest.mark.parametrize(
    ("placed", "shape"),
    [
        (area("a", 8, 6, 4, 2), Rect(8.0, 6.0, 0.0, 1.0, 4.0, 2.0)),
        (area("a", 8, 6, 4, 2, turned=90), Rect(8.0, 6.0, 1.0, 0.0, 4.0, 2.0)),
        (area("a", 8, 6, 4, 4, round=True, turned=30), Circle(8.0, 6.0, 2.0)),
        (area("a", 8, 6, 4, 2, round=True, turned=90), Oval(8.0, 6.0, 1.0, 0.0, 2.0, 1.0)),
        (SOUTH, Polygon([(0, 0), (30, 0), (30, 9), (0, 9)])),
        (PlacedTerrain("Hill", inch(8), inch(6), inch(4), inch(2)), Rect(8.0, 6.0, 0.0, 1.0, 4.0, 2.0)),
    ],
    ids=["rectangle", "turned clockwise", "disc", "oval", "polygon", "terrain"],
)
def test_an_outline_becomes_a_shape(placed, shape):
    assert shape_of(placed) == shape
