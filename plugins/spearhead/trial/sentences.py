"""Sentences and amounts that only scenarios of Spearhead have."""

from __future__ import annotations

from typing import Any

from tercio.kernel.state import Game, Player, Unit
from tercio.kernel.vocabulary import Vocabulary

from .. import battle, damage
from ..cards import hand_of
from ..control import controller_of
from ..replacing import REPLACEMENT

WORDS = Vocabulary()


@WORDS.relation("controls", "{p:player} controls {x:any}")
def does_control(g: Game, p: Any, x: Any) -> bool:
    """A player controls an objective, a terrain feature or a relic (32.2, 32.3)."""
    return bool(p.name == controller_of(g, x))


@WORDS.relation("holds-card", "{p:player} holds {n:name}")
def does_hold(_g: Game, p: Any, n: str) -> bool:
    """A player has a card in hand (battlepack, 2.2)."""
    return n in hand_of(p)


@WORDS.relation("goes-first", "{p:player} goes first")
def does_go_first(g: Game, p: Any) -> bool:
    """A player takes the first turn of this round (12.0)."""
    return bool(g.memory[battle.FIRST] == p.name)


@WORDS.relation("twist-is", "{n:name} is the twist")
def is_the_twist(g: Game, n: str) -> bool:
    """A twist card is in force (battlepack, Twist Cards)."""
    return bool(g.memory[battle.TWIST] == n)


@WORDS.term("cards", "cards of {p:player}")
def cards_of(_g: Game, p: Player) -> int:
    """Cards in the hand of a player (battlepack, 2.2)."""
    return len(hand_of(p))


@WORDS.term("replacement", "replacement of {u:unit}", "unit")
def replacement_of(g: Game, u: Unit) -> Unit | None:
    """The unit that was set up for a destroyed one (24.2)."""
    units = (one for one in g.units.values() if REPLACEMENT in one.marks and one.owner == u.owner)
    return next((one for one in units if one.pools[0].entry == u.pools[0].entry), None)


@WORDS.term("ward-of", "ward value of {u:unit}")
def ward_value_of(g: Game, u: Unit) -> int:
    """What a ward roll of a unit has to show, 7 for none (18.1)."""
    return damage.ward_of(g, u)
