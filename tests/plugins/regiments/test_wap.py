"""The Warhammer Armies Project as it is played from its pack: what scenarios cannot say, and whole battles.

F07 and F08 speak of formations that nobody can form here, F20 of a unit of two kinds of models, F32 of who is
asked: of each the scenario says a part, and this file the rest.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.actions import usable
from tercio.kernel.decl import RuleRef, TableMap, UnitEntry
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.geometry import Rect
from tercio.kernel.ground import put_feature, shape_of
from tercio.kernel.query import value_of
from tercio.kernel.roster import Bound, Entry
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Unit, touch
from tercio.kernel.trial.time import set_clock
from tercio.plugins.regiments.battle import empty_battle
from tercio.plugins.regiments.contact import engage
from tercio.plugins.regiments.deployment import Place, stand
from tercio.plugins.regiments.fights import fights
from tercio.plugins.regiments.formation import rank_lengths, spot_rect, spots
from tercio.plugins.regiments.losses import lose
from tercio.plugins.regiments.muster import unit_of_entry
from tercio.plugins.regiments.orders import activate
from tercio.plugins.regiments.sight import sees
from tercio.plugins.regiments.standing import files_allowed
from tercio.plugins.regiments.words.standing import summed

ROOT = Path(__file__).resolve().parents[3]
CASES = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 41, 42, 44, 45)
ARMIES = ["Marsh Banners", "Cairn Host"]
DESK = Desk()


class Field:
    """A table of the game without armies; answers come in order, behind them the last option."""

    def __init__(self, phase: str = "movement", player: str = "A", **dice: list[int]) -> None:
        faces = {roll.replace("_", "-"): list(those) for roll, those in dice.items()}
        self.g: Game = empty_battle(DESK.rules("wap"), ScriptedDice(faces))
        self.g.events = []
        self.g.width, self.g.depth = 72.0, 48.0
        self.g.memory["first"] = "A"
        set_clock(self.g, phase, player, {"game-turn": 1})
        self.g.active = player
        self.asked: list[Any] = []

    def unit(
        self,
        entry: str,
        owner: str,
        at: tuple[float, float] | None,
        models: int,
        files: int,
        bearing: float = 0.0,
    ) -> Unit:
        bound = Bound(Entry(entry, models), self.g.ruleset.get(UnitEntry, entry))
        unit = unit_of_entry(self.g, bound, owner, 100)
        self.g.add_unit(unit)
        if at is not None:
            stand(self.g, unit, Place(*at, bearing, files))
        return unit

    def join(self, entry: str, unit: Unit, models: int = 1, role: str = "commander") -> Any:
        bound = Bound(Entry(entry, models), self.g.ruleset.get(UnitEntry, entry))
        pool = unit_of_entry(self.g, bound, unit.owner, 50).pools[0]
        pool.unit, pool.role = unit, role
        unit.pools.append(pool)
        touch(self.g)
        return pool

    def play(self, procedure: Any, *answers: Any) -> None:
        queue = list(answers)
        try:
            decision = next(procedure)
            while True:
                self.asked.append(decision)
                answer = queue.pop(0) if queue else decision.options[-1]
                assert decision.judge(answer) is None
                decision = procedure.send(answer)
        except StopIteration:
            assert not queue


@cache
def scenario_names() -> tuple[str, ...]:
    files = sorted((ROOT / "rulepacks" / "wap" / "scenarios").glob("*.rules"))
    return tuple(
        name for file in files for name in re.findall(r'^scenario "(\w+) ', file.read_text("utf-8"), re.M)
    )


@pytest.mark.parametrize("case", CASES)
def test_every_acceptance_case_is_a_scenario_under_its_id(case):
    assert f"F{case:02}" in scenario_names()


# -- formations (Forming Units) ----------------------------------------------------------------------------


@pytest.mark.parametrize("models", range(1, 41))
def test_only_the_rearmost_rank_can_be_short(models):
    field = Field()
    for files in range(1, models + 1):
        *full, last = rank_lengths(field.unit("Men", "A", (36, 24), models, files))
        assert set(full) <= {files}
        assert 0 < last <= files


@pytest.mark.parametrize("models", range(1, 41))
def test_the_fewest_files_are_those_that_leave_no_more_ranks_than_files(models):
    field = Field()
    least = files_allowed(field.g, field.unit("Men", "A", None, models, 0))[0]
    assert -(-models // least) <= least
    assert least == 1 or -(-models // (least - 1)) > least - 1


def test_all_models_of_a_unit_face_as_it_does():
    unit = Field().unit("Men", "A", (36, 24), 10, 5, 30.0)
    assert unit.rect is not None
    assert {spot_rect(unit.rect, spot).facing for spot in spots(unit)} == {unit.rect.facing}


def test_a_unit_that_squeezes_in_the_open_spreads_at_the_end_of_its_activation():
    field = Field()
    unit = field.unit("Men", "A", (36, 24), 20, 5)
    squeeze = next(use.answer for use in usable(field.g, "movement", "A") if use.name == "Squeeze")
    field.play(activate(field.g, unit), squeeze, 4, "pass")
    assert rank_lengths(unit) == [5, 5, 5, 5]
    assert "squeezed" not in unit.marks


def test_the_place_of_a_fallen_captain_is_filled_from_behind():
    field = Field("shooting", "B")
    unit = field.unit("Men", "A", (36, 24), 14, 5)
    captain = field.join("Captain", unit)
    stand(field.g, unit, Place(36, 24, 0.0, 5))
    assert rank_lengths(unit) == [5, 5, 5]
    field.play(lose(field.g, captain, 2))
    assert rank_lengths(unit) == [5, 5, 4]


# -- strength, sight, order --------------------------------------------------------------------------------


def test_a_unit_of_two_kinds_of_models_counts_for_both():
    field = Field()
    unit = field.unit("Men", "A", None, 3, 3)
    field.join("Swarm", unit, models=3, role="rank-and-file")
    assert summed(field.g, "unit-strength", unit) == 12


def test_a_wood_hides_what_stands_more_than_three_inches_behind_its_edge():
    field = Field()
    viewer = field.unit("Men", "A", (36, 10), 5, 5)
    target = field.unit("Men", "B", (36, 30), 5, 5, 180.0)
    assert sees(field.g, viewer, target)
    put_feature(field.g, "Forest", Rect(36, 20, 0.0, 1.0, 40, 3))
    assert sees(field.g, viewer, target)
    put_feature(field.g, "Forest", Rect(36, 24, 0.0, 1.0, 40, 4))
    assert not sees(field.g, viewer, target)


def test_the_active_player_is_asked_for_the_order_whoever_owns_the_rules():
    field = Field("shooting", "A")
    unit = field.unit("Men", "B", (36, 24), 20, 5)
    for rule in ("Taking Omen", "Late Omen"):
        hold(field.g, unit, RuleRef(rule), rule)
    touch(field.g)
    field.play(lose(field.g, unit.pools[0], 1))
    assert [(one.kind, one.player) for one in field.asked] == [("window.order", "A")]


def test_who_wipes_out_its_enemy_may_form_up_anew():
    field = Field("close-combat", to_hit=[6] * 11, to_wound=[6] * 11)
    winner = field.unit("Men", "A", (36, 24), 20, 5)
    loser = field.unit("Greenhorns", "B", (36, 26.5), 1, 1, 180.0)
    engage(field.g, winner, loser)
    field.play(fights(field.g), [7, 0])
    assert [one.kind for one in field.asked] == ["unit.reform"]
    assert rank_lengths(winner) == [7, 7, 6]


# -- battles -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 4))
def test_the_example_armies_fight_a_battle_to_its_end(seed):
    battle = DESK.begin("wap", ARMIES, seed=seed)
    result = battle.play(["random", "random"])
    assert result["winner"] in ("A", "B", "draw")
    assert all(points >= 0 for points in result["points"].values())


def test_two_battles_of_one_seed_are_the_same():
    ends = [DESK.begin("wap", ARMIES, seed=5).play(["random", "random"])["state_hash"] for _ in range(2)]
    assert ends[0] == ends[1]


FACTS = {
    "Dyke Spears": (3, 3, 3, 1, 1, 7, 1, 2),
    "Fen Bows": (3, 3, 3, 1, 1, 7, 1, 0),
    "Heron Guard": (4, 3, 3, 1, 1, 8, 1, 2),
    "Ford Riders": (4, 3, 3, 1, 1, 8, 2, 4),
    "Leech Swarm": (2, 2, 2, 3, 3, 10, 3, 0),
    "Toll Wagon": (3, 3, 5, 4, 1, 7, 6, 3),
    "Causeway Bolt Thrower": (3, 3, 3, 3, 2, 7, 3, 0),
    "Reed Marshal": (5, 4, 4, 2, 3, 9, 1, 3),
    "Banner of the Fens": (4, 4, 4, 2, 2, 8, 1, 3),
    "Cairn Warriors": (3, 3, 4, 1, 1, 7, 1, 2),
    "Barrow Axes": (4, 3, 4, 1, 1, 8, 1, 2),
    "Scree Throwers": (2, 3, 3, 1, 1, 6, 1, 0),
    "Tor Ogres": (3, 4, 4, 3, 3, 7, 2, 1),
    "Cairn Hounds": (3, 3, 3, 1, 1, 5, 1, 0),
    "Crag Bear": (4, 5, 5, 5, 4, 8, 10, 1),
    "Boulder Sling": (3, 3, 4, 3, 2, 7, 3, 0),
    "Cairn Thane": (5, 4, 5, 2, 3, 8, 1, 2),
    "Oath Stone Bearer": (4, 4, 4, 2, 2, 8, 1, 2),
}
"""Weapon Skill, Strength, Toughness, Wounds, Attacks, Leadership, Unit Strength of a model, armour."""


@pytest.mark.parametrize("name", FACTS)
def test_a_unit_of_the_example_armies_has_the_numbers_of_its_entry_and_troop_type(name):
    game = DESK.begin("wap", ARMIES, seed=1).session.game
    pool = next(pool for unit in game.units.values() for pool in unit.pools if pool.name == name)
    part = pool.parts[0].profile
    strength, armour = (value_of(game, word, pool) for word in ("unit-strength", "armour"))
    found = [pool.profile[word] for word in ("weapon-skill", "toughness", "health-points", "leadership")]
    skill, toughness, wounds, leadership = found
    numbers = (skill, part["strength"], toughness, wounds, part["attacks"], leadership, strength, armour)
    assert numbers == FACTS[name]


def test_the_example_armies_have_seven_units_and_two_characters_each():
    game = DESK.begin("wap", ARMIES, seed=1).session.game
    for player in game.players:
        units = [unit for unit in game.units.values() if unit.owner == player]
        characters = [pool for unit in units for pool in unit.pools if pool.role == "commander"]
        assert (len(units), len(characters)) == (7, 2)


@pytest.mark.parametrize("army", ARMIES)
def test_the_list_of_an_army_book_is_legal(army):
    DESK.begin("wap", [army, army], seed=1)


def test_no_piece_of_a_map_stands_where_armies_are_deployed():
    rules = DESK.rules("wap")
    depth, table = rules.constant("deployment-depth"), rules.constant("table-depth")
    pieces = [piece for one in rules.of_kind(TableMap).values() for piece in one.pieces]
    assert pieces
    assert all(depth <= shape_of(piece).y <= table - depth for piece in pieces)
