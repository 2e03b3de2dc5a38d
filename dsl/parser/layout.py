"""The outside of a text: encoding, line ends, size and indentation.

Owns what can be said about a file before its words are read. A byte order mark and Windows line ends are
taken as they come; tabs, other control characters, odd indentation and text that is not UTF-8 are faults
with their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.source import Span

from ..syntax import SourceText

MAX_BYTES = 4_000_000
MAX_DEPTH = 40
INDENT = 2

_CONTROL = re.compile(r"[\t\r\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")
_DECLARATION = re.compile(r"^(?=[^ \n#])", re.M)
_CONTINUED = re.compile(r", *$")
_DIGITS = re.compile(r"\d{16}")
_NESTED = re.compile(r"(?:\([^()\n]*){12}")


def decode(data: bytes, name: str) -> str:
    """Return the text of a file with plain line ends; raises RulesError for huge files and for what is not
    UTF-8.
    """
    if len(data) > MAX_BYTES:
        size = f"{len(data) / 1e6:.1f} MB"
        raise RulesError(
            Diagnostic(
                f"the file is too large ({size})", Span(name, 1), hint="split it: 4 MB are read at most"
            )
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(_not_utf8(data, name, error.start)) from None
    return text.replace("\r\n", "\n")


def _not_utf8(data: bytes, name: str, at: int) -> Diagnostic:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return Diagnostic("the file is UTF-16, not UTF-8", Span(name, 1, 1), hint="save it as UTF-8")
    line = data.count(b"\n", 0, at) + 1
    start = data.rfind(b"\n", 0, at) + 1
    text = data[start:].split(b"\n", 1)[0].decode("utf-8", "replace").rstrip("\r")
    column = len(data[start:at].decode("utf-8", "replace")) + 1
    message = f"byte 0x{data[at]:02x} is not UTF-8 text"
    return Diagnostic(message, Span(name, line, column, column + 1), text, "save the file as UTF-8")


def layout_faults(source: SourceText, *, tidy: bool = True) -> list[Diagnostic]:
    """Return the faults of characters and indentation; with `tidy=False` odd but consistent indentation
    passes.
    """
    if not source.text.strip():
        return [Diagnostic("the file is empty", Span(source.name, 1), hint='a pack begins with: pack "name"')]
    lines = source.text.split("\n")
    faults = list(_line_faults(source, lines, _CONTROL, _control_words))
    faults += _line_faults(
        source, lines, _NESTED, lambda _: ("parentheses are nested too deeply", "ten levels are read")
    )
    faults += _line_faults(
        source, lines, _DIGITS, lambda _: ("a number has too many digits", "fifteen digits are read")
    )
    return faults or _depth_faults(source, lines, tidy)


def _line_faults(
    source: SourceText, lines: list[str], pattern: re.Pattern[str], words: Callable[[str], tuple[str, str]]
) -> Iterator[Diagnostic]:
    if not pattern.search(source.text):
        return
    for number, line in enumerate(lines, 1):
        found = pattern.search(line)
        if found:
            yield source.fault(_span(source, number, found.start()), *words(found.group()))


def _control_words(char: str) -> tuple[str, str]:
    match char:
        case "\t":
            return "a tab is not allowed", "use spaces; two for each level"
        case "\r":
            return "a line ends with a lone carriage return", "save the file with plain line ends"
        case "\0":
            return "the file holds a NUL byte", "is it a text file?"
        case _:
            return f"the control character U+{ord(char):04X} is not allowed", "delete it"


def _depth_faults(source: SourceText, lines: list[str], tidy: bool) -> list[Diagnostic]:
    faults = []
    open_widths: list[int] = []
    continued = False
    for number, line in enumerate(lines, 1):
        body = line.lstrip(" ")
        if not body or body[0] == "#":
            continue
        width = len(line) - len(body)
        if not continued:
            words = _width_words(width, open_widths, tidy)
            if words:
                faults.append(source.fault(_span(source, number, 0, max(width, 1)), *words))
        continued = body[-1] in ", " and bool(_CONTINUED.search(body))
    return faults


def _width_words(width: int, open_widths: list[int], tidy: bool) -> tuple[str, str] | None:
    """Take one more line of this width into `open_widths`; return what is wrong with it, if anything."""
    if not open_widths:
        open_widths.append(0)
        return (
            ("indented, but nothing stands above it", "a declaration starts in column 1") if width else None
        )
    last = open_widths[-1]
    while width < open_widths[-1]:
        open_widths.pop()
    if width == open_widths[-1]:
        return None
    if width < last:
        return (
            f"indented by {width}, which is no level that is open here",
            f"indent by {open_widths[-1]} or {last}",
        )
    open_widths.append(width)
    if len(open_widths) > MAX_DEPTH:
        return "indented too deeply", f"{MAX_DEPTH} levels are read at most"
    if tidy and width != last + INDENT:
        open_widths[-1] = last + INDENT
        mends = "; `tercio fmt` mends it" if width % 4 == 0 else ""
        return f"indented by {width}, not by {last} or {last + INDENT}", f"each level is two spaces{mends}"
    return None


def _span(source: SourceText, line: int, start: int, length: int = 1) -> Span:
    return Span(source.name, line, start + 1, start + 1 + length)


def chunks(text: str) -> Iterator[tuple[int, str]]:
    """Yield each declaration with the number of its first line: the text cut at lines that begin in column
    1.
    """
    line = 1
    for piece in _DECLARATION.split(text):
        if piece.strip():
            yield line, piece
        line += piece.count("\n")
