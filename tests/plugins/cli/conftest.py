"""A desk with the toy game, so that commands run on the real desk, packs, lists and logs without a
published game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tercio.dsl import desk as desk_module
from tercio.kernel.context import Context
from tercio.kernel.decl import SequenceDecl
from tercio.kernel.engagement import Engagement
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.events import Event
from tercio.kernel.hooks import hookimpl
from tercio.kernel.host import Host
from tercio.kernel.modifiers import value
from tercio.kernel.roster import Entry, Roster
from tercio.kernel.scheduler import Schedule
from tercio.kernel.sequence import clock_for
from tercio.kernel.signatures import NounSignature
from tercio.kernel.source import Span
from tercio.kernel.state import Game, Player
from tercio.plugins.cli.main import app
from tests.kernel.toy import PROCEDURES, SIGNATURES, give, new_unit

PACK = """
pack "toy" edition "first"

constant reach 4"
  cite "Toy 1"

table to-hit
  cite "Toy 2"
  1 or more: 3+
  0: 4+
  -1 or less: 5+

rule "Fleet"
  cite "Toy 3"
  text "Dashes farther."
  modify dash by 2

sequence battle
  cite "Toy 4"
  round round, 3 times
    turn turn by each player
      phase move
        step dash
""".lstrip()

OVERLAY = 'pack "long-reach" over "toy"\n  set constant reach to 6"\n    expecting 4"\n'
MANIFEST = """
[pack]
name = "{name}"
edition = "first"
version = "{version}"
system = "toy"
{more}
[sources]
rulebook = "Toy Rules"
"""


class ToySystem:
    """Lists are lines `10 Pikes`; whoever dashed farther wins."""

    name = pack = "toy"
    columns = ("victory_points", "battle_points")

    def packs_for(self, text: str, file: str) -> Sequence[str]:
        return ()

    def read_list(self, ruleset: Any, text: str, file: str) -> Roster:
        faults = [
            Diagnostic(f'"{line}" is no unit', Span(file, number), line, "write: 10 Pikes")
            for number, line in enumerate(text.splitlines(), 1)
            if not line.split(" ")[0].isdigit()
        ]
        if faults:
            raise RulesError(faults)
        split = [line.split(" ", 1) for line in text.splitlines()]
        return Roster("Toys", 100, tuple(Entry(name, int(models)) for models, name in split))

    def new_battle(self, ruleset: Any, rosters: Any, dice: Any, options: Mapping[str, Any]) -> Game:
        if options.get("map", "plain") not in ("plain", "seeded"):
            raise RulesError(f"no map {options['map']!r}")
        clock = clock_for(ruleset.of_kind(SequenceDecl), "battle", ("A", "B"))
        game = Game(ruleset, dice, clock, Schedule(), Engagement(), active="A")
        for name, roster in zip("AB", rosters, strict=True):
            player = Player(game.new_id(), name, name, army=roster.army)
            game.players[name] = game.things[player.id] = player
            for entry in roster.entries:
                give(game, new_unit(game, name, entry.name, entry.models), "Fleet")
        return game

    def result(self, game: Game) -> dict[str, Any]:
        ran = {
            name: sum(u.memory.get("ran", 0) for u in game.units.values() if u.owner == name) for name in "AB"
        }
        best = [name for name, far in ran.items() if far == max(ran.values())]
        return {
            "winner": best[0] if len(best) == 1 else "",
            "victory-points": ran,
            "battle-points": ran,
            "primary": best[0],
        }


class Dasher:
    def __init__(self, seed: int, judgements: Any) -> None:
        self.seed = seed

    def choose(self, decision: Any, game: Game) -> Any:
        value(game, "pace", Context(unit=game.units[min(game.units)]), 4)
        return decision.options[(self.seed + decision.facts.get("n", 0)) % 2]


class Interrupter(Dasher):
    def choose(self, decision: Any, game: Game) -> Any:
        if game.clock.number("round") == 2:
            raise KeyboardInterrupt
        return super().choose(decision, game)


def is_relic(_game: Game, _piece: Any) -> bool:
    return True


class ToyPlugin:
    @hookimpl
    def tercio_signatures(self) -> Iterable[Any]:
        return (*SIGNATURES, NounSignature("relic", "terrain", is_relic, "What was left behind."))

    @hookimpl
    def tercio_procedures(self) -> Mapping[str, Any]:
        return PROCEDURES

    @hookimpl
    def tercio_systems(self) -> Iterable[Any]:
        return (ToySystem(),)

    @hookimpl
    def tercio_agents(self) -> Mapping[str, Any]:
        return {"captain": Dasher, "interrupter": Interrupter}


def write_pack(folder: Path, name: str, text: str, more: str = "", version: str = "1.0") -> Path:
    pack = folder / name
    pack.mkdir(parents=True)
    (pack / "pack.toml").write_text(MANIFEST.format(name=name, more=more, version=version), encoding="utf-8")
    (pack / "core.rules").write_text(text, encoding="utf-8")
    return pack


class Table:
    """A folder with packs and lists, and a way to run commands there."""

    def __init__(self, folder: Path, desk: type[desk_module.Desk]) -> None:
        self.folder, self.desk = folder, desk
        self.a, self.b = folder / "a.txt", folder / "b.txt"
        self.a.write_text("10 Pikes\n10 Pikes\n", encoding="utf-8")
        self.b.write_text("5 Knights\n", encoding="utf-8")

    def run(self, *words: Any) -> Any:
        """Run a command; the result has exit_code, stdout, stderr."""
        result = CliRunner().invoke(app, [str(word) for word in words])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.stdout + result.stderr
        return result

    def play(self, *words: Any) -> Any:
        return self.run("play", self.a, self.b, "--system", "toy", *words)


@pytest.fixture
def table(tmp_path, monkeypatch):
    packs = tmp_path / "packs"
    write_pack(packs, "toy", PACK)
    write_pack(packs, "long-reach", OVERLAY, 'over = "toy"')
    host = Host(entry_points=False)
    host.register(ToyPlugin())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tercio.dsl.loader.BUILT_IN", packs)
    real = desk_module.Desk

    class ToyDesk(real):  # type: ignore[misc, valid-type]
        def __init__(self, paths: Sequence[Path] = ()) -> None:
            super().__init__(paths, host)

    monkeypatch.setattr(desk_module, "Desk", ToyDesk)
    return Table(tmp_path, ToyDesk)


def event(kind: str, path: str = "", why: tuple[Any, ...] = (), **facts: Any) -> Event:
    return Event(0, kind, path, facts, why)
