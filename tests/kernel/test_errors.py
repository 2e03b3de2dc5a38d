"""Errors say what, where, why and how to mend it; refusals are values (style 8 and 9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.errors import Diagnostic, Refusal, RulesError, did_you_mean
from tercio.kernel.source import NOWHERE, Citation, Span


def test_a_diagnostic_shows_the_line_a_caret_and_the_hint():
    line = '  has "Hard Targt" (1)'
    fault = Diagnostic(
        'no model rule "Hard Targt"', Span("fen.rules", 12, 7, 19), line, 'did you mean "Hard Target"?'
    )
    assert str(fault).split("\n") == [
        'fen.rules:12:7: no model rule "Hard Targt"',
        '   12 |   has "Hard Targt" (1)',
        '      |       ^^^^^^^^^^^^ did you mean "Hard Target"?',
    ]


def test_without_an_end_the_caret_goes_to_the_end_of_the_line():
    assert str(Diagnostic("odd", Span("f", 3, 5), "abc defg  ")).split("\n")[-1] == "     |     ^^^^"


def test_without_a_line_the_hint_stands_below_and_without_a_place_the_message_alone():
    assert str(Diagnostic("odd", Span("f", 3), hint="write 4+")) == "f:3:1: odd\n   write 4+"
    assert str(Diagnostic("odd")) == "odd"


@given(
    st.integers(1, 40),
    st.integers(0, 60),
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=30),
)
def test_a_caret_is_drawn_wherever_the_place_is(column, end, line):
    shown = str(Diagnostic("odd", Span("f", 1, column, end), line))
    assert shown.startswith(f"f:1:{column}: odd")
    assert ("^" in shown.split("\n")[-1]) if line.strip() else "\n" not in shown


def test_a_very_long_line_is_shown_around_its_fault():
    line = "x" * 5000 + "FAULT" + "y" * 5000
    shown = str(Diagnostic("odd", Span("f", 1, 5001, 5006), line)).split("\n")
    assert max(map(len, shown)) < 500
    assert shown[1][shown[2].index("^") : shown[2].rindex("^") + 1] == "FAULT"


def test_letters_that_steer_a_terminal_are_shown_as_marks_and_the_caret_stays_in_its_place():
    shown = str(Diagnostic("odd \x1b[31m", Span("f", 1, 3, 4), "a\x1bb\u2028c", "mend \x07"))
    assert shown == "f:1:3: odd \ufffd[31m\n   1 | a\ufffdb\ufffdc\n     |   ^ mend \ufffd"


def test_one_error_carries_all_faults_in_order():
    faults = [Diagnostic("one", Span("f", 1)), Diagnostic("two", Span("f", 2))]
    error = RulesError(iter(faults))
    assert error.diagnostics == tuple(faults)
    assert str(error) == "f:1:1: one\nf:2:1: two"


def test_an_error_may_be_a_single_fault_or_just_words():
    assert RulesError("odd").diagnostics == (Diagnostic("odd"),)
    assert RulesError(Diagnostic("odd")).diagnostics == (Diagnostic("odd"),)


def test_a_refusal_is_false_and_tells_its_code_and_facts():
    refusal = Refusal("charge.out_of_arc", {"angle": 60, "unit": 3})
    assert not refusal
    assert str(refusal) == "charge.out_of_arc (angle 60, unit 3)"
    assert str(Refusal("charge.engaged")) == "charge.engaged"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Hard Targt", 'did you mean "Hard Target"?'),
        ("hard target", 'did you mean "Hard Target"?'),
        ("FEARLESS", 'did you mean "Fearless"?'),
        ("zzz", ""),
    ],
)
def test_the_nearest_known_word_is_suggested_and_nothing_far_off(word, expected):
    assert did_you_mean(word, ["Hard Target", "Fearless"]) == expected


@given(st.text(max_size=8), st.lists(st.text(max_size=8), max_size=5))
def test_a_suggestion_is_always_a_known_word(word, known):
    hint = did_you_mean(word, known)
    assert not hint or hint.removeprefix('did you mean "').removesuffix('"?') in known


def test_a_place_prints_as_editors_read_it_and_a_citation_as_players_do():
    assert str(Span("fen.rules", 12, 9)) == "fen.rules:12:9"
    assert str(NOWHERE) == "<code>:0:0"
    assert (str(Citation("Charge 2.A")), str(Citation("Charge 2.A", "Rulebook"))) == (
        "Charge 2.A",
        "Rulebook, Charge 2.A",
    )
