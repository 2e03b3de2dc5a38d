"""Endless lines: those that touch two features of shapes, and the stretch of one between two shapes.

A `Line` is `(nx, ny, level)`: the points whose product with the unit normal is `level`. Its direction is the
normal turned a quarter counter-clockwise, and a point's place on it is the product with that. A feature is a
round shape, or a corner, which counts as a disc of no size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import Final, TypeAlias

from .convex import Part
from .crossing import HAIR
from .distance import parts_of
from .shapes import Circle, Oval, Shape
from .vector import EPSILON, Point, Segment

Line: TypeAlias = tuple[float, float, float]
Round: TypeAlias = Circle | Oval

_RIM: Final = 256
_ROUNDS: Final = 60
_EXACT: Final = 1e-12


def tangents(one: Round, other: Round, side: float) -> Iterator[Line]:
    """Yield the lines that touch two features, both on one hand (`side` 1) or one on each (-1).

    Their normals lean from the line of centres so far that the reaches of both fill the distance.
    """
    dx, dy = other.x - one.x, other.y - one.y
    size = sqrt(dx * dx + dy * dy)
    if size <= EPSILON:
        return
    dx /= size
    dy /= size
    if type(one) is Circle and type(other) is Circle:
        leans = _lean_of_discs((one.r - side * other.r) / size, EPSILON / size)
    else:
        leans = _lean_of_ovals(one, other, side, (dx, dy), size)
    for along, across in leans:
        nx, ny = dx * along - dy * across, dy * along + dx * across
        yield (nx, ny, nx * one.x + ny * one.y + _reach(one, nx, ny))


def _lean_of_discs(along: float, slack: float) -> tuple[Point, ...]:
    # Between discs that just touch one line still passes; rounding must not hide it.
    if not -1.0 < along < 1.0:
        return ((1.0 if along > 0.0 else -1.0, 0.0),) if abs(along) <= 1.0 + slack else ()
    across = sqrt(1.0 - along * along)
    return ((along, across), (along, -across))


def _lean_of_ovals(one: Round, other: Round, side: float, way: Point, size: float) -> tuple[Point, ...]:
    dx, dy = way

    def spare(angle: float) -> float:
        c, s = cos(angle), sin(angle)
        nx, ny = dx * c - dy * s, dy * c + dx * s
        return size * c - _reach(one, nx, ny) + side * _reach(other, nx, ny)

    if spare(0.0) <= 0.0:
        return ((1.0, 0.0),) if spare(0.0) >= -EPSILON else ()
    if spare(pi) >= 0.0:
        return ()
    angles = (_root(spare, 0.0, pi), _root(spare, 0.0, -pi))
    return tuple((cos(angle), sin(angle)) for angle in angles)


def _root(value: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that is positive at `low` and negative at `high` is 0: false position, with the
    weight of an end that stays put halved.
    """
    above, below, stays = value(low), value(high), 0
    middle = low
    for _ in range(_ROUNDS):
        middle = (low * below - high * above) / (below - above)
        now = value(middle)
        if abs(now) <= _EXACT:
            break
        if now > 0.0:
            low, above = middle, now
            below *= 0.5 if stays > 0 else 1.0
            stays = 1
        else:
            high, below = middle, now
            above *= 0.5 if stays < 0 else 1.0
            stays = -1
    return middle


def _reach(shape: Round, nx: float, ny: float) -> float:
    return shape.extent(nx, ny) if isinstance(shape, Oval) else shape.r


def stretch(line: Line, a: Shape, b: Shape) -> Segment | None:
    """Return the shortest stretch of a line from `a` to `b`, or None if it misses one of them."""
    one = _span(line, a)
    if one is None:
        return None
    other = _span(line, b)
    if other is None:
        return None
    if one[1] <= other[0]:
        start, end = one[1], other[0]
    elif other[1] <= one[0]:
        start, end = one[0], other[1]
    else:
        start = end = max(one[0], other[0])
    nx, ny, level = line
    x, y = nx * level, ny * level
    return ((x - ny * start, y + nx * start), (x - ny * end, y + nx * end))


def _span(line: Line, shape: Shape) -> tuple[float, float] | None:
    """Return the first and last place of a convex shape on a line (within a hair); None if it misses it."""
    nx, ny, level = line
    if type(shape) is not Circle and type(shape) is not Oval:
        return _span_of_outline(line, parts_of(shape)[0])
    off = level - nx * shape.x - ny * shape.y
    reach = _reach(shape, nx, ny)
    if not -reach - HAIR <= off <= reach + HAIR:
        return None
    middle, half = nx * shape.y - ny * shape.x, reach
    share = off / reach if reach else 0.0
    if type(shape) is Oval:
        # The middles of parallel chords lie on a line through the centre; that chord's half is a * b / reach.
        x, y = shape.support(nx, ny)
        middle += share * (nx * (y - shape.y) - ny * (x - shape.x))
        half = shape.a * shape.b / reach
    half *= sqrt(max(0.0, 1.0 - share * share))
    return (middle - half, middle + half)


def _span_of_outline(line: Line, outline: Part) -> tuple[float, float] | None:
    assert not isinstance(outline, Oval)
    nx, ny, level = line
    places = []
    x, y = outline[-1]
    before, was = nx * x + ny * y - level, nx * y - ny * x
    for x, y in outline:
        off, place = nx * x + ny * y - level, nx * y - ny * x
        if abs(off) <= HAIR:
            places.append(place)
        elif before * off < 0.0:
            places.append(was + (place - was) * before / (before - off))
        before, was = off, place
    return (min(places), max(places)) if places else None


def rim_points(oval: Oval, other: Round) -> list[Point]:
    """Return where the rim of an oval goes in or out of a round shape, but for stays too short to notice."""
    inner = parts_of(other)[0]
    assert isinstance(inner, Oval)
    if oval.a == oval.b and inner.a == inner.b:
        return _meeting_rims(oval, inner)

    def depth(angle: float) -> float:
        right, front = inner.to_local(oval.support(cos(angle), sin(angle)))
        return hypot(right / inner.a, front / inner.b) - 1.0

    angles = [2.0 * pi * i / _RIM for i in range(_RIM + 1)]
    found = []
    for (low, is_low_out), (high, is_high_out) in pairwise([(angle, depth(angle) > 0.0) for angle in angles]):
        if is_low_out != is_high_out:
            ends = (low, high) if is_low_out else (high, low)
            angle = _root(depth, *ends)
            found.append(oval.support(cos(angle), sin(angle)))
    return found


def _meeting_rims(one: Oval, other: Oval) -> list[Point]:
    """Return where the rims of two discs meet."""
    dx, dy = other.x - one.x, other.y - one.y
    size = hypot(dx, dy)
    if not abs(one.a - other.a) < size < one.a + other.a:
        return []
    along = (size * size + one.a * one.a - other.a * other.a) / (2.0 * size)
    beside = sqrt(max(0.0, one.a * one.a - along * along))
    dx, dy = dx / size, dy / size
    x, y = one.x + dx * along, one.y + dy * along
    return [(x - dy * beside, y + dx * beside), (x + dy * beside, y - dx * beside)]
