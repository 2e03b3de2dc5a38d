"""A shooting range and a magic circle: real army list entries under the packs of two armies, set up by a
few numbers.

`Range(dice, phase)` is a `Field` with both army books. `entry("A", ELVES, "20 Citizen Archers", 36, 10)`
puts a line of an army list on the table; `run` plays a procedure with answers by the kind of decision.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.roster import muster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Unit
from tercio.plugins.regiments.formation import form_up
from tercio.plugins.regiments.listing import read
from tercio.plugins.t9a.muster import unit_of_entry

from .field import Field
from .tiny import named

ELVES, EMPIRE = "Highborn Elves", "Empire of Sonnstahl"


@cache
def both_books() -> Ruleset:
    """Return the rules of both armies, read once."""
    return Desk().rules("t9a", [("elves", ELVES), ("empire", EMPIRE)])


class Range(Field):
    """A field under the packs of two armies, in the Shooting Phase of A's turn unless told otherwise."""

    def __init__(self, dice: dict[str, list[int]] | None = None, phase: str = "shooting") -> None:
        super().__init__(dice, phase)
        self.g.ruleset = both_books()
        for name, army in (("A", ELVES), ("B", EMPIRE)):
            self.g.players[name].army = army
            self.g.players[name].size = 4000

    def entry(
        self, owner: str, army: str, line: str, x: float, y: float, facing: float = 0.0, files: int = 5
    ) -> Unit:
        """Put an entry, written as a line of an army list without its points, on the table with its centre
        at (x, y).
        """
        roster, faults = read(self.g.ruleset, f"{army}\n1 - {line}\n")
        assert not faults, faults
        made = muster(self.g.ruleset, roster)
        unit = unit_of_entry(self.g, made.shelf, made.bounds[0], owner, 0)
        self.g.add_unit(unit)
        ux, uy = direction_from_degrees(facing)
        form_up(unit, x, y, ux, uy, min(files, unit.models))
        return unit


def run(procedure: Any, **answers: Any) -> tuple[Any, list[Any]]:
    """Run a procedure; answers are given by the kind of decision (`shoot_unit=...`), lists one after the
    other, else the default.

    Returns its result and the decisions it asked.
    """
    asked: list[Any] = []
    try:
        decision = next(procedure)
        while True:
            asked.append(decision)
            answer = _answer(decision, answers)
            refusal = decision.judge(answer)
            assert refusal is None, (refusal, answer, decision.kind)
            decision = procedure.send(answer)
    except StopIteration as done:
        return done.value, asked


def _answer(decision: Any, answers: dict[str, Any]) -> Any:
    key = decision.kind.replace(".", "_").replace("-", "_")
    told = answers.get(key)
    if isinstance(told, list) and told:
        told = told.pop(0)
    elif isinstance(told, list):
        told = None
    if callable(told):
        return told(decision)
    if told is not None:
        return named(decision, told)
    return next((word for word in ("pass", "stay", 0) if word in decision.options), decision.options[0])
