"""Statements: verbs, conditions, each, choices, options, rolls; lasting things end as they began
(architecture 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.decl import (
    Choose,
    Compare,
    DiceAmount,
    Do,
    Each,
    If,
    Options,
    Pick,
    Role,
    RollOn,
    RollRow,
    SetExpr,
    Term,
    Word,
)
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.effects import candidates, is_any, run
from tercio.kernel.signatures import VerbSignature

from .toy import drive, new_game, new_unit, number


def cheer(role: str = "it") -> Do:
    return Do("cheer", (("who", Role(role)),))


def cheers(*units: Any) -> list[int]:
    return [unit.tokens.get("cheers", 0) for unit in units]


def table(script: dict[str, list[int]] | None = None, **more: Any):
    game = new_game(dice=ScriptedDice(script or {}), record=True, **more)
    return game, [new_unit(game, "A"), new_unit(game, "A"), new_unit(game, "B")]


def does(game: Any, *statements: Any, answers: tuple[Any, ...] = (), **roles: Any) -> list[Decision]:
    return drive(run(game, statements, Context(**roles), None), *answers)[1]


FRIENDS, ENEMIES = SetExpr("unit", "friendly"), SetExpr("unit", "enemy")


def test_statements_run_in_order():
    game, (pikes, others, _) = table()
    does(game, cheer("unit"), Do("cheer", (("who", Role("other")),)), unit=pikes, other=others)
    assert [event.facts["thing"] for event in game.events or ()] == [pikes.id, others.id]


@pytest.mark.parametrize(("pace", "expected"), [(4, [1, 0]), (3, [0, 1])])
def test_if_runs_one_side_and_not_the_other(pace, expected):
    game, (pikes, others, _) = table()
    pikes.pools[0].profile["pace"] = pace
    swift = Compare(">=", Term("pace", (Role("unit"),)), number(4))
    does(game, If(swift, (cheer("unit"),), (cheer("other"),)), unit=pikes, other=others)
    assert cheers(pikes, others) == expected


def test_each_runs_for_every_thing_of_the_set_in_order_of_id():
    game, units = table()
    does(game, Each(FRIENDS, (cheer(),)))
    assert cheers(*units) == [1, 1, 0]
    does(game, Each(ENEMIES, (cheer("victim"),), "victim"))
    assert cheers(*units) == [1, 1, 1]


def test_a_choice_of_one_thing_is_not_asked():
    game, units = table()
    assert does(game, Choose(ENEMIES, (cheer(),))) == []
    assert cheers(*units) == [0, 0, 1]


def test_a_choice_among_nothing_does_nothing():
    game, (*_, foe) = table()
    foe.destroyed = True
    assert does(game, Choose(ENEMIES, (cheer(),))) == []


def test_a_player_chooses_different_things_one_after_the_other():
    game, (pikes, others, _) = table()
    third = new_unit(game, "A")
    asked = does(game, Choose(FRIENDS, (cheer(),), number(2)), answers=(others.id, third.id))
    assert [list(one.options) for one in asked] == [[pikes.id, others.id, third.id], [pikes.id, third.id]]
    assert cheers(pikes, others, third) == [0, 1, 1]


def test_an_optional_choice_may_be_passed_even_with_one_thing_left():
    game, (*_, foe) = table()
    (asked,) = does(game, Choose(ENEMIES, (cheer(),), optional=True), answers=(PASS,))
    assert list(asked.options) == [foe.id, PASS]
    assert cheers(foe) == [0]


def test_the_opponent_may_be_the_one_who_chooses():
    game, units = table()
    (asked,) = does(game, Choose(FRIENDS, (cheer(),), who="opponent"), answers=(units[0].id,))
    assert asked.player == "B"


def test_of_several_courses_the_player_takes_one():
    game, (pikes, others, _) = table()
    courses = Options((("Sing", (cheer("unit"),)), ("Shout", (cheer("other"),))), optional=True)
    (asked,) = does(game, courses, answers=("Shout",), unit=pikes, other=others)
    assert list(asked.options) == ["Sing", "Shout", PASS]
    does(game, courses, answers=(PASS,), unit=pikes, other=others)
    assert cheers(pikes, others) == [0, 1]


@pytest.mark.parametrize(("face", "expected"), [(1, 0), (2, 1), (5, 1), (6, 2)])
def test_a_roll_runs_the_rows_that_its_total_falls_into(face, expected):
    game, (pikes, *_) = table({"roll": [face]})
    rows = (RollRow(2, None, (cheer("unit"),)), RollRow(6, 6, (cheer("unit"),)), RollRow(None, 0, ()))
    does(game, RollOn(DiceAmount(1, 6), rows), unit=pikes)
    assert cheers(pikes) == [expected]
    assert game.events
    assert (game.events[0].kind, game.events[0].facts["result"]) == ("rolled", face)


def test_the_total_of_a_roll_can_be_used_below_it():
    game, (pikes, *_) = table({"roll": [4]})
    give = Do("give-tokens", (("x", Role("unit")), ("n", Role("result")), ("token", Word("spoils"))))
    does(game, RollOn(DiceAmount(1, 6), (RollRow(None, None, (give,)),)), unit=pikes)
    assert pikes.tokens == {"spoils": 4}


def test_dice_in_an_amount_are_rolled_by_the_verb_that_takes_it():
    game, (pikes, *_) = table({"spoils": [2, 3]})
    does(
        game,
        Do("give-tokens", (("x", Role("unit")), ("n", DiceAmount(2, 6)), ("token", Word("spoils")))),
        unit=pikes,
    )
    assert pikes.tokens == {"spoils": 5}


def test_a_verb_may_ask_players():
    def haggle(game: Any, context: Context, who: Any) -> Iterator[Any]:
        price = yield Decision("haggle", who.owner, "How much?", [1, 2])
        who.tokens["price"] = price

    game, (pikes, *_) = table(
        extra=(VerbSignature("haggle", "haggle for {who:any}", haggle, "Asks a price."),)
    )
    (asked,) = does(game, Do("haggle", (("who", Role("unit")),)), answers=(2,), unit=pikes)
    assert asked.kind == "haggle"
    assert pikes.tokens == {"price": 2}


def test_something_may_be_picked_exactly_if_there_are_candidates():
    game = new_game()
    statement = Pick(SetExpr("unit", "enemy", None), "target")
    mine = new_unit(game)
    c = Context(unit=mine, player=game.players["A"])
    assert not is_any(game, statement, c, None)
    foe = new_unit(game, "B")
    assert is_any(game, statement, c, None)
    assert candidates(game, statement, c, None) == [foe]
    assert not is_any(game, statement, c, None, lambda *_: False)
