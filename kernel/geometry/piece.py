"""Convex pieces of obstacles, as the sweeps meet them: an outline swollen by a radius, or an oval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .convex import part_distance
from .crossing import clip
from .distance import parts_of
from .shapes import Circle, Oval, Shape
from .vector import EPSILON, Point, segment_point_distance

NUDGE: Final = 64.0 * EPSILON
"""A small travel in inches that shows whether a mover comes nearer or goes away."""

_STEPS = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex piece: `outline` (one point for a circle) with every point a disc of `radius`; or `oval`."""

    outline: tuple[Point, ...] | None
    radius: float = 0.0
    oval: Oval | None = None

    def gap(self, body: tuple[Point, ...]) -> float:
        """Return the distance in inches from the convex hull of some points; 0.0 if they meet."""
        part = self.outline if self.oval is None else self.oval
        assert part is not None
        return max(0.0, part_distance(body, part) - self.radius)

    def crossed_by(self, p: Point, q: Point) -> bool:
        """Whether a segment passes through the interior by more than EPSILON."""
        if self.outline is not None and len(self.outline) == 1:
            return segment_point_distance(p, q, self.outline[0]) < self.radius - EPSILON
        part = self.outline if self.oval is None else self.oval
        assert part is not None
        span = clip(p, q, part, -EPSILON)
        return span is not None and span[1] > span[0]


def pieces(shape: Shape) -> list[Piece]:
    """Return the convex pieces of a shape."""
    if isinstance(shape, Circle):
        return [Piece(((shape.x, shape.y),), shape.r)]
    return [Piece(None, 0.0, p) if isinstance(p, Oval) else Piece(p) for p in parts_of(shape)]


def advance(gap: Callable[[float], float], speed: float, allowed: float, limit: float) -> float:
    """Return how far a mover can go before `gap` falls below `allowed`, in safe steps.

    `speed` bounds how fast the gap can shrink. The steps never overshoot; where a mover slides along at
    just the allowed distance for long they stop short, on the safe side.
    """
    travel = 0.0
    if gap(0.0) <= allowed + EPSILON:
        # It stands at the allowed distance and does not approach: step off, or no step would be long enough.
        travel = min(limit, NUDGE / speed)
    for _ in range(_STEPS):
        spare = gap(travel) - allowed
        if spare < EPSILON * 0.5 and travel > NUDGE / speed:
            break
        travel += max(spare, EPSILON * 0.5) / speed
        if travel >= limit:
            return limit
    return min(travel, limit)
