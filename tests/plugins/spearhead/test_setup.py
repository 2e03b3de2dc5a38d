"""Before the battle (battlepack, Pre-battle Sequence and Preparing the Spearhead Deck)."""

from __future__ import annotations

import pytest

from tercio.kernel import decks
from tercio.kernel.geometry import Rect, inside
from tercio.kernel.query import value_of
from tercio.plugins.spearhead import setup
from tercio.plugins.spearhead.battlefield import areas, objectives, territory_of
from tercio.plugins.spearhead.cards import TACTICS, TWISTS
from tercio.plugins.spearhead.terrain import relics

from .match import Match, OpenField


def set_up(match, *steps):
    """Play steps with the first option of everything."""
    for step in steps:
        match.play(step(match.g))


TO_TERRITORIES = (setup.roll_off, setup.pick_abilities, setup.choose_battlefield, setup.choose_territories)


# -- roll-off and choices ----------------------------------------------------------------------------------


def test_the_winner_of_the_roll_off_chooses_to_attack_or_to_defend():
    match = Match(dice={"roll-off": [2, 5]})
    match.play(setup.roll_off(match.g), "defender")
    assert (match.g.memory["attacker"], match.g.memory["defender"]) == ("A", "B")
    assert match.asked[0].player == "B"


def test_a_tied_roll_off_is_rolled_again():
    match = Match(dice={"roll-off": [4, 4, 1, 1, 6, 2]})
    match.play(setup.roll_off(match.g), "attacker")
    assert match.g.memory["attacker"] == "A"
    assert len(match.facts("rolled-off")) == 3


def test_the_attacker_picks_both_abilities_before_the_defender():
    match = Match(dice={"roll-off": [5, 2]})
    match.play(setup.roll_off(match.g), "attacker")
    match.play(setup.pick_abilities(match.g))
    assert [(one.player, one.kind) for one in match.asked] == [
        ("A", "set-up.regiment-ability"),
        ("A", "set-up.enhancement"),
        ("B", "set-up.regiment-ability"),
        ("B", "set-up.enhancement"),
    ]


def test_a_regiment_ability_reaches_all_units_and_an_enhancement_the_general_alone():
    match = Match(dice={"roll-off": [5, 2]})
    match.play(setup.roll_off(match.g), "attacker")
    match.play(setup.pick_abilities(match.g), "Hard Drill", "Old Banner", "Long March", "New Banner")
    moves = {unit.name: value_of(match.g, "move", unit) for unit in match.units("A")}
    assert moves == {"Swords": 6, "Horde": 6, "Mixed": 6, "Archers": 6, "Hero": 9, "Beast": 9}
    assert {value_of(match.g, "move", unit) for unit in match.units("B")} == {5, 6, 8}


def test_the_defender_chooses_the_side_the_deployment_map_and_the_territories():
    match = Match(dice={"roll-off": [5, 2]})
    match.play(setup.roll_off(match.g), "attacker")
    match.play(setup.choose_battlefield(match.g), "Ashen Bastion")
    asked = list(match.asked)
    match.play(setup.choose_territories(match.g), "Corners", "South East")
    assert {one.player for one in asked + match.asked} == {"B"}
    own, other = territory_of(match.g, "B"), territory_of(match.g, "A")
    assert (own.name, other.name) == ("South East", "North West")


def test_what_was_agreed_on_is_not_asked():
    match = Match(dice={"roll-off": [5, 2]}, options={"map": "Ashen Bastion", "deployment": "Corners"})
    set_up(match, setup.roll_off, setup.choose_battlefield)
    assert match.asked == []
    assert [area.name for area in objectives(match.g)][-1] == "Ruin"


def test_the_battlefield_is_thirty_by_twenty_two_with_two_long_and_two_short_edges():
    field = OpenField()
    assert (field.g.width, field.g.depth) == (30.0, 22.0)
    assert [edge.name for edge in areas(field.g, "long")] == ["North Edge", "South Edge"]
    assert [edge.name for edge in areas(field.g, "short")] == ["East Edge", "West Edge"]


