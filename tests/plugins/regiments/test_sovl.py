"""SOVL as it is played from its pack: the acceptance cases, lists, deployment, maps, whole battles."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.decl import TableMap
from tercio.kernel.errors import RulesError
from tercio.kernel.ground import shape_of

ROOT = Path(__file__).resolve().parents[3]
ARMIES = ["Ashen Clans", "Tarn Holds"]
STRATEGIC = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 32)
OTHERS = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16)
CASES = (*(f"S{number:02}" for number in STRATEGIC), *(f"P{number:02}" for number in OTHERS))
"""The acceptance cases that are scenarios of the pack; S31 is a list, and held below."""

DESK = Desk()


@pytest.mark.parametrize("case", CASES)
def test_every_acceptance_case_is_a_scenario_under_its_id(case):
    files = (ROOT / "rulepacks" / "sovl" / "scenarios").glob("*.rules")
    names = [
        name for file in files for name in re.findall(r'^scenario "(\w+) ', file.read_text("utf-8"), re.M)
    ]
    assert case in names


# -- lists (Army Builder) ----------------------------------------------------------------------------------


def listed(tmp_path: Path, spells: str) -> Path:
    path = tmp_path / "list.txt"
    rows = ["Ashen Clans", "120 - 20 Clan Warriors, Shields", f"60 - with Ash Speaker, {spells}", "180"]
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


def test_a_caster_has_one_cantrip_and_one_major_spell(tmp_path):
    _, roster = DESK.roster("sovl", listed(tmp_path, "Cinder Dart, Pyre"))
    assert [pick.name for _, pick in roster.picks()] == ["Shields", "Cinder Dart", "Pyre"]


def test_two_cantrips_are_one_too_many(tmp_path):
    with pytest.raises(RulesError) as caught:
        DESK.roster("sovl", listed(tmp_path, "Cinder Dart, Soot Sickness, Pyre"))
    assert "Cantrip" in str(caught.value)


def test_a_commander_needs_a_unit_to_join(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Ashen Clans\n50 - with War Chief\n120 - 20 Clan Warriors, Shields\n170\n", "utf-8")
    with pytest.raises(RulesError, match="has no unit to join"):
        DESK.begin("sovl", [path, "Tarn Holds"], seed=1)


def test_who_is_no_commander_joins_nobody(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Ashen Clans\n120 - 20 Clan Warriors, Shields\n100 - with Hill Giant\n220\n", "utf-8")
    with pytest.raises(RulesError, match="joins no unit from the start"):
        DESK.roster("sovl", path)


# -- battles (The Turn, Setup) -----------------------------------------------------------------------------


def test_a_whole_army_is_deployed_before_the_other():
    battle = DESK.begin("sovl", ARMIES, seed=1, record=True)
    battle.play(["first", "first"])
    game = battle.session.game
    owners = [game.units[e.facts["unit"]].owner for e in game.events or () if e.kind == "deployed"]
    assert owners == sorted(owners, key=lambda owner: owner != owners[0])
    assert {"A", "B"} == set(owners)


def test_the_maps_of_sovl_leave_the_zones_open():
    rules = DESK.rules("sovl")
    depth, far = float(rules.constant("deployment-depth")), float(rules.constant("table-depth"))
    for one in rules.of_kind(TableMap).values():
        for piece in one.pieces:
            shape = shape_of(piece)
            assert depth < shape.y - shape.radius or depth < shape.y
            assert shape.y < far - depth


@pytest.mark.parametrize("agents", [("random", "random"), ("captain", "random")])
def test_a_battle_is_played_to_its_end_and_counts_points(agents):
    battle = DESK.begin("sovl", ARMIES, seed=2)
    result = battle.play(list(agents))
    assert result["winner"] in ("A", "B", "draw")
    assert set(result["points"]) == {"A", "B"}
    assert json.loads(json.dumps(result)) == result


def test_the_name_of_an_army_stands_for_its_sample_list():
    assert DESK.list_text("sovl", "ashen") == (ROOT / "rulepacks/ashen-clans/list.txt").read_text("utf-8")
    with pytest.raises(RulesError, match="Tarn Holds"):
        DESK.list_text("sovl", "Tarn Halls")


# -- the example armies ------------------------------------------------------------------------------------

FACTS = {
    "Clan Warriors": (3, 3, 6, 4, 1, 1),
    "Brutes": (3, 3, 7, 4, 1, 1),
    "Whelp Mob": (3, 2, 5, 3, 1, 1),
    "Whelp Archers": (3, 2, 5, 3, 1, 1),
    "Tusk Riders": (3, 4, 6, 4, 2, 2),
    "Mire Trolls": (3, 5, 6, 4, 3, 3),
    "Hill Giant": (3, 6, 9, 6, 5, 8),
    "Stone Hurler": (3, 5, 6, 3, 2, 5),
    "War Chief": (4, 4, 7, 4, 3, 3),
    "Ash Speaker": (3, 3, 6, 3, 1, 2),
    "Hold Warriors": (3, 4, 8, 3, 1, 1),
    "Deep Wardens": (4, 4, 9, 4, 1, 1),
    "Hold Crossbows": (3, 4, 8, 3, 1, 1),
    "Hold Handguns": (3, 4, 8, 3, 1, 1),
    "Goat Riders": (3, 4, 8, 3, 1, 1),
    "Tarn Cannon": (3, 5, 8, 3, 2, 5),
    "Bolt Engine": (3, 5, 8, 3, 2, 5),
    "Iron Wagon": (3, 6, 8, 5, 4, 6),
    "Foreman": (4, 4, 9, 4, 3, 3),
    "Rune Keeper": (3, 4, 8, 3, 1, 2),
}
"""Skill, Defense, Discipline, Power, Attacks, Wounds by unit."""


@pytest.mark.parametrize("name", FACTS)
def test_a_unit_of_the_example_armies_has_the_numbers_of_its_entry(name):
    game = DESK.begin("sovl", ARMIES, seed=1).session.game
    pool = next(pool for unit in game.units.values() for pool in unit.pools if pool.name == name)
    numbers = [pool.profile[word] for word in ("skill", "defense", "discipline")]
    part = pool.parts[0].profile
    assert (*numbers, part["power"], part["attacks"], pool.profile["health-points"]) == FACTS[name]
    assert pool.parts[0].arms
    assert pool.base[0] > 0 < pool.base[1]


def test_the_example_armies_have_eight_units_two_commanders_and_a_lore_each():
    game = DESK.begin("sovl", ARMIES, seed=1).session.game
    for player in game.players:
        units = [unit for unit in game.units.values() if unit.owner == player]
        commanders = [pool for unit in units for pool in unit.pools if pool.role == "commander"]
        assert (len(units), len(commanders)) == (8, 2)
        assert sum(unit.cost for unit in units) == 903
