"""Campaigns at play: what is different in one of their battles, and who has won when the last one is over.

A battle of a campaign is a battle like any other. Its options say which it is and what the battles before it
hand on, so that it begins from these alone, and one log replays by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .context import Context
from .decl import Bundle, Campaign, CampaignBattle
from .errors import Diagnostic, RulesError, did_you_mean
from .ruleset import Ruleset, hold
from .state import Game

CAMPAIGN, BATTLE, CARRIED = "campaign", "battle", "carried"
OPTIONS = (CAMPAIGN, BATTLE, CARRIED)
"""The options of such a battle: the name of the campaign, the number of the battle from 1, and the plain data
that the battle before it hands on.
"""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One battle of a campaign: its number from 1, and what the battles before it hand on."""

    campaign: Campaign
    number: int
    carried: Mapping[str, Any]

    @property
    def battle(self) -> CampaignBattle:
        """What the campaign says of this battle."""
        return self.campaign.battles[self.number - 1]

    def options(self) -> dict[str, Any]:
        """Return the options with which this battle begins."""
        return {CAMPAIGN: self.campaign.name, BATTLE: self.number, CARRIED: dict(self.carried)}

    def told(self, ruleset: Ruleset, word: str) -> list[tuple[Any, ...]]:
        """Return what stands behind a word, each time that it is said: of this battle, else of all."""
        for words in (self.battle.words, self.campaign.words):
            found = [arguments for said, arguments in words if said == word]
            if found:
                return [tuple(ruleset.function(one)(None, Context(), None) for one in row) for row in found]
        return []

    def hold(self, g: Game) -> None:
        """Let the clauses of the campaign and of this battle hold."""
        for part in (self.campaign, self.battle):
            if part.clauses:
                hold(g, g.battle, Bundle(part.clauses, part.name), part.name)


def fixture_of(ruleset: Ruleset, options: Mapping[str, Any]) -> Fixture | None:
    """Return which battle of a campaign begins, None for a battle of its own. Raises RulesError for options
    that name none.
    """
    name, number, carried = (options.get(one) for one in OPTIONS)
    if name is None:
        if number is not None or carried is not None:
            raise RulesError(f"the option {CAMPAIGN} is missing: which campaign is this a battle of?")
        return None
    known = ruleset.of_kind(Campaign)
    if not isinstance(name, str) or name not in known:
        hint = did_you_mean(str(name), known) or f"known: {', '.join(known) or 'none'}"
        raise RulesError(Diagnostic(f'no campaign "{name}" in these packs', hint=hint))
    last = len(known[name].battles)
    if type(number) is not int or not 1 <= number <= last:
        raise RulesError(f"{name} has no battle {number!r}: a number from 1 to {last} is needed")
    if not isinstance(carried, Mapping | None):
        raise RulesError(f"what is carried on is {carried!r}: names with values are needed")
    return Fixture(known[name], number, carried or {})


def outcome(g: Game, campaign: Campaign) -> tuple[str, str]:
    """Return how a campaign ends whose last battle is over: the name of the first outcome that one player
    alone has reached, and who; ("", "") if there is none.
    """
    for one in campaign.outcomes:
        holds = g.ruleset.function(one.guard) if one.guard is not None else None
        won = [
            name
            for name, player in g.players.items()
            if holds is None or holds(g, Context(player=player, opponent=_opponent(g, name)), None)
        ]
        if len(won) == 1:
            return one.name, won[0]
    return "", ""


def _opponent(g: Game, name: str) -> Any:
    return g.players[g.opponent(name)]
