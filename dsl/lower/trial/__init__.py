"""Scenarios: from the lines of a test to data that `kernel.trial` runs.

Things and players that a scenario names are roles in its lines; beside the words of packs a scenario may use
those that only scenarios have.
"""

from __future__ import annotations

from .scenario import scenario

__all__ = ["scenario"]
