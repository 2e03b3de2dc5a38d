"""What cards ask for: places where units have to be, things to hold, units to destroy.

The scoring conditions of battle tactics in hand and of the twist in force are read (`number of (objectives
controlled by player where ...) >= 1`), as far as they speak of places: a set of objectives, relics or terrain
that is controlled, units within some inches of something or wholly within it, something within some inches of
units; and of units that were destroyed. What else cards ask for is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tercio.kernel.context import Context
from tercio.kernel.decl import Card
from tercio.kernel.decl.clauses import Action, Trigger
from tercio.kernel.decl.expr import And, Compare, Literal, Not, Relation, Role, SetExpr, Term
from tercio.kernel.decl.statements import Do
from tercio.kernel.geometry import Shape
from tercio.kernel.places import shapes_of
from tercio.kernel.state import Game, Held, Unit, unit_of

from ..battle import TWIST
from ..cards import hand_of
from ..scoring import SCORE_TURN
from .reading import parts_of

HELD, NEAR, INSIDE, MARKED = "controlled-by", "within", "lies-wholly-within", "marked"
SCORING = (SCORE_TURN, "score-round")
_IT = Role("it")


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


class Ask(NamedTuple):
    """A set that has to have so many things in it (`none`: no thing), for so many points."""

    points: float
    among: SetExpr
    needed: int
    none: bool


def aims_of(g: Game, player: str) -> Aims:
    """Return what the tactics in a player's hand and the twist ask for, as things stand now."""
    held: dict[int, float] = {}
    spots: list[Spots] = []
    prey: dict[int, float] = {}
    mine, other = g.players[player], g.players[g.opponent(player)]
    c = Context(player=mine, opponent=other)
    for points, condition, owner in _conditions(g, player):
        for ask in _asked(condition, points):
            _read(g, c, owner, ask, held, spots)
        for unit in _hunted(g, c, owner, condition):
            prey[unit.id] = prey.get(unit.id, 0.0) + points
    return Aims(held, tuple(spots), prey)


# -- where points come from ------------------------------------------------------------------------


def _conditions(g: Game, player: str) -> Iterator[tuple[float, Any, Held | None]]:
    """Yield what scores, as points, a condition or a set, and who holds the card."""
    holder = g.players[player]
    for name in hand_of(holder):
        card = g.ruleset.of_kind(Card).get(name)
        held = next((one for one in holder.held if one.source == name), None)
        for clause in card.clauses if card is not None else ():
            if isinstance(clause, Action) and clause.window == SCORE_TURN:
                yield 1.0, clause.guard, held
    twist = g.ruleset.of_kind(Card).get(g.memory.get(TWIST, ""))
    for clause in twist.clauses if twist is not None else ():
        if isinstance(clause, Trigger) and clause.window in SCORING:
            for statement in clause.body:
                yield from _scored(statement)


def _scored(statement: Any) -> Iterator[tuple[float, Any, Held | None]]:
    """Yield what a statement scores for: a condition, or a number that is scored by itself."""
    for part in parts_of(statement):
        if isinstance(part, Do) and part.verb == "score":
            number = dict(part.args)["n"]
            if isinstance(number, Term):
                yield 1.0, Compare(">=", number, Literal(1)), None
        elif isinstance(part, Compare):
            yield 1.0, part, None


def _asked(condition: Any, points: float) -> Iterator[Ask]:
    for part in parts_of(condition):
        if isinstance(part, Compare) and isinstance(part.left, Term) and part.left.args:
            among = part.left.args[0]
            if isinstance(among, SetExpr):
                needed = int(part.right.value) if isinstance(part.right, Literal) else 1
                yield Ask(points, among, max(1, needed), part.op == "=" and needed == 0)


# -- reading a set ---------------------------------------------------------------------------------


def _read(
    g: Game, c: Context, owner: Held | None, ask: Ask, held: dict[int, float], spots: list[Spots]
) -> None:
    parts = list(_all_of(ask.among.where))
    if ask.among.kind in ("area", "terrain"):
        _read_things(g, c, owner, ask, parts, held, spots)
    elif ask.among.kind == "unit" and ask.among.side == "friendly":
        _read_units(g, c, owner, ask, parts, spots)


