"""Words of campaigns: what is different in one of their battles, who is ahead, who attacks and who defends.

Sections are those of the battlepack's campaign.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.signatures import ClauseWord, Signature
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.state import Game
from tercio.kernel.vocabulary import Vocabulary

from .. import campaign, scoring
from ..battle import ATTACKER, DEFENDER
from .catalogue import PLAYERS, UNIT

WORDS = Vocabulary()
ROLES = (ATTACKER, DEFENDER)

SIGNATURES: tuple[Signature, ...] = (
    May("choose-role", PLAYERS, "`player` says who attacks and who defends, without a roll-off."),
    May("choose-territory", PLAYERS, "`player` chooses a territory in the place of the defender."),
    May("deploy-near-enemies", UNIT, "`unit` is deployed however near to enemy territory."),
    ClauseWord("campaign", "map", "The side of the realm battlefield.", names="map"),
    ClauseWord("campaign", "deployment", "The deployment map.", names="map"),
    ClauseWord("campaign", "relics", "The two starting relics.", names="terrain"),
    ClauseWord("campaign", "swap-relic", "If a twist places the first, the second comes.", names="terrain"),
    ClauseWord("campaign", "deploys-first", "Who sets up the whole army first.", words=ROLES),
    ClauseWord("campaign", "gives-first-turn", "Who chooses who takes the very first turn.", words=ROLES),
)  # fmt: skip


@WORDS.relation("attacker", "{p:player} is the attacker")
def is_attacker(g: Game, p: Any) -> bool:
    """The attacker of this battle (Pre-battle Sequence)."""
    return p is not None and bool(g.memory.get(ATTACKER) == p.name)


@WORDS.relation("defender", "{p:player} is the defender")
def is_defender(g: Game, p: Any) -> bool:
    """The defender of this battle (Pre-battle Sequence)."""
    return p is not None and bool(g.memory.get(DEFENDER) == p.name)


@WORDS.term("total-victory-points", "total victory points of {p:player}")
def total_victory_points_of(g: Game, p: Any) -> int:
    """The victory points of a player in all battles of the campaign so far (Total Victory Points)."""
    return campaign.total(g, p.name, scoring.points_of(g, p.name)) if p is not None else 0
