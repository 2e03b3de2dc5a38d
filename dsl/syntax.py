"""The syntax tree: what a text of rules says, before anybody asks what it means.

Owns the node types between the parser and the lowering, and `SourceText`, which turns a place into a
`Diagnostic`. A file is lines; a line is a sentence and the lines indented below it; a sentence is parts,
each with the lead that stood before it (`""` for the first, else `,` `:` or a word such as `when`). All
nodes are frozen; spans do not count for equality, so two texts that differ in layout only give equal trees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tercio.kernel.errors import Diagnostic
from tercio.kernel.source import Span

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Atom:
    """One word, name or literal. `kind` is the terminal's name (WORD, STRING, NUMBER ...), `text` its text,
    names unquoted.
    """

    kind: str
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A sentence in parentheses: the arguments of a name, or a grouped condition or amount."""

    sentence: Sentence
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in a row, without operators."""

    atoms: tuple[Atom | Group, ...]


@dataclass(frozen=True, slots=True)
class Infix:
    """Operands joined by operators of one level: `or`, `and`, `compare`, `sum` or `product`."""

    kind: str
    operands: tuple[Part, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """`not` before a condition."""

    operand: Part
    span: Span = field(compare=False)


Part = Phrase | Infix | Not


@dataclass(frozen=True, slots=True)
class Sentence:
    """Parts and their leads, of the same length; `opens` says that the sentence ends with a colon."""

    parts: tuple[Part, ...]
    leads: tuple[str, ...]
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its block; `span` covers the sentence's own line."""

    sentence: Sentence
    children: tuple[Line, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class File:
    """A parsed file: its declarations in order, without lines that do not parse; `broken` are kind and name
    of those whose head does not, `unread` the names and words of all such lines, `excused` the places (line,
    column) where others would miss them.
    """

    source: SourceText = field(compare=False)
    lines: tuple[Line, ...]
    broken: tuple[tuple[str, str], ...] = ()
    unread: frozenset[str] = frozenset()
    excused: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file's name and text; makes diagnostics that show the faulty line."""

    name: str
    text: str

    def line(self, number: int) -> str:
        """Return the text of a line counted from 1, or an empty string outside the file."""
        lines = self.text.split("\n", number)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def fault(self, span: Span, message: str, hint: str = "") -> Diagnostic:
        """Return the diagnostic for a fault at `span`."""
        return Diagnostic(message, span, _CONTROL.sub(" ", self.line(span.line)), hint)


def atoms_of(part: Part | Group) -> Iterator[Atom | Group]:
    """Yield the atoms of a part from left to right; operators are left out, groups are not entered."""
    match part:
        case Phrase(atoms):
            yield from atoms
        case Infix(_, operands, _):
            for operand in operands:
                yield from atoms_of(operand)
        case Not(operand, _):
            yield from atoms_of(operand)
        case Group():
            yield part


def span_of(node: Part | Atom | Group | Sentence) -> Span:
    """Return the span from the first atom of a node to its last one."""
    match node:
        case Atom(_, _, span) | Group(_, span):
            return span
        case Sentence(parts):
            first, last = span_of(parts[0]), span_of(parts[-1])
        case _:
            found = list(atoms_of(node))
            first, last = found[0].span, found[-1].span
    end = last.end_column if last.line == first.line else 0
    return Span(first.file, first.line, first.column, end)
