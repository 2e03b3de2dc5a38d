"""Words of moves, manoeuvres and flight: what they cost, what is allowed, and statements that move units.

action "Move" in own orders, move, repeatable
  move unit up to move of unit - movement used by unit
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.geometry import Point
from tercio.kernel.places import shapes_of
from tercio.kernel.rolls import amount
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import Roles, Signature
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.signatures import WindowSignature as Window
from tercio.kernel.state import Game
from tercio.kernel.vocabulary import Vocabulary

from .. import drill, flight, moves
from .catalogue import GROUND, ON, UNIT

STEP: Roles = (("unit", "unit"), ("action", "action"))
OVER: Roles = (("unit", "unit"), ("target-unit", "unit"), ("terrain", "terrain"))

WORDS = Vocabulary()
SIGNATURES: tuple[Signature, ...] = (
    Value("advance-cost", "exact", GROUND, "What an inch ahead costs; terrain: that under its middle."),
    Value("back-cost", "exact", GROUND, "What an inch backward costs, in inches of an advance there."),
    Value("side-cost", "exact", GROUND, "What an inch sideways costs, in inches of an advance there."),
    Value("pivot-cost", "exact", UNIT, "What a quarter turn about the centre costs; others in proportion."),
    Value("wheel-cost", "exact", UNIT, "What an inch of the way of the outer corner costs in a wheel."),
    May("advance", STEP, "A unit goes straight on."),
    May("back", STEP, "A unit goes backward as it stands; it may not unless told."),
    May("sidestep", STEP, "A unit goes to its left or right as it stands; it may not unless told."),
    May("pivot", STEP, "A unit turns about its centre; it may not unless told."),
    May("wheel", STEP, "A unit wheels about a front corner; it may not unless told."),
    May("pass-over", OVER, "A unit goes straight over another, or over terrain; it may not unless told."),
    May("sweep-over", OVER, "A unit turns over another, or over terrain; it may not unless told."),
    May("leave-table", UNIT, "A unit may end beyond the edge of the table; it may not unless told."),
    Value("flight-beyond", "exact", UNIT, "How much farther than told a flight goes to be clear of others."),
    May("flee-through", ON, "A unit flees through another instead of round it."),
    Window("unit-moved", UNIT, "A unit has moved, a piece of a move perhaps."),
    Window("unit-fled", UNIT, "A unit has fled and is still on the table."),
    Window("unit-fled-through", ON, "A unit has fled through another one."),
)


@WORDS.verb("move", "move {u:unit} up to {n:amount}")
def move(g: Game, c: Context, u: Any, n: Any) -> Procedure[None]:
    """A unit moves by steps that its player says, at a cost of so many inches at most."""
    if u is not None:
        yield from moves.move(g, u, float(n), c.action)


@WORDS.verb("advance", "let {u:unit} advance {d:amount} [towards {t:thing}]")
def advance(g: Game, _c: Context, u: Any, d: Any, t: Any = None) -> Procedure[None]:
    """A unit goes straight on, turned to something first, until something is in the way; it costs nothing."""
    if u is not None:
        yield from moves.advance(g, u, inches(g, d, "advance", u.id), middle_of(t))


@WORDS.term("movement-used", "movement used by {u:unit}")
def movement_used(g: Game, u: Any) -> float:
    """The inches that a unit has used of its move in the present phase."""
    return moves.movement_used(g, u) if u is not None else 0.0


@WORDS.relation("moved", "{u:unit} moved this {period:phase|turn}")
def has_moved(g: Game, u: Any, period: str) -> bool:
    """The unit has moved in the present phase or turn, be it only a turn; flight is no move."""
    return u is not None and moves.has_moved(g, u, period)


def inches(g: Game, told: Any, *what: Any) -> float:
    """Return a distance as it is told; dice are rolled."""
    return float(amount(g, told, *what) if isinstance(told, DiceAmount) else told)


def middle_of(thing: Any) -> Point | None:
    """Return the middle of a thing on the table, None if it is not there."""
    shapes = shapes_of(thing)
    if not shapes:
        return None
    shape = shapes[0]
    return shape if isinstance(shape, tuple) else (shape.x, shape.y)


@WORDS.verb("use-up-move", "use up {n:amount} of the move of {u:unit}")
def use_up(g: Game, _c: Context, n: Any, u: Any) -> None:
    """So many inches of a unit's move are used, as if it had gone them."""
    if u is not None:
        moves.use_up(g, u, float(n))


