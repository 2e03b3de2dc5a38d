"""The host: plugins are asked once, in order; what is wrong with one is told by name (architecture 2)."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tercio.kernel.errors import RulesError
from tercio.kernel.hooks import hookimpl
from tercio.kernel.host import Host
from tercio.kernel.signatures import RollSignature


def host(*plugins: Any) -> Host:
    made = Host(entry_points=False)
    for plugin in plugins:
        made.register(plugin)
    return made


class Folders:
    def __init__(self, *names: str) -> None:
        self.names = names
        self.asked = 0

    @hookimpl
    def tercio_packs(self) -> Iterable[Path]:
        self.asked += 1
        return [Path(name) for name in self.names]


class Words:
    def __init__(self, *signatures: Any) -> None:
        self.signatures = signatures

    @hookimpl
    def tercio_signatures(self) -> Iterable[Any]:
        return self.signatures


class Steps:
    def __init__(self, **steps: Any) -> None:
        self.steps = steps

    @hookimpl
    def tercio_procedures(self) -> Mapping[str, Any]:
        return self.steps


def test_a_bare_host_knows_the_words_of_the_kernel_and_nothing_else():
    bare = host()
    assert "within" in bare.signatures("toy").relations
    assert (bare.procedures("toy"), bare.agents, bare.systems, bare.judgements, bare.pack_folders) == (
        {},
        {},
        {},
        {},
        (),
    )


def test_scenarios_of_a_system_without_words_of_its_own_have_those_of_packs():
    bare = host()
    assert bare.trials == {}
    assert bare.trial_signatures("toy").relations.keys() >= bare.signatures("toy").relations.keys()


def test_plugins_are_asked_once():
    plugin = Folders("a")
    made = host(plugin)
    assert made.pack_folders is made.pack_folders
    assert plugin.asked == 1


def test_folders_come_in_order_of_registration():
    assert host(Folders("a", "b"), Folders("c")).pack_folders == (Path("a"), Path("b"), Path("c"))


# -- faulty plugins --------------------------------------------------------------------------------


class WrongArguments:
    @hookimpl
    def tercio_packs(self, colour: str) -> Iterable[Path]:
        return [Path(colour)]


class NoSuchHook:
    @hookimpl
    def tercio_pakcs(self) -> None: ...


@pytest.mark.parametrize(
    ("plugin", "hook"), [(WrongArguments(), "tercio_packs"), (NoSuchHook(), "tercio_pakcs")]
)
def test_a_hook_that_does_not_fit_is_an_error_naming_plugin_and_hook(plugin, hook):
    made = host()
    with pytest.raises(RulesError, match=f"(?s)sunshine.*{hook}"):
        made.register(plugin, "sunshine")


def test_a_refused_plugin_leaves_the_host_as_it_was():
    made = host(Folders("a"))
    for plugin in (WrongArguments(), NoSuchHook()):
        with pytest.raises(RulesError):
            made.register(plugin)
    made.register(Folders("b"))
    assert made.pack_folders == (Path("a"), Path("b"))


def test_a_plugin_registered_twice_is_an_error_and_stays_registered_once():
    plugin = Folders("a")
    made = host(plugin)
    with pytest.raises(RulesError, match="cannot be registered"):
        made.register(plugin)
    assert made.pack_folders == (Path("a"),)


def test_two_plugins_may_share_a_step_but_not_mean_different_things_by_it():
    def march(game: Any) -> None: ...

    def halt(game: Any) -> None: ...

    assert host(Steps(march=march), Steps(march=march, halt=halt)).procedures("toy") == {
        "march": march,
        "halt": halt,
    }
    with pytest.raises(RulesError, match="two plugins bring the procedure 'march'"):
        _ = host(Steps(march=march), Steps(march=halt)).procedures("toy")


def test_two_plugins_cannot_mean_different_things_by_one_word():
    nerve = RollSignature("nerve", (), "Nerve.")
    assert host(Words(nerve), Words(nerve)).signatures("toy").rolls["nerve"] == nerve
    with pytest.raises(RulesError, match="'nerve' is registered twice"):
        _ = host(Words(nerve), Words(RollSignature("nerve", (), "Courage."))).signatures("toy")


@pytest.mark.parametrize("what", ["system", "agent"])
def test_an_unknown_name_is_an_error_with_a_suggestion(what):
    class Brings:
        @hookimpl
        def tercio_agents(self) -> Mapping[str, Any]:
            return {"captain": object}

        @hookimpl
        def tercio_systems(self) -> Iterable[Any]:
            return [type("S", (), {"name": "captain"})]

    made = host(Brings())
    ask: Any = {"system": lambda: made.system("captian"), "agent": lambda: made.agent("captian", 1, "toy")}[
        what
    ]
    with pytest.raises(RulesError, match=f"no {what} 'captian'; known: captain. did you mean \"captain\""):
        ask()


def test_with_nothing_known_the_error_says_so():
    with pytest.raises(RulesError, match=r"no system 'chess'; known: none\."):
        host().system("chess")


# -- installed plugins -----------------------------------------------------------------------------


class Installed:
    """One installed distribution with an entry point, as `importlib.metadata` shows it."""

    def __init__(self, load: Any) -> None:
        self.metadata = {"name": "sunshine"}
        self.entry_points = [
            type("E", (), {"group": "tercio", "name": "sunshine", "load": lambda _: load()})()
        ]


def test_installed_plugins_come_in_by_their_entry_point(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "distributions", lambda: [Installed(lambda: Folders("sun"))])
    assert Host().pack_folders == (Path("sun"),)


def broken() -> Any:
    raise ImportError("No module named 'sun'")


@pytest.mark.parametrize("load", [broken, NoSuchHook, WrongArguments])
def test_an_installed_plugin_that_cannot_be_loaded_is_an_error_and_no_crash(load, monkeypatch):
    monkeypatch.setattr(importlib.metadata, "distributions", lambda: [Installed(load)])
    with pytest.raises(RulesError, match="an installed plugin cannot be loaded"):
        Host()
