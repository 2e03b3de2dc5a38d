"""Commands of plugins on the command line: what they take, how they end, how they tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tercio.kernel.commands import Argument, Command, Option
from tercio.kernel.errors import RulesError
from tercio.plugins.cli import plugged
from tercio.plugins.cli.main import app
from tercio.plugins.cli.terminal import CommandLine

TAKES = (
    Argument("who", "Whom.", needed=True),
    Argument("others", "Whom else.", several=True, needed=False),
    Option("times", "How often.", int, 1, low=1),
    Option("no-hat", "Without a hat.", bool),
    Option("gift", "With what.", several=True),
    Option("out", "Where to.", Path, short="o"),
)


@pytest.fixture
def salute(monkeypatch):
    taken = []

    def run(terminal, **values):
        if values["who"] == "nobody":
            raise RulesError("nobody is there")
        taken.append(values)
        terminal.print(f"salute {values['who']}")
        return 3 if values["no_hat"] else None

    command = Command("salute", "Salute somebody.", run, TAKES)
    monkeypatch.setattr(plugged, "found", lambda: {"salute": command})

    def call(*words):
        return CliRunner().invoke(app, ["salute", *words]), taken

    return call


def test_words_become_values(salute):
    done, taken = salute("ann", "bob", "eve", "--times", "2", "--gift", "a", "--gift", "b", "-o", "x")
    assert done.stdout == "salute ann\n"
    assert taken == [
        {
            "who": "ann",
            "others": ["bob", "eve"],
            "times": 2,
            "no_hat": False,
            "gift": ["a", "b"],
            "out": Path("x"),
        }
    ]


def test_what_is_not_given_has_its_default(salute):
    _, taken = salute("ann")
    assert taken == [{"who": "ann", "others": [], "times": 1, "no_hat": False, "gift": [], "out": None}]


def test_a_command_ends_with_its_code(salute):
    assert salute("ann", "--no-hat")[0].exit_code == 3
    assert salute("ann")[0].exit_code == 0


def test_what_cannot_be_done_is_told(salute):
    done, _ = salute("nobody")
    assert done.exit_code == 2
    assert done.stderr == "nobody is there\n"


def test_a_number_below_the_least_is_refused(salute):
    assert salute("ann", "--times", "0")[0].exit_code == 2


def test_commands_of_plugins_are_listed_behind_those_built_in(salute):
    listed = CliRunner().invoke(app, ["--help"]).stdout
    assert listed.index("play") < listed.index("salute")
    assert "Salute somebody." in listed


def test_the_terminal_prints_tables_json_and_notes(capsys):
    line = CommandLine()
    line.table(("a", "n"), [("x", 1)], right="n")
    line.json({"a": 1})
    line.note("beside")
    with line.progress("games", 2) as progress:
        progress.advance()
        progress.expect(3)
    told = capsys.readouterr()
    assert " x   1 " in told.out
    assert told.out.endswith('{"a": 1}\n')
    assert told.err == "beside\n"
