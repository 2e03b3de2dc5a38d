"""Rounds of combat: who strikes, in which order, the score and what follows from it."""

from __future__ import annotations

import pytest

from tercio.kernel.arms import make_arm
from tercio.kernel.decl import RuleRef
from tercio.plugins.regiments import tallies
from tercio.plugins.regiments.blows import blows
from tercio.plugins.regiments.champions import Aim, champions
from tercio.plugins.regiments.contact import engage
from tercio.plugins.regiments.fights import fight, fights

from .board import Board

WHOLE_FRONT = """
rule "Whole Front" of battle
  cite "SOVL 6"
  keep fighting-models at least files of unit
"""
SUPPORT = """
rule "Support" of battle
  cite "SOVL 6"
  set supporting-ranks to 1
"""
OUTCOME = """
rule "Outcome" of battle
  cite "Tests"
  after combat-lost
    give unit difference "lost" tokens
  after combat-won
    give unit difference "won" tokens
  after combat-drawn
    give unit 1 "drawn" tokens
  after combat-over
    give target-unit 1 "over" tokens
"""


def facing_each_other(board, *, mine=None, theirs=None):
    """Two units of 10 in 5 files, front to front, at x 20; their fronts meet at y 11."""
    spears, foes = (
        board.unit("Spears", owner, (20, 11 + side * deep(told or {}) / 2), **(told or {}))
        for owner, side, told in (("A", -1, mine), ("B", 1, theirs))
    )
    engage(board.g, spears, foes)
    return spears, foes


def deep(told):
    """How many ranks of five a unit has, its commander counted."""
    return -(-(told.get("models", 10) + ("commander" in told)) // 5)


def struck(board, unit):
    """How many attacks a unit would make now, by whom they are at."""
    aims = board.play(champions(board.g, list(board.g.units.values())))
    found: dict[int, int] = {}
    for attack, count in blows(board.g, unit, 1, aims.get(unit.id)):
        found[attack.target.unit.id] = found.get(attack.target.unit.id, 0) + count
    return found


def test_the_front_rank_strikes():
    board = Board()
    spears, foes = facing_each_other(board)
    assert struck(board, spears) == {foes.id: 5}


@pytest.mark.parametrize(("attacks", "total"), [(1, 10), (2, 15), (0, 0)])
def test_a_supporting_model_strikes_once_but_never_more_often_than_in_front(attacks, total):
    """SOVL 6: 20 models in 5 files strike 10 times with one attack each, 15 times with two, never with
    none.
    """
    board = Board(WHOLE_FRONT + SUPPORT)
    spears, _ = facing_each_other(board, mine={"models": 20})
    spears.pools[0].parts[0].profile["attacks"] = attacks
    assert sum(struck(board, spears).values()) == total


def test_only_models_in_contact_strike_where_nothing_else_is_said_and_a_corner_is_contact():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10), files=9, models=18)
    foes = board.unit("Spears", "B", (20, 12.5), files=3, models=9)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 5}
    assert struck(board, foes) == {spears.id: 3}


def test_more_models_may_strike_but_never_more_than_stand_there():
    """WAP 8: at least so many fight if any is in contact."""
    board = Board('rule "Five" of battle\n  cite "WAP 8"\n  keep fighting-models at least 7\n')
    spears = board.unit("Spears", "A", (20, 10), files=9, models=18)
    foes = board.unit("Spears", "B", (20, 12.5), files=3, models=9)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 7}
    assert struck(board, foes) == {spears.id: 3}


def test_who_does_not_strike_in_front_is_not_supported():
    board = Board(SUPPORT)
    spears = board.unit("Spears", "A", (20, 10), files=9, models=18)
    foes = board.unit("Spears", "B", (20, 12.5), files=3, models=9)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 5 + 5}


def test_a_short_rank_supports_with_as_many_as_stand_in_it():
    board = Board(WHOLE_FRONT + SUPPORT)
    spears = board.unit("Spears", "A", (20, 10), models=8)
    foes = board.unit("Spears", "B", (20, 12))
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 5 + 3}


def test_the_models_of_a_flank_strike_at_an_enemy_there_and_nobody_supports():
    """SOVL 6: every model of that flank file, no support."""
    board = Board(WHOLE_FRONT + SUPPORT)
    spears = board.unit("Spears", "A", (20, 10), models=20)
    foes = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 4}
    assert struck(board, foes) == {spears.id: 8}


