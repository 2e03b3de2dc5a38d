"""Words of fights as packs write them, and the deeds of scenarios."""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.errors import RulesError
from tercio.plugins.regiments import tallies
from tercio.plugins.regiments.contact import disengage, engage
from tercio.plugins.regiments.fights import fights
from tercio.plugins.regiments.trial.fighting import fights_a_round, has_fought
from tercio.plugins.regiments.words import fighting

from .board import Board

DUEL = """
rule "Duel" of battle
  cite "SOVL 6"
  may duel
  fix to-hit at 2 when attack is part of a duel
  fix to-hit at 3 when attack is made by a commander and not (attack is part of a duel)
"""


def pair(board, **more):
    spears = board.unit("Spears", "A", (20, 10), **more)
    foes = board.unit("Spears", "B", (20, 12), **more)
    engage(board.g, spears, foes)
    return spears, foes


def three(board):
    """Spears of A, with one enemy before them and one on their right flank."""
    spears = board.unit("Spears", "A", (20, 10), models=20)
    front = board.unit("Spears", "B", (20, 13))
    flank = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8)
    engage(board.g, spears, front)
    engage(board.g, spears, flank)
    return spears, front, flank


def test_rules_know_blows_of_a_duel_and_of_commanders():
    board = Board(DUEL, dice={"to-hit": [1] * 40})
    spears = board.unit("Spears", "A", (20, 10), models=9, commander="Captain")
    foes = board.unit("Spears", "B", (20, 12), models=9, commander="Captain")
    engage(board.g, spears, foes)
    board.play(fights(board.g))
    assert [facts["needed"]["to-hit"] for facts in board.facts("attacks")] == [4, 2, 4, 2]
    foes.pools[1].models = 0
    board.play(fights(board.g))
    assert [facts["needed"]["to-hit"] for facts in board.facts("attacks")[4:]] == [4, 3, 4]


def test_a_blow_strikes_the_side_of_the_enemy_that_its_unit_is_on():
    text = 'rule "Behind" of battle\n  cite "Tests"\n  fix to-hit at 2 when attack strikes the flank\n'
    board = Board(text, dice={"to-hit": [1] * 40})
    spears, _, flank = three(board)
    board.play(fights(board.g))
    needed = {facts["unit"]: facts["needed"]["to-hit"] for facts in board.facts("attacks")}
    assert needed[flank.id] == 2
    assert needed[spears.id] == 4


def test_who_fights_beside_and_against_whom():
    board = Board()
    spears, front, flank = three(board)
    other = board.unit("Spears", "B", (50, 30))
    assert fighting.is_beside(board.g, front, flank)
    assert fighting.is_beside(board.g, front, front)
    assert fighting.is_against(board.g, spears, flank)
    assert not fighting.is_against(board.g, front, flank)
    assert not fighting.is_beside(board.g, other, front)
    assert not fighting.is_beside(board.g, other, other)


def test_enemies_are_counted_and_the_one_in_front_is_the_first():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10), models=20)
    flank = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8)
    front = board.unit("Spears", "B", (20, 13))
    engage(board.g, spears, flank)
    engage(board.g, spears, front)
    assert fighting.number_of_enemies(board.g, spears) == 2
    assert fighting.first_enemy(board.g, spears) is front
    assert fighting.first_enemy(board.g, board.unit("Spears", "A", (50, 10))) is None


def test_a_side_outnumbers_another_by_the_sum_of_its_units():
    """WAP 4, 8: strengths are added up, and the larger side is better off by one."""
    text = """
characteristic strength of unit
  cite "WAP 4"

rule "Strength" of unit
  cite "WAP 4"
  modify strength by models of unit

rule "Outnumber" of battle
  cite "WAP 8"
  modify side-score by +1
    when total strength of units fighting beside unit > total strength of units fighting against unit
"""
    for models, scores in ((17, {"A": 0, "B": 1}), (18, {"A": 0, "B": 0}), (20, {"A": 1, "B": 0})):
        board = Board(text, dice={"to-hit": [1] * 60})
        spears, *_ = three(board)
        spears.pools[0].models = models
        board.play(fights(board.g))
        assert board.facts("combat-score")[0]["scores"] == scores