def test_each_side_has_four_small_objectives_of_one_shape_and_a_large_one_of_the_other():
    shapes = {
        side: [type(area.shape).__name__ for area in objectives(OpenField(side).g)]
        for side in ("Shattered Crossroads", "Ashen Bastion")
    }
    assert shapes == {
        "Shattered Crossroads": ["Rect"] * 4 + ["Circle"],
        "Ashen Bastion": ["Circle"] * 4 + ["Rect"],
    }


# -- terrain -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["Shattered Crossroads", "Ashen Bastion"])
@pytest.mark.parametrize("deployment", ["Long Front", "Corners"])
@pytest.mark.parametrize("player", ["A", "B"])
def test_every_territory_has_room_for_terrain_on_a_corner_of_a_rectangular_objective(
    side, deployment, player
):
    g = OpenField(side, deployment).g
    places = setup.places_for_terrain(g, player)
    assert places
    for name, x, y, degrees in places:
        shape = g.areas[name].shape
        assert isinstance(shape, Rect)
        assert any(abs(x - cx) < 0.01 and abs(y - cy) < 0.01 for cx, cy in shape.corners)
        assert inside(setup.large_feature_at(g, x, y, degrees), territory_of(g, player).shape)


def test_the_defender_sets_up_terrain_first_and_both_objectives_become_fortified():
    match = Match(dice={"roll-off": [5, 2]})
    set_up(match, *TO_TERRITORIES, setup.set_up_terrain)
    assert [one.player for one in match.asked] == ["B", "A"]
    assert len(match.g.terrain) == 2
    fortified = [area.name for area in objectives(match.g) if area.memory.get("fortified")]
    assert len(fortified) == 2


def test_the_two_large_terrain_features_do_not_overlap():
    match = Match(dice={"roll-off": [5, 2]}, options={"map": "Ashen Bastion", "deployment": "Long Front"})
    set_up(match, *TO_TERRITORIES, setup.set_up_terrain)
    taken = [tuple(one.facts["player"] for one in match.asked)]
    assert taken == [("B", "A")]
    assert [area.name for area in objectives(match.g) if area.memory.get("fortified")] == ["Ruin"]


# -- relics ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "names"),
    [
        ("Shattered Crossroads", {"Barrel of Emberstone", "Crate of Aqua Ghyranis"}),
        ("Ashen Bastion", {"Battered Barricade", "Inconspicuous Manhole"}),
    ],
)
def test_each_side_begins_with_its_two_relics_one_in_each_territory(side, names):
    match = Match(dice={"roll-off": [5, 2]}, options={"map": side})
    set_up(match, *TO_TERRITORIES, setup.set_up_terrain, setup.set_up_relics)
    placed = relics(match.g)
    assert {piece.feature for piece in placed} == names
    assert inside(placed[0].shape, territory_of(match.g, "B").shape)
    assert inside(placed[1].shape, territory_of(match.g, "A").shape)
    assert match.asked[0].player == "B"


def test_a_starting_relic_may_not_leave_its_players_territory():
    match = Match(dice={"roll-off": [5, 2]}, options={"map": "Ashen Bastion", "deployment": "Long Front"})
    set_up(match, *TO_TERRITORIES)
    steps = setup.set_up_relics(match.g)
    next(steps)
    question = steps.send("Battered Barricade")
    assert territory_of(match.g, "B").name == "South"
    assert question.judge([15, 4]) is None
    assert question.judge([15, 10.5]).code == "relic.not_there"


# -- decks -------------------------------------------------------------------------------------------------


def test_each_player_has_twelve_battle_tactics_and_the_side_six_twists():
    match = Match(dice={"*": [1] * 60}, options={"map": "Ashen Bastion"})
    match.g.memory["set-up"] = {"map": "Ashen Bastion"}
    match.play(setup.shuffle_decks(match.g))
    assert [decks.count(player, TACTICS) for player in match.g.players.values()] == [12, 12]
    assert decks.count(match.g.battle, TWISTS) == 6
    assert "Staging Posts" in match.g.battle.memory["decks"][TWISTS]["pile"]
