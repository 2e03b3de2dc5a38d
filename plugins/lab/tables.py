"""Rows of games and attacks as tables: for a frame, a file of comma-separated values, or Parquet.

A frame is one of pandas where pandas is installed (extra `lab`), else a list of rows (`Rows`); both have
`attrs`. Parquet is written where pyarrow is installed, else CSV.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tercio.kernel.files import write_atomic, writing

from .extras import has, needed
from .games import Row
from .plan import Plan

Flat = dict[str, Any]


class Rows(list[Flat]):
    """A frame for those who have no pandas: a row is a dict; `attrs` hold the result."""

    def __init__(self, rows: Iterable[Flat] = ()) -> None:
        super().__init__(rows)
        self.attrs: dict[str, Any] = {}


def game_rows(plan: Plan, rows: Iterable[Row]) -> list[Flat]:
    """Return one flat row for each game, by number."""
    return [{**_game(plan, row), **row.metrics, "state": row.state, "error": row.error} for row in rows]


def _game(plan: Plan, row: Row) -> Flat:
    place = plan.place(row.number)
    first, second = plan.matches[place.match]
    return {
        "game": row.number,
        "pair": place.pair,
        "ruleset": plan.rulesets[place.rules].name,
        "first": plan.paths[first],
        "second": plan.paths[second],
        "seat": "A" if plan.seats(place)[0] == first else "B",
        "seed": plan.seed_of(place),
        "winner": row.winner,
    }


def attack_rows(plan: Plan, rows: Iterable[Row]) -> list[Flat]:
    """Return one flat row for each attack of each game, by number."""
    return [{**_of_game(plan, row), **attack} for row in rows for attack in row.attacks]


def _of_game(plan: Plan, row: Row) -> Flat:
    game = _game(plan, row)
    return {name: game[name] for name in ("game", "pair", "ruleset", "seat")}


def frame(rows: Sequence[Flat]) -> Any:
    """Return a frame of flat rows."""
    return needed("pandas", "lab").DataFrame(list(rows)) if has("pandas") else Rows(rows)


def write(folder: Path, name: str, rows: Sequence[Flat]) -> Path:
    """Write flat rows as `name.parquet`, or as `name.csv` without pyarrow; returns the file. Raises
    RulesError if it cannot be written.
    """
    path = folder / f"{name}.csv"
    if not has("pyarrow"):
        write_atomic(path, as_csv(rows))
        return path
    path = folder / f"{name}.parquet"
    with writing(path):
        table = needed("pyarrow", "lab").Table.from_pydict(_columns(rows))
        needed("pyarrow.parquet", "lab").write_table(table, path)
    return path


def _names(rows: Sequence[Flat]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _columns(rows: Sequence[Flat]) -> dict[str, list[Any]]:
    """Return rows by column; a column of words and numbers is one of words."""
    columns = {name: [row.get(name) for row in rows] for name in _names(rows)}
    return {name: _alike(values) for name, values in columns.items()}


def _alike(values: list[Any]) -> list[Any]:
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) < 2 or kinds == {int, float}:
        return values
    return [None if value is None else str(value) for value in values]


def as_csv(rows: Sequence[Flat]) -> str:
    """Return rows as comma-separated values with a heading."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _names(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
