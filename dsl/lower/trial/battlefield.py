"""The battlefield of a scenario: its size or a map of the packs, areas, pieces of terrain."""

from __future__ import annotations

from typing import cast

from tercio.kernel.decl import Literal, PlacedTerrain
from tercio.kernel.decl.scenario import Field, Ground, Layout, Plot
from tercio.kernel.naming import slug

from ...syntax import Atom
from ..literals import literal
from ..maps import extent, placed_area, placed_terrain, shape_of, terrain_named
from ..reading import Items, Reading, find_word, is_kind, is_word, text_of
from ..scope import Scope, suggest, wrong
from .walk import Walk, items_of_line, known_thing, walk_of

FIELD_SHAPE = 'write: battlefield 72"x48", or: battlefield "Map"'
OWNED_SHAPE = 'write: battlefield "Map", south of A, north of B'
AREA_SHAPE = 'write: area "Well" as shrine of A at 20", 30" size 8"x6"'
TERRAIN_SHAPE = 'write: terrain "Forest" as wood at 20", 30" size 8"x6"'
_ALONE = ("STRING", "at", "MEASURE", "COMMA", "MEASURE")


def field(scope: Scope, reading: Reading) -> Field | Layout:
    """`battlefield 72"x48"`, or `battlefield "Map" [, AREA of PLAYER ...]`."""
    walk = walk_of(reading, FIELD_SHAPE)
    named = walk.next("STRING")
    if named is not None:
        return _layout(scope, named, walk)
    width, depth = extent(walk.kind("AREA", what="a size"))
    walk.end()
    return Field(width, depth, reading.span)


def _layout(scope: Scope, named: Atom, walk: Walk) -> Layout:
    header = scope.names.get("map", named.text)
    if header is None:
        hint = suggest(named.text, scope.names.of_kinds("map"), FIELD_SHAPE)
        raise wrong(named, f'no map "{named.text}" in this pack or the packs it uses', hint)
    walk.shape = OWNED_SHAPE
    areas = [slug(name) for name in header.columns]
    owners = []
    while not walk.over:
        owners.append(_owned(scope, walk, areas))
    return Layout(named.text, tuple(owners), walk.span)


def _owned(scope: Scope, walk: Walk, areas: list[str]) -> tuple[str, str]:
    area = walk.kind("WORD", what="an area of the map")
    if area.text not in areas:
        raise wrong(area, f'this map has no area "{area.text}"', suggest(area.text, areas, OWNED_SHAPE))
    if not walk.word("of"):
        raise wrong(walk.rest or area, "whose is this area?", OWNED_SHAPE)
    return area.text, known_thing(scope, walk.kind("WORD", what="a player"))


def named_here(scope: Scope, line_word: str, items: Items) -> dict[str, str]:
    """Return what gets a name by a line that begins with `battlefield` or `area`: by name `area`."""
    if len(items) < 2 or not is_kind(items[1], "STRING"):
        return {}
    header = scope.names.get("map", items[1].text)
    found = [items[1].text] if line_word == "area" else header.columns if header is not None else ()
    return {slug(name): "area" for name in found}


def plot(scope: Scope, reading: Reading) -> Plot:
    """`area "Name" as KIND[, KIND] [of PLAYER] at X, Y size WxD [turned N] [round]`, or with corners."""
    items = items_of_line(reading.line)
    start = find_word(items, "at", "corners")
    owner = ""
    if start is not None and start > 5 and is_word(items[start - 2], "of"):
        named = items[start - 1]
        if not is_kind(named, "WORD"):
            raise wrong(named, "whose is this area?", AREA_SHAPE)
        owner = known_thing(scope, named)
        items = (*items[: start - 2], *items[start:])
    return Plot(placed_area(scope, items), owner, reading.span)


def ground(scope: Scope, reading: Reading) -> Ground:
    """`terrain "Forest" [as NAME] at X, Y [size WxD] [turned N] [round]`."""
    items = items_of_line(reading.line)
    name = ""
    if len(items) > 3 and is_word(items[2], "as"):
        if not is_kind(items[3], "WORD"):
            raise wrong(items[3], f"`{text_of(items[3:4])}` is no name", TERRAIN_SHAPE)
        name = items[3].text
        items = (*items[:2], *items[4:])
    alone = shape_of(items[1:]) == _ALONE
    return Ground(_unsized(scope, items) if alone else placed_terrain(scope, items), name, reading.span)


def _unsized(scope: Scope, items: Items) -> PlacedTerrain:
    """A piece of terrain that is as large as the system says."""
    x, y = literal(cast(Atom, items[3])), literal(cast(Atom, items[5]))
    return PlacedTerrain(terrain_named(scope, items[1]), x, y, Literal(0, '"'), Literal(0, '"'))
