"""Rulings on Move Manoeuvres (Movement Phase 1-2), Unit Spacing (Definitions 4) and their handbook corner
cases.
"""

from __future__ import annotations

from math import radians, sin
from typing import Any

import pytest

from tercio.kernel.geometry import distance
from tercio.plugins.regiments.formation import formation_of, rank_lengths
from tercio.plugins.t9a import marks
from tercio.plugins.t9a.engaging import engage
from tercio.plugins.t9a.move_candidates import candidates
from tercio.plugins.t9a.move_judge import ground_of, judge
from tercio.plugins.t9a.movement import manoeuvre, may_manoeuvre, move_units
from tercio.plugins.t9a.moves import read_move

from .tiny import MM, Board, play


@pytest.fixture
def board():
    return Board(phase="movement")


def refused(board, unit, answer, **more):
    """Return the code of the refusal of an answer, "" if it is legal."""
    move: Any = read_move(answer)
    if getattr(move, "code", None):
        return move.code
    refusal = judge(ground_of(board.g, unit, **more), move)
    return refusal.code if refusal is not None else ""


def legal(answer) -> Any:
    return read_move(answer)


def advance(*legs, pivot=0):
    return {"manoeuvre": "advance", "pivot": pivot, "legs": [list(leg) for leg in legs]}


def march(*legs):
    return {"manoeuvre": "march", "legs": [list(leg) for leg in legs]}


def reform(unit, dx=0.0, dy=0.0, facing=0.0, files=0):
    return {
        "manoeuvre": "reform",
        "x": unit.rect.x + dx,
        "y": unit.rect.y + dy,
        "facing": facing,
        "files": files,
    }


# -- distances (Movement Phase 2.A-2.B) ----------------------------------------------------------------------


def test_an_advance_covers_the_mobility_and_no_more(board):
    unit = board.unit("A", 36, 20, mobility=5)
    assert refused(board, unit, advance((5, 0, 0))) == ""
    assert refused(board, unit, advance((5.01, 0, 0))) == "move.too_far"


def test_a_march_covers_twice_the_mobility(board):
    unit = board.unit("A", 36, 20, mobility=5)
    assert refused(board, unit, march((10, 0, 0))) == ""
    assert refused(board, unit, march((10.01, 0, 0))) == "move.too_far"


def test_a_wheel_costs_how_far_the_outer_corner_comes_forward(board):
    unit = board.unit("A", 36, 20, mobility=5)
    cost = unit.rect.width * sin(radians(30))
    assert refused(board, unit, advance((0, 30, 5 - cost))) == ""
    assert refused(board, unit, advance((0, 30, 5 - cost + 0.01))) == "move.too_far"


def test_several_snaking_moves_add_up(board):
    unit = board.unit("A", 36, 20, mobility=5)
    assert refused(board, unit, advance((2, 0, 0), (0, 0, 3))) == ""
    assert refused(board, unit, advance((2, 0, 0), (0, 0, 3.1))) == "move.too_far"


def test_a_march_has_no_pivot(board):
    unit = board.unit("A", 36, 20)
    assert refused(board, unit, {"manoeuvre": "march", "pivot": 90, "legs": []}) == "march.no_pivot"


def test_the_facing_never_strays_more_than_a_right_angle_from_where_it_began(board):
    unit = board.unit("A", 36, 20, models=2, files=2, mobility=9)
    assert refused(board, unit, advance((0, 60, 0), (0, 30, 0))) == ""
    assert refused(board, unit, advance((0, 60, 0), (0, 40, 0))) == "move.turns_too_far"
    assert refused(board, unit, advance((0, 60, 0), (0, -40, 0))) == ""


def test_an_advance_begins_with_a_pivot_and_its_directions_count_from_there(board):
    unit = board.unit("A", 36, 20, mobility=8)
    assert refused(board, unit, advance((4, 0, 0), pivot=180)) == ""
    play(manoeuvre(board.g, unit), advance((4, 0, 0), pivot=180))
    assert unit.rect.y == pytest.approx(16)


def test_a_pivot_carries_no_model_farther_than_twice_the_mobility(board):
    line = board.unit("A", 36, 20, models=12, files=12, mobility=4)
    assert refused(board, line, advance(pivot=30)) == ""
    assert refused(board, line, advance(pivot=90)) == ""
    slow = board.unit("A", 36, 34, models=12, files=12, mobility=3)
    assert refused(board, slow, advance(pivot=90)) == "pivot.models_go_too_far"
    assert refused(board, slow, advance(pivot=180)) == ""


def test_each_corner_ends_within_twice_the_mobility_of_some_corner_at_the_start(board):
    wide = board.unit("A", 36, 10, models=20, files=20, mobility=8)
    assert refused(board, wide, march((0, 30, 5))) == ""
    assert refused(board, wide, march((0, 30, 6))) == "move.corners_too_far"
    assert refused(board, wide, march((0, 45, 0))) == ""
    slow = board.unit("A", 36, 30, models=10, files=5, mobility=2)
    assert refused(board, slow, advance((2, 0, 0), pivot=90)) == ""


