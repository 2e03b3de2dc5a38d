"""Rolls: Maximised and Minimised against enumeration, and the sources that answer rolls (architecture 5)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.decl import DiceAmount
from tercio.kernel.dice import AskedDice, ScriptedDice, SeededDice, histogram, keep, most, roll
from tercio.kernel.errors import RulesError

AMOUNTS = st.builds(DiceAmount, st.integers(1, 3), st.integers(2, 4), st.integers(-2, 4), st.integers(-2, 2))


def totals(amount: DiceAmount) -> Counter[int]:
    """Roll an amount with every possible result of its dice once."""
    number = amount.count + abs(amount.extra)
    every = product(range(1, amount.sides + 1), repeat=number)
    return Counter(roll(AskedDice(lambda *_, f=faces: f), "x", amount).total for faces in every)


@given(AMOUNTS)
def test_maximised_and_minimised_agree_with_brute_force(amount):
    number = amount.count + abs(amount.extra)
    kept = slice(number - amount.count, None) if amount.extra > 0 else slice(0, amount.count)
    every = product(range(1, amount.sides + 1), repeat=number)
    assert totals(amount) == Counter(sum(sorted(faces)[kept]) + amount.plus for faces in every)


@pytest.mark.parametrize(("count", "extra"), [(1, 1), (2, 1), (2, -1), (3, 2), (1, -2)])
def test_maximised_and_minimised_agree_with_icepool(count, extra):
    number = count + abs(extra)
    die = icepool.d6.highest(number, count) if extra > 0 else icepool.d6.lowest(number, count)
    assert dict(totals(DiceAmount(count, 6, 0, extra))) == dict(die.items())


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(-3, 3))
def test_dice_that_count_stay_in_rolled_order_and_beat_those_dropped(faces, extra):
    kept = keep(faces, extra)
    assert len(kept) == max(len(faces) - abs(extra), 0)
    rest = iter(faces)
    assert all(face in rest for face in kept)
    dropped = list((Counter(faces) - Counter(kept)).elements())
    if kept and dropped:
        assert max(dropped) <= min(kept) if extra > 0 else min(dropped) >= max(kept)


def test_a_roll_shows_all_faces_those_kept_and_the_total():
    rolled = roll(ScriptedDice({"*": [2, 5, 3]}), "x", DiceAmount(2, 6, 4, 1))
    assert (rolled.faces, rolled.kept, rolled.total) == ((2, 5, 3), (5, 3), 12)


def test_a_histogram_counts_every_die_once():
    assert histogram([1, 6, 6, 3], 6) == [0, 1, 0, 1, 0, 0, 2]


@pytest.mark.parametrize(
    ("amount", "expected"), [(4, 4), (DiceAmount(2, 6, 1), 13), (DiceAmount(1, 3, 0, 1), 3)]
)
def test_the_most_that_an_amount_can_be(amount, expected):
    assert most(amount) == expected


@given(st.integers(0, 10**9), st.lists(st.integers(1, 5), min_size=1, max_size=5))
def test_a_clone_of_seeded_dice_rolls_what_the_original_will(seed, counts):
    dice = SeededDice(seed)
    dice.faces("x", 3, 6)
    copy = dice.clone()
    assert [copy.faces("x", n, 6) for n in counts] == [dice.faces("x", n, 6) for n in counts]


def test_a_script_is_matched_by_whole_purpose_then_last_part_then_anything():
    dice = ScriptedDice({"a/to-hit": [1], "to-hit": [2], "*": [3, 4]})
    assert [dice.faces("a/to-hit", 1, 6)[0] for _ in range(4)] == [1, 2, 3, 4]


def test_a_script_that_runs_out_is_an_error_that_names_the_roll():
    dice = ScriptedDice({"to-hit": [2]})
    with pytest.raises(RulesError, match="the script holds 1 dice for 'a/to-hit', 2 are rolled"):
        dice.faces("a/to-hit", 2, 6)
    with pytest.raises(RulesError, match="holds 0 dice for 'a/save'"):
        dice.faces("a/save", 1, 6)


def test_what_a_script_does_not_cover_goes_beyond_it_but_never_half_of_a_roll():
    dice = ScriptedDice({"to-hit": [2]}, SeededDice(1))
    assert len(dice.faces("a/save", 3, 6)) == 3
    with pytest.raises(RulesError, match="holds 1 dice"):
        dice.faces("a/to-hit", 2, 6)


def test_a_script_cannot_tell_faces_that_the_die_does_not_have():
    dice = ScriptedDice({"to-hit": [7, 0]})
    with pytest.raises(RulesError, match="results from 1 to 6 are needed"):
        dice.faces("to-hit", 2, 6)


def test_a_clone_of_a_script_has_its_own_faces_left():
    dice = ScriptedDice({"*": [1, 2, 3]}, SeededDice(1))
    copy = dice.clone()
    assert dice.faces("x", 2, 6) == [1, 2]
    assert copy.faces("x", 3, 6) == [1, 2, 3]


@pytest.mark.parametrize("answer", [[1], [1, 2, 3], [0, 1], [1, 7]])
def test_a_person_cannot_report_impossible_dice(answer):
    with pytest.raises(RulesError, match="2 results from 1 to 6"):
        AskedDice(lambda *_: answer).faces("charge", 2, 6)


def test_a_person_is_told_purpose_number_and_sides():
    told: list[tuple[str, int, int]] = []

    def ask(*roll: Any) -> list[int]:
        told.append(roll)
        return [1, 2]

    AskedDice(ask).faces("charge", 2, 6)
    assert told == [("charge", 2, 6)]


def test_dice_of_one_kind_add_up_to_one_roll_of_all_of_them():
    assert DiceAmount(2, 6, 1) + DiceAmount(1, 6, 2, 1) == DiceAmount(3, 6, 3, 1)
    with pytest.raises(RulesError, match="D6 and D3"):
        DiceAmount(2, 6) + DiceAmount(1, 3)
