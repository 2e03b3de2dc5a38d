"""Words that only scenarios of ranked games use: facts, and deeds in one sentence."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.state import Game, Player
from tercio.kernel.vocabulary import Vocabulary

from .. import deployment, scoring

WORDS = Vocabulary()


@WORDS.given("first", "{p:player} goes first")
def goes_first(g: Game, _c: Context, p: Player) -> None:
    """A player goes first."""
    deployment.go_first(g, p.name)


@WORDS.given("points", "{p:player} has {n:amount} points")
def has_points(g: Game, _c: Context, p: Player, n: Any) -> None:
    """A player has scored so many points."""
    scoring.score(g, p.name, int(n) - scoring.points_of(g, p.name))
