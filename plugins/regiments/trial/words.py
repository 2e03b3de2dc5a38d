"""Words that only scenarios of ranked games use: facts, and deeds in one sentence."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.errors import RulesError
from tercio.kernel.state import Game, Player, touch
from tercio.kernel.vocabulary import Vocabulary

from .. import deployment, scoring
from ..formation import form_up, formation_of
from ..muster import COMMANDER, commander_of

WORDS = Vocabulary()


@WORDS.given("first", "{p:player} goes first")
def goes_first(g: Game, _c: Context, p: Player) -> None:
    """A player goes first."""
    deployment.go_first(g, p.name)


@WORDS.given("points", "{p:player} has {n:amount} points")
def has_points(g: Game, _c: Context, p: Player, n: Any) -> None:
    """A player has scored so many points."""
    scoring.score(g, p.name, int(n) - scoring.points_of(g, p.name))


@WORDS.given("joined", "{c:any} is with {u:unit}")
def is_with(g: Game, _c: Context, c: Any, u: Any) -> None:
    """A unit of one model has joined another from the start, as its commander."""
    if c.models != 1 or commander_of(u) is not None:
        raise RulesError(f"{c.name} cannot be with {u.name}: one model joins a unit that has no commander")
    (pool,) = c.pools
    c.pools.clear()
    del g.units[c.id]
    pool.unit, pool.role = u, COMMANDER
    u.pools.append(pool)
    u.cost += c.cost
    if u.rect is not None:
        rect = u.rect
        form_up(u, rect.x, rect.y, rect.ux, rect.uy, formation_of(u).files, attached=[pool])
    touch(g)
