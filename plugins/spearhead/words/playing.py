"""Words of the battle: rounds and points, cards, relics that are placed, units that wait or come back.

Sections are those of the battlepack unless the Core Rules (CR) are named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.query import owner_of, units_in
from tercio.kernel.rolls import amount
from tercio.kernel.scheduler import mark
from tercio.kernel.state import Game, Held, Player, Unit
from tercio.kernel.verbs import label_of, speaker
from tercio.kernel.vocabulary import Vocabulary

from .. import campaign, cards, deployment, relics, replacing, scoring, setup
from ..aiming import aimed_only_at
from ..battle import UNDERDOG
from ..muster import general_of
from .holding import is_relic

WORDS = Vocabulary()


# -- the battle ------------------------------------------------------------------------------------


@WORDS.term("battle-round", "battle-round")
def battle_round(g: Game) -> int:
    """Which battle round it is, 0 before the first."""
    return g.clock.number("round")


@WORDS.term("general", "general of {p:player}", "unit")
def general_of_army(g: Game, p: Any) -> Unit | None:
    """The general of a player's army (1.1)."""
    return general_of(g, p.name) if p is not None else None


@WORDS.relation("underdog", "{p:player} is underdog")
def is_underdog(g: Game, p: Any) -> bool:
    """The underdog of this battle round (CR 12.0)."""
    return isinstance(p, Player) and bool(g.memory.get(UNDERDOG) == p.name)


@WORDS.term("victory-points", "victory points of {p:player}")
def victory_points_of(g: Game, p: Any) -> int:
    """The victory points that a player has."""
    return scoring.points_of(g, p.name) if p is not None else 0


@WORDS.term("single-minded", "most units with all combat attacks at one enemy", situated=True)
def single_minded(g: Game, c: Context, h: Held | None) -> int:
    """The most units of whoever holds the rule that made all combat attacks of this turn at the same unit."""
    owner = owner_of(g, h, c)
    own = [unit for unit in g.units.values() if unit.owner == owner]
    foes = [unit for unit in g.units.values() if unit.owner != owner]
    return max((sum(aimed_only_at(g, unit, foe) for unit in own) for foe in foes), default=0)


@WORDS.verb("score", "score {n:amount} for {p:player}")
def score_for(g: Game, c: Context, n: Any, p: Any) -> None:
    """A player gets victory points."""
    if p is not None:
        scoring.score(g, p.name, amount(g, n, label_of(c), "score"), label_of(c))


@WORDS.verb("discard", "discard card of {a:action}")
def discard_card_of(g: Game, _c: Context, a: Any) -> None:
    """The battle tactic card that an action stands on is discarded (2.2)."""
    bearer = g.things.get(a.held.bearer)
    if isinstance(bearer, Player):
        cards.discard(g, bearer, a.held.source)


# -- relics ----------------------------------------------------------------------------------------


@WORDS.verb("underdog-places", "let underdog place {relic:name}")
def underdog_places(g: Game, _c: Context, relic: str) -> Procedure[None]:
    """The underdog places a relic, or the winner of a roll-off if there is none (twist cards)."""
    placed = campaign.relic_for(g, relic)
    player = g.memory.get(UNDERDOG) or setup.rolled_off(g, placed)
    yield from relics.place_relic(g, player, placed)


@WORDS.verb("place-again", "place {x:terrain} again")
def place_again(g: Game, c: Context, x: Any) -> Procedure[None]:
    """A relic is removed and set up again by whoever speaks (battle tactic Dais of the Hammer)."""
    player = speaker(g, c)
    if player is not None and is_relic(g, x):
        yield from relics.move_relic(g, player.name, x)


CLAIMS = "claims"


@WORDS.verb("claim", "claim {x:terrain} as {what:word}")
def claim(g: Game, c: Context, x: Any, what: str) -> None:
    """A piece of terrain is something to the player who speaks, for the rest of the turn."""
    player = speaker(g, c)
    if player is not None:
        x.memory.setdefault(CLAIMS, {}).setdefault(what, {})[player.name] = g.clock.stamp("turn")
        g.emit("claimed", thing=x.id, player=player.name, what=what)


@WORDS.relation("claimed", "{x:terrain} is claimed as {what:word}", situated=True)
def is_claimed(g: Game, c: Context, h: Held | None, x: Any, what: str) -> bool:
    """It is something to whoever holds the rule, this turn."""
    claims = x.memory.get(CLAIMS, {}).get(what, {})
    return bool(claims.get(owner_of(g, h, c)) == g.clock.stamp("turn"))


# -- off the battlefield ---------------------------------------------------------------------------


@WORDS.relation("undeployed", "{u:unit} is undeployed")
def is_undeployed(_g: Game, u: Any) -> bool:
    """It waits to be set up in the deployment phase."""
    return u is not None and deployment.is_undeployed(u)


@WORDS.relation("replaceable", "{u:unit} can be replaced")
def is_replaceable(_g: Game, u: Any) -> bool:
    """It was destroyed, has not been replaced, and is no replacement itself (CR 24.2)."""
    return u is not None and replacing.can_be_replaced(u)


@WORDS.verb("put-in-reserve", "put {x:any} in reserve")
def put_in_reserve(g: Game, _c: Context, x: Any) -> None:
    """Units wait in reserve; if they are still there after the third battle round they are destroyed (CR
    24.1).
    """
    for unit in units_in(x):
        mark(g, unit, deployment.IN_RESERVE)
        g.emit("put-in-reserve", unit=unit.id)


@WORDS.verb("hold-back", "hold {x:any} back")
def hold_back(g: Game, _c: Context, x: Any) -> None:
    """Units are not set up in the deployment phase; their own rules bring them in."""
    for unit in units_in(x):
        mark(g, unit, deployment.HELD_BACK)
        g.emit("held-back", unit=unit.id)


@WORDS.verb("reinforce", "set up reinforcements for {u:unit}")
def reinforce(g: Game, c: Context, u: Any) -> Procedure[None]:
    """Set up an identical unit for one that was destroyed, where rules say `may reinforce-here` (7.0)."""
    if u is not None:
        yield from replacing.reinforce(g, u, c)


@WORDS.verb("replace", "set up a replacement of {u:unit} with {n:amount} health where {place:test}")
def replace_in_part(g: Game, c: Context, u: Any, n: Any, place: Callable[[Any], bool]) -> Procedure[None]:
    """Set up as many of its models as have so much Health together, or one with so much left (CR 24.2)."""
    if u is not None:
        yield from replacing.set_up_replacement(g, u, place, c, health=int(n))
