"""What a unit's fights come to: wounds, scores, rounds fought, tests taken. Plain data in its memory.

`unit.memory["round"]` is written while a round of combat is fought and stays until the next one: wounds
`caused`, those of them in `duels`, wounds `suffered`, the `score` of its side and by what the two differed
(`difference`), what came of it (`result`: won, lost, drawn, or "" while it is fought), and whether it was
`surrounded` when it began. `unit.memory["combat"]` is the fight that goes on: how many `rounds` of it are
over, and the `foes` of the last one. Whoever meets none of those foes again is in a new fight, and in its
first round. `unit.memory["tests"]` is what came of the last test of each roll.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from tercio.kernel.geometry import Facing
from tercio.kernel.state import Game, Unit

ROUND: Final = "round"
COMBAT: Final = "combat"
TESTS: Final = "tests"
WON, LOST, DRAWN = "won", "lost", "drawn"
_NOTHING: Final[dict[str, Any]] = {
    "caused": 0,
    "duels": 0,
    "suffered": 0,
    "score": 0,
    "difference": 0,
    "result": "",
    "surrounded": False,
    "fighting": False,
}


def begin_round(g: Game, unit: Unit, *, surrounded: bool) -> None:
    """A unit begins a round of combat: it has caused and suffered nothing yet."""
    if not _goes_on(g, unit):
        unit.memory[COMBAT] = {"rounds": 0, "foes": []}
    unit.memory[ROUND] = _NOTHING | {"surrounded": surrounded, "fighting": True}


def surrounds(sides: Collection[Facing]) -> bool:
    """Whether enemies on some sides of a unit surround it: on front and rear, or on both flanks."""
    return (Facing.FRONT in sides and Facing.REAR in sides) or (
        Facing.LEFT in sides and Facing.RIGHT in sides
    )


def end_round(g: Game, unit: Unit) -> None:
    """A unit has fought a round of combat."""
    record = unit.memory[ROUND]
    record["fighting"] = False
    foes = g.engagement.foes(unit.id)
    if not foes:
        unit.memory.pop(COMBAT, None)
        return
    combat = unit.memory[COMBAT]
    unit.memory[COMBAT] = {"rounds": combat["rounds"] + 1, "foes": foes}


def _goes_on(g: Game, unit: Unit) -> bool:
    """Whether a unit still meets one of the foes of its last round."""
    before = unit.memory.get(COMBAT)
    if before is None:
        return False
    known = before["foes"]
    return any(foe in known for foe in g.engagement.foes(unit.id))


def rounds_fought(g: Game, unit: Unit) -> int:
    """Return how many rounds of its present combat a unit has fought before this one."""
    if is_fighting(unit) or _goes_on(g, unit):
        return int(unit.memory[COMBAT]["rounds"])
    return 0


def is_fighting(unit: Unit) -> bool:
    """Whether the round of combat of a unit is being fought."""
    record = unit.memory.get(ROUND)
    return record is not None and bool(record["fighting"])


def is_first_round(g: Game, unit: Unit) -> bool:
    """Whether a unit is in the first round of its combat."""
    return (is_fighting(unit) or unit.id in g.engagement) and not rounds_fought(g, unit)


def set_rounds(g: Game, unit: Unit, rounds: int) -> None:
    """Let a unit have fought so many rounds against its present foes."""
    unit.memory[COMBAT] = {"rounds": rounds, "foes": g.engagement.foes(unit.id)}


# -- wounds and scores -----------------------------------------------------------------------------


def note(unit: Unit, wounds: int, what: str = "caused") -> None:
    """Add wounds to those `caused` (`suffered`, in `duels`) in the round that a unit fights."""
    record = unit.memory.setdefault(ROUND, dict(_NOTHING))
    record[what] += wounds


def tallied(unit: Unit | None, what: str) -> Any:
    """Return a number or word of a unit's last round of combat, as if it had been nothing without one."""
    record = unit.memory.get(ROUND) if unit is not None else None
    return _NOTHING[what] if record is None else record[what]


def caused(unit: Unit) -> int:
    """Return the wounds that a unit caused in its last round of combat, those of no effect included."""
    return int(tallied(unit, "caused"))


def conclude(units: Sequence[Unit], score: int, difference: int, result: str) -> None:
    """Write down what came of a round for the units of one side."""
    for unit in units:
        unit.memory[ROUND] |= {"score": score, "difference": difference, "result": result}


# -- tests -----------------------------------------------------------------------------------------


def note_test(unit: Unit, roll: str, passed: bool) -> None:
    """Remember what came of the last test of a roll."""
    unit.memory.setdefault(TESTS, {})[roll] = passed


def tested(unit: Unit | None, roll: str) -> bool | None:
    """Return whether a unit passed the last test of a roll, None if it has taken none."""
    if unit is None:
        return None
    found: bool | None = unit.memory.get(TESTS, {}).get(roll)
    return found
