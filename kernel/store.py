"""The boundary to files: what a log and a save look like, checked on reading, written atomically.

A game is saved as how it began and what was answered since: seed + answers + ruleset = the same game again.
A log has the same header, then one line for each answer (and each event where asked for), and a last line
with the result; a save is a log that ends early. Nothing that a file says is trusted: every fault is a
RulesError that names file and line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from .errors import Diagnostic, RulesError
from .files import hold, put, read_bytes, stands, writing
from .source import Span

FORMAT = 1
_BEGINNING = '{"tercio":'
_MAX_BYTES = 64_000_000
M = TypeVar("M", bound=BaseModel)


class PackStamp(BaseModel):
    """A pack as it was when the game was played."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    version: str
    digest: str


class ListText(BaseModel):
    """An army list as it was given."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str
    text: str


class Header(BaseModel):
    """How a game began."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    tercio: StrictInt = FORMAT
    version: str
    system: str
    seed: StrictInt
    packs: tuple[PackStamp, ...]
    ruleset: str
    lists: tuple[ListText, ...]
    agents: tuple[str, ...] = ()
    options: dict[str, Any] = Field(default_factory=dict)
    pack_paths: tuple[str, ...] = ()


class AnswerLine(BaseModel):
    """One answer: its number, what was asked, who answered what."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    answer: StrictInt
    kind: str
    player: str
    value: Any = None


class EndLine(BaseModel):
    """How a game ended: the hash of its last state and the result."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    end: Literal[True] = True
    state_hash: str
    result: dict[str, Any] = Field(default_factory=dict)


class Log(BaseModel):
    """A whole log as read: `complete` if the game had ended; `cut` if the last line was broken off and left
    out.
    """

    header: Header
    answers: tuple[AnswerLine, ...] = ()
    end: EndLine | None = None
    cut: bool = False


