"""Charges that cannot end flush: the least crooked position at the contact point, and the target's turn
towards it.

The front touches the target with one of its corners and does not pass the line of the Target Facing. Source:
Reference Handbook, Unaligned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from tercio.kernel.geometry import Facing, Point, Rect, Shape, beyond, inside_table, overlaps
from tercio.kernel.geometry.vector import rotate, rotate_about
from tercio.plugins.regiments.align import Line, Span

_STEP, _STEPS = pi / 60.0, 30
_HALVINGS = 12
_APART = 1e-3


@dataclass(frozen=True, slots=True)
class Crooked:
    """An end that is not flush: the boundary, the contact point, and the angle in radians by which it is out
    (counter-clockwise).
    """

    rect: Rect
    point: Point
    angle: float

    def turned_target(self, target: Rect, others: Sequence[Shape], table: tuple[float, float]) -> Rect | None:
        """Return the target turned about the contact point towards the charger as far as there is room; None
        if it cannot turn.
        """
        best: Rect | None = None
        steps = max(1, round(abs(self.angle) / _STEP))
        for i in range(1, steps + 1):
            turned = _about(target, self.point, self.angle * i / steps)
            if overlaps(turned, self.rect) or not inside_table(turned, *table):
                break
            if any(not beyond(turned, shape, _APART) for shape in others):
                break
            best = turned
        return best


def _about(rect: Rect, point: Point, angle: float) -> Rect:
    x, y = rotate_about((rect.x, rect.y), point, angle)
    ux, uy = rotate((rect.ux, rect.uy), angle)
    return Rect(x, y, ux, uy, rect.width, rect.depth)


def unaligned_end(
    charger: Rect,
    target: Rect,
    facing: Facing,
    touched: Span,
    hard: Sequence[Shape],
    shy: Sequence[Shape],
    table: tuple[float, float],
) -> Crooked | None:
    """Return the position with the least angle to the facing in which a corner of the front keeps the contact
    point; None if there is none.
    """
    line = Line.of(target, facing)
    ends = sorted({min(max(at, 0.0), line.length) for at in (*touched, sum(touched) * 0.5)})
    hard, shy = _near(hard, charger, target), _near(shy, charger, target)
    for i in range(1, _STEPS + 1):
        for at in ends:
            for way in (1.0, -1.0):
                found = _crooked(charger, line, at, way * i * _STEP)
                if _is_legal(found.rect, target, hard, shy, table):
                    return _straightened(charger, line, at, way * i * _STEP, target, hard, shy, table)
    return None


def _near(shapes: Sequence[Shape], charger: Rect, target: Rect) -> list[Shape]:
    """Return the shapes that a charger in contact with the target could touch."""
    reach = target.radius + 2.0 * charger.radius + _APART
    return [s for s in shapes if (s.x - target.x) ** 2 + (s.y - target.y) ** 2 <= (reach + s.radius) ** 2]


def _crooked(charger: Rect, line: Line, at: float, angle: float) -> Crooked:
    """Stand flush with a corner of the front on the point, then turn about it away from the edge."""
    # A charger faces inward: turned to its left it leans on its right corner, and the other way round.
    right_end = at if angle > 0.0 else at - charger.width
    flush = line.flush(right_end, charger.width, charger.depth)
    point = line.point(at)
    return Crooked(_about(flush, point, angle), point, angle)


def _is_legal(
    rect: Rect, target: Rect, hard: Sequence[Shape], shy: Sequence[Shape], table: tuple[float, float]
) -> bool:
    if not inside_table(rect, *table) or overlaps(rect, target):
        return False
    return not any(overlaps(rect, s) for s in hard) and all(beyond(rect, s, _APART) for s in shy)


def _straightened(
    charger: Rect,
    line: Line,
    at: float,
    angle: float,
    target: Rect,
    hard: Sequence[Shape],
    shy: Sequence[Shape],
    table: tuple[float, float],
) -> Crooked:
    """Find the least legal angle between a legal one and the one a step nearer to flush."""
    good, bad = angle, angle - (_STEP if angle > 0.0 else -_STEP)
    for _ in range(_HALVINGS):
        middle = (good + bad) * 0.5
        if _is_legal(_crooked(charger, line, at, middle).rect, target, hard, shy, table):
            good = middle
        else:
            bad = middle
    return _crooked(charger, line, at, good)
