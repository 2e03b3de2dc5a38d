"""`captain`: takes the option that its system's judgement scores highest.

What is good play differs from game to game, so a system's plugin brings its judgement (hook
`tercio_judgements`): for a kind of decision, a function that scores every option. Ties go to the earlier
option; kinds without a judgement are answered with the first option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tercio.kernel.decisions import Answer, Decision
from tercio.kernel.state import Game

Judgement = Callable[[Decision, Game], Sequence[float]]


class Captain:
    """Plays by judgement; draws nothing, so equal games get equal answers."""

    def __init__(self, seed: int, judgements: Mapping[str, Judgement]) -> None:
        self._judgements = judgements

    def choose(self, decision: Decision, game: Game) -> Answer:
        """Return the best option; the first of equals."""
        judgement = self._judgements.get(decision.kind)
        options = decision.options
        if judgement is None or len(options) == 1:
            return options[0]
        scores = judgement(decision, game)
        return options[max(range(len(options)), key=lambda i: (scores[i], -i))]
