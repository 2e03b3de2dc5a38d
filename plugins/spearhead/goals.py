"""Where a unit may want to go: a few good answers to each question of a move, all of them allowed.

Each option comes with what it makes for, as `[what, id]` in the goals of the move: `objective`, `relic`,
`enemy` (up to it), `range` (so that its weapons reach it), `away` (from it), `edge`, `stay` (id 0). Goals are
choices, no rules: what may be done is judged elsewhere. What is made for counts as a disc or a point here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any, NamedTuple

from tercio.kernel.geometry import Circle, Point, Rect, Shape
from tercio.kernel.state import Unit
from tercio.plugins.warbands.bodies import places_of
from tercio.plugins.warbands.moving import Passing, move_toward
from tercio.plugins.warbands.piling import pile_in

from .battlefield import EDGE, SHORT, areas, long_edge_of, objectives, rim, territory_of
from .combats import foes_of
from .going import Going, Places
from .picture import field_of
from .terrain import relics

_OBJECTIVES = 3
_RELICS = 1
_ENEMIES = 2
_CLEAR = 0.05
"""Inches that a unit keeps beyond the combat range of whom it stops before."""
_BESIDE = 0.5
"""Inches before a relic, or within its own range, at which a unit stops."""


class Goal(NamedTuple):
    """Something to make for: what it is, its id, where it is, and how many inches before it to stop."""

    what: str
    id: int
    place: Circle | Point
    stop: float = 0.0


def move_options(going: Going) -> list[Places]:
    """Return places to move to, towards one goal each; to stay is the last, and always there."""
    found: list[Places] = []
    for goal in _goals(going):
        bases = move_toward(going.g, going.unit, goal.place, going.terms, goal.stop, going.ground)
        if bases is not None:
            going.offer(found, places_of(bases), goal.what, goal.id)
    going.offer(found, going.here, "stay", 0)
    return found


def pile_in_options(going: Going) -> list[Places]:
    """Return places to pile in to, towards one enemy each; to stay is the last, and always there."""
    found: list[Places] = []
    foes: list[Unit | None] = [*foes_of(going.g, going.unit)]
    for foe in foes or [None]:
        bases = pile_in(going.g, going.unit, foe, going.terms, going.ground)
        if bases is not None:
            going.offer(found, places_of(bases), "enemy", foe.id if foe is not None else 0)
    going.offer(found, going.here, "stay", 0)
    return found


def _goals(going: Going) -> Iterator[Goal]:
    radius = going.ground.body.radius
    for area in _nearest(going, objectives(going.g), _OBJECTIVES):
        disc = _disc_in(area.shape)
        yield Goal("objective", area.id, disc, -2.0 * min(radius, disc.r))
    for piece in _nearest(going, relics(going.g), _RELICS):
        yield Goal("relic", piece.id, _disc_about(piece.shape), _BESIDE)
    foes = enemies_by_distance(going)
    for foe, apart in foes[:_ENEMIES]:
        yield from _at_enemy(going, foe, apart)
    if foes:
        yield _away(going, foes[0][0])
    yield from _edges(going)


def _disc_in(shape: Shape) -> Circle:
    """Return a disc that lies well in a shape."""
    if isinstance(shape, Rect):
        return Circle(shape.x, shape.y, min(shape.half_width, shape.half_depth))
    return _disc_about(shape)


def _disc_about(shape: Shape) -> Circle:
    return shape if isinstance(shape, Circle) else Circle(shape.x, shape.y, shape.radius)


def _nearest(going: Going, things: Iterable[Any], most: int) -> list[Any]:
    body = going.ground.body
    return sorted(things, key=lambda one: (hypot(one.shape.x - body.x, one.shape.y - body.y), one.id))[:most]


def enemies_by_distance(going: Going) -> list[tuple[Unit, float]]:
    """Return the enemies on the table and about how far they are from a unit, the nearest first."""
    field, body = field_of(going.g), going.ground.body
    found = []
    for foe, _ in going.ground.foes:
        disc = field.disc(foe)
        found.append((foe, hypot(disc.x - body.x, disc.y - body.y) - disc.r - body.radius))
    return sorted(found, key=lambda one: (one[1], one[0].id))


def _at_enemy(going: Going, foe: Unit, apart: float) -> Iterator[Goal]:
    """Yield goals by an enemy: as near as may be, and within range of weapons that do not reach it yet."""
    body, reach = going.ground.body, longest_range(going.unit)
    bases = field_of(going.g).bases(foe)
    nearest = min(bases, key=lambda base: hypot(base.x - body.x, base.y - body.y) - base.radius)
    stop = 0.0 if going.terms.passing is Passing.INTO else going.terms.combat_range + _CLEAR
    yield Goal("enemy", foe.id, _disc_about(nearest), stop)
    if stop < reach < apart:
        yield Goal("range", foe.id, _disc_about(nearest), reach - _BESIDE)


def _away(going: Going, foe: Unit) -> Goal:
    disc, body = field_of(going.g).disc(foe), going.ground.body
    dx, dy = body.x - disc.x, body.y - disc.y
    far = (going.inches + 2.0 * body.radius) / (hypot(dx, dy) or 1.0)
    return Goal("away", foe.id, (body.x + dx * far, body.y + dy * far))


def _edges(going: Going) -> Iterator[Goal]:
    """Yield points straight ahead: on the long edge of the enemy's territory and the nearest short edge."""
    g, body = going.g, going.ground.body
    territory = territory_of(g, g.opponent(going.unit.owner))
    edge = long_edge_of(g, territory) if territory is not None else None
    if edge is not None:
        yield Goal("edge", edge.id, (body.x, rim(g, edge.shape)[1]))
    for short in _nearest(going, (area for area in areas(g, EDGE) if SHORT in area.kinds), 1):
        yield Goal("edge", short.id, (rim(g, short.shape)[0], body.y))


def longest_range(unit: Unit) -> float:
    """Return the printed range of the weapon of a unit that reaches farthest, 0.0 if none is ranged."""
    ranges = [arm.numbers.get("range") for part in unit.parts() for arm in part.arms]
    return max((float(one) for one in ranges if one is not None), default=0.0)