# -- room (Definitions 4) ------------------------------------------------------------------------------------


def test_exactly_one_inch_from_another_unit_is_too_near_at_the_end(board):
    unit = board.unit("A", 36, 20, mobility=9)
    board.unit("A", 36, 20 + 50 * MM + 1 + 3)
    assert refused(board, unit, advance((3, 0, 0))) == "move.too_near"
    assert refused(board, unit, advance((2.99, 0, 0))) == ""


def test_a_path_may_pass_within_one_inch_but_not_within_half_an_inch(board):
    unit = board.unit("A", 36, 20, mobility=5)
    side = unit.rect.half_width + 125 * MM / 2
    near = board.unit("A", 36 + side + 0.51, 22)
    assert refused(board, unit, march((9, 0, 0))) == ""
    near.rect = near.rect.moved(-0.01, 0)
    assert refused(board, unit, march((9, 0, 0))) == "move.way_barred"


def test_only_the_front_counts_on_the_way(board):
    deep = board.unit("A", 36, 20, models=50, files=5, mobility=5)
    board.unit("A", 36 - 125 * MM - 1.1, 16)
    assert refused(board, deep, advance((0, 20, 0))) == "move.too_near"
    assert refused(board, deep, advance((0, 20, 3))) == ""


def test_impassable_terrain_bars_the_way(board):
    unit = board.unit("A", 36, 20)
    board.terrain("Impassable Terrain", 36, 26)
    assert refused(board, unit, march((8, 0, 0))) == "move.way_barred"


def test_flyers_pass_over_units_and_terrain_but_end_clear_of_both(board):
    flyer = board.unit("A", 36, 20, mobility=8, rules=("Fly",))
    board.terrain("Impassable Terrain", 36, 25, width=4, depth=2)
    board.unit("B", 36, 29, facing=180)
    assert refused(board, flyer, march((14, 0, 0))) == ""
    assert refused(board, flyer, march((9, 0, 0))) == "move.too_near"


def test_ghosts_pass_through_terrain_but_not_through_units(board):
    ghost = board.unit("A", 36, 20, mobility=8, rules=("Ghost Step",))
    board.terrain("Impassable Terrain", 36, 25, width=4, depth=2)
    assert refused(board, ghost, march((10, 0, 0))) == ""
    board.unit("A", 36, 24, models=5, files=5)
    assert refused(board, ghost, march((10, 0, 0))) == "move.way_barred"


def test_the_front_stays_on_the_table_and_all_of_the_unit_is_on_it_at_the_end(board):
    unit = board.unit("A", 36, 44, mobility=9)
    assert refused(board, unit, advance((4, 0, 0))) == "move.way_barred"
    assert refused(board, unit, advance((3, 0, 0))) == ""


# -- reforms (Movement Phase 2.C) ----------------------------------------------------------------------------


def test_a_reform_carries_the_centre_half_the_mobility(board):
    unit = board.unit("A", 36, 20, mobility=5)
    assert refused(board, unit, reform(unit, dy=2.5)) == ""
    assert refused(board, unit, reform(unit, dy=2.51)) == "reform.centre_too_far"


def test_a_reform_changes_at_most_two_files(board):
    unit = board.unit("A", 36, 20, models=30, files=6)
    assert refused(board, unit, reform(unit, files=8)) == ""
    assert refused(board, unit, reform(unit, files=9)) == "reform.too_many_files"


def test_a_reform_may_not_make_a_unit_deeper_than_wide_unless_it_has_a_proper_rank(board):
    unit = board.unit("A", 36, 20, models=36, files=6)
    assert refused(board, unit, reform(unit, files=5)) == ""
    assert refused(board, unit, reform(unit, files=4)) == "reform.not_viable"


def test_no_model_goes_farther_than_twice_the_mobility_in_a_reform(board):
    line = board.unit("A", 36, 20, models=20, files=20, mobility=3)
    assert refused(board, line, reform(line, facing=90)) == "reform.models_go_too_far"
    quick = board.unit("A", 36, 34, models=20, files=20, mobility=5)
    assert refused(board, quick, reform(quick, facing=90)) == ""


def test_a_reform_move_ends_outside_one_inch(board):
    unit = board.unit("A", 36, 20)
    board.unit("A", 36, 20 + 50 * MM + 1.5)
    assert refused(board, unit, reform(unit, dy=0.6)) == "move.too_near"


