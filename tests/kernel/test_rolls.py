"""Rolls as rules shape them: Maximised, modified, rerolled, decided beforehand; purposes (architecture 5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.agents import reading
from tercio.kernel.context import Context
from tercio.kernel.decl import DiceAmount, Modify, Op, Outcome, Reroll, Rule, Shape, Which
from tercio.kernel.dice import AskedDice, ScriptedDice
from tercio.kernel.errors import RulesError
from tercio.kernel.rolls import amount, outcome, purpose, rerolls, roll_for, roll_off, shape, test_under

from .toy import give, new_game, new_unit, number

ONE, TWO = DiceAmount(1, 6), DiceAmount(2, 6)
take_test = test_under
del test_under  # or pytest would collect the function


def rule(name: str, *clauses, **more) -> Rule:
    return Rule(name=name, clauses=clauses, **more)


def holding(*rules: Rule, script: dict[str, list[int]] | None = None, hold_: int = 1):
    game = new_game(*rules, dice=ScriptedDice(script or {}))
    unit = new_unit(game)
    for _ in range(hold_):
        give(game, unit, *(one.name for one in rules))
    return game, Context(unit=unit)


def test_a_maximised_roll_adds_a_die_and_drops_the_lowest():
    game, c = holding(rule("Fleet", Shape("dash", 1)), script={"dash": [2, 6]})
    assert roll_for(game, "dash", c, ONE).total == 6


def test_a_minimised_roll_adds_a_die_and_drops_the_highest():
    game, c = holding(rule("Mired", Shape("dash", -1)), script={"dash": [2, 6]})
    assert roll_for(game, "dash", c, ONE).total == 2


def test_maximised_and_minimised_cancel_in_pairs():
    game, c = holding(rule("Fleet", Shape("dash", 1)), rule("Mired", Shape("dash", -1)), script={"dash": [2]})
    assert shape(game, "dash", c) == 0
    assert roll_for(game, "dash", c, ONE).faces == (2,)


def test_one_rule_held_twice_shapes_a_roll_once_unless_it_is_cumulative():
    assert shape(*_asked(rule("Fleet", Shape("dash", 1)), 2)) == 1
    assert shape(*_asked(rule("Rune", Shape("dash", 1), cumulative=True), 2)) == 2


def _asked(one: Rule, times: int):
    game, c = holding(one, hold_=times)
    return game, "dash", c


def test_a_roll_answers_to_the_wider_names_of_its_signature():
    game, c = holding(rule("Fleet", Shape("any-move", 1), Reroll("any-move", Which.FAILED)))
    assert shape(game, "dash", c) == 1
    assert rerolls(game, "dash", c, Which.FAILED) == [0]
    assert rerolls(game, "dash", c, Which.SUCCESSFUL) == []


def test_modifiers_of_a_roll_are_added_to_its_total_and_not_to_its_faces():
    game, c = holding(rule("Long Legs", Modify("dash", Op.ADD, number(2))), script={"dash": [3]})
    rolled = roll_for(game, "dash", c, ONE)
    assert (rolled.faces, rolled.total) == ((3,), 5)


@given(st.tuples(st.integers(1, 6), st.integers(1, 6)), st.integers(2, 12))
def test_a_test_is_passed_by_rolling_at_most_the_number_needed(faces, needed):
    game, c = holding(script={"nerve": list(faces)})
    assert take_test(game, "nerve", c, TWO, needed).passed is (sum(faces) <= needed)


@pytest.mark.parametrize(("second", "passed"), [([1, 1], True), ([6, 6], False)])
def test_a_failed_test_is_rerolled_once_and_the_second_result_counts(second, passed):
    game, c = holding(rule("Stubborn", Reroll("nerve", Which.FAILED)), script={"nerve": [6, 5, *second]})
    tested = take_test(game, "nerve", c, TWO, 7)
    assert tested.passed is passed
    assert tested.first is not None
    assert tested.first.total == 11
    assert tested.rolled is not None
    assert tested.rolled.total == sum(second)


def test_a_passed_test_is_rerolled_where_a_rule_says_so():
    game, c = holding(rule("Cursed", Reroll("nerve", Which.SUCCESSFUL)), script={"nerve": [1, 1, 6, 6]})
    assert not take_test(game, "nerve", c, TWO, 7).passed


def test_a_reroll_is_a_stream_of_its_own():
    told: list[str] = []
    game = new_game(rule("Stubborn", Reroll("nerve", Which.FAILED)))

    def ask(what: str, count: int, _: int) -> list[int]:
        told.append(what)
        return [6] * count

    game.dice = AskedDice(ask)
    unit = new_unit(game)
    give(game, unit, "Stubborn")
    take_test(game, "nerve", Context(unit=unit), TWO, 7, unit.id)
    assert told == [f"/{unit.id}/nerve", f"/{unit.id}/reroll/nerve"]


def test_a_test_that_rules_decide_is_not_rolled_and_failing_beats_passing():
    brave, craven = rule("Brave", Outcome("nerve", True)), rule("Craven", Outcome("nerve", False))
    game, c = holding(brave)
    assert take_test(game, "nerve", c, TWO, 2).passed
    game, c = holding(brave, craven)
    assert outcome(game, "nerve", c) is False
    assert take_test(game, "nerve", c, TWO, 12).rolled is None


def test_a_rule_that_nobody_holds_decides_nothing():
    game, c = holding()
    assert outcome(game, "nerve", c) is None


def test_a_purpose_is_the_place_in_time_and_what_is_rolled():
    game, _ = holding()
    game.clock.path = "round:2/turn:A/move"
    assert purpose(game, 7, "dash") == "round:2/turn:A/move/7/dash"


@pytest.mark.parametrize(
    ("written", "dice", "expected"),
    [(3, [], 3), (DiceAmount(1, 6, 1), [4], 5), (DiceAmount(1, 6, -6), [2], 0)],
)
def test_an_amount_is_a_number_or_rolled_and_never_less_than_nothing(written, dice, expected):
    game, _ = holding(script={"hits": dice})
    assert amount(game, written, "spell", "hits") == expected


def test_a_query_rolls_no_dice():
    game, _ = holding(script={"hits": [4]})
    with reading(game), pytest.raises(RuntimeError, match="must not roll"):
        amount(game, ONE, "hits")


def test_a_scripted_roll_that_is_not_told_is_an_error_and_no_guess():
    game, c = holding()
    with pytest.raises(RulesError, match="dash"):
        roll_for(game, "dash", c, ONE)


def test_a_roll_off_goes_on_until_one_player_alone_shows_most():
    throws = [{"A": 4, "B": 4}, {"A": 2, "B": 2}, {"A": 3, "B": 5}]
    assert roll_off(throws.__getitem__) == ("B", throws[2])
    assert roll_off(lambda _: {"A": 6, "B": 1, "C": 5})[0] == "A"
