"""Which units are Scoring: a Rank-and-File unit with a standard that nothing keeps from it.

Source: T9A rulebook, Battle Preparations 2.C; of a combined unit the Rank-and-File models are judged
(Rulings 67).
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.permissions import may
from tercio.kernel.query import contains
from tercio.kernel.state import Game, Unit

RANK_AND_FILE = "rank-and-file"
STANDARD = "Standard Bearer"
NEVER = ("summoned", "late-arrival", "shaken")


def scoring(g: Game, unit: Unit) -> bool:
    """Return whether a unit is Scoring now."""
    if unit.destroyed or any(mark in unit.marks for mark in NEVER):
        return False
    c = Context(unit=unit)
    return has_rank_and_file(unit) and contains(g, c, unit, STANDARD) and may(g, "score", c)


def has_rank_and_file(unit: Unit) -> bool:
    """Return whether a unit has Rank-and-File models, those counted that fall this very moment."""
    return any(pool.role == RANK_AND_FILE for pool in unit.pools)
