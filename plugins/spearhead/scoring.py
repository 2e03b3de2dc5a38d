"""Victory points: what a player scores at the end of their turn and of the battle round, and who has won.

What is worth how much stands in the pack: rules and twist cards listen to the windows `score-turn` and
`score-round`, battle tactics are actions in the step `score-turn`. Source: battlepack, Victory Points and
Glorious Victory; core rules, 32.2.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.actions import in_turn, offer
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.state import Game
from tercio.kernel.windows import open_window

from .battle import VICTORY_POINTS
from .campaign import totals
from .control import determine_control

SCORE_TURN = "score-turn"


def points_of(g: Game, player: str) -> int:
    """Return the victory points that a player has."""
    return int(g.players[player].memory[VICTORY_POINTS])


def score(g: Game, player: str, points: int, why: str) -> None:
    """Give a player victory points."""
    if points:
        total = g.players[player].memory[VICTORY_POINTS] = points_of(g, player) + points
        g.emit("scored", player=player, points=points, why=why, total=total)


def sides(g: Game, player: str) -> Context:
    """Return the situation of a player: who it is and who the opponent is."""
    return Context(player=g.players[player], opponent=g.players[g.opponent(player)])


def control_objectives(g: Game) -> Procedure[None]:
    """Step control-objectives: the second part of the end of a turn."""
    yield from determine_control(g)


def score_turn(g: Game) -> Procedure[None]:
    """Step score-turn: the active player scores, then completes battle tactics of choice."""
    yield from open_window(g, f"after {SCORE_TURN}", sides(g, g.active))
    yield from offer(g, SCORE_TURN, g.active)


def score_round(g: Game) -> Procedure[None]:
    """Step score-round: what twists give at the end of the battle round, to both players."""
    for player in in_turn(g):
        yield from open_window(g, "after score-round", sides(g, player))


def declare_winner(g: Game) -> Procedure[None]:
    """Step declare-winner: the battle is over."""
    g.emit("battle-ended", **result(g))
    yield from ()


def result(g: Game) -> dict[str, Any]:
    """Return `winner` (a player's name or "draw") and `victory_points` by player; of a battle of a campaign
    also the `total_victory_points`.
    """
    points = {name: points_of(g, name) for name in g.players}
    best = max(points.values())
    leaders = [name for name, has in points.items() if has == best]
    winner = leaders[0] if len(leaders) == 1 else "draw"
    return {"winner": winner, "victory_points": points, **totals(g, points)}
