"""`tercio words`: what the packs of a game may say."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from tercio.dsl.desk import Desk
from tercio.plugins.cli.main import app

SYSTEMS = ("t9a", "spearhead", "sovl", "wap")


def tercio(*words: str):
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_word_of_a_game_is_listed_with_what_it_means(system):
    found = json.loads(tercio("words", "--system", system, "--json").stdout)
    signatures = Desk().host.signatures(system)
    assert {row["word"] for row in found["values"]} == set(signatures.values)
    assert {row["word"] for row in found["verbs"]} == {one.pattern for one in signatures.verbs.values()}
    assert all(row["means"] for kind, rows in found.items() if kind != "declared" for row in rows)


def test_a_text_leaves_the_words_that_have_it():
    lines = tercio("words", "--system", "sovl", "counter-charge").stdout.splitlines()
    assert "  declare a counter-charge of {u:unit} at {t:unit}" in lines
    assert not any("pivot" in line for line in lines)


def test_one_kind_may_be_listed_alone():
    told = tercio("words", "--system", "sovl", "--kind", "steps").stdout
    assert told.splitlines()[0] == "steps that sequences may name"
    assert "  alternate-activations" in told.splitlines()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--system", "sowl"), 'did you mean "sovl"'),
        (("--system", "sovl", "--kind", "verb"), 'did you mean "verbs"'),
        (("--system", "sovl", "zzz"), "no word of sovl"),
    ],
)
def test_what_is_not_there_is_one_clear_error(words, hint):
    told = tercio("words", *words)
    assert (told.exit_code, told.stdout) == (2, "")
    assert hint in told.stderr


def test_a_pack_is_checked_by_its_name():
    told = tercio("check", "sovl", "--scenarios")
    lines = told.stdout.splitlines()
    assert (told.exit_code, lines[0]) == (0, "no faults")
    number, _, rest = lines[1].partition(" of ")
    assert rest == f"{number} scenarios hold"


def test_a_name_that_is_nearly_one_of_a_pack_is_suggested():
    told = tercio("check", "sowl")
    assert told.exit_code == 1
    assert 'did you mean "sovl"?' in told.stdout
