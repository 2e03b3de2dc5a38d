"""Words of the battlefield and the battle: objectives, relics, territories and edges, control, cards, victory
points, replacements.

Sections are those of the battlepack unless the Core Rules (CR) are named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.geometry import Point
from tercio.kernel.places import fully_inside, shapes_of, touching
from tercio.kernel.query import owner_of
from tercio.kernel.rolls import amount
from tercio.kernel.scheduler import mark
from tercio.kernel.state import Area, Game, Held, Player, Terrain, Unit, unit_of
from tercio.kernel.verbs import label_of, speaker, things_in
from tercio.kernel.vocabulary import Vocabulary

from .. import battlefield, campaign, cards, control, deployment, relics, replacing, scoring, setup, terrain
from ..aiming import aimed_only_at
from ..battle import UNDERDOG
from ..muster import general_of

WORDS = Vocabulary()


# -- what lies on the battlefield ------------------------------------------------------------------


@WORDS.noun("objective", "area")
def is_objective(_g: Game, a: Any) -> bool:
    """An objective (6.0)."""
    return isinstance(a, Area) and battlefield.OBJECTIVE in a.kinds


@WORDS.noun("road", "area")
def is_road(_g: Game, a: Any) -> bool:
    """Part of the roads; the junction is one too (4.0)."""
    return isinstance(a, Area) and battlefield.ROAD in a.kinds


@WORDS.noun("edge", "area")
def is_edge(_g: Game, a: Any) -> bool:
    """One of the four battlefield edges."""
    return isinstance(a, Area) and battlefield.EDGE in a.kinds


@WORDS.noun("relic", "terrain")
def is_relic(g: Game, a: Any) -> bool:
    """A relic on the battlefield (5.0)."""
    return isinstance(a, Terrain) and bool(shapes_of(a)) and terrain.RELIC in terrain.words_of(g, a)


@WORDS.noun("feature", "terrain")
def is_feature(g: Game, a: Any) -> bool:
    """A terrain feature; relics are none (5.0)."""
    return isinstance(a, Terrain) and bool(shapes_of(a)) and terrain.RELIC not in terrain.words_of(g, a)


@WORDS.relation("large", "{a:terrain} is large")
def is_large(g: Game, a: Any) -> bool:
    """A large terrain feature (4.0)."""
    return isinstance(a, Terrain) and terrain.LARGE in terrain.words_of(g, a)


@WORDS.relation("short", "{a:area} is short")
def is_short(_g: Game, a: Any) -> bool:
    """A short battlefield edge."""
    return isinstance(a, Area) and battlefield.SHORT in a.kinds


@WORDS.relation("fortified", "{a:area} is fortified")
def is_fortified(_g: Game, a: Any) -> bool:
    """An objective with a terrain feature on it (6.0)."""
    return isinstance(a, Area) and bool(a.memory.get(battlefield.FORTIFIED))


@WORDS.term("edges", "a battlefield edge", "thing")
def edges_of_battlefield(g: Game) -> list[Area]:
    """All battlefield edges: near to one is near to any of them."""
    return battlefield.areas(g, battlefield.EDGE)


@WORDS.term("corners", "a battlefield corner", "thing")
def corners_of_battlefield(g: Game) -> list[Point]:
    """All corners of the battlefield: near to one is near to any of them."""
    return battlefield.corners(g)


@WORDS.term("centre", "centre of battlefield", "thing")
def centre_of_battlefield(g: Game) -> Point:
    """The centre of the battlefield."""
    return battlefield.centre(g)


@WORDS.term("long-edge", "long edge of {a:area}", "area")
def long_edge_of(g: Game, a: Any) -> Area | None:
    """The long battlefield edge of a territory."""
    return battlefield.long_edge_of(g, a) if a is not None else None


@WORDS.term("territory", "territory of {p:player}", "area")
def territory_of(g: Game, p: Any) -> Area | None:
    """A player's territory."""
    return battlefield.territory_of(g, p.name) if p is not None else None


