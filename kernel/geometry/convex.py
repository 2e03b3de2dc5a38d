"""Distances of convex sets: a point to a shape, and any two convex parts.

A *part* is an outline (tuple of points, counter-clockwise or clockwise, also one or two points) or an `Oval`.
Round shapes meet parts by the GJK method: the distance of two convex sets is the distance of the origin from
the set of their differences, found by moving a chord of that set towards the origin.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import TypeAlias

from .shapes import Oval
from .vector import Point, nearest_on_segment

Part: TypeAlias = tuple[Point, ...] | Oval

_EXACT = 1e-11
_ROUNDS = 100


def support(part: Part, dx: float, dy: float) -> Point:
    """Return the point of a part that lies furthest in the direction `(dx, dy)`."""
    if isinstance(part, Oval):
        return part.support(dx, dy)
    best, found = -inf, (0.0, 0.0)
    for p in part:
        reach = p[0] * dx + p[1] * dy
        if reach > best:
            best, found = reach, p
    return found


def part_distance(a: Part, b: Part) -> float:
    """Return the closest distance of two convex parts, 0.0 if they meet."""
    p, q = support(a, 1.0, 0.0), support(b, -1.0, 0.0)
    first = second = (p[0] - q[0], p[1] - q[1])
    for _ in range(_ROUNDS):
        vx, vy = nearest_on_segment(first, second, (0.0, 0.0))
        size = hypot(vx, vy)
        if size <= _EXACT:
            return 0.0
        p, q = support(a, -vx, -vy), support(b, vx, vy)
        new = (p[0] - q[0], p[1] - q[1])
        if size - (new[0] * vx + new[1] * vy) / size <= _EXACT:
            return size
        if first != second and _origin_inside(first, second, new):
            return 0.0
        first, second = _nearer_side(first, second, new)
    return size


def _origin_inside(a: Point, b: Point, c: Point) -> bool:
    one = a[0] * b[1] - a[1] * b[0]
    two = b[0] * c[1] - b[1] * c[0]
    three = c[0] * a[1] - c[1] * a[0]
    return (one > 0.0 and two > 0.0 and three > 0.0) or (one < 0.0 and two < 0.0 and three < 0.0)


def _nearer_side(a: Point, b: Point, new: Point) -> tuple[Point, Point]:
    origin = (0.0, 0.0)
    one, two = nearest_on_segment(a, new, origin), nearest_on_segment(b, new, origin)
    return (a, new) if hypot(*one) <= hypot(*two) else (b, new)


def oval_distance(a: float, b: float, x: float, y: float) -> float:
    """Return the distance of `(x, y)` from the ellipse with semi-axes `a` (along x) and `b` about the origin.

    Newton's method on the one equation of the nearest point; it starts on the side where the equation is
    convex and falling, so every step is a step nearer. Inside the ellipse the distance is 0.0.
    """
    x, y = abs(x), abs(y)
    if (x / a) ** 2 + (y / b) ** 2 <= 1.0:
        return 0.0
    aa, bb, ax, by = a * a, b * b, a * x, b * y
    t = max(0.0, ax - aa, by - bb)
    for _ in range(_ROUNDS):
        p, q = ax / (t + aa), by / (t + bb)
        over = p * p + q * q - 1.0
        slope = 2.0 * (p * p / (t + aa) + q * q / (t + bb))
        step = over / slope
        t += step
        if step <= _EXACT * t:
            break
    return hypot(x - aa * x / (t + aa), y - bb * y / (t + bb))


def farthest_on_oval(a: float, b: float, x: float, y: float) -> float:
    """Return the distance of `(x, y)` from the farthest point of the ellipse with semi-axes `a` (along x) and
    `b` about the origin.

    Newton's method as in `oval_distance`, on the far branch of the same equation. Where that has no root,
    `(x, y)` is on the short axis, and two points to both sides of it are the farthest.
    """
    if a < b:
        a, b, x, y = b, a, y, x
    x, y, aa, bb = abs(x), abs(y), a * a, b * b
    if x <= _EXACT:
        x = 0.0
    spread = aa - bb
    if spread <= _EXACT * aa:
        return hypot(x, y) + a
    # `t` is counted from the pole of the equation, so that points near the short axis lose nothing.
    t = max(a * x, b * y - spread)
    if t <= 0.0:
        side = bb * y / spread
        return hypot(a * sqrt(max(0.0, 1.0 - side * side / bb)), y + side) if b else hypot(a, y)
    for _ in range(_ROUNDS):
        p, q = a * x / t, b * y / (t + spread)
        over = p * p + q * q - 1.0
        slope = 2.0 * (p * p / t + q * q / (t + spread))
        step = over / slope
        t += step
        if step <= _EXACT * t:
            break
    return hypot(x + aa * x / t, y + bb * y / (t + spread))


def outlines_overlap(a: tuple[Point, ...], b: tuple[Point, ...], depth: float) -> bool:
    """Whether two convex counter-clockwise outlines share more than `depth` across every edge of either."""
    return not (_edge_parts(a, b, depth) or _edge_parts(b, a, depth))


def _edge_parts(a: tuple[Point, ...], b: tuple[Point, ...], depth: float) -> bool:
    x0, y0 = a[-1]
    for x1, y1 in a:
        nx, ny = y1 - y0, x0 - x1
        level = x0 * nx + y0 * ny - depth * sqrt(nx * nx + ny * ny)
        if min(x * nx + y * ny for x, y in b) >= level:
            return True
        x0, y0 = x1, y1
    return False
