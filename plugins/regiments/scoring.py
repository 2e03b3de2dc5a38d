"""Points of ranked games that are wholly text, and who has won.

What is worth how much stands in the pack (`score 10 for player`). Who has at least the constant
`victory-margin` more than the other has won; else it is a draw. A rule may let a player lose outright.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.decisions import Procedure
from tercio.kernel.state import Game

from .battle import LOST, POINTS
from .places import FLEEING, on_table


def score(g: Game, player: str, points: int, why: str = "") -> None:
    """Give a player points."""
    if points:
        g.memory[POINTS][player] += points
        g.emit("scored", player=player, points=points, rule=why)


def points_of(g: Game, player: str) -> int:
    """Return what a player has scored."""
    return int(g.memory[POINTS][player])


def is_routed(g: Game, player: str) -> bool:
    """Whether a player had units and has none left on the table but such as flee."""
    mine = [unit for unit in g.units.values() if unit.owner == player]
    return bool(mine) and not any(unit in mine and FLEEING not in unit.marks for unit in on_table(g))


def lose(g: Game, player: str) -> None:
    """Let a player have lost the battle, whatever has been scored; the first who does so has."""
    if not g.memory[LOST]:
        g.memory[LOST] = player
        g.emit("battle-lost", player=player)


def declare_winner(g: Game) -> Procedure[None]:
    """Step declare-winner: the battle is over."""
    g.emit("battle-ended", **result(g))
    yield from ()


def result(g: Game) -> dict[str, Any]:
    """Return `winner` (a player's name or "draw"), the `points` of both and the units that each has lost."""
    points = {name: points_of(g, name) for name in g.players}
    best, *others = sorted(g.players, key=lambda name: (-points[name], name))
    is_won = points[best] - points[others[0]] >= max(1, g.ruleset.constant("victory-margin"))
    if g.memory[LOST]:
        best, is_won = g.opponent(g.memory[LOST]), True
    standing = on_table(g)
    lost = {
        name: sum(unit.owner == name and unit not in standing for unit in g.units.values())
        for name in g.players
    }
    return {"winner": best if is_won else "draw", "points": points, "units_lost": lost}
