"""Deployment (battlepack, Deployment; core rules, 24.1 and 32.2)."""

from __future__ import annotations

import pytest

from tercio.plugins.spearhead import deployment, setup
from tercio.plugins.spearhead.deployment import judge
from tercio.plugins.warbands.bodies import is_set_up

from .board import block, disc
from .match import Match, OpenField

RESERVES = """
rule "Tunnels" of "Testers"
  cite "Tests"
  action "Tunnels" in own deployment, deploy, reserve, once per battle by army
    declare
      pick unit from friendly units where it is undeployed
    effect
      put unit in reserve
"""


def at(*places, base=1.0):
    return [disc(x, y, base / 2) for x, y in places]


@pytest.fixture
def field():
    return OpenField(node="deploy-units")


@pytest.fixture
def match():
    """A battle whose armies are about to be set up; A attacks from the north."""
    found = Match(dice={"roll-off": [5, 2]}, options={"map": "Ashen Bastion", "deployment": "Long Front"})
    for step in (setup.roll_off, setup.choose_battlefield, setup.choose_territories):
        found.play(step(found.g))
    return found


def test_exactly_six_inches_from_enemy_territory_is_too_near(field):
    hero = field.unit("Hero", "A", None)
    assert judge(field.g, hero, at((10, 4.499))) is None
    assert judge(field.g, hero, at((10, 4.5))).code == "deployment.near_enemy_territory"


def test_a_unit_is_set_up_wholly_in_friendly_territory_and_on_the_battlefield(field):
    hero = field.unit("Hero", "A", None)
    assert judge(field.g, hero, at((10, 15))).code == "deployment.outside_territory"
    assert judge(field.g, hero, at((0.4, 2))).code == "deployment.off_table"
    assert judge(field.g, hero, at((0.5, 2))) is None


def test_in_territories_from_corner_to_corner_the_slanted_line_counts():
    field = OpenField(deployment="Corners", node="deploy-units")
    hero = field.unit("Hero", "A", None)
    assert judge(field.g, hero, at((26, 3))) is None
    assert judge(field.g, hero, at((4, 1))).code == "deployment.near_enemy_territory"
    assert judge(field.g, hero, at((4, 18))).code == "deployment.outside_territory"


def test_a_unit_is_set_up_coherent_and_not_on_other_models(field):
    swords, hero = field.unit("Swords", "A", None), field.unit("Hero", "A", (5, 2))
    assert judge(field.g, swords, at(*block(10, 1, 5))) is None
    apart = [*block(10, 1, 4), (20, 1)]
    assert judge(field.g, swords, at(*apart)).code == "deployment.not_coherent"
    assert judge(field.g, swords, at(*block(5, 2, 5))).code == "deployment.on_model"
    assert judge(field.g, swords, at((10, 1), (10.5, 1), *block(12, 1, 3))).code == "deployment.on_model"
    assert judge(field.g, hero, at((5, 2))) is None


def test_nobody_is_set_up_on_walls(field):
    field.wall(10, 2, 4, 2, "Ruined Manor")
    hero = field.unit("Hero", "A", None)
    assert judge(field.g, hero, at((10, 2))).code == "deployment.on_terrain"
    assert judge(field.g, hero, at((10, 3.5))) is None


def test_the_attacker_sets_up_the_whole_army_before_the_defender(match):
    match.play(deployment.deploy_units(match.g))
    assert [one.player for one in match.asked] == ["A"] * 6 + ["B"] * 6
    assert all(is_set_up(unit) for unit in match.g.units.values())


def test_every_place_that_is_offered_is_legal(match):
    def checked(decision):
        assert all(decision.judge(option) is None for option in decision.options)
        return decision.options[-1]

    match.play(deployment.deploy_units(match.g), otherwise=checked)
    assert len(match.asked) == 12


def test_an_answer_that_names_too_few_models_is_refused(match):
    decision = next(deployment.deploy_units(match.g))
    assert decision.judge([[1, 2]]).code == "deployment.no_places"


def test_deploy_abilities_come_first_and_leave_units_in_reserve():
    match = Match({"roll-off": [5, 2]}, {"map": "Ashen Bastion", "deployment": "Long Front"}, RESERVES)
    for step in (setup.roll_off, setup.choose_battlefield, setup.choose_territories):
        match.play(step(match.g))
    match.at("deploy-units")
    beast = next(unit for unit in match.units("A") if unit.name == "Beast")
    use = ["Tunnels", match.g.players["A"].id]
    match.play(deployment.deploy_units(match.g), use, beast.id)
    assert "in-reserve" in beast.marks
    assert not is_set_up(beast)
    assert not beast.destroyed
    assert [one.player for one in match.asked].count("A") == 7


def test_the_opponents_deploy_abilities_are_not_offered_during_ones_own_deployment():
    match = Match({"roll-off": [5, 2]}, {"map": "Ashen Bastion", "deployment": "Long Front"}, RESERVES)
    for step in (setup.roll_off, setup.choose_battlefield, setup.choose_territories):
        match.play(step(match.g))
    match.at("deploy-units")
    match.play(deployment.deploy_units(match.g), "pass")
    kinds = [(one.player, one.kind) for one in match.asked]
    assert kinds[0] == ("A", "action.use")
    assert kinds[7] == ("B", "action.use")


def test_a_unit_that_is_held_back_is_neither_set_up_nor_in_reserve(match):
    beast = next(unit for unit in match.units("A") if unit.name == "Beast")
    beast.marks["held-back"] = 0
    match.play(deployment.deploy_units(match.g))
    assert not is_set_up(beast)
    assert "in-reserve" not in beast.marks


def test_a_unit_for_which_there_is_no_room_is_destroyed(match):
    beast = next(unit for unit in match.units("A") if unit.name == "Beast")
    beast.pools[0].base = (6.0, 6.0)
    match.play(deployment.deploy_units(match.g))
    assert beast.destroyed


def test_control_is_determined_once_before_the_first_round(field):
    field.unit("Hero", "A", (7.5, 4.4))
    field.play(deployment.first_control(field.g))
    assert field.held_by("Ghal Maraz") == "A"
    assert field.held_by("Junction") == ""
