"""Play of small battles of any system under its laws: a machine that draws answers, with clones, undo and
saves on the way, and whole battles from end to end.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tercio.kernel.agents import consult
from tercio.kernel.hashing import state_hash
from tercio.kernel.rng import Streams
from tercio.kernel.session import Session, replay
from tercio.kernel.state import Game
from tercio.kernel.store import Header, LogWriter, read_log

from . import laws
from .battles import Battles

MOST = 256
"""Answers of a question that are looked at."""
_HEADER = Header(version="0", system="any", seed=1, packs=(), ruleset="", lists=())
_DRAWS = st.lists(st.integers(0, 1_000), min_size=1, max_size=12)
_NUDGES = st.lists(st.integers(-200, 200), max_size=6)
_SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.just(10**400)
_LIST = st.lists(_SCALAR, max_size=3)
_DATA = (
    _SCALAR | _LIST | st.lists(_LIST, max_size=3) | st.dictionaries(st.text(max_size=3), _SCALAR, max_size=3)
)
"""What anybody may answer, be it an answer or not."""


def wander(session: Session, streams: Streams, steps: int) -> None:
    """Answer so many questions, or until the battle is over, by chance."""
    for _ in range(steps):
        if session.decision is None:
            return
        options = session.decision.options[:MOST]
        session.answer(options[streams.draw("answer", 1, len(options))[0] - 1])


def march(session: Session, battles: Battles, seed: int) -> Iterator[Session]:
    """Answer question by question, half of them by chance, the others as a captain does."""
    captain, streams = battles.captain(seed), Streams(f"march {seed}")
    while session.decision is not None:
        if streams.draw("who", 1, 2) == [1]:
            wander(session, streams, 1)
        else:
            session.answer(consult(captain, session.decision, session.game))
        yield session


def faults_of_a_battle(battles: Battles, name: str, seed: int) -> list[str]:
    """Return what is wrong with a battle from end to end: with its questions, at the start of its steps, and
    with effects that end too late.
    """
    session = battles.begin(name, seed, checkpoints=True)
    watch, seen = EffectWatch(), 0
    faults: list[str] = []
    for _ in march(session, battles, seed):
        faults += watch.overdue(session.game)
        faults += battles.broken_since(session, seen)
        seen = len(session.checkpoints)
        faults += battles.misasked(session)
    assert watch.seen or not battles.effects_in_each
    return faults


def hold(faults: Sequence[str]) -> None:
    """Raise AssertionError with all that is wrong, if anything is."""
    assert not faults, "\n".join(faults)


def nudged(answer: Any, by: Iterator[float]) -> Any:
    """Return an answer of the same build, in which each number of inches or degrees is a little other."""
    match answer:
        case float():
            return round(answer + next(by), 3)
        case list():
            return [nudged(one, by) for one in answer]
        case dict():
            return {key: nudged(one, by) for key, one in answer.items()}
        case _:
            return answer


def spoiled(answer: Any, at: int, data: Any) -> Any:
    """Return an answer in which something else stands in one place, counted round."""
    match answer:
        case list() if answer:
            here = at % len(answer)
            return [
                spoiled(one, at // len(answer), data) if i == here else one for i, one in enumerate(answer)
            ]
        case dict() if answer:
            here = at % len(answer)
            pairs = enumerate(answer.items())
            return {
                key: spoiled(one, at // len(answer), data) if i == here else one for i, (key, one) in pairs
            }
        case _:
            return data


def written_and_read(answers: Sequence[Any]) -> list[Any]:
    """Return answers as they come back from a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "save"
        writer = LogWriter(path, _HEADER)
        for number, value in enumerate(answers):
            writer.answer(number, "any", "A", value)
        writer.close()
        return [line.value for line in read_log(path).answers]


class EffectWatch:
    """Remembers when it first saw each lasting effect, and tells which have missed their end since."""

    def __init__(self) -> None:
        self.seen: dict[int, tuple[int, int]] = {}

    def overdue(self, game: Game) -> list[str]:
        """Return the effects that should have ended by now; takes up those that are new."""
        late = []
        for effect in game.schedule.lasting:
            known = self.seen.setdefault(effect.id, (effect.left, game.sequence_number))
            if laws.outlived(game, effect, *known):
                late.append(f"{effect.label} lasts past {effect.edge} of {effect.node}")
        return late


