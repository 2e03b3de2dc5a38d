"""A battle of a campaign: what the campaign says of it, and the victory points of the battles before it.

`g.memory["campaign"]` holds the options with which such a battle begins (`kernel/campaigns.py`); what is
carried on is `total_victory_points`, by player. A battle of its own has none of it. Source: battlepack,
Hidden in the Ashes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tercio.kernel.campaigns import CAMPAIGN, Fixture, fixture_of
from tercio.kernel.context import Context
from tercio.kernel.errors import RulesError
from tercio.kernel.permissions import may
from tercio.kernel.state import Game

TOTAL = "total_victory_points"


def enter(g: Game, options: Mapping[str, Any]) -> None:
    """Let a battle be the one of a campaign that its options name, if they name one: its clauses hold.

    Raises RulesError for options that cannot be.
    """
    fixture = fixture_of(g.ruleset, options)
    if fixture is None:
        return
    _check(g, fixture)
    g.memory[CAMPAIGN] = fixture.options()
    fixture.hold(g)


def _check(g: Game, fixture: Fixture) -> None:
    points = fixture.carried.get(TOTAL, {})
    others = [name for name in fixture.carried if name != TOTAL]
    if others or not isinstance(points, dict) or not set(points) <= set(g.players):
        raise RulesError(f"what is carried on is {dict(fixture.carried)!r}: {TOTAL} by player are needed")
    if not all(type(number) is int and number >= 0 for number in points.values()):
        raise RulesError(f"{TOTAL} are {points!r}: whole numbers are needed")


def _fixture(g: Game) -> Fixture | None:
    return fixture_of(g.ruleset, g.memory.get(CAMPAIGN, {}))


def is_campaign(g: Game) -> bool:
    """Whether a battle is one of a campaign."""
    return CAMPAIGN in g.memory


def said(g: Game, word: str) -> list[tuple[str, ...]]:
    """Return what stands behind a word of the campaign each time that it is said of this battle; [] where it
    is not, or in a battle of its own.
    """
    fixture = _fixture(g)
    return fixture.told(g.ruleset, word) if fixture is not None else []


def first_said(g: Game, word: str, otherwise: str = "") -> str:
    """Return the first thing behind a word of the campaign."""
    return next((row[0] for row in said(g, word) if row), otherwise)


def relic_for(g: Game, relic: str) -> str:
    """Return the relic that is placed where a twist has one placed, both by name."""
    return next((row[1] for row in said(g, "swap-relic") if row[:1] == (relic,)), relic)


def choosing(g: Game, permission: str) -> str:
    """Return the player who alone has a choice by the rules of the campaign, "" if nobody has."""
    allowed = [
        name
        for name, player in g.players.items()
        if may(g, permission, Context(player=player, opponent=g.players[g.opponent(name)]), default=False)
    ]
    return allowed[0] if len(allowed) == 1 else ""


def total(g: Game, player: str, points: int) -> int:
    """Return a player's victory points of the battles before this one and so many of this one."""
    fixture = _fixture(g)
    return points + (int(fixture.carried.get(TOTAL, {}).get(player, 0)) if fixture is not None else 0)


def totals(g: Game, points: Mapping[str, int]) -> dict[str, Any]:
    """Return `total_victory_points` by player, with the points of this battle; {} in a battle of its own."""
    return {TOTAL: {name: total(g, name, has) for name, has in points.items()}} if is_campaign(g) else {}
