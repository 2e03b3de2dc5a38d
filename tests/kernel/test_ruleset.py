"""Rulesets: names, tables, constants, instances, hashes (architecture 2 and 6)."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.decl import (
    Bundle,
    Constant,
    DiceAmount,
    Has,
    Key,
    Literal,
    Modify,
    Op,
    Parameter,
    Row,
    Rule,
    RuleRef,
    Table,
)
from tercio.kernel.errors import RulesError
from tercio.kernel.ruleset import build, label
from tercio.kernel.tables import holds

from .toy import new_game, new_unit, number, ruleset


def test_constants_are_numbers_or_dice():
    rules = ruleset(
        Constant(name="reach", value=number(4, '"')), Constant(name="dash", value=DiceAmount(2, 6))
    )
    assert (rules.constant("reach"), rules.constant("dash")) == (4, DiceAmount(2, 6))


def test_a_constant_beyond_what_can_be_played_is_an_error_that_names_it():
    rules = ruleset(Constant(name="angle", value=number(135)), Constant(name="dash", value=DiceAmount(2, 6)))
    assert rules.bounded("angle", 90, 180) == 135
    with pytest.raises(RulesError, match=r"constant angle is 135(.|\n)*from 1 to 90"):
        rules.bounded("angle", 1, 90)
    with pytest.raises(RulesError, match="constant dash is 2D6"):
        rules.bounded("dash", 1, 90)


def test_an_unknown_name_is_an_error_with_a_suggestion():
    rules = ruleset(Constant(name="reach", value=number(4)))
    with pytest.raises(RulesError, match='no constant "raech" in these packs; did you mean "reach"'):
        rules.constant("raech")
    with pytest.raises(RulesError, match='no table "to-hti" in these packs; did you mean "to-hit"'):
        rules.table("to-hti")


# -- tables ----------------------------------------------------------------------------------------


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5, unique=True).map(sorted), st.integers(-20, 20))
def test_ranges_that_meet_partition_all_whole_numbers(bounds, index):
    edges: list[Any] = [None, *bounds, None]
    keys = [Key(low=None if low is None else low + 1, high=high) for low, high in pairwise(edges)]
    assert sum(holds(key, index) for key in keys) == 1


@given(st.integers(-9, 9), st.integers(1, 9), st.fractions(-20, 20))
def test_ranges_over_a_number_partition_fractions_as_well(low, width, index):
    keys = [Key(high=low), Key(low=low, high=low + width, open_low=True), Key(low=low + width, open_low=True)]
    assert sum(holds(key, index) for key in keys) == 1


def test_a_named_row_answers_to_its_name_only_and_a_range_to_no_name():
    assert holds(Key(name="hill"), "hill")
    assert not holds(Key(name="hill"), "wood")
    assert not holds(Key(name="hill"), 3)
    assert not holds(Key(low=1), "hill")


def test_the_first_row_that_holds_the_index_answers():
    overlapping = Table(name="t", rows=(Row(Key(low=3), (number(1),)), Row(Key(low=1), (number(2),))))
    table = ruleset(overlapping).table("t")
    assert [table.look(index) for index in (4, 3, 2, 1, 4)] == [1, 1, 2, 2, 1]


def test_an_index_without_a_row_is_an_error_that_names_both():
    table = ruleset(Table(name="t", rows=(Row(Key(low=1), (number(1),)),))).table("t")
    with pytest.raises(RulesError, match="table t has no row for 0"):
        table.look(0)


def test_columns_are_read_by_name_and_a_row_gives_them_all():
    weapons = Table(
        name="t", columns=("hits", "ap"), rows=(Row(Key(name="ball"), (DiceAmount(1, 6), number(2))),)
    )
    table = ruleset(weapons).table("t")
    assert (table.look("ball", "ap"), table.look("ball", "hits")) == (2, DiceAmount(1, 6))
    assert table.row("ball") == (DiceAmount(1, 6), 2)


# -- instances -------------------------------------------------------------------------------------

HARD = Rule(name="Hard", parameters=(Parameter("X"),), clauses=(Modify("to-hit", Op.ADD, number(-1)),))


def test_an_instance_is_made_once_for_each_rule_and_arguments():
    rules = ruleset(HARD)
    one = rules.instance(RuleRef("Hard", (number(1),)))
    assert one is rules.instance(RuleRef("Hard", (number(1),)))
    assert one is not rules.instance(RuleRef("Hard", (number(2),)))


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        (RuleRef("Hard"), "Hard"),
        (RuleRef("Hard", (number(1),)), "Hard (1)"),
        (RuleRef("Ward", (number(4, "+"),)), "Ward (4+)"),
        (RuleRef("Half", (Literal(Fraction(1, 2), '"'),)), 'Half (1/2")'),
        (RuleRef("Charge", (RuleRef("Hard", (number(1),)),)), "Charge (Hard (1))"),
        (
            RuleRef("Charge", (Bundle((Has(RuleRef("Bold")), Modify("skill", Op.ADD, number(1)))),)),
            "Charge (Bold, skill 1)",
        ),
    ],
)
def test_a_rule_is_labelled_as_players_write_it(ref, expected):
    assert label(ref) == expected


def test_the_keys_of_a_value_name_its_roles_in_order_without_those_that_are_no_things():
    assert ruleset().keys("to-hit") == (
        ("attacker", "to-hit@attacker"),
        ("unit", "to-hit@unit"),
        ("target", "to-hit@target"),
    )
    assert ruleset().roles("after dashed") == ("unit",)
    assert ruleset().roles("nobody knows") == ()


# -- hashes ----------------------------------------------------------------------------------------


def test_equal_declarations_have_one_digest_and_any_change_another():
    assert ruleset(HARD).digest == ruleset(HARD).digest
    softer = Rule(name="Hard", parameters=(Parameter("X"),), clauses=(Modify("to-hit", Op.ADD, number(-2)),))
    assert ruleset(HARD).digest != ruleset(softer).digest


def test_playing_does_not_change_the_digest():
    game = new_game(HARD)
    before = game.ruleset.digest
    game.ruleset.instance(RuleRef("Hard"))
    new_unit(game)
    assert build(game.ruleset.declarations, game.ruleset.signatures).digest == before


def test_the_digest_is_the_same_in_every_process():
    assert in_process("ruleset().digest", "7") == in_process("ruleset().digest", "8") == ruleset().digest


def in_process(expression: str, seed: str) -> str:
    """Evaluate a string-valued expression of the toy in a fresh Python with another hash seed."""
    code = f"from tests.kernel.toy import *\nprint({expression})"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()
