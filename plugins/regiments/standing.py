"""How a regiment may stand: its files and ranks.

A pack says the bounds: the values `least-files` and `most-files` begin at one and at as many as there are
models. So many models as the value `counted-rank` says make a rank that counts; it begins at a full rank. The
permission `have-ranks` says whether a unit has any.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit

from .formation import formation_of, rank_lengths


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
    """Return how many ranks of a unit count."""
    c = Context(unit=unit)
    if unit.rect is None or not may(g, "have-ranks", c):
        return 0
    enough = value(g, "counted-rank", c, formation_of(unit).files)
    return sum(models >= enough for models in rank_lengths(unit))


def least_square(models: int) -> int:
    """Return the smallest number of files in which so many models stand no deeper than wide."""
    files = 1
    while files * files < models:
        files += 1
    return files
