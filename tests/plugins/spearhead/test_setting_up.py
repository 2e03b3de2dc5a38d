"""Setting units up in play (Core Rules, 24.0)."""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.plugins.spearhead import setting_up
from tercio.plugins.spearhead.combats import is_in_combat
from tercio.plugins.spearhead.damage import inflict
from tercio.plugins.warbands.bodies import bases_of, gap, is_set_up

from .board import WALL, Board, centres


def anywhere(_unit) -> bool:
    return True


def setting(board: Board, unit, test, *answers):
    return board.play(setting_up.set_up(board.g, Context(), unit, test), *answers)


def refused(board: Board, unit, places, test=anywhere) -> str:
    refusal = setting_up.judge(board.g, unit, places, test)
    return refusal.code if refusal is not None else ""


def test_all_models_are_set_up_where_the_test_holds():
    board = Board()
    unit = board.unit("Swords", "A", None)
    assert setting(board, unit, lambda it: all(base.x + base.radius <= 6 for base in bases_of(it)))
    assert len(bases_of(unit)) == 5
    assert all(x <= 5.5 for x, _ in centres(unit))
    assert board.facts("unit-set-up") == [{"unit": unit.id, "purpose": ""}]


def test_every_option_is_allowed():
    board = Board(WALL)
    unit = board.unit("Horde", "A", None)
    foe = board.unit("Horde", "B", (10, 10))
    board.wall(20, 15, 4, 4)

    def far(it) -> bool:
        return gap(bases_of(it), bases_of(foe)) > 6.0

    options = setting_up.places_for(board.g, unit, far)
    assert len(options) > 3
    assert not any(refused(board, unit, option, far) for option in options)


def test_what_cannot_be_set_up_as_a_whole_is_not_set_up():
    board = Board()
    unit = board.unit("Swords", "A", (5, 5))
    assert not setting(board, unit, lambda it: all(base.x < 1.5 and base.y < 1.5 for base in bases_of(it)))
    assert board.asked == []
    assert centres(unit)[0] == (5, 5)
    assert board.kinds()[-1] == "set-up-failed"


def test_a_destroyed_unit_is_not_set_up_again():
    board = Board()
    unit = board.unit("Swords", "A", (10, 10))
    board.play(inflict(board.g, unit, 1000))
    assert unit.destroyed
    assert not setting(board, unit, anywhere)
    assert board.facts("set-up-failed") == []


def test_a_unit_that_is_set_up_again_is_not_in_its_own_way():
    board = Board()
    unit = board.unit("Swords", "A", (5, 5))
    assert not refused(board, unit, [[5.5 + 1.1 * i, 5] for i in range(5)])


def test_places_have_to_be_free_and_coherent_and_to_pass_the_test():
    board = Board(WALL)
    unit = board.unit("Swords", "A", None, models=2)
    board.unit("Hero", "B", (10, 10))
    board.wall(20, 10, 4, 1)
    assert refused(board, unit, [[5, 5]]) == "move.malformed"
    assert refused(board, unit, [[0.4, 5], [1.5, 5]]) == "set_up.off_table"
    assert refused(board, unit, [[10.5, 10], [11.6, 10]]) == "set_up.on_model"
    assert refused(board, unit, [[20, 10], [21.1, 10]]) == "set_up.on_terrain"
    assert refused(board, unit, [[5, 5], [5.5, 5]]) == "set_up.on_model"
    assert refused(board, unit, [[5, 5], [7, 5]]) == "set_up.not_coherent"
    assert refused(board, unit, [[5, 5], [6.1, 5]], lambda it: False) == "set_up.not_there"
    assert not refused(board, unit, [[5, 5], [6.1, 5]])


def test_a_test_of_combat_asks_of_where_the_unit_would_stand():
    board = Board()
    unit = board.unit("Hero", "A", None)
    board.unit("Hero", "B", (10, 10))

    def is_free(it) -> bool:
        return not is_in_combat(board.g, it)

    assert refused(board, unit, [[10, 12]], is_free) == "set_up.not_there"
    assert not refused(board, unit, [[10, 14]], is_free)


def test_who_is_set_up_in_combat_fights():
    board = Board()
    unit = board.unit("Hero", "A", None)
    board.unit("Hero", "B", (10, 10))
    setting(board, unit, anywhere, [[10, 12]])
    assert is_in_combat(board.g, unit)


def test_a_removed_unit_is_alive_and_off_the_battlefield():
    board = Board()
    unit, foe = board.unit("Swords", "A", (10, 10)), board.unit("Hero", "B", (10, 12))
    setting_up.remove(board.g, unit)
    assert not is_set_up(unit)
    assert unit.models == 5
    assert not is_in_combat(board.g, foe)
    setting_up.remove(board.g, unit)
    assert board.kinds().count("unit-removed") == 1
