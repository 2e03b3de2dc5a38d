"""Rules that never end, or ask for more than a table holds, are told and not suffered (language 6)."""

from __future__ import annotations

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.budget import LARGEST, MOST_AT_ONCE, MOST_HELD, MOST_STATEMENTS
from tercio.kernel.context import TAKEN, Context
from tercio.kernel.decl import Arith, Constant, Do, Has, Modify, Rule, RuleRef, SequenceDecl
from tercio.kernel.decl.clauses import Op
from tercio.kernel.decl.expr import ConstantRef, DiceAmount
from tercio.kernel.effects import run
from tercio.kernel.errors import RulesError
from tercio.kernel.rolls import amount
from tercio.kernel.ruleset import hold
from tercio.kernel.scheduler import grant
from tercio.kernel.sequence import MOST_TIMES, clock_for
from tercio.kernel.session import Session

from ..dsl.words import signatures
from .toy import PROCEDURES, drive, has_rule, new_game, new_unit, number, ruleset

CHEER = Do("cheer", (("who", has_rule("unit").subject),))


def constant(name, value):
    return Constant(name=name, value=value)


def doubled(name):
    return Arith("+", ConstantRef(name), ConstantRef(name))


def test_statements_that_never_end_are_told_within_one_step():
    game = new_game()
    unit = new_unit(game)
    with pytest.raises(RulesError, match=f"does too much: {MOST_STATEMENTS} statements"):
        drive(run(game, (CHEER,) * (MOST_STATEMENTS + 1), Context(unit=unit), None))
    assert unit.tokens["cheers"] == MOST_STATEMENTS


def test_each_step_may_do_as_much_again():
    game = new_game()
    game.work = MOST_STATEMENTS
    Session(game, PROCEDURES)
    assert game.work < MOST_STATEMENTS


def test_rules_given_over_and_over_come_to_a_bound():
    game = new_game(Rule(name="Swell", clauses=(Modify("pace", Op.ADD, number(1)),)))
    unit = new_unit(game)
    for _ in range(MOST_HELD):
        grant(game, unit, RuleRef("Swell"), None, "Yeast")
    with pytest.raises(RulesError, match=f'Pikes is given "Swell" by "Yeast", but holds {MOST_HELD} rules'):
        grant(game, unit, RuleRef("Swell"), None, "Yeast")


@pytest.mark.parametrize("much", [MOST_AT_ONCE + 1, DiceAmount(MOST_AT_ONCE, 6)])
def test_more_hits_or_dice_than_a_table_holds_are_refused(much):
    with pytest.raises(RulesError, match=f"Storm hits: .* is more than {MOST_AT_ONCE} at once"):
        amount(new_game(), much, "Storm", "hits")


def test_constants_that_need_each_other_are_told_with_the_ring():
    rules = ruleset(
        constant("a", ConstantRef("b")), constant("b", doubled("c")), constant("c", ConstantRef("b"))
    )
    with pytest.raises(RulesError, match="constants need each other: b -> c -> b"):
        rules.constant("a")


def test_constants_built_on_each_other_are_worked_out_once_each():
    chain = [constant(f"c{n}", doubled(f"c{n - 1}")) for n in range(1, 26)]
    assert ruleset(constant("c0", number(1)), *chain).constant("c25") == 2**25


def test_a_constant_past_all_bounds_is_refused():
    chain = [constant(f"c{n}", doubled(f"c{n - 1}")) for n in range(1, 60)]
    with pytest.raises(RulesError, match=f"constant c30 comes to more than {LARGEST}"):
        ruleset(constant("c0", number(1)), *chain).constant("c59")


def test_rules_that_have_each_other_are_told_with_the_ring():
    ring = [Rule(name=name, clauses=(Has(RuleRef(other)),)) for name, other in ("AB", "BC", "CA")]
    game = new_game(*ring)
    with pytest.raises(RulesError, match=r'rules have each other: "."( -> "."){3}'):
        hold(game, new_unit(game).pools[0], RuleRef("A"))


def test_a_game_of_more_rounds_than_anybody_plays_is_refused():
    text = f'sequence battle\n  cite "Fen 1"\n  round round, {MOST_TIMES + 1} times\n    phase move\n'
    declared = load_text(text, signatures=signatures()).declarations
    nodes = {one.name: one for one in declared if isinstance(one, SequenceDecl)}
    with pytest.raises(RulesError, match=f"a whole number from 1 to {MOST_TIMES}, not {MOST_TIMES + 1}"):
        clock_for(nodes, "battle")


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_a_pick_has_a_name_that_means_nothing_else(name):
    text = f'rule "E"\n  cite "Fen 1"\n  after unit-moved\n    roll D6 as {name}\n'
    with pytest.raises(RulesError, match=f"`{name}` is taken: it cannot name this"):
        load_text(text, signatures=signatures())


def test_self_is_a_name_like_any_other():
    assert Context().but(self=3).self == 3
