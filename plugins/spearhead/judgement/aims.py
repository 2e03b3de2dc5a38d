"""What the cards of a player ask for as the table looks now: things to hold, places, units to destroy.

Battle tactics in hand and the twist in force count; each is worth a point for each of what it asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decl.expr import SetExpr, Term
from tercio.kernel.geometry import Shape
from tercio.kernel.places import shapes_of
from tercio.kernel.state import Game, Held, Player, Unit, unit_of

from ..battle import TWIST
from ..cards import hand_of
from .asks import Ask, Being, Holding, Prey, asks_of


@dataclass(frozen=True, slots=True)
class Spots:
    """Places of which `needed` units (`each`: so many of the places, by a unit) have to be within `reach`
    inches, or wholly `inside`.
    """

    points: float
    shapes: tuple[Shape, ...]
    reach: float
    needed: int
    each: bool = False
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Aims:
    """All that the cards of a player ask for now: points for holding things, by id; places; points for
    destroying units, by id.
    """

    held: dict[int, float]
    spots: tuple[Spots, ...]
    prey: dict[int, float]


def aims_of(g: Game, player: str) -> Aims:
    """Return what the tactics in a player's hand and the twist ask for, as things stand now."""
    holder = g.players[player]
    asked = [(_held_card(holder, name), asks_of(g, name)) for name in hand_of(holder)]
    twist = g.memory.get(TWIST)
    if twist:
        asked.append((None, asks_of(g, twist)))
    return _aims(g, player, asked)


def aims_of_card(g: Game, player: str, card: str) -> Aims:
    """Return what the tactic of a card in hand asks for."""
    return _aims(g, player, [(_held_card(g.players[player], card), asks_of(g, card))])


def _held_card(holder: Player, card: str) -> Held | None:
    return next((one for one in holder.held if one.source == card), None)


def _aims(g: Game, player: str, asked: Iterable[tuple[Held | None, tuple[Ask, ...]]]) -> Aims:
    held: dict[int, float] = {}
    spots: list[Spots] = []
    prey: dict[int, float] = {}
    c = Context(player=g.players[player], opponent=g.players[g.opponent(player)])
    for owner, asks in asked:
        for ask in asks:
            match ask:
                case Holding():
                    things: list[Any] = g.ruleset.function(ask.things)(g, c, owner)
                    for thing in things:
                        held[thing.id] = held.get(thing.id, 0.0) + 1.0 / min(ask.needed, len(things))
                case Being():
                    spots += _spots(g, c, owner, ask)
                case Prey():
                    for unit in _hunted(g, c, owner, ask):
                        prey[unit.id] = prey.get(unit.id, 0.0) + 1.0
    return Aims(held, tuple(spots), prey)


def _spots(g: Game, c: Context, owner: Held | None, ask: Being) -> Iterator[Spots]:
    if not isinstance(ask.where, Term | SetExpr):
        return
    shapes = tuple(shapes_of(g.ruleset.function(ask.where)(g, c, owner)))
    needed = ask.needed or sum(_is_mine(unit, c) and bool(shapes_of(unit)) for unit in g.units.values())
    yield Spots(1.0, shapes, ask.reach, needed, ask.each, ask.inside)  # type: ignore[arg-type]


def _hunted(g: Game, c: Context, owner: Held | None, ask: Prey) -> list[Unit]:
    """Return enemy units by whose end a condition is met."""
    if ask.mark:
        return [u for u in g.units.values() if ask.mark in u.marks and not _is_mine(u, c) and not u.destroyed]
    unit = unit_of(g.ruleset.function(ask.unit)(g, c, owner))
    return [unit] if unit is not None and not unit.destroyed else []


def _is_mine(unit: Unit, c: Context) -> bool:
    return bool(unit.owner == c.player.name)
