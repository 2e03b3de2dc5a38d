"""The corpus: mistakes of authors with the exact message of each, good files with what they become."""

from __future__ import annotations

import pytest

from tercio.dsl.fmt import format_text
from tercio.dsl.loader import load_text
from tercio.dsl.parser import parse
from tercio.dsl.parser.layout import decode
from tercio.kernel.errors import RulesError

from .golden import GOOD, declarations_text
from .words import CORPUS, base, signatures

BAD = sorted((CORPUS / "bad").glob("*.rules"))
WORDS = signatures()
BASE = base()


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_told_in_exactly_these_words(path):
    with pytest.raises(RulesError) as caught:
        load_text(decode(path.read_bytes(), path.name), path.stem, signatures=WORDS, bases=[BASE])
    assert f"{caught.value}\n" == path.with_suffix(".expected").read_text("utf-8")


def test_the_corpus_of_mistakes_is_large_and_has_a_message_for_each():
    assert len(BAD) >= 100
    assert {path.stem for path in BAD} == {path.stem for path in (CORPUS / "bad").glob("*.expected")}


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_takes_the_canonical_layout(path):
    formatted = format_text(path.read_text("utf-8"))
    assert formatted == path.with_suffix(".formatted").read_text("utf-8")
    assert format_text(formatted) == formatted


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_the_canonical_layout_says_the_same(path):
    text = path.read_text("utf-8")
    assert parse(format_text(text)).lines == parse(text).lines


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_declares_exactly_this(path):
    assert declarations_text(path) == path.with_suffix(".declarations").read_text("utf-8")
