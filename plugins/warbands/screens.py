"""What rows of models hide at a glance: a quick sieve before lines of sight are sought pair by pair.

Take the blockers that stand between two units, all of them in front of the one and behind the other, from
left to right. A clear line passes left of the first, right of the last or between two neighbours. For
given neighbours the lines that pass between them, meet a base of the one unit and meet one of the other are
told by their directions: each two of these demands leave an interval. Where no direction is left for any pair
of bases, the row hides the units from each other. The sieve may let hidden pairs pass, never the reverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import acos, atan2, cos, inf, pi, sin, sqrt
from typing import Final, TypeAlias

from tercio.kernel.geometry import EPSILON, Circle, Oval, Point, Polygon, Shape
from tercio.kernel.geometry.distance import parts_of

Disc: TypeAlias = tuple[float, float, float]
"""How far to the left, how far ahead, radius; seen along the way from the one unit to the other."""
Turn: TypeAlias = tuple[float, float]
"""The least and the greatest angle of a line to that way, in radians."""

_WAYS: Final = tuple((cos(2.0 * pi * i / 32), sin(2.0 * pi * i / 32)) for i in range(32))
_AHEAD: Final[Turn] = (-pi / 2.0, pi / 2.0)
_SLACK: Final = 2.0 * EPSILON
_OUTLINE: Final = _WAYS[::4]


def unhidden(
    bases: Sequence[Shape], others: Sequence[Shape], blockers: Iterable[Shape]
) -> list[tuple[Shape, Shape]]:
    """Return the pairs of bases of two units that a row of blockers does not certainly hide from each other,
    the nearest first.
    """
    pairs = [(i, j) for i in range(len(bases)) for j in range(len(others))]
    (wx, wy), back, front = _widest(bases, others)
    row = [discs for shape in blockers if (discs := _discs(shape, wx, wy, back, front))]
    if row:
        row.sort(key=lambda discs: discs[0], reverse=True)
        near, far = [_disc(b, wx, wy) for b in bases], [_disc(b, wx, wy) for b in others]
        ways = [_through(left, right, near, far) for left, right in pairwise([(), *row, ()])]
        pairs = [(i, j) for i, j in pairs if any(_joined(a[i], b[j], near[i], far[j]) for a, b in ways)]
    pairs.sort(key=lambda pair: _apart(bases[pair[0]], others[pair[1]]))
    return [(bases[i], others[j]) for i, j in pairs]


def _apart(one: Shape, other: Shape) -> float:
    dx, dy = other.x - one.x, other.y - one.y
    return sqrt(dx * dx + dy * dy) - one.radius - other.radius


def _widest(bases: Sequence[Shape], others: Sequence[Shape]) -> tuple[Point, float, float]:
    """Return the way along which the widest strip parts two units, and where that strip begins and ends."""
    best, found = -inf, (_WAYS[0], 0.0, -inf)
    for way in _WAYS:
        wx, wy = way
        back = max([b.x * wx + b.y * wy + b.radius for b in bases])
        front = min([b.x * wx + b.y * wy - b.radius for b in others])
        if front - back > best:
            best, found = front - back, (way, back, front)
    return found


def _disc(shape: Shape, wx: float, wy: float) -> Disc:
    return (shape.y * wx - shape.x * wy, shape.x * wx + shape.y * wy, shape.radius)


def _discs(shape: Shape, wx: float, wy: float, back: float, front: float) -> tuple[Disc, ...]:
    """Return discs that span a blocker, or none of it; nothing unless it stands within the strip."""
    if type(shape) is Circle:
        discs: tuple[Disc, ...] = (_disc(shape, wx, wy),)
    elif type(shape) is Polygon and not shape.convex:
        return ()
    else:
        corners = [shape.support(*way) for way in _OUTLINE] if isinstance(shape, Oval) else parts_of(shape)[0]
        assert not isinstance(corners, Oval)
        discs = tuple((y * wx - x * wy, x * wx + y * wy, 0.0) for x, y in corners)
    return discs if all(back <= s - r and s + r <= front for _, s, r in discs) else ()


def _through(
    left: Sequence[Disc], right: Sequence[Disc], near: Sequence[Disc], far: Sequence[Disc]
) -> tuple[list[Turn | None], list[Turn | None]]:
    """Return for each base of two units the directions of lines that meet it and pass right of all of `left`
    and left of all of `right`.
    """
    turn: Turn | None = _AHEAD
    for one in left:
        for other in right:
            turn = turn and _cut(turn, one, other, one[2] + other[2])
    return (_all_met(turn, left, right, near), _all_met(turn, left, right, far))


def _all_met(
    turn: Turn | None, left: Sequence[Disc], right: Sequence[Disc], unit: Sequence[Disc]
) -> list[Turn | None]:
    return [turn and _met(turn, left, right, base) for base in unit]


def _met(turn: Turn, left: Sequence[Disc], right: Sequence[Disc], base: Disc) -> Turn | None:
    found: Turn | None = turn
    for one in left:
        found = found and _cut(found, one, base, one[2] - base[2])
    for other in right:
        found = found and _cut(found, base, other, other[2] - base[2])
    return found


def _joined(one: Turn | None, other: Turn | None, near: Disc, far: Disc) -> bool:
    """Whether a line in directions that are left for two bases may meet both."""
    if one is None or other is None:
        return False
    low, high = max(one[0], other[0]), min(one[1], other[1])
    turn = _cut((low, high), near, far, -near[2] - far[2]) if low <= high else None
    return turn is not None and _cut(turn, far, near, -near[2] - far[2]) is not None


def _cut(turn: Turn, one: Disc, other: Disc, room: float) -> Turn | None:
    """Return the directions in which the middle of `one` lies at least `room` further left than that of
    `other` (and a hair less); None if there is none. Two intervals count as the one that holds both.
    """
    across, ahead = one[0] - other[0], one[1] - other[1]
    size = sqrt(across * across + ahead * ahead)
    room -= _SLACK
    if room <= -size:
        return turn
    if room > size:
        return None
    low, high = turn
    middle, half = -atan2(ahead, across), acos(room / size)
    if room >= 0.0:
        low, high = max(low, middle - half), min(high, middle + half)
    else:
        middle, half = middle + (pi if middle <= 0.0 else -pi), pi - half
        if middle - half < low < middle + half:
            low = middle + half
        if middle - half < high < middle + half:
            high = middle - half
    return (low, high) if low <= high else None
