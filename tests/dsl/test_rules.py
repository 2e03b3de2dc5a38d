"""Clauses of rules: what each says as a declaration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tercio.kernel.decl import (
    Arith,
    Aura,
    Compare,
    ConstantRef,
    Do,
    Has,
    Holds,
    Literal,
    Modify,
    Not,
    Op,
    Or,
    Param,
    Permit,
    Quantifier,
    Relation,
    Role,
    Rule,
    RuleRef,
    SetExpr,
    Term,
    Trigger,
    UnitEntry,
    Word,
)
from tercio.kernel.errors import RulesError

from .words import load


def rule(clauses: str, head: str = 'rule "Test"') -> Rule:
    """Return the rule with these clauses, written without their first indentation."""
    body = "".join(f"  {line}\n" for line in clauses.splitlines())
    (found,) = load(f'{head}\n  cite "Fen 40"\n{body}').declarations
    assert isinstance(found, Rule)
    return found


def clause(text: str, head: str = 'rule "Test"'):
    """Return the only clause of a rule."""
    (only,) = rule(text, head).clauses
    return only


def guard(condition: str):
    """Return the condition of a clause on rolls to hit."""
    return clause(f"modify to-hit by 1\n  when {condition}").guard


def amount(text: str, head: str = 'rule "Test"'):
    """Return the amount by which a clause modifies rolls to hit."""
    return clause(f"modify to-hit by {text}", head).amount


def test_a_parameter_with_a_minus_is_multiplied_by_minus_one():
    assert amount("-X", 'rule "Test" (X)') == Arith("*", Literal(-1), Param("X"))


def test_a_limit_makes_a_modifier_limited():
    found = clause("modify to-hit by +1, max 3+")
    assert (found.op, found.limit) == (Op.ADD_LIMITED, Literal(3, "+"))


def test_sums_are_read_from_the_left_and_products_first():
    assert amount("5 - 2 - 1") == Arith("-", Arith("-", Literal(5), Literal(2)), Literal(1))
    assert amount("5 - 2 * 3") == Arith("-", Literal(5), Arith("*", Literal(2), Literal(3)))


def test_a_constant_a_value_and_a_term_are_told_apart():
    assert amount("failed-charge-distance") == ConstantRef("failed-charge-distance")
    assert amount("strength") == Term("strength")
    assert amount("strength of attacker") == Term("strength", (Role("attacker"),))
    assert amount("ranks of unit") == Term("ranks", (Role("unit"),))
    assert amount("resilience of leader of unit") == Term("resilience", (Term("leader", (Role("unit"),)),))


def test_the_role_is_noted_when_a_clause_names_another_than_the_first():
    assert clause("modify strength of attacker by 1").role == ""
    assert clause("modify strength of target by 1").role == "target"


def test_this_rule_is_left_for_the_kernel_to_scope():
    assert guard("target has this rule") == Holds(Role("target"), Quantifier.HAS, None)
    assert guard("unit contains this rule") == Holds(Role("unit"), Quantifier.CONTAINS, None)
    assert guard("unit is entirely this rule") == Holds(Role("unit"), Quantifier.ENTIRELY, None)


def test_not_inside_a_sentence_negates_it():
    assert guard("unit is not engaged") == Not(Relation("engaged", (Role("unit"),)))
    assert guard("not unit is engaged") == guard("unit is not engaged")
    assert guard('target has no "Beast"') == Not(Holds(Role("target"), Quantifier.HAS, RuleRef("Beast")))


def test_a_lone_name_after_or_repeats_the_sentence_before_it():
    both = guard('target has "Hard Target" (1) or "Beast"')
    assert isinstance(both, Or)
    assert both.items[1] == Holds(Role("target"), Quantifier.HAS, RuleRef("Beast"))


def test_a_lone_word_after_or_repeats_the_sentence_before_it():
    assert guard("unit is engaged or weary") == guard("unit is engaged or unit is weary")


def test_a_declared_mark_is_a_mark_and_a_role_is_the_same_thing():
    assert guard("unit is weary") == Relation("marked", (Role("unit"), Word("weary")))
    assert guard("unit is bearer") == Relation("same", (Role("unit"), Role("bearer")))
    assert guard("attack is melee") == Relation("of-kind", (Role("attack"), Word("melee")))


def test_a_comparison_compares_amounts():
    assert guard("strength of attacker - 1 >= 4") == Compare(
        ">=", Arith("-", Term("strength", (Role("attacker"),)), Literal(1)), Literal(4)
    )


def test_unless_negates_and_several_guards_hold_together():
    found = clause("modify to-hit by 1\n  when unit is engaged\n  unless unit is weary").guard
    assert found.items == (guard("unit is engaged"), Not(guard("unit is weary")))


def test_a_guard_on_the_line_says_the_same_as_one_below_it():
    above = clause("modify to-hit by 1 when unit is engaged unless unit is weary").guard
    assert above == clause("modify to-hit by 1\n  when unit is engaged\n  unless unit is weary").guard


def test_an_argument_for_a_bundle_takes_all_that_is_left():
    found = clause('has "First Strike" ("Fearless", strength +1, ap 2)')
    (bundle,) = found.rule.args
    assert [type(one) for one in bundle.clauses] == [Has, Modify, Modify]
    assert [one.op for one in bundle.clauses[1:]] == [Op.ADD, Op.SET]


def test_a_name_is_the_argument_of_a_parameter_that_takes_one():
    assert clause('has "Guard" ("Captain")').rule.args[0].text == "Captain"


def test_words_with_spaces_name_a_permission():
    found = clause('may choose flee despite "Fearless"')
    assert isinstance(found, Permit)
    assert (found.action, found.despite) == ("choose-flee", "Fearless")


def test_an_aura_reaches_the_set_within_its_distance():
    found = clause('within 8", friendly units\n  modify discipline by 1')
    assert isinstance(found, Aura)
    near = Relation("within", (Role("it"), Literal(8, '"'), Role("bearer")))
    assert found.reach == SetExpr("unit", "friendly", near)


def test_a_noun_that_is_no_kind_of_thing_is_a_relation_of_models():
    found = clause("after unit-moved\n  each enemy engageds\n    unit rallies").body[0]
    assert found.among == SetExpr("model", "enemy", Relation("engaged", (Role("it"),)))


def test_several_tails_of_a_set_all_hold():
    text = 'after unit-moved\n  each units within 6" of bearer in contact with unit\n    unit rallies'
    where = clause(text).body[0].among.where
    assert [one.name for one in where.items] == ["within", "in-contact"]


def test_verbs_agree_in_number():
    one, two = (clause(f"on natural 6 of to-hit\n  add {n}").effects[0] for n in ("1 hit", "2 hits"))
    assert (one.verb, two.verb) == ("add-hits", "add-hits")


def test_optional_words_of_a_verb_may_be_left_out():
    found = clause("after unit-moved\n  deal 1 hit to unit").body[0]
    assert isinstance(found, Do)
    assert [name for name, _ in found.args] == ["n", "x"]


def test_a_set_stands_where_things_do():
    found = clause('after unit-moved\n  grant "Fearless" to friendly units within 6" of bearer').body[0]
    assert isinstance(dict(found.args)["to"], SetExpr)


def test_one_thing_that_takes_no_part_is_no_set():
    with pytest.raises(RulesError, match='nothing called "unit" takes part'):
        clause("at end of melee\n  unit rallies")


def test_a_statement_may_have_a_condition_of_its_own():
    found = clause("after unit-moved\n  unit rallies when unit is weary").body[0]
    assert (found.condition, found.then[0].verb) == (guard("unit is weary"), "rally")


def test_a_trigger_at_a_node_knows_its_edge():
    found = clause("at end of melee, once per battle\n  bearer loses 1 health-point")
    assert isinstance(found, Trigger)
    assert (found.timing, found.window, found.once) == ("end", "melee", "battle")


def test_the_guard_of_a_trigger_speaks_of_its_roles():
    with pytest.raises(RulesError, match='nothing called "target" takes part in unit-moved'):
        clause("after unit-moved\n  when target has this rule\n  unit rallies")


def test_default_and_cumulative_belong_to_the_rule():
    found = rule("default when attack is melee\ncumulative\nmodify to-hit by 1")
    assert found.cumulative
    assert found.default == guard("attack is melee")


def test_names_may_be_used_before_they_are_declared():
    text = 'rule "A"\n  cite "Fen 1"\n  has "B"\n\nrule "B"\n  cite "Fen 1"\n'
    assert [one.name for one in load(text).declarations] == ["A", "B"]


def test_a_sentence_that_reads_in_two_ways_is_a_fault():
    from tercio.dsl.loader import load_text
    from tercio.kernel.signatures import RelationSignature

    from .words import base, signatures

    words = signatures().add([RelationSignature("busy", "{u:unit} is engaged", bool, "")])
    text = 'rule "A"\n  cite "Fen 1"\n  modify march-rate by 1 when unit is engaged\n'
    with pytest.raises(RulesError, match="can be read in two ways"):
        load_text(text, "fen", signatures=words, bases=[base()])


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("modify to-hit by 1 when attack is charge", '"charge" is not known in a condition'),
        ("cannot use-action when action is ranged", '"ranged" is none of core, charge, march'),
        ("cannot use-action when action is engaged", "action is an action, not a unit"),
    ],
)
def test_keywords_of_actions_and_kinds_of_attacks_are_told_apart(said, message):
    from tercio.dsl.loader import load_text
    from tercio.kernel.signatures import ClauseWord

    from .words import base, signatures

    words = signatures().add([ClauseWord("attack", "ranged", "from afar")])
    load_text('rule "A"\n  cite "Fen 1"\n  modify to-hit by 1 when attack is ranged\n', signatures=words)
    with pytest.raises(RulesError, match=message):
        load_text(f'rule "A"\n  cite "Fen 1"\n  {said}\n', "fen", signatures=words, bases=[base()])


def test_every_clause_knows_where_it_was_written():
    assert str(clause("modify to-hit by 1").span) == "fen.rules:3:3"


@pytest.mark.parametrize(
    ("written", "base"),
    [("25x50mm", (25, 50)), ("40mm", (40, 40)), ("28.5mm", (Fraction(57, 2), Fraction(57, 2)))],
)
def test_a_base_is_a_width_and_a_depth_in_millimetres_and_parts_of_them(written, base):
    text = f'unit "Pikes"\n  cite "Fen 1"\n  base {written}\n'
    (entry,) = load(text).declarations
    assert isinstance(entry, UnitEntry)
    assert entry.profile.base == base
