"""Fixtures of the rulings of Spearhead."""

from __future__ import annotations

import pytest

from .board import Board


@pytest.fixture
def board() -> Board:
    """A bare table with two players and no dice told, in the combat phase of A's turn."""
    return Board()
