"""Modifiers stage by stage: how much all that is added may come to (rules language 2, `net`)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.decl import Characteristic, DiceAmount, Modify, Op, Rule
from tercio.kernel.modifiers import explain, value

from .toy import blow, give, new_game, new_unit, number


def asked(base: object, *clauses: Modify, low: int | None = None, high: int | None = None):
    """Return the ledger of what these clauses, each of a rule of its own, make of a number to hit."""
    name = clauses[0].value
    net = Characteristic(name=name, of="part", net_low=low, net_high=high)
    rules = [Rule(name=f"R{at}", clauses=(clause,)) for at, clause in enumerate(clauses)]
    game = new_game(net, *rules)
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0].parts[0], *(rule.name for rule in rules))
    context = blow(pikes, foe).context()
    ledger = explain(game, name, context, base)
    assert value(game, name, context, base) == ledger.result
    return ledger


def add(amount: int, limit: int | None = None) -> Modify:
    if limit is None:
        return Modify("to-hit", Op.ADD, number(amount))
    return Modify("to-hit", Op.ADD_LIMITED, number(amount), number(limit, "+"))


def to_hit(op: Op, amount: int) -> Modify:
    return Modify("to-hit", op, number(amount))


def test_three_times_plus_one_on_a_roll_is_plus_one_in_all():
    assert asked(4, add(1), add(1), add(1), high=1).result == 3


def test_three_times_minus_one_on_a_roll_is_minus_one_in_all():
    assert asked(4, add(-1), add(-1), add(-1), low=-1).result == 5


def test_the_sum_is_limited_and_never_one_source():
    assert asked(4, add(3), add(-2), low=-1, high=1).result == 3
    assert asked(4, add(1), add(1), add(-2), low=-1, high=1).result == 4


def test_an_open_side_is_not_limited():
    assert asked(4, add(-1), add(-1), high=1).result == 6
    assert asked(4, add(1), add(1), low=-1).result == 2


def test_the_ledger_says_that_the_sum_was_limited_and_by_how_much():
    ledger = asked(4, add(1), add(1), high=1)
    assert str(ledger) == "4+ +1 R0 +1 R1 at most +1 in all = 3+"
    assert [step.total for step in ledger.steps] == [3, 2, 3]
    assert str(asked(4, add(-1), add(-1), low=-1)) == "4+ -1 R0 -1 R1 at least -1 in all = 5+"


def test_a_limit_that_does_not_bite_stands_in_no_ledger():
    assert str(asked(4, add(1), low=-1, high=1)) == "4+ +1 R0 = 3+"


def test_what_is_set_comes_before_the_sum_and_what_always_holds_after_it():
    assert asked(5, add(1), add(1), to_hit(Op.SET, 3), high=1).result == 2
    assert asked(5, add(1), add(1), to_hit(Op.HOLD_AT_LEAST, 5), high=1).result == 5
    assert asked(5, add(1), add(1), to_hit(Op.FIX, 2), high=1).result == 2


def test_what_a_limited_modifier_really_adds_is_part_of_the_sum():
    assert asked(4, add(1, limit=3), add(1, limit=3), high=1).result == 3
    assert asked(4, add(1, limit=2), add(-2), low=-1, high=1).result == 5
    assert asked(4, add(1), add(1, limit=3), add(1), high=2).result == 2


def test_of_a_number_more_is_more():
    strength = Modify("strength", Op.ADD, number(2))
    assert asked(3, strength, strength, low=-1, high=1).result == 4
    weaker = Modify("strength", Op.ADD, number(-2))
    assert asked(3, weaker, low=-1, high=1).result == 2


def test_a_number_that_is_rolled_is_limited_in_what_is_added_to_it():
    strength = Modify("strength", Op.ADD, number(2))
    assert asked(DiceAmount(1, 6), strength, strength, high=1).result == DiceAmount(1, 6, 1)


def test_added_dice_are_rolled_in_full():
    dice = Modify("strength", Op.ADD, DiceAmount(1, 3))
    assert asked(3, dice, high=1).result == DiceAmount(1, 3, 3)


@pytest.mark.parametrize("base", [2, 6])
@given(
    added=st.lists(st.integers(-3, 3), min_size=1, max_size=5), low=st.integers(-2, 0), high=st.integers(0, 2)
)
def test_whatever_is_added_changes_a_roll_by_no_more_than_the_limits(base, added, low, high):
    expected = base - min(max(sum(added), low), high)
    assert asked(base, *map(add, added), low=low, high=high).result == expected
