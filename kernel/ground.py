"""What a map says, laid on the table: its areas, and the shapes of what it places."""

from __future__ import annotations

from collections.abc import Callable

from .decl.maps import Footprint, PlacedArea, PlacedTerrain, TableMap
from .errors import RulesError
from .geometry import Circle, Oval, Polygon, Rect, Shape
from .geometry.vector import direction_from_degrees
from .state import Area, Game


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
