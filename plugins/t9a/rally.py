"""The Rally Phase: Rally Tests of Shaken units, the Pivot of those that pass, the flight of those that fail.

Decisions: rally.order (unit), rally.flee-from (which of several nearest enemies), rally.pivot (degrees
clockwise, or stay). Source: T9A rulebook, Rally Phase 1 and Psychology 4; rulings 42.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.geometry import EPSILON, distance
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from . import marks
from .engaging import is_engaged
from .flee import away_from, flee
from .pivots import ask_pivot
from .psychology import becomes_steady_again, command_test
from .spacing import enemies, friends


def rally_tests(g: Game) -> Procedure[None]:
    """Step rally-tests: the active player's Shaken units that are not Engaged test one by one (Rally Phase
    1).
    """
    waiting = [unit.id for unit in friends(g, g.active) if waits_to_rally(g, unit)]
    while waiting:
        answer = yield from ask(
            Decision(
                "rally.order",
                g.active,
                "Which unit tries to rally?",
                list(waiting),
                "Rally Phase 1",
                {"units": list(waiting)},
            )
        )
        waiting.remove(answer)
        unit = g.units[answer]
        if waits_to_rally(g, unit):
            yield from rally_test(g, unit)


def waits_to_rally(g: Game, unit: Unit) -> bool:
    """Return whether a unit takes Rally Tests: Shaken, on the table and not Engaged (Rally Phase 1)."""
    return not unit.destroyed and marks.SHAKEN in unit.marks and not is_engaged(g, unit)


def rally_test(g: Game, unit: Unit) -> Procedure[bool]:
    """Take one Rally Test: rally and pivot, or flee on; return whether it was passed."""
    if command_test(g, unit, "rally-test"):
        yield from rally(g, unit)
        yield from ask_pivot(g, unit, "rally.pivot", "Rally Phase 1")
        return True
    foe = yield from _nearest(g, unit)
    if foe is not None:
        yield from flee(g, unit, away_from(unit, foe), why="rally-failed", enemy=foe)
    elif unit.rect is not None:
        # With no enemy left to flee from nothing says where to: the unit runs on as it stands.
        yield from flee(g, unit, unit.rect.facing, why="rally-failed")
    return False


def rally(g: Game, unit: Unit) -> Procedure[None]:
    """The unit is Shaken no longer."""
    becomes_steady_again(unit)
    g.emit("unit-rallied", unit=unit.id)
    if listens(g, "after unit-rallied"):
        yield from open_window(g, "after unit-rallied", Context(unit=unit))


def _nearest(g: Game, unit: Unit) -> Procedure[Unit | None]:
    """Return the closest enemy that is not Shaken, boundary to boundary; of several the opponent chooses."""
    rect = unit.rect
    assert rect is not None
    away = {
        foe.id: distance(foe.rect, rect)
        for foe in enemies(g, unit.owner)
        if foe.rect is not None and marks.SHAKEN not in foe.marks
    }
    if not away:
        return None
    least = min(away.values())
    nearest = [number for number, far in away.items() if far <= least + EPSILON]
    answer = yield from ask(
        Decision(
            "rally.flee-from",
            g.opponent(unit.owner),
            "From which unit does it flee?",
            nearest,
            "Rally Phase 1",
            {"unit": unit.id},
        )
    )
    return g.units[answer]
