"""Whatever an author mistypes, nothing but faults with a place comes out: the good files, mutated."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.dsl.loader import combine, load_text
from tercio.kernel.errors import RulesError

from .golden import GOOD
from .words import base, signatures

WORDS = signatures()
BASE = base()
TEXTS = [path.read_text("utf-8") for path in GOOD]
ANY_WORD = sorted({word for text in TEXTS for word in text.split()})


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return a good file with up to four changes of a line or a word."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        lines[at : at + 1] = draw(changed(lines[at]))
        lines = lines or [""]
    return "\n".join(lines)


@st.composite
def changed(draw: st.DrawFn, line: str) -> list[str]:
    """Return what a line becomes: gone, doubled, moved, or with a word lost, put in, replaced or cut off."""
    words = line.split() or [""]
    indent = line[: len(line) - len(line.lstrip(" "))]
    at = draw(st.integers(0, len(words) - 1))
    other = draw(st.sampled_from(ANY_WORD))
    variants = [
        [],
        [line, line],
        ["  " + line],
        [line[2:]],
        [indent + " ".join(words[:at] + words[at + 1 :])],
        [indent + " ".join([*words[:at], other, *words[at:]])],
        [indent + " ".join([*words[:at], other, *words[at + 1 :]])],
        [indent + " ".join(words[: at + 1])],
        [
            indent
            + " ".join([*words[:at], words[at][: len(words[at]) // 2] + draw(st.sampled_from('aX1"+-(),:%'))])
        ],
    ]
    return draw(st.sampled_from(variants))


@settings(max_examples=250)
@given(mutated())
def test_a_mutated_file_is_read_or_refused_with_places(text):
    try:
        pack = load_text(text, "other", signatures=WORDS, bases=[BASE])
        combine([BASE, pack])
    except RulesError as error:
        faults = error.diagnostics
    else:
        faults = ()
    assert all(fault.message and fault.span is not None for fault in faults)
