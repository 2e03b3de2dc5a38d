"""A toy game that worker processes can import: whoever dashes farther wins. No published game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.decisions import Decision
from tercio.kernel.hooks import hookimpl
from tercio.kernel.host import Host
from tercio.kernel.rng import Streams
from tercio.kernel.state import Game
from tests.kernel.toy import PROCEDURES, SIGNATURES
from tests.plugins.cli.conftest import ToySystem, write_pack

PACK = """
pack "toy" edition "first"

constant haste 2
  cite "Toy 1"

constant reach 4"
  cite "Toy 1"

rule "Fleet"
  cite "Toy 3"
  modify dash by haste

sequence battle
  cite "Toy 4"
  round round, 3 times
    turn turn by each player
      phase move
        step dash
""".lstrip()
HASTY = 'pack "hasty" over "toy"\n  set constant haste to 3\n    expecting 2\n'
DEADLY_SEED_DIVISOR = 5


class LabSystem(ToySystem):
    columns = ("victory_points", "primary")


class Coin:
    """Dashes or stays, by a coin of its own."""

    def __init__(self, seed: int, judgements: Any) -> None:
        self.seed, self.streams = seed, Streams(f"coin {seed}")

    def choose(self, decision: Decision, game: Game) -> Any:
        return decision.options[self.streams.draw(decision.player, 1, 2)[0] - 1]


class Stumbler(Coin):
    """Raises in one game of five."""

    def choose(self, decision: Decision, game: Game) -> Any:
        if self.seed // 2 % DEADLY_SEED_DIVISOR == 0:
            raise ValueError("stumbled")
        return super().choose(decision, game)


class Killer(Coin):
    """Ends its process in one game of five."""

    def choose(self, decision: Decision, game: Game) -> Any:
        if self.seed // 2 % DEADLY_SEED_DIVISOR == 0:
            os._exit(3)
        return super().choose(decision, game)


class Interrupting(Coin):
    """Interrupts in the first game of seat B whose seed is even."""

    def choose(self, decision: Decision, game: Game) -> Any:
        if self.seed // 2 % DEADLY_SEED_DIVISOR == 0:
            raise KeyboardInterrupt
        return super().choose(decision, game)


class ToyPlugin:
    @hookimpl
    def tercio_signatures(self) -> Iterable[Any]:
        return SIGNATURES

    @hookimpl
    def tercio_procedures(self) -> Mapping[str, Any]:
        return PROCEDURES

    @hookimpl
    def tercio_systems(self) -> Iterable[Any]:
        return (LabSystem(),)

    @hookimpl
    def tercio_agents(self) -> Mapping[str, Any]:
        return {"captain": Coin, "stumbler": Stumbler, "killer": Killer, "interrupting": Interrupting}


class ToyDesk(Desk):
    """A desk with the toy game only; its pack lies at the first path."""

    def __init__(self, paths: Sequence[Path | str] = ()) -> None:
        host = Host(entry_points=False)
        host.register(ToyPlugin())
        super().__init__(paths, host)


def lay_out(folder: Path) -> None:
    """Write the pack, a house rule and three lists into a folder."""
    write_pack(folder / "packs", "toy", PACK)
    (folder / "hasty.rules").write_text(HASTY, encoding="utf-8")
    for name, text in {
        "a": "10 Pikes\n10 Pikes\n",
        "b": "5 Knights\n5 Knights\n",
        "c": "5 Knights\n",
    }.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
