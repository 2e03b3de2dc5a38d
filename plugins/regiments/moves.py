"""Moving: a unit goes where its player says, or straight on because it must; what it has used of its move.

Decision `unit.move`: a list of steps (`strides`), or pass, which forgoes what is left of the move in this
phase. Turns that cost nothing are offered for the first piece of a move alone, so that nobody turns for ever.
A unit may move in pieces: how much it has used in the present phase is remembered by it under `moved` (and
`forgone`), as plain data. After each piece the window `unit-moved` opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, ceil, degrees, floor
from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Point, Rect, forward_room
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import open_window

from .contact import this_turn
from .footing import Walk, end_fault, rounded
from .manoeuvre import table_room
from .move_options import options_for
from .strides import ADVANCE, Step, in_the_way, walk
from .surroundings import Surroundings, surroundings
from .turning import PIVOT, turned_by

MOVED: Final = "moved"
FORGONE: Final = "forgone"
_PHASE, _TURN, _INCHES = "phase", "turn", "inches"


def move(g: Game, unit: Unit, inches: float, action: Any = None) -> Procedure[None]:
    """Let a unit move: its player says how, within so many inches, or passes. One that can neither go nor
    turn is not asked.
    """
    if unit.rect is None or unit.destroyed:
        return
    if not _can_stir(g, unit, inches):
        _forgo(g, unit, inches)
        return

    def judge(told: Answer) -> Refusal | None:
        if told == PASS:
            return None
        found = walk(g, unit, told, inches, action)
        return found if isinstance(found, Refusal) else None

    answer = yield Decision(
        "unit.move",
        unit.owner,
        f"{unit.name}: how does it move?",
        lambda: [*options_for(g, unit, inches, action, free_turns=not has_moved(g, unit, _PHASE)), PASS],
        "moves",
        {"unit": unit.id, "inches": round(inches, 3)},
        judge,
    )
    if answer == PASS:
        _forgo(g, unit, inches)
        return
    yield from go(g, unit, answer, inches, action)


def _can_stir(g: Game, unit: Unit, inches: float) -> bool:
    """Whether there is anything to spend, or it may turn for nothing."""
    c = Context(unit=unit, player=g.players.get(unit.owner))
    return inches > EPSILON or (may(g, PIVOT, c, False) and float(value(g, "pivot-cost", c, 0)) <= 0.0)


def go(g: Game, unit: Unit, steps: Sequence[Step], inches: float, action: Any = None) -> Procedure[None]:
    """Move a unit by steps that are allowed. Raises ValueError for others."""
    found = walk(g, unit, steps, inches, action)
    if not isinstance(found, Walk):
        raise ValueError(f"{unit.name} cannot move so: {found}")
    use_up(g, unit, found.cost)
    place(g, unit, found.rect, [list(step) for step in steps], found.cost)
    yield from open_window(g, "after unit-moved", Context(unit=unit))


def place(g: Game, unit: Unit, rect: Rect, steps: list[list[Any]], cost: float = 0.0) -> None:
    """Put a unit where a move has led it, rounded, and tell so."""
    assert unit.rect is not None
    unit.rect = kept = rounded(rect, unit.rect.facing)
    where = {"x": kept.x, "y": kept.y, "bearing": round(degrees_of(kept.facing), 3)}
    g.emit("unit-moved", unit=unit.id, steps=steps, cost=round(cost, 3), **where)


def _forgo(g: Game, unit: Unit, inches: float) -> None:
    """Let a unit do without what is left of its move; a remnant that takes it nowhere is not left over."""
    _add(g, unit, FORGONE, ceil(max(0.0, inches) * 1e6 - EPSILON) / 1e6)


# -- what has been used ----------------------------------------------------------------------------


def use_up(g: Game, unit: Unit, inches: float) -> None:
    """Remember that a unit has moved now, and has used so many inches of its move."""
    _add(g, unit, MOVED, inches)


def _add(g: Game, unit: Unit, what: str, inches: float) -> None:
    known, stamp = unit.memory.get(what), g.clock.stamp("phase")
    before = known[_INCHES] if known is not None and known[_PHASE] == stamp else 0.0
    unit.memory[what] = {_PHASE: stamp, _TURN: this_turn(g), _INCHES: round(before + inches, 6)}


def movement_used(g: Game, unit: Unit) -> float:
    """Return the inches that a unit has used of its move in the present phase, or has forgone."""
    stamp = g.clock.stamp("phase")
    known = (unit.memory.get(name) for name in (MOVED, FORGONE))
    return round(sum(float(one[_INCHES]) for one in known if one is not None and one[_PHASE] == stamp), 6)


def has_moved(g: Game, unit: Unit, period: str) -> bool:
    """Whether a unit has moved in the present phase or turn."""
    known = unit.memory.get(MOVED)
    now = g.clock.stamp("phase") if period == _PHASE else this_turn(g)
    return known is not None and known[period] == now


# -- moves that must be made -----------------------------------------------------------------------


def advance(g: Game, unit: Unit, inches: float, towards: Point | None = None) -> Procedure[None]:
    """Let a unit go straight on as far as it can, at most so many inches, turned to a point first if one is
    given. It stops at what is in the way; it pays for nothing.
    """
    rect = unit.rect
    if rect is None or unit.destroyed or inches <= EPSILON:
        return
    turn = 0.0 if towards is None else bearing_to(rect, towards)
    turned = rect.turned_to(*turned_by(rect.facing, turn)) if turn else rect
    a = surroundings(g, unit, inches)
    travel = _as_far_as(a, turned, inches)
    if travel <= EPSILON and (not turn or end_fault(a, turned) is not None):
        return
    steps = [[PIVOT, turn], [ADVANCE, travel]]
    use_up(g, unit, 0.0)
    place(g, unit, turned.forward(travel), [step for step in steps if step[1]])
    yield from open_window(g, "after unit-moved", Context(unit=unit))


def bearing_to(rect: Rect, point: Point) -> float:
    """Return the turn in degrees, clockwise positive, after which a unit looks at a point; 0 to its own
    middle.
    """
    right, ahead = rect.to_local(point)
    if abs(right) <= EPSILON and abs(ahead) <= EPSILON:
        return 0.0
    return round(degrees(atan2(right, ahead)), 3)


def _as_far_as(a: Surroundings, rect: Rect, inches: float) -> float:
    """Return how far a unit can go straight ahead and stand there, at most so many inches."""
    shapes = [
        *(place for place, other in a.units if not a.passes("pass-over", other, None)),
        *(piece.shape for piece in a.closed if not a.passes("pass-over", None, piece)),
    ]
    limit = inches if a.off_table else table_room(rect, inches, (a.g.width, a.g.depth))
    for clearance in (0.0, a.gap):
        travel = floor(forward_room(rect.front_edge, limit, shapes, clearance) * 1000.0 + EPSILON) / 1000.0
        end = rect.forward(travel)
        if end_fault(a, end) is None and in_the_way(a, rect, end, 0.0, travel) is None:
            return travel
    return 0.0
