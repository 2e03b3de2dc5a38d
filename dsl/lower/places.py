"""Terrain and battlefields."""

from __future__ import annotations

from typing import Any, cast

from tercio.kernel.decl import Expr, Literal, Name, PlacedTerrain, TableMap, TerrainFeature, Word

from ..syntax import Atom, Line
from .amounts import amount
from .clauses import CLAUSES, clauses_of, is_clause
from .heads import Head, whole
from .literals import literal
from .reading import Reading, is_kind, is_word, plain, text_of
from .scope import Scope, suggest, wrong

Common = dict[str, Any]


def terrain(scope: Scope, head: Head, common: Common) -> TerrainFeature:
    """`terrain "Name"`: clauses, and words that the system gives to terrain."""
    traits: list[tuple[str, tuple[Expr, ...]]] = []
    lines: list[Line] = []
    for line in head.lines:
        if is_clause(line):
            lines.append(line)
        else:
            trait = scope.attempt(system_word, scope, "terrain", Reading(line))
            traits += [trait] if trait is not None else []
    return TerrainFeature(**common, traits=tuple(traits), clauses=clauses_of(scope, lines))


def system_word(scope: Scope, kind: str, reading: Reading) -> tuple[str, tuple[Expr, ...]]:
    """Return a word that the system gives to declarations of a kind, with its arguments as data; raises
    Fault.
    """
    word = reading.word
    if f"{kind} {word}" not in scope.signatures.words:
        own = [key.partition(" ")[2] for key in scope.signatures.words if key.startswith(f"{kind} ")]
        hint = suggest(word, {*own, *CLAUSES})
        raise wrong(
            reading.head[0] if reading.head else reading.span, f'"{word}" says nothing of {kind}', hint
        )
    return word, tuple(_argument(scope, item) for item in reading.head[1:] if not is_kind(item, "COMMA"))


def _argument(scope: Scope, item: Any) -> Expr:
    if is_kind(item, "STRING"):
        return Name(item.text)
    if is_kind(item, "WORD") and not scope.names.get("constant", item.text):
        return Word(item.text)
    return amount(scope, (item,))


def battle_map(scope: Scope, head: Head, common: Common) -> TableMap:
    """`map "Name"` with `size 72"x48"` and pieces of terrain."""
    width, depth = Literal(0, '"'), Literal(0, '"')
    pieces: list[PlacedTerrain] = []
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "size" and len(reading.head) == 2 and is_kind(reading.head[1], "AREA"):
            width, depth = area(reading.head[1])
        elif reading.word == "terrain":
            piece = scope.attempt(placed_terrain, scope, reading)
            pieces += [piece] if piece is not None else []
        else:
            raise wrong(
                reading.span,
                f"`{text_of(reading.head)}` says nothing of a map",
                'write: size 72"x48", or terrain "Name" at ...',
            )
    if not width.value:
        raise wrong(head.span, f'map "{head.name}" has no size', 'write: size 72"x48"')
    return TableMap(**common, width=width, depth=depth, pieces=tuple(pieces))


def area(atom: Atom) -> tuple[Literal, Literal]:
    """Return width and depth of an AREA atom in inches."""
    width, depth = atom.text.split("x")
    return literal(Atom("MEASURE", width, atom.span)), literal(Atom("MEASURE", depth, atom.span))


def placed_terrain(scope: Scope, reading: Reading) -> PlacedTerrain:
    """`terrain "Forest" at 20", 30" size 8"x6" [turned 15] [round]`; raises Fault."""
    items = reading.head
    shape = tuple(
        item.kind if isinstance(item, Atom) and item.kind != "WORD" else getattr(item, "text", "")
        for item in items
    )
    if shape[:7] != ("terrain", "STRING", "at", "MEASURE", "COMMA", "MEASURE", "size") or shape[7:8] != (
        "AREA",
    ):
        raise wrong(
            items,
            "a piece of terrain has a place and a size",
            'write: terrain "Forest" at 20", 30" size 8"x6" turned 15',
        )
    name = plain(items[1])
    if not scope.names.get("terrain", name):
        raise wrong(
            items[1],
            f'no terrain "{name}" in this pack or the packs it uses',
            suggest(name, scope.names.of_kinds("terrain")),
        )
    width, depth = area(cast(Atom, items[7]))
    rest = items[8:]
    turned = whole(rest[1:2], "the angle", rest[0].span) if rest and is_word(rest[0], "turned") else 0
    x, y = literal(cast(Atom, items[3])), literal(cast(Atom, items[5]))
    return PlacedTerrain(name, x, y, width, depth, turned, bool(rest) and is_word(rest[-1], "round"))
