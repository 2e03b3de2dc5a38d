"""Campaigns: battles that are played one after the other, and who has won in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..source import NOWHERE, Span
from .clauses import Clause
from .expr import Condition, Expr
from .things import Declaration

Words = tuple[tuple[str, tuple[Expr, ...]], ...]
"""Words that the system's procedures read, each with its arguments."""


@dataclass(frozen=True, slots=True)
class CampaignBattle:
    """A battle of a campaign: what is different in it, in words of the system and clauses that hold in it."""

    name: str
    words: Words = ()
    clauses: tuple[Clause, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class CampaignOutcome:
    """How a campaign may end: the name of a player's victory, and when `player` has won it."""

    name: str
    guard: Condition | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign(Declaration):
    """Battles in order, each with what is different in it; `words` and `clauses` hold in all of them. The
    first of the outcomes that one player alone has reached when the last battle is over is how it ends.
    """

    kind: ClassVar[str] = "campaign"
    words: Words = ()
    clauses: tuple[Clause, ...] = ()
    battles: tuple[CampaignBattle, ...] = ()
    outcomes: tuple[CampaignOutcome, ...] = ()
