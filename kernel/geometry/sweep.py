"""How far a straight front can go ahead before it comes too near to something.

A front is a segment, left end first, or a whole `Rect`. `wheel_room` and its kin live in `wheel` and are
named here too.

The rule of both kinds of room: a mover may come as near to an obstacle as `clearance` inches, or as near as
it already is if that is less. So it may leave, or pass along, an obstacle that is too near, but not approach
it. Passing at exactly the clearance is allowed; results are exact for rectangles, polygons and circles. Ovals
are approached step by step and never nearer than the clearance less EPSILON.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt

from .distance import parts_of, segment_distance
from .piece import NUDGE, Piece, advance, pieces
from .rect import Rect
from .shapes import Circle, Oval, Shape
from .vector import EPSILON, Point, Segment, along, unit
from .wheel import wheel_angle, wheel_cost, wheel_room

__all__ = [
    "first_contact_forward",
    "forward_room",
    "inside_table",
    "swept_forward",
    "wheel_angle",
    "wheel_cost",
    "wheel_room",
]


def forward_room(mover: Rect | Segment, limit: float, obstacles: Iterable[Shape], clearance: float) -> float:
    """Return how many inches, at most `limit`, a front can go straight ahead; see the module for the rule.

    0.0 if the front is as near as it may be and would only come nearer.
    """
    edge = mover.front_edge if isinstance(mover, Rect) else mover
    (px, py), (qx, qy) = edge
    rx, ry = unit((qx - px, qy - py))
    facing = (-ry, rx)
    mx, my = (px + qx) * 0.5, (py + qy) * 0.5
    half = ((qx - px) * rx + (qy - py) * ry) * 0.5
    room = limit
    for shape in obstacles:
        dx, dy = shape.x - mx, shape.y - my
        reach = shape.radius + clearance + EPSILON
        ahead = dx * facing[0] + dy * facing[1]
        if abs(dx * rx + dy * ry) >= half + reach or ahead >= room + reach or ahead <= -reach:
            continue
        room = min(room, *(_room_to(mover, edge, facing, room, p, clearance) for p in pieces(shape)))
        if room <= 0.0:
            return 0.0
    return room


def _room_to(
    mover: Rect | Segment, edge: Segment, facing: Point, limit: float, piece: Piece, clearance: float
) -> float:
    body: tuple[Point, ...] = mover.corners if isinstance(mover, Rect) else mover

    def gap(travel: float) -> float:
        return piece.gap(tuple(along(p, facing, travel) for p in body))

    now = gap(0.0)
    if now <= clearance + EPSILON * 0.01 and _approaches(now, gap(NUDGE), edge, facing, piece):
        return 0.0
    allowed = min(clearance, now)
    if piece.outline is None:
        return advance(gap, 1.0, allowed, limit)
    # What touches now and is not approached is left behind with the first hair of the way.
    start = NUDGE if now <= EPSILON else 0.0
    return min(limit, _entry(edge, facing, piece.outline, allowed + piece.radius, start))


def _approaches(now: float, soon: float, edge: Segment, facing: Point, piece: Piece) -> bool:
    if now > EPSILON:
        return soon < now - EPSILON * 0.01
    return piece.crossed_by(along(edge[0], facing, NUDGE), along(edge[1], facing, NUDGE))


def _entry(edge: Segment, facing: Point, outline: tuple[Point, ...], near: float, start: float) -> float:
    """Return the travel, not less than `start`, at which a front first comes within `near` of an outline.

    Whether something is met is asked with a hair less than `near`, so that passing at just that distance is
    free.
    """
    (px, py), (qx, qy) = edge
    fx, fy = facing
    width = (qx - px) * fy - (qy - py) * fx
    local = [((x - px) * fy - (y - py) * fx, (x - px) * fx + (y - py) * fy) for x, y in outline]
    best = inf
    for x, y in local:
        off = max(-x, x - width)
        if off < near - EPSILON and y - _rise(near - EPSILON, off) >= start:
            best = min(best, max(0.0, y - _rise(near, off)))
    if len(local) == 1:
        return best
    ax, ay = local[-1]
    for bx, by in local:
        for x in (0.0, width):
            best = min(best, _end_entry(ax - x, ay, bx - x, by, near, start))
        ax, ay = bx, by
    return best


def _rise(near: float, off: float) -> float:
    if off <= 0.0:
        return near
    return sqrt(near * near - off * off)


def _end_entry(ax: float, ay: float, bx: float, by: float, near: float, start: float) -> float:
    """Return when a point that runs up the line x = 0 comes within `near` of the edge ab from outside."""
    nx, ny = by - ay, ax - bx
    size = sqrt(nx * nx + ny * ny)
    if size <= EPSILON or ny >= -1e-12 * size:
        return inf
    level = ax * nx + ay * ny
    y = (level + (near - EPSILON) * size) / ny
    foot = ((y - ay) * (by - ay) - ax * (bx - ax)) / (size * size)
    if y < start or not 0.0 <= foot <= 1.0:
        return inf
    return max(0.0, (level + near * size) / ny)


def swept_forward(rect: Rect, d: float) -> Rect:
    """Return the rectangle that a rectangle covers while it goes `d` >= 0 inches straight ahead."""
    half = d * 0.5
    return Rect(
        rect.x + rect.ux * half, rect.y + rect.uy * half, rect.ux, rect.uy, rect.width, rect.depth + d
    )


def first_contact_forward(edge: Segment, direction: Point, limit: float, shape: Shape) -> float | None:
    """Return the travel in inches at which a moving edge (or point: both ends alike) first touches a shape.

    The edge keeps its bearing and moves along the unit vector `direction`; grazing counts as touching. 0.0 if
    it touches already, None if it does not within `limit`.
    """
    if segment_distance(*edge, shape) <= EPSILON:
        return 0.0
    if isinstance(shape, Oval | Circle):
        best = _round_contact(edge, direction, shape)
    else:
        best = min(
            _outline_contact(edge, direction, part) for part in parts_of(shape) if not isinstance(part, Oval)
        )
    return best if best <= limit + EPSILON else None


def _ray_meets(start: Point, direction: Point, a: Point, b: Point) -> float:
    """Return the travel from `start` along a direction to the segment ab, or infinity."""
    dx, dy = direction
    ax, ay = (a[0] - start[0]), (a[1] - start[1])
    bx, by = (b[0] - start[0]), (b[1] - start[1])
    one, other = dx * ay - dy * ax, dx * by - dy * bx
    if (one > EPSILON and other > EPSILON) or (one < -EPSILON and other < -EPSILON):
        return inf
    near, far = ax * dx + ay * dy, bx * dx + by * dy
    if abs(one - other) <= EPSILON:
        found = [t for t in (near, far) if t >= 0.0]
        return min(found, default=inf)
    share = min(1.0, max(0.0, one / (one - other)))
    travel = near + (far - near) * share
    return travel if travel >= 0.0 else inf


def _outline_contact(edge: Segment, direction: Point, outline: tuple[Point, ...]) -> float:
    back = (-direction[0], -direction[1])
    best = min(_ray_meets(corner, back, *edge) for corner in outline)
    a = outline[-1]
    for b in outline:
        best = min(best, _ray_meets(edge[0], direction, a, b), _ray_meets(edge[1], direction, a, b))
        a = b
    return best


def _round_contact(edge: Segment, direction: Point, shape: Circle | Oval) -> float:
    """A round shape is met at an end of the edge, or where its rim runs along the edge."""
    oval = shape if isinstance(shape, Oval) else Oval(shape.x, shape.y, 0.0, 1.0, shape.r, shape.r)
    best = min(_ray_to_oval(end, direction, oval) for end in edge)
    nx, ny = edge[1][1] - edge[0][1], edge[0][0] - edge[1][0]
    size = sqrt(nx * nx + ny * ny)
    if size > EPSILON:
        back = (-direction[0], -direction[1])
        best = min(best, *(_ray_meets(oval.support(nx * s, ny * s), back, *edge) for s in (1.0, -1.0)))
    return best


def _ray_to_oval(start: Point, direction: Point, oval: Oval) -> float:
    # A hair is added so that a grazing ray meets the rim.
    a, b = oval.a + EPSILON * 0.01, oval.b + EPSILON * 0.01
    px, py = oval.to_local(start)
    qx, qy = oval.to_local(along(start, direction, 1.0))
    px, py, dx, dy = px / a, py / b, (qx - px) / a, (qy - py) / b
    size, slope, level = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py - 1.0
    root = slope * slope - size * level
    if root < 0.0:
        return inf
    travel = (-slope - sqrt(root)) / size
    return travel if travel >= 0.0 else inf


def inside_table(shape: Shape, width: float, depth: float) -> bool:
    """Whether a shape lies wholly on a table from (0, 0) to (width, depth), its edge included (EPSILON)."""
    x, y = shape.x, shape.y
    if isinstance(shape, Circle):
        r = shape.r - EPSILON
        return r <= x <= width - r and r <= y <= depth - r
    if isinstance(shape, Oval):
        across, up = shape.extent(1.0, 0.0), shape.extent(0.0, 1.0)
    else:
        corners = shape.corners if isinstance(shape, Rect) else shape.points
        return all(_on_table(x, y, width, depth) for x, y in corners)
    low, high = (x - across, y - up), (x + across, y + up)
    return _on_table(*low, width, depth) and _on_table(*high, width, depth)


def _on_table(x: float, y: float, width: float, depth: float) -> bool:
    return -EPSILON <= x <= width + EPSILON and -EPSILON <= y <= depth + EPSILON
