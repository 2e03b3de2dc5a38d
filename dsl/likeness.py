"""What a change may not turn a number into: dice stay dice, a distance stays one, a table keeps its columns.

Code asks a constant or a table for one kind of answer. A change that gives another kind would be found only
in the middle of a game, so it is refused where it is laid on.
"""

from __future__ import annotations

from tercio.kernel.decl import Constant, Declaration, DiceAmount, Expr, Literal, Name, Table, Word

from .fields import Drift, shown

_UNITS = {"": "a number", '"': "a distance", "+": "a target number", "%": "a percentage"}
_NUMBER, _DICE = "a number", "dice"


def hold_to(old: Declaration, new: Declaration) -> None:
    """Raise Drift if a constant or table is given another kind of value than it had."""
    if isinstance(old, Constant) and isinstance(new, Constant):
        _hold_constant(old, new)
    if isinstance(old, Table) and isinstance(new, Table):
        _hold_table(old, new)


def _hold_constant(old: Constant, new: Constant) -> None:
    was, is_now = _kind(old.value), _kind(new.value)
    if was and is_now and was != is_now:
        before, after = shown(old.value), shown(new.value)
        message = f"constant {old.name} is {before} in the base; {after} is {is_now}, not {was}"
        raise Drift(message, f"write {was}, as {before} is")


def _hold_table(old: Table, new: Table) -> None:
    if len(new.columns) != len(old.columns):
        names = ", ".join(old.columns) or "none"
        raise Drift(f"table {old.name} has other columns in the base", f"its columns are: {names}")
    for column, known in enumerate(zip(*(row.values for row in old.rows), strict=False)):
        kinds = {_broad(value) for value in known}
        for row in new.rows:
            value = row.values[column] if column < len(row.values) else None
            if value is not None and _broad(value) and "" not in kinds and _broad(value) not in kinds:
                message = f"{shown(value)} in table {old.name} is {_broad(value)}, not {_either(kinds)}"
                raise Drift(message, f"write {_either(kinds)}, as the base does")


def _either(kinds: set[str]) -> str:
    return " or ".join(sorted(kinds))


def _broad(value: Expr) -> str:
    kind = _kind(value)
    return _NUMBER if kind in _UNITS.values() else kind


def _kind(value: Expr) -> str:
    """Return what a value is in words; "" for one that is worked out in play."""
    match value:
        case DiceAmount():
            return _DICE
        case Literal(_, unit):
            return _UNITS[unit]
        case Word() | Name():
            return "a word"
        case _:
            return ""
