"""Text to syntax tree: the one place where Lark is used.

`parse` reads a text, `parse_bytes` what stands in a file. Both report every fault they find: the text is
read declaration by declaration when the whole does not parse, so that a faulty one does not hide the faults
of the others.

Lark is imported on the first parse only: a game that finds its packs in the cache never pays for it.
"""

from __future__ import annotations

from tercio.kernel.errors import Diagnostic, RulesError

from ..syntax import File, SourceText
from .layout import chunks, decode, layout_faults

__all__ = ["parse", "parse_bytes"]


def parse_bytes(data: bytes, name: str) -> File:
    """Parse the bytes of a file called `name`; raises RulesError also for what is not text."""
    return parse(decode(data, name), name)


def parse(text: str, name: str = "<text>", *, tidy: bool = True) -> File:
    """Parse the text of a rule file.

    `tidy=False` lets indentation of any width pass, so that a formatter can mend it. Raises RulesError with
    every fault.
    """
    source = SourceText(name, text)
    faults = layout_faults(source, tidy=tidy)
    if faults:
        raise RulesError(faults + syntax_faults(source, {fault.span.line for fault in faults if fault.span}))
    return _parse_whole(source)


def _parse_whole(source: SourceText) -> File:
    from .build import SyntaxFault, build_lines

    try:
        return File(source, build_lines(source.text, source.name))
    except SyntaxFault as fault:
        raise RulesError(syntax_faults(source, set()) or [fault.explain(source)]) from None


def syntax_faults(source: SourceText, known_lines: set[int]) -> list[Diagnostic]:
    """Parse each declaration on its own and return the faults of those that do not parse and have no known
    one.
    """
    from .build import SyntaxFault, build_lines

    faults = []
    for first, text in chunks(source.text):
        if known_lines.intersection(range(first, first + text.count("\n") + 1)):
            continue
        try:
            build_lines(text, source.name, first - 1)
        except SyntaxFault as fault:
            faults.append(fault.explain(source))
    return faults
