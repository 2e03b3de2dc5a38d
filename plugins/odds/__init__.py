"""Exact odds from the rules that the game plays: two units against each other, charges, spells, rolls.

    desk = Desk()
    odds = versus(desk, "24 Pikes", "10 Knights", charge=True)
    odds.plain()      # plain data, as --json prints it
    print(odds)       # chances, and bars
    odds              # in a notebook: a picture

The plugin knows no game. Two units are set against each other by what a game's trials offer
(`tercio.kernel.odds.duel`); everything else is arithmetic.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .asked import casting, charge, roll, versus
    from .report import Report

__all__ = ["Report", "casting", "charge", "roll", "versus"]


def __getattr__(name: str) -> Any:
    """Import a name when it is asked for: the command line reads this package whenever it starts."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(".report" if name == "Report" else ".asked", __name__), name)
