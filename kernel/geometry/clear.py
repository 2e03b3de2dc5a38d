"""Whether any straight line between two convex shapes is clear of others.

`clear_line` is complete. The lines from one shape to the other that are clear make a closed region. One that
lies in it can be shifted and then turned until it is held twice: it touches two features (corners or round
shapes) of the two shapes and the blockers, or passes a point where the outline of a blocker meets that of
a shape it overlaps. A line that only touches is clear, so trying those finitely many lines decides; plain
sights never come to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import sqrt

from .crossing import boundary_points, first_crossed, segment_crosses
from .distance import overlaps, parts_of
from .lines import Line, Round, rim_points, stretch, tangents
from .shapes import Circle, Oval, Polygon, Shape
from .tangent import all_features, outer_corners
from .vector import EPSILON, Point, Segment


def clear_line(a: Shape, b: Shape, blockers: Iterable[Shape]) -> Segment | None:
    """Return a straight line from a point of `a` to a point of `b` that crosses no blocker, or None.

    To cross is to pass deeper than EPSILON; a line may touch. `a` and `b` are convex and must not be among
    the blockers. Raises ValueError for a polygon that is not convex.
    """
    start, end = _anchor(a), _anchor(b)
    near = in_the_way(a, b, blockers)
    if not near or first_crossed(start, end, near) is None:
        return (start, end)
    if isinstance(a, Round) and isinstance(b, Round):
        edges = list(tangents(a, b, 1.0))
        for line in edges:
            found = _clear_along(line, a, b, near)
            if found is not None:
                return found
        near = [shape for shape in near if not any(_outside(shape, line, a) for line in edges)]
        if any(_bars(shape, edges, a, b) for shape in near):
            return None
    return _search(a, b, near)


def hides(blocker: Shape, a: Shape, b: Shape) -> bool:
    """Whether a convex shape by itself crosses every line between two round shapes, clear of the two.

    False for other shapes; then only `clear_line` can tell.
    """
    if not isinstance(a, Round) or not isinstance(b, Round) or not in_the_way(a, b, (blocker,)):
        return False
    return _bars(blocker, list(tangents(a, b, 1.0)), a, b)


def in_the_way(a: Shape, b: Shape, shapes: Iterable[Shape]) -> list[Shape]:
    """Return those of some shapes that may touch the band between `a` and `b`, by bounding discs: no line
    from one to the other meets any that are left out.
    """
    ax, ay = a.x, a.y
    dx, dy = b.x - ax, b.y - ay
    size = dx * dx + dy * dy or 1.0
    band = a.radius if a.radius > b.radius else b.radius
    near = []
    for shape in shapes:
        x, y = shape.x - ax, shape.y - ay
        t = (x * dx + y * dy) / size
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        x -= dx * t
        y -= dy * t
        reach = band + shape.radius
        if x * x + y * y < reach * reach:
            near.append(shape)
    return near


def _anchor(shape: Shape) -> Point:
    """Return a point inside a convex shape."""
    if type(shape) is not Polygon:
        return (shape.x, shape.y)
    if not shape.convex:
        raise ValueError("lines are sought between convex shapes only")
    points = shape.points
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _outside(shape: Shape, line: Line, inner: Round) -> bool:
    """Whether a shape lies wholly on the other side of a line that touches `inner` from without."""
    nx, ny, level = line
    beyond = nx * shape.x + ny * shape.y - level
    return (beyond if nx * inner.x + ny * inner.y < level else -beyond) >= shape.radius


def _bars(blocker: Shape, edges: Sequence[Line], a: Round, b: Round) -> bool:
    """Whether a convex shape crosses both outer edges of the band between two round shapes, clear of the two:
    then it holds a straight line from edge to edge, and every line from the one to the other crosses that.
    """
    if len(edges) != 2 or (type(blocker) is Polygon and not blocker.convex):
        return False
    for line in edges:
        side = stretch(line, a, b)
        if side is None or not segment_crosses(*side, blocker):
            return False
    return not overlaps(blocker, a) and not overlaps(blocker, b)


def _search(a: Shape, b: Shape, near: Sequence[Shape]) -> Segment | None:
    features = [*_features(a), *_features(b), *_covers(a, near), *_covers(b, near)]
    for blocker in near:
        features += [_rounded(feature) for feature, _ in outer_corners(blocker)]
    for one, other in combinations(features, 2):
        for side in (1.0, -1.0) if one.radius and other.radius else (1.0,):
            for line in tangents(one, other, side):
                found = _clear_along(line, a, b, near)
                if found is not None:
                    return found
    return None


def _features(shape: Shape) -> list[Round]:
    return [_rounded(feature) for feature in all_features(shape)]


def _rounded(feature: Point | Round) -> Round:
    return Circle(*feature, 0.0) if isinstance(feature, tuple) else feature


def _clear_along(line: Line, a: Shape, b: Shape, near: Sequence[Shape]) -> Segment | None:
    """Return the stretch of a line from the one shape to the other if no blocker crosses it."""
    found = stretch(line, a, b)
    if found is None:
        return None
    nx, ny, level = line
    (sx, sy), (tx, ty) = found
    start, end = nx * sy - ny * sx, nx * ty - ny * tx
    if start > end:
        start, end = end, start
    for shape in near:
        if type(shape) is Circle:
            r = shape.r - EPSILON
            off = nx * shape.x + ny * shape.y - level
            if -r < off < r:
                middle, half = nx * shape.y - ny * shape.x, sqrt(r * r - off * off)
                if middle + half > start and middle - half < end:
                    return None
        elif segment_crosses(*found, shape):
            return None
    return found


def _covers(shape: Shape, near: Sequence[Shape]) -> list[Round]:
    """Return the points where outlines of blockers meet that of a shape which they overlap."""
    found: list[Point] = []
    for blocker in near:
        if not overlaps(blocker, shape):
            continue
        for outline, other in ((shape, blocker), (blocker, shape)):
            for part in parts_of(outline):
                if not isinstance(part, Oval):
                    for p, q in zip(part, part[1:] + part[:1], strict=True):
                        found += boundary_points(p, q, other)
                elif isinstance(other, Round):
                    found += rim_points(part, other)
    return [Circle(x, y, 0.0) for x, y in found]
