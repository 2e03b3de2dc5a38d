"""What comes onto the table: areas and terrain, and the shapes of what a map places."""

from __future__ import annotations

from collections.abc import Callable

from .decl.expr import Bundle
from .decl.maps import Footprint, PlacedArea, PlacedTerrain, TableMap
from .decl.things import TerrainFeature
from .errors import RulesError
from .geometry import Circle, Oval, Polygon, Rect, Shape
from .geometry.vector import direction_from_degrees
from .ruleset import hold
from .state import Area, Game, Terrain, touch


def nobody(_placed: PlacedArea) -> str:
    """Return the owner of an area that belongs to nobody."""
    return ""


def lay_areas(g: Game, table: TableMap, owner_of: Callable[[PlacedArea], str] = nobody) -> None:
    """Put the areas of a map on the table, in order; `owner_of` says to which player each belongs, by name.

    Raises RulesError if an area of one of these names is there already; then none is put there.
    """
    for placed in table.areas:
        if placed.name in g.areas:
            raise RulesError(f'map "{table.name}": an area "{placed.name}" is on the table already')
    for placed in table.areas:
        shape = shape_of(placed)
        area = Area(g.new_id(), placed.name, owner_of(placed), kinds=placed.kinds, shape=shape)
        g.areas[area.name] = g.things[area.id] = area


def put_piece(g: Game, feature: str, shape: Shape, name: str = "", owner: str = "") -> Terrain:
    """Put a piece of terrain on the table and return it, without the rules of its feature."""
    piece = Terrain(g.new_id(), name or feature, owner, feature=feature, shape=shape)
    g.terrain.append(piece)
    g.things[piece.id] = piece
    touch(g, piece)
    return piece


def put_feature(g: Game, feature: str, shape: Shape, name: str = "", owner: str = "") -> Terrain:
    """Put a piece of terrain that holds the rules of its feature on the table, and return it.

    Raises RulesError for a feature that is not declared.
    """
    declared = g.ruleset.get(TerrainFeature, feature)
    piece = put_piece(g, feature, shape, name, owner)
    if declared.clauses:
        hold(g, piece, Bundle(declared.clauses, feature), feature)
        touch(g, piece)
    return piece


def take_piece(g: Game, piece: Terrain) -> None:
    """Take a piece of terrain off the table. Raises ValueError if it is not there."""
    g.terrain.remove(piece)
    del g.things[piece.id]
    touch(g)


def shape_of(placed: PlacedArea | PlacedTerrain) -> Shape:
    """Return the shape of what a map places: a rectangle, disc or oval, or a polygon by its corners."""
    outline = placed.outline if isinstance(placed, PlacedArea) else placed
    if isinstance(outline, tuple):
        return Polygon([(float(x.value), float(y.value)) for x, y in outline])
    return _footprint(outline)


def _footprint(outline: Footprint | PlacedTerrain) -> Shape:
    x, y = float(outline.x.value), float(outline.y.value)
    width, depth = float(outline.width.value), float(outline.depth.value)
    if outline.round and width == depth:
        return Circle(x, y, width * 0.5)
    ux, uy = direction_from_degrees(float(outline.turned))
    if outline.round:
        return Oval(x, y, ux, uy, width * 0.5, depth * 0.5)
    return Rect(x, y, ux, uy, width, depth)
