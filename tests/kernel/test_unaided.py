"""Attacks that take no help from their own side (rules language 3, `ignore bonuses`)."""

from __future__ import annotations

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.decl import (
    Bundle,
    Has,
    Ignore,
    IgnoreBonuses,
    Literal,
    Modify,
    Op,
    Relation,
    Role,
    Rule,
    RuleRef,
    SetExpr,
    Word,
)
from tercio.kernel.decl.clauses import Aura
from tercio.kernel.modifiers import explain, value
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Arm, Game, Unit, touch
from tercio.kernel.verbs import give_to_attack

from .toy import blow, give, has_rule, new_game, new_unit, number

NO_BONUS = "no bonus for this attack"
COMPANION = Rule(name="Companion", clauses=(IgnoreBonuses(),))
IS_MELEE = Relation("of-kind", (Role("attack"), Word("melee")))


def rule(name: str, value_name: str, amount: int | Literal, op: Op = Op.ADD, **more) -> Rule:
    given = number(amount) if isinstance(amount, int) else amount
    return Rule(name=name, clauses=(Modify(value_name, op, given, **more),))


SHARP = rule("Sharp", "to-hit", 1)
DULL = rule("Dull", "to-hit", -1)


def set_up(*rules: Rule, arm_rules: tuple[str, ...] = ("Companion",)) -> tuple[Game, Unit, Unit, Attack]:
    game = new_game(COMPANION, *rules)
    pikes, foe = new_unit(game), new_unit(game, "B")
    arm = Arm(game.new_id(), "Beak", "A")
    pikes.pools[0].parts[0].arms.append(arm)
    game.things[arm.id] = arm
    if arm_rules:
        give(game, arm, *arm_rules)
    return game, pikes, foe, blow(pikes, foe, arm=arm)


def holder(game: Game, pikes: Unit, where: str):
    pool = pikes.pools[0]
    return {"part": pool.parts[0], "pool": pool, "unit": pikes, "player": game.players["A"]}[where]


@pytest.mark.parametrize("where", ["part", "pool", "unit"])
@pytest.mark.parametrize(("held", "unaided", "aided"), [("Sharp", 4, 3), ("Dull", 5, 5)])
def test_a_rule_of_the_attacker_itself_may_worsen_such_an_attack_and_not_better_it(
    where, held, unaided, aided
):
    game, pikes, foe, attack = set_up(SHARP, DULL)
    give(game, holder(game, pikes, where), held)
    assert value(game, "to-hit", attack.context(), 4) == unaided
    assert value(game, "to-hit", blow(pikes, foe).context(), 4) == aided


def test_the_ledger_says_that_the_bonus_does_not_count():
    game, pikes, _, attack = set_up(SHARP, DULL)
    give(game, pikes, "Sharp", "Dull")
    ledger = explain(game, "to-hit", attack.context(), 4)
    assert str(ledger) == "4+ -1 Dull = 5+"
    assert [(step.rule, step.rejected) for step in ledger.steps if step.rejected] == [("Sharp", NO_BONUS)]


def test_rules_of_the_weapon_itself_count():
    game, _, _, attack = set_up(SHARP, arm_rules=("Companion", "Sharp"))
    assert value(game, "to-hit", attack.context(), 4) == 3


def test_rules_of_the_battle_and_of_the_enemy_count():
    marked = rule("Marked", "to-hit", 1, guard=has_rule("target"))
    game, _, foe, attack = set_up(SHARP, marked)
    hold(game, game.battle, RuleRef("Sharp"))
    give(game, foe.pools[0], "Marked")
    assert value(game, "to-hit", attack.context(), 4) == 2


def test_an_aura_of_a_friend_does_not_better_the_attack_and_one_of_the_enemy_does():
    helps = (Modify("to-hit", Op.ADD, number(1)),)
    banner = Rule(name="Banner", clauses=(Aura(SetExpr("unit", "friendly"), helps),))
    fog = Rule(name="Fog", clauses=(Aura(SetExpr("unit", "enemy"), helps),))
    game, _, foe, attack = set_up(banner, fog)
    give(game, new_unit(game), "Banner")
    assert value(game, "to-hit", attack.context(), 4) == 4
    give(game, foe, "Fog")
    assert value(game, "to-hit", attack.context(), 4) == 3


