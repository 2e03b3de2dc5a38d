"""What scenarios of Spearhead take for granted: cards, control, points, damage, what an army has chosen."""

from __future__ import annotations

from typing import Any

from tercio.kernel import decks
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Card
from tercio.kernel.errors import RulesError
from tercio.kernel.query import things_in
from tercio.kernel.state import Game, Player, Thing, Unit
from tercio.kernel.vocabulary import Vocabulary

from .. import battle, damage
from ..battlefield import CONTROLLER, FORTIFIED
from ..cards import TACTICS, TWISTS, hand_of
from ..listing import ENHANCEMENT, REGIMENT_ABILITY
from ..muster import choose
from .places import FILES, in_rows
from .units import set_up

WORDS = Vocabulary()


# -- players ---------------------------------------------------------------------------------------


@WORDS.given("points", "{p:player} has {n:amount} victory points")
def has_points(_g: Game, _c: Context, p: Player, n: Any) -> None:
    """A player has so many victory points."""
    p.memory[battle.VICTORY_POINTS] = int(n)


@WORDS.given("underdog", "{p:player} is underdog")
def is_underdog(g: Game, _c: Context, p: Player) -> None:
    """A player is the underdog of this round (12.0)."""
    g.memory[battle.UNDERDOG] = p.name


@WORDS.given("attacker", "{p:player} is attacker")
def is_attacker(g: Game, _c: Context, p: Player) -> None:
    """A player is the attacker, the other one the defender."""
    g.memory[battle.ATTACKER], g.memory[battle.DEFENDER] = p.name, g.opponent(p.name)


@WORDS.given("went-first", "{p:player} went first")
def went_first(g: Game, _c: Context, p: Player) -> None:
    """A player took the first turn of this round, or of the one before if it has just begun (12.0)."""
    g.memory[battle.FIRST] = p.name


@WORDS.given("enhancement", "the enhancement of {p:player} is {n:name}")
def has_enhancement(g: Game, _c: Context, p: Player, n: str) -> None:
    """The general of an army, who has been placed before, has an enhancement (battlepack, 1.4)."""
    choose(g, p, ENHANCEMENT, n)


@WORDS.given("regiment-ability", "the regiment ability of {p:player} is {n:name}")
def has_regiment_ability(g: Game, _c: Context, p: Player, n: str) -> None:
    """An army has a regiment ability (battlepack, 1.3)."""
    choose(g, p, REGIMENT_ABILITY, n)


# -- cards -----------------------------------------------------------------------------------------


def deck_of(g: Game, holder: Thing, name: str, of: str) -> list[str]:
    """Return the pile of a deck, which is made anew in the order of the pack if there is none yet."""
    if name not in holder.memory.get(decks.DECKS, {}):
        decks.new_deck(g, holder, name, of=of)
    pile: list[str] = holder.memory[decks.DECKS][name][decks.PILE]
    return pile


def to_the_top(g: Game, holder: Thing, name: str, card: str) -> None:
    """Let a card be the next one of a deck. Raises RulesError if it is no card of it, or not in the pile."""
    of = g.ruleset.get(Card, card).deck if holder is g.battle else TACTICS
    pile = deck_of(g, holder, name, of)
    if card not in pile:
        raise RulesError(f'"{card}" is not in the pile of {holder.name}: {", ".join(pile) or "nothing is"}')
    pile.remove(card)
    pile.insert(0, card)


@WORDS.given("holds-card", "{p:player} holds {n:name}")
def holds_card(g: Game, _c: Context, p: Player, n: str) -> None:
    """A player has a battle tactic card in hand (battlepack, 2.2)."""
    to_the_top(g, p, TACTICS, n)
    del p.memory[decks.DECKS][TACTICS][decks.PILE][0]
    hand_of(p).append(n)
    decks.take(g, p, n)


@WORDS.given("twist", "the twist is {n:name}")
def twist_is(g: Game, _c: Context, n: str) -> None:
    """A twist card is in force; what it does as it is drawn has been done (battlepack, Twist Cards)."""
    to_the_top(g, g.battle, TWISTS, n)
    del g.battle.memory[decks.DECKS][TWISTS][decks.PILE][0]
    g.memory[battle.TWIST] = n
    decks.take(g, g.battle, n)


# -- places ----------------------------------------------------------------------------------------


@WORDS.given("controls", "{p:player} controls {x:any}")
def controls(_g: Game, _c: Context, p: Player, x: Any) -> None:
    """A player has gained control of objectives, terrain features or relics (32.2, 32.3)."""
    for thing in things_in(x):
        thing.memory[CONTROLLER] = p.name


@WORDS.given("fortified", "{a:area} is fortified")
def is_fortified(_g: Game, _c: Context, a: Any) -> None:
    """A terrain feature stands on an objective (battlepack, 6.0)."""
    a.memory[FORTIFIED] = True


# -- units -----------------------------------------------------------------------------------------


@WORDS.given("damage-points", "{u:unit} has {n:amount} damage points")
def has_damage_points(_g: Game, _c: Context, u: Unit, n: Any) -> None:
    """So many damage points are allocated to a unit, fewer than slay a model (18.2)."""
    if not 0 <= n < damage.health_of(u):
        raise RulesError(f"{n} damage points slay a model of {u.name}: write how many models are left")
    u.pools[0].lost = int(n)


@WORDS.given("was-destroyed", "{u:unit} was destroyed [by {v:unit}]")
def was_destroyed(g: Game, _c: Context, u: Unit, v: Any = None) -> Procedure[None]:
    """A unit has been destroyed at this moment, by an ability of another if one is named (18.4)."""
    yield from damage.destroy(g, u, v)


@WORDS.given("stands-at", "{u:unit} stands at {x:amount}, {y:amount} [facing {f:amount}]")
def stands_at(g: Game, _c: Context, u: Unit, x: Any, y: Any, f: Any = 0) -> None:
    """A unit stands elsewhere, in rows about a point; nothing happened on the way."""
    set_up(g, u, in_rows(u, float(x), float(y), float(f or 0), FILES))
