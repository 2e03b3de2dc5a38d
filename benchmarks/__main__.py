"""`python -m benchmarks`: every row in one run, with its goal, and a line in the history.

`--only WORD` measures the rows whose name holds the word and keeps no history.
"""

from __future__ import annotations

import json
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from . import game_rows, geometry_rows, kernel_rows, language_rows, odds_rows, start_rows
from .timing import Row

HISTORY = Path(__file__).with_name("history.jsonl")
PEERS = ("tercio", "jpoke", "chess", "shapely", "pluggy", "lark", "pydantic")
ROWS: tuple[Row, ...] = tuple(
    row
    for rows in (game_rows, kernel_rows, language_rows, geometry_rows, odds_rows, start_rows)
    for row in rows.ROWS
)


def main(words: list[str]) -> None:
    """Measure and print; keep the figures unless only some rows were asked for."""
    wanted = [row for row in ROWS if not words or any(word in row.name for word in words)]
    console = Console()
    table = Table("row", "figure", "goal", "", title="Tercio against its peers")
    figures: dict[str, float] = {}
    for row in wanted:
        with console.status(row.name):
            figures[row.name] = figure = row.measure()
        goal = f"{row.goal} {row.bound:g}{row.unit}" if row.bound else "for information"
        verdict = "" if not row.bound else "met" if row.met(figure) else "MISSED"
        table.add_row(row.name, f"{figure:.3g}{row.unit}", goal, verdict)
    console.print(table)
    if not words:
        _keep(figures)


def _keep(figures: dict[str, float]) -> None:
    line = {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in PEERS},
        "figures": {name: round(figure, 5) for name, figure in figures.items()},
    }
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if word != "--only"])
