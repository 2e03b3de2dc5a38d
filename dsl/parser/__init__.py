"""Text to syntax tree: the one place where Lark is used.

`parse` reads a text, `parse_bytes` what stands in a file. Both report every fault they find: the text is
read declaration by declaration when the whole does not parse, so that a faulty one does not hide the faults
of the others.

Lark is imported on the first parse only: a game that finds its packs in the cache never pays for it.
"""

from __future__ import annotations

import re

from tercio.kernel.errors import Diagnostic, RulesError

from ..syntax import File, Line, SourceText
from .holes import Chunk, words_of
from .layout import chunks, decode, layout_faults

__all__ = ["parse", "parse_all", "parse_bytes"]

_HEAD = re.compile(r'^([a-z][a-z-]*) +(?:"([^"]*)"|([a-z][a-z0-9-]*))')


def parse_bytes(data: bytes, name: str) -> File:
    """Parse the bytes of a file called `name`; raises RulesError also for what is not text."""
    return parse(decode(data, name), name)


def parse(text: str, name: str = "<text>", *, tidy: bool = True) -> File:
    """Parse the text of a rule file.

    `tidy=False` lets indentation of any width pass, so that a formatter can mend it. Raises RulesError with
    every fault.
    """
    file, faults = parse_all(text, name, tidy=tidy)
    if faults:
        raise RulesError(faults)
    return file


def parse_all(text: str, name: str = "<text>", *, tidy: bool = True) -> tuple[File, list[Diagnostic]]:
    """Parse what can be parsed: the file with its sound declarations and the names of the others, and all
    faults.
    """
    source = SourceText(name, text)
    faults = layout_faults(source, tidy=tidy)
    if faults:
        return _parse_by_declaration(source, faults), faults
    from .build import SyntaxFault, build_lines

    try:
        return File(source, build_lines(text, name)), []
    except SyntaxFault as fault:
        return _parse_by_declaration(source, faults), faults or [fault.explain(source)]


def _parse_by_declaration(source: SourceText, faults: list[Diagnostic]) -> File:
    """Parse each declaration on its own, without its faulty lines; add the faults that are not told yet."""
    known = {fault.span.line for fault in faults if fault.span}
    sound: list[Line] = []
    broken: list[tuple[str, str]] = []
    unread: list[str] = []
    excused: set[tuple[int, int]] = set()
    for first, text in chunks(source.text):
        chunk = Chunk(text.split("\n"), first)
        lines = _read(chunk, known, source, faults)
        if lines is None:
            broken += _head(text)
            unread += text.split("\n")
        else:
            sound += lines
            unread += chunk.unread
            excused |= chunk.excused
    faults.sort(key=lambda fault: (fault.span.line, fault.span.column) if fault.span else (0, 0))
    return File(source, tuple(sound), tuple(broken), frozenset(words_of(unread)), frozenset(excused))


def _read(
    chunk: Chunk, known: set[int], source: SourceText, faults: list[Diagnostic]
) -> tuple[Line, ...] | None:
    """Return the lines of a declaration that can be read, None where its head cannot; `known` are lines whose
    faults are told.
    """
    from .build import SyntaxFault, build_lines

    told = sorted(known.intersection(range(chunk.first, chunk.first + len(chunk.lines))))
    if chunk.first in told:
        return None
    for number in told:
        chunk.take_out(number, placed=False)
    while True:
        try:
            return build_lines(chunk.text, source.name, chunk.first - 1)
        except SyntaxFault as fault:
            taken = chunk.take_out(fault.line)
            if taken or not told:
                faults.append(fault.explain(source))
            if not taken:
                return None


def _head(text: str) -> list[tuple[str, str]]:
    """Return kind and name of a declaration that does not parse, so that nobody misses the name."""
    return [(found[1], found[2] or found[3]) for found in _HEAD.finditer(text.split("\n", 1)[0])]