@pytest.mark.parametrize(("x", "facing"), [(23.5, 270), (16.5, 90)])
def test_a_short_last_rank_has_no_model_in_the_outer_files(x, facing):
    """SOVL 6: the models of that flank file, and of no other."""
    board = Board()
    spears = board.unit("Spears", "A", (20, 10), models=18)
    foes = board.unit("Spears", "B", (x, 10), facing=facing, files=4, models=8)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 3}


def test_to_the_rear_the_last_rank_strikes():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10), models=13)
    foes = board.unit("Spears", "B", (20, 7.5), facing=0)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 3}


def test_a_corner_model_strikes_to_the_front_and_not_on_the_flank_as_well():
    """SOVL 6: one set of attacks a model, to the front first."""
    board = Board(WHOLE_FRONT)
    spears = board.unit("Spears", "A", (20, 10), models=20)
    front = board.unit("Spears", "B", (20, 13))
    flank = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8)
    engage(board.g, spears, front)
    engage(board.g, spears, flank)
    assert struck(board, spears) == {front.id: 5, flank.id: 3}


def test_a_model_in_contact_on_a_flank_does_not_support():
    board = Board(WHOLE_FRONT + SUPPORT)
    spears = board.unit("Spears", "A", (20, 10), models=20)
    front = board.unit("Spears", "B", (20, 13))
    flank = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8)
    engage(board.g, spears, front)
    engage(board.g, spears, flank)
    assert struck(board, spears) == {front.id: 5 + 4, flank.id: 3}


def test_whoever_may_not_fight_at_the_rear_does_not():
    """SOVL 6: no attacks at an enemy on the rear."""
    text = 'rule "Backs" of battle\n  cite "SOVL 6"\n  cannot fight-at-rear\n'
    board = Board(text + WHOLE_FRONT)
    spears = board.unit("Spears", "A", (20, 10))
    foes = board.unit("Spears", "B", (20, 8), facing=0)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {}
    assert struck(board, foes) == {spears.id: 5}


def test_an_enemy_on_the_rear_is_struck_where_no_rule_says_otherwise():
    board = Board(WHOLE_FRONT)
    spears = board.unit("Spears", "A", (20, 10))
    foes = board.unit("Spears", "B", (20, 8), facing=0)
    engage(board.g, spears, foes)
    assert struck(board, spears) == {foes.id: 5}


def test_two_enemies_before_one_front_are_struck_by_those_who_touch_most_of_them():
    board = Board()
    spears = board.unit("Spears", "A", (20, 10), files=6, models=12)
    left = board.unit("Spears", "B", (18, 12), files=4, models=8)
    right = board.unit("Spears", "B", (22, 12), files=4, models=8)
    engage(board.g, spears, left)
    engage(board.g, spears, right)
    assert struck(board, spears) == {left.id: 3, right.id: 3}


def test_files_at_the_ends_may_strike_with_all_their_models():
    """SOVL 6: narrow lancers fight with both flank files."""
    deep = 'rule "Wedge" of battle\n  cite "SOVL 6"\n  set deep-files to 1 when unit has "Wedged"\n'
    board = Board(deep + 'property "Wedged"\n  cite "Tests"\n' + WHOLE_FRONT + SUPPORT)
    riders = board.unit("Riders", "A", (20, 10), files=3, models=9, rules=["Wedged"], attacks=1)
    foes = board.unit("Spears", "B", (20, 12.5))
    engage(board.g, riders, foes)
    riders.pools[0].parts[0].profile["attacks"] = 2
    assert struck(board, riders) == {foes.id: (3 + 4) * 2 + 1}


# -- commanders ------------------------------------------------------------------------------------


def test_a_commander_takes_a_place_in_the_front_rank_and_strikes_himself():
    board = Board(WHOLE_FRONT + SUPPORT)
    spears, foes = facing_each_other(board, mine={"models": 20, "commander": "Captain"})
    assert struck(board, spears) == {foes.id: 4 + 5 + 3}


def test_rank_and_file_strike_no_commander_as_long_as_models_are_left():
    board = Board(WHOLE_FRONT)
    spears, foes = facing_each_other(board, theirs={"commander": "Captain"})
    assert [attack.target.role for attack, _ in blows(board.g, spears, 1, None)] == ["rank-and-file"]
    foes.pools[0].models = 0
    assert [attack.target.role for attack, _ in blows(board.g, spears, 1, None)] == ["commander"]


