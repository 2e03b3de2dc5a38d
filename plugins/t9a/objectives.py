"""What Primary Objectives put on the table before the battle: markers on the line between the armies,
marked terrain.

Source: Season Pack, Secure Target and Forage and Plunder.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.geometry import Point, distance
from tercio.kernel.scheduler import mark
from tercio.kernel.state import Game, Terrain

from .terrain import feature_of
from .zones import MEMORY, zone_of

MARKERS, MARKED = "markers", "objective-marked"
SECURE_TARGET, FORAGE = "Secure Target", "Forage and Plunder"
NEVER_MARKED = ("Wall",)


def set_out(g: Game, objective: str) -> Procedure[None]:
    """Put out what an objective needs; called when both Deployment Zones are known."""
    if objective == SECURE_TARGET:
        place_markers(g)
    elif objective == FORAGE:
        yield from mark_features(g)


def place_markers(g: Game) -> None:
    """Put the two markers of Secure Target on the table."""
    g.memory[MARKERS] = [list(spot) for spot in marker_spots(g)]
    g.emit("markers-placed", spots=g.memory[MARKERS])


def marker_spots(g: Game) -> list[Point]:
    """Return where the two markers lie: on the line between the armies, a part of the long edge from each
    short edge.
    """
    inset = float(g.width * g.ruleset.constant("marker-edge-fraction"))
    return [(x, _on_line(g, x)) for x in (inset, g.width - inset)]


def _on_line(g: Game, x: float) -> float:
    """How far up the table the line half-way between the two zones lies at some distance from the left
    edge.
    """
    zones: dict[str, dict[str, Any]] = g.memory.get(MEMORY, {})
    fronts = [zone["sides"][0] for zone in zones.values()]
    # Straight zones may lie at unequal distances from the line between them: it is the middle of the table.
    if len(fronts) != 2 or not fronts[0][0] or not fronts[0][1]:
        return g.depth * 0.5
    (nx, ny, near), (_, _, far) = fronts
    return float(((near - far) * 0.5 - nx * x) / ny)


def mark_features(g: Game) -> Procedure[None]:
    """Mark the centre-most feature, then one that each player names outside its own Deployment Zone."""
    free = [piece for piece in g.terrain if _may_be_marked(g, piece)]
    middle = (g.width * 0.5, g.depth * 0.5)
    if free:
        _mark(g, min(free, key=lambda piece: (distance(middle, piece.shape), piece.id)))
    for player in (g.active, g.opponent(g.active)):
        zone = zone_of(g, player)
        options = [
            piece.id
            for piece in free
            if MARKED not in piece.marks
            and not (zone is not None and zone.holds((piece.shape.x, piece.shape.y)))
        ]
        if options:
            answer = yield from ask(
                Decision("objective.feature", player, "Which feature is marked?", options, FORAGE)
            )
            _mark(g, next(piece for piece in g.terrain if piece.id == answer))


def _may_be_marked(g: Game, piece: Terrain) -> bool:
    return bool(piece.feature) and piece.feature not in NEVER_MARKED and not feature_of(g, piece).impassable


def _mark(g: Game, piece: Terrain) -> None:
    mark(g, piece, MARKED)
    g.emit("feature-marked", terrain=piece.id, feature=piece.feature)
