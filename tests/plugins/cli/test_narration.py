"""Events become sentences: names, optional parts, headings, and plain facts for kinds that nobody knows."""

from __future__ import annotations

import re

import pytest

from tercio.plugins.cli.narration import Names, Teller
from tercio.plugins.cli.templates import TEMPLATES
from tercio.plugins.spearhead.sentences import SENTENCES as SPEARHEAD
from tercio.plugins.t9a.sentences import SENTENCES
from tests.kernel.toy import new_game, new_unit
from tests.plugins.cli.conftest import event


@pytest.fixture
def board():
    game = new_game()
    return game, new_unit(game), new_unit(game, "B", "Knights"), new_unit(game)


def said(game, kind, **facts):
    return Teller(game, SENTENCES).sentence(event(kind, **facts))


def test_units_are_named_with_their_side_and_numbered_where_a_name_comes_again(board):
    game, pikes, knights, more = board
    names = Names()
    names.learn(game)
    assert [names[unit.id] for unit in (pikes, knights, more)] == ["Pikes (A)", "Knights (B)", "Pikes 2 (A)"]
    assert names[1] == "A"
    assert names[999] == "thing 999"


def test_the_slain_keep_their_names(board):
    game, pikes, *_ = board
    teller = Teller(game, SENTENCES)
    del game.things[pikes.id]
    assert teller.sentence(event("unit-rallied", unit=pikes.id)) == "Pikes (A) rallies"


def test_what_is_missing_or_nothing_is_left_out(board):
    game, pikes, knights, _ = board
    assert (
        said(game, "unit-destroyed", unit=pikes.id, by=knights.id) == "Pikes (A) is destroyed by Knights (B)"
    )
    assert said(game, "unit-destroyed", unit=pikes.id, by=0) == "Pikes (A) is destroyed"
    assert said(game, "health-lost", unit=pikes.id, lost=2, models=0) == "Pikes (A) loses 2 health"


def test_a_fact_that_a_sentence_marks_as_a_thing_is_named_wherever_it_stands(board):
    game, pikes, knights, _ = board
    teller = Teller(game, {"towed": "{unit} is towed[ by {tug:thing}]"})
    assert (
        teller.sentence(event("towed", unit=pikes.id, tug=knights.id)) == "Pikes (A) is towed by Knights (B)"
    )
    assert teller.sentence(event("towed", unit=pikes.id, tug=0)) == "Pikes (A) is towed"
    assert teller.plain(event("cut-loose", tug=knights.id)) == "cut-loose: tug Knights (B)"
    assert Teller(game, {}).plain(event("cut-loose", tug=knights.id)) == f"cut-loose: tug {knights.id}"


def test_a_test_tells_its_roll_and_how_it_ended(board):
    game, pikes, *_ = board
    facts = {"unit": pikes.id, "test": "panic-test", "needed": 7}
    assert (
        said(game, "tested", rolled=9, passed=False, **facts)
        == "Pikes (A) takes a panic-test, 9 against 7: failed"
    )
    assert said(game, "tested", rolled=None, passed=True, **facts) == "Pikes (A) takes a panic-test: passed"


def test_numbers_lists_and_tables_are_written_for_people(board):
    game, pikes, knights, _ = board
    assert said(game, "combat-begins", units=[pikes.id, knights.id]) == "a combat: Pikes (A), Knights (B)"
    assert said(game, "victory-points-counted", points={"A": 3, "B": 1}) == "victory points: A 3, B 1"
    assert '5.3" away' in said(
        game, "charge-range-rolled", unit=pikes.id, target=knights.id, faces=[1, 2], range=9, distance=5.337
    )
    assert said(game, "magic-dice", player="A", total=4, change=-2) == "A has 4 magic dice (-2)"


@pytest.mark.parametrize(
    ("purpose", "sentence"),
    [("Run", "Pikes (A) runs"), ("Redeploy", "Pikes (A) moves (Redeploy)"), ("Charge", "")],
)
def test_a_sentence_for_what_an_event_tells_of_goes_before_that_for_its_kind(board, purpose, sentence):
    game, pikes, *_ = board
    moved = event("unit-moved", unit=pikes.id, purpose=purpose)
    assert Teller(game, SPEARHEAD).sentence(moved) == sentence


def test_an_unknown_kind_and_a_template_that_does_not_fit_print_plain_facts(board):
    game, pikes, *_ = board
    assert said(game, "omen-read", unit=pikes.id, good=True) == "omen-read: unit Pikes (A), good yes"
    assert said(game, "unit-rallied", who="x") == "unit-rallied: who x"
    assert said(game, "dawn") == "dawn"


def begins(level, node, path, active="A"):
    return event("begins", path, node=node, level=level, active=active)


def test_headings_come_only_above_something_that_happened(board):
    game, pikes, *_ = board
    rally = event("unit-rallied", unit=pikes.id)
    story = [
        begins("battle", "battle", ""),
        begins("round", "game-turn", "game-turn:1"),
        begins("turn", "turn", "game-turn:1/turn:A"),
        begins("phase", "magic", "game-turn:1/turn:A/magic"),
        begins("phase", "rally", "game-turn:1/turn:A/rally"),
        rally,
        begins("turn", "turn", "game-turn:1/turn:B", "B"),
        begins("round", "game-turn", "game-turn:2"),
    ]
    assert list(Teller(game, SENTENCES).lines(story)) == [
        "=== game turn 1 ===",
        "== turn of A ==",
        "= rally phase =",
        "  Pikes (A) rallies",
    ]


@pytest.mark.parametrize("template", [*TEMPLATES.values(), *SENTENCES.values(), *SPEARHEAD.values()])
def test_every_template_is_well_formed(template):
    assert template.count("[") == template.count("]")
    bare = re.sub(r"\{\w+(:\+|:thing)?\}", "", template)
    assert "{" not in bare
    assert "}" not in bare