class LogWriter:
    """Writes a log line by line, each whole and flushed, so that an interrupted game can be replayed up to
    its last answer.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        _free(path)
        self._file = put(path, header.model_dump_json() + "\n")

    def answer(self, number: int, kind: str, player: str, value: Any) -> None:
        """Write one answer."""
        self._line({"answer": number, "kind": kind, "player": player, "value": value})

    def event(self, plain: dict[str, Any]) -> None:
        """Write one event (plain data that holds the key `event`)."""
        self._line(plain)

    def end(self, state_hash: str, result: dict[str, Any]) -> None:
        """Write the last line and close. Raises RulesError if the file was taken away meanwhile."""
        self._line({"end": True, "state_hash": state_hash, "result": result})
        here = stands(self._file, self.path)
        self.close()
        if not here:
            hint = "the same seed plays the same battle: play it again into another file"
            raise RulesError(Diagnostic(f"{self.path}: was moved or replaced during the battle", hint=hint))

    def close(self) -> None:
        """Close the file; what was written stays."""
        with writing(self.path):
            self._file.close()

    def _line(self, data: dict[str, Any]) -> None:
        line = json.dumps(data, separators=(",", ":"), default=str) + "\n"
        with writing(self.path):
            self._file.write(line)
            self._file.flush()


def _free(path: Path) -> None:
    """Raise RulesError if a file holds anything but a log, or a log that is being written."""
    with writing(path):
        if not path.is_file():
            return
        with path.open(encoding="utf-8", errors="replace") as file:
            log = file.read(len(_BEGINNING)) in ("", _BEGINNING)
            free = hold(file)
    if not log:
        hint = "name a file that is not there yet, or an old log"
        raise RulesError(
            Diagnostic(f"{path}: cannot be written: it holds something else than a log", hint=hint)
        )
    if not free:
        message = f"{path}: cannot be written: another battle is being logged there"
        raise RulesError(Diagnostic(message, hint="name another file"))


def read_log(path: Path) -> Log:
    """Return a log or save. A last line that is broken off is left out (`cut`); any other fault is one
    RulesError with its line.
    """
    lines = _lines(path)
    if not lines:
        raise RulesError(Diagnostic("the log is empty", Span(str(path), 1)))
    header = _header(path, lines[0])
    answers: list[AnswerLine] = []
    end: EndLine | None = None
    cut = False
    for number, line in enumerate(lines[1:], 2):
        last = number == len(lines)
        if end is not None:
            raise RulesError(Diagnostic("a line stands behind the end of the game", Span(str(path), number)))
        data = _json(path, number, line, last)
        if data is None:
            cut = True
        elif "event" not in data:
            one = _entry(path, number, data, len(answers))
            if isinstance(one, EndLine):
                end = one
            else:
                answers.append(one)
    return Log(header=header, answers=tuple(answers), end=end, cut=cut)


def _lines(path: Path) -> list[str]:
    try:
        # Not `splitlines`: an army list may hold other separators of lines, which JSON does not escape.
        lines = read_bytes(path, _MAX_BYTES).decode("utf-8").replace("\r\n", "\n").split("\n")
        return lines if lines[-1] else lines[:-1]
    except UnicodeDecodeError as error:
        raise RulesError(f"{path}: is not a log: byte {error.start} is not UTF-8 text") from error


def _header(path: Path, line: str) -> Header:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RulesError(Diagnostic(f"is not a log: {error}", Span(str(path), 1))) from error
    if not isinstance(data, dict) or "tercio" not in data:
        raise RulesError(
            Diagnostic("is not a log of a game: its first line does not say `tercio`", Span(str(path), 1))
        )
    if data["tercio"] is True or data["tercio"] != FORMAT:
        message = f"is a log of format {data['tercio']!r}; this version reads format {FORMAT}"
        raise RulesError(Diagnostic(message, Span(str(path), 1)))
    return _checked(Header, path, 1, data)


def _json(path: Path, number: int, line: str, last: bool) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        if last:
            return None
        raise RulesError(Diagnostic(f"is not a line of a log: {error}", Span(str(path), number))) from error
    if not isinstance(data, dict):
        raise RulesError(Diagnostic("is not a line of a log: an object is needed", Span(str(path), number)))
    return data


def _entry(path: Path, number: int, data: dict[str, Any], expected: int) -> AnswerLine | EndLine:
    if "end" in data:
        return _checked(EndLine, path, number, data)
    answer = _checked(AnswerLine, path, number, data)
    if answer.answer != expected:
        message = (
            f"answer {answer.answer} stands where answer {expected} should: lines are missing or out of order"
        )
        raise RulesError(Diagnostic(message, Span(str(path), number)))
    return answer


def _checked(model: type[M], path: Path, number: int, data: dict[str, Any]) -> M:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = [
            Diagnostic(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}", Span(str(path), number))
            for fault in error.errors()
        ]
        raise RulesError(faults) from error


def differences(header: Header, version: str, packs: Iterable[PackStamp], ruleset: str) -> list[str]:
    """Return how the rules at hand differ from those a log was played with; empty if they are the same."""
    found: list[str] = []
    now = {pack.name: pack for pack in packs}
    then = {pack.name: pack for pack in header.packs}
    for name in sorted(now.keys() | then.keys()):
        mine, its = now.get(name), then.get(name)
        if mine is None:
            found.append(f"pack {name} {its.version if its else ''} is missing here")
        elif its is None:
            found.append(f"pack {name} {mine.version} was not in the log's game")
        elif mine.digest != its.digest:
            found.append(
                f"pack {name}: {its.version} ({its.digest[:8]}) then, {mine.version} ({mine.digest[:8]}) here"
            )
    if not found and header.ruleset != ruleset:
        read = f"{header.ruleset[:8]} then (Tercio {header.version}), {ruleset[:8]} here ({version})"
        found.append(f"the rules as read differ: {read}")
    return found