@pytest.mark.parametrize(
    ("places", "surrounded"),
    [
        ([(20, 12, 180), (20, 8, 0)], True),
        ([(23.5, 10, 270), (16.5, 10, 90)], True),
        ([(20, 12, 180), (23.5, 10, 270)], False),
        ([(20, 12, 180)], False),
    ],
)
def test_front_and_rear_or_both_flanks_surround_a_unit(places, surrounded):
    """SOVL 6: who breaks while it is surrounded is destroyed."""
    board = Board(dice={"to-hit": [1] * 60})
    spears = board.unit("Spears", "A", (20, 10))
    for x, y, facing in places:
        engage(board.g, spears, board.unit("Spears", "B", (x, y), facing=facing))
    assert fighting.is_surrounded(board.g, spears) is surrounded
    board.play(fights(board.g))
    disengage(board.g, spears)
    assert not fighting.is_surrounded(board.g, spears)
    assert fighting.was_surrounded(board.g, spears) is surrounded


def test_wounds_and_scores_of_the_last_round_are_remembered():
    board = Board(dice={"to-hit": [6] * 5 + [1] * 5, "to-save": [1, 1, 6, 6, 6]})
    spears, foes = pair(board)
    board.play(fights(board.g))
    assert fighting.wounds_caused(board.g, spears) == fighting.wounds_suffered(board.g, foes) == 2
    assert (fighting.score_of(board.g, spears), fighting.score_of(board.g, foes)) == (2, 0)
    assert fighting.won_round(board.g, spears)
    assert fighting.lost_round(board.g, foes)
    assert not fighting.lost_round(board.g, spears)


def test_wounds_of_duels_are_counted_apart():
    board = Board(DUEL, dice={"to-hit": [1] * 4 + [6] * 3 + [1] * 7, "to-save": [1, 1, 1]})
    spears = board.unit("Spears", "A", (20, 10), models=9, commander="Captain")
    foes = board.unit("Spears", "B", (20, 12), models=9, commander="Captain")
    engage(board.g, spears, foes)
    board.play(fights(board.g))
    assert fighting.duel_wounds(board.g, spears) == fighting.wounds_caused(board.g, spears) == 3
    assert not foes.pools[1].models


def test_wounds_before_the_blows_may_be_counted():
    text = """
rule "Impact" of battle
  cite "Tests"
  after round-begun
    count 2 wounds for unit when unit has "Heavy"

property "Heavy"
  cite "Tests"
"""
    board = Board(text, dice={"to-hit": [1] * 10})
    spears, foes = pair(board)
    board.give(spears, "Heavy")
    board.play(fights(board.g))
    assert fighting.score_of(board.g, spears) == 2
    assert fighting.score_of(board.g, foes) == 0


def test_nothing_is_remembered_of_a_unit_that_never_fought():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10))
    assert fighting.wounds_caused(board.g, spears) == 0
    assert not fighting.won_round(board.g, spears)
    assert fighting.rounds_fought(board.g, spears) == 0
    assert not fighting.is_in_first_round(board.g, spears)


def test_winners_may_pursue_by_a_verb():
    text = """
mark broken of unit
  cite "Tests"

rule "Rout" of battle
  cite "WAP 8"
  after combat-lost
    mark unit as broken
  after combat-over
    when unit is broken
    unmark unit as broken
    mark unit as fleeing
    let unit flee 5 directly away from target-unit
  after combat-over
    when unit won its last round and target-unit is fleeing
    let unit pursue target-unit 2D6
  after unit-caught
    destroy target-unit
"""
    dice = {"to-hit": [6] * 5 + [1] * 5, "to-save": [1] * 5, "pursuit": [2, 4]}
    board = Board(text, dice=dice)
    spears, foes = pair(board)
    board.play(fights(board.g))
    assert foes.destroyed
    assert (round(spears.rect.x, 3), round(spears.rect.y, 3)) == (20, 16)


# -- scenarios -------------------------------------------------------------------------------------


def test_a_scenario_fights_one_round_of_the_whole_combat():
    board = Board(dice={"to-hit": [1] * 60})
    spears, front, flank = three(board)
    board.play(fights_a_round(board.g, Context(), flank))
    assert board.facts("round-of-combat")[0]["units"] == [spears.id, front.id, flank.id]


def test_who_is_in_no_combat_cannot_fight():
    board = Board()
    with pytest.raises(RulesError):
        board.play(fights_a_round(board.g, Context(), board.unit("Spears", "A", (20, 10))))


def test_a_scenario_takes_rounds_for_granted():
    board = Board()
    spears, foes = pair(board)
    has_fought(board.g, Context(), spears, 2)
    assert tallies.rounds_fought(board.g, spears) == 2
    assert tallies.is_first_round(board.g, foes)
