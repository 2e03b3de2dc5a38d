"""Conditions and amounts compiled to functions agree with what they say (architecture 9)."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.compile import compile_expression
from tercio.kernel.context import Context
from tercio.kernel.decl import (
    And,
    Arith,
    Compare,
    Constant,
    ConstantRef,
    DiceAmount,
    Holds,
    Literal,
    Lookup,
    Name,
    Not,
    Or,
    Param,
    Quantifier,
    Relation,
    Role,
    RuleRef,
    SetExpr,
    Term,
    Word,
)
from tercio.kernel.errors import RulesError

from .toy import new_game, new_unit, number

RULES = new_game(Constant(name="reach", value=number(4, '"'))).ruleset
NUMBERS = st.integers(-9, 9)


def ask(node: Any, **roles: Any) -> Any:
    return compile_expression(RULES, node)(None, Context(**roles), None)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (number(4, "+"), 4),
        (Literal(Fraction(7, 2), '"'), Fraction(7, 2)),
        (Literal(Fraction(8, 2)), 4),
        (DiceAmount(2, 6, 1), DiceAmount(2, 6, 1)),
        (Word("soft"), "soft"),
        (Name("Long Bow"), "Long Bow"),
        (ConstantRef("reach"), 4),
        (RuleRef("Proud"), RuleRef("Proud")),
        (Lookup("to-hit", number(0)), 4),
    ],
)
def test_what_is_written_is_what_is_meant(node, expected):
    assert ask(node) == expected


@pytest.mark.parametrize("op", ["+", "-", "*", "min", "max"])
@given(left=NUMBERS, right=NUMBERS)
def test_arithmetic_is_that_of_whole_numbers(op, left, right):
    plain: Any = {"+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max}[op]
    assert ask(Arith(op, number(left), number(right))) == plain(left, right)


@given(NUMBERS, NUMBERS.filter(bool))
def test_division_is_exact_and_whole_where_it_comes_out_even(left, right):
    found = ask(Arith("/", number(left), number(right)))
    assert found == Fraction(left, right)
    assert isinstance(found, int if left % right == 0 else Fraction)


def test_division_by_nothing_is_an_error_of_the_rules():
    with pytest.raises(RulesError, match="divides by a number that is 0"):
        ask(Arith("/", number(1), number(0)))


COMPARED = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def trees(depth: int) -> st.SearchStrategy[Any]:
    leaf = st.builds(
        Compare, st.sampled_from(sorted(COMPARED)), st.builds(number, NUMBERS), st.builds(number, NUMBERS)
    )
    if not depth:
        return leaf
    below = trees(depth - 1)
    several = st.lists(below, min_size=1, max_size=3).map(tuple)
    return leaf | st.builds(And, several) | st.builds(Or, several) | st.builds(Not, below)


def meant(node: Any) -> bool:
    if isinstance(node, Compare):
        left: Any = node.left
        right: Any = node.right
        return bool(COMPARED[node.op](left.value, right.value))
    if isinstance(node, Not):
        return not meant(node.item)
    return (all if isinstance(node, And) else any)(map(meant, node.items))


@given(trees(3))
def test_conditions_nest_freely(node):
    assert bool(ask(node)) is meant(node)


def test_roles_are_read_from_the_context_and_those_nobody_fills_are_nothing():
    assert ask(Role("target-unit"), target_unit="them") == "them"
    assert ask(Role("target-unit")) is None


def test_the_bearer_is_whoever_holds_the_rule():
    game = new_game()
    pikes = new_unit(game)
    bearer = game.ruleset.function(Role("bearer"))
    held = type("H", (), {"bearer": pikes.id})()
    assert bearer(game, Context(), held) is pikes
    assert bearer(game, Context(), None) is None


def test_a_characteristic_is_asked_of_the_context_or_of_a_thing():
    game = new_game()
    pikes, foe = new_unit(game, toughness=5), new_unit(game, "B")
    plain = game.ruleset.function(Term("toughness"))
    named = game.ruleset.function(Term("toughness", (Role("unit"),)))
    context = Context(target=foe.pools[0], unit=pikes)
    assert (plain(game, context, None), named(game, context, None)) == (3, 5)


def test_a_slot_takes_the_unit_or_the_pool_of_what_it_is_given():
    game = new_game()
    pikes = new_unit(game, models=7)
    models = game.ruleset.function(Term("models", (Role("attacker"),)))
    assert models(game, Context(attacker=pikes.pools[0].parts[0]), None) == 7


def test_a_sentence_is_a_call_of_its_function():
    game = new_game()
    pikes = new_unit(game)
    alive = game.ruleset.function(Relation("alive", (Role("unit"),)))
    assert alive(game, Context(unit=pikes), None)
    pikes.destroyed = True
    assert not alive(game, Context(unit=pikes), None)


def test_inside_a_set_it_is_each_thing_in_turn_also_where_sets_nest():
    game = new_game()
    slow, swift = new_unit(game, pace=3), new_unit(game, pace=9)
    fast = SetExpr("unit", "", Compare(">", Term("pace", (Role("it"),)), number(4)))
    assert game.ruleset.function(fast)(game, Context(), None) == [swift]
    outer = SetExpr("unit", "", Compare("<", Term("pace", (Role("it"),)), Term("number", (fast,))))
    assert game.ruleset.function(outer)(game, Context(), None) == []
    slow.pools[0].profile["pace"] = 0
    assert game.ruleset.function(outer)(game, Context(), None) == [slow]


def test_outside_a_set_it_is_the_thing_of_the_context_again():
    game = new_game()
    slow, _ = new_unit(game, pace=1), new_unit(game, pace=9)
    fast = SetExpr("unit", "", Compare(">", Term("pace", (Role("it"),)), number(4)))
    as_many = Compare("=", Term("number", (fast,)), Term("pace", (Role("it"),)))
    assert game.ruleset.function(as_many)(game, Context(it=slow), None)


def test_a_function_is_made_once_and_kept():
    game = new_game()
    assert game.ruleset.function(Term("pace")) is game.ruleset.function(Term("pace"))


def test_a_parameter_without_a_value_and_this_rule_outside_a_rule_are_broken_contracts():
    with pytest.raises(ValueError, match="parameter X"):
        ask(Param("X"))
    with pytest.raises(ValueError, match="this rule"):
        ask(Holds(Role("unit"), Quantifier.HAS))
