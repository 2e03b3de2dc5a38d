"""Rules that call themselves without end: told as a fault of the rules, with the place of one of them."""

from __future__ import annotations

from traceback import walk_tb

from .errors import Diagnostic, RulesError
from .source import Span

_SEEN = 200
"""How many of the innermost calls are looked at: a circle is far shorter."""


def circle_of(error: RecursionError) -> RulesError:
    """Return what to tell people when rules have called each other until the stack was full."""
    frames = [frame.f_locals for frame, _ in walk_tb(error.__traceback__)][-_SEEN:]
    clauses = [getattr(known.get("rule"), "clause", None) for known in frames]
    spans = [span for one in clauses if isinstance(span := getattr(one, "span", None), Span)]
    hint = "let a condition end it, or take another number: `unmodified move of unit`"
    return RulesError(
        Diagnostic("rules call themselves without end", spans[-1] if spans else None, hint=hint)
    )
