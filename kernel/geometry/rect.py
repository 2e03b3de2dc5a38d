"""The oriented rectangle: a base, a unit's footprint, a piece of terrain.

A `Rect` is a value: never change its attributes, ask it for another one. Its facing must be a unit vector and
its width and depth must not be negative; this is the caller's promise and is not checked here (rectangles are
made by the thousand while pieces move). Corners are computed once, when first asked for.
"""

from __future__ import annotations

from enum import Enum
from math import cos, hypot, sin
from typing import Final

from .vector import EPSILON, Point, Segment, midpoint


class Facing(Enum):
    """A side of a rectangle, seen from its own front."""

    FRONT = "front"
    RIGHT = "right"
    REAR = "rear"
    LEFT = "left"


class Rect:
    """A rectangle of full `width` and `depth` about the centre `(x, y)` that faces `(ux, uy)`; all in inches.

    `half_width` and `half_depth` are half of each, `radius` is the distance from the centre to a corner.
    """

    __slots__ = ("_corners", "depth", "half_depth", "half_width", "radius", "ux", "uy", "width", "x", "y")

    x: float
    y: float
    ux: float
    uy: float
    width: float
    depth: float
    half_width: float
    half_depth: float
    radius: float
    _corners: tuple[Point, Point, Point, Point] | None

    def __init__(self, x: float, y: float, ux: float, uy: float, width: float, depth: float) -> None:
        self.x = x
        self.y = y
        self.ux = ux
        self.uy = uy
        self.width = width
        self.depth = depth
        self.half_width = width = width * 0.5
        self.half_depth = depth = depth * 0.5
        self.radius = hypot(width, depth)
        self._corners = None

    @classmethod
    def on_front(cls, left: Point, right: Point, depth: float) -> Rect:
        """Return the rectangle whose front edge runs from `left` to `right`. Raises ValueError if they
        coincide.
        """
        dx, dy = right[0] - left[0], right[1] - left[1]
        width = hypot(dx, dy)
        if width == 0.0:
            raise ValueError("a front edge of no length has no facing")
        ux, uy = -dy / width, dx / width
        mx, my = midpoint(left, right)
        return cls(mx - ux * depth * 0.5, my - uy * depth * 0.5, ux, uy, width, depth)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Front-left, front-right, rear-right, rear-left (clockwise)."""
        corners = self._corners
        if corners is None:
            x, y = self.x, self.y
            fx, fy = self.ux * self.half_depth, self.uy * self.half_depth
            rx, ry = self.uy * self.half_width, -self.ux * self.half_width
            self._corners = corners = (
                (x + fx - rx, y + fy - ry),
                (x + fx + rx, y + fy + ry),
                (x - fx + rx, y - fy + ry),
                (x - fx - rx, y - fy - ry),
            )
        return corners

    @property
    def centre(self) -> Point:
        """The centre."""
        return (self.x, self.y)

    @property
    def facing(self) -> Point:
        """The direction of the front, a unit vector."""
        return (self.ux, self.uy)

    @property
    def front_left(self) -> Point:
        """The corner at the left end of the front."""
        return self.corners[0]

    @property
    def front_right(self) -> Point:
        """The corner at the right end of the front."""
        return self.corners[1]

    @property
    def front_centre(self) -> Point:
        """The middle of the front edge."""
        return (self.x + self.ux * self.half_depth, self.y + self.uy * self.half_depth)

    @property
    def front_edge(self) -> Segment:
        """The front edge, left end first."""
        return self.corners[:2]

    def edge(self, facing: Facing) -> Segment:
        """Return an edge, its left end first as one looks outward from the rectangle."""
        corners = self.corners
        i = _INDEX[facing]
        return (corners[i], corners[(i + 1) % 4])

    def edge_centre(self, facing: Facing) -> Point:
        """Return the middle of an edge."""
        return midpoint(*self.edge(facing))

    def edge_length(self, facing: Facing) -> float:
        """Return the length of an edge: the width for front and rear, the depth for the flanks."""
        return self.width if _INDEX[facing] % 2 == 0 else self.depth

    def normal(self, facing: Facing) -> Point:
        """Return the outward direction of an edge, a unit vector."""
        match facing:
            case Facing.FRONT:
                return (self.ux, self.uy)
            case Facing.RIGHT:
                return (self.uy, -self.ux)
            case Facing.REAR:
                return (-self.ux, -self.uy)
            case Facing.LEFT:
                return (-self.uy, self.ux)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle shifted by `(dx, dy)`."""
        return self._at(self.x + dx, self.y + dy)

    def forward(self, d: float) -> Rect:
        """Return the rectangle `d` inches further along its facing (backward if negative)."""
        return self._at(self.x + self.ux * d, self.y + self.uy * d)

    def turned_to(self, ux: float, uy: float) -> Rect:
        """Return the rectangle turned on its centre to face a unit vector."""
        return Rect(self.x, self.y, ux, uy, self.width, self.depth)

    def pivoted(self, angle: float) -> Rect:
        """Return the rectangle turned on its centre by `angle` radians counter-clockwise."""
        ux, uy = self._facing_after(angle)
        return Rect(self.x, self.y, ux, uy, self.width, self.depth)

    def wheeled(self, side: Facing, angle: float) -> Rect:
        """Return the rectangle wheeled about its front corner on `side` (LEFT or RIGHT).

        A positive angle (radians) brings the other end of the front forward. Raises ValueError for another
        side.
        """
        turn = wheel_turn(side, angle)
        px, py = self.corners[0 if side is Facing.LEFT else 1]
        c, s = cos(turn), sin(turn)
        dx, dy = self.x - px, self.y - py
        ux, uy = self._facing_after(turn)
        return Rect(px + dx * c - dy * s, py + dx * s + dy * c, ux, uy, self.width, self.depth)

    def grown(self, by: float) -> Rect:
        """Return the rectangle with every edge pushed outward by `by` inches (inward if negative, at most
        to 0).
        """
        width, depth = max(0.0, self.width + 2.0 * by), max(0.0, self.depth + 2.0 * by)
        return Rect(self.x, self.y, self.ux, self.uy, width, depth)

    def to_local(self, p: Point) -> Point:
        """Return a table point as (inches to the right, inches to the front) of the centre."""
        dx, dy = p[0] - self.x, p[1] - self.y
        return (dx * self.uy - dy * self.ux, dx * self.ux + dy * self.uy)

    def from_local(self, p: Point) -> Point:
        """Return the table point that lies `p` = (right, front) inches from the centre."""
        return (self.x + self.uy * p[0] + self.ux * p[1], self.y - self.ux * p[0] + self.uy * p[1])

    def contains(self, p: Point) -> bool:
        """Whether a point lies in the rectangle or on its edge (within EPSILON)."""
        right, front = self.to_local(p)
        return abs(right) <= self.half_width + EPSILON and abs(front) <= self.half_depth + EPSILON

    def _at(self, x: float, y: float) -> Rect:
        made = _new(Rect)
        made.x = x
        made.y = y
        made.ux = self.ux
        made.uy = self.uy
        made.width = self.width
        made.depth = self.depth
        made.half_width = self.half_width
        made.half_depth = self.half_depth
        made.radius = self.radius
        made._corners = None
        return made

    def _facing_after(self, angle: float) -> Point:
        c, s = cos(angle), sin(angle)
        ux, uy = self.ux * c - self.uy * s, self.ux * s + self.uy * c
        # A unit that wheels often must not let rounding errors change the length of its facing.
        size = hypot(ux, uy)
        return (ux / size, uy / size)

    def _key(self) -> tuple[float, float, float, float, float, float]:
        return (self.x, self.y, self.ux, self.uy, self.width, self.depth)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Rect and self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return "Rect(x={}, y={}, ux={}, uy={}, width={}, depth={})".format(*self._key())

    def __reduce__(self) -> tuple[type[Rect], tuple[float, float, float, float, float, float]]:
        return (Rect, self._key())


def wheel_turn(side: Facing, angle: float) -> float:
    """Return the counter-clockwise angle of a wheel about the front corner on `side`.

    Raises ValueError unless the side is LEFT or RIGHT.
    """
    match side:
        case Facing.LEFT:
            return angle
        case Facing.RIGHT:
            return -angle
        case _:
            raise ValueError(f"a wheel turns about the left or the right front corner, not the {side.value}")


_new = object.__new__
_INDEX: Final = {Facing.FRONT: 0, Facing.RIGHT: 1, Facing.REAR: 2, Facing.LEFT: 3}
