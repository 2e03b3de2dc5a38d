"""Where a move leads, and whether a unit may stand there.

A unit may not end on impassable terrain, off the table, or nearer to another one than the constant
`unit-gap`; where it began nearer than that, it may end as near as it began, but no nearer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Point, Rect, inside_table
from tercio.kernel.geometry.distance import overlaps, rect_distance
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees

from .surroundings import Surroundings

HAIR: Final = 0.001
"""Inches by which units that stand flush may overlap, as positions are rounded."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Where steps lead, exactly, and what they cost in inches."""

    rect: Rect
    cost: float


def near(one: Rect, other: Rect) -> bool:
    """Whether two places are near enough to overlap, by their bounding circles: the quick way to say no."""
    dx, dy, reach = one.x - other.x, one.y - other.y, one.radius + other.radius
    return dx * dx + dy * dy < reach * reach


def is_on_table(a: Surroundings, rect: Rect) -> bool:
    """Whether a unit may stand in a place as far as the edge of the table goes."""
    x, y, radius, width, depth = rect.x, rect.y, rect.radius, a.g.width, a.g.depth
    if radius <= x <= width - radius and radius <= y <= depth - radius:
        return True
    return a.off_table or inside_table(rect, width, depth)


def end_fault(a: Surroundings, rect: Rect) -> Refusal | None:
    """Return why a unit may not end its move in a place, None if it may."""
    if not is_on_table(a, rect):
        return Refusal("move.off_the_table", {"unit": a.unit.id})
    for piece in a.closed:
        if overlaps(rect, piece.shape):
            return Refusal("move.on_impassable", {"unit": a.unit.id, "by": piece.id})
    gap = a.gap
    for other, holder in a.units:
        dx, dy, reach = rect.x - other.x, rect.y - other.y, rect.radius + other.radius + gap
        if dx * dx + dy * dy < reach * reach and is_too_near(rect, other, a.start, gap):
            return Refusal("move.too_near", {"unit": a.unit.id, "to": holder.id, "gap": gap})
    return None


def is_too_near(rect: Rect, other: Rect, start: Rect | None, gap: float) -> bool:
    """Whether a place is nearer to another unit than the gap, and nearer than where the unit began."""
    apart = rect_distance(rect, other)
    if apart >= gap - EPSILON:
        return False
    if overlaps(rect.grown(-HAIR), other) or start is None:
        return True
    return apart < min(gap, rect_distance(start, other)) - EPSILON


def rounded(rect: Rect, facing: Point) -> Rect:
    """Return a place as it is kept: its centre and, if it no longer faces as before, its bearing rounded to 3
    decimals.
    """
    ux, uy = rect.ux, rect.uy
    if (ux, uy) != facing:
        ux, uy = direction_from_degrees(round(degrees_of((ux, uy)), 3))
    return Rect(round(rect.x, 3), round(rect.y, 3), ux, uy, rect.width, rect.depth)
