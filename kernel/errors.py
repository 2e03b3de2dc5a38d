"""Errors for people: what is wrong, where, why, and how to mend it.

Three kinds, kept apart on purpose:

* `Diagnostic` / `RulesError`: a text that people wrote (pack, list, log, option) is faulty. Many diagnostics
  travel in one error.
* `Refusal`: a player asked for something that the rules do not allow. It is a value, costs no dice and
  changes nothing.
* Python exceptions such as `ValueError`: a caller broke a contract. These are bugs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from .source import Span

_WIDEST = 400
"""The most letters of a faulty line that are shown."""

_SHOWN = dict.fromkeys((*range(10), *range(11, 32), *range(127, 160), 0x2028, 0x2029), "\ufffd")
"""Letters that would steer a terminal instead of being read; each is shown as one mark."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault in a text: a message, its place, the line it stands on and a hint how to mend it."""

    message: str
    span: Span | None = None
    line_text: str = ""
    hint: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        return "\n".join(line.translate(_SHOWN) for line in self._lines())

    def _lines(self) -> Iterable[str]:
        yield f"{self.span}: {self.message}" if self.span else self.message
        if self.span and self.line_text.strip():
            gutter = f"   {self.span.line} | "
            start = max(self.span.column - 1 - _WIDEST // 2, 0) if len(self.line_text) > _WIDEST else 0
            yield gutter + self.line_text[start : start + _WIDEST]
            yield " " * (len(gutter) - 2) + "| " + self._caret(start)
        elif self.hint:
            yield f"   {self.hint}"

    def _caret(self, cut: int) -> str:
        """Return the mark below the line, of which so many letters are left out at its beginning."""
        assert self.span is not None
        start = max(self.span.column - 1 - cut, 0)
        end = self.span.end_column - 1 if self.span.end_column else len(self.line_text.rstrip())
        end = min(end - cut, _WIDEST)
        return (" " * start + "^" * max(end - start, 1) + " " + self.hint).rstrip()


class RulesError(Exception):
    """A text that people wrote cannot be used; `diagnostics` lists every fault found, in order of place."""

    def __init__(self, diagnostics: Iterable[Diagnostic] | Diagnostic | str) -> None:
        if isinstance(diagnostics, str):
            diagnostics = Diagnostic(diagnostics)
        found = (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        self.diagnostics: tuple[Diagnostic, ...] = found
        super().__init__("\n".join(map(str, found)))


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that the rules do not allow: a stable `code` (`charge.out_of_sight`) and the facts that say
    why.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        facts = ", ".join(f"{key} {value}" for key, value in self.facts.items())
        return f"{self.code} ({facts})" if facts else self.code


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `did you mean "x"?` for the known word nearest to `word`, or an empty string."""
    names: Sequence[str] = sorted(set(known))
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        near = get_close_matches(word.lower(), [n.lower() for n in names], n=1, cutoff=0.6)
        near = [n for n in names if near and n.lower() == near[0]]
    return f'did you mean "{near[0]}"?' if near else ""
