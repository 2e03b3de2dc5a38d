"""What stands in the way on the table of a ranked game: units, and terrain by the words of its feature.

Words that the engine knows of terrain stand in `words/catalogue`; packs declare others as keywords.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decl import Name, TerrainFeature, Word
from tercio.kernel.geometry import Point, Rect, Shape
from tercio.kernel.geometry.inside import inside
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Terrain, Unit

IMPASSABLE: Final = "impassable"
FLEEING: Final = "fleeing"
"""A mark that packs declare: the unit runs."""


def on_table(g: Game) -> list[Unit]:
    """Return the units that stand on the table, in order of id."""
    return [unit for unit in g.units.values() if unit.rect is not None and not unit.destroyed]


def others_on_table(g: Game, unit: Unit) -> list[Rect]:
    """Return the boundaries of all other units on the table."""
    return [other.rect for other in on_table(g) if other is not unit and other.rect is not None]


def traits_of(g: Game, piece: Terrain) -> Mapping[str, tuple[Any, ...]]:
    """Return the words of a piece of terrain with what stands behind each, as numbers and words."""
    return g.ruleset.derived(_traits).get(piece.feature, {})


def _traits(ruleset: Ruleset) -> dict[str, dict[str, tuple[Any, ...]]]:
    return {
        one.name: {word: tuple(_plain(ruleset, arg) for arg in args) for word, args in one.traits}
        for one in ruleset.of_kind(TerrainFeature).values()
    }


def _plain(ruleset: Ruleset, arg: Any) -> Any:
    return arg.text if isinstance(arg, (Name, Word)) else ruleset.function(arg)(None, Context(), None)


def is_impassable(g: Game, piece: Terrain) -> bool:
    """Whether nothing may enter a piece of terrain."""
    return IMPASSABLE in traits_of(g, piece)


def closed_ground(g: Game) -> list[Shape]:
    """Return the shapes of terrain that nothing may enter."""
    return [piece.shape for piece in g.terrain if is_impassable(g, piece)]


def ground_at(g: Game, point: Point) -> Terrain | None:
    """Return the piece of terrain at a point, the last one that was laid; None in the open."""
    return next((piece for piece in reversed(g.terrain) if inside(point, piece.shape)), None)
