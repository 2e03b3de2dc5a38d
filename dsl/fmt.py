"""The one canonical layout of a rule file.

`format_text` keeps every word and comment and decides spaces, indentation, blank lines and the breaking of
long lists: two spaces a level; one blank line around a declaration that has clauses; at most one blank line
elsewhere; a line longer than `WIDTH` is broken after a comma and goes on four spaces deeper. Formatting
twice changes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .parser import parse
from .printer import sentence_pieces
from .syntax import Line

WIDTH = 110
INDENT = "  "

_COMMENT = re.compile(r'\d"|"(?:[^"\\]|\\.)*"|(#.*)')


@dataclass(slots=True)
class _Row:
    """One sentence with its level, the number of the line it began on, and the comments and blanks that go
    with it.
    """

    number: int
    level: int
    pieces: list[tuple[str, str]]
    has_block: bool
    above: list[str] = field(default_factory=list)
    blank_above: bool = False
    comment: str = ""


def format_text(text: str, name: str = "<text>") -> str:
    """Return the text in canonical layout; raises RulesError when it does not parse."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    file = parse(text, name, tidy=False)
    rows = list(_rows(file.lines, 0))
    tail, blank_before_tail = _attach_comments(text.split("\n"), rows)
    return "".join(f"{line}\n" for line in _layout(rows, tail, blank_before_tail))


def _rows(lines: Iterable[Line], level: int) -> Iterator[_Row]:
    for line in lines:
        yield _Row(line.span.line, level, sentence_pieces(line.sentence), bool(line.children))
        yield from _rows(line.children, level + 1)


def _attach_comments(lines: list[str], rows: list[_Row]) -> tuple[list[str], bool]:
    """Give every comment to the row it stands beside or above; return those behind the last row."""
    starts = [row.number for row in rows]
    waiting: list[tuple[int, str]] = []
    blank = False
    for number, line in enumerate(lines, 1):
        body = line.strip(" ")
        index = bisect_right(starts, number) - 1
        if not body:
            if waiting:
                waiting.append((0, ""))
            else:
                blank = True
        elif body[0] == "#":
            waiting.append((len(line) - len(body.rstrip()), body.rstrip()))
        else:
            row = rows[index]
            if row.number == number:
                row.blank_above, blank = blank, False
                row.above = _settle(waiting, rows, index)
                waiting = []
            row.comment = _trailing(line) or row.comment
    return _settle(waiting, rows, len(rows)), blank


def _trailing(line: str) -> str:
    return next((found.group(1).rstrip() for found in _COMMENT.finditer(line) if found.group(1)), "")


def _settle(waiting: list[tuple[int, str]], rows: list[_Row], index: int) -> list[str]:
    """Indent waiting comments: between the level of the row above them and that of the row below."""
    low = rows[index].level if index < len(rows) else 0
    high = max(rows[index - 1].level if index else 0, low)
    settled: list[str] = []
    for width, comment in waiting:
        level = min(max((width + 1) // len(INDENT), low), high)
        if comment or (settled and settled[-1]):
            settled.append(INDENT * level + comment if comment else "")
    return settled


def _layout(rows: list[_Row], tail: list[str], blank_before_tail: bool) -> Iterator[str]:
    previous: _Row | None = None
    for row in rows:
        if previous and _wants_blank(previous, row):
            yield ""
        yield from row.above
        yield from _broken(row)
        previous = row
    if tail:
        yield from [""] * (blank_before_tail and previous is not None)
        yield from tail if tail[-1] else tail[:-1]


def _wants_blank(previous: _Row, row: _Row) -> bool:
    detached = bool(row.above) and not row.above[-1]
    if not detached and row.level == 0 and (previous.level > 0 or row.has_block):
        return True
    return row.blank_above and not previous.level < row.level


def _broken(row: _Row) -> Iterator[str]:
    """Yield the sentence on as many lines as it needs, with its comment behind the last."""
    indent = INDENT * row.level
    line = indent
    for lead, part in row.pieces:
        if lead == ", " and len(line) + len(lead) + len(part) > WIDTH:
            yield f"{line},"
            line = f"{indent}{INDENT * 2}{part}"
        else:
            line += lead + part
    yield f"{line}  {row.comment}" if row.comment else line
