"""The tables of words in the documents name every word that is registered, and no other."""

from __future__ import annotations

import re

import pytest

from tercio.kernel.hooks import Hooks
from tercio.kernel.signatures import PermissionSignature, Signatures, ValueSignature
from tercio.plugins.regiments.plugin import tercio_signatures
from tercio.plugins.regiments.steps import STEPS

from .blocks import ROOT
from .reference import AT_FIRST, DECISIONS, NEEDED, NOT_UNLESS_TOLD, documents, engine, kernel, written

ENGINE = ROOT / "plugins/regiments"
ASKED = re.compile(r"""ruleset\.(?:constant|bounded|table)\(\s*"([\w-]+)\"""")
DECIDED = re.compile(r"""Decision\(\s*"([a-z.]+)\"|"(?=unit\.)([a-z.]+)\"""")
HINT = "write them anew: python -m tests.docs.reference"


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.stem)
def test_the_tables_of_a_document_say_what_is_registered(path):
    markdown = path.read_text(encoding="utf-8")
    assert written(markdown) == markdown, HINT


def test_both_references_stand_in_the_documents():
    texts = [path.read_text(encoding="utf-8") for path in documents()]
    assert sum(engine() in text for text in texts) == 1
    assert sum(kernel() in text for text in texts) == 1


def test_the_reference_names_every_word_of_the_engine_and_no_other():
    known = Signatures().add(tercio_signatures())
    shelves = (known.values, known.rolls, known.permissions, known.windows)
    named = {*STEPS, *(name for shelf in shelves for name in shelf), *(w.word for w in known.words.values())}
    patterns = {
        word.pattern.replace("|", "\\|")
        for shelf in (known.relations, known.terms, known.verbs)
        for word in shelf.values()
    }
    upto = engine().partition("### Facts and deeds")[0]
    assert set(re.findall(r"^\| `(.*?)` \|", upto, re.MULTILINE)) == named | patterns


def test_what_is_said_of_numbers_and_permissions_is_of_those_that_there_are():
    words = list(tercio_signatures())
    assert {word.name for word in words if isinstance(word, ValueSignature)} == set(AT_FIRST)
    assert {word.name for word in words if isinstance(word, PermissionSignature)} >= NOT_UNLESS_TOLD


def test_every_hook_stands_in_the_page_on_plugins():
    page = (ROOT / "docs/plugins.md").read_text(encoding="utf-8")
    hooks = {name for name in vars(Hooks) if name.startswith("tercio_")}
    assert hooks <= set(re.findall(r"^\| `(tercio_\w+)` \|", page, re.MULTILINE))


def test_every_module_of_the_engine_stands_in_the_page_on_architecture():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = page.partition("| modules of `plugins/regiments`")[2].partition("\n\n")[0]
    modules = {path.stem for path in ENGINE.glob("*.py")} - {"__init__", "plugin"}
    assert modules <= set(re.findall(r"`([\w/]+)`", listed))


def test_every_decision_of_the_engine_is_told():
    texts = [path.read_text(encoding="utf-8") for path in ENGINE.glob("*.py")]
    asked = {kind for text in texts for pair in DECIDED.findall(text) for kind in pair if kind}
    assert {"unit.move", "unit.files"} <= asked <= set(DECISIONS)


def test_every_constant_that_the_engine_asks_for_is_told():
    asked = {
        name for path in ENGINE.rglob("*.py") for name in ASKED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(asked) > 5
    assert asked <= set(NEEDED)
