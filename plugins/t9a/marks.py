"""States of units and how long each lasts: the marks of the core pack, put and taken here.

Marks that end at the same boundary share one lasting effect, so that a turn of forty moves does not schedule
forty ends. Source: T9A rulebook, Charge Phase, Movement Phase 2, Psychology 2-3, Melee Phase 5.A, Model
Rules.
"""

from __future__ import annotations

from tercio.kernel.scheduler import Lasting, boundary
from tercio.kernel.state import Game, Unit

SHAKEN = "shaken"
CHARGED, CHARGING, FAILED_CHARGE, REDIRECTED = "charged", "charging", "failed-charge", "redirected"
CHOSE_FLEE, FLED, FLED_VOLUNTARILY = "chose-flee", "fled", "fled-voluntarily"
ADVANCED, MARCHED, REFORMED, MOVED = "advanced", "marched", "reformed", "moved"
MAGICALLY_MOVED, ARRIVED, LATE_ARRIVAL = "magically-moved", "arrived", "late-arrival"
JOINED, LEFT_BEHIND, SHOT, PASSED_PANIC = "joined", "left", "shot", "passed-panic"
POST_COMBAT_PIVOT, OVERRUNNING, PURSUING = "post-combat-pivot", "overrunning", "pursuing"
FOUGHT, UNALIGNED, BROKEN = "fought", "unaligned", "broken"

_THIS_TURN, _THIS_PHASE, _NEXT_TURN = ("turn", 1), ("phase", 1), ("turn", 2)
_LASTS: dict[str, tuple[str, int]] = {
    **dict.fromkeys(
        (CHARGED, FAILED_CHARGE, ADVANCED, MARCHED, REFORMED, MOVED, ARRIVED, LEFT_BEHIND, SHOT), _THIS_TURN
    ),
    **dict.fromkeys(
        (
            REDIRECTED,
            CHOSE_FLEE,
            FLED,
            MAGICALLY_MOVED,
            JOINED,
            PASSED_PANIC,
            OVERRUNNING,
            PURSUING,
            FOUGHT,
            BROKEN,
        ),
        _THIS_PHASE,
    ),
    POST_COMBAT_PIVOT: _NEXT_TURN,
}


def put(g: Game, unit: Unit, *names: str) -> None:
    """Mark a unit for as long as the mark lasts: this phase, this turn, the next turn, or until it is taken
    off.
    """
    for name in names:
        lasts = _LASTS.get(name)
        if lasts is None:
            unit.marks[name] = 0
            continue
        effect = _shared(g, *lasts)
        effect.marks.append((unit.id, name))
        unit.marks[name] = effect.id


def take(unit: Unit, *names: str) -> None:
    """Take marks off a unit, if it has them."""
    for name in names:
        unit.marks.pop(name, None)


def _shared(g: Game, level: str, count: int) -> Lasting:
    frame = g.clock.stamp(level)
    label = f"marks until end of {level} {count} from {frame}"
    for effect in reversed(g.schedule.lasting):
        if effect.label == label:
            return effect
    return g.schedule.begin(g, label, boundary("end", level, count=count))
