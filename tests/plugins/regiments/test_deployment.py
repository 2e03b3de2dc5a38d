"""Deployment: what is offered, and where a unit may stand."""

from __future__ import annotations

import pytest

from tercio.kernel.state import Unit
from tercio.plugins.regiments.deployment import deploy_armies, judge, places_for

from .board import Board


def waiting(board: Board, *sizes: int) -> list[Unit]:
    return [board.unit("Spears", "A", None, models=models) for models in sizes]


def test_every_place_that_is_offered_would_be_allowed_unoffered():
    board = Board()
    board.unit("Spears", "A", (30, 6))
    board.terrain("Rock", 20, 4, 6, 6)
    for owner in "AB":
        unit = board.unit("Spears", owner, None, models=23)
        places = places_for(board.g, unit)
        assert places
        assert [judge(board.g, owner, place) for place in places] == [None] * len(places)


def test_a_unit_as_deep_as_the_zone_has_a_place():
    board = Board()
    unit = board.unit("Spears", "A", None, models=16, base=(1.0, 4.0))
    board.give(board.g.battle)
    unit.pools[0].base = (1.0, 8.0)
    found = places_for(board.g, unit)
    assert found
    assert {place[2] for place in found} == {4.0}


def test_without_room_nothing_is_offered_and_the_unit_stays_off_the_table():
    board = Board()
    unit = board.unit("Spears", "A", None, models=1, base=(1.0, 9.0))
    board.play(deploy_armies(board.g))
    assert unit.rect is None
    assert board.facts("not-deployed") == [{"unit": unit.id}]


def test_places_are_offered_for_the_first_unit_and_taken_for_any():
    board = Board()
    first, second = waiting(board, 10, 10)
    board.play(deploy_armies(board.g), [second.id, 40, 4, 0, 5])
    assert {option[0] for option in board.asked[0].options} == {first.id}
    assert second.rect is not None
    assert second.rect.centre == (40, 4)


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ((30, 7.9, 0, 5), "deploy.outside_zone"),
        ((1.0, 4, 0, 5), "deploy.outside_zone"),
        ((20, 4, 0, 5), "deploy.on_impassable"),
        ((30, 4, 0, 5), "deploy.too_near"),
        ((40, 4, 0, 5.5), "deploy.files"),
        ((40, 4, 0, 5.0), "deploy.files"),
    ],
)
def test_nobody_is_placed_out_of_the_zone_on_rocks_near_to_others_or_in_half_a_file(place, code):
    board = Board()
    board.unit("Spears", "A", (30, 5))
    board.terrain("Rock", 20, 4, 2, 2)
    (unit,) = waiting(board, 10)
    refusal = judge(board.g, "A", [unit.id, *place])
    assert refusal is not None
    assert refusal.code == code
