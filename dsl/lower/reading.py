"""One line taken apart for lowering: its head, what follows a colon, its guards and the lines below it.

Items are the atoms of a sentence in a row. Operators become atoms of kind `OP`, commas atoms of kind
`COMMA`, and `where CONDITION` the word `where` with a group behind it, so that patterns can be matched over
a whole sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from tercio.kernel.source import Span

from ..printer import atom_text
from ..syntax import Atom, Group, Infix, Line, Not, Part, Phrase, Sentence, span_of
from .fault import Fault

Item = Atom | Group
Items = tuple[Item, ...]
Guard = tuple[str, Part]

_GUARDS = ("when", "unless")


class Reading:
    """A line as the lowering reads it: head, tail, guards and body. Head and tail are made on demand."""

    __slots__ = ("_head", "_tail", "line")

    def __init__(self, line: Line) -> None:
        self.line = line
        self._head: Items | None = None
        self._tail: Items | None = None

    @property
    def lead(self) -> str:
        """The condition word the line starts with, or an empty string."""
        return self.line.sentence.leads[0]

    @property
    def condition(self) -> Part:
        """The part behind the lead (the first part)."""
        return self.line.sentence.parts[0]

    @property
    def colon(self) -> int | None:
        """The index of the part that follows the first colon; None without one."""
        leads = self.line.sentence.leads
        return leads.index(":") if ":" in leads else None

    @property
    def head(self) -> Items:
        """What stands before the first colon and any guard; never empty: a lone lead stands for itself."""
        if self._head is None:
            self._head = self._items(0, self.colon) or (Atom("WORD", self.lead, self.span),)
        return self._head

    @property
    def rest(self) -> Items:
        """What stands behind the first word; raises Fault where nothing does."""
        items = self.head[1:]
        if not items:
            raise Fault(self.span, f'"{self.word}" needs something after it', "the line ends too early")
        return items

    @property
    def tail(self) -> Items:
        """What stands behind the first colon, without guards."""
        if self._tail is None:
            colon = self.colon
            self._tail = () if colon is None else self._items(colon, None)
        return self._tail

    def _items(self, start: int, stop: int | None) -> Items:
        sentence = self.line.sentence
        if len(sentence.parts) == 1 and not sentence.leads[0] and isinstance(sentence.parts[0], Phrase):
            return sentence.parts[0].atoms
        items: list[Item] = []
        for lead, part in zip(sentence.leads[start:stop], sentence.parts[start:stop], strict=True):
            if lead in _GUARDS:
                continue
            if lead in (",", ":") and items:
                items.append(Atom("COMMA", ",", span_of(part)))
            elif lead in ("where", "while", "if"):
                items += _led(lead, part)
                continue
            items += flatten(part)
        return tuple(items)

    @property
    def guards(self) -> tuple[Guard, ...]:
        """The conditions of the line and of the guard lines directly below it."""
        own = _guards_of(self.line.sentence) if self.lead not in _GUARDS else ()
        below = (
            guard for line in self.line.children if is_guard(line) for guard in _guards_of(line.sentence)
        )
        return (*own, *below)

    @property
    def body(self) -> tuple[Line, ...]:
        """The lines below that are no guards."""
        return tuple(line for line in self.line.children if not is_guard(line))

    @property
    def word(self) -> str:
        """The word the line starts with, or an empty string."""
        lead = self.lead
        if lead:
            return "" if lead in _GUARDS else lead
        part: Part | Item = self.line.sentence.parts[0]
        while isinstance(part, Infix):
            part = part.operands[0]
        if isinstance(part, Phrase):
            part = part.atoms[0]
        return part.text if isinstance(part, Atom) and part.kind == "WORD" else ""

    @property
    def span(self) -> Span:
        """Where the line stands."""
        return self.line.span


def is_guard(line: Line) -> bool:
    """Return whether a line is `when ...` or `unless ...` alone."""
    sentence = line.sentence
    return sentence.leads[0] in _GUARDS and ":" not in sentence.leads and not line.children


def _guards_of(sentence: Sentence) -> tuple[Guard, ...]:
    found: list[Guard] = []
    open_guard = False
    for lead, part in zip(sentence.leads, sentence.parts, strict=True):
        if lead in _GUARDS:
            found.append((lead, part))
        elif lead == "where" and open_guard:
            word, before = found[-1]
            found[-1] = (word, _with_where(before, part))
        open_guard = lead in (*_GUARDS, "where") and bool(found)
    return tuple(found)


def _with_where(part: Part, where: Part) -> Part:
    """Return a condition whose last sentence ends in `where ...`."""
    match part:
        case Infix(_, operands, _):
            return replace(part, operands=(*operands[:-1], _with_where(operands[-1], where)))
        case Not(operand, _):
            return replace(part, operand=_with_where(operand, where))
        case Phrase(atoms):
            return Phrase((*atoms, *_led("where", where)))


def _led(lead: str, part: Part) -> Iterator[Item]:
    span = span_of(part)
    yield Atom("WORD", lead, span)
    yield Group(Sentence((part,), ("",)), span)


def flatten(part: Part) -> Iterator[Item]:
    """Yield the atoms of a part with its operators between them."""
    match part:
        case Phrase(atoms):
            yield from atoms
        case Not(operand, span):
            yield Atom("WORD", "not", span)
            yield from flatten(operand)
        case Infix(_, operands, operators):
            yield from flatten(operands[0])
            for operator, operand in zip(operators, operands[1:], strict=True):
                yield Atom("OP", operator, span_of(operand))
                yield from flatten(operand)


def items_of(sentence: Sentence) -> Items:
    """Return the items of a sentence in parentheses: parts by comma, `where` conditions as groups."""
    return Reading(Line(sentence, (), span_of(sentence)))._items(0, None)


def plain(item: Item) -> str:
    """Return the text of an atom, an empty string for a group."""
    return item.text if isinstance(item, Atom) else ""


def is_word(item: Item, *texts: str) -> TypeGuard[Atom]:
    """Return whether an item is one of these words."""
    return isinstance(item, Atom) and item.kind == "WORD" and item.text in texts


def is_kind(item: Item, *kinds: str) -> TypeGuard[Atom]:
    """Return whether an item is an atom of one of these kinds."""
    return isinstance(item, Atom) and item.kind in kinds


def split(items: Items, kind: str = "COMMA") -> list[Items]:
    """Return the runs between atoms of a kind; empty ones are left out unless there is nothing else."""
    runs: list[list[Item]] = [[]]
    for item in items:
        if is_kind(item, kind):
            runs.append([])
        else:
            runs[-1].append(item)
    return [tuple(run) for run in runs if run] or [()]


def find_word(items: Items, *texts: str, start: int = 0) -> int | None:
    """Return the index of the first of these words, or None."""
    return next((i for i in range(start, len(items)) if is_word(items[i], *texts)), None)


def find_words(items: Items, phrase: str, start: int = 0) -> int | None:
    """Return the index at which the words of `phrase` stand in a row, or None."""
    words = phrase.split()
    for i in range(start, len(items) - len(words) + 1):
        if all(is_word(items[i + k], word) for k, word in enumerate(words)):
            return i
    return None


def text_of(items: Items) -> str:
    """Return the items as they would be written."""
    return " ".join(map(atom_text, items)).replace(" ,", ",")


def span_over(items: Items) -> Span:
    """Return the span from the first item to the last; `items` is not empty."""
    first, last = items[0].span, items[-1].span
    end = last.end_column if last.line == first.line else 0
    return Span(first.file, first.line, first.column, end)
