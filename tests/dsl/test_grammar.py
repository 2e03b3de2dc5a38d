"""The grammar has no conflicts, and its words have boundaries."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import lark
import pytest

import tercio.dsl
from tercio.dsl.parser import parse
from tercio.dsl.parser.build import _Indenter
from tercio.dsl.syntax import Atom, Group, Infix, Not, Phrase

GRAMMAR = (Path(tercio.dsl.__file__).parent / "grammar.lark").read_text("utf-8")


def kinds(text: str) -> list[str]:
    """Return the kinds of the atoms of a one-phrase line."""
    (phrase,) = parse(f"{text}\n").lines[0].sentence.parts
    assert isinstance(phrase, Phrase)
    return [atom.kind if isinstance(atom, Atom) else "GROUP" for atom in phrase.atoms]


def part(text: str) -> Any:
    """Return the one part of a line."""
    (only,) = parse(f"{text}\n").lines[0].sentence.parts
    return only


def test_the_grammar_has_no_conflict(caplog):
    lark.logger.setLevel(logging.DEBUG)
    with caplog.at_level(logging.DEBUG, logger="lark"):
        lark.Lark(GRAMMAR, parser="lalr", lexer="contextual", postlex=_Indenter(), debug=True)
    assert "conflict" not in caplog.text.lower()


def test_the_conflict_check_would_see_a_conflict(caplog):
    lark.logger.setLevel(logging.DEBUG)
    dangling_else = 'start: s\ns: "if" s | "if" s "else" s | "x"\n'
    with caplog.at_level(logging.DEBUG, logger="lark"):
        lark.Lark(dangling_else, parser="lalr", debug=True)
    assert "conflict" in caplog.text.lower()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bye", ["WORD"]),
        ("whenever", ["WORD"]),
        ("android", ["WORD"]),
        ("if-any", ["WORD"]),
        ("or-else", ["WORD"]),
        ("2 or more", ["NUMBER", "WORD"]),
        ("-2 or less", ["SIGNED", "WORD"]),
        ("4+", ["TARGET"]),
        ('24"', ["MEASURE"]),
        ('0.5"', ["MEASURE"]),
        ('72"x48"', ["AREA"]),
        ("25x50mm", ["BASE"]),
        ("40mm", ["BASE"]),
        ("D6", ["DICE"]),
        ("2D6+4", ["DICE"]),
        ("2D6-1", ["DICE"]),
        ("D3+X", ["DICE"]),
        ("40%", ["PERCENT"]),
        ("1/2", ["NUMBER"]),
        ("-1", ["SIGNED"]),
        ("+2", ["SIGNED"]),
        ("-X", ["SIGNED"]),
        ("X", ["PARAM"]),
        ("C+2", ["OFFSET"]),
        ('"Hard Target" (1)', ["STRING", "GROUP"]),
        ("strength +1", ["WORD", "SIGNED"]),
        ("maximised D6+4", ["WORD", "DICE"]),
        ('"says \\"no\\""', ["STRING"]),
        ("unit is not weary", ["WORD", "WORD", "WORD", "WORD"]),
    ],
)
def test_a_literal_is_read_as_players_write_it(text, expected):
    assert kinds(text) == expected


def test_a_minus_with_spaces_is_an_operator_and_one_that_touches_is_a_sign():
    assert part("a - b").kind == "sum"
    assert kinds("a -1") == ["WORD", "SIGNED"]


def test_products_bind_tighter_than_sums_and_those_tighter_than_comparisons():
    compared = part("a + b * 2 >= 3 - c")
    assert isinstance(compared, Infix)
    assert compared.kind == "compare"
    left: Any
    right: Any
    left, right = compared.operands
    assert (left.kind, right.kind) == ("sum", "sum")
    assert left.operands[1].kind == "product"


def test_not_binds_tighter_than_and_and_and_tighter_than_or():
    either = part("not a and b or c")
    assert either.kind == "or"
    both = either.operands[0]
    assert both.kind == "and"
    assert isinstance(both.operands[0], Not)


def test_parentheses_hold_a_sentence():
    phrase = part("(a or b) and c").operands[0]
    assert isinstance(phrase.atoms[0], Group)


def test_guards_lead_the_parts_behind_them():
    sentence = parse("a by 1, max 3 when b unless c\n").lines[0].sentence
    assert sentence.leads == ("", ",", "when", "unless")


def test_a_comma_at_the_end_of_a_line_goes_on_in_the_next_indented_one():
    (line,) = parse('has "A",\n    "B"\n').lines
    assert len(line.sentence.parts) == 2
    assert not line.children


def test_blocks_nest_by_indentation():
    (line,) = parse("a\n  b\n    c\n  d\n").lines
    assert [len(child.children) for child in line.children] == [1, 0]
