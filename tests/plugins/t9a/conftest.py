"""Fixtures of the rulings of The 9th Age."""

from __future__ import annotations

import pytest

from .tiny import Board


@pytest.fixture
def board():
    """A bare table with two players and no dice told."""
    return Board()
