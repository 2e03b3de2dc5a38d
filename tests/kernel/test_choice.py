"""Which of several instances count: the owner's better one, whatever came first (rules language 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.attack import resolve
from tercio.kernel.decl import (
    And,
    Arith,
    Characteristic,
    Compare,
    DiceAmount,
    Do,
    Ignore,
    Modify,
    OnNatural,
    Op,
    Param,
    Parameter,
    Role,
    Rule,
    RuleRef,
    SetExpr,
    Term,
)
from tercio.kernel.decl.clauses import Aura
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.modifiers import explain, value
from tercio.kernel.query import value_of
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch

from .toy import blow, give, has_rule, new_game, new_unit, number

ANYWHERE = And((Compare("=", Term("pace", (Role("it"),)), number(4)),))


def changing(op: Op, of: str = "strength", name: str = "", **more: object) -> Rule:
    """Return a rule of one parameter that changes a number by it."""
    limit = {"limit": number(3, "+")} if op is Op.ADD_LIMITED else {}
    clause = Modify(of, op, Param("X"), **limit, **more)  # type: ignore[arg-type]
    return Rule(name=name or f"R {op.value}", parameters=(Parameter("X"),), clauses=(clause,))


def held(rule: Rule, *amounts: Any, base: int = 3, of: str = "strength", kind: str = ""):
    """Return the number that instances of a rule with these arguments make, held in this order."""
    game = new_game(rule)
    pikes, foe = new_unit(game), new_unit(game, "B")
    for amount in amounts:
        arg = amount if isinstance(amount, DiceAmount) else number(amount, kind)
        hold(game, pikes.pools[0].parts[0], RuleRef(rule.name, (arg,)))
    touch(game)
    return value(game, of, blow(pikes, foe).context(), base)


@pytest.mark.parametrize("op", [Op.ADD, Op.MULTIPLY, Op.SET, Op.FIX])
def test_of_two_instances_the_greater_counts_in_either_order(op):
    assert held(changing(op), 2, 5) == held(changing(op), 5, 2) == held(changing(op), 5)


def test_of_one_better_and_one_worse_the_owner_has_the_better():
    assert held(changing(Op.ADD), -2, 1) == held(changing(Op.ADD), 1, -2) == 4


def test_of_a_target_number_that_is_set_the_lower_is_the_better():
    rule = changing(Op.SET, "to-hit")
    assert held(rule, 5, 3, of="to-hit", kind="+") == held(rule, 3, 5, of="to-hit", kind="+") == 3


def test_dice_are_compared_by_their_average():
    six, three = DiceAmount(1, 6), DiceAmount(1, 3, 2)
    assert held(changing(Op.SET), six, three) == held(changing(Op.SET), three, six) == three
    assert held(changing(Op.SET), six, 6) == held(changing(Op.SET), 6, six) == 6


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_what_the_enemy_bears_is_best_where_it_hurts_most(order):
    worse = Arith("-", number(0), Param("X"))
    clause = Modify("to-hit", Op.ADD, worse, guard=has_rule("target"))
    game = new_game(Rule(name="Hard", parameters=(Parameter("X"),), clauses=(clause,)))
    pikes, foe = new_unit(game), new_unit(game, "B")
    for amount in order:
        hold(game, foe.pools[0], RuleRef("Hard", (number(amount),)))
    touch(game)
    ledger = explain(game, "to-hit", blow(pikes, foe).context(), 4)
    assert ledger.result == 6
    assert [step.rejected for step in ledger.steps if step.rejected] == ["another instance counts"]


ROWS = st.lists(
    st.tuples(st.sampled_from([*Op]), st.integers(0, 1), st.integers(-3, 6)), min_size=1, max_size=6
)


@given(ROWS, st.randoms(use_true_random=False), st.integers(1, 6), st.sampled_from(["strength", "to-hit"]))
def test_no_number_hangs_on_the_order_in_which_rules_came(rows, shuffled, base, of):
    rules = {f"{op.value} {at}": changing(op, of, f"{op.value} {at}") for op, at, _ in rows}
    results = []
    for _ in range(3):
        game = new_game(Characteristic(name=of, of="part", several="best"), *rules.values())
        pikes, foe = new_unit(game), new_unit(game, "B")
        for op, at, amount in rows:
            hold(game, pikes.pools[0].parts[0], RuleRef(f"{op.value} {at}", (number(amount),)))
        touch(game)
        results.append(value(game, of, blow(pikes, foe).context(), base))
        shuffled.shuffle(rows)
    assert len(set(results)) == 1


# -- auras ---------------------------------------------------------------------------------------------------


def drum(**more: object) -> Rule:
    reach = SetExpr("unit", "friendly", ANYWHERE)
    changes = (Modify("strength", Op.ADD, number(1)), Modify("strength", Op.ADD, number(2)))
    return Rule(name="Drum", clauses=(Aura(reach, changes),), **more)  # type: ignore[arg-type]


def test_one_aura_of_two_bearers_counts_once_with_each_of_its_clauses():
    game = new_game(drum())
    friend, first, second = (new_unit(game) for _ in range(3))
    give(game, first.pools[0], "Drum")
    assert value_of(game, "strength", friend.pools[0].parts[0]) == 6
    give(game, second.pools[0], "Drum")
    assert value_of(game, "strength", friend.pools[0].parts[0]) == 6


def test_an_aura_that_is_cumulative_adds_up():
    game = new_game(drum(cumulative=True))
    friend, first, second = (new_unit(game) for _ in range(3))
    give(game, first.pools[0], "Drum")
    give(game, second.pools[0], "Drum")
    assert value_of(game, "strength", friend.pools[0].parts[0]) == 9


def test_of_a_rule_that_is_cumulative_by_argument_equal_instances_count_once():
    assert held(replace(changing(Op.ADD), by_argument=True), 1, 2, 1, 2) == 6


def test_an_aura_makes_those_whom_it_reaches_ignore_a_rule():
    reach = SetExpr("unit", "enemy", ANYWHERE)
    drilled = Rule(name="Drilled", clauses=(Modify("to-hit", Op.ADD, number(1)),))
    hush = Rule(name="Hush", clauses=(Aura(reach, (Ignore(RuleRef("Drilled")),)),))
    game = new_game(drilled, hush)
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0], "Drilled")
    give(game, foe.pools[0], "Drilled")
    assert value(game, "to-hit", blow(pikes, foe).context(), 4) == 3
    give(game, foe.pools[0], "Hush")
    assert value(game, "to-hit", blow(pikes, foe).context(), 4) == 4
    assert value(game, "to-hit", blow(foe, pikes).context(), 4) == 3


# -- natural dice --------------------------------------------------------------------------------------------


def test_what_a_natural_die_does_is_done_once_for_several_instances():
    fury = Rule(name="Fury", clauses=(OnNatural("to-hit", 6, 6, (Do("add-hits", (("n", number(1)),)),)),))
    for instances in (1, 2):
        game = new_game(fury, dice=ScriptedDice({"to-hit": [6], "to-wound": [6, 6], "save": [1, 1]}))
        pikes, foe = new_unit(game), new_unit(game, "B")
        give(game, pikes.pools[0].parts[0], *["Fury"] * instances)
        assert resolve(game, blow(pikes, foe), 1, upto="to-hit").passed["to-hit"] == 2
