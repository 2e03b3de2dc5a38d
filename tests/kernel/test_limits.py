"""How often what is used may be used again (language, Rules: `once per`)."""

from __future__ import annotations

import pytest

from tercio.kernel.actions import usable, use_action
from tercio.kernel.clone import clone
from tercio.kernel.decl import Do, Node, Role, Rule, SequenceDecl
from tercio.kernel.decl.clauses import Action
from tercio.kernel.limits import note_use, times_used
from tercio.kernel.sequence import advance, clock_for

from .toy import drive, give, new_game, new_unit

CHEER = (Do("cheer", (("who", Role("bearer")),)),)
STEP = Node("step", "ready")


def blow(once: str = "") -> Action:
    return Action("Blow", "opening", "in", CHEER, once)


def at_the_opening(once: str):
    """A game in the opening of its first round, which belongs to nobody's turn; a unit holds a Horn."""
    turn = Node("turn", "turn", by="each player", children=(STEP,))
    opening = Node("phase", "opening", children=(STEP,))
    war = SequenceDecl(name="war", nodes=(Node("round", "round", times=3, children=(opening, turn)),))
    game = new_game(Rule(name="Horn", clauses=(blow(once),)))
    game.clock = clock_for({"war": war}, "war", ("A", "B"))
    drive(advance(game))
    pikes = new_unit(game)
    give(game, pikes, "Horn")
    return game, pikes


def use(game):
    drive(use_action(game, usable(game, "opening", "A")[0]))


def next_round(game):
    for _ in range(3):
        drive(advance(game))


@pytest.mark.parametrize(("once", "again"), [("turn", 1), ("phase", 1), ("round", 1), ("battle", 0)])
def test_once_per_turn_is_once_in_each_opening_of_a_round_and_not_once_a_battle(once, again):
    game, _ = at_the_opening(once)
    use(game)
    assert usable(game, "opening", "A") == []
    next_round(game)
    assert len(usable(game, "opening", "A")) == again


def test_what_was_used_outside_of_turns_is_not_used_this_turn_for_ever():
    game, pikes = at_the_opening("")
    use(game)
    assert times_used(game, pikes, "Blow", "turn") == 1
    next_round(game)
    assert times_used(game, pikes, "Blow", "turn") == 0
    assert times_used(game, pikes, "Blow", "battle") == 1


def test_a_copy_counts_for_itself():
    game, pikes = at_the_opening("")
    copy = clone(game)
    note_use(game, pikes, blow())
    assert times_used(copy, copy.units[pikes.id], "Blow", "battle") == 0
