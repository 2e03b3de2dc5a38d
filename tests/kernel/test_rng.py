"""Streams of chance: keyed by seed and purpose, deaf to each other, fair (architecture 5)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.rng import Streams

DRAWS = st.lists(
    st.tuples(st.sampled_from(["charge", "cast", "charge/reroll", ""]), st.integers(0, 70)), max_size=8
)


def test_the_dice_of_a_purpose_are_the_same_for_ever():
    # A change here makes every saved game another game.
    assert Streams(1).draw("round:1/charge", 12, 6) == [5, 3, 3, 3, 3, 4, 2, 2, 1, 2, 2, 5]


def test_equal_seeds_give_equal_streams_and_others_do_not():
    assert Streams(7).draw("a", 40, 6) == Streams(7).draw("a", 40, 6) == Streams("7").draw("a", 40, 6)
    assert Streams(7).draw("a", 40, 6) != Streams(8).draw("a", 40, 6)
    assert Streams(7).draw("a", 40, 6) != Streams(7).draw("b", 40, 6)


@given(DRAWS, st.integers(0, 2**64))
def test_rolls_for_other_purposes_never_move_a_stream(others, seed):
    alone, among = Streams(seed), Streams(seed)
    expected = [alone.draw("nerve", 3, 6) for _ in range(len(others) + 1)]
    found = [among.draw("nerve", 3, 6)]
    for purpose, count in others:
        among.draw(purpose, count, 6)
        found.append(among.draw("nerve", 3, 6))
    assert found == expected


@given(DRAWS)
def test_a_clone_goes_on_where_the_original_stands_and_moves_alone(drawn):
    streams = Streams(3)
    for purpose, count in drawn:
        streams.draw(purpose, count, 6)
    copy = streams.clone()
    expected = [streams.draw(purpose, 5, 6) for purpose, _ in drawn]
    assert [copy.draw(purpose, 5, 6) for purpose, _ in drawn] == expected


@given(st.integers(1, 256), st.integers(0, 200))
def test_as_many_faces_as_asked_for_and_each_within_the_die(sides, count):
    drawn = Streams(5).draw("any", count, sides)
    assert len(drawn) == count
    assert all(1 <= face <= sides for face in drawn)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100])
def test_every_face_is_equally_likely_within_five_sigma(sides):
    rolls = 60_000
    drawn = Streams(11).draw("fair", rolls, sides)
    expected, sigma = rolls / sides, math.sqrt(rolls * (1 / sides) * (1 - 1 / sides))
    assert all(abs(drawn.count(face) - expected) < 5 * sigma for face in range(1, sides + 1))


def test_single_rolls_and_neighbouring_purposes_are_fair_as_well():
    streams = Streams(12)
    rolls = [(streams.draw(f"u{n}", 1, 6)[0], streams.draw(f"u{n}/reroll", 1, 6)[0]) for n in range(18_000)]
    sigma = math.sqrt(18_000 * 35) / 36
    for pair in [(a, b) for a in range(1, 7) for b in range(1, 7)]:
        assert abs(rolls.count(pair) - 500) < 5 * sigma


@pytest.mark.parametrize("sides", [0, -6, 257])
def test_a_die_that_cannot_be_is_refused_at_once(sides):
    with pytest.raises(ValueError, match="1 to 256 sides"):
        Streams(1).draw("odd", 1, sides)
