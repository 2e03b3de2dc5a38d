"""Words that only scenarios use, in every game: facts taken for granted, and what is done with time.

Packs never see them: a rule cannot wait or play a phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .. import scheduler
from ..context import Context
from ..decisions import Procedure
from ..decl.expr import Bundle
from ..errors import RulesError
from ..query import things_in
from ..signatures import Signature, Signatures, VerbSignature
from ..state import Game, Player, Pool, Unit, touch
from ..terms import pools_in
from ..verbs import bearer_of_mark
from ..vocabulary import Vocabulary
from . import deeds
from .time import pass_until, play_node

WORDS = Vocabulary()


def with_trial_words(signatures: Signatures, words: Iterable[Signature]) -> Signatures:
    """Return registered words with those of scenarios beside them. A deed of scenarios goes before the verb
    of its name: `X shoots at Y` as a player would do it, not as a rule lets it be done. Raises ValueError for
    another name with two meanings.
    """
    own = (*WORDS.signatures, *deeds.WORDS.signatures, *words)
    done = {one.name for one in own if isinstance(one, VerbSignature)}
    others = (
        one for one in everything(signatures) if not (isinstance(one, VerbSignature) and one.name in done)
    )
    return Signatures().add(others).add(own)


def everything(signatures: Signatures) -> Iterable[Signature]:
    """Yield all registered words."""
    shelves: tuple[dict[str, Any], ...] = (
        signatures.values,
        signatures.rolls,
        signatures.permissions,
        signatures.windows,
        signatures.relations,
        signatures.nouns,
        signatures.terms,
        signatures.verbs,
        signatures.givens,
        signatures.upkeeps,
        signatures.words,
    )
    for shelf in shelves:
        yield from shelf.values()


# -- facts -----------------------------------------------------------------------------------------


@WORDS.given("marked", "{x:any} is {mark:word}")
def is_marked(g: Game, c: Context, x: Any, mark: str) -> None:
    """A thing is in a declared state."""
    for thing in things_in(x):
        bearer = bearer_of_mark(g, thing, mark)
        if bearer is not None:
            c.trial.trials.mark(g, bearer, mark)


@WORDS.given("holds", "{x:any} has {what:bundle}")
def holds(g: Game, _c: Context, x: Any, what: Bundle) -> None:
    """A thing holds rules and changes, for good."""
    for thing in things_in(x):
        scheduler.grant(g, thing, what, None, "given")


@WORDS.given("tokens", "{x:any} has {n:amount} {token:name} tokens")
def has_tokens(_g: Game, _c: Context, x: Any, n: int, token: str) -> None:
    """So many tokens of a name lie with a thing."""
    for thing in things_in(x):
        thing.tokens[token] = int(n)


@WORDS.given("models", "{x:any} has {n:amount} models left")
def has_models(g: Game, c: Context, x: Any, n: int) -> None:
    """So many models of those that it began with are alive, none of them hurt."""
    pool = _pool_of(x)
    if not 0 < n <= pool.starting:
        raise RulesError(f"{pool.name} began with {pool.starting} models: it cannot have {n} left")
    _leave(g, c, pool, int(n), 0)


@WORDS.given("health", "{x:any} has {n:amount} health-points left")
def has_health(g: Game, c: Context, x: Any, n: int) -> None:
    """So much health is left in it: as many whole models as that takes, the last one hurt."""
    pool = _pool_of(x)
    each = int(pool.profile.get("health-points") or 1)
    if not 0 < n <= pool.starting * each:
        raise RulesError(f"{pool.name} began with {pool.starting * each} health: it cannot have {n} left")
    models = -(-int(n) // each)
    _leave(g, c, pool, models, models * each - int(n))


def _leave(g: Game, c: Context, pool: Pool, models: int, lost: int) -> None:
    c.trial.trials.leave(g, pool, models)
    pool.lost = lost
    touch(g)


def _pool_of(x: Any) -> Pool:
    pools = pools_in(x)
    if len(pools) != 1:
        raise RulesError(f"{getattr(x, 'name', x)} has {len(pools)} kinds of models: name one of them")
    return pools[0]


@WORDS.given("active", "{p:player} is active")
def is_active(g: Game, _c: Context, p: Player) -> None:
    """It is that player's turn."""
    for frame in g.clock.stack:
        if frame.player:
            frame.player = p.name
    g.active = p.name


@WORDS.given("army-size", "army-size is {n:amount}")
def army_size_is(g: Game, _c: Context, n: int) -> None:
    """All armies have that many points."""
    for player in g.players.values():
        player.size = int(n)


# -- time ------------------------------------------------------------------------------------------


@WORDS.verb("play-node", "play {node:word}")
def play(g: Game, c: Context, node: str) -> Procedure[None]:
    """Play a node of the sequence in the active player's turn: all its steps, from first to last."""
    yield from play_node(g, node, c.trial.procedures)


@WORDS.verb("wait-until", "wait until {node:word} [of {p:player}]")
def wait_until(g: Game, _c: Context, node: str, p: Player | None = None) -> Procedure[None]:
    """Let time go by until the next such node begins; the steps on the way are not done."""
    yield from pass_until(g, node, p.name if p is not None else "")


# -- amounts ---------------------------------------------------------------------------------------


@WORDS.term("points-of", "points of {x:any}")
def points_of(g: Game, x: Any) -> int:
    """Points of an army list entry, or of all units of a player."""
    if isinstance(x, Player):
        return sum(unit.cost for unit in g.units.values() if unit.owner == x.name)
    return x.cost if isinstance(x, Unit) else sum(pool.cost for pool in pools_in(x))
