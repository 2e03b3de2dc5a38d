"""Words for how units stand: files, ranks, commanders, terrain under them; and for points."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.query import context_for, things_in, value_of
from tercio.kernel.state import Game, Part, Player, Pool, Terrain, Unit, pool_of
from tercio.kernel.vocabulary import Vocabulary

from .. import scoring
from ..battle import FIRST
from ..deployment import go_first
from ..formation import spots
from ..layout import Spot
from ..muster import COMMANDER, RANK_AND_FILE, commander_of
from ..places import ground_at, traits_of
from ..standing import counted_ranks, files_of, least_square

WORDS = Vocabulary()


@WORDS.term("files", "files of {u:unit}")
def files(_g: Game, u: Any) -> int:
    """In how many files a unit stands, 0 off the table."""
    return files_of(u) if u is not None else 0


@WORDS.term("ranks", "ranks of {u:unit}")
def ranks(g: Game, u: Any) -> int:
    """The ranks of a unit that count: those with as many models as `counted-rank` asks for."""
    return counted_ranks(g, u) if u is not None else 0


@WORDS.term("least-square", "least square of {u:unit}")
def square(_g: Game, u: Any) -> int:
    """The fewest files in which the models of a unit stand no deeper than wide."""
    return least_square(u.models) if u is not None else 0


@WORDS.term("models-in-rank", "models in rank {n:amount} of {u:unit}")
def models_in_rank(_g: Game, n: Any, u: Any) -> int:
    """How many models stand in a rank, the first one in front; 0 where there is no such rank."""
    return len(_rank(u, int(n)))


@WORDS.term("first-file", "first file of rank {n:amount} of {u:unit}")
def first_file(_g: Game, n: Any, u: Any) -> int:
    """The file, from 1, of the leftmost model of a rank; 0 where there is no such rank."""
    return 1 + min((spot.file for spot in _rank(u, int(n))), default=-1)


@WORDS.term("last-file", "last file of rank {n:amount} of {u:unit}")
def last_file(_g: Game, n: Any, u: Any) -> int:
    """The file, from 1, of the rightmost model of a rank; 0 where there is no such rank."""
    return 1 + max((spot.file for spot in _rank(u, int(n))), default=-1)


def _rank(u: Any, number: int) -> list[Spot]:
    """Return where the models of a rank stand, counted from 1; none for a unit off the table."""
    return [] if u is None or u.rect is None else [spot for spot in spots(u) if spot.rank == number - 1]


@WORDS.term("commander", "commander of {u:unit}", "pool")
def commander(_g: Game, u: Any) -> Any:
    """Who joined a unit from the start and is alive; nobody if there is none."""
    return commander_of(u) if u is not None else None


@WORDS.term("rank-and-file", "rank-and-file of {u:unit}", "pool")
def rank_and_file(_g: Game, u: Any) -> Any:
    """A unit's own models, whether any are left or not."""
    return next((pool for pool in u.pools if pool.role == RANK_AND_FILE), None) if u is not None else None


@WORDS.relation("has-commander", "{u:unit} has a commander")
def has_commander(_g: Game, u: Any) -> bool:
    """Somebody who joined the unit from the start is alive."""
    return u is not None and commander_of(u) is not None


@WORDS.relation("is-commander", "{a:pool} is a commander")
def is_commander(_g: Game, a: Any) -> bool:
    """Models that joined a unit from the start."""
    return a is not None and a.role == COMMANDER


@WORDS.relation("leads", "{p:part} leads its model")
def leads_model(_g: Game, p: Any) -> bool:
    """It is the first part of its model: the rider, not the mount."""
    return p is not None and p.pool.parts[0] is p


@WORDS.relation("shares", "{p:part} shares its model")
def shares_model(_g: Game, p: Any) -> bool:
    """Its model has other parts as well: a rider has a mount, a mount a rider."""
    return p is not None and len(p.pool.parts) > 1


@WORDS.relation("armed-with", "{x:any} is armed with {weapon:name}")
def is_armed_with(_g: Game, x: Any, weapon: str) -> bool:
    """A part, some part of a pool, or of a unit's own models, carries such a weapon, in hand or not."""
    if isinstance(x, Unit):
        own = (pool for pool in x.pools if pool.role == RANK_AND_FILE)
        return any(is_armed_with(_g, pool, weapon) for pool in own)
    if isinstance(x, Pool):
        return any(is_armed_with(_g, part, weapon) for part in x.parts)
    return isinstance(x, Part) and any(arm.name == weapon for arm in x.arms)


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


@WORDS.term("summed", "summed {value:word} of {x:any}")
def summed(g: Game, value: str, x: Any) -> Any:
    """A number summed over models: that of each pool of a thing, or of several, as often as it has models."""
    found = (thing.pools if isinstance(thing, Unit) else (pool_of(thing),) for thing in things_in(x))
    pools = [pool for one in found for pool in one if pool is not None and pool.models]
    return sum(pool.models * value_of(g, value, pool, context_for(pool)) for pool in pools)


# -- points and turns ------------------------------------------------------------------------------


@WORDS.verb("score", "score {n:amount} for {p:player}")
def give_points(g: Game, _c: Context, n: Any, p: Any) -> None:
    """A player scores points."""
    if isinstance(p, Player):
        scoring.score(g, p.name, int(n))


@WORDS.verb("lose-battle", "let {p:player} lose the battle")
def loses_battle(g: Game, _c: Context, p: Any) -> None:
    """A player has lost the battle, whatever has been scored; who lost it first has."""
    if isinstance(p, Player):
        scoring.lose(g, p.name)


@WORDS.term("points", "points scored by {p:player}")
def points(g: Game, p: Any) -> int:
    """What a player has scored so far."""
    return scoring.points_of(g, p.name) if p is not None else 0


@WORDS.term("cost", "cost of {x:any}")
def cost(_g: Game, x: Any) -> int:
    """What a unit, or the part of it that is asked for, costs in points."""
    return int(getattr(x, "cost", 0))


@WORDS.relation("routed", "{p:player} is routed")
def is_routed(g: Game, p: Any) -> bool:
    """A player had units, and has none on the table any more that does not flee."""
    return p is not None and scoring.is_routed(g, p.name)


@WORDS.verb("go-first", "let {p:player} go first")
def goes_first(g: Game, _c: Context, p: Any) -> None:
    """A player goes first from now on."""
    if isinstance(p, Player):
        go_first(g, p.name)


@WORDS.term("first-player", "first player", "player")
def first_player(g: Game) -> Any:
    """Who goes first at present; nobody before the roll-off."""
    return g.players.get(g.memory.get(FIRST) or "")


@WORDS.term("second-player", "second player", "player")
def second_player(g: Game) -> Any:
    """Who goes second at present; nobody before the roll-off."""
    first = g.memory.get(FIRST)
    return g.players[g.opponent(first)] if first else None
