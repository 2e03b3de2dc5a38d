"""The lab: many battles with and without a house rule, on the same dice, and what the rule changes.

    from tercio.plugins.lab import experiment

    frame = experiment(["a.txt", "b.txt"], variants=["house.rules"], games=200)
    frame.attrs["result"]["metrics"]["win"]

It knows no game: what it measures are the numbers by player of a system's result, who won, how long it took,
and the events of the battle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .study import experiment

__all__ = ["experiment"]


def __getattr__(name: str) -> Any:
    """Import `experiment` when it is asked for: the command line reads this package whenever it starts."""
    if name != "experiment":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .study import experiment

    return experiment
