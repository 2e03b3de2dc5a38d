"""A lab with the toy game: its folder, and experiments in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tercio.dsl import desk as desk_module
from tercio.plugins.cli.main import app
from tercio.plugins.lab import experiment
from tercio.plugins.lab.plan import Maker, Plan
from tercio.plugins.lab.setup import prepared

from .toys import ToyDesk, lay_out


class Lab:
    """A folder with the toy's pack, lists and a house rule."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.packs = folder / "packs"
        self.a, self.b, self.c = (folder / f"{name}.txt" for name in "abc")
        self.hasty = folder / "hasty.rules"

    def play(self, *lists: Path, **asked: Any) -> Any:
        """Return the frame of an experiment, played in this process unless told."""
        asked = {"workers": 0, "games": 40, "system": "toy", **asked}
        return experiment(lists or (self.a, self.b), packs=[self.packs], kind=ToyDesk, **asked)

    def result(self, *lists: Path, **asked: Any) -> dict[str, Any]:
        """Return what an experiment found."""
        found: dict[str, Any] = self.play(*lists, **asked).attrs["result"]
        return found

    def plan(self, **asked: Any) -> Plan:
        """Return the plan of an experiment of the first two lists."""
        maker = Maker(ToyDesk, (str(self.packs),))
        lists = [str(self.a), str(self.b)]
        return prepared(maker(), lists, system="toy", maker=maker, **{"seed": 1, **asked}).plan

    def run(self, *words: Any) -> Any:
        """Run `tercio lab`; the result has exit_code, stdout, stderr."""
        words = ("lab", *words, "--pack", self.packs, "--workers", 0)
        result = CliRunner().invoke(app, [str(word) for word in words])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result


@pytest.fixture
def lab(tmp_path, monkeypatch):
    lay_out(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(desk_module, "Desk", ToyDesk)
    return Lab(tmp_path)
