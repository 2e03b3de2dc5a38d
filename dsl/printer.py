"""Syntax tree to text: one way to write each sentence.

`sentence_text` is the inverse of the parser for one sentence; `parse(print(tree))` equals the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from .syntax import Atom, Group, Infix, Not, Part, Phrase, Sentence

FUNCTIONS = ("min", "max")


def sentence_text(sentence: Sentence) -> str:
    """Return a sentence on one line."""
    return "".join(piece for pair in sentence_pieces(sentence) for piece in pair)


def sentence_pieces(sentence: Sentence) -> list[tuple[str, str]]:
    """Return (lead with its spaces, part) for each part; the last part carries the closing colon."""
    pieces = [
        (_lead_text(lead, index), part_text(part)) for index, (lead, part) in enumerate(_paired(sentence))
    ]
    if sentence.opens:
        lead, text = pieces[-1]
        pieces[-1] = (lead, text + ":")
    return pieces


def _paired(sentence: Sentence) -> list[tuple[str, Part]]:
    return list(zip(sentence.leads, sentence.parts, strict=True))


def _lead_text(lead: str, index: int) -> str:
    if lead in (",", ":"):
        return f"{lead} "
    if not lead:
        return ""
    return f" {lead} " if index else f"{lead} "


def part_text(part: Part) -> str:
    """Return the text of a part: a phrase, or phrases with their operators."""
    match part:
        case Phrase(atoms):
            return "".join(_spaced(atoms))
        case Not(operand, _):
            return f"not {part_text(operand)}"
        case Infix(_, operands, operators):
            words = [part_text(operands[0])]
            for operator, operand in zip(operators, operands[1:], strict=True):
                words += [operator, part_text(operand)]
            return " ".join(words)


def _spaced(atoms: tuple[Atom | Group, ...]) -> Iterator[str]:
    """Yield the atoms with their spaces; functions stand right before their parentheses: `min(a, b)`."""
    before: Atom | Group | None = None
    for atom in atoms:
        called = isinstance(atom, Group) and isinstance(before, Atom) and before.text in FUNCTIONS
        if before is not None and not called:
            yield " "
        yield atom_text(atom)
        before = atom


def atom_text(atom: Atom | Group) -> str:
    """Return the text of an atom as it is written; names get their quotes back."""
    match atom:
        case Group(sentence, _):
            return f"({sentence_text(sentence)})"
        case Atom("STRING", text, _):
            return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case Atom(_, text, _):
            return text
