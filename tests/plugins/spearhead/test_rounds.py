"""The battle round (core rules, 12.0; battlepack, Start of the Battle Round Sequence)."""

from __future__ import annotations

import pytest

from tercio.plugins.spearhead import rounds
from tercio.plugins.spearhead.battle import FIRST, TWIST, UNDERDOG
from tercio.plugins.spearhead.cards import TACTICS, TWISTS, hand_of
from tercio.plugins.spearhead.scoring import score
from tercio.plugins.spearhead.setting_up import put

from .board import disc
from .match import OpenField

ACTIONS = """
rule "Own" of "Testers"
  cite "Tests"
  action "Own" in own hero
    score 1 for player
  action "Enemy" in enemy hero
    score 1 for player
  action "Any" in any hero, repeatable
    score 1 for player

rule "Punch" of unit
  cite "Tests"
  action "Punch" in any combat, fight
    score 1 for player
"""


@pytest.fixture
def field():
    return OpenField(node="choose-first-turn")


def decks_for(g, tactics=(), twists=()):
    """Give both players a pile of battle tactics, and the battle one of twists."""
    for player in g.players.values():
        player.memory["decks"] = {TACTICS: {"pile": list(tactics), "discards": []}}
    g.battle.memory["decks"] = {TWISTS: {"pile": list(twists), "discards": []}}


# -- who goes first ----------------------------------------------------------------------------------------


def test_in_the_first_round_the_attacker_chooses_without_a_roll(field):
    field.g.memory[FIRST] = ""
    field.play(rounds.choose_first_turn(field.g), "B")
    assert field.asked[0].player == "A"
    assert (field.g.active, field.g.clock.order) == ("B", ("B", "A"))


def test_later_the_winner_of_the_priority_roll_chooses(field):
    field.tell(priority_roll=[2, 5])
    field.play(rounds.choose_first_turn(field.g), "A")
    assert field.asked[0].player == "B"
    assert field.g.memory[FIRST] == "A"


@pytest.mark.parametrize("before", ["A", "B"])
def test_on_a_tied_priority_roll_whoever_went_first_last_round_decides(field, before):
    field.g.memory[FIRST] = before
    field.tell(priority_roll=[3, 3])
    field.play(rounds.choose_first_turn(field.g), before)
    assert field.asked[0].player == before
    assert field.dice.script["priority-roll"] == []


def test_who_went_second_may_go_first_in_the_next_round_and_so_have_two_turns_in_a_row(field):
    field.g.memory[FIRST] = "A"
    field.tell(priority_roll=[1, 6])
    field.play(rounds.choose_first_turn(field.g), "B")
    assert field.g.clock.order == ("B", "A")


# -- the underdog ------------------------------------------------------------------------------------------


def test_the_underdog_has_the_fewest_points(field):
    score(field.g, "A", 3, "test")
    field.play(rounds.determine_underdog(field.g))
    assert field.g.memory[UNDERDOG] == "B"


def test_on_a_tie_nobody_is_the_underdog(field):
    field.play(rounds.determine_underdog(field.g))
    assert field.g.memory[UNDERDOG] == ""


def test_the_underdog_stays_so_for_the_round_whatever_is_scored_meanwhile(field):
    score(field.g, "A", 3, "test")
    field.play(rounds.determine_underdog(field.g))
    score(field.g, "B", 9, "test")
    assert field.g.memory[UNDERDOG] == "B"


# -- reserves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "late"), [(1, False), (3, False), (4, True)])
def test_units_in_reserve_are_destroyed_when_the_fourth_round_begins(number, late):
    field = OpenField(node="destroy-reserves")
    field.at("destroy-reserves", battle_round=number)
    waiting = field.unit("Swords", "A", None, marks=["in-reserve"])
    own_way = field.unit("Hero", "A", None, marks=["held-back"])
    field.play(rounds.destroy_reserves(field.g))
    assert (waiting.destroyed, own_way.destroyed) == (late, False)


def test_a_unit_that_came_out_of_reserve_in_time_stays():
    field = OpenField(node="destroy-reserves")
    field.at("destroy-reserves", battle_round=4)
    unit = field.unit("Swords", "A", None, marks=["in-reserve"])
    field.play(put(field.g, unit, [disc(5 + i, 5) for i in range(5)], "test"))
    field.play(rounds.destroy_reserves(field.g))
    assert not unit.destroyed