class Machine(RuleBasedStateMachine):
    """One battle of a system played by drawn answers, with clones, undo and saves on the way."""

    battles: ClassVar[Battles]
    session: Session

    @initialize(pick=st.integers(0, 99), seed=st.integers(0, 999), ahead=st.integers(0, 80))
    def set_out(self, pick: int, seed: int, ahead: int) -> None:
        self.origin = self.battles.names[pick % len(self.battles.names)], seed
        self.session = self.battles.begin(*self.origin, checkpoints=True)
        self.clones: list[tuple[Session, str]] = []
        self.watch = EffectWatch()
        self.seen = 0
        for _, _ in zip(range(ahead), march(self.session, self.battles, seed), strict=False):
            pass

    # -- answers -----------------------------------------------------------------------------------

    @rule(draws=_DRAWS, nudges=_NUDGES)
    def answer(self, draws: list[int], nudges: list[int]) -> None:
        """Answer what is near to what was offered, where that is legal, and else what was offered."""
        by = cycle(nudge / 100 for nudge in nudges or [0])
        for draw in draws:
            decision = self.session.decision
            if decision is None:
                return
            hold(self.battles.misasked(self.session))
            option = decision.options[draw % len(decision.options)]
            if self.session.answer(nudged(option, by) if nudges else option) is not None:
                assert self.session.answer(option) is None
            hold(self.watch.overdue(self.session.game))

    @rule(draw=st.integers(0, 1_000), at=st.integers(0, 9), data=_DATA)
    def judge_what_is_no_answer(self, draw: int, at: int, data: Any) -> None:
        """Whatever is answered, it is judged and changes nothing."""
        decision, before = self.session.decision, state_hash(self.session.game)
        if decision is not None:
            decision.judge(data)
            decision.judge(spoiled(decision.options[draw % len(decision.options)], at, data))
            assert state_hash(self.session.game) == before

    @rule()
    def ask_a_captain(self) -> None:
        """A captain's answer is legal, and to think of it changes nothing."""
        decision, before = self.session.decision, state_hash(self.session.game)
        if decision is not None:
            answer = consult(self.battles.captain(1), decision, self.session.game)
            assert state_hash(self.session.game) == before
            assert self.session.answer(answer) is None

    # -- back and forth ----------------------------------------------------------------------------

    @rule(back=st.integers(0, 6))
    def go_back_save_and_load(self, back: int) -> None:
        """What is left after answers were taken back is what their log leads to."""
        self.session.undo(min(back, len(self.session.answers)))
        self.watch, self.seen = EffectWatch(), min(self.seen, len(self.session.checkpoints))
        fresh = self.battles.begin(*self.origin)
        replay(fresh, written_and_read(self.session.answers))
        assert state_hash(fresh.game) == state_hash(self.session.game)

    @rule()
    def take_a_clone(self) -> None:
        copy = self.session.clone()
        assert state_hash(copy.game) == state_hash(self.session.game)
        self.clones = [*self.clones[-1:], (copy, state_hash(copy.game))]

    @rule(draws=_DRAWS)
    def let_a_clone_go_first(self, draws: list[int]) -> None:
        ahead = self.session.clone()
        here, start = state_hash(self.session.game), len(ahead.answers)
        for draw in draws:
            if ahead.decision is not None:
                ahead.answer(ahead.decision.options[draw % len(ahead.decision.options)])
        assert state_hash(self.session.game) == here
        replay(self.session, ahead.answers[start:])
        assert state_hash(self.session.game) == state_hash(ahead.game)

    # -- what holds --------------------------------------------------------------------------------

    @invariant()
    def clones_stay_where_they_were(self) -> None:
        for copy, hash_ in getattr(self, "clones", ()):
            assert state_hash(copy.game) == hash_

    @invariant()
    def the_laws_hold(self) -> None:
        if hasattr(self, "session"):
            hold(self.battles.broken_now(self.session))
            hold(self.battles.broken_since(self.session, self.seen))
            self.seen = len(self.session.checkpoints)
