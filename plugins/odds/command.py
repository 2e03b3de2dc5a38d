"""What `tercio odds` does with its words and options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.files import writing
from tercio.kernel.odds.duel import Casting, Meeting

from .asked import casting, charge, roll, versus
from .report import Report

if TYPE_CHECKING:
    from tercio.kernel.commands import Terminal

_VERSUS = re.compile(r"vs\.?|versus", re.IGNORECASE)
_INCHES = re.compile(r"(\d+(?:\.\d+)?)\s*(?:\"|''|”|″|in)?")
_TARGET = re.compile(r"(\d+)\s*\+?")
_HINT = (
    'write: odds "24 Pikes" vs "10 Knights", odds charge 7" --speed 5, odds cast 8+ --dice 3, odds roll 2D6'
)


def run(terminal: Terminal, words: Sequence[str], **options: Any) -> None:
    """Tell the odds that some words ask for. Raises RulesError for words that ask for none."""
    report = _report(terminal, [word for word in words if word], options)
    path: Path | None = options["svg"]
    if path is not None:
        with writing(path):
            path.write_text(report.svg(), encoding="utf-8")
    if options["json"]:
        terminal.json(report.plain())
    else:
        terminal.print(str(report))


def _report(terminal: Terminal, words: Sequence[str], options: dict[str, Any]) -> Report:
    laid = {"system": options["system"] or "", "over": options["over"]}
    match words:
        case ["roll", *rest] if rest:
            return roll(" ".join(rest))
        case ["charge", *rest] if rest:
            extra = int(options["maximised"]) - int(options["minimised"])
            distance = float(_number(_INCHES, rest, "a distance", '7"'))
            return charge(terminal.desk(options["pack"]), distance, options["speed"], extra=extra, **laid)
        case ["cast", *rest] if rest:
            return _cast(terminal, rest, options, laid)
    one, other = _sides(words)
    fighting = Meeting.CHARGE if options["charge"] else Meeting.FIGHT
    meeting = Meeting.SHOT if options["shoot"] else fighting
    desk = terminal.desk(options["pack"])
    return versus(desk, one, other, meeting=meeting, apart=options["apart"], **laid)


def _cast(terminal: Terminal, rest: Sequence[str], options: dict[str, Any], laid: dict[str, Any]) -> Report:
    needed = int(_number(_TARGET, rest, "a value to reach", "8+"))
    if not options["dice"]:
        raise RulesError(Diagnostic("with how many dice is it cast?", hint="write: --dice 3"))
    asked = Casting(needed, options["dice"], options["bound"], options["dispel"])
    return casting(terminal.desk(options["pack"]), asked, **laid)


def _number(pattern: re.Pattern[str], words: Sequence[str], what: str, sample: str) -> str:
    text = " ".join(words)
    found = pattern.fullmatch(text)
    if found is None:
        raise RulesError(Diagnostic(f'"{text}" is not {what}', hint=f"write: {sample}"))
    return found[1]


def _sides(words: Sequence[str]) -> tuple[str, str]:
    """Return the two units: what stands before and behind `vs`."""
    text = " ".join(words).split()
    places = [place for place, word in enumerate(text) if _VERSUS.fullmatch(word)]
    if len(places) != 1 or not 0 < places[0] < len(text) - 1:
        raise RulesError(Diagnostic("whose odds?", hint=_HINT))
    return " ".join(text[: places[0]]), " ".join(text[places[0] + 1 :])
