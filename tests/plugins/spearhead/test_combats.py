"""Who is in combat (Core Rules, 6.0 and 7.0; rulings 1 and 2)."""

from __future__ import annotations

from tercio.kernel.actions import usable, use_action
from tercio.kernel.agents import reading
from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.hashing import state_hash
from tercio.kernel.sequence import close_node
from tercio.kernel.state import Unit
from tercio.kernel.windows import open_window
from tercio.plugins.spearhead.combats import foes_of, in_combat, is_in_combat, settle
from tercio.plugins.spearhead.picture import field_of, ghost_of
from tercio.plugins.warbands.bodies import bases_of, models_of, take_off

from .board import WALL, Board, disc


def faced(apart: float) -> Board:
    """A board with two heroes whose bases are that far apart."""
    board = Board()
    board.unit("Hero", "A", (10, 10))
    board.unit("Hero", "B", (10, 11 + apart))
    return board


def pair(board: Board):
    return list(board.g.units.values())


def test_units_nearer_than_three_inches_are_in_combat_with_each_other():
    board = faced(2.9)
    one, other = pair(board)
    assert foes_of(board.g, one) == [other]
    assert foes_of(board.g, other) == [one]
    assert is_in_combat(board.g, one)
    assert in_combat(board.g, other, one)


def test_exactly_three_inches_apart_is_out_of_combat():
    board = faced(3.0)
    assert not any(is_in_combat(board.g, unit) for unit in pair(board))


def test_who_retreats_three_inches_from_base_contact_is_out_of_combat():
    board = faced(0.0)
    one, other = pair(board)
    assert in_combat(board.g, one, other)
    board.place(one, [(10, 7)])
    assert not in_combat(board.g, one, other)


def test_units_of_one_army_are_never_in_combat():
    board = Board()
    board.unit("Hero", "A", (10, 10))
    board.unit("Swords", "A", (10, 11.5))
    assert not any(is_in_combat(board.g, unit) for unit in pair(board))


def test_a_wall_that_hides_units_keeps_them_out_of_combat_an_inch_apart():
    board = Board(WALL)
    one = board.unit("Hero", "A", (10, 10))
    other = board.unit("Hero", "B", (10, 12))
    assert in_combat(board.g, one, other)
    board.wall(10, 11, 6, 0.4)
    assert not in_combat(board.g, one, other)


def test_a_unit_that_steps_between_two_others_parts_them():
    board = Board()
    one = board.unit("Hero", "A", (10, 10))
    other = board.unit("Hero", "B", (10, 13.5))
    assert in_combat(board.g, one, other)
    screen = board.unit("Swords", "A", [(8.9, 11.6), (10, 11.6), (11.1, 11.6)], models=3, base=1.1)
    assert not in_combat(board.g, one, other)
    assert in_combat(board.g, screen, other)


def test_one_model_within_reach_puts_the_whole_unit_in_combat():
    board = Board()
    row = board.unit("Swords", "A", (10, 10))
    other = board.unit("Hero", "B", (17, 10))
    assert foes_of(board.g, row) == [other]


def test_a_unit_off_the_table_is_in_no_combat():
    board = faced(1.0)
    one, other = pair(board)
    take_off(one)
    settle(board.g)
    assert not is_in_combat(board.g, other)
    assert board.facts("combat-left") == [{"unit": one.id, "target": other.id}]


def test_what_changes_is_told_once():
    board = faced(1.0)
    one, other = pair(board)
    settle(board.g)
    assert board.facts("combat-joined") == [{"unit": one.id, "target": other.id}]


def test_a_ghost_is_in_combat_by_where_it_stands_itself():
    board = faced(6.0)
    one, other = pair(board)
    ghost = ghost_of(one, [disc(10, 14)])
    assert in_combat(board.g, ghost, other)
    assert foes_of(board.g, ghost) == [other]
    assert is_in_combat(board.g, ghost)
    assert not is_in_combat(board.g, one)


def test_a_clone_finds_its_own_combats():
    board = faced(1.0)
    one, other = pair(board)
    copy = clone(board.g)
    take_off(copy.units[one.id])
    settle(copy)
    assert not is_in_combat(copy, copy.units[other.id])
    assert is_in_combat(board.g, other)
    assert state_hash(copy) != state_hash(board.g)


def test_the_picture_of_the_table_is_kept_until_somebody_moves():
    board = faced(6.0)
    first = field_of(board.g)
    assert field_of(board.g) is first
    board.place(pair(board)[0], [(10, 9)])
    second = field_of(board.g)
    assert second is not first
    assert [(base.x, base.y) for base in second.bases(pair(board)[0])] == [(10, 9)]


def test_a_locked_game_is_looked_at_once_and_again_when_it_is_free():
    board = faced(6.0)
    one = pair(board)[0]
    with reading(board.g):
        before = field_of(board.g)
        models_of(one)[0].shape = disc(10, 9)
        assert field_of(board.g) is before
    assert field_of(board.g).bases(one) == bases_of(one)
    with reading(board.g):
        assert field_of(board.g).bases(one) == bases_of(one)


# -- rules that hide -------------------------------------------------------------------------------

CLOAK = """
rule "Ghost"
  cite "Tests"
  cannot be-seen
    when unit is enemy

rule "Cloak"
  cite "Tests"
  action "Vanish" in any combat, repeatable
    grant "Ghost" to unit for "Turn"

rule "Screen of Smoke"
  cite "Tests"
  after unit-moved
    grant "Ghost" to unit for "Turn"
"""


def cloaked() -> tuple[Board, Unit, Unit]:
    """A board with two heroes in combat, one of whom can vanish for the turn."""
    board = Board(CLOAK)
    one = board.unit("Hero", "A", (10, 10), rules=["Cloak"])
    other = board.unit("Hero", "B", (10, 12))
    assert in_combat(board.g, one, other)
    return board, one, other


def vanish(board: Board) -> None:
    board.play(
        use_action(board.g, next(use for use in usable(board.g, "combat", "A") if use.name == "Vanish"))
    )


def test_a_unit_that_an_ability_hides_is_out_of_combat_at_once():
    board, one, other = cloaked()
    vanish(board)
    assert not in_combat(board.g, one, other)
    assert board.facts("combat-left") == [{"unit": one.id, "target": other.id}]


def test_a_copy_of_the_battle_agrees_that_a_hidden_unit_is_out_of_combat():
    board, one, _ = cloaked()
    before = clone(board.g)
    vanish(board)
    copy = clone(board.g)
    settle(copy)
    assert state_hash(copy) == state_hash(board.g)
    settle(before)
    assert is_in_combat(before, before.units[one.id])


def test_a_rule_that_acts_and_hides_a_unit_takes_it_out_of_combat():
    board, one, other = cloaked()
    board.give(one, "Screen of Smoke")
    board.play(open_window(board.g, "after unit-moved", Context(unit=one)))
    assert not in_combat(board.g, one, other)


def test_a_unit_that_is_hidden_for_the_turn_is_in_combat_again_at_its_end():
    board, one, other = cloaked()
    vanish(board)
    while board.g.clock.frame("turn") is not None:
        board.play(close_node(board.g))
    assert in_combat(board.g, one, other)
    assert board.kinds()[-1] == "combat-joined"
