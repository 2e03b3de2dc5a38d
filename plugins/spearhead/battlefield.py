"""The battlefield: its two sides, the deployment maps, territories, edges, objectives and roads.

A side is a map with a size, a deployment map one without: territories alone. All are areas, told apart by
their kinds: `objective`, `road`, `territory`, `edge` (with `long` or `short`). The four edges lie just
outside of the table, so that a distance to one is the distance to the rim. Source: battlepack, 2.0, 4.0, 6.0.
"""

from __future__ import annotations

from collections.abc import Mapping

from tercio.kernel.decl import TableMap
from tercio.kernel.decl.maps import PlacedArea
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.geometry import Point, Rect, Shape, touches
from tercio.kernel.ground import lay_areas
from tercio.kernel.state import Area, Game

OBJECTIVE, ROAD, TERRITORY, EDGE = "objective", "road", "territory", "edge"
LONG, SHORT = "long", "short"
CONTROLLER, FORTIFIED = "controller", "fortified"


def battlefields(g: Game) -> list[str]:
    """Return the names of the sides of the realm battlefield."""
    return [one.name for one in g.ruleset.of_kind(TableMap).values() if one.width.value]


def deployment_maps(g: Game) -> list[str]:
    """Return the names of the deployment maps."""
    return [one.name for one in g.ruleset.of_kind(TableMap).values() if not one.width.value]


def check_battlefield(g: Game, chosen: Mapping[str, str]) -> None:
    """Raise RulesError for a side (`map`) or deployment map (`deployment`) that no pack has."""
    for what, known in (("map", battlefields(g)), ("deployment", deployment_maps(g))):
        name = chosen.get(what)
        if name is not None and name not in known:
            message = f'no {what} "{name}"; known: {", ".join(known)}'
            raise RulesError(Diagnostic(message, hint=did_you_mean(name, known)))


def lay_battlefield(g: Game, name: str) -> None:
    """Lay a side of the battlefield on the table, with its four edges."""
    table = g.ruleset.get(TableMap, name)
    g.width, g.depth = float(table.width.value), float(table.depth.value)
    lay_areas(g, table)
    lay_edges(g)


def lay_edges(g: Game) -> None:
    """Lay the four edges of the battlefield, whose size is known."""
    w, d, out = g.width, g.depth, 0.5
    for name, x, y, width, depth in (
        ("North Edge", w / 2, d + out, w, 2 * out),
        ("East Edge", w + out, d / 2, 2 * out, d),
        ("South Edge", w / 2, -out, w, 2 * out),
        ("West Edge", -out, d / 2, 2 * out, d),
    ):
        length = LONG if max(width, depth) == max(w, d) else SHORT
        edge = Area(g.new_id(), name, kinds=(EDGE, length), shape=Rect(x, y, 0.0, 1.0, width, depth))
        g.areas[name] = g.things[edge.id] = edge


def territories_of(g: Game, name: str) -> list[str]:
    """Return the names of the territories of a deployment map."""
    return [area.name for area in g.ruleset.get(TableMap, name).areas if TERRITORY in area.kinds]


def lay_territories(g: Game, name: str, owners: Mapping[str, str]) -> None:
    """Lay a deployment map; `owners` are the players by the names of the territories."""

    def owner_of(placed: PlacedArea) -> str:
        return owners.get(placed.name, "")

    lay_areas(g, g.ruleset.get(TableMap, name), owner_of)


def areas(g: Game, kind: str) -> list[Area]:
    """Return the areas of a kind in order."""
    return [area for area in g.areas.values() if kind in area.kinds]


def objectives(g: Game) -> list[Area]:
    """Return the objectives in order."""
    return areas(g, OBJECTIVE)


def territory_of(g: Game, player: str) -> Area | None:
    """Return a player's territory, None before it has been chosen."""
    return next((area for area in areas(g, TERRITORY) if area.owner == player), None)


def long_edge_of(g: Game, territory: Area) -> Area | None:
    """Return the long edge of a territory: the one whose middle lies in it."""
    return next((edge for edge in areas(g, EDGE) if LONG in edge.kinds and _holds(g, territory, edge)), None)


def _holds(g: Game, territory: Area, edge: Area) -> bool:
    return touches(rim(g, edge.shape), territory.shape)


def rim(g: Game, edge: Shape) -> Point:
    """Return the point of the table that is nearest to the middle of an edge."""
    return min(max(edge.x, 0.0), g.width), min(max(edge.y, 0.0), g.depth)


def corners(g: Game) -> list[Point]:
    """Return the corners of the battlefield."""
    return [(0.0, 0.0), (g.width, 0.0), (g.width, g.depth), (0.0, g.depth)]


def centre(g: Game) -> Point:
    """Return the centre of the battlefield."""
    return g.width * 0.5, g.depth * 0.5
