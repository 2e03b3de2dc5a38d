"""How a regiment may stand: its files and ranks.

A pack says the bounds: the values `least-files` and `most-files` begin at one and at as many as there are
models. How many models make a rank that counts is the constant `counted-rank` of the pack, if it has one.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decl import Constant
from tercio.kernel.modifiers import value
from tercio.kernel.state import Game, Unit

from .formation import formation_of, rank_lengths

COUNTED_RANK = "counted-rank"


def files_allowed(g: Game, unit: Unit) -> range:
    """Return in how many files a unit may stand; where its bounds leave nothing, as near to the least as its
    models allow.
    """
    c, models = Context(unit=unit), max(1, unit.models)
    least = min(models, max(1, int(value(g, "least-files", c, 1))))
    most = min(models, max(least, int(value(g, "most-files", c, models))))
    return range(least, most + 1)


def files_of(unit: Unit) -> int:
    """Return in how many files a unit stands, 0 for one that is not on the table."""
    return formation_of(unit).files if unit.rect is not None else 0


def counted_ranks(g: Game, unit: Unit) -> int:
    """Return the ranks of a unit that count: full ones, and a last one that has enough models."""
    if unit.rect is None:
        return 0
    known = COUNTED_RANK in g.ruleset.of_kind(Constant)
    enough = int(g.ruleset.constant(COUNTED_RANK)) if known else 1
    files = formation_of(unit).files
    return sum(models >= files or models >= enough for models in rank_lengths(unit))


def least_square(models: int) -> int:
    """Return the smallest number of files in which so many models stand no deeper than wide."""
    files = 1
    while files * files < models:
        files += 1
    return files
