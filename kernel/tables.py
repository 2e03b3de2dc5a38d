"""Tables of packs with their values worked out, and which row answers."""

from __future__ import annotations

from typing import Any

from .decl.things import Key, Table
from .errors import Diagnostic, RulesError


class BoundTable:
    """A table with its values as numbers."""

    __slots__ = ("_exact", "columns", "decl", "rows")

    def __init__(self, decl: Table, rows: list[tuple[Key, tuple[Any, ...]]]) -> None:
        self.decl = decl
        self.rows = rows
        self.columns = decl.columns
        self._exact: dict[Any, Any] = {}

    def look(self, index: Any, column: str = "") -> Any:
        """Return the value of the first row that holds `index` (a number or a name). Raises RulesError if
        none does.
        """
        row = self._exact.get(index)
        if row is None:
            row = self._exact[index] = self._row(index)
        return row[self.columns.index(column)] if column else row[0]

    def row(self, index: Any) -> tuple[Any, ...]:
        """Return all values of the row that holds `index`."""
        self.look(index)
        values: tuple[Any, ...] = self._exact[index]
        return values

    def _row(self, index: Any) -> tuple[Any, ...]:
        for key, values in self.rows:
            if holds(key, index):
                return values
        raise RulesError(Diagnostic(f"table {self.decl.name} has no row for {index}", self.decl.span))


def holds(key: Key, index: Any) -> bool:
    """Return whether a table row answers an index; ranges are closed but for `over`."""
    if isinstance(index, str):
        return key.name == index
    if key.name:
        return False
    if key.low is not None and (index < key.low or (key.open_low and index == key.low)):
        return False
    return key.high is None or index <= key.high
