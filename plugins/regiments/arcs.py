"""Arcs of a regiment: in which of the four quarters around it something lies.

One line from each corner of the boundary bounds the arcs, at the constant `arc-angle` degrees from straight
ahead or straight back (a pack that has none: half-way between front and flank). What lies on such a line
belongs where the table `arc-ties` says: rows `front-flank` and `rear-flank` with the values front, flank or
rear; without the table it lies in the front or the rear. Source: Warhammer Armies Project, Unit
Facing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tercio.kernel.decl import Constant, Table
from tercio.kernel.geometry import Facing, Point, Rect, arc_of
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game

from .contact import SIDES

ANGLE: Final = "arc-angle"
TIES: Final = "arc-ties"
_RIGHT_ANGLE = 90.0
_FLANK = "flank"


def half_arc(g: Game) -> float:
    """Return how many degrees the front arc reaches to either side of straight ahead, 0 to 90."""
    return g.ruleset.derived(_half_arc)


def _half_arc(ruleset: Ruleset) -> float:
    if ANGLE not in ruleset.of_kind(Constant):
        return _RIGHT_ANGLE * 0.5
    return float(ruleset.bounded(ANGLE, 0, 90))


def arc_at(g: Game, rect: Rect, point: Point) -> Facing:
    """Return the arc of a boundary in which a point lies; to a point inside the same lines, drawn on through
    the boundary, give it.
    """
    arcs = arc_of(rect, point, _RIGHT_ANGLE + half_arc(g))
    if len(arcs) == 1:
        return arcs[0]
    end, flank = arcs
    return flank if g.ruleset.derived(_ties)[end] == _FLANK else end


def _ties(ruleset: Ruleset) -> Mapping[Facing, str]:
    """Return to which of two arcs the line between them belongs, by the end that it bounds."""
    ends = (Facing.FRONT, Facing.REAR)
    if TIES not in ruleset.of_kind(Table):
        return {end: end.value for end in ends}
    table = ruleset.table(TIES)
    return {end: str(table.look(f"{end.value}-{_FLANK}")) for end in ends}


def is_in_arc(g: Game, rect: Rect, point: Point, arc: str) -> bool:
    """Whether a point lies in an arc of a boundary: front, left, right, flank (either of these) or rear."""
    return arc_at(g, rect, point) in SIDES[arc]
