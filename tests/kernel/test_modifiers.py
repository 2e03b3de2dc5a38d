"""Values and ledgers: stages, policies, target numbers, quantifiers, rejected modifiers (architecture 3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decl import (
    And,
    Arith,
    Bundle,
    Characteristic,
    Compare,
    DiceAmount,
    Has,
    Ignore,
    Literal,
    Modify,
    Op,
    Param,
    Parameter,
    Quantifier,
    Relation,
    Role,
    Rule,
    RuleRef,
    SetExpr,
    Stages,
    Term,
    Word,
)
from tercio.kernel.decl.clauses import Aura
from tercio.kernel.errors import RulesError
from tercio.kernel.geometry import Rect
from tercio.kernel.modifiers import Ledger, explain, steady_value, value
from tercio.kernel.query import contains, entirely, has, value_of
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch

from .toy import blow, has_rule, new_game, new_unit, number


def modify(value_name: str, op: Op, amount: object, **more: object) -> Modify:
    return Modify(value_name, op, amount if not isinstance(amount, int) else number(amount), **more)  # type: ignore[arg-type]


def rule(name: str, *clauses: object, **more: object) -> Rule:
    return Rule(name=name, clauses=clauses, **more)  # type: ignore[arg-type]


def give(game, thing, *names, args=()):
    for name in names:
        hold(game, thing, RuleRef(name, args))
    touch(game)


def test_a_value_that_no_rule_changes_is_its_base():
    game = new_game()
    pikes, foe = new_unit(game), new_unit(game, "B")
    assert value(game, "to-hit", blow(pikes, foe).context(), 4) == 4


def test_plus_one_makes_a_target_number_easier_and_the_ledger_says_why():
    game = new_game(rule("Drilled", modify("to-hit", Op.ADD, 1)))
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0].parts[0], "Drilled")
    context = blow(pikes, foe).context()
    assert value(game, "to-hit", context, 4) == 3
    assert str(explain(game, "to-hit", context, 4)) == "4+ +1 Drilled = 3+"


def test_stages_apply_in_the_declared_order_whatever_the_order_of_attachment():
    rules = (
        rule("Twice", modify("strength", Op.MULTIPLY, 2)),
        rule("Strong", modify("strength", Op.ADD, 1)),
        rule("Giant", modify("strength", Op.SET, 5)),
    )
    game = new_game(*rules)
    pikes = new_unit(game)
    give(game, pikes.pools[0].parts[0], "Strong", "Twice", "Giant")
    assert value_of(game, "strength", pikes.pools[0].parts[0]) == 11


def test_a_system_may_declare_another_order_of_stages():
    rules = (
        Stages(name="stages", order=("set", "add", "multiply", "limited", "always")),
        rule("Twice", modify("strength", Op.MULTIPLY, 2)),
        rule("Strong", modify("strength", Op.ADD, 1)),
    )
    game = new_game(*rules)
    pikes = new_unit(game)
    give(game, pikes.pools[0].parts[0], "Twice", "Strong")
    assert value_of(game, "strength", pikes.pools[0].parts[0]) == 8


@pytest.mark.parametrize(("base", "expected"), [(5, 4), (4, 3), (3, 3), (2, 2)])
def test_a_limited_modifier_never_passes_its_limit_nor_moves_a_value_back(base, expected):
    game = new_game(rule("Press", modify("to-wound", Op.ADD_LIMITED, 1, limit=number(3, "+"))))
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0].parts[0], "Press")
    assert value(game, "to-wound", blow(pikes, foe).context(), base) == expected


def test_always_clauses_come_last():
    rules = (rule("Slow", modify("skill", Op.FIX, 0)), rule("Quick", modify("skill", Op.ADD, 3)))
    game = new_game(*rules)
    pikes = new_unit(game)
    give(game, pikes.pools[0].parts[0], "Quick", "Slow")
    assert value_of(game, "skill", pikes.pools[0].parts[0]) == 0


def test_bounds_of_the_characteristic_hold():
    game = new_game(rule("Hero", modify("skill", Op.ADD, 20)), rule("Fool", modify("skill", Op.ADD, -20)))
    hero, fool = new_unit(game), new_unit(game)
    give(game, hero.pools[0].parts[0], "Hero")
    give(game, fool.pools[0].parts[0], "Fool")
    assert value_of(game, "skill", hero.pools[0].parts[0]) == 10
    assert value_of(game, "skill", fool.pools[0].parts[0]) == 0


@pytest.mark.parametrize(("rounding", "expected"), [("up", 3), ("down", 2)])
def test_fractions_are_rounded_as_the_characteristic_says(rounding, expected):
    half = Modify("wits", Op.MULTIPLY, Literal(Fraction(1, 2)))
    game = new_game(rule("Halved", half), Characteristic(name="wits", of="part", rounding=rounding))
    pikes = new_unit(game)
    part = pikes.pools[0].parts[0]
    part.profile["wits"] = 5
    give(game, part, "Halved")
    assert value_of(game, "wits", part) == expected


@pytest.mark.parametrize(
    ("amount", "told"), [(Fraction(1, 2), "+1/2"), (Fraction(-1, 2), "-1/2"), (-1, "-1")]
)
def test_a_rule_may_add_a_fraction_and_the_ledger_says_so(amount, told):
    game = new_game(rule("Odd", Modify("to-hit", Op.ADD, Literal(amount))))
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0].parts[0], "Odd")
    context = blow(pikes, foe).context()
    ledger = explain(game, "to-hit", context, 4)
    assert [step.did for step in ledger.steps] == [told]
    assert ledger.result == value(game, "to-hit", context, 4)


def test_several_instances_of_one_rule_count_once_and_the_best_one():
    hard = Rule(
        name="Hard",
        parameters=(Parameter("X"),),
        clauses=(Modify("to-hit", Op.ADD, Arith("-", number(0), Param("X")), guard=has_rule("target")),),
    )
    game = new_game(hard)
    pikes, foe = new_unit(game), new_unit(game, "B")
    for amount in (1, 2):
        hold(game, foe.pools[0], RuleRef("Hard", (number(amount),)))
    touch(game)
    ledger = explain(game, "to-hit", blow(pikes, foe).context(), 4)
    assert ledger.result == 6
    assert [step.rejected for step in ledger.steps if step.rejected] == ["another instance counts"]


def test_a_cumulative_rule_adds_up():
    game = new_game(rule("Rune", modify("strength", Op.ADD, 1), cumulative=True))
    pikes = new_unit(game)
    give(game, pikes.pools[0].parts[0], "Rune", "Rune")
    assert value_of(game, "strength", pikes.pools[0].parts[0]) == 5


def test_of_several_set_saves_the_best_counts_where_the_system_says_so():
    best = Characteristic(name="ward", of="pool", several="best")
    ward = Rule(name="Ward", parameters=(Parameter("X"),), clauses=(Modify("ward", Op.SET, Param("X")),))
    game = new_game(best, ward)
    foe = new_unit(game, "B")
    for amount in (5, 4, 6):
        hold(game, foe.pools[0], RuleRef("Ward", (number(amount, "+"),)))
    touch(game)
    assert value_of(game, "ward", foe.pools[0]) == 4


def test_a_save_that_nobody_has_cannot_be_passed():
    game = new_game()
    assert value_of(game, "ward", new_unit(game).pools[0]) == 7


def test_a_clause_looks_for_its_rule_on_the_role_that_its_condition_names():
    hard = rule("Hard", modify("to-hit", Op.ADD, -1, guard=has_rule("target")))
    game = new_game(hard)
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0], "Hard")
    assert value(game, "to-hit", blow(pikes, foe).context(), 4) == 4
    assert value(game, "to-hit", blow(foe, pikes).context(), 4) == 5


def test_entirely_needs_every_pool_and_containing_needs_one():
    swift = rule("Swift", modify("pace", Op.ADD, 2, guard=has_rule("unit", Quantifier.ENTIRELY)))
    bold = rule("Bold", modify("pace", Op.ADD, 1, guard=has_rule("unit", Quantifier.CONTAINS)))
    game = new_game(swift, bold)
    unit, other = new_unit(game), new_unit(game)
    unit.pools += other.pools
    other.pools[0].unit = unit
    give(game, unit.pools[0], "Swift", "Bold")
    assert contains(game, Context(), unit, "Swift")
    assert not entirely(game, Context(), unit, "Swift")
    assert value_of(game, "pace", unit) == 5
    give(game, unit.pools[1], "Swift")
    assert value_of(game, "pace", unit) == 7


def test_a_rule_within_a_rule_carries_its_own_condition():
    mighty = rule("Mighty", modify("strength", Op.ADD, 2))
    charge = Rule(
        name="Charge",
        parameters=(Parameter("R", "bundle"),),
        clauses=(Has(Param("R"), guard=Compare("=", Term("pace", (Role("unit"),)), number(4))),),
    )
    game = new_game(mighty, charge)
    pikes, foe = new_unit(game), new_unit(game, "B")
    part = pikes.pools[0].parts[0]
    give(game, part, "Charge", args=(RuleRef("Mighty"),))
    assert value(game, "strength", blow(pikes, foe).context(), 3) == 5
    assert has(game, blow(pikes, foe).context(), part, "Mighty")
    pikes.pools[0].profile["pace"] = 5
    assert value(game, "strength", blow(pikes, foe).context(), 3) == 3
    assert not has(game, blow(pikes, foe).context(), part, "Mighty")


def test_a_bundle_of_changes_is_an_argument_like_any_other():
    charge = Rule(name="Charge", parameters=(Parameter("R", "bundle"),), clauses=(Has(Param("R")),))
    game = new_game(charge)
    part = new_unit(game).pools[0].parts[0]
    give(game, part, "Charge", args=(Bundle((modify("strength", Op.ADD, 2), modify("skill", Op.ADD, 1))),))
    assert (value_of(game, "strength", part), value_of(game, "skill", part)) == (5, 4)


def test_an_ignored_rule_does_not_apply_and_the_ledger_names_who_ignores_it():
    far = rule("Far", modify("to-hit", Op.ADD, -1), of="battle")
    sharp = rule("Sharp", Ignore(RuleRef("Far")))
    game = new_game(far, sharp)
    hold(game, game.battle, RuleRef("Far"))
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0].parts[0], "Sharp")
    context = blow(pikes, foe).context()
    assert value(game, "to-hit", blow(foe, pikes).context(), 4) == 5
    assert value(game, "to-hit", context, 4) == 4
    assert [step.rejected for step in explain(game, "to-hit", context, 4).steps] == ["ignored by Sharp"]


def test_an_aura_reaches_friends_and_nobody_else():
    inside = And((Compare("=", Term("pace", (Role("it"),)), number(4)),))
    brave = rule("Banner", Aura(SetExpr("unit", "friendly", inside), (modify("strength", Op.ADD, 1),)))
    game = new_game(brave)
    bearer, friend, foe = new_unit(game), new_unit(game), new_unit(game, "B")
    give(game, bearer.pools[0], "Banner")
    assert value_of(game, "strength", friend.pools[0].parts[0]) == 4
    assert value_of(game, "strength", foe.pools[0].parts[0]) == 3
    friend.pools[0].profile["pace"] = 9
    assert value_of(game, "strength", friend.pools[0].parts[0]) == 3


def test_an_aura_of_some_inches_follows_its_bearer_and_leaves_who_goes_away():
    near = Relation("within", (Role("it"), number(6), Role("bearer")))
    drums = rule("Drums", Aura(SetExpr("unit", "friendly", near), (modify("strength", Op.ADD, 1),)))
    game = new_game(drums)
    bearer, friend, foe = new_unit(game), new_unit(game), new_unit(game, "B")
    give(game, bearer.pools[0], "Drums")

    def strength(unit, x, y):
        unit.rect = Rect(x, y, 0.0, 1.0, 2.0, 2.0)
        return value_of(game, "strength", unit.pools[0].parts[0])

    bearer.rect = Rect(10.0, 10.0, 0.0, 1.0, 2.0, 2.0)
    assert strength(foe, 10.0, 13.0) == 3
    assert [strength(friend, 10.0, y) for y in (18.0, 18.1, 18.0)] == [4, 3, 4]
    bearer.rect = Rect(10.0, 9.9, 0.0, 1.0, 2.0, 2.0)
    assert strength(friend, 10.0, 18.0) == 3
    assert clone(game).reached == {}


def test_dice_amounts_take_modifiers_on_their_sum():
    game = new_game(rule("More", modify("strength", Op.ADD, 2)))
    pikes = new_unit(game)
    give(game, pikes.pools[0].parts[0], "More")
    context = Context(attacker=pikes.pools[0].parts[0])
    assert value(game, "strength", context, DiceAmount(2, 6)) == DiceAmount(2, 6, 2)


def test_an_unknown_rule_is_an_error_with_a_suggestion():
    game = new_game(rule("Hard Target"))
    with pytest.raises(RulesError, match='did you mean "Hard Target"'):
        hold(game, new_unit(game).pools[0], RuleRef("Hard Targt"))


def test_a_rule_that_contains_itself_is_an_error():
    game = new_game(rule("Loop", Has(RuleRef("Loop"))))
    with pytest.raises(RulesError, match='rules have each other: "Loop" -> "Loop"'):
        hold(game, new_unit(game).pools[0], RuleRef("Loop"))


OPS = st.sampled_from(
    [Op.SET, Op.ADD, Op.MULTIPLY, Op.KEEP_AT_LEAST, Op.KEEP_AT_MOST, Op.FIX, Op.HOLD_AT_LEAST]
)


@given(st.lists(st.tuples(OPS, st.integers(0, 6)), max_size=5), st.integers(1, 6))
def test_the_ledger_always_ends_at_the_value_and_collecting_it_changes_nothing(clauses, base):
    rules = [rule(f"R{i}", modify("strength", op, amount)) for i, (op, amount) in enumerate(clauses)]
    game = new_game(*rules)
    part = new_unit(game).pools[0].parts[0]
    give(game, part, *(r.name for r in rules))
    context = Context(attacker=part)
    plain = value(game, "strength", context, base)
    game.ledgers = []
    assert value(game, "strength", context, base) == plain
    ledger = game.ledgers[-1]
    assert isinstance(ledger, Ledger)
    assert ledger.result == plain


# -- values that stay --------------------------------------------------------------------------------------


def test_a_steady_value_is_what_the_value_is_before_and_after_rules_come_and_go():
    game = new_game(rule("Swift", modify("pace", Op.ADD, 2)), rule("Slow", modify("pace", Op.ADD, -1)))
    unit = new_unit(game)
    c = Context(model=unit.pools[0], unit=unit)
    for name in ("", "Swift", "Slow"):
        if name:
            give(game, unit, name)
        assert steady_value(game, "pace", unit, c, 7) == value(game, "pace", c, 7)
        assert steady_value(game, "pace", unit, c, 7) == value(game, "pace", c, 7)
    assert value(game, "pace", c, 7) == 8


def test_a_value_that_hangs_on_a_condition_is_asked_anew():
    shaken = Relation("marked", (Role("unit"), Word("shaken")))
    game = new_game(rule("Bold", modify("pace", Op.ADD, 2, guard=shaken)))
    unit = new_unit(game)
    give(game, unit, "Bold")
    c = Context(model=unit.pools[0], unit=unit)
    assert steady_value(game, "pace", unit, c, 7) == 7
    unit.marks["shaken"] = 0
    assert steady_value(game, "pace", unit, c, 7) == 9
