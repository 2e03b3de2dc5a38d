"""The fault of one line, raised where it is found and taken down by `Scope.attempt`."""

from __future__ import annotations

from collections.abc import Callable

from tercio.kernel.source import Span

Hint = str | Callable[[], str]
"""How to mend a fault. A function is asked only if the fault is reported; most are readings tried in vain."""


class Fault(Exception):
    """One thing wrong at a place, with a hint how to mend it. `weight` says how much of a sentence was
    understood.
    """

    def __init__(self, span: Span, message: str, hint: Hint = "", weight: int = 0) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.hint = hint
        self.weight = weight
