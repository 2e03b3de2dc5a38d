"""Plain work on the outlines of polygons: repeats, turns, cutting into triangles.

An outline is a tuple of points, counter-clockwise, first point not repeated at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from .vector import Point


def without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the outline without points that repeat the one before (or the first one at the end)."""
    kept: list[Point] = []
    for x, y in points:
        if not kept or (x, y) != kept[-1]:
            kept.append((float(x), float(y)))
    while len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    return tuple(kept)


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the signed area of the triangle abc: positive for a left turn at `b`."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def convex_turns(points: Sequence[Point]) -> bool:
    """Whether a counter-clockwise outline never turns right."""
    n = len(points)
    return all(turn(points[i - 2], points[i - 1], points[i]) >= -1e-12 for i in range(n))


def triangles(points: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Cut a simple counter-clockwise outline into counter-clockwise triangles by clipping ears."""
    left = list(points)
    cut: list[tuple[Point, ...]] = []
    while len(left) > 3:
        i = _ear(left)
        a, b, c = left[i - 1], left[i], left[(i + 1) % len(left)]
        if turn(a, b, c) > 0.0:
            cut.append((a, b, c))
        del left[i]
    if turn(*left) > 0.0:
        cut.append(tuple(left))
    return tuple(cut)


def _ear(points: list[Point]) -> int:
    n = len(points)
    for i in range(n):
        a, b, c = points[i - 1], points[i], points[(i + 1) % n]
        bend = turn(a, b, c)
        if bend == 0.0 or (bend > 0.0 and not _any_inside(a, b, c, points)):
            return i
    # Only an outline that touches itself has no ear left; the sharpest left turn is then the least wrong cut.
    return max(range(n), key=lambda i: turn(points[i - 1], points[i], points[(i + 1) % n]))


def _any_inside(a: Point, b: Point, c: Point, points: list[Point]) -> bool:
    for p in points:
        if p in (a, b, c):
            continue
        if turn(a, b, p) >= 0.0 and turn(b, c, p) >= 0.0 and turn(c, a, p) >= 0.0:
            return True
    return False


def crosses_itself(points: Sequence[Point]) -> bool:
    """Whether two edges of an outline that do not follow each other cross or touch."""
    n = len(points)
    return any(
        _meet(points[i], points[i + 1], points[j], points[(j + 1) % n])
        for i in range(n - 2)
        for j in range(i + 2, n if i else n - 1)
    )


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    sides = turn(a, b, c) * turn(a, b, d), turn(c, d, a) * turn(c, d, b)
    if max(sides) > 0.0:
        return False
    # On one line they meet only where their spans do.
    return all(max(a[k], b[k]) >= min(c[k], d[k]) and max(c[k], d[k]) >= min(a[k], b[k]) for k in (0, 1))
