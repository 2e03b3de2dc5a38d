"""How far bases can shift together along a straight line, all by the same way and without turning.

Made for speed: a unit that looks for a place to go asks this for many directions. The answer errs on the safe
side: `SPARE` inches are kept from everything, so that the places may be rounded; ovals that meet ovals are
kept apart by an ellipse about the sum of both, and corners count as square. Inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import Final

from tercio.kernel.geometry import EPSILON, Circle, Oval, Shape

from .bars import Disc, is_straight
from .bodies import DECIMALS
from .ground import Body, Edge, Ground, Kept

SPARE: Final = 0.002
"""More than rounding can take from any distance."""

_GRAZING: Final = 0.01
"""Who leaves something has its middle so far behind; else a rounded way might come nearer still."""

Stretch = tuple[float, float]
"""Where a shift comes too near to something and where it is clear of it again, in inches of the way."""


def shifted(bases: Sequence[Shape], dx: float, dy: float) -> list[Shape]:
    """Return bases shifted by a vector, their places rounded."""
    return [at_rounded(base, base.x + dx, base.y + dy) for base in bases]


def at_rounded(base: Shape, x: float, y: float) -> Shape:
    """Return a base with its centre at a point, which is rounded."""
    x, y = round(x, DECIMALS), round(y, DECIMALS)
    if type(base) is Circle:
        return Circle(x, y, base.r)
    assert type(base) is Oval
    return Oval(x, y, base.ux, base.uy, base.a, base.b)


def room(
    body: Body, ux: float, uy: float, limit: float, ground: Ground, mates: Sequence[Shape] = ()
) -> float:
    """Return how far, at most `limit`, a body can shift along the unit vector `(ux, uy)`, and may end
    there.

    What it is too near to already it may leave, but not approach. It passes `mates`, but does not end on
    them. 0.0 if it cannot go at all.
    """
    travel = _room(body, ux, uy, limit, ground, mates, SPARE)
    if travel <= 0.0:
        # Along what it has come up to before it goes with less to spare.
        travel = _room(body, ux, uy, limit, ground, mates, SPARE * 0.5)
    return travel if _ends_on_table(body, ux * travel, uy * travel, ground) else 0.0


def _room(
    body: Body, ux: float, uy: float, limit: float, ground: Ground, mates: Sequence[Shape], spare: float
) -> float:
    travel = _on_table(body, ux, uy, limit, ground, spare)
    left: list[Stretch] = []
    clear = True
    if body.is_round:
        travel = _to_discs(body, ux, uy, travel, ground.round_bars, spare, left)
        bars, ends = ground.odd_bars, ground.odd_ends
    else:
        bars, ends = _kept(ground.round_bars) + ground.odd_bars, _kept(ground.round_ends) + ground.odd_ends
    for enter, leave in _stretches(body, bars, ux, uy, travel, spare) if bars else ():
        if enter > 0.0:
            travel = min(travel, enter)
        elif enter + leave > 0.0:
            return 0.0
        else:
            left.append((enter, leave))
            clear = False
    if body.is_round and ground.round_ends:
        left += _in_discs(body, ux, uy, travel, ground.round_ends, spare)
    if mates and body.is_round and all(type(mate) is Circle for mate in mates):
        left += _in_discs(body, ux, uy, travel, [(mate.x, mate.y, mate.radius) for mate in mates], spare)
    elif mates:
        ends = [*ends, *(Kept(mate, 0.0) for mate in mates)]
    if ends:
        left += _stretches(body, ends, ux, uy, travel, spare)
    travel = _settled(travel, left) if left else travel
    return travel if clear or _is_clear(body, ux * travel, uy * travel, ground) else 0.0


def _is_clear(body: Body, dx: float, dy: float, ground: Ground) -> bool:
    """Whether a shift is free by the exact bars: what begins within a square corner may yet run into it."""
    ends = shifted(body.bases, dx, dy)
    return all(
        is_straight((base.x, base.y), (end.x, end.y), ground.bars_for(base))
        for base, end in zip(body.bases, ends, strict=True)
    )


def _settled(travel: float, closed: Sequence[Stretch]) -> float:
    """Return the greatest travel, not above the one given, that lies in no closed stretch; 0.0 if none
    does.
    """
    settled = False
    while not settled:
        settled = True
        for enter, leave in closed:
            if enter < travel < leave:
                travel, settled = enter, False
    return max(travel, 0.0)


def _on_table(body: Body, ux: float, uy: float, limit: float, ground: Ground, spare: float) -> float:
    width, depth = ground.size
    if ux > 0.0:
        limit = min(limit, (width - spare - body.east) / ux)
    elif ux < 0.0:
        limit = min(limit, (spare - body.west) / ux)
    if uy > 0.0:
        limit = min(limit, (depth - spare - body.north) / uy)
    elif uy < 0.0:
        limit = min(limit, (spare - body.south) / uy)
    return max(limit, 0.0)


def _ends_on_table(body: Body, dx: float, dy: float, ground: Ground) -> bool:
    """Whether a shift ends on the table: a body that has turned at the rim may begin beyond it."""
    width, depth = ground.size
    return (
        body.west + dx >= -EPSILON
        and body.south + dy >= -EPSILON
        and body.east + dx <= width + EPSILON
        and body.north + dy <= depth + EPSILON
    )


def _to_discs(
    body: Body, ux: float, uy: float, travel: float, discs: Sequence[Disc], spare: float, left: list[Stretch]
) -> float:
    """Return the travel until a body of discs meets one, and note the stretches in which it leaves others."""
    for cx, cy, r in _ahead(body, ux, uy, travel, discs, spare):
        for x, y, own in body.discs:
            x, y, far = cx - x, cy - y, r + own
            side = x * uy - y * ux
            half = far * far - side * side
            if half > 0.0:
                half = sqrt(half)
                at = x * ux + y * uy
                enter = at - half
                if enter >= travel or at + half <= 0.0:
                    continue
                if enter > 0.0:
                    travel = enter
                elif at > -_GRAZING:
                    return 0.0
                else:
                    left.append((enter, at + half))
    return travel


def _in_discs(
    body: Body, ux: float, uy: float, travel: float, discs: Sequence[Disc], spare: float
) -> Iterator[Stretch]:
    """Yield where a body of discs is in others."""
    for cx, cy, r in _ahead(body, ux, uy, travel, discs, spare):
        for x, y, own in body.discs:
            x, y, far = cx - x, cy - y, r + own
            side = x * uy - y * ux
            half = far * far - side * side
            if half > 0.0:
                half = sqrt(half)
                at = x * ux + y * uy
                if at + half > 0.0 and at - half < travel:
                    yield at - half, at + half


def _ahead(
    body: Body, ux: float, uy: float, travel: float, discs: Sequence[Disc], spare: float
) -> list[Disc]:
    """Return the discs that the disc about a body could come too near to on its way, grown by `spare`."""
    x, y, reach = body.x, body.y, body.radius + spare
    near = []
    for cx, cy, r in discs:
        dx, dy, far = cx - x, cy - y, r + reach
        if -far < dx * uy - dy * ux < far and -far < dx * ux + dy * uy < far + travel:
            near.append((cx, cy, r + spare))
    return near


def _kept(discs: Sequence[Disc]) -> list[Kept]:
    return [Kept(Circle(x, y, r), 0.0) for x, y, r in discs]


def _stretches(
    body: Body, obstacles: Sequence[Kept], ux: float, uy: float, travel: float, spare: float
) -> Iterator[Stretch]:
    """Yield for each pair of base and obstacle where the base would be too near, if within the travel."""
    for kept in obstacles:
        shape, away = kept.shape, kept.away + spare
        for base in body.bases:
            dx, dy, far = shape.x - base.x, shape.y - base.y, shape.radius + away + base.radius
            if -far < dx * uy - dy * ux < far and -far < dx * ux + dy * uy < far + travel:
                for enter, leave in stretches(base, kept, away, ux, uy):
                    if leave > 0.0 and enter < travel:
                        yield enter, leave


def stretches(base: Shape, kept: Kept, away: float, ux: float, uy: float) -> Iterator[Stretch]:
    """Yield where a base that shifts along `(ux, uy)` is nearer to a shape than `away`, if anywhere."""
    if isinstance(kept.shape, Circle | Oval):
        found = _round_stretch(base, kept.shape, away, ux, uy)
        if found is not None:
            yield found
    for edges in kept.parts:
        found = _edged_stretch(base, edges, away, ux, uy)
        if found is not None:
            yield found


def _edged_stretch(base: Shape, edges: Sequence[Edge], away: float, ux: float, uy: float) -> Stretch | None:
    enter, leave = -inf, inf
    x, y, own = base.x, base.y, base.radius + away
    oval = base if isinstance(base, Oval) else None
    for nx, ny, level in edges:
        if oval is not None:
            own = oval.extent(nx, ny) + away
        over = x * nx + y * ny - level - own
        speed = ux * nx + uy * ny
        if speed < 0.0:
            if over > -speed * enter:
                enter = over / -speed
        elif speed > 0.0:
            if over > -speed * leave:
                leave = over / -speed
        elif over >= 0.0:
            return None
    return (enter, leave) if enter < leave else None


def _round_stretch(base: Shape, obstacle: Circle | Oval, away: float, ux: float, uy: float) -> Stretch | None:
    """Meet the ellipse about the sum of base, obstacle and distance that fits closest where they face."""
    px, py = obstacle.x - base.x, obstacle.y - base.y
    far = sqrt(px * px + py * py) or 1.0
    nx, ny = px / far, py / far
    whole = xx = xy = yy = 0.0
    for (fx, fy, gx, gy), reach in _ellipses(base, obstacle, away, nx, ny):
        whole += reach
        xx += (fx * fx + gx * gx) / reach
        xy += (fx * fy + gx * gy) / reach
        yy += (fy * fy + gy * gy) / reach
    xx, xy, yy = xx * whole, xy * whole, yy * whole
    scale = xx * yy - xy * xy
    aa = (ux * ux * yy - 2.0 * ux * uy * xy + uy * uy * xx) / scale
    bb = (ux * px * yy - (ux * py + uy * px) * xy + uy * py * xx) / scale
    cc = (px * px * yy - 2.0 * px * py * xy + py * py * xx) / scale - 1.0
    half = bb * bb - aa * cc
    if half <= 0.0:
        return None
    half = sqrt(half)
    return ((bb - half) / aa, (bb + half) / aa)


def _ellipses(
    base: Shape, obstacle: Shape, away: float, nx: float, ny: float
) -> Iterator[tuple[tuple[float, float, float, float], float]]:
    """Yield two axis vectors of each of the ellipses that are added, and how far it reaches along `n`."""
    for shape in (base, obstacle):
        if isinstance(shape, Oval):
            axes = (shape.ux * shape.b, shape.uy * shape.b, shape.uy * shape.a, -shape.ux * shape.a)
            yield axes, shape.extent(nx, ny)
        else:
            yield (shape.radius, 0.0, 0.0, shape.radius), shape.radius
    if away > 0.0:
        yield (away, 0.0, 0.0, away), away
