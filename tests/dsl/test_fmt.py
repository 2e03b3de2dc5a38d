"""The canonical layout: idempotent, keeps comments, and says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tercio.dsl
from tercio.dsl.fmt import WIDTH, format_text
from tercio.dsl.parser import parse
from tercio.dsl.printer import sentence_text
from tercio.dsl.syntax import Line
from tercio.kernel.errors import RulesError

from .trees import lines

PACKS = Path(tercio.dsl.__file__).parent.parent / "rulepacks"

any_lines = st.lists(lines(), min_size=1, max_size=3)


def printed(line: Line, level: int = 0) -> str:
    """Return a tree as plain text, one sentence a line."""
    own = "  " * level + sentence_text(line.sentence) + "\n"
    return own + "".join(printed(child, level + 1) for child in line.children)


@settings(max_examples=30)
@given(any_lines)
def test_what_is_printed_parses_to_the_same_tree(trees):
    assert parse("".join(map(printed, trees))).lines == tuple(trees)


@settings(max_examples=30)
@given(any_lines)
def test_the_canonical_layout_is_its_own_layout_and_says_the_same(trees):
    text = "".join(map(printed, trees))
    formatted = format_text(text)
    assert format_text(formatted) == formatted
    assert parse(formatted).lines == tuple(trees)


MIXED = ["a", "  b", "    c", "# d", "  # e", "      # f", "", "  g  # h", 'i "# j"']


@given(st.lists(st.sampled_from(MIXED), max_size=12))
def test_comments_stay_in_their_order(lines):
    text = "a\n" + "\n".join(lines) + "\n"
    try:
        parse(text)
    except RulesError:
        return
    formatted = format_text(text)
    assert marks(formatted) == marks(text)
    assert format_text(formatted) == formatted


def marks(text: str) -> list[str]:
    """Return the letters of the comments in a text of `MIXED` lines."""
    return [word for word in text.split() if word in ("d", "e", "f", "h")]


def test_a_long_list_is_broken_after_a_comma_and_goes_on_deeper():
    text = "rule\n  has " + ", ".join(f'"Rule number {n}"' for n in range(12)) + "\n"
    first, second, third, *_ = format_text(text).split("\n")
    assert max(map(len, (first, second, third))) <= WIDTH
    assert second.endswith(",")
    assert third.startswith('      "Rule')


def test_indentation_of_four_is_mended_to_two():
    assert format_text("a\n    b\n        c\n") == "a\n  b\n    c\n"


def test_windows_line_ends_and_a_byte_order_mark_go():
    assert format_text("\ufeffa\r\n  b\r\n") == "a\n  b\n"


def test_one_blank_line_stands_around_a_declaration_with_clauses():
    assert format_text("a\n  b\nc\nd\n\n\n\ne\n") == "a\n  b\n\nc\nd\n\ne\n"


def test_a_text_that_does_not_parse_is_not_formatted():
    with pytest.raises(RulesError, match="closes nothing"):
        format_text("a )\n")


@pytest.mark.parametrize(
    "path", sorted(PACKS.rglob("*.rules")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_each_file_of_each_pack_says_the_same_in_canonical_layout(path):
    text = path.read_text("utf-8")
    formatted = format_text(text, path.name)
    assert parse(formatted).lines == parse(text).lines
    assert format_text(formatted) == formatted
