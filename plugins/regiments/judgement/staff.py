"""By kind of decision: how good its options are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def judgements() -> Mapping[str, Callable[..., Any]]:
    """Return a function (decision, game) -> a score for each option, by kind of decision."""
    return {}
