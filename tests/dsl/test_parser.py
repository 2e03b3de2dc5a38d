"""Text to syntax tree: places, recovery, and what is no text at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.dsl.parser import parse, parse_all, parse_bytes
from tercio.dsl.parser.layout import MAX_BYTES
from tercio.dsl.syntax import atoms_of
from tercio.kernel.errors import RulesError


def faults_of(text: str | bytes) -> list[str]:
    """Return place and message of each fault."""
    with pytest.raises(RulesError) as caught:
        parse_bytes(text if isinstance(text, bytes) else text.encode(), "fen.rules")
    return [f"{fault.span}: {fault.message}" for fault in caught.value.diagnostics]


def test_every_atom_knows_its_place():
    (line,) = parse('\n# note\nrule "Slow" (X)\n', "fen.rules").lines
    word, name, group = atoms_of(line.sentence.parts[0])
    assert (str(word.span), word.span.end_column) == ("fen.rules:3:1", 5)
    assert (str(name.span), name.span.end_column) == ("fen.rules:3:6", 12)
    assert (str(group.span), group.span.end_column) == ("fen.rules:3:13", 16)


def test_places_are_right_also_where_the_file_is_read_declaration_by_declaration():
    file, faults = parse_all("a {\n\n# note\nb\n  c\n", "fen.rules")
    assert [str(fault.span) for fault in faults] == ["fen.rules:1:3"]
    (line,) = file.lines
    assert (str(line.span), str(line.children[0].span)) == ("fen.rules:4:1", "fen.rules:5:3")


def test_a_faulty_declaration_does_not_hide_the_faults_of_the_others():
    found = faults_of('rule "A" {\nrule "B"\n  ok\nrule "C" )\n  deeper;\nrule "D"\n\tx\n')
    assert [one.split(": ")[0] for one in found] == ["fen.rules:1:10", "fen.rules:4:10", "fen.rules:7:1"]


def test_the_names_of_faulty_declarations_are_kept():
    file, _ = parse_all('rule "A" {\nconstant reach 6in\n', "fen.rules")
    assert file.broken == (("rule", "A"), ("constant", "reach"))


@pytest.mark.parametrize("text", [b"a\r\n  b\r\n", b"\xef\xbb\xbfa\n  b\n", b"a\n  b"])
def test_windows_line_ends_a_byte_order_mark_and_a_missing_last_line_end_are_no_fault(text):
    (line,) = parse_bytes(text, "fen.rules").lines
    assert len(line.children) == 1


@pytest.mark.parametrize("text", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_one_clear_fault(text):
    assert faults_of(text) == ["fen.rules:1:1: the file is empty"]


def test_a_huge_file_is_one_clear_fault():
    assert faults_of(b"a\n" * MAX_BYTES) == ["fen.rules:1:1: the file is too large (8.0 MB)"]


def test_bytes_that_are_not_utf8_have_a_place():
    assert faults_of(b'a\nrule "F\xe9n"\n') == ["fen.rules:2:8: byte 0xe9 is not UTF-8 text"]


def test_utf16_is_called_by_its_name():
    assert faults_of("rule".encode("utf-16")) == ["fen.rules:1:1: the file is UTF-16, not UTF-8"]


def test_deep_indentation_is_a_fault_and_no_crash():
    text = "".join(f"{'  ' * level}a\n" for level in range(60))
    assert faults_of(text)[0] == "fen.rules:41:1: indented too deeply"


@given(st.text(max_size=60))
def test_whatever_the_text_there_is_a_tree_or_a_fault_with_a_place(text):
    file, faults = parse_all(text, "fen.rules")
    assert file.lines or file.broken or faults or not text.strip("\n ").strip() or "#" in text
    assert all(fault.span is not None and fault.message for fault in faults)


PIECES = ['"', "(", ")", "a", "when", "or", "not", " ", "-", "1", "+", ",", ":", "\n", "\n  ", "="]


@given(st.lists(st.sampled_from(PIECES)))
def test_whatever_the_order_of_words_and_signs_nothing_but_faults_comes_out(pieces):
    _, faults = parse_all("".join(pieces), "fen.rules")
    assert all(fault.span is not None and fault.message for fault in faults)


@given(st.binary(max_size=80))
def test_whatever_the_bytes_nothing_but_faults_comes_out(data):
    try:
        file = parse_bytes(data, "fen.rules")
    except RulesError as error:
        faults = error.diagnostics
    else:
        faults = ()
        assert file.source.name == "fen.rules"
    assert all(fault.message for fault in faults)
