"""Whether one point is near to several things at once.

Each thing leaves a disc in which the point may lie; discs have a point in common exactly if one of their
centres, or of the points where two rims meet, lies in all of them. An oval counts as the disc within it: that
may refuse what just fits, never the reverse. Inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import hypot, sqrt
from typing import TypeAlias

from .shapes import Oval, Shape
from .vector import EPSILON, Point

Disc: TypeAlias = tuple[float, float, float]
"""x, y and radius."""


def disc_about(shape: Shape, inches: float) -> Disc:
    """Return a disc of points that are at most so many inches from a shape."""
    radius = min(shape.a, shape.b) if isinstance(shape, Oval) else shape.radius
    return (shape.x, shape.y, radius + inches)


def share_a_point(discs: Sequence[Disc]) -> bool:
    """Whether some point lies in all of some discs (at least one)."""
    return any(_is_in_all(point, discs) for point in _candidates(discs))


def _is_in_all(point: Point, discs: Sequence[Disc]) -> bool:
    return all(hypot(point[0] - x, point[1] - y) <= r + EPSILON for x, y, r in discs)


def _candidates(discs: Sequence[Disc]) -> Iterator[Point]:
    yield from ((x, y) for x, y, _ in discs)
    for (ax, ay, ar), (bx, by, br) in combinations(discs, 2):
        dx, dy = bx - ax, by - ay
        far = hypot(dx, dy)
        if EPSILON < far <= ar + br + EPSILON:
            along = (far * far + ar * ar - br * br) / (2.0 * far)
            beside = sqrt(max(0.0, ar * ar - along * along))
            ux, uy = dx / far, dy / far
            for side in (beside, -beside):
                yield (ax + ux * along - uy * side, ay + uy * along + ux * side)
