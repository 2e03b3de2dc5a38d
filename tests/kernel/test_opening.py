"""How a battle opens: players, core rules, and what can be said of it beforehand."""

from __future__ import annotations

import pytest

from tercio.kernel.decl import Modify, Op, Rule
from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import RulesError
from tercio.kernel.opening import bare_battle, check_lists, check_options, check_players

from .toy import number, ruleset

FOG = Rule(name="Fog", of="battle", clauses=(Modify("pace", Op.ADD, number(-1)),))
OWN = Rule(name="Own", clauses=(Modify("pace", Op.ADD, number(1)),))


def test_a_battle_opens_with_two_players_and_the_rules_of_the_battle():
    g = bare_battle(ruleset(FOG, OWN), SeededDice(1))
    assert (list(g.players), g.active, g.units, g.terrain) == (["A", "B"], "A", {}, [])
    assert [held.instance.label for held in g.battle.held] == ["Fog"]
    assert [g.things[player.id] for player in g.players.values()] == list(g.players.values())


def test_every_option_that_is_not_known_is_a_fault():
    check_options(["map"], ("map", "events"))
    with pytest.raises(RulesError) as caught:
        check_options(["mapp", "event", "map"], ("map", "events"))
    assert [(one.message, one.hint) for one in caught.value.diagnostics] == [
        ('a battle has no option "mapp"', 'did you mean "map"?'),
        ('a battle has no option "event"', 'did you mean "events"?'),
    ]


def test_each_player_brings_one_list_and_there_are_two():
    check_lists([1, 2])
    with pytest.raises(RulesError, match="a battle needs 2 army lists, there are 1"):
        check_lists([1])
    check_players(["B", "A"])
    with pytest.raises(RulesError, match="the players are A and B, there is no C"):
        check_players(["A", "C"])
