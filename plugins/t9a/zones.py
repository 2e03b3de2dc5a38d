"""Deployment Zones: where each army may begin, by Deployment Type.

A zone is the part of the table beyond some lines: half-planes `nx*x + ny*y > d`, always *more than* the
distances of the table `deployment`. It is kept as plain data in the game's memory (`zones`). Which diagonal
is the line of Refused Flank, and which side is the near one of Bottleneck, is the choice of whoever chooses
the zone. Source: T9A rulebook, Battle Preparations 2.D; Season Pack, Deployment Types.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from tercio.kernel.geometry import EPSILON, Point, Polygon, Rect, distance, inside_table
from tercio.kernel.state import Game, Unit

MEMORY = "zones"
TABLE = "deployment"
Side = tuple[float, float, float]
"""A half-plane: nx, ny, d; a point is inside if nx*x + ny*y > d."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A Deployment Zone by name; the first of its `sides` is the one that looks at the enemy."""

    name: str
    sides: tuple[Side, ...]

    @property
    def facing(self) -> Point:
        """The direction toward the enemy, a unit vector."""
        nx, ny, _ = self.sides[0]
        return (-nx + 0.0, -ny + 0.0)

    def depth_of(self, p: Point) -> float:
        """Return how far a point lies behind the zone's front."""
        nx, ny, d = self.sides[0]
        return nx * p[0] + ny * p[1] - d

    def holds(self, p: Point) -> bool:
        """Return whether a point lies inside; its edges do not count."""
        return all(nx * p[0] + ny * p[1] > d + EPSILON for nx, ny, d in self.sides)


def _numbers(g: Game, row: str) -> tuple[float, float]:
    line, edge = g.ruleset.table(TABLE).row(row)[:2]
    return float(line), float(edge)


def _band(g: Game, name: str, south: bool, row: str) -> Zone:
    """The zone south or north of the Central Line, away from the short edges."""
    line, edge = _numbers(g, row)
    middle = g.depth * 0.5
    front: Side = (0.0, -1.0, -(middle - line)) if south else (0.0, 1.0, middle + line)
    sides = [front]
    if edge:
        sides += [(1.0, 0.0, edge), (-1.0, 0.0, edge - g.width)]
    return Zone(name, tuple(sides))


def _diagonal(g: Game, name: str, rising: bool, below: bool, row: str) -> Zone:
    """The zone on one side of a line from corner to corner; `rising` from south-west to north-east."""
    line, _ = _numbers(g, row)
    length = hypot(g.width, g.depth)
    nx, ny = (g.depth / length, -g.width / length) if rising else (-g.depth / length, -g.width / length)
    through = 0.0 if rising else -g.depth * g.width / length
    if not below:
        nx, ny, through = -nx, -ny, -through
    return Zone(name, ((nx, ny, through + line),))


def zone_choices(g: Game, deployment: str) -> dict[str, tuple[Zone, Zone]]:
    """Return what may be chosen: for each choice the chooser's zone and that of the other player."""
    if deployment == "Bottleneck":
        return _bottleneck(g)
    if deployment == "Refused Flank":
        return _refused_flank(g, deployment)
    south, north = _band(g, "south", True, deployment), _band(g, "north", False, deployment)
    return {"south": (south, north), "north": (north, south)}


def _bottleneck(g: Game) -> dict[str, tuple[Zone, Zone]]:
    rows = {part: f"Bottleneck, {part} side" for part in ("near", "far")}
    found: dict[str, tuple[Zone, Zone]] = {}
    for side in ("south", "north"):
        for part, row in rows.items():
            mine = _band(g, f"{side}, {part} side", side == "south", row)
            other = "far" if part == "near" else "near"
            where = "north" if side == "south" else "south"
            found[mine.name] = (mine, _band(g, f"{where}, {other} side", where == "south", rows[other]))
    return found


def _refused_flank(g: Game, row: str) -> dict[str, tuple[Zone, Zone]]:
    found: dict[str, tuple[Zone, Zone]] = {}
    for rising, (low, high) in ((True, ("south-east", "north-west")), (False, ("south-west", "north-east"))):
        below, above = _diagonal(g, low, rising, True, row), _diagonal(g, high, rising, False, row)
        found |= {low: (below, above), high: (above, below)}
    return found


# -- whose is which --------------------------------------------------------------------------------


def give_zones(g: Game, chooser: str, mine: Zone, other: Zone) -> None:
    """Note both players' zones."""
    zones = {chooser: mine, g.opponent(chooser): other}
    g.memory[MEMORY] = {
        name: {"name": zones[name].name, "sides": [list(side) for side in zones[name].sides]}
        for name in sorted(zones)
    }


def zone_of(g: Game, player: str) -> Zone | None:
    """Return a player's Deployment Zone, None before it is chosen."""
    told: dict[str, Any] | None = g.memory.get(MEMORY, {}).get(player)
    if told is None:
        return None
    return Zone(told["name"], tuple((nx, ny, d) for nx, ny, d in told["sides"]))


def inside_zone(g: Game, rect: Rect, player: str) -> bool:
    """Return whether a boundary lies fully inside a player's zone (and on the table)."""
    zone = zone_of(g, player)
    on_table = inside_table(rect, g.width, g.depth)
    return zone is not None and on_table and all(zone.holds(corner) for corner in rect.corners)


def touches_zone(g: Game, unit: Unit, player: str) -> bool:
    """Return whether any part of a unit lies in a player's zone."""
    zone = zone_of(g, player)
    if zone is None or unit.rect is None:
        return False
    return bool(_clipped(unit.rect.corners, zone.sides))


def distance_to_zone(g: Game, rect: Rect, player: str) -> float:
    """Return the inches between a boundary and a player's zone, 0 if it reaches into it."""
    zone = zone_of(g, player)
    if zone is None:
        return float("inf")
    corners = ((0.0, 0.0), (g.width, 0.0), (g.width, g.depth), (0.0, g.depth))
    area = _clipped(corners, zone.sides)
    return distance(rect, Polygon(tuple(area))) if len(area) > 2 else float("inf")


def _clipped(corners: Sequence[Point], sides: Sequence[Side]) -> list[Point]:
    """Return what half-planes leave of a polygon; nothing where it only touches them."""
    points = list(corners)
    for nx, ny, d in sides:
        depths = [nx * x + ny * y - d for x, y in points]
        kept: list[Point] = []
        for i, here in enumerate(points):
            a, b = depths[i], depths[(i + 1) % len(points)]
            there = points[(i + 1) % len(points)]
            if a > EPSILON:
                kept.append(here)
            if (a > EPSILON) != (b > EPSILON):
                t = min(1.0, max(0.0, a / (a - b)))
                kept.append((here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])))
        points = kept
        if not points:
            return []
    return points
