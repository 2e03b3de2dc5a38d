"""Small battles of games that are wholly text: some units of the armies that their packs bring, on the whole
table, and the laws that ranked units keep in all of them.

`BANDS` names who fights; `begin_of(system)` begins battles by name. A band is no legal list, so it is made
from the bought entries of one and mustered without the checks of a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from tercio.dsl.desk import Desk
from tercio.kernel.dice import SeededDice
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.session import Session
from tercio.plugins.regiments.battle import new_battle
from tercio.plugins.regiments.steps import STEPS

from . import drilled, laws, ranked
from .battles import Battles

Band = tuple[str, tuple[str, ...]]
"""An army and the entries of its list that fight, who joins a unit behind it."""

BANDS: dict[str, dict[str, tuple[Band, Band]]] = {
    "sovl": {
        "swords": (
            ("Ashen Clans", ("Clan Warriors", "War Chief", "Tusk Riders", "Whelp Mob")),
            ("Tarn Holds", ("Deep Wardens", "Foreman", "Goat Riders")),
        ),
        "spells": (
            ("Ashen Clans", ("Brutes", "Ash Speaker", "Mire Trolls")),
            ("Tarn Holds", ("Hold Warriors", "Rune Keeper", "Hold Crossbows")),
        ),
        "engines": (
            ("Ashen Clans", ("Stone Hurler", "Whelp Archers", "Hill Giant")),
            ("Tarn Holds", ("Iron Wagon", "Bolt Engine", "Hold Handguns")),
        ),
    },
    "wap": {
        "swords": (
            ("Cairn Host", ("Cairn Warriors", "Oath Stone Bearer", "Barrow Axes", "Cairn Hounds")),
            ("Marsh Banners", ("Dyke Spears", "Reed Marshal", "Ford Riders")),
        ),
        "shots": (
            ("Cairn Host", ("Boulder Sling", "Scree Throwers", "Tor Ogres")),
            ("Marsh Banners", ("Causeway Bolt Thrower", "Fen Bows", "Toll Wagon")),
        ),
    },
}
"""For each system its battles, for each battle the two bands."""


MOVES = {"sovl": 1.0, "wap": 2.0}
"""How many times its Move a unit goes in a phase at most, by system: one that marches goes twice as far."""


def begin(name: str, seed: int, *, checkpoints: bool = False, system: str = "sovl") -> Session:
    """Return a battle of two bands at its first decision, events recorded."""
    bands = BANDS[system][name]
    armies = tuple(army for army, _ in bands)
    rosters = [_band(roster, names) for roster, (_, names) in zip(lists(system, armies), bands, strict=True)]
    game = new_battle(rules(system, armies), rosters, {}, SeededDice(seed))
    return Session(game, STEPS, checkpoints=checkpoints)


@cache
def rules(system: str, armies: tuple[str, ...]) -> Ruleset:
    """Return the rules of two armies."""
    return _desk().rules(system, [(army, _desk().list_text(system, army)) for army in armies])


@cache
def lists(system: str, armies: tuple[str, ...]) -> Sequence[Roster]:
    """Return the lists that two armies bring."""
    game, ruleset = _desk().host.system(system), rules(system, armies)
    return [game.read_list(ruleset, _desk().list_text(system, army), army) for army in armies]


@cache
def _desk() -> Desk:
    return Desk()


def _band(roster: Roster, names: tuple[str, ...]) -> Roster:
    by_name = {entry.name: entry for entry in roster.entries}
    return replace(roster, total=None, entries=tuple(by_name[name] for name in names))


def battles_of(system: str) -> Battles:
    """Return the battles of a system with the laws they keep."""
    return Battles(
        system=system,
        names=tuple(BANDS[system]),
        begin=partial(begin, system=system),
        at_any_time=(*laws.ALWAYS, *drilled.ALWAYS),
        at_rest=(
            ranked.overlapping,
            ranked.false_contacts,
            laws.undestroyed,
            laws.endless_combats,
            *drilled.AT_REST,
        ),
        asked=(partial(drilled.overdrawn, times=MOVES[system]),),
        effects_in_each=False,
    )
