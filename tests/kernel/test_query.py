"""Who holds what, which things there are, and numbers of things: read-only questions (architecture 5)."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decl import Characteristic, Compare, Has, Modify, Op, Role, Rule, RuleRef, Term
from tercio.kernel.geometry import Circle
from tercio.kernel.query import (
    belongs,
    contains,
    entirely,
    has,
    owner_of,
    select,
    things_in,
    things_of_kind,
    units_in,
    value_of,
)
from tercio.kernel.state import Area, Arm, Terrain, Thing, touch

from .toy import blow, give, new_game, new_unit, number

STRONG = Rule(name="Strong", clauses=(Modify("strength", Op.ADD, number(1)),))


def board(*rules: Any):
    game = new_game(STRONG, *rules)
    return game, new_unit(game), new_unit(game, "B"), new_unit(game)


def test_a_slot_holds_nothing_one_thing_or_several():
    assert [list(things_in(x)) for x in (None, (1.0, 2.0), [3, 4])] == [[], [(1.0, 2.0)], [3, 4]]


def test_the_units_of_several_things_are_those_that_are_there_each_once():
    _, pikes, foe, lost = board()
    lost.destroyed = True
    assert units_in([foe, pikes.pools[0], lost, pikes, Terrain(90, "Rock")]) == [foe, pikes]
    assert units_in(None) == []


def test_a_thing_has_what_it_or_what_it_belongs_to_holds():
    game, pikes, foe, _ = board()
    pool, part = pikes.pools[0], pikes.pools[0].parts[0]
    give(game, pool, "Strong")
    nowhere = Context()
    assert [has(game, nowhere, thing, "Strong") for thing in (pikes, pool, part)] == [True, True, True]
    assert not has(game, nowhere, foe, "Strong")
    assert not has(game, nowhere, None, "Strong")


def test_an_attack_has_what_its_part_its_weapon_and_it_itself_hold():
    game, pikes, foe, _ = board()
    arm, spell = Arm(90, "Pike"), Thing(0, "attack")
    plain, armed, magic = blow(pikes, foe), blow(pikes, foe, arm=arm), blow(pikes, foe, given=spell)
    give(game, arm, "Strong")
    give(game, spell, "Strong")
    assert [has(game, Context(), attack, "Strong") for attack in (plain, armed, magic)] == [False, True, True]
    give(game, pikes.pools[0].parts[0], "Strong")
    assert has(game, Context(), plain, "Strong")


def test_a_conditional_rule_is_had_only_where_its_condition_holds():
    swift = Compare(">", Term("pace", (Role("unit"),)), number(4))
    game, pikes, *_ = board(Rule(name="Charge", clauses=(Has(RuleRef("Strong"), guard=swift),)))
    give(game, pikes, "Charge")
    assert not has(game, Context(unit=pikes), pikes, "Strong")
    pikes.pools[0].profile["pace"] = 5
    assert has(game, Context(unit=pikes), pikes, "Strong")


def test_a_unit_without_models_is_entirely_nothing():
    game, pikes, *_ = board()
    give(game, pikes, "Strong")
    assert entirely(game, Context(), pikes, "Strong")
    pikes.pools.clear()
    assert not entirely(game, Context(), pikes, "Strong")
    assert contains(game, Context(), pikes, "Strong")


@pytest.mark.parametrize(
    ("side", "expected"), [("", "AAB"), ("friendly", "AA"), ("own", "AA"), ("enemy", "B"), ("other", "A")]
)
def test_sets_are_seen_from_the_bearer_of_the_rule(side, expected):
    game, pikes, *_ = board()
    give(game, pikes, "Strong")
    found = select(game, Context(), pikes.held[0], "unit", side, None)
    assert sorted(unit.owner for unit in found) == list(expected)
    assert [unit.id for unit in found] == sorted(unit.id for unit in found)


def test_things_of_a_kind_are_those_on_the_table():
    game, pikes, foe, others = board()
    foe.destroyed = True
    hill = Terrain(80, "hill", shape=Circle(0.0, 0.0, 1.0))
    game.terrain.append(hill)
    counted = {
        kind: len(list(things_of_kind(game, kind)))
        for kind in ("unit", "model", "part", "player", "terrain", "area")
    }
    assert counted == {"unit": 2, "model": 2, "part": 2, "player": 2, "terrain": 1, "area": 0}
    assert list(things_of_kind(game, "unit")) == [pikes, others]


def test_areas_are_seen_from_the_bearer_of_the_rule_by_whose_they_are():
    game, pikes, *_ = board()
    give(game, pikes, "Strong")
    for number_, (name, owner) in enumerate((("Home", "A"), ("Ford", ""), ("Away", "B")), 80):
        game.areas[name] = game.things[number_] = Area(number_, name, owner)
    found = {
        side: [area.name for area in select(game, Context(), pikes.held[0], "area", side, None)]
        for side in ("", "friendly", "own", "enemy")
    }
    assert found == {
        "": ["Home", "Ford", "Away"],
        "friendly": ["Home"],
        "own": ["Home"],
        "enemy": ["Away"],
    }
    assert belongs(game, Context(), pikes.held[0], "area", "enemy", None, game.areas["Away"])


def test_an_area_may_hold_rules():
    game, *_ = board()
    game.areas["Ford"] = game.things[80] = Area(80, "Ford")
    give(game, game.areas["Ford"], "Strong")
    assert has(game, Context(), game.areas["Ford"], "Strong")


@pytest.mark.parametrize(("several", "expected"), [("worst", 2), ("best", 5)])
def test_a_number_of_a_unit_is_that_of_its_worst_or_best_models(several, expected):
    game, pikes, _, others = board(
        Characteristic(name="toughness", of="pool", low=1, high=10, several=several)
    )
    pikes.pools += others.pools
    for pool, toughness in zip(pikes.pools, (5, 2), strict=True):
        pool.profile["toughness"] = toughness
        pool.unit = pikes
    assert value_of(game, "toughness", pikes) == expected


def test_a_number_of_parts_can_be_asked_of_their_unit():
    game, pikes, *_ = board()
    give(game, pikes.pools[0].parts[0], "Strong")
    assert value_of(game, "strength", pikes) == 4


def test_nobody_has_nothing():
    game, *_ = board()
    assert value_of(game, "strength", None) == 0


def test_a_player_answers_with_the_rules_of_its_units():
    game, pikes, *_ = board()
    give(game, pikes.pools[0].parts[0], "Strong")
    one, other = game.players.values()
    assert [contains(game, Context(), player, "Strong") for player in (one, other)] == [True, False]
    pikes.destroyed = True
    touch(game)
    assert not contains(game, Context(), one, "Strong")


def test_a_rule_of_the_battle_sees_sides_from_the_player_of_the_moment_else_from_the_unit_in_question():
    game, _, foe, _ = board()
    game.active = "A"
    assert owner_of(game, None, Context()) == "A"
    assert owner_of(game, None, Context(unit=foe)) == "B"
    assert owner_of(game, None, Context(unit=foe, player=game.players["A"])) == "A"
