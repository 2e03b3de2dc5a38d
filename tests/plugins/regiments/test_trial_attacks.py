"""Attacks in which scenarios ask numbers: whose blow or shot it is, with what, at whom."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.errors import RulesError
from tercio.kernel.trial.system import Query
from tercio.plugins.regiments.contact import engage
from tercio.plugins.regiments.trial.attacks import attack_asked

from .board import Board


def asked(board: Board, value: str, of: Any, **more: Any) -> Attack | None:
    with attack_asked(board.g, Query(value, of, **more)) as attack:
        return attack


def test_a_number_with_a_weapon_of_shooting_is_asked_of_a_shot():
    board = Board()
    bows, foe = board.unit("Bows", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    shot = asked(board, "to-hit", bows, against=foe, using="Bow")
    assert shot is not None
    assert (shot.sequence, shot.unit, shot.target.unit) == ("shooting", bows, foe)
    assert shot.arm is bows.pools[0].parts[0].arms[0]


def test_without_a_weapon_it_is_a_blow_with_the_one_in_hand():
    board = Board()
    one, foe = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    blow = asked(board, "to-hit", one, against=foe)
    assert blow is not None
    assert (blow.sequence, blow.arm.name) == ("melee", "Spear")


def test_of_a_save_the_one_asked_is_the_target():
    board = Board()
    bows, foe = board.unit("Bows", "A", (30, 10)), board.unit("Spears", "B", (30, 20))
    shot = asked(board, "to-save", foe, against=bows, using="Bow")
    assert shot is not None
    assert (shot.unit, shot.target.unit) == (bows, foe)


def test_a_save_needs_an_enemy():
    board = Board()
    foe = board.unit("Spears", "B", (30, 20))
    with pytest.raises(RulesError, match="against whom"):
        asked(board, "to-save", foe)


def test_without_an_enemy_named_it_is_one_in_contact():
    board = Board()
    one, foe = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 12))
    engage(board.g, one, foe)
    blow = asked(board, "to-hit", one)
    assert blow is not None
    assert blow.target.unit is foe


def test_a_commander_is_attacked_where_he_is_named():
    board = Board()
    one, foe = board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", (30, 20), commander="Captain")
    at_all, at_him = (asked(board, "to-hit", one, against=it) for it in (foe, foe.pools[1]))
    assert at_all is not None
    assert at_him is not None
    assert (at_all.target, at_him.target) == (foe.pools[0], foe.pools[1])


def test_a_number_of_a_unit_alone_is_of_no_attack():
    board = Board()
    one = board.unit("Spears", "A", (30, 10))
    assert asked(board, "move", one) is None
    assert asked(board, "skill", one) is None
    assert asked(board, "", one) is not None


def test_a_weapon_that_is_not_there_is_a_fault_with_the_nearest_name():
    board = Board()
    bows = board.unit("Bows", "A", (30, 10))
    with pytest.raises(RulesError, match="Bow"):
        asked(board, "to-hit", bows, using="Bwo")
