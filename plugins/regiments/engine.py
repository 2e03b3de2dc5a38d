"""The engine `regiments`: plays ranked games that are wholly text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tercio.kernel.system import System
from tercio.kernel.trial.system import Trials

from .system import Regimental


class Regiments:
    """What a pack names by `engine = "regiments"`."""

    name = "regiments"

    def system(self, name: str, title: str) -> System:
        """Return the system that a pack founds."""
        return Regimental(name, title)

    def trials(self, name: str) -> Trials:
        """Return how its scenarios are run."""
        from .trial.system import RegimentalTrials

        return RegimentalTrials(name)

    def judgements(self) -> Mapping[str, Callable[..., Any]]:
        """Return how good answers are, for one agent."""
        from .judgement.staff import judgements

        return judgements()
