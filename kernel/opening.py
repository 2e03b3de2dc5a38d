"""How a battle opens: its players and the core rules, before armies, table and the first step.

Core rules are those of the battle (`rule "Long Range" of battle`), of every unit and of who plays an army.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Final

from .decl.expr import RuleRef
from .decl.things import Rule, SequenceDecl
from .dice import DiceSource
from .engagement import Engagement
from .errors import Diagnostic, RulesError, did_you_mean
from .ruleset import Ruleset, hold
from .scheduler import Schedule
from .sequence import clock_for
from .state import Game, Player, Thing, touch

PLAYERS: Final = ("A", "B")
"""The players of a battle; each brings one list, in this order."""


def bare_battle(ruleset: Ruleset, dice: DiceSource) -> Game:
    """Return a battle of two players without armies and table; the first player is active."""
    g = Game(
        ruleset=ruleset,
        dice=dice,
        clock=clock_for(ruleset.of_kind(SequenceDecl), "battle", PLAYERS, ruleset.constant),
        schedule=Schedule(),
        engagement=Engagement(),
    )
    for name in PLAYERS:
        player = Player(g.new_id(), name, name)
        g.players[name] = g.things[player.id] = player
    g.active = PLAYERS[0]
    hold_from_start(g, g.battle, "battle")
    return g


def hold_from_start(g: Game, thing: Thing, of: str, source: str = "core rules") -> None:
    """Let a thing hold the rules that are declared `of` its like: the battle, every unit, who plays an army
    (by its name).
    """
    for rule in g.ruleset.of_kind(Rule).values():
        if rule.of == of:
            hold(g, thing, RuleRef(rule.name), source)


def enlist(g: Game, player: Player, army: str) -> None:
    """Let a player play an army, whose rules the player then holds; who plays one already goes on so."""
    if not player.army:
        player.army = army
        hold_from_start(g, player, army, army)
        touch(g, player)


def check_options(options: Iterable[str], known: Iterable[str]) -> None:
    """Raise RulesError for each option of a battle that is not known."""
    names = tuple(known)
    unknown = [name for name in options if name not in names]
    if unknown:
        raise RulesError(
            Diagnostic(f'a battle has no option "{name}"', hint=did_you_mean(name, names)) for name in unknown
        )


def check_lists(lists: Sized) -> None:
    """Raise RulesError unless there is a list for each player."""
    if len(lists) != len(PLAYERS):
        raise RulesError(f"a battle needs {len(PLAYERS)} army lists, there are {len(lists)}")


def check_players(names: Iterable[str]) -> None:
    """Raise RulesError for a player that no battle has."""
    for name in names:
        if name not in PLAYERS:
            raise RulesError(f"the players are {' and '.join(PLAYERS)}, there is no {name}")