# -- manoeuvres ------------------------------------------------------------------------------------


@WORDS.verb("change-files", "let {u:unit} change files by up to {n:amount}")
def change_files(g: Game, _c: Context, u: Any, n: Any) -> Procedure[None]:
    """A unit stands in up to so many files more or fewer, as its player says; its front stays where it is."""
    if u is not None:
        yield from drill.change_files(g, u, int(n))


@WORDS.verb("turn-in-place", "let {u:unit} turn in place")
def turn_in_place(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """Everybody in a unit turns on the spot by a quarter or half a circle, as its player says."""
    if u is not None:
        yield from drill.turn_in_place(g, u)


@WORDS.verb("reform", "let {u:unit} reform [with models going up to {d:amount}]")
def reform(g: Game, _c: Context, u: Any, d: Any = None) -> Procedure[None]:
    """A unit forms up anew about its middle, in files and with a facing that its player says."""
    if u is not None:
        yield from drill.reform(g, u, None if d is None else float(d))


@WORDS.verb("squeeze", "let {u:unit} squeeze")
def squeeze(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """A unit stands in fewer files than it may, as its player says, and is `squeezed` from then on."""
    if u is not None:
        yield from drill.squeeze(g, u)


@WORDS.verb("spread", "let {u:unit} return to legal files")
def spread(g: Game, _c: Context, u: Any) -> Procedure[None]:
    """A unit that is `squeezed` stands in as many files as it must again, if there is room for them."""
    if u is not None:
        yield from drill.spread(g, u)


# -- flight ----------------------------------------------------------------------------------------


@WORDS.verb("flee-from", "let {u:unit} flee {d:amount} directly away from {x:thing}")
def flee_from(g: Game, _c: Context, u: Any, d: Any, x: Any) -> Procedure[None]:
    """A unit flees, its middle straight away from the middle of something; who reaches the edge is gone."""
    point = middle_of(x)
    if u is not None and point is not None:
        yield from flight.flee(g, u, inches(g, d, "flight", u.id), point)


@WORDS.verb("flee-out", "let {u:unit} flee {d:amount} towards the nearest edge")
def flee_out(g: Game, _c: Context, u: Any, d: Any) -> Procedure[None]:
    """A unit flees towards the edge of the table that is nearest; who reaches it is gone."""
    if u is not None:
        yield from flight.flee(g, u, inches(g, d, "flight", u.id))


@WORDS.verb("flee-on", "let {u:unit} flee {d:amount} straight on")
def flee_on(g: Game, _c: Context, u: Any, d: Any) -> Procedure[None]:
    """A unit flees on as it faces; who reaches the edge is gone."""
    if u is not None and u.rect is not None:
        behind = (u.rect.x - u.rect.ux, u.rect.y - u.rect.uy)
        yield from flight.flee(g, u, inches(g, d, "flight", u.id), behind)


@WORDS.term("flight", "flight of {u:unit}")
def flight_told(_g: Game, u: Any) -> float:
    """The inches that a unit was to flee when it last fled, 0 if it never did."""
    return flight.last_flight(u) if u is not None else 0.0


@WORDS.relation("fled", "{u:unit} fled this turn")
def has_fled(g: Game, u: Any) -> bool:
    """The unit has fled in the present turn."""
    return u is not None and flight.has_fled(g, u)