@WORDS.term("friendly-territory", "friendly territory", "area", situated=True)
def friendly_territory(g: Game, c: Context, h: Held | None) -> Area | None:
    """The territory of whoever holds the rule."""
    return battlefield.territory_of(g, owner_of(g, h, c))


@WORDS.term("enemy-territory", "enemy territory", "area", situated=True)
def enemy_territory(g: Game, c: Context, h: Held | None) -> Area | None:
    """The territory of the opponent of whoever holds the rule."""
    return battlefield.territory_of(g, g.opponent(owner_of(g, h, c)))


@WORDS.relation("lies-within", "{a:thing} is within {b:area}")
def lies_within(_g: Game, a: Any, b: Any) -> bool:
    """Some part of it lies in a territory or another area (CR 32.0)."""
    return touching(a, b)


@WORDS.relation("lies-wholly-within", "{a:thing} is wholly within {b:area}")
def lies_wholly_within(_g: Game, a: Any, b: Any) -> bool:
    """Every part of it lies in a territory or another area."""
    return fully_inside(a, b)


@WORDS.relation("wholly-on", "{a:thing} is wholly on {x:any}")
def is_wholly_on(_g: Game, a: Any, x: Any) -> bool:
    """Every part of it lies on a terrain feature or an area, or on several that together are one (4.0)."""
    places = [shape for thing in things_in(x) for shape in shapes_of(thing)]
    mine = shapes_of(a)
    return bool(mine) and all(battlefield.is_covered(base, places) for base in mine)


# -- control ---------------------------------------------------------------------------------------


@WORDS.relation("contests", "{u:unit} contests {x:any}")
def does_contest(g: Game, u: Any, x: Any) -> bool:
    """Some of its models contest something, or any of several things (6.1, CR 32.1)."""
    return u is not None and any(control.contests(g, u, thing) for thing in things_in(x))


@WORDS.relation("wholly-contests", "{u:unit} wholly contests {x:any}")
def does_wholly_contest(g: Game, u: Any, x: Any) -> bool:
    """All of its models contest something, or one of several things (6.0)."""
    return u is not None and any(control.all_contest(g, u, thing) for thing in things_in(x))


@WORDS.relation("contested-by", "{x:any} is contested by {u:unit}")
def is_contested_by(g: Game, x: Any, u: Any) -> bool:
    """Some models of a unit contest it (6.1, CR 32.1)."""
    return does_contest(g, u, x)


@WORDS.relation("contests-with", "{u:unit} contests what {v:unit} contests")
def contests_with(g: Game, u: Any, v: Any) -> bool:
    """Both contest the same objective or terrain feature."""
    return any(
        does_contest(g, u, thing) and does_contest(g, v, thing)
        for thing in (*battlefield.objectives(g), *terrain.features(g))
    )


@WORDS.relation("controlled-by", "{x:any} is controlled by {p:player}")
def is_controlled_by(g: Game, x: Any, p: Any) -> bool:
    """A player controls it (CR 32.2, 32.3)."""
    return p is not None and any(control.controller_of(g, thing) == p.name for thing in things_in(x))


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


@WORDS.verb("discard", "discard card of {a:any}")
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
    player = g.memory.get(UNDERDOG) or (yield from setup.rolled_off(g, placed))
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
        g.emit("claimed", relic=x.id, player=player.name, what=what)


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
    for thing in things_in(x):
        unit = unit_of(thing)
        if unit is not None:
            mark(g, unit, deployment.IN_RESERVE)
            g.emit("put-in-reserve", unit=unit.id)


@WORDS.verb("hold-back", "hold {x:any} back")
def hold_back(g: Game, _c: Context, x: Any) -> None:
    """Units are not set up in the deployment phase; their own rules bring them in."""
    for thing in things_in(x):
        unit = unit_of(thing)
        if unit is not None:
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
