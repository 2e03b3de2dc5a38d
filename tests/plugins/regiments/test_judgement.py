"""What is good play in ranked games: places, charges, targets; and captains against chance."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.agents import reading
from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl import DiceAmount
from tercio.kernel.geometry import Facing, Rect
from tercio.kernel.hashing import state_hash
from tercio.kernel.state import Unit
from tercio.plugins.regiments.footing import Walk
from tercio.plugins.regiments.judgement.estimate import Estimates, mean_of
from tercio.plugins.regiments.judgement.places import Places, end_of
from tercio.plugins.regiments.judgement.staff import judgements
from tercio.plugins.regiments.move_options import options_for
from tercio.plugins.regiments.strides import walk

from .board import Board

CHARGE = """
keyword charge of action
  cite "Tests"

rule "Charge" of unit
  cite "Tests"
  action "Charge" in own charges, charge
    declare
      pick target from enemy units where unit can charge it
    effect
      declare a charge of unit at target
"""
DRILL = """
rule "Drill" of battle
  cite "Tests"
  may pivot
  may wheel
  may back
  may sidestep
"""
ARMIES = ["Ashen Clans", "Tarn Holds"]


def placed(unit: Unit) -> Rect:
    assert unit.rect is not None
    return unit.rect


def best(board: Board, decision: Decision) -> Any:
    """Return the option that a captain would take; thinking leaves the game as it was."""
    before = state_hash(board.g)
    with reading(board.g):
        scores = judgements()[decision.kind](decision, board.g)
    assert state_hash(board.g) == before
    assert len(scores) == len(decision.options)
    return decision.options[max(range(len(scores)), key=lambda i: (scores[i], -i))]


# -- averages ----------------------------------------------------------------------------------------------


def test_a_front_rank_deals_half_its_blows_and_half_of_those_come_through():
    board = Board()
    spears = board.unit("Spears", "A", (10, 10), models=10, files=5)
    foe = board.unit("Spears", "B", (10, 16))
    assert Estimates().dealt(board.g, spears, foe) == pytest.approx(5 * 0.5 * 0.5)


def test_a_bow_deals_half_its_shots_and_two_thirds_of_those_come_through():
    board = Board()
    bows = board.unit("Bows", "A", (10, 10))
    foe = board.unit("Spears", "B", (10, 26))
    part = bows.pools[0].parts[0]
    assert Estimates().shot(board.g, part, part.arms[0], foe) == pytest.approx(0.5 * 2 / 3)


def test_a_fight_is_worth_more_in_the_flank_and_against_the_weaker():
    board = Board()
    ogres = board.unit("Ogre", "A", (10, 10), models=3, files=3)
    foe = board.unit("Spears", "B", (10, 16))
    estimates = Estimates()
    front, flank = (estimates.clash(board.g, ogres, foe, side) for side in (Facing.FRONT, Facing.LEFT))
    assert flank > front > 0.0 > estimates.clash(board.g, foe, ogres)


def test_the_mean_of_dice_is_half_way_between_least_and_most():
    assert mean_of(DiceAmount(2, 6, 1)) == 8.0
    assert mean_of(3) == 3.0


# -- places ------------------------------------------------------------------------------------------------


def test_a_way_is_judged_by_where_it_really_leads():
    board = Board(DRILL)
    spears = board.unit("Spears", "A", (30, 20), facing=30.0)
    board.unit("Spears", "B", (40, 35))
    for steps in options_for(board.g, spears, 8.0):
        found = walk(board.g, spears, steps, 8.0)
        assert isinstance(found, Walk)
        end = end_of(placed(spears), steps)
        assert (end.x, end.y, end.ux) == pytest.approx((found.rect.x, found.rect.y, found.rect.ux))


def test_who_wins_the_fight_goes_on_and_who_would_lose_it_stays_out_of_reach():
    board = Board(DRILL)
    ogres = board.unit("Ogre", "A", (30, 8), models=6, files=3)
    weak = board.unit("Spears", "B", (30, 34), models=5)
    places = Places(Estimates())
    strong, meek = places.foes(board.g, ogres), places.foes(board.g, weak)
    near, far = placed(ogres).forward(6.0), placed(ogres)
    assert places.place(near, strong, 12.0, 0.0) > places.place(far, strong, 12.0, 0.0)
    close = placed(weak).forward(14.0)
    assert places.place(close, meek, 8.0, 0.0) < places.place(placed(weak), meek, 8.0, 0.0)


# -- deeds -------------------------------------------------------------------------------------------------


def test_a_charge_is_declared_where_it_is_worth_it_and_passed_where_it_is_not():
    for mine, theirs, wanted in (("Ogre", "Spears", "Charge"), ("Spears", "Ogre", PASS)):
        board = Board(CHARGE, phase="charges", node="alternate-actions")
        unit = board.unit(mine, "A", (30, 15), models=5, files=5)
        board.unit(theirs, "B", (30, 22), models=5, files=5)
        options = [["Charge", unit.id], PASS]
        answer = best(board, Decision("action.use", "A", "?", options))
        assert (answer if answer == PASS else answer[0]) == wanted


def test_the_weapon_that_deals_more_is_taken():
    board = Board()
    bows = board.unit("Bows", "A", (10, 10))
    foe = board.unit("Spears", "B", (10, 26))
    facts = {"unit": bows.id, "part": bows.pools[0].parts[0].id, "target": foe.id}
    assert best(board, Decision("shoot.weapon", "A", "?", ["Bow"], "", facts)) == "Bow"


def test_who_has_an_enemy_behind_turns_about():
    board = Board()
    spears = board.unit("Spears", "A", (30, 20), facing=180.0)
    board.unit("Spears", "B", (30, 34))
    decision = Decision("unit.turn", "A", "?", [90, -90, 180, PASS], "", {"unit": spears.id})
    assert best(board, decision) == 180


# -- whole battles -----------------------------------------------------------------------------------------


def test_captains_beat_chance_with_either_army():
    desk, won = Desk(), []
    for seed in range(1, 6):
        for agents in (["captain", "random"], ["random", "captain"]):
            winner = desk.begin("sovl", ARMIES, seed=seed).play(agents)["winner"]
            won.append(winner != "draw" and agents["AB".index(winner)] == "captain")
    assert sum(won) >= 7


def test_equal_battles_of_captains_are_equal_whatever_was_played_before():
    desk = Desk()
    first = desk.begin("sovl", ARMIES, seed=3).play(["captain", "captain"])
    desk.begin("sovl", ARMIES, seed=4).play(["captain", "random"])
    again = desk.begin("sovl", ARMIES, seed=3).play(["captain", "captain"])
    anew = Desk().begin("sovl", ARMIES, seed=3).play(["captain", "captain"])
    assert first == again == anew


def test_a_battle_of_agents_that_always_take_the_first_option_ends():
    assert Desk().begin("sovl", ARMIES, seed=1).play(["first", "first"])["decisions"] > 0
