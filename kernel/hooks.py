"""What a plugin can bring to Tercio: one pluggy hook each, asked once when rules are put together, never
while a game runs.

A plugin is a module or object with functions of these names marked by `hookimpl`, registered under the entry
point group `tercio` or with `Host.register`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from .agents import Agent
    from .commands import Command
    from .signatures import Signature
    from .system import Engine, System
    from .trial.system import Trials

PROJECT = "tercio"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """The hook specifications."""

    @hookspec
    def tercio_signatures(self) -> Iterable[Signature]:
        """Return the words that packs may use: values, rolls, permissions, windows, relations, terms, verbs,
        clause words.
        """
        raise NotImplementedError

    @hookspec
    def tercio_procedures(self) -> Mapping[str, Callable[..., Any]]:
        """Return the procedures of steps by the name that sequences call them by; each takes a game and is a
        generator of decisions.
        """
        raise NotImplementedError

    @hookspec
    def tercio_systems(self) -> Iterable[System]:
        """Return the game systems that this plugin can set up and score."""
        raise NotImplementedError

    @hookspec
    def tercio_engines(self) -> Iterable[Engine]:
        """Return what plays games that are wholly text: packs found systems with them (key `engine`)."""
        raise NotImplementedError

    @hookspec
    def tercio_packs(self) -> Iterable[Path]:
        """Return folders that hold rule packs (folders with a `pack.toml`)."""
        raise NotImplementedError

    @hookspec
    def tercio_agents(self) -> Mapping[str, Callable[..., Agent]]:
        """Return makers of agents by name; each is called with a seed and the system's judgements."""
        raise NotImplementedError

    @hookspec
    def tercio_judgements(self) -> Mapping[str, Callable[[], Mapping[str, Callable[..., Any]]]]:
        """Return how good answers are, for agents: by system a maker of judgements, called once for each
        agent, which returns by kind of decision a function (decision, game) -> a score for each option.
        """
        raise NotImplementedError

    @hookspec
    def tercio_sentences(self) -> Mapping[str, str]:
        """Return sentences for events by kind, for people: `{unit}` is a fact, what stands in square brackets
        is left out where a fact in it is missing; an empty sentence hides the event.
        """
        raise NotImplementedError

    @hookspec
    def tercio_trials(self) -> Iterable[Trials]:
        """Return how scenarios of a game system are run: its words for them, how units come onto the table,
        how its numbers are asked.
        """
        raise NotImplementedError

    @hookspec
    def tercio_commands(self) -> Iterable[Command]:
        """Return commands for the command line. Asked when it starts, of plugins under the entry point group
        `tercio.commands` only: their module must be quick to import.
        """
        raise NotImplementedError
