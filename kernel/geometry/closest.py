"""The closest points of two round shapes, and where a function is lowest."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, pi, sin
from typing import Final

from .shapes import Circle, Oval, Shape
from .vector import Point, Segment

_ROUNDS: Final = 48
_GOLDEN: Final = (5.0**0.5 - 1.0) * 0.5


def closest_points(a: Shape, b: Shape) -> Segment:
    """Return the point of each of two discs or ovals that is closest to the other, as a line from the first
    to the second. They lie apart.
    """
    dx, dy = b.x - a.x, b.y - a.y
    angle = atan2(dy, dx)
    if type(a) is not Circle or type(b) is not Circle:

        def meeting(turned: float) -> float:
            c, s = cos(turned), sin(turned)
            return _extent(a, c, s) + _extent(b, c, s) - dx * c - dy * s

        angle = lowest(meeting, angle - pi * 0.5, angle + pi * 0.5)
    c, s = cos(angle), sin(angle)
    return _support(a, c, s), _support(b, -c, -s)


def _extent(shape: Shape, c: float, s: float) -> float:
    return shape.extent(c, s) if isinstance(shape, Oval) else shape.radius


def _support(shape: Shape, c: float, s: float) -> Point:
    if isinstance(shape, Oval):
        return shape.support(c, s)
    return (shape.x + shape.radius * c, shape.y + shape.radius * s)


def lowest(value: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that falls and then rises is lowest, between two bounds."""
    for _ in range(_ROUNDS):
        one, other = high - (high - low) * _GOLDEN, low + (high - low) * _GOLDEN
        low, high = (low, other) if value(one) <= value(other) else (one, high)
    return (low + high) * 0.5
