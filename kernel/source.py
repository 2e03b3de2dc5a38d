"""Where a thing was written: a place in a file, and a place in a rulebook.

`Span` points into the text of a rule pack, so that every error and every explanation can show file, line and
column. `Citation` points into a published rulebook. Both are plain frozen data and carry no behaviour but
printing.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one line: `line` and `column` count from 1, `end_column` is exclusive (0: to the end of
    the line).
    """

    file: str
    line: int
    column: int = 1
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("<code>", 0, 0)


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """A section of a published rulebook, as its players would name it, e.g. `Charge Phase 2.A`."""

    section: str
    book: str = ""

    def __str__(self) -> str:
        return f"{self.book}, {self.section}" if self.book else self.section
