"""Words for arcs, sight and distances, as packs write them."""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.permissions import may
from tercio.kernel.state import Unit

from .board import Board

ASKED = """
rule "Asked" of battle
  cite "Tests"
  cannot shoot when {}
"""


def holds(board: Board, unit: Unit, target: Unit) -> bool:
    return not may(board.g, "shoot", Context(unit=unit, target_unit=target))


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("unit sees target-unit", True),
        ("target-unit sees unit", False),
        ("target-unit is in the front arc of unit", True),
        ("target-unit is in the flank arc of unit", False),
        ("unit is in the left arc of target-unit", True),
        ("unit is in the flank arc of target-unit", True),
        ("unit is in the right arc of target-unit", False),
        ('distance from the front of unit to target-unit <= 9"', True),
        ('distance from the front of unit to target-unit < 9"', False),
    ],
)
def test_packs_ask_what_lies_where(condition, true):
    board = Board(ASKED.format(condition))
    # The front of the one stands at y = 11; the other looks west, its nearest edge at y = 20.
    watch = board.unit("Spears", "A", (30, 10))
    assert holds(board, watch, board.unit("Spears", "B", (30, 22.5), facing=270)) is true


@pytest.mark.parametrize(
    "condition",
    [
        'distance from the front of unit to target-unit <= 999"',
        'distance from the front of target-unit to unit <= 999"',
        "target-unit is in the front arc of unit",
        "unit is in the front arc of target-unit",
        "unit sees target-unit",
    ],
)
def test_what_is_off_the_table_is_very_far_and_in_no_arc(condition):
    board = Board(ASKED.format(condition))
    assert not holds(board, board.unit("Spears", "A", (30, 10)), board.unit("Spears", "B", None))
