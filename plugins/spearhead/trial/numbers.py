"""Numbers that procedures of Spearhead work out or roll, asked as the procedures do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tercio.kernel.context import Context
from tercio.kernel.decl import DiceAmount
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.modifiers import Ledger
from tercio.kernel.query import stat
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Area, Game, Terrain, Unit, unit_of
from tercio.kernel.trial.ask import worked_out
from tercio.kernel.trial.system import Query

from ..control import control_score


def number_asked(g: Game, query: Query) -> Ledger | None:
    """Return a number that a procedure works out or rolls, None for any other."""
    asker = ASKERS.get(query.value)
    return asker(g, query) if asker is not None else None


def _unit(query: Query) -> Unit:
    unit = unit_of(query.of)
    if unit is None:
        raise RulesError(f"{query.value} is asked of a unit, not of {getattr(query.of, 'name', query.of)}")
    return unit


def _control_score(g: Game, query: Query) -> Ledger:
    """What a unit counts for at a place, 0 if it does not contest it."""
    unit, place = _unit(query), query.against
    if not isinstance(place, Area | Terrain):
        hint = "write: control-score of guard at ghal-maraz"
        raise RulesError(Diagnostic(f"{query.value} of {unit.name} at which place?", hint=hint))
    return worked_out(g, query.value, lambda: control_score(g, unit, place))


def _charge_roll(g: Game, query: Query) -> Ledger:
    unit = _unit(query)
    return _rolled(g, query, unit, stat(g, "charge-roll-dice", Context(unit=unit)))


def _run_roll(g: Game, query: Query) -> Ledger:
    return _rolled(g, query, _unit(query), g.ruleset.constant("run-dice"))


def _rolled(g: Game, query: Query, unit: Unit, dice: DiceAmount) -> Ledger:
    rolled = roll_for(g, query.value, Context(unit=unit), dice, unit.id)
    return Ledger(query.value, "inches", rolled.total, [], rolled.total)


ASKERS: Mapping[str, Callable[[Game, Query], Ledger]] = {
    "control-score": _control_score,
    "charge-roll": _charge_roll,
    "run-roll": _run_roll,
}
