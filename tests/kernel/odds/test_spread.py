"""One attack with every face at once agrees with dice that are rolled, with averages and with icepool."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt

import icepool  # type: ignore[import-untyped]
import pytest

from tercio.kernel.attack import mean, resolve
from tercio.kernel.decl import OnNatural, Permit, Reroll, Rule, Which
from tercio.kernel.decl.clauses import Mood
from tercio.kernel.decl.expr import Word
from tercio.kernel.decl.statements import Do
from tercio.kernel.dice import SeededDice
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.spread import spread
from tests.kernel.test_attack import FIERCE, FURY, LETHAL, set_up

ONCE_MORE = Rule(name="Once More", clauses=(Reroll("save", Which.SUCCESSFUL),))
ENDING = Rule(
    name="Ending", clauses=(OnNatural("to-hit", 6, 6, (Do("end-attack", (("outcome", Word("mortal")),)),)),)
)


def sampled(game, attack, attacks: int, times: int) -> list[int]:
    """How often so many of some attacks went through, in games that are rolled."""
    game.dice = SeededDice(7)
    counts = [0] * (2 * attacks + 1)
    for _ in range(times):
        counts[int(resolve(game, attack, attacks).unsaved)] += 1
    return counts


def test_hit_wound_and_save_are_a_product_of_chances():
    game, attack = set_up(ward=5)
    one = spread(game, attack)
    assert one.needed == {"to-hit": 4, "to-wound": 4, "save": 5}
    assert one.passed("to-hit") == Distribution(0, (1, 1), 2)
    assert one.passed("to-wound").mean == Fraction(1, 4)
    assert one.unsaved.mean == Fraction(1, 6)


def test_many_attacks_agree_with_icepool_exactly():
    game, attack = set_up(ward=5)
    d6 = icepool.d6
    peer = 40 @ ((d6 >= 4) & (d6 >= 4) & (d6 < 5))
    found = spread(game, attack).unsaved.times(40)
    assert all(found.exactly(n) == peer.probability(n) for n in range(41))


def test_a_thousand_attacks_differ_from_exact_integers_by_nothing():
    game, attack = set_up(ward=5)
    found = spread(game, attack).unsaved.times(1000)
    for n in (0, 150, 167, 400, 1000):
        exact = Fraction(comb(1000, n) * 5 ** (1000 - n), 6**1000)
        assert found.exactly(n) == exact
        assert abs(found.weights[n] / found.total - float(exact)) <= 1e-12


@pytest.mark.parametrize("rules", [(), (FIERCE,), (FURY,), (LETHAL,), (ENDING,), (FIERCE, FURY, LETHAL)])
def test_the_average_is_that_of_the_sequence(rules):
    game, attack = set_up(*rules, ward=4)
    one, average = spread(game, attack), mean(game, attack)
    assert one.unsaved.mean == average.unsaved
    assert {roll: one.passed(roll).mean for roll in one.rolls} == average.passed


def test_hits_that_one_success_makes_besides_stay_together_with_it():
    game, attack = set_up(FURY)
    assert dict(spread(game, attack).passed("to-hit").items()) == {
        0: Fraction(1, 2),
        1: Fraction(1, 3),
        2: Fraction(1, 6),
    }


def test_rerolls_of_failures_agree_with_icepool():
    game, attack = set_up(FIERCE, ward=5)
    d6 = icepool.d6
    hit = d6.reroll([1, 2, 3], depth=1) >= 4
    peer = 25 @ (hit & (d6 >= 4) & (d6 < 5))
    found = spread(game, attack).unsaved.times(25)
    assert all(found.exactly(n) == peer.probability(n) for n in range(26))


def test_saves_rerolled_when_they_succeed():
    game, attack = set_up(ONCE_MORE, holder="target", ward=4)
    assert spread(game, attack).unsaved.mean == Fraction(1, 4) * Fraction(3, 4)


def test_a_stage_that_nobody_may_take_is_passed():
    rule = Rule(name="Open", clauses=(Permit("save", Mood.CANNOT),))
    game, attack = set_up(rule, holder="target", ward=2)
    assert spread(game, attack).unsaved.mean == Fraction(1, 4)


def test_an_attack_that_a_natural_die_ends_is_counted_apart():
    game, attack = set_up(ENDING, ward=4)
    one = spread(game, attack)
    assert one.ended("mortal").mean == Fraction(1, 6)
    assert one.unsaved.mean == Fraction(2, 6) * Fraction(1, 2) * Fraction(1, 2)
    harm = one.worth(lambda ended: Distribution.certain(2 if ended.ended else 1))
    assert harm.mean == 2 * Fraction(1, 6) + one.unsaved.mean


def test_nothing_is_rolled_and_nothing_changes():
    game, attack = set_up(FURY, LETHAL, script={"to-hit": [1]})
    spread(game, attack)
    assert game.dice.script == {"to-hit": [1]}
    assert not attack.fixed
    assert attack.extra_hits == 0


def test_counted_dice_make_no_difference():
    game, attack = set_up(ward=5)
    counted = replace(attack, counted=frozenset({"save"}))
    assert spread(game, counted).unsaved == spread(game, attack).unsaved


@pytest.mark.parametrize("rules", [(), (FIERCE, FURY, LETHAL)])
def test_rolled_games_lie_within_five_sigma(rules):
    game, attack = set_up(*rules, ward=4)
    exact, times = spread(game, attack).unsaved.times(8), 4000
    for number, seen in enumerate(sampled(game, attack, 8, times)):
        chance = float(exact.exactly(number))
        assert abs(seen - times * chance) <= 5 * sqrt(times * chance * (1 - chance)) + 1e-9


def test_a_million_samples_lie_within_five_sigma():
    numpy = pytest.importorskip("numpy")
    game, attack = set_up(FIERCE, ward=5)
    exact, times = spread(game, attack).unsaved.times(40), 1_000_000
    rng = numpy.random.default_rng(3)
    hits = rng.binomial(40, 0.75, times)
    seen = numpy.bincount(rng.binomial(rng.binomial(hits, 0.5), 2 / 3), minlength=41)
    for number in range(41):
        chance = float(exact.exactly(number))
        assert abs(seen[number] - times * chance) <= 5 * sqrt(times * chance * (1 - chance)) + 1
