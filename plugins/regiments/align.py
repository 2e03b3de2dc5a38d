"""Lining up against a facing: where along an edge a front can stand, how many models touch there, and small
moves to regain contact.

All positions along an edge are measured in inches from its left end as seen from outside. A front that stands
flush against an edge faces inward, so its right end is at the lower measure: `at` is that end, the front
covers `[at, at + width]`. Source: T9A rulebook, Charge Phase 2.B; Reference Handbook, Charge align priority
and Nudge units to maintain contact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, inf, pi, sin

from tercio.kernel.geometry import EPSILON, Facing, Oval, Point, Rect, Shape, first_contact_forward, touches
from tercio.kernel.geometry.convex import Part
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.state import Unit

from .formation import facing_edge_spots

Span = tuple[float, float]
_APART = 1e-3
"""How far, in inches, a front keeps from an enemy that it must not touch, when it stops short of it."""


@dataclass(frozen=True, slots=True)
class Line:
    """An edge as a measure: its left end, its direction to the right, its outward direction, its length."""

    start: Point
    along: Point
    out: Point
    length: float

    @classmethod
    def of(cls, rect: Rect, facing: Facing) -> Line:
        """Return the measure of an edge of a rectangle."""
        ux, uy = rect.normal(facing)
        return cls(rect.edge(facing)[0], (uy, -ux), (ux, uy), rect.edge_length(facing))

    def measure(self, p: Point) -> float:
        """Return where a point lies along the edge."""
        return (p[0] - self.start[0]) * self.along[0] + (p[1] - self.start[1]) * self.along[1]

    def height(self, p: Point) -> float:
        """Return how far a point lies outside the edge's line (negative: inside)."""
        return (p[0] - self.start[0]) * self.out[0] + (p[1] - self.start[1]) * self.out[1]

    def point(self, at: float) -> Point:
        """Return the point of the edge's line at a measure."""
        return (self.start[0] + self.along[0] * at, self.start[1] + self.along[1] * at)

    def flush(self, at: float, width: float, depth: float) -> Rect:
        """Return the rectangle that stands flush outside the line, from `at` to `at + width`, facing
        inward.
        """
        x, y = self.point(at + width * 0.5)
        half = depth * 0.5
        return Rect(x + self.out[0] * half, y + self.out[1] * half, -self.out[0], -self.out[1], width, depth)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Stretches of models along an edge, ready to be counted."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]

    @classmethod
    def of(cls, unit: Unit, facing: Facing) -> Crowd:
        """Return the models of a unit that stand at a facing."""
        stretches = facing_edge_spots(unit, facing)
        return cls(tuple(s for s, _, _ in stretches), tuple(sorted(e for _, e, _ in stretches)))

    def met(self, low: float, high: float) -> int:
        """Return how many models touch a stretch, at a corner at least."""
        return bisect_right(self.starts, high + EPSILON) - bisect_left(self.ends, low - EPSILON)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A position flush against an edge and how many models touch there: those of the target, those of the
    charger.
    """

    at: float
    target_models: int
    charger_models: int


@dataclass(slots=True)
class Bench:
    """Everything needed to try positions of one front against one edge."""

    line: Line
    width: float
    depth: float
    target: Crowd
    charger: Crowd
    blocked: list[Span] = field(default_factory=list)

    def free(self) -> list[Span]:
        """Return the stretches of `at` at which the front touches the edge and stands in nobody's way."""
        return without((-self.width, self.line.length), self.blocked)

    def rate(self, at: float) -> Lineup:
        """Return how many models touch if the front stands at `at`."""
        end = at + self.width
        return Lineup(at, self.target.met(at, end), self.charger.met(end - self.line.length, end))

    def best(self, wish: float) -> list[Lineup]:
        """Return positions with the most models of the target in contact, then of the charger, then nearest
        to `wish`; best first.

        One position for each free stretch and count at most.
        """
        found: dict[tuple[int, int, int], Lineup] = {}
        for number, (low, high) in enumerate(self.free()):
            for at in self._trials(low, high, wish):
                lineup = self.rate(at)
                key = (number, lineup.target_models, lineup.charger_models)
                other = found.get(key)
                if other is None or abs(at - wish) < abs(other.at - wish) - EPSILON:
                    found[key] = lineup
        return sorted(
            found.values(),
            key=lambda o: (-o.target_models, -o.charger_models, round(abs(o.at - wish), 6), o.at),
        )

    def _trials(self, low: float, high: float, wish: float) -> list[float]:
        marks = [low, high, min(max(wish, low), high)]
        for s in self.target.starts:
            marks.append(s - self.width)
        marks += self.target.ends
        length, width = self.line.length, self.width
        marks += [length - width + e for e in self.charger.ends]
        marks += [s - width for s in self.charger.starts]
        marks = sorted({round(m, 7) for m in marks if low - EPSILON <= m <= high + EPSILON})
        middles = [(a + b) * 0.5 for a, b in pairwise(marks)]
        return [min(max(m, low), high) for m in (*marks, *middles)]


