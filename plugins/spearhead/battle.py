"""A new battle: players, their armies and the core rules, before the first step of the sequence.

Options (all may be left out): `map`, the side of the realm battlefield, and `deployment`, the deployment map,
both by name and else picked by the defender; `events`, whether to record what happens; and those of a battle
of a campaign (`kernel/campaigns.py`).

What is decided as the battle goes on is plain data in the game's memory: `set-up` (`battlefield`,
`deployment`), `attacker`, `defender`, `first` (who takes the first turn of this round), `underdog` (a name or
""), `twist` (the card of this round or "").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.campaigns import OPTIONS
from tercio.kernel.dice import DiceSource
from tercio.kernel.opening import PLAYERS, bare_battle, check_lists, check_options
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, touch

from . import campaign
from .battlefield import check_battlefield
from .muster import muster_army

SET_UP, ATTACKER, DEFENDER = "set-up", "attacker", "defender"
FIRST, UNDERDOG, TWIST = "first", "underdog", "twist"
VICTORY_POINTS = "victory-points"
HAND = "hand"
_OPTIONS = ("map", "deployment", "events", *OPTIONS)


def new_battle(
    ruleset: Ruleset, lists: Sequence[Roster], options: Mapping[str, Any], dice: DiceSource
) -> Game:
    """Return a battle of two armies before its first step; the first list is player A's.

    Raises RulesError for options that cannot be, and for lists that are not two.
    """
    check_options(options, _OPTIONS)
    check_lists(lists)
    g = empty_battle(ruleset, dice)
    g.events = [] if options.get("events", True) else None
    for name, roster in zip(PLAYERS, lists, strict=True):
        muster_army(g, roster, g.players[name])
    campaign.enter(g, options)
    g.memory[SET_UP] = _chosen(g, options)
    touch(g)
    return g


def empty_battle(ruleset: Ruleset, dice: DiceSource) -> Game:
    """Return a battle of two players without armies and battlefield: the core rules alone hold."""
    g = bare_battle(ruleset, dice)
    for player in g.players.values():
        player.memory.update({VICTORY_POINTS: 0, HAND: []})
    g.width = float(ruleset.constant("table-width"))
    g.depth = float(ruleset.constant("table-depth"))
    g.memory.update({SET_UP: {}, FIRST: "", UNDERDOG: "", TWIST: ""})
    return g


def _chosen(g: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what options settle before the battle begins. Raises RulesError for names of no map."""
    asked = {what: options.get(what) or campaign.first_said(g, what) for what in ("map", "deployment")}
    chosen = {what: str(name) for what, name in asked.items() if name}
    check_battlefield(g, chosen)
    return chosen