@pytest.mark.parametrize(
    ("name", "base", "op", "amount", "expected"),
    [
        ("strength", 3, Op.ADD, 1, 3),
        ("strength", 3, Op.ADD, -1, 2),
        ("strength", 3, Op.MULTIPLY, 2, 3),
        ("strength", 3, Op.MULTIPLY, 0, 0),
        ("strength", 3, Op.SET, 5, 3),
        ("strength", 3, Op.SET, 2, 2),
        ("strength", 3, Op.KEEP_AT_LEAST, 5, 3),
        ("strength", 3, Op.KEEP_AT_MOST, 2, 2),
        ("strength", 3, Op.FIX, 5, 3),
        ("strength", 3, Op.HOLD_AT_LEAST, 5, 3),
        ("strength", 3, Op.HOLD_AT_MOST, 2, 2),
        ("to-hit", 4, Op.SET, 2, 4),
        ("to-hit", 4, Op.SET, 5, 5),
        ("to-hit", 4, Op.KEEP_AT_LEAST, 5, 5),
        ("to-hit", 4, Op.KEEP_AT_MOST, 2, 4),
        ("to-hit", 4, Op.FIX, 2, 4),
        ("to-hit", 4, Op.HOLD_AT_LEAST, 5, 5),
        ("to-hit", 4, Op.HOLD_AT_MOST, 2, 4),
    ],
)
def test_help_is_what_makes_a_number_higher_or_a_roll_easier(name, base, op, amount, expected):
    game, pikes, _, attack = set_up(rule("Gift", name, amount, op))
    give(game, pikes, "Gift")
    assert value(game, name, attack.context(), base) == expected


def test_a_bonus_shut_off_takes_no_place_from_one_that_counts():
    sword = rule("Sword", "strength", 5, Op.SET)
    game, pikes, _, attack = set_up(
        sword, rule("Edge", "strength", 4, Op.SET), SHARP, arm_rules=("Companion", "Sharp", "Edge")
    )
    give(game, pikes, "Sharp", "Sword")
    assert value(game, "to-hit", attack.context(), 4) == 3
    assert value(game, "strength", attack.context(), 3) == 4


def test_a_save_against_the_attack_is_no_number_of_the_attack():
    brittle = rule("Brittle", "save", -1, guard=has_rule("attacker"))
    game, pikes, foe, attack = set_up(brittle, rule("Shield", "save", 1, guard=has_rule("target")))
    give(game, pikes, "Brittle")
    assert value(game, "save", attack.context(), 4) == 5
    give(game, foe.pools[0], "Shield")
    assert value(game, "save", attack.context(), 4) == 4


def test_the_attacker_may_hold_the_rule_and_then_none_of_its_attacks_is_helped():
    game, pikes, foe, attack = set_up(SHARP, arm_rules=())
    give(game, pikes, "Sharp", "Companion")
    assert value(game, "to-hit", attack.context(), 4) == 4
    assert value(game, "to-hit", blow(pikes, foe).context(), 4) == 4


def test_a_rule_of_another_unit_shuts_nobody_off():
    game, pikes, foe, attack = set_up(SHARP, arm_rules=())
    give(game, pikes, "Sharp")
    give(game, foe, "Companion")
    give(game, new_unit(game), "Companion")
    assert value(game, "to-hit", attack.context(), 4) == 3


def test_it_holds_only_where_its_condition_does():
    beast = Rule(name="Beast", clauses=(IgnoreBonuses(guard=IS_MELEE),))
    game, pikes, foe, attack = set_up(SHARP, beast, arm_rules=("Beast",))
    give(game, pikes, "Sharp")
    shot = blow(pikes, foe, arm=attack.arm, kinds=frozenset({"shooting"}))
    assert value(game, "to-hit", attack.context(), 4) == 4
    assert value(game, "to-hit", shot.context(), 4) == 3


def test_help_that_asks_for_a_kind_of_attack_counts_for_that_kind_of_free_attack():
    game, pikes, foe, attack = set_up(rule("Drill", "to-hit", 1, guard=IS_MELEE), arm_rules=())
    give(game, attack.arm, "Drill")
    give(game, pikes, "Drill")
    shot = blow(pikes, foe, arm=attack.arm, kinds=frozenset({"shooting"}))
    assert value(game, "to-hit", attack.context(), 4) == 3
    assert value(game, "to-hit", shot.context(), 4) == 4


def test_a_rule_that_is_ignored_shuts_nothing_off():
    tamer = Rule(name="Tamer", clauses=(Ignore(RuleRef("Companion")),))
    game, pikes, _, attack = set_up(SHARP, tamer)
    give(game, pikes, "Sharp", "Tamer")
    assert value(game, "to-hit", attack.context(), 4) == 3


def test_one_attack_may_be_given_the_rule_by_itself():
    game, pikes, _, attack = set_up(SHARP, arm_rules=())
    give(game, pikes, "Sharp")
    give_to_attack(game, attack, Bundle((Has(RuleRef("Companion")),)), None)
    assert value(game, "to-hit", attack.context(), 4) == 4


def test_numbers_asked_without_an_attack_are_helped_as_ever():
    game, pikes, _, attack = set_up(rule("Strong", "strength", 1))
    give(game, pikes, "Strong")
    touch(game)
    alone = attack.context().but(attack=None)
    assert value(game, "strength", alone, 3) == 4
    assert value(game, "strength", attack.context(), 3) == 3


def test_a_number_whose_only_change_is_shut_off_is_its_base():
    game, pikes, _, attack = set_up(rule("Strong", "skill", 1))
    give(game, pikes, "Strong")
    beyond = 12  # the characteristic ends at 10, but nothing changes the number
    assert value(game, "skill", attack.context(), beyond) == beyond
    assert explain(game, "skill", attack.context(), beyond).result == beyond
