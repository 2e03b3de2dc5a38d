"""Round and many-cornered shapes, and the union `Shape`.

Every shape has a centre `x, y` and a bounding `radius` about it, so that any two can be told apart cheaply.
Shapes are values: never change their attributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import TypeAlias

from .outline import convex_turns, triangles, without_repeats
from .rect import Rect
from .vector import EPSILON, Point, Segment, signed_area

Side: TypeAlias = tuple[float, float, float]
"""A line `(nx, ny, level)`: the points with `x * nx + y * ny == level`; `(nx, ny)` is a unit vector."""


class Circle:
    """A disc of radius `r` inches about `(x, y)`."""

    __slots__ = ("r", "radius", "x", "y")

    def __init__(self, x: float, y: float, r: float) -> None:
        self.x = x
        self.y = y
        self.r = r
        self.radius = r

    @property
    def centre(self) -> Point:
        """The centre."""
        return (self.x, self.y)

    def contains(self, p: Point) -> bool:
        """Whether a point lies in the disc or on its rim (within EPSILON)."""
        return hypot(p[0] - self.x, p[1] - self.y) <= self.r + EPSILON

    def moved(self, dx: float, dy: float) -> Circle:
        """Return the disc shifted by `(dx, dy)`."""
        return Circle(self.x + dx, self.y + dy, self.r)

    def __eq__(self, other: object) -> bool:
        return type(other) is Circle and (self.x, self.y, self.r) == (other.x, other.y, other.r)

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.r))

    def __repr__(self) -> str:
        return f"Circle(x={self.x}, y={self.y}, r={self.r})"


class Oval:
    """An ellipse about `(x, y)` that faces `(ux, uy)`: semi-axis `a` across the facing, `b` along it (inches,
    > 0).

    So an oval base of width w and depth d is `Oval(x, y, ux, uy, w / 2, d / 2)`, in the order of `Rect`.
    """

    __slots__ = ("a", "b", "radius", "ux", "uy", "x", "y")

    def __init__(self, x: float, y: float, ux: float, uy: float, a: float, b: float) -> None:
        self.x = x
        self.y = y
        self.ux = ux
        self.uy = uy
        self.a = a
        self.b = b
        self.radius = a if a > b else b

    @property
    def centre(self) -> Point:
        """The centre."""
        return (self.x, self.y)

    def to_local(self, p: Point) -> Point:
        """Return a table point as (inches to the right, inches to the front) of the centre."""
        dx, dy = p[0] - self.x, p[1] - self.y
        return (dx * self.uy - dy * self.ux, dx * self.ux + dy * self.uy)

    def contains(self, p: Point) -> bool:
        """Whether a point lies in the oval or on its rim (within EPSILON)."""
        right, front = self.to_local(p)
        return hypot(right / (self.a + EPSILON), front / (self.b + EPSILON)) <= 1.0

    def extent(self, dx: float, dy: float) -> float:
        """Return how far the oval reaches from its centre in the direction of the unit vector `(dx, dy)`."""
        return hypot(self.a * (dx * self.uy - dy * self.ux), self.b * (dx * self.ux + dy * self.uy))

    def support(self, dx: float, dy: float) -> Point:
        """Return the point of the oval that lies furthest in the direction `(dx, dy)`."""
        across = self.a * (dx * self.uy - dy * self.ux)
        ahead = self.b * (dx * self.ux + dy * self.uy)
        size = hypot(across, ahead) or 1.0
        right, front = self.a * across / size, self.b * ahead / size
        return (self.x + self.uy * right + self.ux * front, self.y - self.ux * right + self.uy * front)

    def moved(self, dx: float, dy: float) -> Oval:
        """Return the oval shifted by `(dx, dy)`."""
        return Oval(self.x + dx, self.y + dy, self.ux, self.uy, self.a, self.b)

    def grown(self, by: float) -> Oval:
        """Return the oval with both semi-axes longer by `by` (shorter if negative, never below a hair)."""
        least = EPSILON * 1e-3
        return Oval(self.x, self.y, self.ux, self.uy, max(least, self.a + by), max(least, self.b + by))

    def _key(self) -> tuple[float, float, float, float, float, float]:
        return (self.x, self.y, self.ux, self.uy, self.a, self.b)

    def __eq__(self, other: object) -> bool:
        return type(other) is Oval and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return "Oval(x={}, y={}, ux={}, uy={}, a={}, b={})".format(*self._key())


class Polygon:
    """A simple polygon, convex or not, whose `points` are kept counter-clockwise.

    `x, y` is the middle of its bounding box. Raises ValueError for fewer than three different points or no
    area. That the outline does not cross itself is the caller's promise.
    """

    __slots__ = ("_parts", "_sides", "convex", "points", "radius", "x", "y")

    def __init__(self, points: Sequence[Point]) -> None:
        outline = without_repeats(points)
        area = signed_area(outline) if len(outline) >= 3 else 0.0
        if abs(area) <= EPSILON * EPSILON:
            raise ValueError("a polygon needs at least three points that do not lie on one line")
        self.points = outline if area > 0.0 else outline[::-1]
        self.convex = convex_turns(self.points)
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        self.x, self.y = (min(xs) + max(xs)) * 0.5, (min(ys) + max(ys)) * 0.5
        self.radius = max(hypot(x - self.x, y - self.y) for x, y in outline)
        self._parts: tuple[tuple[Point, ...], ...] | None = None
        self._sides: tuple[Side, ...] | None = None

    @property
    def centre(self) -> Point:
        """The middle of the bounding box; it need not lie inside."""
        return (self.x, self.y)

    @property
    def edges(self) -> list[Segment]:
        """The edges, counter-clockwise."""
        points = self.points
        return list(zip(points, points[1:] + points[:1], strict=True))

    @property
    def parts(self) -> tuple[tuple[Point, ...], ...]:
        """Convex outlines (counter-clockwise) that together make the polygon; computed once."""
        if self._parts is None:
            self._parts = (self.points,) if self.convex else triangles(self.points)
        return self._parts

    @property
    def sides(self) -> tuple[Side, ...]:
        """The line along each edge as an outward unit normal and its level; computed once."""
        if self._sides is None:
            self._sides = tuple(_side(p, q) for p, q in self.edges)
        return self._sides

    def encloses(self, p: Point) -> bool:
        """Whether a point lies inside by the even-odd rule; on the outline itself either answer may come."""
        x, y = p
        inside = False
        x0, y0 = self.points[-1]
        for x1, y1 in self.points:
            if (y1 > y) != (y0 > y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
                inside = not inside
            x0, y0 = x1, y1
        return inside

    def contains(self, p: Point) -> bool:
        """Whether a point lies in the polygon or on its outline (within EPSILON)."""
        return self.encloses(p) or self.outline_distance(p) <= EPSILON

    def outline_distance(self, p: Point) -> float:
        """Return the distance from a point, inside or outside, to the outline."""
        x, y = p
        best = inf
        x0, y0 = self.points[-1]
        for x1, y1 in self.points:
            dx, dy, px, py = x1 - x0, y1 - y0, x - x0, y - y0
            along = px * dx + py * dy
            size = dx * dx + dy * dy
            if along >= size:
                px, py = x - x1, y - y1
            elif along > 0.0:
                t = along / size
                px, py = px - dx * t, py - dy * t
            gap = px * px + py * py
            if gap < best:
                best = gap
            x0, y0 = x1, y1
        return sqrt(best)

    def moved(self, dx: float, dy: float) -> Polygon:
        """Return the polygon shifted by `(dx, dy)`."""
        return Polygon([(x + dx, y + dy) for x, y in self.points])

    def __eq__(self, other: object) -> bool:
        return type(other) is Polygon and self.points == other.points

    def __hash__(self) -> int:
        return hash(self.points)

    def __repr__(self) -> str:
        return f"Polygon({list(self.points)!r})"


def _side(p: Point, q: Point) -> Side:
    nx, ny = q[1] - p[1], p[0] - q[0]
    size = hypot(nx, ny)
    nx, ny = nx / size, ny / size
    return (nx, ny, p[0] * nx + p[1] * ny)


Shape: TypeAlias = Rect | Circle | Oval | Polygon
