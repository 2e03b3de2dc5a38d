"""The Lark parser and the transformer that builds the syntax tree while it parses.

`build_lines` is the one entry. The transformer runs inside the parser (no Lark tree is ever made); it keeps
the file's name and line offset for the duration of a call, so calls are serialised by a lock.
"""

from __future__ import annotations

import threading
from functools import cache, partialmethod
from importlib.resources import files
from typing import Any, ClassVar

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from tercio.kernel.source import Span

from ..syntax import Atom, Group, Infix, Line, Not, Phrase, Sentence
from .faults import SyntaxFault

__all__ = ["SyntaxFault", "build_lines"]

_LOCK = threading.Lock()


class _Indenter(Indenter):
    """Turns leading spaces into _INDENT and _DEDENT; parentheses do not span lines."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = []
    CLOSE_PAREN_types: ClassVar[list[str]] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 2


def _infix(_builder: _Builder, kind: str, children: list[Any]) -> Infix:
    return Infix(kind, tuple(children[::2]), tuple(map(str, children[1::2])))


class _Builder(Transformer[Token, Any]):
    """One method for each rule of the grammar; `children` are tokens or finished nodes."""

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)
        self.file = ""
        self.offset = 0

    def start(self, children: list[Any]) -> tuple[Line, ...]:
        return tuple(children)

    def line(self, children: list[Any]) -> Line:
        sentence: Sentence = children[0]
        first: Any = sentence.parts[0]
        while not hasattr(first, "span"):
            first = first.atoms[0] if isinstance(first, Phrase) else first.operands[0]
        return Line(sentence, tuple(children[1:]), first.span)

    def sentence(self, children: list[Any]) -> Sentence:
        if len(children) == 1:
            return Sentence((children[0],), ("",))
        parts, leads = [], []
        lead = ""
        for child in children:
            if type(child) is Token:
                lead = child[0] if child[0] in ",:" else str(child)
            else:
                parts.append(child)
                leads.append(lead)
                lead = ""
        return Sentence(tuple(parts), tuple(leads), lead == ":")

    def phrase(self, children: list[Any]) -> Phrase:
        file, offset = self.file, self.offset
        atoms = []
        for child in children:
            if type(child) is Token:
                kind, text = child.type, str(child)
                if kind == "STRING":
                    text = text[1:-1]
                    if "\\" in text:
                        text = text.replace('\\"', '"').replace("\\\\", "\\")
                elif kind == "NOT":
                    kind = "WORD"
                child = Atom(kind, text, Span(file, child.line + offset, child.column, child.end_column))  # type: ignore[operator, arg-type]
            atoms.append(child)
        return Phrase(tuple(atoms))

    def group(self, children: list[Any]) -> Group:
        opening, sentence, closing = children
        span = Span(self.file, opening.line + self.offset, opening.column, closing.end_column)
        return Group(sentence, span)

    def not_(self, children: list[Any]) -> Not:
        token, operand = children
        return Not(operand, Span(self.file, token.line + self.offset, token.column, token.end_column))

    or_ = partialmethod(_infix, "or")
    and_ = partialmethod(_infix, "and")
    compare = partialmethod(_infix, "compare")
    sum = partialmethod(_infix, "sum")
    product = partialmethod(_infix, "product")


@cache
def _parser() -> tuple[Lark, _Builder]:
    builder = _Builder()
    grammar = files(__package__.rpartition(".")[0]).joinpath("grammar.lark").read_text("utf-8")
    lark = Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=_Indenter(),
        transformer=builder,
        maybe_placeholders=False,
    )
    return lark, builder


def build_lines(text: str, file: str, offset: int = 0) -> tuple[Line, ...]:
    """Return the lines of a text whose first line is number `offset` + 1 of `file`; raises SyntaxFault at
    the first fault.
    """
    with _LOCK:
        lark, builder = _parser()
        builder.file, builder.offset = file, offset
        try:
            return lark.parse(text if text.endswith("\n") else text + "\n")  # type: ignore[return-value]
        except UnexpectedToken as error:
            token = error.token
            raise SyntaxFault(
                token.line + offset, token.column, len(token), token.type, frozenset(error.expected)
            ) from None
        except UnexpectedCharacters as error:
            raise SyntaxFault(error.line + offset, error.column) from None
        except UnexpectedInput as error:
            raise SyntaxFault((error.line or 1) + offset, error.column or 1) from None
        except DedentError:
            raise SyntaxFault(offset + 1, 1) from None
