"""A declaration with faulty lines, read without them: so that a fault hides nothing of the lines beside it.

A faulty line goes with the lines that belong to it: those below it, and those that it goes on from. What
other lines lack because of that is no fault of theirs: `excused` are the places where such faults are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_HEAD = re.compile(r"[a-z][a-z-]* +")
_LEANING = ("otherwise", "set")
"""Lines that make sense only with lines above them on the same level."""


@dataclass(slots=True)
class Chunk:
    """A declaration: its lines, the number of the first, what was taken out, and what that excuses."""

    lines: list[str]
    first: int
    unread: list[str] = field(default_factory=list)
    excused: set[tuple[int, int]] = field(default_factory=set)

    @property
    def text(self) -> str:
        """What is left of the declaration; lines keep their numbers."""
        return "\n".join(self.lines)

    def take_out(self, number: int, *, placed: bool = True) -> bool:
        """Take a line and all that belongs to it out; if it is not `placed` well, nobody knows below what the
        next one stands. Returns False for the head and for what is out already.
        """
        at = number - self.first
        while 0 < at < len(self.lines) and self.lines[at - 1].rstrip(" ").endswith(","):
            at -= 1
        if not 0 < at < len(self.lines) or not self.lines[at].strip():
            return False
        gone = [at, *self._below(at)]
        self.excused.update(self._leaning_on(at, gone[-1]))
        following = next((one for one in range(gone[-1] + 1, len(self.lines)) if self.lines[one].strip()), 0)
        if following and not placed:
            self.excused.add((self.first + following, _width(self.lines[following]) + 1))
        for one in gone:
            self.unread.append(self.lines[one])
            self.lines[one] = ""
        return True

    def _below(self, at: int) -> Iterator[int]:
        for one in range(at + 1, len(self.lines)):
            if self.lines[one].strip() and _width(self.lines[one]) <= _width(self.lines[at]):
                return
            yield one

    def _leaning_on(self, at: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where the lines above and beside those from `at` to `end` tell that something is missing."""
        level = _width(self.lines[at])
        for one in range(at - 1, -1, -1):
            if self.lines[one].strip() and _width(self.lines[one]) < level:
                level = _width(self.lines[one])
                yield self.first + one, level + 1
        head = _HEAD.match(self.lines[0])
        yield self.first, head.end() + 1 if head else 1
        for one in range(end + 1, len(self.lines)):
            if self.lines[one].lstrip(" ").startswith(_LEANING):
                yield self.first + one, _width(self.lines[one]) + 1


def _width(line: str) -> int:
    return len(line.expandtabs(2)) - len(line.lstrip(" \t").expandtabs(2))


def words_of(lines: Iterable[str]) -> set[str]:
    """Return the names and words in lines that could not be read: whoever uses one is not to blame."""
    return {name or word for line in lines for name, word in re.findall(r'"([^"]*)"|([a-z][\w-]*)', line)}
