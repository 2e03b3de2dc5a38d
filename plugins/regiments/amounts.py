"""Amounts that are rolled several times over: shots of many models, damage of many wounds.

All dice of one such roll are drawn as one pool. Nothing is ever less than 0.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.dice import keep
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game


def roll_each(g: Game, dice: DiceAmount, times: int, *what: Any, a_die: int = 0) -> list[int]:
    """Roll an amount `times` over and return each total; `a_die` is added to every die that counts, which
    then still counts for 0 at least.
    """
    one = dice.count + abs(dice.extra)
    faces = g.dice.faces(purpose(g, *what), one * times, dice.sides) if times > 0 else []
    totals = []
    for start in range(0, len(faces), one):
        kept = keep(faces[start : start + one], dice.extra)
        total = sum(kept) if not a_die else sum(max(0, face + a_die) for face in kept)
        totals.append(max(0, total + dice.plus))
    return totals


def rolled_sum(g: Game, number: Any, times: int, *what: Any) -> int:
    """Return `times` times a number, rolled anew each time if it is dice."""
    if isinstance(number, DiceAmount):
        return sum(roll_each(g, number, times, *what))
    return max(0, int(number)) * times
