"""Words for how units stand: files, ranks, commanders, terrain under them; and for points."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.state import Game, Player, Terrain
from tercio.kernel.vocabulary import Vocabulary

from .. import scoring
from ..deployment import go_first
from ..muster import COMMANDER, commander_of
from ..places import ground_at, traits_of
from ..standing import counted_ranks, files_of, least_square

WORDS = Vocabulary()


@WORDS.term("files", "files of {u:unit}")
def files(_g: Game, u: Any) -> int:
    """In how many files a unit stands, 0 off the table."""
    return files_of(u) if u is not None else 0


@WORDS.term("ranks", "ranks of {u:unit}")
def ranks(g: Game, u: Any) -> int:
    """The ranks of a unit that count: full ones, and a last one with enough models (`counted-rank`)."""
    return counted_ranks(g, u) if u is not None else 0


@WORDS.term("least-square", "least square of {u:unit}")
def square(_g: Game, u: Any) -> int:
    """The fewest files in which the models of a unit stand no deeper than wide."""
    return least_square(u.models) if u is not None else 0


@WORDS.term("commander", "commander of {u:unit}", "pool")
def commander(_g: Game, u: Any) -> Any:
    """Who joined a unit from the start and is alive; nobody if there is none."""
    return commander_of(u) if u is not None else None


@WORDS.relation("has-commander", "{u:unit} has a commander")
def has_commander(_g: Game, u: Any) -> bool:
    """Somebody who joined the unit from the start is alive."""
    return u is not None and commander_of(u) is not None


@WORDS.relation("is-commander", "{a:pool} is a commander")
def is_commander(_g: Game, a: Any) -> bool:
    """Models that joined a unit from the start."""
    return a is not None and a.role == COMMANDER


@WORDS.relation("terrain-trait", "{t:terrain} is {trait:word}")
def has_trait(g: Game, t: Any, trait: str) -> bool:
    """The feature of a piece of terrain has that word."""
    return isinstance(t, Terrain) and trait in traits_of(g, t)


@WORDS.relation("stands-in", "{u:unit} stands in {trait:word} terrain")
def stands_in(g: Game, u: Any, trait: str) -> bool:
    """The middle of a unit is over a piece of terrain of which that word is true."""
    if u is None or u.rect is None:
        return False
    piece = ground_at(g, u.rect.centre)
    return piece is not None and trait in traits_of(g, piece)


# -- points and turns ------------------------------------------------------------------------------


@WORDS.verb("score", "score {n:amount} for {p:player}")
def give_points(g: Game, _c: Context, n: Any, p: Any) -> None:
    """A player scores points."""
    if isinstance(p, Player):
        scoring.score(g, p.name, int(n))


@WORDS.term("points", "points scored by {p:player}")
def points(g: Game, p: Any) -> int:
    """What a player has scored so far."""
    return scoring.points_of(g, p.name) if p is not None else 0


@WORDS.term("cost", "cost of {x:any}")
def cost(_g: Game, x: Any) -> int:
    """What a unit, or the part of it that is asked for, costs in points."""
    return int(getattr(x, "cost", 0))


@WORDS.verb("go-first", "let {p:player} go first")
def goes_first(g: Game, _c: Context, p: Any) -> None:
    """A player goes first from now on."""
    if isinstance(p, Player):
        go_first(g, p.name)


@WORDS.term("first-player", "first player", "player")
def first_player(g: Game) -> Any:
    """Who goes first at present; nobody before the roll-off."""
    return g.players.get(g.memory.get("first") or "")


@WORDS.term("second-player", "second player", "player")
def second_player(g: Game) -> Any:
    """Who goes second at present; nobody before the roll-off."""
    first = g.memory.get("first")
    return g.players[g.opponent(first)] if first else None
