"""How fast games are played: the size of batches, and nothing that a result depends on.

A batch is what a worker is given at once. It should last long enough that handing it over costs nothing, and
short enough that all workers end together.
"""

from __future__ import annotations

from time import perf_counter as now

__all__ = ["Pace", "now"]

LEAST_SECONDS = 0.1
_WANTED = 2 * LEAST_SECONDS
_GROWTH = 8
_MOST = 2000


class Pace:
    """Learns from batches how many games the next one holds."""

    def __init__(self) -> None:
        self.size = 1
        self.games = 0
        self.seconds = 0.0

    def learn(self, games: int, seconds: float) -> None:
        """Take down how long a batch took."""
        self.games += games
        self.seconds += seconds
        fitting = int(_WANTED * self.games / self.seconds) + 1 if self.seconds else _MOST
        self.size = max(1, min(fitting, _GROWTH * self.size, _MOST))
