"""Scenarios: tests that pack authors write beside their rules.

A scenario sets things on a table, gives marks and scripted dice and answers, does something, and expects
values, ledgers, events, refusals or odds. What each line may say is the concern of the runner of the system;
here they are data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..source import NOWHERE, Span
from .things import Declaration


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """One line: its keyword (battlefield, unit, terrain, given, dice, answer, do), its words and literals,
    and lines below it.
    """

    keyword: str
    items: tuple[object, ...]
    below: tuple[ScenarioLine, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Expectation:
    """`expect SUBJECT is VALUE`, with the ledger steps that `because` names (rule, signed amount)."""

    items: tuple[object, ...]
    because: tuple[tuple[str, int], ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Declaration):
    """A named test, in order."""

    kind: ClassVar[str] = "scenario"
    lines: tuple[ScenarioLine | Expectation, ...] = ()
