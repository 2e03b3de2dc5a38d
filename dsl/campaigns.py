"""Playing campaigns: battle after battle, each with its own seed, log and replay.

    campaign = Desk().campaign(SYSTEM, "name-of-the-campaign", ["a.txt", "b.txt"], seed=1)
    result = campaign.play(["captain", "captain"])

What one battle hands on stands among the options of the next, so the log of each battle replays by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tercio.kernel.agents import Agent
from tercio.kernel.campaigns import Fixture, outcome
from tercio.kernel.decl import Campaign
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.naming import slug
from tercio.kernel.system import CarriesOn

from .loader import Pack, system_of

if TYPE_CHECKING:
    from .desk import Battle, Desk

DRAW = "draw"
Begin = Callable[[int, Mapping[str, Any]], "Battle"]
"""Begins a battle with a seed and options."""


@dataclass(slots=True)
class CampaignRun:
    """A campaign at a desk: what it says, its seed, and the battles that have been begun."""

    campaign: Campaign
    seed: int
    begin: Begin
    battles: list[Battle] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the last battle is over."""
        return len(self.battles) == len(self.campaign.battles) and self.battles[-1].session.over

    def name_of(self, number: int) -> str:
        """Return the name of a battle by its number from 1."""
        return self.campaign.battles[number - 1].name

    def next_battle(self) -> Battle | None:
        """Begin the next battle and return it, None if there is none. Raises RulesError while the one before
        it is not over.
        """
        if self.battles and not self.battles[-1].session.over:
            raise RulesError(f"{self.name_of(len(self.battles))} is not over yet")
        if len(self.battles) == len(self.campaign.battles):
            return None
        fixture = Fixture(self.campaign, len(self.battles) + 1, self.carried())
        self.battles.append(self.begin(self._seed(fixture.number), fixture.options()))
        return self.battles[-1]

    def _seed(self, number: int) -> int:
        """Return the seed of a battle: no two campaigns of as many battles share one."""
        return self.seed * len(self.campaign.battles) + number - 1

    def carried(self) -> dict[str, Any]:
        """Return what the battles so far hand on: plain data of the system."""
        if not self.battles:
            return {}
        battle = self.battles[-1]
        return battle.system.carried(battle.session.game) if isinstance(battle.system, CarriesOn) else {}

    def rest(self) -> Iterator[Battle]:
        """Yield the battles that are still to be played, each at its first decision: whoever asks plays it to
        its end.
        """
        while (battle := self.next_battle()) is not None:
            yield battle

    def play(self, agents: Sequence[str | Agent], folder: Path | None = None) -> dict[str, Any]:
        """Let an agent for each player play all battles to the end; returns the result. With `folder` each
        battle is logged there (`log_name`).
        """
        for battle in self.rest():
            battle.play(agents, folder / self.log_name(len(self.battles)) if folder is not None else None)
        return self.result()

    def log_name(self, number: int) -> str:
        """Return the name of the log of a battle by its number from 1: `2-the-bridge.jsonl`."""
        return f"{number}-{slug(self.name_of(number))}.jsonl"

    def result(self) -> dict[str, Any]:
        """Return who has won the campaign and how, what the battles came to, and the result of each: plain
        data. Raises RulesError before it is over.
        """
        if not self.over:
            raise RulesError(f"the campaign {self.campaign.name} is not over yet")
        how, who = outcome(self.battles[-1].session.game, self.campaign)
        told = [
            {"battle": self.name_of(number), **battle.result()}
            for number, battle in enumerate(self.battles, 1)
        ]
        return {
            "campaign": self.campaign.name,
            "winner": who or DRAW,
            "outcome": how or DRAW,
            **self.carried(),
            "battles": told,
            "seed": self.seed,
        }


# -- finding one -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """A campaign that a pack declares: of which system, by which pack, its name."""

    system: str
    pack: str
    name: str


def known(desk: Desk, over: Sequence[str | Path] = ()) -> list[Found]:
    """Return the campaigns of all packs that can be found. Raises RulesError with every fault of them."""
    packs = {pack.name: pack for pack in (*desk.packs(), *desk.loader.load(over))}
    return [
        Found(_system(desk, pack), pack.name, one.name)
        for pack in packs.values()
        for one in pack.declarations
        if isinstance(one, Campaign)
    ]


def _system(desk: Desk, pack: Pack) -> str:
    return pack.manifest.system or system_of(desk.loader.load(pack.manifest.needs))


def find(desk: Desk, name: str, system: str = "", over: Sequence[str | Path] = ()) -> Found:
    """Return a campaign by its name, as it is written or in lower case with hyphens. Raises RulesError with a
    did-you-mean if there is none, or if several systems have one of that name.
    """
    campaigns = [one for one in known(desk, over) if not system or one.system == system]
    found = [one for one in campaigns if slug(one.name) == slug(name)]
    systems = list(dict.fromkeys(one.system for one in found))
    if not found:
        names = [one.name for one in campaigns]
        hint = did_you_mean(name, names) or f"known: {', '.join(names) or 'none'}"
        raise RulesError(Diagnostic(f'no campaign "{name}"{_in(system)}', hint=hint))
    if len(systems) > 1:
        message = f'"{name}" is a campaign of {" and of ".join(systems)}'
        raise RulesError(Diagnostic(message, hint=f"say which: --system {systems[0]}"))
    return found[0]


def _in(system: str) -> str:
    return f" in the rules of {system}" if system else ""


def campaign_at(
    desk: Desk,
    system: str,
    name: str,
    lists: Sequence[Path | str],
    *,
    seed: int,
    over: Sequence[str | Path] = (),
) -> CampaignRun:
    """Return a campaign between army lists before its first battle (`Desk.campaign`)."""
    found = find(desk, name, system, over)
    texts = [(str(path), desk.list_text(system, path)) for path in lists]
    if found.name not in desk.rules(system, texts, over).of_kind(Campaign):
        over = (*over, found.pack)
    campaign = desk.rules(system, texts, over).get(Campaign, found.name)

    def begin(number: int, options: Mapping[str, Any]) -> Battle:
        return desk.begin(system, lists, seed=number, over=over, options=options, record=True)

    return CampaignRun(campaign, seed, begin)
