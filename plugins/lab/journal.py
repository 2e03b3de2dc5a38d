"""What an experiment has played so far, in a folder: how it began, and a line for each game as it ends.

`DIR/plan.json` is the plan, `DIR/games.jsonl` the games in the order in which they ended, `DIR/attacks.jsonl`
the rows of attacks where they were asked for. So whatever ends an experiment, what was played is kept and can
be gone on with. A last line that was broken off is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TextIO

from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.files import writing
from tercio.kernel.store import ListText

from .games import Row
from .plan import Maker, Plan, Rules

PLAN, GAMES, ATTACKS = "plan.json", "games.jsonl", "attacks.jsonl"
FORMAT = 1


class Journal:
    """Writes down games as they end. `folder` is made; raises RulesError if it cannot be written to."""

    def __init__(self, folder: Path, plan: Plan, digests: Iterable[str]) -> None:
        self.folder = folder
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / PLAN).write_text(json.dumps(_plain(plan, digests), indent=1), encoding="utf-8")
            self._games = _opened(folder / GAMES)
            self._attacks = _opened(folder / ATTACKS) if plan.attacks else None

    def add(self, rows: Iterable[Row]) -> None:
        """Write rows, each whole and flushed."""
        with writing(self.folder):
            for row in rows:
                data = asdict(row)
                attacks = data.pop("attacks")
                if self._attacks is not None:
                    _line(self._attacks, {"number": row.number, "attacks": attacks})
                _line(self._games, data)

    def close(self) -> None:
        """Close the files."""
        for file in (self._games, self._attacks):
            if file is not None:
                file.close()


def _opened(path: Path) -> TextIO:
    """Return a file to add lines to; one that was broken off is taken off first."""
    if path.is_file():
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            path.write_bytes(whole)
    return path.open("a", encoding="utf-8")


def _line(file: TextIO, data: Any) -> None:
    file.write(json.dumps(data, separators=(",", ":"), default=str) + "\n")
    file.flush()


def _plain(plan: Plan, digests: Iterable[str]) -> dict[str, Any]:
    return {
        "lab": FORMAT,
        "system": plan.system,
        "lists": [
            {"path": path, **text.model_dump()} for path, text in zip(plan.paths, plan.texts, strict=True)
        ],
        "rulesets": [
            {"name": one.name, "over": list(one.over), "digest": digest}
            for one, digest in zip(plan.rulesets, digests, strict=True)
        ],
        "pairs": plan.pairs,
        "seed": plan.seed,
        "agents": list(plan.agents),
        "options": dict(plan.options),
        "packs": list(plan.maker.packs),
        "attacks": plan.attacks,
    }


def has_games(folder: Path) -> bool:
    """Whether a folder holds games of an experiment."""
    path = folder / GAMES
    return path.is_file() and path.stat().st_size > 0


def read_plan(folder: Path) -> tuple[Plan, list[str]]:
    """Return the plan of a folder and the digests of its rulesets. Raises RulesError if there is none."""
    path = folder / PLAN
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return _plan(data), [one["digest"] for one in data["rulesets"]]
    except OSError as error:
        hint = "--resume takes the folder that --out named"
        raise RulesError(Diagnostic(f"{path}: cannot be read: {error.strerror}", hint=hint)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise RulesError(f"{path}: is not the plan of an experiment: {error}") from error


def _plan(data: dict[str, Any]) -> Plan:
    if data["lab"] != FORMAT:
        raise ValueError(f"format {data['lab']!r}, this version reads format {FORMAT}")
    return Plan(
        data["system"],
        tuple(one["path"] for one in data["lists"]),
        tuple(ListText(file=one["file"], text=one["text"]) for one in data["lists"]),
        tuple(Rules(one["name"], tuple(one["over"])) for one in data["rulesets"]),
        int(data["pairs"]),
        int(data["seed"]),
        tuple(data["agents"]),
        tuple(data["options"].items()),
        bool(data["attacks"]),
        Maker(packs=tuple(data["packs"])),
    )


def read_games(folder: Path) -> list[Row]:
    """Return the games of a folder by number, each once. Raises RulesError for a line that is none."""
    attacks = {line["number"]: line["attacks"] for line in _lines(folder / ATTACKS)}
    try:
        rows = {row.number: row for row in (Row(**line) for line in _lines(folder / GAMES))}
    except TypeError as error:
        raise RulesError(f"{folder / GAMES}: is no journal of an experiment: {error}") from error
    return [
        replace(row, attacks=attacks.get(number, [])) if attacks else row
        for number, row in sorted(rows.items())
    ]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        return
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            yield json.loads(line)
        except ValueError as error:
            raise RulesError(f"{path}:{number}: is no line of a journal: {error}") from error
