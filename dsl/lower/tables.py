"""Tables: rows with keys and one value for each column."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tercio.kernel.decl import Expr, Key, Name, Row, Table, Word

from .amounts import amount
from .heads import Head, word_list
from .literals import literal
from .reading import Items, Reading, is_kind, split, text_of
from .scope import Scope, wrong

Common = dict[str, Any]


NUMBERS = ("NUMBER", "SIGNED", "PERCENT", "MEASURE", "TARGET")


def table(scope: Scope, head: Head, common: Common) -> Table:
    """`table NAME (index)` with rows `KEY: VALUE, VALUE`."""
    index = text_of(head.rest).strip("()") if head.rest else ""
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    for line in head.lines:
        reading = Reading(line)
        if reading.word == "columns" and reading.colon is None:
            columns = scope.attempt(word_list, reading.rest, "columns") or ()
        else:
            row = scope.attempt(_row, scope, reading, max(len(columns), 1))
            rows += [row] if row is not None else []
    _check_gaps(head, rows)
    if not rows and not scope.faults:
        raise wrong(head.span, f"table {head.name} has no rows", "write rows below it, e.g. 2 or more: 3+")
    return Table(**common, index=index, columns=columns, rows=tuple(rows))


def _check_gaps(head: Head, rows: list[Row]) -> None:
    """Raise Fault where a table of whole numbers that is open at both ends leaves numbers out between."""
    keys = [row.key for row in rows]
    lows = [key.low for key in keys if key.low is not None]
    highs = [key.high for key in keys if key.high is not None]
    plain = all(not key.name and not key.unit and not key.open_low for key in keys)
    if not plain or len(lows) == len(keys) or len(highs) == len(keys):
        return
    for high in sorted(set(highs)):
        beyond = [key for key in keys if key.high is None or key.high > high]
        if all(key.low is not None and key.low > high + 1 for key in beyond):
            raise wrong(
                head.span,
                f"table {head.name} has no row for {high + 1}",
                "its rows have to follow each other without a gap, e.g. 2 or more, 1, 0 or less",
            )


def _row(scope: Scope, reading: Reading, width: int) -> Row:
    if reading.colon is None:
        raise wrong(
            reading.span, "a row of a table is a key, a colon and its values", "write e.g. 2 or more: 3+"
        )
    runs = split(reading.tail)
    if len(runs) != width:
        raise wrong(
            reading.tail,
            f"this row has {len(runs)} value(s), the table {width} column(s)",
            "name them: columns a, b",
        )
    return Row(row_key(reading.head), tuple(_cell(scope, run) for run in runs))


def _cell(scope: Scope, items: Items) -> Expr:
    if len(items) == 1 and is_kind(items[0], "STRING"):
        return Name(items[0].text)
    if len(items) == 1 and is_kind(items[0], "WORD") and not scope.names.get("constant", items[0].text):
        return Word(items[0].text)
    return amount(scope, items)


def row_key(items: Items) -> Key:
    """Return the key of a table row: a number, a range, a word or a name; raises Fault."""
    shape = tuple("n" if is_kind(item, *NUMBERS) else getattr(item, "text", "") for item in items)
    found = [literal(item) for item in items if is_kind(item, *NUMBERS)]
    values: list[int | Fraction] = [one.value for one in found]
    unit = found[0].unit if found else ""
    match shape, values:
        case ("n",), [only]:
            return Key("", only, only, False, unit)
        case ("n", "or more"), [low]:
            return Key("", low, None, False, unit)
        case ("n", "or less"), [high]:
            return Key("", None, high, False, unit)
        case ("n", "to", "n"), [low, high] if low <= high:
            return Key("", low, high, False, unit)
        case ("over", "n", "to", "n"), [low, high] if low < high:
            return Key("", low, high, True, unit)
        case ("over", "n"), [low]:
            return Key("", low, None, True, unit)
        case _:
            pass
    if len(items) == 1 and is_kind(items[0], "WORD", "STRING"):
        return Key(items[0].text)
    raise wrong(
        items,
        f"`{text_of(items)}` is no key of a row",
        "write 3, 2 or more, -2 or less, 1 to 3, over 5% to 10%, or a name",
    )
