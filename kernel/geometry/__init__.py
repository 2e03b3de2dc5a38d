"""Shapes on a flat table: rectangles, discs, ovals, polygons; distance, contact, arcs, sweeps and sight.

Pure Python on floats in inches; the one tolerance is `EPSILON`. Import the names from here.
"""

from __future__ import annotations

from .clear import clear_line
from .contact import arc_of, contact, contact_length
from .distance import beyond, distance, first_overlap, overlaps, segment_distance, touches, within
from .inside import inside
from .rect import Facing, Rect
from .shapes import Circle, Oval, Polygon, Shape
from .sight import segment_crosses, sight_line
from .sweep import (
    first_contact_forward,
    forward_room,
    inside_table,
    swept_forward,
    wheel_angle,
    wheel_cost,
    wheel_room,
)
from .vector import EPSILON, Point, Segment

__all__ = [
    "EPSILON",
    "Circle",
    "Facing",
    "Oval",
    "Point",
    "Polygon",
    "Rect",
    "Segment",
    "Shape",
    "arc_of",
    "beyond",
    "clear_line",
    "contact",
    "contact_length",
    "distance",
    "first_contact_forward",
    "first_overlap",
    "forward_room",
    "inside",
    "inside_table",
    "overlaps",
    "segment_crosses",
    "segment_distance",
    "sight_line",
    "swept_forward",
    "touches",
    "wheel_angle",
    "wheel_cost",
    "wheel_room",
    "within",
]