# -- abilities of a phase ----------------------------------------------------------------------------------


def abilities_of(player, *answers):
    field = OpenField(node="hero-abilities", text=ACTIONS)
    for name in ("A", "B"):
        field.give(field.g.players[name], "Own")
    field.play(rounds.abilities(field.g), *answers)
    return [(one.player, [option[0] for option in one.options if option != "pass"]) for one in field.asked]


def test_the_active_player_uses_any_number_of_abilities_before_the_opponent_uses_any():
    mine, yours = OpenField(text=ACTIONS).g.players.values()
    any_mine, own, any_yours = ["Any", mine.id], ["Own", mine.id], ["Any", yours.id]
    asked = abilities_of("A", any_mine, own, any_mine, "pass", any_yours, "pass")
    assert [player for player, _ in asked] == ["A", "A", "A", "A", "B", "B"]


def test_abilities_of_ones_own_and_of_the_enemys_phase_are_offered_to_whom_they_belong():
    asked = dict(abilities_of("A", "pass", "pass"))
    assert asked == {"A": ["Own", "Any"], "B": ["Enemy", "Any"]}


def test_fight_abilities_are_not_used_with_the_other_abilities_of_the_combat_phase():
    field = OpenField(node="combat-abilities", text=ACTIONS)
    field.unit("Hero", "A", (5, 5), rules=["Punch"])
    field.play(rounds.abilities(field.g))
    assert field.asked == []


# -- twists and battle tactics -----------------------------------------------------------------------------


def test_a_twist_is_drawn_and_followed_at_once_and_ends_with_its_round():
    field = OpenField("Ashen Bastion", node="draw-twist", underdog="A")
    decks_for(field.g, twists=["Got Your Back", "Staging Posts"])
    field.play(rounds.draw_twist(field.g))
    assert field.g.memory[TWIST] == "Got Your Back"
    assert [piece.feature for piece in field.g.terrain] == ["Crate of Aqua Ghyranis"]
    assert [held.source for held in field.g.battle.held].count("Got Your Back") == 1
    field.play(rounds.discard_twist(field.g))
    assert field.g.memory[TWIST] == ""
    assert "Got Your Back" not in [held.source for held in field.g.battle.held]


def test_a_hand_holds_three_cards_and_the_active_player_draws_first():
    field = OpenField(node="draw-battle-tactics")
    decks_for(field.g, ["Raid", "Raze", "Hold the Centre", "Take the Flanks"])
    field.play(rounds.draw_battle_tactics(field.g))
    assert field.asked == []
    assert hand_of(field.g.players["A"]) == ["Raid", "Raze", "Hold the Centre"]
    assert [fact["player"] for fact in field.facts("card-drawn")] == ["A"] * 3 + ["B"] * 3


def test_before_drawing_any_number_of_cards_may_be_discarded():
    field = OpenField(node="draw-battle-tactics")
    decks_for(field.g, ["Raid", "Raze", "Hold the Centre", "Take the Flanks", "Pitless Murder"])
    field.play(rounds.draw_battle_tactics(field.g))
    field.play(rounds.draw_battle_tactics(field.g), ["Raid", "Hold the Centre"], [])
    assert hand_of(field.g.players["A"]) == ["Raze", "Take the Flanks", "Pitless Murder"]
    assert field.g.players["A"].memory["decks"][TACTICS]["discards"] == ["Raid", "Hold the Centre"]
    assert len(field.asked[0].options) == 8


def test_a_card_in_hand_is_held_and_a_discarded_one_is_not():
    field = OpenField(node="draw-battle-tactics")
    decks_for(field.g, ["Raid", "Raze", "Hold the Centre"])
    field.play(rounds.draw_battle_tactics(field.g))
    held = [held.source for held in field.g.players["A"].held]
    assert held == ["Raid", "Raze", "Hold the Centre"]
    field.play(rounds.draw_battle_tactics(field.g), ["Raze"], [])
    assert [held.source for held in field.g.players["A"].held] == ["Raid", "Hold the Centre"]


def test_an_empty_deck_gives_no_more_cards():
    field = OpenField(node="draw-battle-tactics")
    decks_for(field.g, ["Raid"])
    field.play(rounds.draw_battle_tactics(field.g))
    assert hand_of(field.g.players["B"]) == ["Raid"]
