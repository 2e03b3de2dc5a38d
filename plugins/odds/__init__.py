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

from .asked import casting, charge, roll, versus
from .report import Report

__all__ = ["Report", "casting", "charge", "roll", "versus"]
