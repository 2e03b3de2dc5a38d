"""What comes back: health of those who stand, and models as far as there is room (SOVL, Abilities and
spells).
"""

from __future__ import annotations

import pytest

from tercio.plugins.regiments import losses
from tercio.plugins.regiments.formation import rank_lengths
from tercio.plugins.regiments.healing import restore, return_models

from .board import Board


def test_health_comes_back_to_models_that_stand_and_no_model_returns():
    board = Board()
    ogres = board.unit("Ogre", "A", (30, 10), models=3, files=3)
    board.play(losses.lose(board.g, ogres.pools[0], 5))
    assert restore(board.g, ogres.pools[0], 6) == 2
    assert (ogres.models, ogres.pools[0].lost) == (2, 0)
    assert restore(board.g, ogres.pools[0], 1) == 0
    assert [facts["restored"] for facts in board.facts("health-restored")] == [2]


def test_models_return_up_to_the_starting_number_behind_a_front_that_stays():
    board = Board()
    men = board.unit("Spears", "A", (30, 10), models=15, files=5)
    front = men.rect.front_centre
    board.play(losses.lose(board.g, men.pools[0], 7))
    assert return_models(board.g, men, 20) == 7
    assert rank_lengths(men) == [5, 5, 5]
    assert men.rect.front_centre == pytest.approx(front)


def test_models_for_whom_there_is_no_room_stay_away():
    board = Board()
    men = board.unit("Spears", "A", (30, 10), models=15, files=5)
    board.play(losses.lose(board.g, men.pools[0], 7))
    # Two ranks are left, the rear at y = 9.5; what stands at 9.4 leaves no room for a third one.
    board.terrain("Rock", 30, 8.9, 5, 1)
    assert return_models(board.g, men, 20) == 2
    assert rank_lengths(men) == [5, 5]
    assert men.rect.depth == pytest.approx(2.0)


def test_nobody_returns_to_a_unit_that_is_gone():
    board = Board()
    men = board.unit("Spears", "A", (30, 10))
    board.play(losses.destroy(board.g, men))
    assert return_models(board.g, men, 3) == 0
    assert not board.facts("models-returned")


def test_nobody_returns_to_a_commander_alone():
    board = Board()
    men = board.unit("Spears", "A", (30, 10), models=3, commander="Captain")
    board.play(losses.lose(board.g, men.pools[0], 3))
    assert return_models(board.g, men, 3) == 0
