"""Words for shooting, hits, wounds and losses, as packs write them."""

from __future__ import annotations

import pytest

from tercio.kernel.decisions import Decision
from tercio.kernel.state import Unit
from tercio.plugins.regiments import losses
from tercio.plugins.regiments.orders import activate

from .board import Board

ACTION = """
rule "Deed"
  cite "Tests"
  action "Go" in own orders
    declare
      pick target from enemy units
    effect
      {}

rule "Lethal"
  cite "Tests"
  set damage to 3 when attack is automatic
"""


def declines(_: Decision) -> str:
    return "pass"


def go(
    statement: str, dice: dict[str, list[int]], enemy: str = "Spears", models: int = 10
) -> tuple[Board, Unit]:
    """Let bows of A do something to a unit of B ten inches away, and return that."""
    board = Board(ACTION.format(statement), dice)
    bows = board.unit("Bows", "A", (30, 10), rules=["Deed"])
    target = board.unit(enemy, "B", (30, 21), models=models)
    board.play(activate(board.g, bows), ["Go", bows.id], otherwise=declines)
    return board, target


def test_a_unit_shoots_by_a_verb():
    board, target = go("shoot with unit at target", {"to-hit": [6] * 5, "to-save": [1, 1, 6, 6, 6]})
    assert target.models == 8
    assert board.facts("unit-shot")


def test_hits_are_not_rolled_and_have_the_numbers_they_are_given():
    board, target = go("deal 4 hits to target with power 5", {"to-save": [1, 1, 1, 6]})
    assert target.models == 7
    assert board.facts("attacks")[0]["passed"] == {"to-hit": 4, "to-save": 3}


def test_hits_may_have_rules_of_their_own():
    _, target = go('deal 2 hits to target with "Lethal"', {"to-save": [1, 6]}, "Ogre", models=3)
    assert target.models == 2


def test_hits_that_are_dice_are_rolled_for_each_target():
    board = Board(ACTION.format("deal D6 hits to enemy units"), {"hits": [2, 1], "to-save": [1, 1, 1]})
    bows = board.unit("Bows", "A", (30, 10), rules=["Deed"])
    one, other = board.unit("Spears", "B", (20, 21)), board.unit("Spears", "B", (40, 21))
    board.play(activate(board.g, bows), ["Go", bows.id], one.id, otherwise=declines)
    assert (one.models, other.models) == (8, 9)


def test_wounds_are_not_rolled_at_all():
    board, target = go("inflict 4 wounds on target", {}, "Ogre", models=3)
    assert (target.models, target.pools[0].lost) == (2, 1)
    assert board.facts("health-lost")[0]["by"] != 0


def test_a_commander_is_wounded_alone():
    board = Board(ACTION.format("inflict 1 wound on commander of target"))
    bows = board.unit("Bows", "A", (30, 10), rules=["Deed"])
    target = board.unit("Spears", "B", (30, 21), commander="Captain")
    board.play(activate(board.g, bows), ["Go", bows.id], otherwise=declines)
    assert (target.pools[0].models, target.pools[1].lost) == (10, 1)


def test_a_unit_is_destroyed_by_a_verb():
    _, target = go("destroy target", {})
    assert target.destroyed


def test_what_is_off_the_table_is_not_hit():
    board = Board(ACTION.format("inflict 1 wound on target"))
    bows = board.unit("Bows", "A", (30, 10), rules=["Deed"])
    away = board.unit("Spears", "B", None)
    board.play(activate(board.g, bows), ["Go", bows.id], otherwise=declines)
    assert away.models == 10


@pytest.mark.parametrize(
    ("statement", "left"), [("restore D3 health of target", (2, 0)), ("return 1 model to target", (3, 1))]
)
def test_losses_come_back_by_verbs(statement, left):
    board = Board(ACTION.format(statement), {"health": [3]})
    bows = board.unit("Bows", "A", (30, 10), rules=["Deed"])
    ogres = board.unit("Ogre", "B", (30, 21), models=3)
    board.play(losses.lose(board.g, ogres.pools[0], 4))
    board.play(activate(board.g, bows), ["Go", bows.id], otherwise=declines)
    assert (ogres.models, ogres.pools[0].lost) == left


@pytest.mark.parametrize(("y", "offered"), [(21.0, True), (38.0, False)])
def test_a_target_that_cannot_be_shot_is_not_offered(y, offered):
    text = ACTION.format("shoot with unit at target").replace(
        "from enemy units", "from enemy units where unit can shoot at it"
    )
    board = Board(text, {"to-hit": [1] * 5})
    bows = board.unit("Bows", "A", (30, 10), rules=["Deed"])
    board.unit("Spears", "B", (30, y))
    board.play(activate(board.g, bows), *([["Go", bows.id]] if offered else []), otherwise=declines)
    assert bool(board.facts("unit-shot")) is offered


def test_what_a_bundle_adds_counts_for_its_hits():
    board, target = go("deal 2 hits to target with damage +1, power 5", {"to-save": [1, 1]}, "Ogre")
    # Two of the three health of an ogre by each wound.
    assert board.facts("attacks")[0]["wounds"] == 4
    assert (target.models, target.pools[0].lost) == (9, 1)