def _read_things(
    g: Game,
    c: Context,
    owner: Held | None,
    ask: Ask,
    parts: list[Any],
    held: dict[int, float],
    spots: list[Spots],
) -> None:
    """Read things that have to be controlled, or to have units near."""
    key = next((one for one in parts if _is_key(one)), None)
    if key is None or ask.none:
        return
    things = _things(g, c, owner, ask.among, [one for one in parts if one is not key])
    if key.name == HELD:
        for thing in things:
            held[thing.id] = held.get(thing.id, 0.0) + ask.points / min(ask.needed, len(things))
    else:
        shapes = tuple(_shapes(things))
        spots.append(Spots(ask.points, shapes, float(key.args[1].value), ask.needed, each=True))


def _is_key(part: Any) -> bool:
    """Whether a condition of a thing is what its owner can do something about."""
    if not isinstance(part, Relation) or part.args[0] != _IT:
        return False
    if part.name == HELD:
        return part.args[1] == Role("player")
    return part.name == NEAR and isinstance(part.args[2], SetExpr) and part.args[2].side == "friendly"


def _read_units(
    g: Game, c: Context, owner: Held | None, ask: Ask, parts: list[Any], spots: list[Spots]
) -> None:
    """Read units that have to be somewhere: so many, or (none may be elsewhere) all of them."""
    for part in parts:
        place = part.item if isinstance(part, Not) and ask.none else part
        if not isinstance(place, Relation) or place.args[0] != _IT or place.name not in (NEAR, INSIDE):
            continue
        where, inside = place.args[-1], place.name == INSIDE
        if isinstance(where, Term | SetExpr):
            shapes = tuple(_shapes([g.ruleset.function(where)(g, c, owner)]))
            reach = 0.0 if inside else float(place.args[1].value)
            spots.append(Spots(ask.points, shapes, reach, _count(g, c, ask), inside=inside))


def _count(g: Game, c: Context, ask: Ask) -> int:
    """How many units have to be there: where none may be elsewhere all of a player's."""
    if not ask.none:
        return ask.needed
    return sum(unit.owner == c.player.name and bool(shapes_of(unit)) for unit in g.units.values())


def _things(g: Game, c: Context, owner: Held | None, among: SetExpr, rest: list[Any]) -> list[Any]:
    """Return the things of a set but for one of its conditions."""
    where = And(tuple(rest)) if rest else None
    found: list[Any] = g.ruleset.function(SetExpr(among.kind, among.side, where))(g, c, owner)
    return found


def _all_of(where: Any) -> Iterator[Any]:
    """Yield the conditions that all have to hold."""
    if isinstance(where, And):
        for one in where.items:
            yield from _all_of(one)
    elif where is not None:
        yield where


def _shapes(things: Iterable[Any]) -> Iterator[Shape]:
    for thing in things:
        for shape in shapes_of(thing):
            yield shape  # type: ignore[misc]


# -- units to destroy ------------------------------------------------------------------------------


def _hunted(g: Game, c: Context, owner: Held | None, condition: Any) -> Iterator[Unit]:
    """Yield enemy units by whose end a condition is met: those that it names, or that bear a mark."""
    for part in parts_of(condition):
        if isinstance(part, Relation) and part.name == "was-destroyed" and isinstance(part.args[0], Term):
            unit = unit_of(g.ruleset.function(part.args[0])(g, c, owner))
            if unit is not None and not unit.destroyed:
                yield unit
        elif isinstance(part, Relation) and part.name == MARKED and part.args[0] == _IT:
            yield from (one for one in _enemies(g, c) if part.args[1].text in one.marks)


def _enemies(g: Game, c: Context) -> Iterator[Unit]:
    return (unit for unit in g.units.values() if unit.owner != c.player.name and not unit.destroyed)
