"""Laws over random legal play of real skirmishes: saves, clones, undo, replays, effects, contacts and
ledgers (architecture 3-5).
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tercio.kernel.hashing import state_hash
from tercio.kernel.session import Session, replay
from tercio.kernel.store import Header, LogWriter, read_log

from . import laws
from .small import SKIRMISHES, begin

AT_ANY_TIME = (
    laws.misplaced,
    laws.unheld_effects,
    laws.unfelt_effects,
    laws.lopsided_contacts,
    laws.unexplained,
)
AT_REST = (laws.overlapping, laws.false_contacts, laws.endless_combats)
"""What holds where no procedure is in the middle of moving something: at the first question of a phase."""
HEADER = Header(version="0", system="t9a", seed=1, packs=(), ruleset="", lists=())


class Skirmish(RuleBasedStateMachine):
    """One skirmish played by drawn answers, with clones, undo and saves on the way."""

    @initialize(name=st.sampled_from(sorted(SKIRMISHES)), seed=st.integers(0, 999))
    def set_out(self, name: str, seed: int) -> None:
        self.origin = name, seed
        self.session = begin(name, seed, checkpoints=True)
        self.clones: list[tuple[Session, str]] = []

    @precondition(lambda self: not self.session.over)
    @rule(draws=st.lists(st.integers(0, 1_000), min_size=1, max_size=12))
    def answer(self, draws: list[int]) -> None:
        for draw in draws:
            decision = self.session.decision
            if decision is None:
                return
            options = decision.options
            assert self.session.answer(options[draw % len(options)]) is None

    @precondition(lambda self: self.session.answers)
    @rule(back=st.integers(1, 6))
    def undo(self, back: int) -> None:
        kept = self.session.answers[: max(0, len(self.session.answers) - back)]
        self.session.undo(len(self.session.answers) - len(kept))
        assert state_hash(self.session.game) == state_hash(self.replayed(kept).game)

    @rule()
    def take_a_clone(self) -> None:
        copy = self.session.clone()
        assert state_hash(copy.game) == state_hash(self.session.game)
        self.clones = [*self.clones[-1:], (copy, state_hash(copy.game))]

    @rule()
    def save_and_load(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "save"
            writer = LogWriter(path, HEADER)
            for number, value in enumerate(self.session.answers):
                writer.answer(number, "any", "A", value)
            writer.close()
            loaded = [line.value for line in read_log(path).answers]
        assert state_hash(self.replayed(loaded).game) == state_hash(self.session.game)

    def replayed(self, answers: list[Any]) -> Session:
        fresh = begin(*self.origin)
        replay(fresh, answers)
        return fresh

    @invariant()
    def clones_stay_where_they_were(self) -> None:
        for copy, hash_ in getattr(self, "clones", ()):
            assert state_hash(copy.game) == hash_

    @invariant()
    def the_laws_hold(self) -> None:
        if hasattr(self, "session"):
            broken = [fault for law in AT_ANY_TIME for fault in law(self.session.game)]
            assert broken == []


TestSkirmish = Skirmish.TestCase
TestSkirmish.settings = settings(max_examples=20, stateful_step_count=14)


@pytest.mark.parametrize("name", sorted(SKIRMISHES))
def test_between_phases_everything_stands_apart_or_in_contact(name):
    session = begin(name, 7)
    phase, draw = "", 0
    while session.decision is not None:
        here = session.game.clock.stamp("phase")
        if here != phase and session.game.clock.number("game-turn"):
            phase = here
            assert [fault for law in AT_REST for fault in law(session.game)] == []
        options = session.decision.options
        draw = (draw * 31 + 7) % 1009
        session.answer(options[draw % len(options)])
