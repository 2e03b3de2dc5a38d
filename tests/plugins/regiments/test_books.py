"""What a pack of a ranked game lacks to be played is told when it is checked."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.roster import Entry, Roster
from tercio.plugins.regiments.books import CONSTANTS, faults_of, join_faults

from .board import GAME, SYSTEM, host

UNIT = """
unit "Bare" of "Testers"
  cite "Tests"
  category "Troops"
  size 1
  cost 10
"""


def faults(text: str) -> list[str]:
    pack = load_text(text, SYSTEM, signatures=host().signatures(SYSTEM))
    return [one.message for one in faults_of(pack.declarations)]


def test_the_game_of_the_tests_lacks_nothing():
    assert faults(GAME) == []


@pytest.mark.parametrize("name", CONSTANTS)
def test_a_number_that_every_game_needs_is_missed(name):
    lines = GAME.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(f"constant {name} "))
    assert faults("\n".join([*lines[:at], *lines[at + 2 :]])) == [f"the game has no constant {name}"]


def test_a_game_without_a_sequence_of_shooting_is_told():
    found = faults(GAME.replace("attack-sequence shooting", "attack-sequence throwing"))
    assert found == ["the game says not how attacks of shooting are rolled"]


def test_a_unit_has_a_base_health_and_a_move():
    assert faults(GAME + UNIT) == [
        "Bare has no base",
        "Bare has no health-points",
        "Bare has no move",
        "Bare has no part",
    ]


def test_a_unit_of_an_army_has_a_category_and_a_cost():
    found = faults(GAME + UNIT.replace('  category "Troops"\n', "").replace("  cost 10\n", ""))
    assert found[:2] == ["Bare has no category", "Bare has no cost"]


def test_a_weapon_has_a_kind_and_one_for_shooting_a_range():
    weapons = (
        'weapon "Stick"\n  cite "Tests"\n  kind thrown\n\nweapon "Sling"\n  cite "Tests"\n  kind shooting\n'
    )
    assert faults(GAME + weapons) == ["Stick is of no kind", "Sling has no range"]


def lonely(*joins: bool) -> Iterable[str]:
    entries = tuple(Entry(f"Unit {i}", joins=one) for i, one in enumerate(joins))
    return [one.message for one in join_faults(Roster("Testers", 0, entries))]


def test_somebody_joins_the_unit_of_the_line_before_that_nobody_joins_yet():
    assert lonely(False, True, False, True) == []
    assert lonely(True, False) == ["Unit 0 has no unit to join: write it below the unit that it joins"]
    assert lonely(False, True, True) == ["Unit 1 has joined that unit already; Unit 2 needs another"]
