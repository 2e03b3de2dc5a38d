"""Terrain features and relics as procedures ask for them: what they bar, and what they are.

What a feature is stands in its declaration, as words: `blocks-sight`, `no-ending`, `large`, `relic`. A piece
without a shape is not on the battlefield. Source: Core Rules, 6.0; battlepack, 4.0 and 5.0.
"""

from __future__ import annotations

from tercio.kernel.decl import TerrainFeature
from tercio.kernel.geometry import Shape
from tercio.kernel.places import shapes_of
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Terrain

BLOCKS_SIGHT, NO_ENDING, LARGE, RELIC = "blocks-sight", "no-ending", "large", "relic"

_NOTHING: frozenset[str] = frozenset()


def _read(rules: Ruleset) -> dict[str, frozenset[str]]:
    """Return the words of each feature by its name."""
    declared = rules.of_kind(TerrainFeature).values()
    return {one.name: frozenset(word for word, _ in one.traits) for one in declared}


def words_of(g: Game, piece: Terrain) -> frozenset[str]:
    """Return the words of the feature that a piece of terrain is."""
    return g.ruleset.derived(_read).get(piece.feature, _NOTHING)


def standing(g: Game) -> list[Terrain]:
    """Return what stands on the battlefield, in order."""
    return [piece for piece in g.terrain if shapes_of(piece)]


def pieces(g: Game, word: str) -> list[Terrain]:
    """Return the pieces on the battlefield whose feature has a word, in order."""
    words = g.ruleset.derived(_read)
    return [piece for piece in g.terrain if word in words.get(piece.feature, _NOTHING) and shapes_of(piece)]


def shapes(g: Game, word: str) -> list[Shape]:
    """Return the shapes on the battlefield whose feature has a word, in order."""
    return [piece.shape for piece in pieces(g, word)]


def features(g: Game) -> list[Terrain]:
    """Return the terrain features on the battlefield; relics are none (battlepack, 5.0)."""
    return [piece for piece in standing(g) if RELIC not in words_of(g, piece)]


def relics(g: Game) -> list[Terrain]:
    """Return the relics on the battlefield."""
    return pieces(g, RELIC)
