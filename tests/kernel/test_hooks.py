"""What a plugin can bring: each hook, brought by a small plugin, arrives in the host (architecture 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tercio.kernel.commands import Command
from tercio.kernel.errors import RulesError
from tercio.kernel.hooks import Hooks, hookimpl
from tercio.kernel.host import Host
from tercio.kernel.signatures import WindowSignature

from .toy import PROCEDURES

DUSK = WindowSignature("dusk", (), "The sun sets.")


class ToySystem:
    name, pack, columns = "toy", "toy", ()


class FoundedSystem:
    columns = ()

    def __init__(self, name: str) -> None:
        self.name = self.pack = name


class Passer:
    def __init__(self, seed: int, judgements: Mapping[str, Any]) -> None:
        self.seed, self.judgements = seed, judgements

    def choose(self, decision: Any, game: Any) -> Any:
        return decision.options[-1]


def keen(decision: Any, game: Any) -> list[int]:
    return [len(str(option)) for option in decision.options]


class Words:
    @hookimpl
    def tercio_signatures(self) -> Iterable[Any]:
        return (DUSK,)


class Procedures:
    @hookimpl
    def tercio_procedures(self) -> Mapping[str, Callable[..., Any]]:
        return PROCEDURES


class Systems:
    @hookimpl
    def tercio_systems(self) -> Iterable[Any]:
        return (ToySystem(),)


class Packs:
    @hookimpl
    def tercio_packs(self) -> Iterable[Path]:
        return (Path("packs"),)


class Agents:
    @hookimpl
    def tercio_agents(self) -> Mapping[str, Callable[..., Any]]:
        return {"passer": Passer}


class ToyTrials:
    system = "toy"

    def words(self) -> Iterable[Any]:
        return (WindowSignature("rehearsed", (), "A scenario did something."),)


class TrialsOfToys:
    @hookimpl
    def tercio_trials(self) -> Iterable[Any]:
        return (ToyTrials(),)


class ToyEngine:
    """Plays the systems of packs that name it."""

    name = "clockwork"

    def system(self, name: str, title: str) -> Any:
        return FoundedSystem(name)

    def trials(self, name: str) -> Any:
        return ToyTrials()

    def judgements(self) -> Mapping[str, Callable[..., Any]]:
        return {"dash": keen}


class Engines:
    @hookimpl
    def tercio_engines(self) -> Iterable[Any]:
        return (ToyEngine(),)

    @hookimpl
    def tercio_signatures(self) -> Iterable[Any]:
        return (DUSK,)


class Commands:
    @hookimpl
    def tercio_commands(self) -> Iterable[Any]:
        return (Command("salute", "Salute.", lambda terminal: None, ()),)


class Sentences:
    @hookimpl
    def tercio_sentences(self) -> Mapping[str, str]:
        return {"dashed": "{unit} dashes"}


class Judgements:
    @hookimpl
    def tercio_judgements(self) -> Mapping[str, Callable[[], Mapping[str, Callable[..., Any]]]]:
        return {"toy": lambda: {"dash": keen}}


TRIED: dict[str, tuple[Any, Callable[[Host], Any], Callable[[Any], bool]]] = {
    "tercio_signatures": (
        Words(),
        lambda host: host.signatures("toy").windows["dusk"],
        lambda found: found == DUSK,
    ),
    "tercio_procedures": (
        Procedures(),
        lambda host: host.procedures("toy"),
        lambda found: found == dict(PROCEDURES),
    ),
    "tercio_systems": (Systems(), lambda host: host.system("toy"), lambda found: found.pack == "toy"),
    "tercio_packs": (Packs(), lambda host: host.pack_folders, lambda found: found == (Path("packs"),)),
    "tercio_agents": (Agents(), lambda host: host.agent("passer", 3, "toy"), lambda found: found.seed == 3),
    "tercio_judgements": (
        Judgements(),
        lambda host: host.judgements["toy"](),
        lambda found: found == {"dash": keen},
    ),
}


TRIED["tercio_sentences"] = (
    Sentences(),
    lambda host: host.sentences("toy"),
    lambda found: found == {"dashed": "{unit} dashes"},
)
TRIED["tercio_commands"] = (
    Commands(),
    lambda host: [one.name for found in host.manager.hook.tercio_commands() for one in found],
    lambda found: found == ["salute"],
)
TRIED["tercio_engines"] = (
    Engines(),
    lambda host: list(host.engines),
    lambda found: found == ["clockwork"],
)
TRIED["tercio_trials"] = (
    TrialsOfToys(),
    lambda host: (host.trials["toy"].system, "rehearsed" in host.trial_signatures("toy").windows),
    lambda found: found == ("toy", True),
)


def hook_names() -> list[str]:
    return [name for name in vars(Hooks) if name.startswith("tercio_")]


def test_every_hook_is_tried_here():
    assert sorted(TRIED) == sorted(hook_names())


@pytest.mark.parametrize("name", TRIED)
def test_what_a_plugin_brings_arrives_in_the_host(name):
    plugin, ask, is_right = TRIED[name]
    host = Host(entry_points=False)
    host.register(plugin)
    assert is_right(ask(host))


def test_an_agent_is_told_the_judgements_of_its_system():
    host = Host(entry_points=False)
    host.register(Agents())
    host.register(Judgements())
    assert host.agent("passer", 1, "toy").judgements == {"dash": keen}  # type: ignore[attr-defined]
    assert host.agent("passer", 1, "chess").judgements == {}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", hook_names())
def test_a_plugin_may_bring_one_thing_and_nothing_else(name):
    host = Host(entry_points=False)
    host.register(TRIED[name][0])
    assert (host.procedures(""), host.agents, host.systems, host.pack_folders).count({}) >= 2
    assert host.signatures("").relations


@pytest.mark.parametrize("name", hook_names())
def test_a_specification_alone_brings_nothing(name):
    with pytest.raises(NotImplementedError):
        getattr(Hooks(), name)()


# -- games that are wholly text ----------------------------------------------------------------------------


def with_engine() -> Host:
    host = Host(entry_points=False)
    host.register(Engines())
    return host


def test_a_pack_founds_a_system_that_an_engine_plays_with_its_words():
    host = with_engine()
    host.found_system("chess", "Chess", "clockwork")
    assert host.system("chess").name == "chess"
    assert "dusk" in host.signatures("chess").windows
    assert host.judgements["chess"]() == {"dash": keen}
    assert "chess" in host.trials


def test_a_system_that_is_founded_late_has_the_words_of_its_engine():
    host = with_engine()
    assert "dusk" not in host.signatures("chess").windows
    host.found_system("chess", "Chess", "clockwork")
    assert "dusk" in host.signatures("chess").windows


def test_the_words_of_an_engine_are_not_those_of_other_systems():
    assert "dusk" not in with_engine().signatures("toy").windows


def test_a_system_may_be_founded_again_by_its_own_pack():
    host = with_engine()
    host.found_system("chess", "Chess", "clockwork")
    first = host.system("chess")
    host.found_system("chess", "Chess", "clockwork")
    assert host.system("chess") is first


def test_an_engine_that_is_not_there_is_told_with_a_did_you_mean():
    with pytest.raises(RulesError, match=r"did you mean .clockwork"):
        with_engine().found_system("chess", "Chess", "clockwark")


def test_a_pack_cannot_found_a_system_that_a_plugin_brings():
    host = with_engine()
    host.register(Systems())
    with pytest.raises(RulesError, match="there already"):
        host.found_system("toy", "Toy", "clockwork")
