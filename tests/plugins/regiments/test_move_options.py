"""What is offered to who moves: some legal moves, however the table looks; and moving keeps it in order."""

from __future__ import annotations

from random import Random

import pytest

from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import inside_table
from tercio.kernel.geometry.distance import overlaps, rect_distance
from tercio.plugins.regiments.flight import flee
from tercio.plugins.regiments.footing import Walk
from tercio.plugins.regiments.move_options import nearest, options_for, room_ahead
from tercio.plugins.regiments.moves import go, movement_used
from tercio.plugins.regiments.places import closed_ground, on_table
from tercio.plugins.regiments.strides import walk
from tercio.plugins.regiments.surroundings import surroundings

from .board import Board

PIVOTS = """
keyword bog of terrain
  cite "Tests"

terrain "Bog"
  cite "Tests"
  text "Slow."
  bog

rule "Going" of unit
  cite "Tests"
  may pivot
  set pivot-cost to 2
  set advance-cost to 2 when terrain is bog
"""
WHEELS = PIVOTS.replace("may pivot", "may wheel\n  may back\n  may sidestep\n  set back-cost to 2")
FLIES = PIVOTS + "  may pass-over\n  may sweep-over\n"
GAP = 0.5
ROUNDING = 0.002


def crowd(text: str, seed: int) -> Board:
    """A table of four units of each side and some terrain, scattered."""
    board, chance = Board(text), Random(seed)
    for feature in ("Bog", "Bog", "Rock"):
        board.terrain(feature, chance.uniform(5, 55), chance.uniform(5, 35), 6, 4)
    while len(on_table(board.g)) < 8:
        owner = "AB"[len(on_table(board.g)) % 2]
        place = (chance.uniform(4, 56), chance.uniform(4, 36))
        unit = board.unit("Spears", owner, place, models=chance.randint(1, 20), facing=chance.uniform(0, 360))
        if not in_order(board):
            unit.destroyed, unit.rect = True, None
    return board


def in_order(board: Board) -> bool:
    g = board.g
    rects = [unit.rect for unit in on_table(g) if unit.rect is not None]
    apart = all(rect_distance(a, b) >= GAP - ROUNDING for i, a in enumerate(rects) for b in rects[:i])
    clear = not any(overlaps(a.grown(-ROUNDING), rock) for a in rects for rock in closed_ground(g))
    return apart and clear and all(inside_table(a.grown(-ROUNDING), g.width, g.depth) for a in rects)


@pytest.mark.parametrize("text", [PIVOTS, WHEELS, FLIES], ids=["pivots", "wheels", "flies"])
@pytest.mark.parametrize("seed", range(12))
def test_all_that_is_offered_is_legal_and_keeps_the_table_in_order(text: str, seed: int):
    board, chance = crowd(text, seed), Random(seed)
    for unit in on_table(board.g) * 3:
        left = 8.0 - movement_used(board.g, unit)
        found = options_for(board.g, unit, left)
        assert len(found) <= 24
        assert all(isinstance(walk(board.g, unit, steps, left), Walk) for steps in found), found
        if found:
            board.play(go(board.g, unit, chance.choice(found), left))
            assert in_order(board)
        assert movement_used(board.g, unit) <= 8.0 + 1e-4


@pytest.mark.parametrize("seed", range(30))
def test_flight_leaves_the_table_in_order(seed: int):
    board, chance = crowd(PIVOTS, seed), Random(seed)
    for unit in on_table(board.g):
        assert unit.rect is not None
        foe = nearest(board.g, unit, 1)[0] if nearest(board.g, unit, 1) else None
        board.play(flee(board.g, unit, 8.0, chance.choice([foe, None])))
        assert in_order(board)


def test_room_ahead_ends_a_gap_before_what_stands_in_the_way():
    board = Board(PIVOTS)
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "B", (10, 16))
    board.unit("Spears", "B", (30, 12))
    assert spears.rect is not None
    assert room_ahead(surroundings(board.g, spears, 8.0), spears.rect, 8.0) == pytest.approx(3.5)


def test_nobody_is_offered_what_he_cannot_pay_for():
    board = Board(PIVOTS)
    spears = board.unit("Spears", "A", (10, 10))
    board.unit("Spears", "B", (40, 10))
    assert options_for(board.g, spears, 1.0) == [[["advance", 1.0]], [["advance", 0.5]]]
    assert options_for(board.g, spears, 0.0) == []


def test_nobody_is_offered_a_way_through_who_leans_across_it_from_behind():
    board = Board(PIVOTS)
    spears = board.unit("Spears", "A", (10, 10))
    leaning = board.unit("Spears", "A", (15.5, 8.5), models=20, files=1, facing=330)
    assert walk(board.g, spears, [["advance", 12.0]], 12.0) == Refusal(
        "move.blocked", {"unit": spears.id, "step": "advance", "by": leaning.id}
    )
    assert options_for(board.g, spears, 12.0) == []
