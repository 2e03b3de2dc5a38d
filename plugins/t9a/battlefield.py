"""The battlefield: its size by the Army Size, and its terrain from a named map or by rolls.

The larger army decides the size. Terrain by rolls is a convention of this project, for the rulebook leaves
it to the players: one feature for each square of `GRID` inches that a roll of 4 or more fills, mirrored
through the centre, so that neither side has the better ground. Source: T9A rulebook, Battle Preparations
2.B, Terrain 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from tercio.kernel.decl import Literal, PlacedTerrain, TableMap, TerrainFeature
from tercio.kernel.dice import roll
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.ground import put_piece, shape_of
from tercio.kernel.state import Game

SEEDED, OPEN = "seeded", "open"
SIZES = "battlefield-size"
GRID = 18
_LONGEST = 1000
_FILLED, _SIZE = 4, 7.0
_SEEDED = ("Forest", "Field", "Hill", "Ruins", "Wall", "Water Terrain")
_ROUND = ("Forest", "Hill", "Water Terrain")


def build_battlefield(g: Game, choice: str = "") -> None:
    """Give a game its table and terrain: by the name of a map, `seeded`, `open`, or the first map that fits
    ("").

    Raises RulesError for an unknown map or one of another size than the armies need.
    """
    size = max((player.size for player in g.players.values()), default=0)
    g.width, g.depth = map(float, g.ruleset.table(SIZES).row(size)[:2])
    if not all(0 < edge <= _LONGEST for edge in (g.width, g.depth)):
        found = f'{g.width:g}"x{g.depth:g}"'
        hint = f'mend table {SIZES}: edges of up to {_LONGEST}"'
        raise RulesError(Diagnostic(f"no battle can be fought on a table of {found}", hint=hint))
    for piece in _pieces(g, choice):
        put_piece(g, piece.feature, shape_of(piece))
    g.emit("battlefield", width=g.width, depth=g.depth, terrain=[piece.feature for piece in g.terrain])


def _pieces(g: Game, choice: str) -> Sequence[PlacedTerrain]:
    if choice == OPEN:
        return ()
    if choice == SEEDED:
        return _seeded(g)
    if choice:
        return _named(g, choice).pieces
    fitting = [one for one in g.ruleset.of_kind(TableMap).values() if _fits(g, one)]
    return fitting[0].pieces if fitting else ()


def _fits(g: Game, table: TableMap) -> bool:
    return float(table.width.value) == g.width and float(table.depth.value) == g.depth


def _named(g: Game, name: str) -> TableMap:
    maps = g.ruleset.of_kind(TableMap)
    fitting = [one.name for one in maps.values() if _fits(g, one)]
    if name in fitting:
        return maps[name]
    known = ", ".join([*fitting, SEEDED, OPEN])
    if name in maps:
        size = f'{maps[name].width.value}"x{maps[name].depth.value}"'
        need = f'{g.width:g}"x{g.depth:g}"'
        raise RulesError(
            Diagnostic(f'the map "{name}" is {size}, these armies need {need}', hint=f"known: {known}")
        )
    raise RulesError(
        Diagnostic(f'no map "{name}"; known: {known}', hint=did_you_mean(name, [*maps, SEEDED, OPEN]))
    )


def _seeded(g: Game) -> list[PlacedTerrain]:
    """Roll for each square of one half of the table; each feature stands again on the other half."""
    known = [name for name in _SEEDED if name in g.ruleset.of_kind(TerrainFeature)]
    columns, rows = ceil(g.width / GRID), ceil(g.depth / GRID)
    found: list[PlacedTerrain] = []
    for number in range(columns * rows // 2):
        filled, kind, turned = (_face(g, number, what) for what in ("filled", "feature", "turned"))
        if filled < _FILLED or not known:
            continue
        x, y = (number % columns + 0.5) * g.width / columns, (number // columns + 0.5) * g.depth / rows
        feature = known[(kind - 1) % len(known)]
        found += [
            _piece(feature, x, y, 30 * (turned - 1)),
            _piece(feature, g.width - x, g.depth - y, 30 * (turned - 1)),
        ]
    return found


def _face(g: Game, number: int, what: str) -> int:
    return roll(g.dice, f"set-up/terrain/{number}/{what}", g.ruleset.constant("set-up-die")).total


def _piece(feature: str, x: float, y: float, turned: int) -> PlacedTerrain:
    depth = 1 if feature == "Wall" else int(_SIZE) - 1
    left, up, across, deep = (Literal(inches) for inches in (_tenth(x), _tenth(y), int(_SIZE), depth))
    return PlacedTerrain(feature, left, up, across, deep, turned, feature in _ROUND)


def _tenth(inches: float) -> Fraction:
    return Fraction(round(inches * 10), 10)