def bench(
    charger: Unit,
    target: Unit,
    facing: Facing,
    hard: Sequence[Shape],
    shy: Sequence[Shape],
    table: tuple[float, float],
) -> Bench:
    """Return the bench of a charger against a facing: it must not overlap `hard` shapes nor touch `shy` ones,
    nor leave the table.
    """
    assert charger.rect is not None
    assert target.rect is not None
    line = Line.of(target.rect, facing)
    width, depth = charger.rect.width, charger.rect.depth
    made = Bench(line, width, depth, Crowd.of(target, facing), Crowd.of(charger, Facing.FRONT))
    for shapes, apart in ((hard, 0.0), (shy, _APART)):
        for shape in shapes:
            span = shadow(line, depth, shape, width, apart)
            if span is not None:
                made.blocked.append((span[0] - width, span[1]))
    made.blocked += _off_table(line, width, depth, table)
    return made


def shadow(line: Line, depth: float, shape: Shape, width: float, apart: float) -> Span | None:
    """Return the stretch of an edge before which, to a depth, a shape stands; None if it does not. `apart`
    inches are added all round.
    """
    sx, sy = line.point(line.length * 0.5)
    reach = line.length * 0.5 + width + depth + shape.radius + apart
    if (shape.x - sx) ** 2 + (shape.y - sy) ** 2 > reach * reach:
        return None
    spans = [_clipped(line, -apart, depth + apart, part) for part in parts_of(shape)]
    found = [span for span in spans if span is not None]
    if not found:
        return None
    return min(s for s, _ in found) - apart, max(e for _, e in found) + apart


def _clipped(line: Line, low: float, high: float, part: Part) -> Span | None:
    """Return the measures of the part of a convex outline that lies between two heights, by more than
    EPSILON.
    """
    points = _outline(part)
    local = [(line.measure(p), line.height(p)) for p in points]
    low, high = low + EPSILON, high - EPSILON
    found = [s for s, h in local if low < h < high]
    previous = local[-1]
    for current in local:
        for level in (low, high):
            if (previous[1] - level) * (current[1] - level) < 0.0:
                t = (level - previous[1]) / (current[1] - previous[1])
                found.append(previous[0] + (current[0] - previous[0]) * t)
        previous = current
    return (min(found), max(found)) if found else None


def _outline(part: Part) -> Sequence[Point]:
    if not isinstance(part, Oval):
        return part
    return [part.support(dx, dy) for dx, dy in _DIRECTIONS]


_DIRECTIONS: tuple[Point, ...] = tuple((cos(i * pi / 8.0), sin(i * pi / 8.0)) for i in range(16))
"""Towards which a round outline is sampled: its true outline lies a hair outside between them."""


