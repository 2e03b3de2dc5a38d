"""Commands of plugins: found by their own entry points, described without a library for arguments."""

from __future__ import annotations

import importlib.metadata

import pytest

from tercio.kernel.commands import GROUP, Command, merged, plugged
from tercio.kernel.errors import RulesError
from tercio.kernel.hooks import hookimpl


def nothing(terminal):
    return None


def test_commands_stand_in_order_of_their_names():
    commands = merged([[Command("b", "B.", nothing)], [Command("a", "A.", nothing)]])
    assert list(commands) == ["a", "b"]


def test_two_commands_of_one_name_are_an_error():
    with pytest.raises(RulesError, match="two plugins bring the command 'a'"):
        merged([[Command("a", "A.", nothing)], [Command("a", "Another.", nothing)]])


class Salutes:
    @hookimpl
    def tercio_commands(self):
        return (Command("salute", "Salute.", nothing),)


class Point:
    name, value, group = "salutes", "salutes", GROUP

    def __init__(self, plugin):
        self.plugin = plugin

    def load(self):
        if self.plugin is None:
            raise ImportError("no module salutes")
        return self.plugin


class Installed:
    metadata = {"name": "salutes"}  # noqa: RUF012

    def __init__(self, plugin):
        self.entry_points = [Point(plugin)]


def test_installed_plugins_bring_their_commands(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "distributions", lambda: [Installed(Salutes())])
    assert list(plugged()) == ["salute"]


def test_a_plugin_that_cannot_be_loaded_is_told(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "distributions", lambda: [Installed(None)])
    with pytest.raises(RulesError, match="cannot be loaded: no module salutes"):
        plugged()
