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

from tercio.kernel.decl import RuleRef
from tercio.kernel.decl.things import Boundary, Duration
from tercio.kernel.geometry import Facing
from tercio.kernel.hashing import state_hash
from tercio.kernel.rng import Streams
from tercio.kernel.scheduler import grant
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
"""What holds where no procedure is in the middle of moving something: at the start of every step."""
_MOST = 256
HEADER = Header(version="0", system="t9a", seed=1, packs=(), ruleset="", lists=())


def wander(session: Session, streams: Streams, steps: int) -> None:
    """Answer so many questions, or until the battle is over, by chance."""
    for _ in range(steps):
        if session.decision is None:
            return
        options = session.decision.options[:_MOST]
        session.answer(options[streams.draw("answer", 1, len(options))[0] - 1])


class EffectWatch:
    """Remembers when it first saw each lasting effect, and tells which have missed their end since."""

    def __init__(self) -> None:
        self.seen: dict[int, tuple[int, int]] = {}

    def overdue(self, session: Session) -> list[str]:
        """Return the effects that should have ended by now; takes up those that are new."""
        game, late = session.game, []
        for effect in game.schedule.lasting:
            known = self.seen.setdefault(effect.id, (effect.left, game.sequence_number))
            if laws.outlived(game, effect, *known):
                late.append(f"{effect.label} lasts past {effect.edge} of {effect.node}")
        return late


class Skirmish(RuleBasedStateMachine):
    """One skirmish played by drawn answers, with clones, undo and saves on the way."""

    @initialize(name=st.sampled_from(sorted(SKIRMISHES)), seed=st.integers(0, 999), ahead=st.integers(0, 80))
    def set_out(self, name: str, seed: int, ahead: int) -> None:
        self.origin = name, seed
        self.session = begin(name, seed, checkpoints=True)
        self.clones: list[tuple[Session, str]] = []
        self.watch = EffectWatch()
        wander(self.session, Streams(f"ahead {seed}"), ahead)

    @precondition(lambda self: not self.session.over)
    @rule(draws=st.lists(st.integers(0, 1_000), min_size=1, max_size=12))
    def answer(self, draws: list[int]) -> None:
        for draw in draws:
            decision = self.session.decision
            if decision is None:
                return
            options = decision.options
            assert self.session.answer(options[draw % len(options)]) is None
            assert self.watch.overdue(self.session) == []

    @precondition(lambda self: self.session.answers)
    @rule(back=st.integers(1, 6))
    def undo(self, back: int) -> None:
        kept = self.session.answers[: max(0, len(self.session.answers) - back)]
        self.session.undo(len(self.session.answers) - len(kept))
        self.watch = EffectWatch()
        assert state_hash(self.session.game) == state_hash(self.replayed(kept).game)

    @rule()
    def take_a_clone(self) -> None:
        copy = self.session.clone()
        assert state_hash(copy.game) == state_hash(self.session.game)
        self.clones = [*self.clones[-1:], (copy, state_hash(copy.game))]

    @precondition(lambda self: not self.session.over)
    @rule(draws=st.lists(st.integers(0, 1_000), min_size=1, max_size=6))
    def let_a_clone_go_first(self, draws: list[int]) -> None:
        ahead = self.session.clone()
        here, start = state_hash(self.session.game), len(ahead.answers)
        for draw in draws:
            if ahead.decision is not None:
                ahead.answer(ahead.decision.options[draw % len(ahead.decision.options)])
        assert state_hash(self.session.game) == here
        replay(self.session, ahead.answers[start:])
        assert state_hash(self.session.game) == state_hash(ahead.game)

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
TestSkirmish.settings = settings(max_examples=30, stateful_step_count=16)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(SKIRMISHES))
def test_at_the_start_of_every_step_units_stand_apart_or_are_engaged_and_nothing_is_overdue(name, seed):
    session = begin(name, seed, checkpoints=True)
    watch, streams, seen = EffectWatch(), Streams(f"steps {seed}"), 0
    while session.decision is not None:
        for point in session.checkpoints[seen:]:
            assert [fault for law in AT_REST for fault in law(point.game)] == [], point.game.clock.path
        seen = len(session.checkpoints)
        assert watch.overdue(session) == []
        wander(session, streams, 1)
    assert watch.seen


def test_a_battle_with_ledgers_is_the_battle_without():
    plain, explained = begin("monsters", 4), begin("monsters", 4)
    explained.game.ledgers = []
    wander(plain, Streams("ledgers"), 10_000)
    assert plain.over
    replay(explained, plain.answers)
    assert state_hash(explained.game) == state_hash(plain.game)
    assert any(event.why for event in explained.game.events or ())


# -- the laws themselves ---------------------------------------------------------------------------


def test_the_laws_see_effects_that_outlive_their_end_and_rules_that_outlive_their_effect():
    session = begin("swords", 1)
    game, watch = session.game, EffectWatch()
    unit = next(iter(game.units.values()))
    duration = Duration(name="One Turn", until=Boundary("end", "turn"))
    effect = grant(game, unit, RuleRef("Fearless"), duration, "a spell")
    assert effect is not None
    assert watch.overdue(session) == []
    game.schedule.lasting.remove(effect)
    assert laws.unheld_effects(game)
    game.schedule.lasting.append(effect)
    unit.held.clear()
    assert laws.unfelt_effects(game)
    effect.left = 99
    assert watch.overdue(played(session, "game-turn", 2)) != []


def test_the_laws_see_units_that_touch_unengaged_and_contacts_that_do_not_touch():
    game = played(begin("swords", 1), "game-turn", 1).game
    assert laws.false_contacts(game) == laws.overlapping(game) == []
    mine = next(unit for unit in game.units.values() if unit.owner == "A" and unit.rect)
    foe = next(unit for unit in game.units.values() if unit.owner == "B" and unit.rect)
    game.engagement.engage(mine.id, Facing.FRONT, foe.id, Facing.FRONT)
    assert laws.false_contacts(game)
    game.engagement.leave(mine.id)
    mine.rect = foe.rect
    assert laws.false_contacts(game)
    assert laws.overlapping(game)


def played(session: Session, level: str, number: int) -> Session:
    """Answer with the last option until the clock has come to a repetition of a level."""
    while session.decision is not None and session.game.clock.number(level) < number:
        session.answer(session.decision.options[-1])
    return session
