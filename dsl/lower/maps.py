"""Battlefields: what stands on a map, and its areas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from tercio.kernel.decl import Footprint, Literal, PlacedArea, PlacedTerrain, TableMap
from tercio.kernel.decl.maps import Corner
from tercio.kernel.geometry import Polygon
from tercio.kernel.geometry.outline import crosses_itself

from ..syntax import Atom, Group
from .heads import Head, whole, word_list
from .literals import literal
from .reading import Item, Items, Reading, find_word, is_kind, is_word, items_of, plain, split, text_of
from .scope import Scope, suggest, wrong

Common = dict[str, Any]
ROWS = ("size", "terrain", "area")
MAP = 'write: size 72"x48", terrain "Name" at ..., or area "Name" as ...'
TERRAIN = 'write: terrain "Forest" at 20", 30" size 8"x6" turned 15'
AREA = 'write: area "Name" as kind at 20", 30" size 8"x6", or: ... corners (0", 0"), (8", 0"), (8", 6")'
AROUND = "name three corners or more, in order around the area"
_PLACE = ("at", "MEASURE", "COMMA", "MEASURE", "size", "AREA")


def battle_map(scope: Scope, head: Head, common: Common) -> TableMap:
    """`map "Name"` with `size 72"x48"`, pieces of terrain and areas. Areas alone need no size."""
    made = TableMap(**common, width=Literal(0, '"'), depth=Literal(0, '"'))
    for line in head.lines:
        made = scope.attempt(_map_line, scope, made, Reading(line)) or made
    if not made.width.value and (made.pieces or not made.areas) and not scope.faults:
        raise wrong(head.span, f'map "{head.name}" has no size', 'write: size 72"x48"')
    return made


def _map_line(scope: Scope, made: TableMap, reading: Reading) -> TableMap:
    match reading.word:
        case "size":
            width, depth = _size(reading)
            return replace(made, width=width, depth=depth)
        case "terrain":
            return replace(made, pieces=(*made.pieces, placed_terrain(scope, reading.head)))
        case "area":
            return replace(made, areas=(*made.areas, _another_area(scope, reading.head, made)))
        case word:
            hint = suggest(word, ROWS, MAP)
            raise wrong(reading.span, f"`{text_of(reading.head)}` says nothing of a map", hint)


def _size(reading: Reading) -> tuple[Literal, Literal]:
    items = reading.head
    if len(items) != 2 or not is_kind(items[1], "AREA"):
        raise wrong(items, "a map has a width and a depth", 'write: size 72"x48"')
    return extent(items[1])


def extent(atom: Atom) -> tuple[Literal, Literal]:
    """Return width and depth of an AREA atom in inches; raises Fault if one of them is 0."""
    width, depth = (literal(Atom("MEASURE", text, atom.span)) for text in atom.text.split("x"))
    if not width.value or not depth.value:
        raise wrong(atom, f"{atom.text} is no size", 'write a width and a depth: 8"x6"')
    return width, depth


# -- terrain ---------------------------------------------------------------------------------------


def placed_terrain(scope: Scope, items: Items) -> PlacedTerrain:
    """`terrain "Forest" at 20", 30" size 8"x6" [turned 15] [round]`; raises Fault."""
    if shape_of(items[1:8]) != ("STRING", *_PLACE):
        raise wrong(items, "a piece of terrain has a place and a size", TERRAIN)
    name = terrain_named(scope, items[1])
    at = _footprint(items[2:], TERRAIN)
    return PlacedTerrain(name, at.x, at.y, at.width, at.depth, at.turned, at.round)


def terrain_named(scope: Scope, item: Item) -> str:
    """Return the name of a declared terrain feature; raises Fault."""
    name = plain(item)
    if not scope.names.get("terrain", name):
        hint = suggest(name, scope.names.of_kinds("terrain"))
        raise wrong(item, f'no terrain "{name}" in this pack or the packs it uses', hint)
    return name


def _footprint(items: Items, hint: str) -> Footprint:
    """Read `at 20", 30" size 8"x6" [turned 15] [round]`, of which the place and the size are known to be
    there; raises Fault.
    """
    x, y = literal(cast(Atom, items[1])), literal(cast(Atom, items[3]))
    width, depth = extent(cast(Atom, items[5]))
    rest = items[6:]
    turned = 0
    if rest and is_word(rest[0], "turned"):
        turned, rest = whole(rest[1:2], "the angle", rest[0].span), rest[2:]
    is_round = bool(rest) and is_word(rest[0], "round")
    if rest[is_round:]:
        raise wrong(rest[is_round:], f"`{text_of(rest[is_round:])}` is not understood here", hint)
    return Footprint(x, y, width, depth, turned, is_round)


def shape_of(items: Items) -> tuple[str, ...]:
    """Return the kinds of items in order, of a word the word itself."""
    return tuple(
        item.kind if isinstance(item, Atom) and item.kind != "WORD" else plain(item) for item in items
    )


# -- areas -----------------------------------------------------------------------------------------


def _another_area(scope: Scope, items: Items, table: TableMap) -> PlacedArea:
    area = placed_area(scope, items)
    if any(one.name == area.name for one in table.areas):
        raise wrong(items[1], f'a second area "{area.name}" on this map', "give each a name of its own")
    return area


def placed_area(scope: Scope, items: Items) -> PlacedArea:
    """`area "Name" as KIND[, KIND]` and where it lies: `at 20", 30" size 8"x6" [turned 15] [round]`, or
    `corners (0", 0"), (8", 0"), (8", 6")`. Raises Fault.
    """
    start = find_word(items, "at", "corners")
    if start is None or start < 4 or not is_kind(items[1], "STRING") or not is_word(items[2], "as"):
        raise wrong(items, "an area has a name, is something, and lies somewhere", AREA)
    return PlacedArea(items[1].text, _kinds(scope, items[3:start]), _outline(items[start:]))


def _kinds(scope: Scope, items: Items) -> tuple[str, ...]:
    kinds = word_list(items, "kinds of areas")
    known = scope.area_kinds()
    for word in kinds if known else ():
        if word not in known:
            at = next(item for item in items if plain(item) == word)
            raise wrong(at, f'an area cannot be a "{word}"', suggest(word, known))
    return kinds


def _outline(items: Items) -> Footprint | tuple[Corner, ...]:
    if is_word(items[0], "corners"):
        return _corners(items)
    if shape_of(items[:6]) != _PLACE:
        raise wrong(items, "an area has a place and a size", AREA)
    return _footprint(items, AREA)


def _corners(items: Items) -> tuple[Corner, ...]:
    corners = tuple(_corner(run) for run in split(items[1:]) if run)
    points = [(float(x.value), float(y.value)) for x, y in corners]
    try:
        is_crossed = crosses_itself(Polygon(points).points)
    except ValueError:
        raise wrong(items, "these corners enclose nothing", AROUND) from None
    if is_crossed:
        raise wrong(items, "the outline of this area crosses itself", AROUND)
    return corners


def _corner(run: Items) -> Corner:
    group: Item = run[0]
    inside = items_of(group.sentence) if len(run) == 1 and isinstance(group, Group) else ()
    if shape_of(inside) != ("MEASURE", "COMMA", "MEASURE"):
        raise wrong(run, f"`{text_of(run)}` is no corner", 'write its place in parentheses: (8", 6")')
    return literal(cast(Atom, inside[0])), literal(cast(Atom, inside[2]))
