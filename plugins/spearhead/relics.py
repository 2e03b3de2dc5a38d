"""Relics: where they may be placed, and placing them.

A relic stands wholly on the battlefield, more than 3 inches from the enemies of whoever places it and more
than 6 inches from other relics; nor does it stand on models or terrain features (ruling 6). Relics that are
not in play yet are declarations only; one that was removed has no shape. Source: battlepack, 5.0.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.decl import Bundle, TerrainFeature
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Circle, overlaps, within
from tercio.kernel.geometry import distance
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Terrain, touch
from tercio.plugins.warbands.bodies import DECIMALS, bases_of

from .combats import settle
from .terrain import RELIC, pieces

OFFERED = 12
"""The most places that a decision lists."""

_STEP = 1.5
Fits = Callable[[Circle], bool]
"""Where a relic may stand beyond what always holds."""


def anywhere(_shape: Circle) -> bool:
    """Whether a relic may stand there: it may."""
    return True


def relics_in_play(g: Game) -> list[Terrain]:
    """Return the relics on the battlefield."""
    return pieces(g, RELIC)


def place_relic(g: Game, player: str, name: str, fits: Fits = anywhere) -> Procedure[None]:
    """Let a player place a relic that is not on the battlefield, by name. Nothing happens where it cannot
    stand anywhere, and if it is in play.
    """
    piece = next((one for one in g.terrain if one.feature == name), None)
    if piece is not None and piece.shape is not None:
        return
    if piece is None:
        piece = _new_piece(g, name)
    yield from _placed(g, player, piece, fits)


def replace_relic(g: Game, player: str, piece: Terrain, fits: Fits = anywhere) -> Procedure[None]:
    """Take a relic from the battlefield and let a player set it up again (battle tactic Comb the Area); where
    it can stand nowhere else it stays.
    """
    before = piece.shape
    piece.shape = None  # type: ignore[assignment]
    yield from _placed(g, player, piece, fits)
    if piece.shape is None:
        piece.shape = before


def _new_piece(g: Game, name: str) -> Terrain:
    feature = g.ruleset.get(TerrainFeature, name)
    piece = Terrain(g.new_id(), name, feature=name)
    g.things[piece.id] = piece
    g.terrain.append(piece)
    if feature.clauses:
        hold(g, piece, Bundle(feature.clauses, name), name)
    touch(g)
    return piece


def _placed(g: Game, player: str, piece: Terrain, fits: Fits) -> Procedure[None]:
    def accepts(answer: Any) -> Refusal | None:
        shape = shape_at(g, answer)
        return judge(g, player, shape, fits) if shape is not None else Refusal("relic.no_place")

    places = offered(g, player, fits)
    if not places:
        g.emit("relic-left-out", relic=piece.id)
        return
    answer = yield Decision(
        "relic.place",
        player,
        f"Where is the {piece.name} placed?",
        places,
        "City of Ash, 5.0",
        {"relic": piece.name},
        accepts,
    )
    shape = shape_at(g, answer)
    assert shape is not None
    piece.shape = shape
    settle(g)
    g.emit("relic-placed", relic=piece.id, player=player, place=[shape.x, shape.y])


def shape_at(g: Game, place: Any) -> Circle | None:
    """Return a relic at a place `[x, y]`; None for what is no place."""
    if not isinstance(place, list | tuple) or len(place) != 2:
        return None
    if not all(type(n) in (int, float) and isfinite(n) for n in place):
        return None
    x, y = (round(float(n), DECIMALS) for n in place)
    return Circle(x, y, float(g.ruleset.constant("relic-diameter")) / 2)


def judge(g: Game, player: str, shape: Circle, fits: Fits = anywhere) -> Refusal | None:
    """Return why a relic may not be placed there by a player, None if it may."""
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
    return _judge_terrain(g, shape)


def _is_on_table(g: Game, shape: Circle) -> bool:
    r = shape.r - EPSILON
    return r <= shape.x <= g.width - r and r <= shape.y <= g.depth - r


def _judge_terrain(g: Game, shape: Circle) -> Refusal | None:
    apart = float(g.ruleset.constant("relic-distance"))
    relics = relics_in_play(g)
    for piece in g.terrain:
        if piece.shape is None:
            continue
        if piece in relics:
            if distance(shape, piece.shape) <= apart + EPSILON:
                return Refusal("relic.near_relic", {"relic": piece.id})
        elif overlaps(shape, piece.shape):
            return Refusal("relic.on_terrain", {"terrain": piece.id})
    return None


def offered(g: Game, player: str, fits: Fits) -> list[list[float]]:
    """Return some places where a player may place a relic, spread over the battlefield; [] if there is none
    on a grid.
    """
    found = []
    across, deep = int(g.width / _STEP), int(g.depth / _STEP)
    for j in range(1, deep + 1):
        for i in range(1, across + 1):
            place = [round((i - 0.5) * g.width / across, 1), round((j - 0.5) * g.depth / deep, 1)]
            shape = shape_at(g, place)
            if shape is not None and judge(g, player, shape, fits) is None:
                found.append(place)
    return spread(found)


def spread(places: list[list[float]]) -> list[list[float]]:
    """Return at most so many places as a decision lists, evenly out of all."""
    if len(places) <= OFFERED:
        return places
    return [places[(2 * i + 1) * len(places) // (2 * OFFERED)] for i in range(OFFERED)]
