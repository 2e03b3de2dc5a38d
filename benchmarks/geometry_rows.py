"""Geometry of moving pieces against shapely, which has to build a polygon for each place that a piece is
tried in.
"""

from __future__ import annotations

from math import cos, sin

from shapely import LineString, Polygon

from tercio.kernel.geometry import Rect, first_overlap, sight_line

from .timing import Row, ratio

_PIECES = [Rect(8.0 * (i % 8) + 4.0, 12.0 * (i // 8) + 6.0, cos(i), sin(i), 6.0, 3.0) for i in range(20)]
_STEPS = range(10)


def _polygon(rect: Rect) -> Polygon:
    return Polygon(rect.corners)


def overlap() -> float:
    """A piece moved in ten steps past twenty others: does it overlap any?"""
    others = [_polygon(piece) for piece in _PIECES]
    mover = Rect(30.0, 2.0, 0.0, 1.0, 5.0, 2.0)

    def ours() -> None:
        for step in _STEPS:
            first_overlap(mover.moved(0.0, step * 0.5), _PIECES)

    def theirs() -> None:
        for step in _STEPS:
            moved = _polygon(mover.moved(0.0, step * 0.5))
            any(moved.intersection(other).area > 1e-9 for other in others if moved.intersects(other))

    return ratio(ours, theirs)


def sight() -> float:
    """Line of sight from a front edge to ten targets past ten blockers; shapely tries fifteen sampled
    lines.
    """
    blockers, targets = _PIECES[:10], _PIECES[10:]
    walls = [_polygon(piece) for piece in blockers]
    source = ((20.0, 1.0), (25.0, 1.0))

    def ours() -> None:
        for target in targets:
            sight_line(source, (0.0, 1.0), target, blockers, 45.0)

    def theirs() -> None:
        for target in targets:
            goal = _polygon(target)
            for start in (source[0], (22.5, 1.0), source[1]):
                points = [*target.corners, (goal.centroid.x, goal.centroid.y)]
                lines = (LineString([start, point]) for point in points)
                if any(not any(line.crosses(wall) for wall in walls) for line in lines):
                    break

    return ratio(ours, theirs)


ROWS = (
    Row("overlap of a moving piece against shapely", "<=", 0.05, overlap),
    Row("line of sight against shapely", "<=", 0.2, sight),
)
