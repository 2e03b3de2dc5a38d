"""Logs and saves: what is written comes back, and every damage is one error with file and line
(architecture 5).
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tercio.kernel.errors import RulesError
from tercio.kernel.hashing import state_hash
from tercio.kernel.play import play, replayed, verify
from tercio.kernel.session import Session
from tercio.kernel.store import (
    Header,
    ListText,
    LogWriter,
    PackStamp,
    differences,
    read_log,
)

from .toy import PROCEDURES, new_game, new_unit

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
PACK = PackStamp(name="toy", version="1", digest="abcdef0123456789")


def header(**more: Any) -> Header:
    known = {"version": "0.1", "system": "toy", "seed": 7, "packs": (PACK,), "ruleset": "r" * 32, "lists": ()}
    return Header(**{**known, **more})


class Dasher:
    def choose(self, decision: Any, game: Any) -> Any:
        return decision.options[len(game.events or ()) % 2]


def new_session() -> Session:
    game = new_game(record=True)
    for owner in "AABB":
        new_unit(game, owner)
    return Session(game, PROCEDURES)


def write_game(path: Path, *, end: bool = True) -> Session:
    session, log = new_session(), LogWriter(path, header())
    play(session, {"A": Dasher(), "B": Dasher()}, log)
    if end:
        log.end(state_hash(session.game), {"winner": "A"})
    log.close()
    return session


# -- round trips -----------------------------------------------------------------------------------


@given(
    TEXT,
    TEXT,
    st.dictionaries(TEXT, JSON, max_size=3),
    st.lists(st.tuples(TEXT, TEXT, JSON), max_size=5),
    st.none() | st.dictionaries(TEXT, JSON, max_size=2),
)
@example("a\u2028b", "x\x85\x0b\r\ny", {}, [("k", "A", "\u2029")], {"winner": None})
def test_what_is_written_comes_back(file, text, options, answers, result):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.log"
        began = header(options=options, lists=(ListText(file=file, text=text),))
        log = LogWriter(path, began)
        for number, (kind, player, value) in enumerate(answers):
            log.answer(number, kind, player, value)
            log.event({"event": number, "kind": kind})
        if result is not None:
            log.end("f" * 32, result)
        log.close()
        found = read_log(path)
    assert found.header == began
    assert [(line.kind, line.player, line.value) for line in found.answers] == answers
    assert (found.end.result if found.end else None) == result
    assert not found.cut


def test_a_log_replays_to_the_same_state(tmp_path):
    played = write_game(tmp_path / "a.log")
    again = new_session()
    log = read_log(tmp_path / "a.log")
    replayed(again, log)
    verify(again, log)
    assert again.answers == played.answers
    assert log.end is not None
    assert log.end.result == {"winner": "A"}


def test_a_game_that_was_interrupted_goes_on_from_its_last_whole_answer(tmp_path):
    path = tmp_path / "a.log"
    played = write_game(path)
    text = path.read_text(encoding="utf-8")
    place = text.index('{"answer":5')
    path.write_text(text[: place + 20], encoding="utf-8")
    log = read_log(path)
    assert log.cut
    assert len(log.answers) == 5
    session = new_session()
    replayed(session, log)
    verify(session, log)
    assert session.answers == played.answers[:5]
    assert not session.over


# -- damage ----------------------------------------------------------------------------------------


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def edit(number: int, change: Callable[[dict[str, Any]], Any]) -> Callable[[list[str]], None]:
    def apply(lines: list[str]) -> None:
        data = json.loads(lines[number])
        change(data)
        lines[number] = json.dumps(data)

    return apply


DAMAGE: dict[str, tuple[Callable[[list[str]], Any], int, str]] = {
    "empty": (lambda lines: lines.clear(), 1, "the log is empty"),
    "prose": (lambda lines: lines.__setitem__(0, "Dear diary"), 1, "is not a log"),
    "another format": (edit(0, lambda d: d.update(tercio=2)), 1, "is a log of format 2"),
    "something else": (lambda lines: lines.__setitem__(0, "[1]"), 1, "does not say `tercio`"),
    "no seed": (edit(0, lambda d: d.pop("seed")), 1, "seed: Field required"),
    "seed in words": (edit(0, lambda d: d.update(seed="seven")), 1, "seed: "),
    "unknown field": (edit(0, lambda d: d.update(mood="good")), 1, "mood: "),
    "torn line": (lambda lines: lines.__setitem__(3, lines[3][:9]), 4, "is not a line of a log"),
    "binary line": (lambda lines: lines.__setitem__(3, "\x00\x01"), 4, "is not a line of a log"),
    "bottomless line": (lambda lines: lines.__setitem__(3, "[" * 200_000), 4, "is not a line of a log"),
    "a huge number": (lambda lines: lines.__setitem__(3, "9" * 9000), 4, "is not a line of a log"),
    "not an object": (lambda lines: lines.__setitem__(3, "3"), 4, "an object is needed"),
    "blank line": (lambda lines: lines.insert(2, ""), 3, "is not a line of a log"),
    "missing answer": (lambda lines: lines.pop(1), 7, "answer 1 stands where answer 0 should"),
    "repeated answer": (lambda lines: lines.insert(1, lines[1]), 3, "answer 0 stands where answer 1 should"),
    "no player": (edit(1, lambda d: d.pop("player")), 2, "player: Field required"),
    "odd answer": (edit(1, lambda d: d.update(answer="one")), 2, "answer: "),
    "no hash": (
        lambda lines: edit(len(lines) - 2, lambda d: d.pop("state_hash"))(lines),
        -1,
        "state_hash: Field required",
    ),
    "goes on behind the end": (lambda lines: lines.insert(len(lines) - 1, lines[1]), -1, "behind the end"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_one_error_that_names_file_and_line(name, tmp_path):
    apply, number, message = DAMAGE[name]
    path = tmp_path / "a.log"
    write_game(path)
    lines = lines_of(path)
    apply(lines)
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RulesError, match=message) as caught:
        read_log(path)
    (fault,) = caught.value.diagnostics
    assert fault.span is not None
    assert fault.span.file == str(path)
    assert fault.span.line == (number if number > 0 else len(lines) - 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "whole.log"
    write_game(path)
    return path.read_bytes()


@given(data=st.data())
def test_whatever_befalls_a_log_it_is_read_or_refused_and_nothing_else(whole, data):
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(start + 40, len(whole))))
    damaged = whole[:start] + data.draw(st.binary(max_size=6)) + whole[end:]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.log"
        path.write_bytes(damaged)
        with suppress(RulesError):
            log = read_log(path)
            session = new_session()
            replayed(session, log)
            verify(session, log)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: None, "cannot be read"),
        (lambda p: p.mkdir(), "cannot be read"),
        (lambda p: p.write_bytes(b"\xff\xfe"), "is not UTF-8"),
    ],
)
def test_a_file_that_is_missing_or_no_text_is_an_error_with_its_name(make, message, tmp_path):
    make(tmp_path / "a.log")
    with pytest.raises(RulesError, match=f"a.log: .*{message}"):
        read_log(tmp_path / "a.log")


def test_a_changed_answer_is_found_by_the_hash(tmp_path):
    path = tmp_path / "a.log"
    write_game(path)
    log = read_log(path)
    turned = [
        line.model_copy(update={"value": "dash" if line.value == "stay" else "stay"}) for line in log.answers
    ]
    session = new_session()
    replayed(session, log.model_copy(update={"answers": tuple(turned)}))
    with pytest.raises(RulesError, match="the replayed game differs"):
        verify(session, log)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": "fly"}, "answer 2 .* is refused"),
        ({"kind": "cast"}, "the log answers cast of B, the game asks dash of B"),
        ({"player": "A"}, "asks dash of B"),
    ],
)
def test_an_answer_that_does_not_fit_is_named(change, message, tmp_path):
    path = tmp_path / "a.log"
    write_game(path)
    log = read_log(path)
    answers = list(log.answers)
    answers[2] = answers[2].model_copy(update=change)
    with pytest.raises(RulesError, match=message):
        replayed(new_session(), log.model_copy(update={"answers": tuple(answers)}))


def test_answers_after_the_end_and_an_end_before_it_are_named(tmp_path):
    path = tmp_path / "a.log"
    write_game(path)
    log = read_log(path)
    more = log.answers[-1].model_copy(update={"answer": len(log.answers)})
    with pytest.raises(RulesError, match="comes after the end of the game"):
        replayed(new_session(), log.model_copy(update={"answers": (*log.answers, more)}))
    with pytest.raises(RulesError, match="the replayed game is not over"):
        verify(new_session(), log)


# -- writing ---------------------------------------------------------------------------------------


def test_a_log_takes_the_place_of_a_log_and_of_nothing_else(tmp_path):
    path, army = tmp_path / "a.log", tmp_path / "army.txt"
    path.touch()
    for _ in range(2):
        LogWriter(path, header()).close()
    assert read_log(path).header == header()
    army.write_text("10 Pikes")
    with pytest.raises(RulesError, match=r"army\.txt: cannot be written: it holds something else than a log"):
        LogWriter(army, header())
    assert army.read_text() == "10 Pikes"


@pytest.mark.skipif(os.name == "nt", reason="files are held by POSIX locks")
def test_two_battles_cannot_write_one_log(tmp_path):
    path = tmp_path / "a.log"
    log = LogWriter(path, header())
    with pytest.raises(RulesError, match="another battle is being logged there"):
        LogWriter(path, header(seed=8))
    log.answer(0, "dash", "A", "stay")
    log.end("0" * 32, {})
    assert read_log(path).header.seed == 7
    LogWriter(path, header(seed=8)).close()
    assert read_log(path).header.seed == 8


def test_a_log_that_was_taken_away_during_the_battle_is_told(tmp_path):
    path = tmp_path / "a.log"
    log = LogWriter(path, header())
    path.unlink()
    with pytest.raises(RulesError, match="was moved or replaced during the battle"):
        log.end("0" * 32, {})


def test_every_line_is_on_disk_before_the_next_question(tmp_path):
    path = tmp_path / "a.log"
    log = LogWriter(path, header())
    log.answer(0, "dash", "A", "stay")
    assert [line.value for line in read_log(path).answers] == ["stay"]
    log.close()


# -- differences -----------------------------------------------------------------------------------


def test_the_same_packs_and_rules_are_no_difference():
    assert differences(header(), "0.2", [PACK], "r" * 32) == []


@pytest.mark.parametrize(
    ("packs", "ruleset", "expected"),
    [
        ([], "r" * 32, "pack toy 1 is missing here"),
        (
            [PACK, PackStamp(name="more", version="2", digest="d")],
            "r" * 32,
            "pack more 2 was not in the log's game",
        ),
        (
            [PackStamp(name="toy", version="2", digest="0123456789")],
            "r" * 32,
            "pack toy: 1 (abcdef01) then, 2 (01234567) here",
        ),
        ([PACK], "s" * 32, "the rules as read differ: rrrrrrrr then (Tercio 0.1), ssssssss here (0.2)"),
    ],
)
def test_each_difference_is_told_in_words(packs, ruleset, expected):
    assert differences(header(), "0.2", packs, ruleset) == [expected]
