"""Skirmishes: battles of a few units of the demo lists on a small table, and what can be said of any state.

`SKIRMISHES` names who fights; `begin(name, seed)` is a session at its first decision. A skirmish is no
legal list, so it is made from the bought entries of one and mustered without the checks of a list.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tercio.kernel.dice import SeededDice
from tercio.kernel.roster import Roster
from tercio.kernel.session import Session
from tercio.plugins.t9a.battle import new_battle
from tercio.plugins.t9a.steps import STEPS
from tests.plugins.t9a.armies import rosters, rules

from . import laws, ranked
from .battles import Battles

SIZE = 1000
"""Points that decide the table and the Flux Cards."""

SKIRMISHES = {
    "swords": (
        ("Imperial Guard", "Knightly Orders", "Prelate"),
        ("Queen's Guard", "Erlein Reavers", "Commander 3"),
    ),
    "spells": (("Battlefield Wizard", "State Detachment", "Arcane Engine"), ("Mage", "Citizen Spears")),
    "shots": (("State Marksmen", "Blackpowder Artillery", "Marshal 3"), ("Citizen Archers", "Sky Sloop")),
    "monsters": (("Steam Tank", "Marshal", "Imperial Detachment"), ("Phoenix", "Commander", "Commander 2")),
}
"""For each skirmish the entries of either side; a number tells the n-th entry of a name apart."""


def begin(name: str, seed: int, *, checkpoints: bool = False) -> Session:
    """Return a skirmish at its first decision, events recorded."""
    game = new_battle(rules(), armies(name), {}, SeededDice(seed))
    return Session(game, STEPS, checkpoints=checkpoints)


@cache
def armies(name: str) -> tuple[Roster, ...]:
    """Return the two sides of a skirmish."""
    pairs = zip(rosters(), SKIRMISHES[name], strict=True)
    return tuple(
        replace(roster, size=SIZE, total=None, entries=tuple(_entry(roster, entry) for entry in entries))
        for roster, entries in pairs
    )


def _entry(roster: Roster, wanted: str):
    name, _, number = wanted.rpartition(" ")
    if not number.isdigit():
        name, number = wanted, "1"
    return [entry for entry in roster.entries if entry.name == name][int(number) - 1]


BATTLES = Battles(
    system="t9a",
    names=tuple(SKIRMISHES),
    begin=begin,
    at_any_time=laws.ALWAYS,
    at_rest=(ranked.overlapping, ranked.false_contacts, laws.undestroyed, laws.endless_combats),
)
