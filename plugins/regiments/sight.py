"""Sight past regiments and terrain of some height: building blocks for systems with front arcs and flat
bases.

A blocker is a shape with a height; which heights hide whom is the system's to say through `lowest`. Endless
heights (`WALL`) always hide. Source: T9A rulebook, Definitions 7 and Shooting Phase 3.B; other ranked systems
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tercio.kernel.geometry import EPSILON, Facing, Point, Rect, Segment, Shape, segment_crosses, sight_line

WALL = 1_000_000
Blocker = tuple[Shape, int]
"""A shape in the way and its height."""


def hiding(blockers: Iterable[Blocker], lowest: int) -> list[Shape]:
    """Return the shapes that are at least `lowest` high."""
    return [shape for shape, height in blockers if height >= lowest]


def sees(
    source: Rect | Segment | Point,
    facing: Point,
    target: Shape,
    blockers: Iterable[Blocker],
    lowest: int,
    half_arc: float | None = 45.0,
) -> Segment | None:
    """Return a free line from a front (or a point) to a target within `half_arc` degrees of the facing, or
    None.

    Blockers lower than `lowest` do not hide; shapes that hold the source are the caller's to leave out.
    """
    edge = source.front_edge if isinstance(source, Rect) else source
    if half_arc is not None and half_arc <= 90.0 and _is_behind(edge, facing, target):
        return None
    return sight_line(edge, facing, target, hiding(blockers, lowest), half_arc)


def _is_behind(edge: Segment | Point, facing: Point, target: Shape) -> bool:
    x, y = edge[0] if isinstance(edge[0], tuple) else edge
    assert isinstance(x, float | int)
    assert isinstance(y, float | int)
    return (target.x - x) * facing[0] + (target.y - y) * facing[1] + target.radius < -EPSILON


def sightings(sources: Iterable[Rect], target: Shape, blockers: Sequence[Blocker], lowest: int) -> list[Rect]:
    """Return the fronts that see a target, each along its own facing."""
    return [rect for rect in sources if sees(rect, rect.facing, target, blockers, lowest) is not None]


def lines_of_cover(start: Point, target: Rect, facing: Facing) -> tuple[Segment, Segment, Segment]:
    """Return the lines from a point to the left end, the middle and the right end of a facing."""
    left, right = target.edge(facing)
    return (start, left), (start, target.edge_centre(facing)), (start, right)


def crossed(line: Segment, shapes: Iterable[Shape]) -> list[Shape]:
    """Return the shapes that a line passes through; grazing is not passing."""
    return [shape for shape in shapes if segment_crosses(*line, shape)]
