"""Whole battles of the six armies: they come to an end, offer what is legal, and are played again alike."""

from __future__ import annotations

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.hashing import state_hash
from tercio.kernel.session import replay

PAIRS = [("SENTINELS", "CRIXXIT"), ("GNAWFEAST", "SWAMPSKULKA"), ("VIGILANT", "YNDRASTA")]


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("pair", PAIRS)
def test_a_battle_is_the_same_when_its_answers_are_given_again(desk, pair):
    first = desk.begin("spearhead", list(pair), seed=11)
    result = first.play(["random", "random"])
    again = desk.begin("spearhead", list(pair), seed=11)
    replay(again.session, first.session.answers)
    assert again.result() == result


def test_a_battle_has_four_rounds_of_two_turns(desk):
    battle = desk.begin("spearhead", ["SENTINELS", "CRIXXIT"], seed=5, record=True)
    battle.play(["random", "random"])
    begun = [event.facts["node"] for event in battle.session.game.events or [] if event.kind == "begins"]
    assert (begun.count("battle-round"), begun.count("player-turn")) == (4, 8)


def test_every_answer_that_is_offered_is_legal(desk):
    battle = desk.begin("spearhead", ["GNAWFEAST", "SENTINELS"], seed=3)
    session = battle.session
    while session.decision is not None:
        decision = session.decision
        assert decision.options, decision.kind
        refused = [option for option in decision.options if decision.judge(option) is not None]
        assert refused == [], decision.kind
        session.answer(decision.options[len(session.answers) % len(decision.options)])


def test_answers_are_taken_back_anywhere_in_a_battle(desk):
    session = desk.begin("spearhead", ["CRIXXIT", "YNDRASTA"], seed=4, checkpoints=True).session
    before = {}
    while session.decision is not None and len(session.answers) < 120:
        before[len(session.answers)] = state_hash(session.game)
        options = session.decision.options
        session.answer(options[(3 * len(session.answers)) % len(options)])
    for _ in range(20):
        session.undo(5)
        assert state_hash(session.game) == before[len(session.answers)]