def test_commanders_in_contact_duel_if_they_may():
    """SOVL 6: commanders on both sides strike only each other."""
    duel = 'rule "Duel" of battle\n  cite "SOVL 6"\n  may duel\n'
    for text, roles in ((duel, ["rank-and-file", "commander"]), ("", ["rank-and-file", "rank-and-file"])):
        board = Board(text)
        both = {"commander": "Captain"}
        spears, _ = facing_each_other(board, mine=both, theirs=both)
        aims = board.play(champions(board.g, list(board.g.units.values())))
        assert [attack.target.role for attack, _ in blows(board.g, spears, 1, aims[spears.id])] == roles


def test_one_commander_duels_with_one_other():
    board = Board('rule "Duel" of battle\n  cite "SOVL 6"\n  may duel\n')
    spears = board.unit("Spears", "A", (20, 10), models=20, commander="Captain")
    front = board.unit("Spears", "B", (20, 13), commander="Captain", models=9)
    flank = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=7, commander="Captain")
    engage(board.g, spears, flank)
    engage(board.g, spears, front)
    aims = board.play(champions(board.g, list(board.g.units.values())))
    assert aims[spears.id] == Aim(front, front.pools[1])
    assert aims[front.id] == Aim(spears, spears.pools[1])
    assert aims[flank.id] == Aim(spears)


def test_a_player_may_pick_whom_the_commander_strikes_at():
    text = 'rule "Pick" of battle\n  cite "Tests"\n  may choose-target\n'
    for rule, expected in (("", 0), (text, 1)):
        board = Board(rule)
        spears = board.unit("Spears", "A", (20, 10), models=20, commander="Captain")
        foes = [
            board.unit("Spears", "B", (20, 13)),
            board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8),
        ]
        for foe in foes:
            engage(board.g, spears, foe)
        answers = [foes[1].id] if rule else []
        aims = board.play(champions(board.g, [spears]), *answers)
        assert aims[spears.id].foe is foes[expected]


# -- rounds ----------------------------------------------------------------------------------------


def test_all_strike_before_anybody_falls_where_no_order_is_said():
    board = Board(dice={"to-hit": [6] * 10, "to-save": [1] * 10})
    spears, foes = facing_each_other(board, mine={"models": 5}, theirs={"models": 5})
    board.play(fights(board.g))
    assert spears.destroyed
    assert foes.destroyed


def test_who_strikes_first_leaves_fewer_to_strike_back():
    order = 'rule "Swift" of unit\n  cite "Tests"\n  modify strike-order by skill of attacker\n'
    board = Board(order, dice={"to-hit": [6, 6, 6, 6, 6, 6, 6], "to-save": [1, 1, 1, 6, 6, 6, 6]})
    spears, foes = facing_each_other(board, mine={"models": 5}, theirs={"models": 5})
    spears.pools[0].parts[0].profile["skill"] = 4
    board.play(fights(board.g))
    assert (spears.models, foes.models) == (5, 2)


def test_the_side_that_caused_more_wounds_wins_by_the_difference():
    board = Board(OUTCOME, dice={"to-hit": [6] * 10, "to-save": [1, 1, 1, 6, 6, 1, 6, 6, 6, 6]})
    spears, foes = facing_each_other(board)
    board.play(fights(board.g))
    assert (tallies.caused(spears), tallies.caused(foes)) == (3, 1)
    assert spears.tokens == {"won": 2, "over": 1}
    assert foes.tokens == {"lost": 2, "over": 1}
    assert (spears.models, foes.models) == (9, 7)


def test_a_draw_is_lost_by_nobody():
    board = Board(OUTCOME, dice={"to-hit": [1] * 10})
    spears, foes = facing_each_other(board)
    board.play(fights(board.g))
    assert spears.tokens == foes.tokens == {"drawn": 1, "over": 1}


def test_wounds_beyond_the_last_model_count():
    """SOVL 6: one a wound, overkill counts."""
    board = Board(WHOLE_FRONT, dice={"to-hit": [6] * 5 + [1] * 2, "to-save": [1] * 5})
    spears, foes = facing_each_other(board, theirs={"models": 2, "files": 2})
    board.play(fights(board.g))
    assert foes.destroyed
    assert tallies.caused(spears) == 5


