"""`python -m benchmarks.growth`: how the time of a battle grows with what is in it. Prints the tables of
`docs/performance.md`; keeps no history.

All figures are battles of SOVL a second on one core, `captain` against `captain` unless said otherwise, the
median of some runs in turn, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from tercio.dsl.desk import Desk
from tercio.dsl.loader import BUILT_IN

ARMIES = ("ashen-clans", "tarn-holds")
UNITS = (1, 2, 4, 6, 8)
IDLE_RULES = (0, 50, 200)
PIECES = (0, 4, 12)
SEEDS, TURNS = range(1, 4), 3
Game = Callable[[int], object]
CAPTAINS = ("captain", "captain")


def lists_of(folder: Path, units: int) -> list[Path]:
    """Write the sample lists cut after so many units (with who joined them) and return their files."""
    found = []
    for army in ARMIES:
        title, *rows = (BUILT_IN / army / "list.txt").read_text("utf-8").strip().splitlines()[:-1]
        kept, count = [], 0
        for row in rows:
            count += " - with " not in row
            if count <= units:
                kept.append(row)
        points = sum(int(row.split(" - ")[0]) for row in kept)
        path = folder / f"{army}-{units}.txt"
        path.write_text("\n".join([title, *kept, str(points)]) + "\n", "utf-8")
        found.append(path)
    return found


def overlay(folder: Path, name: str, text: str) -> Path:
    """Write an overlay over SOVL and return its folder."""
    made = folder / name
    made.mkdir()
    head = (
        f'[pack]\nname = "{name}"\nversion = "1"\nover = "sovl"\nsystem = "sovl"\nplugins = ["regiments"]\n'
    )
    (made / "pack.toml").write_text(head, "utf-8")
    (made / "rules.rules").write_text(text, "utf-8")
    return made


def idle_rules(number: int) -> str:
    """Return rules that every unit holds and that never apply."""
    idle = "modify move by +1 when unit is fleeing and unit is routing"
    rule = 'rule "Idle {0}" of unit\n  cite "Tests"\n  ' + idle + "\n"
    mark = 'mark routing of unit\n  cite "Tests"\n'
    return f'pack "idle-{number}" over "sovl"\n\n{mark}\n' + "\n".join(rule.format(i) for i in range(number))


def wooded(number: int) -> str:
    """Return a map with so many woods in rows."""
    rows = "".join(
        f'  terrain "Forest" at {6 + 9 * (i % 6)}", {16 + 8 * (i // 6)}" size 5"x4"\n' for i in range(number)
    )
    return f'pack "woods-{number}" over "sovl"\n\nmap "Woods"\n  cite "Tests"\n  size 60"x40"\n{rows}'


def rates(games: dict[str, Game]) -> list[tuple[str, float]]:
    """Return the battles a second of each kind: the median over seeds and turns, one kind after the other."""
    spent: dict[str, list[float]] = {name: [] for name in games}
    for name, play in games.items():
        play(0)
        assert not spent[name]
    for seed in (seed for _ in range(TURNS) for seed in SEEDS):
        for name, play in games.items():
            start = perf_counter()
            play(seed)
            spent[name].append(perf_counter() - start)
    return [(name, 1.0 / median(times)) for name, times in spent.items()]


def show(title: str, what: str, found: Iterable[tuple[str, float]]) -> None:
    """Print one table."""
    table = Table(what, "battles a second", title=title, title_justify="left")
    for name, rate in found:
        table.add_row(name, f"{rate:.2f}")
    Console().print(table)


def main() -> None:
    """Measure and print all tables."""
    desk = Desk()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        full = lists_of(folder, 8)

        def game(
            lists: list[Path], agents: tuple[str, str] = CAPTAINS, **more: object
        ) -> Callable[[int], object]:
            return lambda seed: desk.begin("sovl", lists, seed=seed, **more).play(list(agents))  # type: ignore[arg-type]

        units = {str(n): game(lists_of(folder, n)) for n in UNITS}
        show("Units a side", "units", rates(units))
        agents = {name: game(full, (name, name)) for name in ("first", "random", "captain")}
        show("Agents", "agent", rates(agents))
        rules = {
            str(n): game(full, over=[overlay(folder, f"idle-{n}", idle_rules(n))] if n else ())
            for n in IDLE_RULES
        }
        show("Rules that every unit holds and that never apply", "rules", rates(rules))
        woods = {}
        for n in PIECES:
            over = [overlay(folder, f"woods-{n}", wooded(n))]
            woods[str(n)] = game(full, over=over, options={"map": "Woods" if n else "open"})
        show("Pieces of terrain", "woods", rates(woods))


if __name__ == "__main__":
    main()
