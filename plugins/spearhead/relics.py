"""Relics: where they may be placed, and placing them.

A relic stands wholly on the battlefield, more than 3 inches from the enemies of whoever places it and more
than 6 inches from other relics; nor does it stand on models or terrain features (ruling 50). Relics that are
not in play yet are declarations only; one that was removed has no shape. Source: battlepack, 5.0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tercio.kernel.decisions import Decision, Procedure, is_number
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Circle, distance, overlaps, within
from tercio.kernel.ground import put_feature
from tercio.kernel.state import Game, Terrain
from tercio.plugins.warbands.bodies import DECIMALS, bases_of
from tercio.plugins.warbands.placing import spread_out

from .combats import settle
from .terrain import relics, standing

OFFERED = 12
"""The most places that a decision lists."""

_TRIES = 600
"""Places that are tried before there is held to be no room."""

Fits = Callable[[Circle], bool]
"""Where a relic may stand beyond what always holds."""


def anywhere(_shape: Circle) -> bool:
    """Whether a relic may stand there: it may."""
    return True


def place_relic(g: Game, player: str, name: str, fits: Fits = anywhere) -> Procedure[None]:
    """Let a player place a relic, by name, that is not on the battlefield. Nothing happens if it is, or if it
    can stand nowhere.
    """
    if any(piece.feature == name for piece in relics(g)):
        return
    shape = yield from _chosen(g, player, name, fits, None)
    if shape is None:
        g.emit("relic-left-out", relic=name, player=player)
    else:
        set_down(g, name, shape, player)


def move_relic(g: Game, player: str, piece: Terrain) -> Procedure[None]:
    """Take a relic from the battlefield and let a player set it up again; where it can stand nowhere else it
    stays (battle tactic Dais of the Hammer).
    """
    shape = yield from _chosen(g, player, piece.feature, anywhere, piece)
    if shape is not None:
        set_down(g, piece.feature, shape, player)


def set_down(g: Game, name: str, shape: Circle, player: str = "") -> Terrain:
    """Put a relic, by name, on the battlefield, or elsewhere if it stands there already, and return it."""
    piece = next((one for one in g.terrain if one.feature == name), None)
    if piece is None:
        piece = put_feature(g, name, shape)
    piece.shape = shape
    settle(g)
    g.emit("relic-placed", thing=piece.id, player=player, place=[shape.x, shape.y])
    return piece


def _chosen(g: Game, player: str, name: str, fits: Fits, moved: Terrain | None) -> Procedure[Circle | None]:
    """Return where a player wants a relic, None if it can stand nowhere; `moved` is the relic itself if it is
    on the battlefield.
    """

    def accepts(answer: Any) -> Refusal | None:
        shape = shape_at(g, answer)
        return judge(g, player, shape, fits, moved) if shape is not None else Refusal("relic.no_place")

    places = offered(g, player, fits, moved)
    if not places:
        return None
    question = f"Where is the {name} placed?"
    facts = {"relic": name}
    answer = yield Decision("relic.place", player, question, places, "City of Ash, 5.0", facts, accepts)
    return shape_at(g, answer)


def shape_at(g: Game, place: Any) -> Circle | None:
    """Return a relic at a place `[x, y]`; None for what is no place."""
    if not isinstance(place, list | tuple) or len(place) != 2:
        return None
    if not all(is_number(n) for n in place):
        return None
    x, y = (round(float(n), DECIMALS) for n in place)
    return Circle(x, y, float(g.ruleset.constant("relic-diameter")) / 2)


def judge(
    g: Game, player: str, shape: Circle, fits: Fits = anywhere, moved: Terrain | None = None
) -> Refusal | None:
    """Return why a relic may not be placed there by a player, None if it may; `moved` is the relic itself if
    it is on the battlefield.
    """
    if not _is_on_table(g, shape):
        return Refusal("relic.off_the_battlefield")
    if not fits(shape):
        return Refusal("relic.not_there")
    enemies = float(g.ruleset.constant("relic-enemy-distance"))
    for unit in g.units.values():
        if unit.destroyed:
            continue
        for base in bases_of(unit):
            if overlaps(shape, base):
                return Refusal("relic.on_models", {"unit": unit.id})
            if unit.owner != player and within(shape, base, enemies):
                return Refusal("relic.near_enemies", {"unit": unit.id})
    return _judge_terrain(g, shape, moved)


def _is_on_table(g: Game, shape: Circle) -> bool:
    r = shape.r - EPSILON
    return r <= shape.x <= g.width - r and r <= shape.y <= g.depth - r


def _judge_terrain(g: Game, shape: Circle, moved: Terrain | None) -> Refusal | None:
    apart = float(g.ruleset.constant("relic-distance"))
    others = relics(g)
    for piece in standing(g):
        if piece is moved:
            continue
        if piece in others:
            if distance(shape, piece.shape) <= apart + EPSILON:
                return Refusal("relic.near_relic", {"relic": piece.id})
        elif overlaps(shape, piece.shape):
            return Refusal("relic.on_terrain", {"terrain": piece.id})
    return None


def offered(g: Game, player: str, fits: Fits = anywhere, moved: Terrain | None = None) -> list[list[float]]:
    """Return some places where a player may place a relic, spread over the battlefield; [] if none is found
    anywhere.
    """
    found: list[list[float]] = []
    for i in range(1, _TRIES + 1):
        x, y = spread_out(i)
        place = [round(g.width * x, 1), round(g.depth * y, 1)]
        shape = shape_at(g, place)
        if shape is not None and judge(g, player, shape, fits, moved) is None:
            found.append(place)
            if len(found) == OFFERED:
                break
    return found
