"""The shortest way round what bars it, and how long it is.

A shortest way among grown obstacles (see `bars`) is made of straight lines that touch two rims and of arcs
along rims, so only those are tried, the most promising first (A*); a line or arc is held against the bars
when its turn comes. The answer is exact for discs and for hulls with straight edges. Round an oval the way
follows straight edges that touch it, which makes it longer by at most four percent of the part that runs
there.

Lengths in inches. The search is bounded: where it gives up, it answers that there is no way.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import acos, atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from tercio.kernel.geometry import EPSILON, Point
from tercio.kernel.geometry.vector import between

from .bars import Bars, Box, Disc, is_straight, meets_hull

_START: Final = 0
_END: Final = 1
_FULL_TURN: Final = 2.0 * pi
_ARC_STEP: Final = 0.2
"""Radians between two points of an arc that are held against hulls."""
_MOST: Final = 8000
"""Rims that lines are drawn to and hulls that lines are held against before the search gives up."""


class Way(NamedTuple):
    """A way of so many inches.

    Its points are the beginning and the end of each of its straight lines; between an end and the next
    beginning it follows a rim. `marks` tell how far along the way each point is.
    """

    length: float
    points: tuple[Point, ...]
    marks: tuple[float, ...]

    def reached(self, inches: float) -> tuple[Point, float]:
        """Return the last point on a straight line of the way within so many inches, and how far it is."""
        found = (self.points[0], 0.0)
        for i in range(0, len(self.points), 2):
            start, far = self.marks[i], self.marks[i + 1]
            if start > inches:
                break
            share = 1.0 if far <= inches else (inches - start) / (far - start)
            found = (between(self.points[i], self.points[i + 1], share), min(far, inches))
        return found


def shortest(start: Point, end: Point, bars: Bars, area: Box, limit: float) -> Way | None:
    """Return the shortest free way within an area, or None if none of at most `limit` inches is found.

    Start and end have to be free themselves; they may lie on rims.
    """
    direct = hypot(end[0] - start[0], end[1] - start[1])
    if direct > limit + EPSILON:
        return None
    if is_straight(start, end, bars):
        return Way(direct, (start, end), (0.0, direct))
    return _Search(start, end, bars, area, limit + EPSILON).run()


class _Leg:
    """An arc along the rim that `last` has met, up to the angle `leave`, then a line to the rim `rim`, met at
    `angle`.

    There the way goes on counter-clockwise if `way` is 1.0, clockwise if it is -1.0. `cost` counts from the
    start. The first leg, with `last` None, stands at the start.
    """

    __slots__ = ("angle", "cost", "last", "leave", "line", "rim", "way")

    def __init__(
        self,
        last: _Leg | None,
        leave: float,
        rim: int,
        way: float,
        angle: float,
        cost: float,
        line: tuple[Point, Point],
    ) -> None:
        self.last = last
        self.leave = leave
        self.rim = rim
        self.way = way
        self.angle = angle
        self.cost = cost
        self.line = line

    def arc(self, angle: float) -> float:
        """Return the angle along the rim from where it is met onward to another place, in [0, 2 pi)."""
        turn = (angle - self.angle) * self.way % _FULL_TURN
        return 0.0 if turn > _FULL_TURN - EPSILON else turn


class _Search:
    """One search. Start and end count as rims of no radius."""

    def __init__(self, start: Point, end: Point, bars: Bars, area: Box, limit: float) -> None:
        self.start, self.end = start, end
        self.bars, self.area, self.limit = bars, area, limit
        rims = [*bars.discs, *(rim for hull in bars.hulls for rim in hull.rims())]
        self.rims: list[Disc] = [(*start, 0.0), (*end, 0.0), *(rim for rim in rims if self.is_near(rim))]
        self.queue: list[tuple[float, int, _Leg]] = []
        self.count = self.work = 0
        self.settled: dict[tuple[int, float], list[_Leg]] = {}

    def is_near(self, rim: Disc) -> bool:
        """Whether a way within the limit can touch a rim."""
        (x0, y0), (x1, y1), (x, y, r) = self.start, self.end, rim
        return hypot(x - x0, y - y0) + hypot(x - x1, y - y1) - 2.0 * r <= self.limit

    def run(self) -> Way | None:
        """Return the shortest way."""
        self.expand(_Leg(None, 0.0, _START, 1.0, 0.0, 0.0, (self.start, self.start)))
        while self.queue and self.work <= _MOST:
            leg = heappop(self.queue)[2]
            self.work += 1 + len(self.bars.hulls)
            if not self.is_free(leg):
                continue
            if leg.rim == _END:
                return _way(leg)
            if not self.is_beaten(leg):
                self.settled.setdefault((leg.rim, leg.way), []).append(leg)
                self.expand(leg)
        return None

    def expand(self, leg: _Leg) -> None:
        """Queue the lines that leave a rim, each with the arc before it."""
        self.work += len(self.rims)
        self.leave(leg, _END, leg.way)
        for rim in range(_END + 1, len(self.rims)):
            if rim != leg.rim:
                self.leave(leg, rim, 1.0)
                self.leave(leg, rim, -1.0)

    def leave(self, leg: _Leg, rim: int, way: float) -> None:
        """Queue the line from the rim of a leg that touches another rim, to go on there in a way."""
        x0, y0, r0 = self.rims[leg.rim]
        x1, y1, r1 = self.rims[rim]
        dx, dy = x1 - x0, y1 - y0
        apart = hypot(dx, dy)
        off = r0 - r1 if way == leg.way else r0 + r1
        if apart == 0.0 or apart < abs(off) - EPSILON:
            return
        off = min(apart, max(-apart, off))
        angle = atan2(dy, dx) - leg.way * acos(off / apart)
        cost = leg.cost + r0 * leg.arc(angle) + sqrt(apart * apart - off * off)
        if cost > self.limit:
            return
        there = angle if way == leg.way else angle + pi
        qx, qy = x1 + r1 * cos(there), y1 + r1 * sin(there)
        hope = cost + hypot(self.end[0] - qx, self.end[1] - qy)
        if hope <= self.limit:
            p = (x0 + r0 * cos(angle), y0 + r0 * sin(angle))
            self.count += 1
            heappush(self.queue, (hope, self.count, _Leg(leg, angle, rim, way, there, cost, (p, (qx, qy)))))

    def is_free(self, leg: _Leg) -> bool:
        """Whether the line of a leg and the arc before it are free."""
        p, q = leg.line
        last = leg.last
        if not (self.is_inside(p) and self.is_inside(q) and is_straight(p, q, self.bars)):
            return False
        return last is None or self.is_arc_free(last, last.arc(leg.leave))

    def is_beaten(self, leg: _Leg) -> bool:
        """Whether another way leads along the same rim to where this one meets it, and is no longer."""
        r = self.rims[leg.rim][2]
        for other in self.settled.get((leg.rim, leg.way), ()):
            turn = other.arc(leg.angle)
            if other.cost + r * turn <= leg.cost + EPSILON and self.is_arc_free(other, turn):
                return True
        return False

    def is_arc_free(self, leg: _Leg, turn: float) -> bool:
        """Whether the way can go on by an angle along the rim that a leg has met."""
        rim = x, y, r = self.rims[leg.rim]
        if r == 0.0 or turn == 0.0:
            return True
        for disc in self.bars.discs:
            dx, dy = disc[0] - x, disc[1] - y
            # The point of a rim that looks at another disc is nearest to it; the ends belong to lines.
            if abs(hypot(dx, dy) - r) < disc[2] - EPSILON and leg.arc(atan2(dy, dx)) < turn and disc != rim:
                return False
        quarters = [angle for angle in (0.0, pi * 0.5, pi, pi * 1.5) if leg.arc(angle) < turn]
        if not all(self.is_inside((x + r * cos(angle), y + r * sin(angle))) for angle in quarters):
            return False
        steps = ceil(turn / _ARC_STEP) if self.bars.hulls else 0
        angles = [leg.angle + leg.way * turn * i / steps for i in range(1, steps)]
        points = [(x + r * cos(angle), y + r * sin(angle)) for angle in angles]
        return not any(meets_hull(p, p, self.bars.hulls) for p in points)

    def is_inside(self, p: Point) -> bool:
        """Whether a point lies in the area."""
        x, y = p
        west, south, east, north = self.area
        return west - EPSILON <= x <= east + EPSILON and south - EPSILON <= y <= north + EPSILON


def _way(leg: _Leg) -> Way:
    points: list[Point] = []
    marks: list[float] = []
    step = leg
    while step.last is not None:
        (px, py), (qx, qy) = step.line
        points += (step.line[1], step.line[0])
        marks += (step.cost, step.cost - hypot(qx - px, qy - py))
        step = step.last
    return Way(leg.cost, tuple(reversed(points)), tuple(reversed(marks)))
