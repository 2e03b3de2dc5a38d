"""Patrols: battles of a few units of two armies on the whole battlefield, for all four rounds.

`PATROLS` names who fights; `begin(name, seed)` is a session at its first decision. A patrol is no legal army,
so the rules of its battle have the warscrolls of its units only.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tercio.dsl.desk import Desk
from tercio.kernel.decl import Declaration, UnitEntry
from tercio.kernel.dice import SeededDice
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.session import Session
from tercio.plugins.spearhead.battle import new_battle
from tercio.plugins.spearhead.steps import STEPS

from . import held, laws, loose
from .battles import Battles

PATROLS: dict[str, dict[str, tuple[str, ...]]] = {
    "rangers": {
        "Sentinels of Embergard": (
            "Jorvan Kreel, Heir of the Kraken",
            "Freeguild Gallants",
            "Freeguild Grenadiers",
        ),
        "Crixxit's Kill-Pack": ("Deathmaster Crixxit", "Gutter Runners", "Night Runners"),
    },
    "beasts": {
        "Gnawfeast Clawpack": ("Clawlord on Gnaw-beast", "Grey Seer", "Clanrats", "Rat Ogors"),
        "Swampskulka Gang": ("Killaboss on Great Gnashtoof", "Man-skewer Boltboyz", "Gutrippaz"),
    },
    "storm": {
        "Vigilant Brotherhood": (
            "Lord-Vigilant on Gryph-stalker",
            "Lord-Veritant",
            "Prosecutors",
            "Liberators",
        ),
        "Yndrasta's Spearhead": (
            "Yndrasta, the Celestial Spear",
            "Knight-Vexillor",
            "Annihilators",
            "Stormstrike Chariot",
        ),
    },
}
"""For each patrol the two armies, each with its units: one of each warscroll, but its general first."""


def begin(name: str, seed: int, *, checkpoints: bool = False) -> Session:
    """Return a patrol at its first decision, events recorded."""
    armies = tuple(Roster(army, 0) for army in PATROLS[name])
    return Session(new_battle(rules(name), armies, {}, SeededDice(seed)), STEPS, checkpoints=checkpoints)


@cache
def rules(name: str) -> Ruleset:
    """Return the rules of a patrol: its armies have none but the units named, one of each."""
    units = [unit for units in PATROLS[name].values() for unit in units]
    whole = Desk().rules("spearhead", [(army, army) for army in PATROLS[name]])
    kept = (one for one in whole.declarations if not isinstance(one, UnitEntry) or one.name in units)
    return Ruleset(tuple(map(_single, kept)), whole.signatures)


def _single(declared: Declaration) -> Declaration:
    """Return a warscroll of which an army has one unit; anything else as it is."""
    if not isinstance(declared, UnitEntry):
        return declared
    return replace(declared, words=tuple(word for word in declared.words if word[0] != "copies"))


_MODELS = (loose.crowded, loose.torn, loose.hurt_beyond, loose.false_combats)

BATTLES = Battles(
    system="spearhead",
    names=tuple(PATROLS),
    begin=begin,
    at_any_time=(*laws.ALWAYS, *_MODELS, loose.unexplained_attacks, held.misdealt),
    at_rest=(*_MODELS, laws.undestroyed, laws.endless_combats, held.misdealt),
    across=(held.ill_gained, held.fallen),
)