def test_a_reform_that_a_rule_lets_go_far_leads_around_what_stands_between(board):
    scouts = board.unit("A", 36, 20, models=4, files=4, mobility=6, rules=("Long Reform",))
    assert refused(board, scouts, reform(scouts, dy=9)) == ""
    board.terrain("Impassable Terrain", 36, 24.5, width=6, depth=1)
    assert refused(board, scouts, reform(scouts, dy=9)) == ""
    board.terrain("Impassable Terrain", 36, 24.5, width=20, depth=1)
    assert refused(board, scouts, reform(scouts, dy=9)) == "reform.models_go_too_far"


def test_a_reform_beyond_the_mobility_needs_leave_to_march(board):
    dead = board.unit("A", 36, 20, models=4, files=4, mobility=6, rules=("Long Reform", "No March"))
    assert refused(board, dead, reform(dead, dy=6)) == ""
    assert refused(board, dead, reform(dead, dy=6.1)) == "move.forbidden"


def test_a_reform_puts_the_unit_where_it_says_in_the_files_it_says(board):
    unit = board.unit("A", 36, 20, models=20, files=5)
    play(manoeuvre(board.g, unit), reform(unit, dx=1, facing=90, files=7))
    assert (unit.rect.x, unit.rect.y) == pytest.approx((37, 20))
    assert rank_lengths(unit) == [7, 7, 6]
    assert formation_of(unit).files == 7


# -- who may move --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mark", [marks.CHARGED, marks.FAILED_CHARGE, marks.SHAKEN, marks.ARRIVED, marks.MOVED]
)
def test_units_that_charged_are_shaken_or_arrived_do_not_move(board, mark):
    unit = board.unit("A", 36, 20)
    assert may_manoeuvre(board.g, unit)
    marks.put(board.g, unit, mark)
    assert not may_manoeuvre(board.g, unit)


def test_engaged_units_do_not_move(board):
    unit = board.unit("A", 36, 20)
    engage(board.g, unit, board.unit("B", 36, 20 + 50 * MM, facing=180))
    assert not may_manoeuvre(board.g, unit)


def test_a_unit_that_may_not_march_may_still_advance(board):
    unit = board.unit("A", 36, 20, rules=("No March",))
    assert refused(board, unit, march((6, 0, 0))) == "move.forbidden"
    assert refused(board, unit, advance((5, 0, 0))) == ""


def test_each_unit_moves_once_and_its_move_is_remembered_for_the_turn(board):
    one, two = board.unit("A", 20, 20), board.unit("A", 40, 20)
    _, asked = play(move_units(board.g), one.id, march((6, 0, 0)), two.id, advance((2, 0, 0)))
    assert [d.kind for d in asked] == ["move.unit", "move.manoeuvre", "move.unit", "move.manoeuvre"]
    assert {marks.MOVED, marks.MARCHED} <= set(one.marks)
    assert {marks.MOVED, marks.ADVANCED} <= set(two.marks)


def test_a_unit_may_stay(board):
    unit = board.unit("A", 20, 20)
    moved, _ = play(manoeuvre(board.g, unit), {"manoeuvre": "stay"})
    assert not moved
    assert marks.MOVED not in unit.marks


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "run",
        {"manoeuvre": "fly"},
        advance((-1, 0, 0)),
        {"manoeuvre": "advance", "legs": [[1, 2]]},
        {"manoeuvre": "advance", "legs": "far"},
        {"manoeuvre": "reform", "x": 1},
        {"manoeuvre": "march", "legs": [[float("nan"), 0, 0]]},
    ],
)
def test_answers_that_are_no_moves_are_refused_without_a_fault(board, answer):
    unit = board.unit("A", 20, 20)
    assert refused(board, unit, answer) == "move.unreadable"


# -- candidates ----------------------------------------------------------------------------------------------


def test_candidates_are_a_modest_set_of_legal_moves_that_ends_with_staying(board):
    unit = board.unit("A", 36, 12, models=20)
    board.unit("B", 30, 36, facing=180, models=20)
    board.unit("B", 50, 34, facing=180, models=20)
    board.terrain("Impassable Terrain", 36, 20)
    ground = ground_of(board.g, unit)
    found = candidates(ground)
    assert 5 <= len(found) <= 14
    assert all(judge(ground, move) is None for move in map(legal, found))
    assert found[-1] == {"manoeuvre": "stay"}


def test_the_first_candidate_goes_towards_the_nearest_enemy(board):
    unit = board.unit("A", 36, 12, models=20)
    foe = board.unit("B", 30, 36, facing=180, models=20)
    before = distance(unit.rect, foe.rect)
    play(manoeuvre(board.g, unit), lambda decision: decision.options[0])
    assert distance(unit.rect, foe.rect) < before - 8


def test_a_unit_hemmed_in_on_all_sides_can_at_least_stay(board):
    unit = board.unit("A", 36, 24)
    for dx, dy in ((0, 3.5), (0, -3.5), (6.2, 0), (-6.2, 0)):
        board.unit("A", 36 + dx, 24 + dy)
    assert candidates(ground_of(board.g, unit))[-1] == {"manoeuvre": "stay"}
