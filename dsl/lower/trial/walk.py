"""The words of a scenario's line one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tercio.kernel.source import Span

from ...syntax import Atom, Group, Infix, Line, Not, Part, Phrase, Sentence
from ..reading import Item, Items, Reading, flatten, is_kind, is_word, text_of
from ..scope import Scope, suggest, wrong


def items_of_line(line: Line) -> Items:
    """Return every item of a line in order, the words that lead conditions among them; no line has guards."""
    found: list[Item] = []
    for lead, part in zip(line.sentence.leads, line.sentence.parts, strict=True):
        items = tuple(flatten(part))
        if lead:
            kind = "COMMA" if lead in (",", ":") else "WORD"
            found.append(Atom(kind, lead, items[0].span))
        found += items
    return tuple(found)


class Walk:
    """Items taken from left to right; commas are passed over. What is missing is a Fault with `shape` as its
    hint.
    """

    __slots__ = ("at", "items", "shape", "span")

    def __init__(self, items: Iterable[Item], span: Span, shape: str) -> None:
        self.items = [item for item in items if not is_kind(item, "COMMA")]
        self.span, self.shape = span, shape
        self.at = 0

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.items)

    @property
    def rest(self) -> Items:
        """What is left."""
        return tuple(self.items[self.at :])

    def kind(self, *kinds: str, what: str) -> Atom:
        """Take an atom of one of these kinds; raises Fault."""
        item = self.items[self.at] if not self.over else None
        if isinstance(item, Atom) and item.kind in kinds:
            self.at += 1
            return item
        found = f", not `{text_of((item,))}`" if item is not None else ""
        raise wrong(item if item is not None else self.span, f"{what} is expected here{found}", self.shape)

    def next(self, *kinds: str) -> Atom | None:
        """Take an atom if it is of one of these kinds."""
        item = self.items[self.at] if not self.over else None
        if isinstance(item, Atom) and item.kind in kinds:
            self.at += 1
            return item
        return None

    def take(self) -> Item:
        """Take whatever stands here; something does."""
        self.at += 1
        return self.items[self.at - 1]

    def word(self, *texts: str) -> bool:
        """Take one of these words if it stands here."""
        if not self.over and is_word(self.items[self.at], *texts):
            self.at += 1
            return True
        return False

    def end(self, known: Iterable[str] = ()) -> None:
        """Raise Fault if anything is left."""
        if not self.over:
            first = text_of(self.rest[:1])
            raise wrong(self.rest, f"`{first}` is not understood here", suggest(first, known, self.shape))


def walk_of(reading: Reading, shape: str) -> Walk:
    """Return a walk over what stands behind the first word of a line."""
    return Walk(items_of_line(reading.line)[1:], reading.span, shape)


def behead(line: Line) -> Line:
    """Return a line without its first word."""
    parts = (_behead(line.sentence.parts[0]), *line.sentence.parts[1:])
    return replace(line, sentence=replace(line.sentence, parts=parts))


def _behead(part: Part) -> Part:
    match part:
        case Phrase(atoms):
            return Phrase(atoms[1:])
        case Infix():
            return replace(part, operands=(_behead(part.operands[0]), *part.operands[1:]))
        case Not():
            return part


def naming(line: Line, players: Iterable[str]) -> Line:
    """Return a line in which the capital letters of players are words like any name."""
    names = frozenset(players)
    children = tuple(naming(child, names) for child in line.children)
    return replace(line, sentence=_naming(line.sentence, names), children=children)


def _naming(node: Any, names: frozenset[str]) -> Any:
    match node:
        case Sentence():
            return replace(node, parts=tuple(_naming(part, names) for part in node.parts))
        case Phrase():
            return Phrase(tuple(_naming(atom, names) for atom in node.atoms))
        case Infix():
            return replace(node, operands=tuple(_naming(part, names) for part in node.operands))
        case Not():
            return replace(node, operand=_naming(node.operand, names))
        case Group():
            return replace(node, sentence=_naming(node.sentence, names))
        case Atom("PARAM", text, span) if text in names:
            return Atom("WORD", text, span)
        case _:
            return node


def said(reading: Reading, items: Items) -> str:
    """Return items as they stand in the text of a line that begins with a word."""
    return text_of(items).removeprefix(reading.word).strip()


def known_thing(scope: Scope, atom: Atom) -> str:
    """Return the name of a thing or player of the scenario; raises Fault."""
    if atom.text not in scope.roles:
        raise wrong(
            atom, f'nothing is called "{atom.text}" in this scenario', suggest(atom.text, scope.roles)
        )
    return atom.text
