"""Who stands behind a terrain feature, seen from one attacking model.

A unit is behind a feature if no straight line from the closest point of the attacker's base to the closest
point of the base of a model in range keeps off it. Parts of the feature within the combat range of the
attacking unit do not count. A line that runs along the rim keeps off. Source: Advanced Rules, 1.1 (Wholly on
Terrain and Behind Terrain).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Final, TypeAlias

from tercio.kernel.geometry import EPSILON, Circle, Oval, Point, Shape, distance, segment_crosses, within
from tercio.kernel.geometry.closest import closest_points, lowest
from tercio.kernel.geometry.crossing import clip
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.geometry.vector import between
from tercio.kernel.state import Game, Model, Terrain, Unit
from tercio.plugins.warbands.bodies import bases_of

from .combats import combat_range
from .terrain import features

_ROUNDS: Final = 48

Span: TypeAlias = tuple[float, float]
"""A stretch of a line, as fractions of it."""


def features_before(g: Game, model: Model, unit: Unit, foe: Unit, inches: float) -> list[Terrain]:
    """Return the terrain features that `foe` is behind for attacks that a model of `unit` makes with a reach
    of so many inches; [] where nobody is in range.
    """
    base, pieces = model.shape, features(g)
    if base is None or not pieces:
        return []
    lines = [closest_points(base, other) for other in bases_of(foe) if within(base, other, inches)]
    if not lines:
        return []
    near, reach = bases_of(unit), combat_range(g)
    return [piece for piece in pieces if all(_runs_over(*line, piece.shape, near, reach) for line in lines)]


def _runs_over(p: Point, q: Point, shape: Shape, near: Sequence[Shape], reach: float) -> bool:
    """Whether a line runs over a shape somewhere out of reach of some bases."""
    if not segment_crosses(p, q, shape):
        return False
    over = [span for part in parts_of(shape) if (span := clip(p, q, part, -EPSILON)) is not None]
    hidden = sorted(span for base in near if (span := _within_reach(p, q, base, reach)) is not None)
    length = hypot(q[0] - p[0], q[1] - p[1])
    return any(_left(span, hidden) * length > EPSILON for span in over)


def _left(span: Span, hidden: Sequence[Span]) -> float:
    """Return how much of a stretch is left without what others cover, in order of where they begin."""
    start, end = span
    left = 0.0
    for low, high in hidden:
        if low > start:
            left += min(low, end) - start
        start = max(start, high)
        if start >= end:
            return left
    return left + end - start


def _within_reach(p: Point, q: Point, base: Shape, reach: float) -> Span | None:
    """Return the stretch of a line that is nearer to a base than a reach, None if none is."""
    if type(base) is Circle:
        return clip(p, q, Oval(base.x, base.y, 0.0, 1.0, base.r + reach, base.r + reach), 0.0)

    def over(t: float) -> float:
        return distance(between(p, q, t), base) - reach

    nearest = lowest(over, 0.0, 1.0)
    if over(nearest) >= 0.0:
        return None
    return (_rim(over, nearest, 0.0), _rim(over, nearest, 1.0))


def _rim(over: Callable[[float], float], inner: float, outer: float) -> float:
    """Return how far from a place where a function is below 0 it stays so, towards another place."""
    if over(outer) < 0.0:
        return outer
    for _ in range(_ROUNDS):
        middle = (inner + outer) * 0.5
        inner, outer = (middle, outer) if over(middle) < 0.0 else (inner, middle)
    return inner
