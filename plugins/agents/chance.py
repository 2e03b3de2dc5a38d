"""Agents without judgement: `random` draws one of the options from a stream of its own, `first` takes the
first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tercio.kernel.decisions import Answer, Decision
from tercio.kernel.rng import Streams
from tercio.kernel.state import Game

_MOST = 256


class RandomAgent:
    """Any legal option, each as likely (of the first 256), from a stream keyed by the seed; never the game's
    dice.
    """

    def __init__(self, seed: int, judgements: Mapping[str, Any]) -> None:
        self._streams = Streams(f"agent {seed}")

    def choose(self, decision: Decision, game: Game) -> Answer:
        """Return one of the options."""
        options = decision.options
        number = min(len(options), _MOST)
        return options[self._streams.draw(decision.player, 1, number)[0] - 1] if number > 1 else options[0]


class FirstAgent:
    """The first option of every decision: the plainest agent there is, for tests and benchmarks."""

    def __init__(self, seed: int, judgements: Mapping[str, Any]) -> None:
        pass

    def choose(self, decision: Decision, game: Game) -> Answer:
        """Return the first option."""
        return decision.options[0]
