"""Sessions: refusal, undo, clone, replay and hashes are one mechanism (architecture 5)."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tercio.kernel.agents import reading
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision
from tercio.kernel.decl import DiceAmount
from tercio.kernel.errors import Refusal
from tercio.kernel.hashing import state_hash
from tercio.kernel.rolls import roll_for
from tercio.kernel.session import Session, replay

from .toy import PROCEDURES, new_game, new_unit


def new_session(*, checkpoints: bool = True) -> Session:
    game = new_game(record=True)
    for owner in "AABB":
        new_unit(game, owner)
    return Session(game, PROCEDURES, checkpoints=checkpoints)


def test_a_refused_answer_is_a_value_and_changes_nothing():
    session = new_session()
    before = state_hash(session.game)
    refusal = session.answer("fly")
    assert isinstance(refusal, Refusal)
    assert not refusal
    assert refusal.code == "decision.not_an_option"
    assert state_hash(session.game) == before
    assert session.answers == []


def test_an_answer_is_kept_as_it_was_offered():
    def count(_game):
        yield Decision("count", "A", "How many?", [1, 2])

    session = Session(new_game(), {"dash": count})
    assert session.answer(2.0) is None
    assert type(session.answers[0]) is int


def test_a_game_runs_from_decision_to_decision_until_it_is_over():
    session = new_session()
    asked = 0
    while session.decision is not None:
        assert session.answer("dash") is None
        asked += 1
    assert asked == 12
    assert session.over
    with pytest.raises(ValueError, match="over"):
        session.answer("dash")


def test_the_active_player_alternates_by_the_declared_sequence():
    session = new_session()
    players = []
    while session.decision is not None:
        players.append(session.decision.player)
        session.answer("stay")
    assert players == list("AABB") * 3


def test_undo_takes_back_answers_and_the_same_answers_lead_to_the_same_state():
    session = new_session()
    for _ in range(5):
        session.answer("dash")
    after_five = state_hash(session.game)
    for _ in range(4):
        session.answer("dash")
    session.undo(4)
    assert state_hash(session.game) == after_five
    assert len(session.answers) == 5


def test_undo_needs_checkpoints():
    session = new_session(checkpoints=False)
    session.answer("dash")
    with pytest.raises(ValueError, match="checkpoints"):
        session.undo()
    with pytest.raises(ValueError, match="checkpoints"):
        session.clone()


def test_a_replay_refuses_answers_that_do_not_fit():
    with pytest.raises(ValueError, match=r"answer 1 .* refused"):
        replay(new_session(), ["dash", "fly"])
    with pytest.raises(ValueError, match="after the end"):
        replay(new_session(), ["stay"] * 13)


def test_queries_are_read_only():
    game = new_session().game
    with reading(game):
        with pytest.raises(RuntimeError, match="must not change"):
            game.emit("anything")
        with pytest.raises(RuntimeError, match="must not roll"):
            roll_for(game, "dash", Context(), DiceAmount(1, 6))
    game.emit("anything")


class Laws(RuleBasedStateMachine):
    """Over random legal play: undo = replay to the point, clones are independent, replays reach the same
    hash.
    """

    def __init__(self) -> None:
        super().__init__()
        self.session = new_session()
        self.clone: tuple[Session, str] | None = None

    @precondition(lambda self: not self.session.over)
    @rule(number=st.integers(0, 2))
    def answer(self, number: int) -> None:
        decision = self.session.decision
        assert decision is not None
        assert self.session.answer(decision.options[number]) is None

    @precondition(lambda self: self.session.answers)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        count = data.draw(st.integers(1, len(self.session.answers)))
        kept = self.session.answers[:-count]
        self.session.undo(count)
        fresh = new_session()
        replay(fresh, kept)
        assert state_hash(self.session.game) == state_hash(fresh.game)
        assert (self.session.decision is None) == (fresh.decision is None)

    @rule()
    def take_a_clone(self) -> None:
        copy = self.session.clone()
        assert state_hash(copy.game) == state_hash(self.session.game)
        self.clone = (copy, state_hash(copy.game))

    @invariant()
    def a_clone_never_moves_with_the_original(self) -> None:
        if self.clone is not None:
            assert state_hash(self.clone[0].game) == self.clone[1]

    @invariant()
    def a_replay_reaches_the_same_hash(self) -> None:
        fresh = new_session(checkpoints=False)
        replay(fresh, self.session.answers)
        assert state_hash(fresh.game) == state_hash(self.session.game)
        assert len(fresh.game.events or ()) == len(self.session.game.events or ())


TestLaws = Laws.TestCase
TestLaws.settings = settings(max_examples=30, stateful_step_count=20)
