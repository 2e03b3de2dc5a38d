"""Coherency (core rules 15.1) and whom it costs when models are slain (18.3)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, within
from tercio.plugins.warbands.coherency import Coherency, expendable, is_coherent, removals
from tests.plugins.warbands.muster import COHERENCY as RULE
from tests.plugins.warbands.muster import block, row


def by_the_book(bases, rule):
    """The rule as it is written, by looking at everybody."""
    n = len(bases)
    near = [[i != j and within(bases[i], bases[j], rule.reach) for j in range(n)] for i in range(n)]
    group = {0}
    for _ in range(n):
        group |= {j for i in group for j in range(n) if near[i][j]}
    return n <= 1 or (len(group) == n and all(sum(row) >= rule.needed(n) for row in near))


@st.composite
def crowds(draw, most=9):
    """Bases strewn over a grid narrow enough for many to be near each other."""
    places = st.tuples(st.integers(0, 4), st.integers(0, 3))
    chosen = draw(st.lists(places, min_size=1, max_size=most, unique=True))
    apart = draw(st.sampled_from([1.3, 1.45, 1.6]))
    return [Circle(x * apart, y * apart, 0.5) for x, y in chosen]


# -- together ---------------------------------------------------------------------------------------------


def test_a_single_model_is_always_coherent():
    assert is_coherent([Circle(0, 0, 0.5)], RULE)


def test_models_exactly_half_an_inch_apart_are_in_reach_and_further_they_are_not():
    assert is_coherent(row(0, 0, 2, apart=0.5), RULE)
    assert not is_coherent(row(0, 0, 2, apart=0.501), RULE)


def test_a_chain_of_six_holds_and_a_chain_of_seven_does_not():
    assert is_coherent(row(0, 0, 6, apart=0.5), RULE)
    assert not is_coherent(row(0, 0, 7, apart=0.5), RULE)


def test_two_ranks_of_seven_and_more_models_hold():
    assert is_coherent(block(0, 0, 5, 2, apart=0.3), RULE)


def test_two_groups_are_no_unit_though_each_has_its_neighbours():
    assert not is_coherent(row(0, 0, 2) + row(9, 0, 2), RULE)
    assert not is_coherent(block(0, 0, 2, 2) + block(9, 0, 2, 2), RULE)


def test_oval_bases_reach_from_rim_to_rim():
    riders = [Oval(0.0, 0.0, 0.0, 1.0, 0.5, 1.0), Oval(0.0, 2.4, 0.0, 1.0, 0.5, 1.0)]
    assert is_coherent(riders, RULE)
    abreast = [riders[0], Oval(2.4, 0.0, 0.0, 1.0, 0.5, 1.0)]
    assert not is_coherent(abreast, RULE)


def test_a_unit_with_a_longer_reach_may_stand_wider():
    bases = row(0, 0, 3, apart=1.9)
    assert not is_coherent(bases, RULE)
    assert is_coherent(bases, Coherency(2.0, 1, 7, 2))


@given(crowds())
def test_coherency_is_what_the_rule_says(bases):
    assert is_coherent(bases, RULE) == by_the_book(bases, RULE)


# -- further models that go -------------------------------------------------------------------------------


def test_nobody_follows_a_model_from_the_end_of_the_line():
    assert removals(row(0, 0, 5, apart=0.4), RULE, 4) == []


def test_the_shorter_end_follows_a_model_from_within_the_line():
    assert removals(row(0, 0, 6, apart=0.4), RULE, 1) == [0]
    assert removals(row(0, 0, 6, apart=0.4), RULE, 4) == [5]


def test_of_two_equal_ends_the_later_goes():
    assert removals(row(0, 0, 5, apart=0.4), RULE, 2) == [3, 4]


def test_the_last_of_two_ends_stays_alone():
    assert removals(row(0, 0, 3, apart=0.4), RULE, 1) == [2]


def test_six_that_are_left_of_seven_need_one_neighbour_only():
    ring = [Circle(0, 0, 0.5), *row(1.3, 0.65, 5, apart=0.3), Circle(0, 1.3, 0.5)]
    assert removals(ring, RULE, 0) == []


def test_a_broken_ring_of_eight_loses_one_more_and_holds_as_a_chain_of_six():
    ring = [
        Circle(x * 1.4, y * 1.4, 0.5) for x, y in [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)]
    ]
    ring.append(Circle(0.0, 1.4, 0.5))
    assert is_coherent(ring, RULE)
    assert removals(ring, RULE, 3) == [4]


def test_nobody_is_left_to_follow_the_last_model():
    assert removals([Circle(0, 0, 0.5)], RULE, 0) == []


@settings(max_examples=60)
@given(crowds(), st.data())
def test_those_left_are_coherent_and_no_fewer_could_go(bases, data):
    gone = data.draw(st.integers(0, len(bases) - 1))
    further = removals(bases, RULE, gone)
    left = [i for i in range(len(bases)) if i != gone]
    assert further == sorted(set(further) & set(left))
    assert by_the_book([bases[i] for i in left if i not in further], RULE)
    for fewer in range(len(further)):
        for others in combinations(left, fewer):
            assert not by_the_book([bases[i] for i in left if i not in others], RULE)


# -- whom to lose -----------------------------------------------------------------------------------------


def test_the_first_in_order_goes_if_the_unit_holds_without_it():
    assert expendable(block(0, 0, 3, 2), RULE, [2, 5, 0, 1, 3, 4]) == 2


def test_a_model_that_holds_the_line_together_is_spared():
    assert expendable(row(0, 0, 5, apart=0.4), RULE, [2, 1, 4, 0]) == 4


def test_if_nobody_can_go_freely_whoever_costs_the_fewest_goes():
    assert expendable(row(0, 0, 7, apart=0.4), RULE, [3, 2, 1]) == 1
    assert expendable(row(0, 0, 5, apart=0.4), RULE, [2]) == 2


@given(crowds(), st.data())
def test_nobody_in_the_order_costs_fewer_than_the_one_who_goes(bases, data):
    everyone = list(range(len(bases)))
    order = data.draw(st.permutations(everyone))[: data.draw(st.integers(1, len(bases)))]
    costs = [len(removals(bases, RULE, i)) for i in order]
    assert expendable(bases, RULE, order) == order[costs.index(min(costs))]


@pytest.mark.parametrize("count", [1, 2, 6, 7, 20])
def test_how_many_neighbours_a_unit_of_a_size_needs(count):
    assert RULE.needed(count) == {1: 0, 2: 1, 6: 1, 7: 2, 20: 2}[count]