def test_the_score_adds_what_a_unit_a_contact_and_a_side_bring():
    text = """
rule "Ranks" of battle
  cite "SOVL 6"
  modify combat-score by +1 when ranks of unit >= 2
  modify contact-score by +1 when unit is fighting against target-unit
  modify side-score by +3 when number of units fighting beside unit >= 2
"""
    board = Board(text, dice={"to-hit": [1] * 30})
    spears = board.unit("Spears", "A", (20, 10), models=20)
    front = board.unit("Spears", "B", (20, 12.5), models=5)
    flank = board.unit("Spears", "B", (23.5, 10), facing=270, files=4, models=8)
    engage(board.g, spears, front)
    engage(board.g, spears, flank)
    board.play(fights(board.g))
    assert board.facts("combat-score")[0]["scores"] == {"A": 1 + 2, "B": 1 + 2 + 3}


def test_a_combat_that_is_no_more_is_not_fought():
    board = Board()
    board.play(fight(board.g, 7))
    assert board.facts("round-of-combat") == []


def test_the_first_round_lasts_until_a_round_has_been_fought():
    board = Board(dice={"to-hit": [1] * 10})
    spears, foes = facing_each_other(board)
    assert tallies.is_first_round(board.g, spears)
    board.play(fights(board.g))
    assert not tallies.is_first_round(board.g, spears)
    assert tallies.rounds_fought(board.g, foes) == 1


def test_another_enemy_alone_begins_a_first_round_anew():
    board = Board(dice={"to-hit": [1] * 10})
    spears, foes = facing_each_other(board)
    board.play(fights(board.g))
    other = board.unit("Spears", "B", (20, 12))
    engage(board.g, spears, other)
    assert not tallies.is_first_round(board.g, spears)
    board.g.engagement.part(spears.id, foes.id)
    assert tallies.is_first_round(board.g, spears)


def test_what_lasts_for_the_round_of_combat_ends_with_it():
    text = """
duration "This Round"
  cite "Tests"
  until end of round-of-combat

mark roused of unit
  cite "Tests"

rule "Rouse" of battle
  cite "Tests"
  after round-begun
    mark unit as roused for "This Round"
  after combat-over
    give unit 1 "roused" tokens when unit is roused
"""
    board = Board(text, dice={"to-hit": [1] * 10})
    spears, _ = facing_each_other(board)
    board.play(fights(board.g))
    assert spears.tokens == {"roused": 1}
    assert "roused" not in spears.marks


# -- weapons ---------------------------------------------------------------------------------------


def test_a_part_with_several_weapons_chooses_one_in_its_first_round():
    board = Board('weapon "Axe"\n  cite "Tests"\n  kind melee\n', dice={"to-hit": [1] * 20})
    spears, _ = facing_each_other(board)
    part = spears.pools[0].parts[0]
    part.arms.append(make_arm(board.g, RuleRef("Axe"), "A"))
    board.play(fights(board.g), "Axe")
    assert board.facts("attacks")[0]["arm"] == "Axe"
    board.play(fights(board.g))
    assert board.asked == []
    assert board.facts("attacks")[2]["arm"] == "Axe"


# -- tests -----------------------------------------------------------------------------------------

TEST = """
roll nerve of unit
  cite "Tests"

rule "Nerve" of battle
  cite "Tests"
  after combat-lost
    let unit take a nerve on 2D6 at most discipline of unit - difference
    give unit 1 "failed" tokens when unit failed the nerve
    give unit 1 "passed" tokens when unit passed the nerve
"""


@pytest.mark.parametrize(("faces", "token"), [([2, 3], "passed"), ([3, 3], "failed")])
def test_a_test_is_passed_by_no_more_than_the_number(faces, token):
    """SOVL 6: 2D6 at most Discipline less the difference."""
    board = Board(TEST, dice={"to-hit": [6] * 5 + [1] * 5, "to-save": [1, 1, 6, 6, 6], "nerve": faces})
    spears, foes = facing_each_other(board)
    board.play(fights(board.g))
    assert foes.tokens == {token: 1}
    assert spears.tokens == {}


def test_rules_may_pass_a_test_without_dice():
    text = TEST + 'rule "Dauntless"\n  cite "Tests"\n  nerve always passes\n'
    board = Board(text, dice={"to-hit": [6] * 5 + [1] * 5, "to-save": [1] * 5})
    _, foes = facing_each_other(board, theirs={"rules": ["Dauntless"]})
    board.play(fights(board.g))
    assert foes.tokens == {"passed": 1}
