"""Where a charge leads: the side of the target that it goes for, the place flush against that side, and a way
there of one wheel and straight lines.

A charger in an arc of its target goes for that side: by where its centre stands, or most models of its front
rank. Its place is in the middle of the side, or as near to that as there is room. On the way only the front
counts; units and impassable terrain are in the way but for those that `pass-over` lets it go over. Distances
are inches. Source: SOVL, Charge Phase; WAP, Unit Facing, Charges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from math import hypot, radians
from typing import Final

from tercio.kernel.context import Context
from tercio.kernel.geometry import EPSILON, Facing, Point, Rect, Shape, first_overlap, inside_table
from tercio.kernel.modifiers import is_spoken_of, value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit

from .align import Line
from .approach import Search, approaches
from .arcs import arc_at
from .contact import flush_places, in_the_way
from .formation import spot_rect, spots
from .places import is_impassable, on_table

QUARTER_TURN: Final = 90
"""Degrees: a wheel is a forward move, so that beyond a quarter turn there is none."""
_WAY: Final = "charge-way"


class By(Enum):
    """What of a charger decides which side of its target it goes for."""

    CENTRE = "centre"
    FRONT_RANK = "front-rank"


# -- sides -----------------------------------------------------------------------------------------


def sides_faced(g: Game, unit: Unit, target: Unit, by: By) -> list[Facing]:
    """Return the side of the target in whose arc a charger stands; several if its front rank stands in equal
    parts in them.
    """
    assert unit.rect is not None
    assert target.rect is not None
    if by is By.CENTRE:
        return [arc_at(g, target.rect, unit.rect.centre)]
    there = target.rect
    counted = Counter(arc_at(g, there, spot) for spot in front_rank(unit))
    most = max(counted.values())
    return [facing for facing in Facing if counted[facing] == most]


def front_rank(unit: Unit) -> list[Point]:
    """Return the middles of the bases of a unit's front rank."""
    assert unit.rect is not None
    rect = unit.rect
    return [spot_rect(rect, spot).centre for spot in spots(unit) if spot.rank == 0]


def other_side(unit: Unit, target: Unit, side: Facing) -> Facing | None:
    """Return the side for which a charger goes where its own is taken: from the rear arc the flank on which
    it stands, from a flank arc the front, if it stands ahead of the front; None if there is none.
    """
    assert unit.rect is not None
    assert target.rect is not None
    right, ahead = target.rect.to_local(unit.rect.centre)
    if side is Facing.REAR:
        return Facing.RIGHT if right >= 0.0 else Facing.LEFT
    if side is not Facing.FRONT and ahead > target.rect.half_depth + EPSILON:
        return Facing.FRONT
    return None


def centre_distance(g: Game, unit: Unit, target: Unit) -> float:
    """Return the inches from the middle of a unit's front to the middle of the side of a target in whose arc
    its centre stands.
    """
    if unit.rect is None or target.rect is None:
        return 0.0
    (x, y), side = unit.rect.front_centre, sides_faced(g, unit, target, By.CENTRE)[0]
    tx, ty = target.rect.edge_centre(side)
    return hypot(tx - x, ty - y)


# -- ways ------------------------------------------------------------------------------------------


def way_to(g: Game, unit: Unit, target: Unit, side: Facing) -> Rect | None:
    """Return where a charge against a side ends: flush against it, reached by a free way; None if there is no
    room or no way.

    The answer is kept as long as nothing that it hangs on moves: who may charge whom is asked often.
    """
    barred = in_the_way(g, unit, target)
    closed = obstacles(g, unit, target, barred)
    wheel = float(value(g, "charge-wheel", Context(unit=unit, target_unit=target), QUARTER_TURN))
    asked = (unit.rect, target.rect, wheel, barred, closed)
    key = (_WAY, unit.id, target.id, side)
    known = g.reached.get(key)
    if known is None or known[0] != asked:
        known = g.reached[key] = asked, _find(g, unit, target, side, wheel, barred, closed)
    end: Rect | None = known[1]
    return end


def _find(
    g: Game,
    unit: Unit,
    target: Unit,
    side: Facing,
    wheel: float,
    barred: list[Shape],
    closed: list[Shape],
) -> Rect | None:
    assert unit.rect is not None
    assert target.rect is not None
    line, table = Line.of(target.rect, side), (g.width, g.depth)
    for end in flush_places(g, unit, target.rect, side, None, barred):
        wish = line.measure(end.front_right)
        ways = approaches(unit.rect, target.rect, side, closed, table, wish, radians(wheel), Search.PLAIN)
        if next(ways, None) is not None:
            return end
    return None


def place_at(g: Game, unit: Unit, target: Unit, side: Facing) -> Rect | None:
    """Return where a unit stands flush against a side of a target: in the middle, or as near to that as there
    is room; None if there is none.
    """
    assert target.rect is not None
    return next(flush_places(g, unit, target.rect, side, None, in_the_way(g, unit, target)), None)


def obstacles(g: Game, unit: Unit, target: Unit, barred: list[Shape]) -> list[Shape]:
    """Return what is in a charger's way: all on which it may not end, but for what it may pass over."""
    if not is_spoken_of(g, "may pass-over"):
        return barred
    c = Context(unit=unit)
    others = [other for other in on_table(g) if other is not unit and other is not target]
    closed = [piece for piece in g.terrain if is_impassable(g, piece)]
    return [
        *(one.rect for one in others if one.rect and not may(g, "pass-over", c.but(target_unit=one), False)),
        *(piece.shape for piece in closed if not may(g, "pass-over", c.but(terrain=piece), False)),
    ]


# -- meeting half-way ------------------------------------------------------------------------------


def meeting(g: Game, one: Unit, other: Unit) -> tuple[Rect, Rect] | None:
    """Return where two units that charge each other meet: front to front, half-way between the middles of
    their fronts; None if somebody stands there.
    """
    assert one.rect is not None
    assert other.rect is not None
    (ax, ay), (bx, by) = one.rect.front_centre, other.rect.front_centre
    apart = hypot(bx - ax, by - ay)
    if apart <= EPSILON:
        return None
    ux, uy = (bx - ax) / apart, (by - ay) / apart
    middle = ((ax + bx) * 0.5, (ay + by) * 0.5)
    first = _facing_from(one.rect, middle, ux, uy)
    second = _facing_from(other.rect, middle, -ux, -uy)
    barred: Sequence[Shape] = in_the_way(g, one, other)
    return None if _is_barred(g, first, barred) or _is_barred(g, second, barred) else (first, second)


def _facing_from(rect: Rect, front: Point, ux: float, uy: float) -> Rect:
    half = rect.half_depth
    return Rect(front[0] - ux * half, front[1] - uy * half, ux, uy, rect.width, rect.depth)


def _is_barred(g: Game, rect: Rect, barred: Sequence[Shape]) -> bool:
    return first_overlap(rect, barred) is not None or not inside_table(rect, g.width, g.depth)