def _off_table(line: Line, width: float, depth: float, table: tuple[float, float]) -> list[Span]:
    """Return the positions at which some corner would lie off the table."""
    blocked: list[Span] = []
    for shift in (0.0, width):
        for out in (0.0, depth):
            x, y = line.start[0] + line.out[0] * out, line.start[1] + line.out[1] * out
            for start, way, far in ((x, line.along[0], table[0]), (y, line.along[1], table[1])):
                blocked += _beyond(start, way, far, shift)
    return blocked


def _beyond(start: float, way: float, far: float, shift: float) -> list[Span]:
    if abs(way) <= EPSILON:
        inside = -EPSILON <= start <= far + EPSILON
        return [] if inside else [(-inf, inf)]
    low, high = sorted((-start / way - shift, (far - start) / way - shift))
    return [(-inf, low), (high, inf)]


def without(whole: Span, blocked: Iterable[Span]) -> list[Span]:
    """Return what is left of a closed stretch when open stretches are taken out of it."""
    left = [whole]
    for low, high in blocked:
        if high - low <= EPSILON:
            continue
        left = [
            piece
            for a, b in left
            for piece in ((a, min(b, low)), (max(a, high), b))
            if piece[1] >= piece[0] - EPSILON and (piece[1] <= low + EPSILON or piece[0] >= high - EPSILON)
        ]
    return [(a, max(a, b)) for a, b in left]


# -- contacts ------------------------------------------------------------------------------------------------


def contacts(rect: Rect, others: Iterable[Rect]) -> list[Rect]:
    """Return the rectangles that a rectangle touches."""
    return [other for other in others if touches(rect, other)]


def nudge(rect: Rect, foe: Rect, limit: float) -> list[Rect]:
    """Return the least straight shifts (forward, back, sideways, or one after the other) that bring a
    rectangle into contact with another.

    Shortest first; none longer than `limit` inches.
    """
    ahead, right = (rect.ux, rect.uy), (rect.uy, -rect.ux)
    tries: list[tuple[float, Rect]] = []
    for first, second in ((ahead, right), (right, ahead)):
        for way in (first, (-first[0], -first[1])):
            gap = _gap_along(rect, foe, way)
            if gap is not None and gap <= limit:
                tries.append((gap, rect.moved(way[0] * gap, way[1] * gap)))
        tries += _two_step(rect, foe, first, second, limit)
    tries.sort(key=lambda item: round(item[0], 6))
    return [moved for _, moved in tries]


def _two_step(rect: Rect, foe: Rect, first: Point, second: Point, limit: float) -> list[tuple[float, Rect]]:
    """Shift sideways just far enough to stand before the other, then close in."""
    found: list[tuple[float, Rect]] = []
    mine, theirs = _extent(rect, first), _extent(foe, first)
    shift = (
        theirs[0] - mine[1] if mine[1] < theirs[0] else theirs[1] - mine[0] if mine[0] > theirs[1] else 0.0
    )
    if not shift:
        return found
    shift += EPSILON * 100 if shift > 0 else -EPSILON * 100
    moved = rect.moved(first[0] * shift, first[1] * shift)
    for way in (second, (-second[0], -second[1])):
        gap = _gap_along(moved, foe, way)
        if gap is not None and gap + abs(shift) <= limit:
            found.append((gap + abs(shift), moved.moved(way[0] * gap, way[1] * gap)))
    return found


def _extent(rect: Rect, way: Point) -> Span:
    measures = [x * way[0] + y * way[1] for x, y in rect.corners]
    return min(measures), max(measures)


def _gap_along(rect: Rect, foe: Rect, way: Point) -> float | None:
    """Return how far a rectangle goes along a direction until it touches another; None if it never does."""
    found = []
    for facing in Facing:
        normal = rect.normal(facing)
        if normal[0] * way[0] + normal[1] * way[1] > EPSILON:
            gap = first_contact_forward(rect.edge(facing), way, 1e6, foe)
            if gap is not None:
                found.append(gap)
    return min(found, default=None)
