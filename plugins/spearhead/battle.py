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
from tercio.kernel.decl import Rule, RuleRef, SequenceDecl
from tercio.kernel.dice import DiceSource
from tercio.kernel.engagement import Engagement
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset, hold
from tercio.kernel.scheduler import Schedule
from tercio.kernel.sequence import clock_for
from tercio.kernel.state import Game, Player, touch

from . import campaign
from .muster import muster_army

PLAYERS = ("A", "B")
SET_UP, ATTACKER, DEFENDER = "set-up", "attacker", "defender"
FIRST, UNDERDOG, TWIST = "first", "underdog", "twist"
VICTORY_POINTS = "victory-points"
_OPTIONS = ("map", "deployment", "events", *OPTIONS)


def new_battle(
    ruleset: Ruleset, lists: Sequence[Roster], options: Mapping[str, Any], dice: DiceSource
) -> Game:
    """Return a battle of two armies before its first step; the first list is player A's.

    Raises RulesError for options that cannot be, and for lists that are not two.
    """
    for name in options:
        if name not in _OPTIONS:
            raise RulesError(
                Diagnostic(f'a battle has no option "{name}"', hint=did_you_mean(name, _OPTIONS))
            )
    if len(lists) != len(PLAYERS):
        raise RulesError(f"a battle needs {len(PLAYERS)} armies, there are {len(lists)}")
    g = bare_battle(ruleset, dice)
    g.events = [] if options.get("events", True) else None
    for name, roster in zip(PLAYERS, lists, strict=True):
        muster_army(g, roster, g.players[name])
    campaign.enter(g, options)
    g.memory[SET_UP] = _chosen(g, options)
    touch(g)
    return g


def bare_battle(ruleset: Ruleset, dice: DiceSource) -> Game:
    """Return a battle of two players without armies and battlefield: the core rules alone hold."""
    g = Game(
        ruleset=ruleset,
        dice=dice,
        clock=clock_for(ruleset.of_kind(SequenceDecl), "battle", PLAYERS, ruleset.constant),
        schedule=Schedule(),
        engagement=Engagement(),
    )
    for name in PLAYERS:
        player = Player(g.new_id(), name, name)
        player.memory[VICTORY_POINTS] = 0
        g.players[name] = g.things[player.id] = player
    g.active = PLAYERS[0]
    g.width = float(ruleset.constant("table-width"))
    g.depth = float(ruleset.constant("table-depth"))
    g.memory.update({SET_UP: {}, FIRST: "", UNDERDOG: "", TWIST: ""})
    for rule in ruleset.of_kind(Rule).values():
        if rule.of == "battle":
            hold(g, g.battle, RuleRef(rule.name), "core rules")
    return g


def _chosen(g: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what options settle before the battle begins. Raises RulesError for names of no map."""
    from .battlefield import check_battlefield

    asked = {what: options.get(what) or campaign.first_said(g, what) for what in ("map", "deployment")}
    chosen = {what: str(name) for what, name in asked.items() if name}
    check_battlefield(g, chosen)
    return chosen
