"""The judgement of one player in one game, put together: by kind of decision, how good its options are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .aims import Aims
from .deeds import Deeds
from .estimate import Estimates
from .places import Places


def judgements() -> Mapping[str, Callable[..., Any]]:
    """Return a function (decision, game) -> a score for each option, by kind of decision."""
    estimates = Estimates()
    deeds = Deeds(estimates)
    return {
        **Places(estimates).judgements(),
        **deeds.judgements(),
        **Aims(estimates, deeds).judgements(),
    }
