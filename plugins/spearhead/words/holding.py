"""Words of the battlefield: objectives, relics, terrain features, territories and edges, and who holds them.

Sections are those of the battlepack unless the Core Rules (CR) are named.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.geometry import Point
from tercio.kernel.places import shapes_of
from tercio.kernel.query import owner_of, things_in
from tercio.kernel.state import Area, Game, Held, Terrain
from tercio.kernel.vocabulary import Vocabulary

from .. import battlefield, control, terrain

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
