"""From a rule with arguments to flat clauses: parameters, rules within rules, scopes, guards (architecture
3).
"""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decl import (
    And,
    Bundle,
    Compare,
    Has,
    Holds,
    Ignore,
    Modify,
    Not,
    Op,
    Or,
    Param,
    Parameter,
    Quantifier,
    Relation,
    Role,
    Rule,
    RuleRef,
    SetExpr,
    Term,
    Word,
)
from tercio.kernel.expand import fill, is_placed, join, scope
from tercio.kernel.modifiers import explain, value
from tercio.kernel.query import has
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch

from .toy import blow, give, has_rule, new_game, new_unit, number

TRUE, FALSE = Compare("=", number(1), number(1)), Compare("=", number(1), number(2))


def strong(guard: Any = None, **more: Any) -> Rule:
    return Rule(name="Strong", clauses=(Modify("strength", Op.ADD, number(1), guard=guard),), **more)


def strength(*rules: Rule, holder: str = "attacker", by_weapon: bool = False) -> int:
    """The strength with which pikes strike a foe, who or which holds the first rule."""
    game = new_game(*rules)
    pikes, foe = new_unit(game), new_unit(game, "B")
    thing = pikes.pools[0].parts[0] if holder == "attacker" else foe.pools[0]
    hold(game, thing, RuleRef(rules[0].name), by_weapon=by_weapon)
    touch(game)
    return int(value(game, "strength", blow(pikes, foe).context(), 3))


def test_joined_guards_are_flat_and_none_is_none():
    assert join() is None
    assert join(None, TRUE) == TRUE
    assert join(And((TRUE, FALSE)), None, TRUE) == And((TRUE, FALSE, TRUE))


def test_parameters_are_filled_wherever_they_stand_and_others_left_open():
    clause = Modify("strength", Op.ADD, Param("X"), guard=Compare(">", Term("pace"), Param("Y")))
    filled = fill(clause, {"X": number(2)})
    assert filled == Modify("strength", Op.ADD, number(2), guard=Compare(">", Term("pace"), Param("Y")))
    assert fill(clause, {}) is clause


def test_the_subject_of_this_rule_says_on_whom_a_clause_looks_for_its_bearer():
    own = Holds(Role("target"), Quantifier.HAS, RuleRef("this", (RuleRef("Strong"),)))
    assert scope(And((own, TRUE))) == ("target", Quantifier.HAS, TRUE)
    assert scope(TRUE) == ("", Quantifier.HAS, TRUE)
    assert (strength(strong(has_rule("target")), holder="target"), strength(strong(has_rule("target")))) == (
        4,
        3,
    )


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        (Not(has_rule("target")), 4),
        (Not(Not(has_rule("attacker"))), 4),
        (Or((has_rule("target"), FALSE)), 3),
        (Or((has_rule("target"), has_rule("attacker"))), 4),
        (Or((And((has_rule("attacker"), FALSE)), TRUE)), 4),
    ],
)
def test_this_rule_inside_not_and_or_is_asked_by_its_name(guard, expected):
    assert strength(strong(guard)) == expected


@pytest.mark.parametrize(("by_weapon", "expected"), [(False, 3), (True, 4)])
def test_a_default_condition_counts_unless_a_weapon_gives_the_rule(by_weapon, expected):
    assert strength(strong(default=FALSE), by_weapon=by_weapon) == expected


def test_a_rule_within_a_rule_needs_both_conditions():
    for outer, inner, expected in ((TRUE, TRUE, 4), (TRUE, FALSE, 3), (FALSE, TRUE, 3)):
        rally = Rule(name="Rally", clauses=(Has(RuleRef("Strong"), guard=outer),))
        assert strength(rally, strong(inner)) == expected


def test_what_a_nameless_bundle_changes_is_told_under_the_name_of_its_rule():
    charge = Rule(name="Charge", parameters=(Parameter("R", "bundle"),), clauses=(Has(Param("R")),))
    game = new_game(charge)
    pikes, foe = new_unit(game), new_unit(game, "B")
    give(game, pikes.pools[0].parts[0], "Charge", args=(Bundle((Modify("strength", Op.ADD, number(2)),)),))
    assert str(explain(game, "strength", blow(pikes, foe).context(), 3)) == "3 +2 Charge = 5"


def test_several_rules_are_ignored_by_one_clause():
    quick = Rule(name="Quick", clauses=(Modify("strength", Op.ADD, number(1)),))
    both = Bundle((Has(RuleRef("Strong")), Has(RuleRef("Quick"))))
    deaf = Rule(name="Deaf", clauses=(Ignore(both),))  # type: ignore[arg-type]
    game = new_game(strong(), quick, deaf)
    pikes, foe = new_unit(game), new_unit(game, "B")
    part = pikes.pools[0].parts[0]
    give(game, part, "Strong", "Quick")
    assert value(game, "strength", blow(pikes, foe).context(), 3) == 5
    give(game, part, "Deaf")
    assert value(game, "strength", blow(pikes, foe).context(), 3) == 3
    assert has(game, Context(), part, "Strong")


def test_a_clause_that_speaks_of_its_bearer_holds_for_others():
    alive = Relation("alive", (Role("bearer"),))
    own = And((Holds(Role("bearer"), Quantifier.HAS), alive))
    assert strength(strong(own)) == 4


def test_a_rules_default_holds_unless_it_is_given_for_certain_attacks():
    melee = Relation("of-kind", (Role("attack"), Word("melee")))
    shooting = Relation("of-kind", (Role("attack"), Word("shooting")))
    fierce = Rule(name="Fierce", clauses=(Modify("strength", Op.ADD, number(1)),), default=melee)
    game = new_game(fierce)
    near, far = new_unit(game), new_unit(game)
    hold(game, near.pools[0].parts[0], RuleRef("Fierce"), guard=Compare("=", number(1), number(1)))
    hold(game, far.pools[0].parts[0], RuleRef("Fierce"), guard=shooting)
    touch(game)
    kinds = {"melee": frozenset({"melee"}), "shooting": frozenset({"shooting"})}
    gained = {
        (unit is near, kind): value(game, "strength", blow(unit, far, kinds=words).context(), 3)
        for unit in (near, far)
        for kind, words in kinds.items()
    }
    assert gained == {(True, "melee"): 4, (True, "shooting"): 3, (False, "melee"): 3, (False, "shooting"): 4}


NEAR = Relation("within", (Role("it"), number(6), Role("bearer")))


@pytest.mark.parametrize(
    ("reach", "placed"),
    [
        (SetExpr("unit", "friendly"), True),
        (SetExpr("unit", "", And((NEAR, Not(NEAR)))), True),
        (SetExpr("unit", "", And((NEAR, Relation("marked", (Role("it"), Word("brave")))))), False),
        (
            SetExpr(
                "unit", "", Relation("within", (Role("it"), Term("pace", (Role("it"),)), Role("bearer")))
            ),
            False,
        ),
        (SetExpr("unit", "", Relation("within", (Role("it"), number(6), Role("unit")))), False),
        (SetExpr("player"), False),
    ],
)
def test_a_set_is_settled_by_places_where_nothing_else_is_asked(reach, placed):
    assert is_placed(reach) is placed
