"""The plugin manager: asks every plugin once and keeps the answers in flat tables.

Built-in plugins and those of other distributions come in by the entry point group `tercio`; tests and
applications may register objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import pluggy

from .agents import Agent
from .errors import RulesError, did_you_mean
from .events import Telling
from .hooks import PROJECT, Hooks
from .signatures import Signatures
from .system import Engine, System
from .trial.system import Trials
from .trial.words import with_trial_words
from .words import KERNEL_SIGNATURES

ENGINE = "engine"


class Host:
    """Everything that the registered plugins bring. Register before asking: the answers are kept."""

    def __init__(self, *, entry_points: bool = True) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(Hooks)
        self._signatures: dict[str, Signatures] = {}
        self._trial_signatures: dict[str, Signatures] = {}
        self._procedures: dict[str, dict[str, Callable[..., Any]]] = {}
        self._sentences: dict[str, dict[str, str]] = {}
        self._founded: dict[str, Engine] = {}
        if entry_points:
            self._load_entry_points()

    def register(self, plugin: object, name: str | None = None) -> None:
        """Add a plugin. Raises RulesError naming plugin and hook if it implements a hook that does not exist
        or with wrong arguments.
        """
        try:
            self.manager.register(plugin, name)
            self.manager.check_pending()
        except pluggy.PluginValidationError as error:
            if self.manager.is_registered(plugin):
                self.manager.unregister(plugin)
            raise RulesError(f"plugin {name or plugin!r} cannot be registered: {error}") from error
        except ValueError as error:
            raise RulesError(f"plugin {name or plugin!r} cannot be registered: {error}") from error

    def _load_entry_points(self) -> None:
        try:
            self.manager.load_setuptools_entrypoints(PROJECT)
            self.manager.check_pending()
        except (pluggy.PluginValidationError, ImportError, AttributeError, ValueError) as error:
            raise RulesError(f"an installed plugin cannot be loaded: {error}") from error

    @staticmethod
    def _in_order(answers: Iterable[Any]) -> list[Any]:
        """Answers in order of registration: pluggy asks the latest plugin first."""
        return list(answers)[::-1]

    def signatures(self, system: str) -> Signatures:
        """Return the words that packs of a system may use: those of the kernel, of the plugin that brings the
        system, and of plugins that bring none. Raises RulesError if two mean different things by one.
        """
        known = self._signatures.get(system)
        if known is None:
            known = Signatures().add(KERNEL_SIGNATURES)
            try:
                for found in self._of_system("tercio_signatures", system):
                    known.add(found)
            except ValueError as error:
                raise RulesError(f"two plugins bring the same word: {error}") from error
            self._signatures[system] = known
        return known

    def procedures(self, system: str) -> dict[str, Callable[..., Any]]:
        """Return the step procedures of a system by name. Raises RulesError if two plugins bring the same
        name.
        """
        known = self._procedures.get(system)
        if known is None:
            known = self._merged("procedure", self._of_system("tercio_procedures", system))
            self._procedures[system] = known
        return known

    def sentences(self, system: str) -> dict[str, str]:
        """Return the sentences for events of a system by kind. Raises RulesError if two plugins tell one kind
        differently.
        """
        known = self._sentences.get(system)
        if known is None:
            known = self._merged("sentence", self._of_system("tercio_sentences", system))
            self._sentences[system] = known
        return known

    def telling(self, system: str) -> Telling:
        """Return what the events of a system can be."""
        return Telling.by(self.sentences(system))

    def _of_system(self, hook: str, system: str) -> list[Any]:
        """The answers of the plugins that bring a system, and of those that bring none, in order of
        registration.
        """
        found = []
        for one in _implementations(self.manager, hook):
            own = self._brought.get(one.plugin_name)
            if own is None or system in own or self._engine_of(system) in own:
                found.append(one.function())
        return found

    @cached_property
    def _brought(self) -> dict[str, list[Any]]:
        """By plugin the names of the systems, and the engines, that it brings; none of a plugin that brings
        neither.
        """
        brought: dict[str, list[Any]] = {}
        for one in _implementations(self.manager, "tercio_systems"):
            brought.setdefault(one.plugin_name, []).extend(game.name for game in one.function())
        for one in _implementations(self.manager, "tercio_engines"):
            brought.setdefault(one.plugin_name, []).extend((ENGINE, engine.name) for engine in one.function())
        return brought

    def _engine_of(self, system: str) -> tuple[str, str]:
        engine = self._founded.get(system)
        return ENGINE, engine.name if engine is not None else ""

    @cached_property
    def agents(self) -> dict[str, Callable[..., Agent]]:
        """Makers of agents by name."""
        return self._merged("agent", self.manager.hook.tercio_agents())

    def found_system(self, name: str, title: str, engine: str) -> None:
        """Let a pack found a system that an engine plays; again for the same one does nothing. Raises
        RulesError for an unknown engine, and for the name of another system.
        """
        plays = _named("engine", self.engines, engine)
        if self._founded.get(name) is plays:
            return
        if name in self.systems:
            raise RulesError(f"the system {name!r} is there already: a pack cannot found it anew")
        self._founded[name] = plays
        for kept in (self._signatures, self._trial_signatures, self._procedures, self._sentences):
            kept.pop(name, None)
        self.systems[name] = plays.system(name, title)
        self.trials[name] = plays.trials(name)
        self.judgements[name] = plays.judgements

    @cached_property
    def engines(self) -> dict[str, Engine]:
        """What plays games that are wholly text, by name."""
        return self._merged(
            "engine", [{one.name: one for one in found} for found in self.manager.hook.tercio_engines()]
        )

    @cached_property
    def systems(self) -> dict[str, System]:
        """Game systems by name: those of plugins, then those that packs have founded so far."""
        return self._merged(
            "system", [{s.name: s for s in found} for found in self.manager.hook.tercio_systems()]
        )

    @cached_property
    def judgements(self) -> dict[str, Callable[[], dict[str, Callable[..., Any]]]]:
        """By system: a maker of judgements for one agent."""
        return self._merged("judgement", self.manager.hook.tercio_judgements())

    @cached_property
    def trials(self) -> dict[str, Trials]:
        """How scenarios are run, by system."""
        return self._merged(
            "trial", [{t.system: t for t in found} for found in self.manager.hook.tercio_trials()]
        )

    def trial_signatures(self, system: str) -> Signatures:
        """Return the words that scenarios of a system may use: those of packs and some of their own. Raises
        RulesError if two mean different things by one.
        """
        known = self._trial_signatures.get(system)
        if known is None:
            trials = self.trials.get(system)
            known = with_trial_words(self.signatures(system), trials.words() if trials is not None else ())
            self._trial_signatures[system] = known
        return known

    @cached_property
    def pack_folders(self) -> tuple[Path, ...]:
        """Folders that hold rule packs, in order of registration."""
        return tuple(folder for found in self._in_order(self.manager.hook.tercio_packs()) for folder in found)

    def system(self, name: str) -> System:
        """Return a system by name. Raises RulesError with a did-you-mean."""
        found: System = _named("system", self.systems, name)
        return found

    def agent(self, name: str, seed: int, system: str) -> Agent:
        """Return a new agent by name for a system. Raises RulesError with a did-you-mean."""
        agent: Agent = _named("agent", self.agents, name)(seed, self.judgements.get(system, dict)())
        return agent

    @staticmethod
    def _merged(what: str, found: Iterable[Any]) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for answers in found:
            for name, thing in answers.items():
                if merged.get(name, thing) is not thing:
                    raise RulesError(f"two plugins bring the {what} {name!r}")
                merged[name] = thing
        return merged


def _implementations(manager: pluggy.PluginManager, hook: str) -> list[Any]:
    """Who implements a hook, in order of registration."""
    return list(getattr(manager.hook, hook).get_hookimpls())


def _named(what: str, shelf: dict[str, Any], name: str) -> Any:
    if name not in shelf:
        known = ", ".join(sorted(shelf)) or "none"
        raise RulesError(f"no {what} {name!r}; known: {known}. {did_you_mean(name, shelf)}".rstrip())
    return shelf[name]
