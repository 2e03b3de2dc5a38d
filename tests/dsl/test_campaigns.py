"""Campaigns at a desk: found by name, played battle after battle, what is handed on."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.campaigns import find
from tercio.dsl.desk import Desk
from tercio.kernel.errors import RulesError
from tercio.kernel.hashing import state_hash
from tercio.kernel.hooks import hookimpl
from tercio.kernel.host import Host
from tercio.kernel.play import replayed
from tercio.kernel.state import Game
from tercio.kernel.store import read_log
from tests.plugins.cli.conftest import PACK, ToyPlugin, ToySystem, write_pack

WAR = """
campaign "Long War"
  cite "Toy 5"
  battle "Ford"
  battle "Mill"
  battle "Keep"
  outcome "triumph" when number of friendly units >= 2
"""


class Carrying(ToySystem):
    """Hands on how often each battle began, and with what."""

    def new_battle(self, ruleset: Any, rosters: Any, dice: Any, options: Any) -> Game:
        game = super().new_battle(ruleset, rosters, dice, options)
        game.memory["options"] = dict(options)
        return game

    def carried(self, game: Game) -> dict[str, Any]:
        before = game.memory["options"]["carried"].get("battles", [])
        return {"battles": [*before, game.memory["options"]["battle"]]}


class Other(ToySystem):
    name = pack = "other"


class Plugin(ToyPlugin):
    @hookimpl
    def tercio_systems(self) -> Any:
        return (Carrying(), Other())


@pytest.fixture
def desk(tmp_path, monkeypatch):
    packs = tmp_path / "packs"
    write_pack(packs, "toy", PACK)
    write_pack(packs, "wars", WAR, 'uses = ["toy"]')
    monkeypatch.setattr("tercio.dsl.loader.BUILT_IN", packs)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "a.txt").write_text("10 Pikes\n10 Pikes\n", "utf-8")
    (tmp_path / "b.txt").write_text("5 Knights\n", "utf-8")
    host = Host(entry_points=False)
    host.register(Plugin())
    return Desk(host=host)


@pytest.fixture
def run(desk, tmp_path):
    return desk.campaign("toy", "long-war", [tmp_path / "a.txt", tmp_path / "b.txt"], seed=5)


# -- playing -----------------------------------------------------------------------------------------------


def test_battles_are_played_in_order_each_with_a_seed_of_its_own(run):
    begun = []
    for battle in run.rest():
        begun.append((battle.header.seed, battle.header.options["battle"]))
        battle.play(["captain", "captain"])
    assert begun == [(15, 1), (16, 2), (17, 3)]
    assert run.over


def test_what_a_battle_hands_on_stands_among_the_options_of_the_next(run):
    result = run.play(["captain", "captain"])
    handed = [battle.header.options["carried"] for battle in run.battles]
    assert handed == [{}, {"battles": [1]}, {"battles": [1, 2]}]
    assert result["outcome"] == "triumph"
    assert [one["battle"] for one in result["battles"]] == ["Ford", "Mill", "Keep"]


def test_the_log_of_each_battle_replays_by_itself(run, desk, tmp_path):
    result = run.play(["captain", "captain"], tmp_path)
    for number, battle in enumerate(result["battles"], 1):
        log = read_log(tmp_path / run.log_name(number))
        again = desk.resume(log)
        replayed(again.session, log)
        assert state_hash(again.session.game) == battle["state_hash"]


def test_the_next_battle_waits_for_the_end_of_the_one_before(run):
    run.next_battle()
    with pytest.raises(RulesError, match="Ford is not over yet"):
        run.next_battle()
    with pytest.raises(RulesError, match="the campaign Long War is not over yet"):
        run.result()


def test_a_campaign_that_is_over_has_no_further_battle(run):
    run.play(["captain", "captain"])
    assert run.next_battle() is None
    assert list(run.rest()) == []


def test_logs_are_named_by_number_and_battle(run):
    assert [run.log_name(number) for number in (1, 3)] == ["1-ford.jsonl", "3-keep.jsonl"]


# -- finding -----------------------------------------------------------------------------------------------


def test_a_campaign_is_found_with_its_system_and_its_pack(desk):
    found = find(desk, "LONG WAR")
    assert (found.system, found.pack, found.name) == ("toy", "wars", "Long War")


def test_a_campaign_of_two_systems_has_to_be_told_apart(desk, tmp_path):
    write_pack(tmp_path / "packs", "other", WAR + PACK.replace('"toy"', '"other"'))
    manifest = tmp_path / "packs" / "other" / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8").replace('system = "toy"', 'system = "other"'), "utf-8")
    with pytest.raises(RulesError) as caught:
        find(desk, "long-war")
    assert "is a campaign of" in str(caught.value)
    assert "--system" in str(caught.value)
    assert find(desk, "long-war", "other").pack == "other"


def test_a_misspelt_campaign_is_told_with_the_nearest_one(desk):
    with pytest.raises(RulesError, match='no campaign "lnog-war" in the rules of toy') as caught:
        find(desk, "lnog-war", "toy")
    assert 'did you mean "Long War"' in str(caught.value)


def test_an_overlay_may_replace_a_campaign(desk, tmp_path):
    write_pack(
        tmp_path / "packs",
        "short",
        'pack "short" over "wars"\n  replace campaign "Long War"\n    battle "Keep"\n',
        'over = "wars"\nuses = ["toy"]',
    )
    lists = [tmp_path / "a.txt", tmp_path / "b.txt"]
    run = desk.campaign("toy", "long-war", lists, seed=1, over=["short"])
    assert [one.name for one in run.campaign.battles] == ["Keep"]


def test_an_overlay_may_add_what_holds_in_all_battles(desk, tmp_path):
    write_pack(
        tmp_path / "packs",
        "fleet",
        'pack "fleet" over "wars"\n  patch campaign "Long War"\n    has "Fleet"\n',
        'over = "wars"\nuses = ["toy"]',
    )
    lists = [tmp_path / "a.txt", tmp_path / "b.txt"]
    run = desk.campaign("toy", "long-war", lists, seed=1, over=["fleet"])
    (clause,) = run.campaign.clauses
    assert clause.rule.name == "Fleet"


def test_an_overlay_may_remove_a_campaign(desk, tmp_path):
    text = 'pack "peace" over "wars"\n  remove campaign "Long War"\n'
    write_pack(tmp_path / "packs", "peace", text, 'over = "wars"\nuses = ["toy"]')
    lists = [tmp_path / "a.txt", tmp_path / "b.txt"]
    with pytest.raises(RulesError, match='no campaign "Long War"'):
        desk.campaign("toy", "long-war", lists, seed=1, over=["peace"])
