"""Moves of a regiment as steps: where they lead, what they cost, and why they may not be.

A step is a pair: `["advance", inches]`, `["back", inches]`, `["left", inches]`, `["right", inches]`,
`["pivot", degrees]` (about the centre, clockwise if positive) or `["wheel", degrees]` (about the right front
corner if positive, else about the left one). What an inch or a turn costs and what is in the way the pack
says: the values and permissions stand in `words/moving`.

An inch is paid for where the centre of the unit goes: terrain under it is asked piece by piece. Where a unit
may stand at the end `footing` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from tercio.kernel.decisions import is_number
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Point, Rect
from tercio.kernel.geometry.distance import overlaps
from tercio.kernel.state import Game, Unit

from .footing import HAIR, Walk, end_fault, is_on_table, near
from .surroundings import Surroundings, surroundings
from .turning import PIVOT, WHEEL, turn

ADVANCE, BACK, LEFT, RIGHT = "advance", "back", "left", "right"
SIDESTEP: Final = "sidestep"
Step = Sequence[Any]

_WAYS: Final = {ADVANCE: (0.0, 1.0), BACK: (0.0, -1.0), LEFT: (-1.0, 0.0), RIGHT: (1.0, 0.0)}
_PERMISSION: Final = {ADVANCE: ADVANCE, BACK: BACK, LEFT: SIDESTEP, RIGHT: SIDESTEP}
_PRICE: Final = {BACK: "back-cost", LEFT: "side-cost", RIGHT: "side-cost"}
_TURNS: Final = (PIVOT, WHEEL)


def walk(
    g: Game,
    unit: Unit,
    steps: Sequence[Step],
    inches: float,
    action: Any = None,
    around: Surroundings | None = None,
) -> Walk | Refusal:
    """Return where steps lead a unit that may spend so many inches, or why it may not go so. Changes nothing.

    `action` is asked in permissions; `around` is what stands around the unit, if the caller knows it.
    """
    rect = unit.rect
    if rect is None:
        return Refusal("move.off_table", {"unit": unit.id})
    if not are_steps(steps):
        return Refusal("move.malformed", {"wanted": '[["advance", 4], ["pivot", -45], ...]'})
    a = around or surroundings(g, unit, _reach(rect, steps), action)
    cost = 0.0
    for kind, how_far in steps:
        taken = turn(a, rect, kind, how_far) if kind in _TURNS else _go(a, rect, kind, how_far)
        if isinstance(taken, Refusal):
            return taken
        rect = taken.rect
        cost += taken.cost
        if cost > inches + EPSILON:
            return Refusal("move.too_far", {"unit": unit.id, "cost": round(cost, 3), "inches": inches})
    fault = end_fault(a, rect)
    return Walk(rect, cost) if fault is None else fault


def are_steps(told: Any) -> bool:
    """Whether an answer is a list of steps: lengths above 0, turns of at most half a circle."""
    return isinstance(told, (list, tuple)) and bool(told) and all(map(_is_step, told))


def _is_step(told: Any) -> bool:
    if not (isinstance(told, (list, tuple)) and len(told) == 2):
        return False
    kind, how_far = told
    if not (isinstance(kind, str) and is_number(how_far)):
        return False
    return (kind in _TURNS and EPSILON < abs(how_far) <= 180) or (kind in _WAYS and how_far > EPSILON)


def _reach(rect: Rect, steps: Sequence[Step]) -> float:
    """Return how far the centre may come from where it is, at most."""
    return sum(
        how_far if kind in _WAYS else 2.0 * rect.radius if kind == WHEEL else 0.0 for kind, how_far in steps
    )


# -- straight on -----------------------------------------------------------------------------------


def _go(a: Surroundings, rect: Rect, kind: str, inches: float) -> Walk | Refusal:
    if not a.allows(_PERMISSION[kind], kind == ADVANCE):
        return Refusal("move.not_allowed", {"unit": a.unit.id, "step": kind})
    right, ahead = _WAYS[kind]
    end = rect.moved(
        (rect.uy * right + rect.ux * ahead) * inches, (rect.uy * ahead - rect.ux * right) * inches
    )
    thing = in_the_way(a, rect, end, abs(right) * inches, abs(ahead) * inches)
    if thing is not None:
        return Refusal("move.blocked", {"unit": a.unit.id, "step": kind, "by": thing})
    if not is_on_table(a, end):
        return Refusal("move.off_the_table", {"unit": a.unit.id, "step": kind})
    return Walk(end, _price(a, kind, rect.centre, end.centre, inches))


def in_the_way(a: Surroundings, start: Rect, end: Rect, across: float, ahead: float) -> int | None:
    """Return the id of what a unit would go through between two places, None if the way is free; `across`
    and `ahead` are how far it goes.
    """
    if not a.units and not a.closed:
        return None
    x, y = (start.x + end.x) * 0.5, (start.y + end.y) * 0.5
    hair = 2.0 * HAIR
    wide, deep = max(0.0, start.width + across - hair), max(0.0, start.depth + ahead - hair)
    swept = Rect(x, y, start.ux, start.uy, wide, deep)
    for rect, other in a.units:
        if near(swept, rect) and overlaps(swept, rect) and not a.passes("pass-over", other, None):
            return other.id
    for piece in a.closed:
        if overlaps(swept, piece.shape) and not a.passes("pass-over", None, piece):
            return piece.id
    return None


def _price(a: Surroundings, kind: str, start: Point, end: Point, inches: float) -> float:
    """Return what a straight step costs, by the terrain under the centre on the way."""
    own = _PRICE.get(kind)
    if not a.rough or not a.is_priced:
        return inches * a.inch(own, None)
    cuts = a.cuts(start, end)
    dx, dy = end[0] - start[0], end[1] - start[1]
    total = 0.0
    for one, other in pairwise(cuts):
        if other - one > EPSILON:
            middle = (one + other) * 0.5
            piece = a.ground((start[0] + dx * middle, start[1] + dy * middle))
            total += (other - one) * a.inch(own, piece)
    return total * inches


def affordable(a: Surroundings, rect: Rect, inches: float, limit: float) -> float:
    """Return how far a unit can advance for a cost of so many inches, at most to a limit."""
    if not a.is_priced:
        return min(limit, inches)
    start, end = rect.centre, rect.forward(limit).centre
    if not a.rough:
        return min(limit, inches / max(EPSILON, a.inch(None, None)))
    way, left = 0.0, inches
    for one, other in pairwise(a.cuts(start, end)):
        middle = (one + other) * 0.5 * limit
        price = a.inch(None, a.ground((start[0] + rect.ux * middle, start[1] + rect.uy * middle)))
        stretch = (other - one) * limit
        if price * stretch > left:
            return way + left / price
        way, left = way + stretch, left - price * stretch
    return way
