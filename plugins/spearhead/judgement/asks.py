"""What cards ask for, whatever the table looks like.

The scoring conditions of a card are read (`number of (objectives controlled by player where ...) >= 1`), as
far as they speak of places or of units to destroy: objectives, relics or terrain that have to be controlled,
units that have to be within some inches of something or wholly within it, things that have to have units
near, units that have to be destroyed. What else a card asks for is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from tercio.kernel.decl import Card
from tercio.kernel.decl.clauses import Action, Trigger
from tercio.kernel.decl.expr import And, Compare, Literal, Not, Relation, Role, SetExpr, Term
from tercio.kernel.decl.statements import Do
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game

from ..scoring import SCORE_TURN
from .meaning import parts_of

HELD, NEAR, INSIDE, MARKED = "controlled-by", "within", "lies-wholly-within", "marked"
"""The sentences about things and units that are understood."""
SCORING = (SCORE_TURN, "score-round")
_IT = Role("it")


class Holding(NamedTuple):
    """So many of some things have to be controlled."""

    things: SetExpr
    needed: int


class Being(NamedTuple):
    """So many units have to be within a distance of places or wholly inside (`needed` 0: all units); or
    (`each`) units have to be near to so many of the places.
    """

    where: Any
    reach: float
    needed: int
    each: bool = False
    inside: bool = False


class Prey(NamedTuple):
    """A unit has to be destroyed: one that is named, or any that bears a mark."""

    unit: Any
    mark: str = ""


Ask = Holding | Being | Prey
_asks: WeakKeyDictionary[Ruleset, dict[str, tuple[Ask, ...]]] = WeakKeyDictionary()


def asks_of(g: Game, card: str) -> tuple[Ask, ...]:
    """Return what a card asks for, as far as it can be read; each card is read once."""
    known = _asks.setdefault(g.ruleset, {})
    if card not in known:
        declared = g.ruleset.of_kind(Card).get(card)
        conditions = [] if declared is None else list(_conditions(declared))
        known[card] = tuple(ask for condition in conditions for ask in _read(condition))
    return known[card]


def _conditions(card: Card) -> Iterator[Any]:
    """Yield the conditions and numbers by which a card scores."""
    for clause in card.clauses:
        if isinstance(clause, Action) and clause.window == SCORE_TURN:
            yield clause.guard
        elif isinstance(clause, Trigger) and clause.window in SCORING:
            for part in parts_of(clause.body):
                if isinstance(part, Do) and part.verb == "score":
                    yield Compare(">=", dict(part.args)["n"], Literal(1))
                elif isinstance(part, Compare):
                    yield part


def _read(condition: Any) -> Iterator[Ask]:
    for part in parts_of(condition):
        if isinstance(part, Compare) and isinstance(part.left, Term) and part.left.args:
            among = part.left.args[0]
            if isinstance(among, SetExpr):
                needed = int(part.right.value) if isinstance(part.right, Literal) else 1
                yield from _read_set(among, needed, none=part.op == "=" and needed == 0)
        elif isinstance(part, Relation) and part.name == "was-destroyed" and isinstance(part.args[0], Term):
            yield Prey(part.args[0])
        elif isinstance(part, Relation) and part.name == MARKED and part.args[0] == _IT:
            yield Prey(None, part.args[1].text)  # type: ignore[union-attr]


def _read_set(among: SetExpr, needed: int, *, none: bool) -> Iterator[Ask]:
    parts = list(_all_of(among.where))
    if among.kind in ("area", "terrain") and not none:
        for key in filter(_is_key, parts):
            things = _but(among, key, parts)
            if key.name == HELD:
                yield Holding(things, max(1, needed))
            else:
                yield Being(things, float(key.args[1].value), max(1, needed), each=True)
    elif among.kind == "unit" and among.side == "friendly":
        for part in parts:
            place = part.item if isinstance(part, Not) and none else part
            if isinstance(place, Relation) and place.args[0] == _IT and place.name in (NEAR, INSIDE):
                inside = place.name == INSIDE
                reach = 0.0 if inside else float(place.args[1].value)  # type: ignore[union-attr]
                yield Being(place.args[-1], reach, needed, inside=inside)


def _is_key(part: Any) -> bool:
    """Whether a condition of a thing is what its owner can do something about."""
    if not isinstance(part, Relation) or part.args[0] != _IT:
        return False
    if part.name == HELD:
        return part.args[1] == Role("player")
    return part.name == NEAR and isinstance(part.args[2], SetExpr) and part.args[2].side == "friendly"


def _but(among: SetExpr, key: Any, parts: list[Any]) -> SetExpr:
    """Return a set without one of its conditions."""
    rest = tuple(one for one in parts if one is not key)
    return SetExpr(among.kind, among.side, And(rest) if rest else None)


def _all_of(where: Any) -> Iterator[Any]:
    """Yield the conditions that all have to hold."""
    if isinstance(where, And):
        for one in where.items:
            yield from _all_of(one)
    elif where is not None:
        yield where
