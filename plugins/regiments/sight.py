"""Who sees whom: straight lines from a unit's front edge, within its front arc, past units and terrain.

Everything has a height: of a unit the value `sight-height` (its profile's, else 1), of terrain the number
behind its word `blocks-sight`. A line is blocked by what is at least as high as viewer and target both.
A piece of terrain in which viewer or target stands, be it in part, blocks no line between them; where its
word has a second number, no more than so many inches of it may lie on a line instead, wherever they stand.
Viewer and target never block. Who may `see-all-round` looks from all of its edges in every direction.

Where thick terrain is thin enough only lines through corners and middles are tried. Source:
Warhammer Armies Project, Line of Sight; SOVL, Strategic Phase, Ranged attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import cos, hypot, radians, sin
from typing import Any, TypeVar

from tercio.kernel.context import Context
from tercio.kernel.geometry import (
    EPSILON,
    Facing,
    Point,
    Rect,
    Segment,
    Shape,
    overlaps,
    segment_distance,
    sight_line,
)
from tercio.kernel.geometry.crossing import clip, first_crossed, segment_crosses
from tercio.kernel.geometry.distance import parts_of
from tercio.kernel.geometry.sight import Arc
from tercio.kernel.geometry.vector import midpoint, segment_point_distance
from tercio.kernel.modifiers import is_spoken_of, value
from tercio.kernel.permissions import may
from tercio.kernel.query import base_value
from tercio.kernel.state import Game, Unit

from .arcs import half_arc
from .places import traits_of

S = TypeVar("S", bound=Shape)
T = TypeVar("T")
BLOCKS = "blocks-sight"
HEIGHT = "sight-height"
ALL_ROUND = "see-all-round"
_SCENE = "sight"

Veil = tuple[Shape, float]
"""A shape of which so many inches may be seen through."""


@dataclass(slots=True)
class Scene:
    """The table as far as sight goes, true as long as everything stands at its `places`: the units on it,
    pieces that block sight, each with what its word says, and who was found to see whom, by ids.
    """

    places: list[Any]
    units: list[tuple[Rect, Unit]]
    pieces: list[tuple[Shape, tuple[Any, ...]]]
    seen: dict[tuple[int, int], bool] = field(default_factory=dict)


def height_of(g: Game, unit: Unit) -> int:
    """Return the height of a unit as far as sight goes."""
    printed = base_value(unit, HEIGHT)
    if not is_spoken_of(g, HEIGHT) and g.ledgers is None:
        return 1 if printed is None else int(printed)
    return int(value(g, HEIGHT, Context(unit=unit), 1 if printed is None else printed))


def sees(g: Game, unit: Unit, target: Unit) -> bool:
    """Return whether a unit sees any part of another one; nobody sees, or is seen, off the table."""
    rect, there = unit.rect, target.rect
    if rect is None or there is None or unit is target:
        return False
    scene = _scene(g)
    if is_spoken_of(g, HEIGHT) or is_spoken_of(g, f"may {ALL_ROUND}"):
        # What rules say of sight may hang on anything, so that nothing is kept.
        return _sees(g, scene, unit, target, rect, there)
    pair = (unit.id, target.id)
    known = scene.seen.get(pair)
    if known is None:
        known = scene.seen[pair] = _sees(g, scene, unit, target, rect, there)
    return known


def may_see(g: Game, unit: Unit, target: Unit) -> bool:
    """Return whether a unit could see another if nothing were in the way, as far as bounding discs tell: the
    quick way to say no.
    """
    rect, there = unit.rect, target.rect
    if rect is None or there is None:
        return False
    return is_spoken_of(g, f"may {ALL_ROUND}") or not _is_aside(rect, there, half_arc(g))


def front_distance(rect: Rect, shape: Shape | Point) -> float:
    """Return the distance in inches from the front edge of a boundary to the nearest point of a shape."""
    if isinstance(shape, tuple):
        return segment_point_distance(*rect.front_edge, shape)
    return segment_distance(*rect.front_edge, shape)


def _scene(g: Game) -> Scene:
    """Return the table as it is: what was found of it stays true until something has changed its place."""
    places = [unit.rect for unit in g.units.values()]
    places += [piece.shape for piece in g.terrain]  # type: ignore[misc]
    known: Scene | None = g.reached.get(_SCENE)
    if known is not None and known.places == places:
        return known
    units = [(unit.rect, unit) for unit in g.units.values() if unit.rect is not None]
    words = ((piece.shape, traits_of(g, piece).get(BLOCKS)) for piece in g.terrain)
    scene = Scene(places, units, [(shape, word) for shape, word in words if word is not None])
    g.reached[_SCENE] = scene
    return scene


def _sees(g: Game, scene: Scene, unit: Unit, target: Unit, rect: Rect, there: Rect) -> bool:
    all_round = may(g, ALL_ROUND, Context(unit=unit), False)
    half = half_arc(g)
    if not all_round and _is_aside(rect, there, half):
        return False
    solid, veils = _in_the_way(g, scene, unit, target, rect, there)
    if not all_round:
        return _kept(g, (unit.id, target.id), (rect, there, solid, veils, half))
    return any(_is_seen(rect.edge(facing), rect, there, solid, veils, None) for facing in Facing)


def _kept(g: Game, pair: tuple[int, int], asked: tuple[Rect, Rect, list[Shape], list[Veil], float]) -> bool:
    """Return whether a front edge sees a boundary past what is in the way. The answer is kept as long as none
    of them has changed its place, whatever moves elsewhere.
    """
    key = (_SCENE, pair)
    known: tuple[Any, bool] | None = g.reached.get(key)
    if known is None or known[0] != asked:
        rect, there, solid, veils, half = asked
        known = g.reached[key] = asked, _is_seen(rect.front_edge, rect, there, solid, veils, half)
    return known[1]


def _is_aside(rect: Rect, there: Shape, half: float) -> bool:
    """Whether a shape lies wholly behind the front or beside the arc, as far as its bounding disc tells."""
    dx, dy, ux, uy = there.x - rect.x, there.y - rect.y, rect.ux, rect.uy
    ahead = dx * ux + dy * uy - rect.half_depth
    aside = abs(dx * uy - dy * ux) - rect.half_width
    if ahead + there.radius < -EPSILON:
        return True
    angle = radians(half)
    return aside * cos(angle) - ahead * sin(angle) > there.radius + EPSILON


# -- what is in the way ----------------------------------------------------------------------------


def _in_the_way(
    g: Game, scene: Scene, unit: Unit, target: Unit, rect: Rect, there: Rect
) -> tuple[list[Shape], list[Veil]]:
    """Return what hides a target: shapes that end every line, and those that are seen through in part."""
    others = [
        one for one in _between(rect, there, scene.units) if one[1] is not unit and one[1] is not target
    ]
    pieces = _between(rect, there, scene.pieces)
    if not others and not pieces:
        return [], []
    height = max(height_of(g, unit), height_of(g, target))
    solid: list[Shape] = [place for place, other in others if height_of(g, other) >= height]
    veils: list[Veil] = []
    for shape, word in pieces:
        if word[0] >= height and len(word) > 1:
            veils.append((shape, float(word[1])))
        elif word[0] >= height and not overlaps(rect, shape) and not overlaps(there, shape):
            solid.append(shape)
    return solid, veils


def _between(a: Rect, b: Rect, those: Sequence[tuple[S, T]]) -> list[tuple[S, T]]:
    """Return those of some shapes that may touch a line from one boundary to the other, by bounding discs."""
    ax, ay = a.x, a.y
    dx, dy = b.x - ax, b.y - ay
    size = dx * dx + dy * dy or 1.0
    band = a.radius if a.radius > b.radius else b.radius
    found = []
    for one in those:
        shape = one[0]
        x, y = shape.x - ax, shape.y - ay
        along = (x * dx + y * dy) / size
        along = 0.0 if along < 0.0 else 1.0 if along > 1.0 else along
        x -= dx * along
        y -= dy * along
        reach = band + shape.radius
        if x * x + y * y < reach * reach:
            found.append(one)
    return found


# -- lines -----------------------------------------------------------------------------------------


def _is_seen(
    edge: Segment, rect: Rect, there: Rect, solid: Sequence[Shape], veils: Sequence[Veil], half: float | None
) -> bool:
    hiding = [*solid, *(shape for shape, _ in veils)] if veils else solid
    arc = Arc(rect.facing, half)
    if any(_is_free(start, end, arc, hiding) for start in edge for end in (there.centre, *there.corners)):
        return True
    if sight_line(edge, rect.facing, there, hiding, half) is not None:
        return True
    return bool(veils) and any(
        _is_free(start, end, arc, solid) and all(_shows_through(start, end, veil) for veil in veils)
        for start, end in _lines(edge, there)
    )


def _is_free(start: Point, end: Point, arc: Arc, hiding: Sequence[Shape]) -> bool:
    """Whether a line keeps within an arc and nothing hides it."""
    return arc.admits(end[0] - start[0], end[1] - start[1]) and first_crossed(start, end, hiding) is None


def _lines(edge: Segment, there: Rect) -> Iterator[Segment]:
    """Yield lines from the middle and the ends of an edge to middle, corners and edges of a boundary."""
    starts = (midpoint(*edge), *edge)
    ends = (there.centre, *there.corners, *(there.edge_centre(facing) for facing in Facing))
    yield from product(starts, ends)


def _shows_through(start: Point, end: Point, veil: Veil) -> bool:
    """Whether no more of a shape lies on a line than may be seen through."""
    shape, inches = veil
    if not segment_crosses(start, end, shape):
        return True
    spans = [span for part in parts_of(shape) if (span := clip(start, end, part, 0.0)) is not None]
    through = sum(far - near for near, far in spans)
    return through * hypot(end[0] - start[0], end[1] - start[1]) <= inches + EPSILON
