"""Whether a charge arrives, exactly (`tercio.kernel.odds.duel`). Source: core rules, 14.3."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.dice import SeededDice
from tercio.kernel.geometry import EPSILON
from tercio.kernel.ledger import show_dice
from tercio.kernel.odds.asking import played
from tercio.kernel.odds.duel import Throw
from tercio.kernel.rolls import roll_for
from tercio.kernel.ruleset import Ruleset

from .battle import empty_battle
from .charging import CHARGE_ROLL


def charge_odds(ruleset: Ruleset, distance: float, extra: int) -> Throw:
    """Return the charge roll of a unit that no rule helps, at an enemy so many inches away: it has to end
    within `charge-reach`.
    """
    g = empty_battle(ruleset, SeededDice(1))
    dice = ruleset.constant("charge-dice")
    shaped = replace(dice, extra=dice.extra + extra)

    def happen(falls: Any) -> int:
        g.dice = falls
        return roll_for(g, CHARGE_ROLL, Context(), shaped).total

    reach = float(ruleset.constant("charge-reach"))
    return Throw("charge roll", played(happen), max(0, ceil(distance - reach - EPSILON)), show_dice(shaped))
