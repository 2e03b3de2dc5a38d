"""Attack sequences: stages, rerolls, natural results, and averages that agree with the dice (architecture
5).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest

from tercio.kernel.attack import Attack, Strand, mean, resolve, stagewise
from tercio.kernel.decl import (
    AttackSequence,
    Do,
    Holds,
    Modify,
    Mood,
    OnNatural,
    Op,
    Outcome,
    Permit,
    Quantifier,
    Reroll,
    Role,
    Rule,
    RuleRef,
    Stage,
    Term,
    Which,
    Word,
)
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.errors import RulesError
from tercio.kernel.ruleset import hold
from tercio.kernel.state import touch

from .toy import blow, give, new_game, new_unit, number

LETHAL = Rule(
    name="Lethal",
    clauses=(
        OnNatural("to-wound", 6, 6, (Do("set-value", (("value", Word("ward")), ("n", number(7, "+")))),)),
    ),
)
FURY = Rule(name="Fury", clauses=(OnNatural("to-hit", 6, 6, (Do("add-hits", (("n", number(1)),)),)),))
FIERCE = Rule(name="Fierce", clauses=(Reroll("to-hit", Which.FAILED),))


def set_up(*rules: Rule, holder: str = "attacker", ward: int | None = None, script=None):
    game = new_game(*rules, dice=ScriptedDice(script) if script else None)
    pikes, foe = new_unit(game), new_unit(game, "B")
    if ward is not None:
        foe.pools[0].profile["ward"] = ward
    thing = pikes.pools[0].parts[0] if holder == "attacker" else foe.pools[0]
    for rule in rules:
        hold(game, thing, RuleRef(rule.name))
    touch(game)
    return game, blow(pikes, foe)


def test_each_stage_rolls_one_pool_and_the_dice_decide():
    game, attack = set_up(script={"to-hit": [4, 3, 6, 1], "to-wound": [6, 2]})
    report = resolve(game, attack, 4)
    assert report.needed == {"to-hit": 4, "to-wound": 4, "save": 7}
    assert report.passed == {"to-hit": 2, "to-wound": 1, "save": 1}
    assert report.unsaved == 1


def test_a_save_that_cannot_be_passed_is_not_rolled():
    game, attack = set_up(script={"to-hit": [6], "to-wound": [6]})
    assert resolve(game, attack, 1).unsaved == 1


def test_counted_dice_are_kept_and_rolled_even_where_none_can_pass():
    game, attack = set_up(script={"to-hit": [6, 6], "to-wound": [6, 6], "save": [5, 2]})
    report = resolve(game, replace(attack, counted=frozenset({"save"})), 2)
    assert report.faces == {"save": [0, 0, 1, 0, 0, 1, 0]}
    assert report.unsaved == 2


def test_natural_six_hits_and_natural_one_misses_whatever_is_needed():
    harder = Rule(
        name="Shade",
        clauses=(Modify("to-hit", Op.ADD, number(-4), guard=Holds(Role("target"), Quantifier.HAS)),),
    )
    game, attack = set_up(harder, holder="target", script={"to-hit": [6, 5], "to-wound": [4]})
    assert resolve(game, attack, 2).passed["to-hit"] == 1


def test_failed_dice_are_rerolled_once_and_the_second_result_is_final():
    game, attack = set_up(FIERCE, script={"to-hit": [1, 5], "reroll": [2], "to-wound": [6]})
    assert resolve(game, attack, 2).passed["to-hit"] == 1


def test_what_a_natural_die_does_splits_the_attacks_into_strands():
    game, attack = set_up(LETHAL, ward=2, script={"to-hit": [6, 6], "to-wound": [6, 5], "save": [6]})
    report = resolve(game, attack, 2)
    assert [(s.attack.number("ward"), s.count) for s in report.through] == [(7, 1)]


def test_a_die_that_makes_further_hits_is_one_success_with_more_hits():
    game, attack = set_up(FURY, script={"to-hit": [6, 4, 2], "to-wound": [4, 4, 4]})
    report = resolve(game, attack, 3)
    assert report.passed["to-hit"] == 3
    assert report.unsaved == 3


def test_a_stage_that_always_passes_rolls_no_dice():
    sure = Rule(name="Sure", clauses=(Outcome("to-hit", passes=True),))
    game, attack = set_up(sure, script={"to-wound": [4, 4, 4]})
    assert resolve(game, attack, 3).unsaved == 3


def test_a_forbidden_save_is_not_taken():
    divine = Rule(
        name="Divine", clauses=(Permit("save", Mood.CANNOT, guard=Holds(Role("attacker"), Quantifier.HAS)),)
    )
    game, attack = set_up(divine, ward=2, script={"to-hit": [6], "to-wound": [6]})
    assert resolve(game, attack, 1).unsaved == 1


def test_a_script_that_runs_out_is_an_error_not_a_guess():
    game, attack = set_up(script={"to-hit": [6]})
    with pytest.raises(RulesError, match="script holds 0 dice"):
        resolve(game, attack, 1)


@pytest.mark.parametrize("ward", [None, 5])
def test_the_mean_is_the_exact_mean_of_the_dice(ward):
    game, attack = set_up(ward=ward)
    hit = wound = icepool.d(6) >= 4
    saved = (icepool.d(6) >= ward) if ward else icepool.Die([False])
    expected = hit.probability(True) * wound.probability(True) * saved.probability(False)
    assert mean(game, attack).unsaved == expected


def test_the_mean_knows_rerolls():
    game, attack = set_up(FIERCE)
    hit = (icepool.d(6) >= 4).map(lambda x: x or (icepool.d(6) >= 4))
    assert mean(game, attack).passed["to-hit"] == hit.probability(True) == Fraction(3, 4)


def test_the_mean_rolls_nothing():
    game, attack = set_up(script={"other": [1]})
    game.locked = 1
    assert mean(game, attack, 2.0).unsaved == pytest.approx(0.5)


def test_resolving_many_attacks_comes_near_the_mean():
    game, attack = set_up(FIERCE, ward=5)
    count = 20_000
    mean_ = float(mean(game, attack).unsaved)
    deviation = (count * mean_ * (1 - mean_)) ** 0.5
    assert abs(resolve(game, attack, count).unsaved - count * mean_) < 5 * deviation


def test_a_sequence_can_be_run_up_to_a_stage():
    game, attack = set_up(script={"to-hit": [4, 3, 6]})
    report = resolve(game, attack, 3, upto="to-hit")
    assert (report.passed, report.unsaved) == ({"to-hit": 2}, 2)


def test_between_two_stages_a_caller_may_change_what_goes_through():
    game, attack = set_up(script={"to-hit": [4, 6, 1], "to-wound": [6, 6, 6]})
    for stage, report in stagewise(game, attack, 3):
        if stage.roll == "to-hit":
            report.through.append(Strand(attack, 1))
    assert report.passed == {"to-hit": 2, "to-wound": 3, "save": 3}


# -- dice of other sides ---------------------------------------------------------------------------

TEN_SIDED = AttackSequence(
    name="tens",
    stages=(
        Stage("to-hit", "attacker", 10, number(7, "+"), (1,), (10,)),
        Stage("save", "defender", 10, Term("ward"), (1,), (), stops=True),
    ),
)


def tens(*rules: Rule, script=None, ward: int | None = None):
    game = new_game(TEN_SIDED, *rules, dice=ScriptedDice(script) if script else None)
    pikes, foe = new_unit(game), new_unit(game, "B")
    foe.pools[0].profile["ward"] = ward
    part = pikes.pools[0].parts[0]
    give(game, part, *(rule.name for rule in rules))
    return game, Attack("tens", frozenset({"melee"}), foe.pools[0], pikes, part)


def test_each_stage_rolls_the_die_that_it_names():
    game, attack = tens(script={"to-hit": [7, 6, 10], "save": [8, 9]}, ward=9)
    report = resolve(game, attack, 3)
    assert report.passed == {"to-hit": 2, "save": 1}


def test_a_save_that_nobody_has_is_beyond_every_die_that_is_rolled():
    game, attack = tens(script={"to-hit": [7]})
    report = resolve(game, attack, 1)
    assert (report.needed["save"], report.unsaved) == (11, 1)


def test_a_seven_on_a_ten_sided_die_is_no_impossible_save():
    game, attack = tens(script={"to-hit": [7], "save": [7]}, ward=7)
    assert resolve(game, attack, 1).unsaved == 0


def test_the_mean_knows_the_sides_of_each_die():
    game, attack = tens(FIERCE, ward=9)
    hit = (icepool.d(10) >= 7).map(lambda x: x or (icepool.d(10) >= 7))
    saved = icepool.d(10) >= 9
    assert mean(game, attack).unsaved == hit.probability(True) * saved.probability(False)


# -- natural dice that end an attack, or spare it a roll --------------------------------------------

MORTAL = Rule(
    name="Mortal", clauses=(OnNatural("to-hit", 6, 6, (Do("end-attack", (("outcome", Word("mortal")),)),)),)
)
POISON = Rule(
    name="Poison", clauses=(OnNatural("to-hit", 6, 6, (Do("pass-roll", (("roll", Word("to-wound")),)),)),)
)


def counts(strands):
    return [strand.count for strand in strands]


def test_an_attack_that_a_natural_die_ends_goes_no_further_and_is_told_apart():
    game, attack = set_up(MORTAL, script={"to-hit": [6, 6, 4, 1], "to-wound": [5]})
    report = resolve(game, attack, 4)
    assert {outcome: counts(strands) for outcome, strands in report.ended.items()} == {"mortal": [2]}
    assert report.unsaved == 1


def test_an_ended_attack_has_passed_the_roll_that_ended_it():
    game, attack = set_up(MORTAL, script={"to-hit": [6, 4, 1], "to-wound": [5]})
    assert resolve(game, attack, 3).passed == {"to-hit": 2, "to-wound": 1, "save": 1}


def test_nothing_ends_where_no_die_shows_it():
    game, attack = set_up(MORTAL, script={"to-hit": [4], "to-wound": [5]})
    assert resolve(game, attack, 1).ended == {}


def test_of_several_hits_of_one_die_only_one_ends():
    game, attack = set_up(MORTAL, FURY, script={"to-hit": [6, 2], "to-wound": [5]})
    report = resolve(game, attack, 2)
    assert counts(report.ended["mortal"]) == [1]
    assert (report.passed["to-hit"], report.unsaved) == (2, 1)


def test_the_mean_knows_what_ends_an_attack():
    game, attack = set_up(MORTAL)
    report = mean(game, attack, 6)
    assert counts(report.ended["mortal"]) == [1]
    assert (report.passed["to-hit"], report.unsaved) == (3, 1)


def test_stage_by_stage_the_ended_attacks_are_reported_as_they_end():
    later = Rule(
        name="Later",
        clauses=(OnNatural("to-wound", 6, 6, (Do("end-attack", (("outcome", Word("burnt")),)),)),),
    )
    game, attack = set_up(MORTAL, later, script={"to-hit": [6, 4, 4], "to-wound": [6, 4]})
    seen = [
        (stage.roll, {outcome: counts(strands) for outcome, strands in report.ended.items()})
        for stage, report in stagewise(game, attack, 3)
    ]
    assert seen == [
        ("to-hit", {"mortal": [1]}),
        ("to-wound", {"mortal": [1], "burnt": [1]}),
        ("save", {"mortal": [1], "burnt": [1]}),
    ]


def test_a_run_up_to_a_stage_keeps_what_ended_there_out_of_what_goes_on():
    game, attack = set_up(MORTAL, script={"to-hit": [6, 4]})
    report = resolve(game, attack, 2, upto="to-hit")
    assert (report.passed, report.unsaved, counts(report.ended["mortal"])) == ({"to-hit": 2}, 1, [1])


def test_a_stage_that_a_natural_die_passes_is_not_rolled_for_that_attack():
    game, attack = set_up(POISON, script={"to-hit": [6, 4], "to-wound": [1]})
    report = resolve(game, attack, 2)
    assert (report.passed["to-wound"], report.unsaved) == (1, 1)


def test_of_several_hits_of_one_die_only_one_is_spared_a_roll():
    game, attack = set_up(POISON, FURY, script={"to-hit": [6], "to-wound": [1]})
    assert resolve(game, attack, 1).passed == {"to-hit": 2, "to-wound": 1, "save": 1}
