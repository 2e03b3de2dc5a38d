"""Where things are: the shapes that stand for a thing on the table, and distances between things.

A unit with a boundary is that rectangle; loose models are their bases; terrain and areas are their shapes. A
formation may know where one pool of a ranked unit stands (`stand(unit, pool)`); else a pool is
where its unit is. What is not on the table has no shape, and nothing is within any distance of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .geometry import Circle, Oval, Point, Polygon, Rect, Shape, distance, inside
from .geometry.distance import any_within
from .geometry.overhang import wholly_within
from .state import Area, Model, Part, Pool, Terrain, Unit

Place = Shape | Point
_PLACES = frozenset((tuple, Rect, Circle, Oval, Polygon))


def shapes_of(thing: Any) -> Sequence[Place]:
    """Return the shapes that stand for a thing (a shape or point stands for itself, a list for each of its
    things); none if it is not on the table.
    """
    kind = type(thing)
    if kind is Unit:
        return _unit_shapes(thing)
    if kind in _PLACES:
        return (thing,)
    if kind is Terrain or kind is Area:
        return (thing.shape,) if thing.shape is not None else ()
    match thing:
        case None:
            return ()
        case list():
            return [shape for one in thing for shape in shapes_of(one)]
        case Pool():
            return _pool_shapes(thing)
        case Part():
            return _pool_shapes(thing.pool)
        case Model():
            return () if thing.shape is None else (thing.shape,)
        case _:
            shape = getattr(thing, "shape", None)
            return (shape,) if shape is not None else ()


def stands(thing: Any) -> bool:
    """Whether a thing is on the table: whether it has any shapes."""
    if type(thing) is not Unit:
        return bool(shapes_of(thing))
    if thing.destroyed or thing.rect is not None:
        return not thing.destroyed
    for pool in thing.pools:
        for model in pool.loose:
            if model.shape is not None:
                return True
    return False


def _unit_shapes(unit: Unit) -> Sequence[Place]:
    if unit.destroyed:
        return ()
    if unit.rect is not None:
        return (unit.rect,)
    pools = unit.pools
    if len(pools) == 1:
        return [model.shape for model in pools[0].loose if model.shape is not None]
    return [model.shape for pool in pools for model in pool.loose if model.shape is not None]


def _pool_shapes(pool: Pool) -> Sequence[Place]:
    unit = pool.unit
    if pool.loose:
        return [model.shape for model in pool.loose if model.shape is not None]
    if unit.rect is None or unit.destroyed:
        return ()
    stand = getattr(unit.formation, "stand", None)
    rect: Rect | None = stand(unit, pool) if stand is not None else None
    return (rect if rect is not None else unit.rect,)


def things_within(a: Any, b: Any, inches: float | Fraction) -> bool:
    """Whether the closest points of two things are at most so many inches apart."""
    others = shapes_of(b)
    return bool(others) and any_within(shapes_of(a), others, float(inches))


def things_apart(a: Any, b: Any) -> float | None:
    """Return the closest distance of two things in inches, None if one of them is not on the table."""
    others = shapes_of(b)
    return min((distance(one, other) for one in shapes_of(a) for other in others), default=None)


def fully_within(a: Any, b: Any, inches: float | Fraction) -> bool:
    """Whether every point of a thing is at most so many inches from another thing."""
    mine, others, limit = shapes_of(a), shapes_of(b), float(inches)
    for one in mine:
        for other in others:
            if wholly_within(one, other, limit):
                break
        else:
            return False
    return bool(mine)


def fully_inside(a: Any, b: Any) -> bool:
    """Whether each shape of a thing lies wholly in a shape of another thing (edges in common count)."""
    mine, others = shapes_of(a), shapes_of(b)
    if not mine:
        return False
    for one in mine:
        for other in others:
            if inside(one, other):
                break
        else:
            return False
    return True


def touching(a: Any, b: Any) -> bool:
    """Whether some part of a thing lies on another thing; an edge in common is enough."""
    return things_within(a, b, 0.0)
