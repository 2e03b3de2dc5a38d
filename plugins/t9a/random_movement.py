"""Compulsory moves of units with Random Movement: a direction, then a roll, then straight on into whatever is
there.

Decisions: move.random (which unit next; or pass, if all that are left may stay where they are),
move.direction (a compass bearing). Source: Model Rules, Random Movement; rulings 54.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure, ask, is_number
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees
from tercio.kernel.permissions import may
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from . import marks
from .engaging import is_engaged
from .headlong import Rush, rush
from .places import place_of
from .spacing import enemies, friends
from .speeds import random_movement

_FOES = 3
_CANNOT = (marks.SHAKEN, marks.ARRIVED, marks.MOVED)


def must_move(g: Game, unit: Unit) -> bool:
    """Return whether a unit has to make a random move in this Movement Phase."""
    if (
        unit.rect is None
        or unit.destroyed
        or is_engaged(g, unit)
        or any(mark in unit.marks for mark in _CANNOT)
    ):
        return False
    return random_movement(g, unit) is not None


def may_stay(g: Game, unit: Unit) -> bool:
    """Return whether a rule lets a unit leave out its compulsory move, decided before it rolls."""
    return may(g, "skip-compulsory-move", Context(unit=unit), False)


def compulsory_moves(g: Game) -> Procedure[None]:
    """Step compulsory-moves: units with Random Movement move before all others. The player may end the step
    when only units are left that may stay where they are.
    """
    while True:
        units = [unit for unit in friends(g, g.active) if must_move(g, unit)]
        if not units:
            return
        numbers = [unit.id for unit in units]
        options = [*numbers, PASS] if all(may_stay(g, unit) for unit in units) else numbers
        answer = yield from ask(
            Decision(
                "move.random",
                g.active,
                "Which unit moves at random next?",
                options,
                "Random Movement",
                {"units": numbers},
            )
        )
        if answer == PASS:
            return
        yield from move_at_random(g, g.units[answer])


def move_at_random(g: Game, unit: Unit) -> Procedure[None]:
    """Choose a direction, roll, and go. A charge on the way is made without reaction or further roll."""
    dice = random_movement(g, unit)
    assert dice is not None
    bearing = yield from ask(
        Decision(
            "move.direction",
            unit.owner,
            "In which direction?",
            lambda: useful_bearings(g, unit),
            "Random Movement",
            {"unit": unit.id, **place_of(unit)},
            _bearing_refusal,
        )
    )
    rolled = roll_for(g, "random-distance", Context(unit=unit), dice, unit.id)
    g.emit("random-distance-rolled", unit=unit.id, faces=list(rolled.faces), distance=rolled.total)
    marks.put(g, unit, marks.MOVED, marks.ADVANCED)
    way = direction_from_degrees(float(bearing))
    one = Rush(unit, way, float(max(0, rolled.total)), edge_stops=True, move="random")
    yield from rush(g, one)
    if not unit.destroyed and listens(g, "after unit-moved"):
        yield from open_window(g, "after unit-moved", Context(unit=unit))


def _bearing_refusal(answer: Answer) -> Refusal | None:
    return None if is_number(answer) else Refusal("move.not_a_bearing", {"answer": answer})


def useful_bearings(g: Game, unit: Unit) -> Sequence[float]:
    """Return the bearings towards the nearest enemies, then straight on."""
    rect = unit.rect
    assert rect is not None
    ways = [
        (foe.rect.x - rect.x, foe.rect.y - rect.y) for foe in enemies(g, unit.owner) if foe.rect is not None
    ]
    ways.sort(key=lambda way: way[0] ** 2 + way[1] ** 2)
    found = [round(degrees_of(way), 3) for way in ways[:_FOES]]
    return list(dict.fromkeys([*found, round(degrees_of(rect.facing), 3)]))
