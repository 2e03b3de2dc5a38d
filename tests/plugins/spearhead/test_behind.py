"""Who stands behind a terrain feature (Advanced Rules, 1.1)."""

from __future__ import annotations

from tercio.kernel.geometry import Oval
from tercio.kernel.state import Unit
from tercio.plugins.spearhead.behind import features_before

from .board import WALL, Board, model


def before(board: Board, unit, foe, inches: float = 24.0, index: int = 0):
    return features_before(board.g, model(unit, index), unit, foe, inches)


def pair(foes) -> tuple[Board, Unit, Unit]:
    board = Board(WALL)
    return board, board.unit("Hero", "A", (15, 2)), board.unit("Swords", "B", foes, models=len(foes))


def test_a_unit_is_behind_what_every_line_to_its_models_runs_over():
    board, hero, foe = pair([(14, 14), (16, 14)])
    wall = board.wall(15, 10, 6, 1)
    assert before(board, hero, foe) == [wall]


def test_one_line_that_keeps_off_is_enough_not_to_be_behind():
    board, hero, foe = pair([(15, 14), (24, 14)])
    board.wall(15, 10, 6, 1)
    assert before(board, hero, foe) == []


def test_only_models_in_range_count():
    """The model that could be seen freely is out of range."""
    board, hero, foe = pair([(15, 14), (24, 14)])
    wall = board.wall(15, 10, 6, 1)
    assert before(board, hero, foe, 11.5) == [wall]
    assert before(board, hero, foe, 10.5) == []


def test_parts_within_the_combat_range_of_the_attacking_unit_do_not_count():
    board, hero, foe = pair([(15, 14)])
    board.wall(15, 5, 2, 0.9)
    assert before(board, hero, foe) == []
    wall = board.wall(15, 5, 2, 1.1)
    assert before(board, hero, foe) == [wall]


def test_the_combat_range_of_any_model_of_the_attacking_unit_counts():
    board = Board(WALL)
    two = board.unit("Swords", "A", [(15, 2), (16, 6)], models=2)
    foe = board.unit("Hero", "B", (15, 14))
    board.wall(15, 8, 2, 0.5)
    assert before(board, two, foe) == []


def test_a_line_along_the_rim_keeps_off():
    board, hero, foe = pair([(15, 14)])
    wall = board.wall(17, 10, 4, 1)
    assert before(board, hero, foe) == []
    board.place(hero, [(15.01, 2)])
    assert before(board, hero, foe) == [wall]


def test_a_relic_is_nothing_to_be_behind():
    board, hero, foe = pair([(15, 14)])
    relic = board.wall(15, 10, 6, 1, "Crate of Aqua Ghyranis")
    assert relic.shape is not None
    assert before(board, hero, foe) == []


def test_an_oval_base_hides_what_lies_within_its_combat_range():
    board = Board(WALL)
    rider = board.unit("Hero", "A", None)
    rider.pools[0].base = (2.0, 4.0)
    rider.pools[0].loose[0].shape = Oval(15.0, 4.0, 0.0, 1.0, 1.0, 2.0)
    foe = board.unit("Hero", "B", (15, 16))
    board.wall(15, 8.4, 4, 1)
    assert before(board, rider, foe) == []
    wall = board.wall(15, 8.6, 4, 1)
    assert before(board, rider, foe) == [wall]
