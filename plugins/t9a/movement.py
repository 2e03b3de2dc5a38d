"""The Movement Phase: moving units one by one, and Move Manoeuvres wherever a rule allows one.

Steps: `move_units` here, `compulsory_moves` in `random_movement`, `arrive_ambushers` in `ambush`. Decisions:
move.unit (unit id or pass), move.manoeuvre (see `moves`, and `joining` for leaving and joining units).
Source: T9A rulebook, Movement Phase; Magical Effects 1; Model Rules, Light Troops.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Rect
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit
from tercio.kernel.windows import listens, open_window
from tercio.plugins.regiments.formation import formation_of, refit, reshape, seat

from . import marks
from .characters import leave
from .charging_out import left_unit
from .engaging import forget_freed, is_engaged
from .hazards import pay_for_terrain, trail
from .joining import Arrival, arrive, clear_of, movers_out, read_arrival
from .move_candidates import candidates
from .move_judge import Also, Ground, counts_as_march, ground_of, judge
from .moves import ADVANCE, MARCH, REFORM, STAY, Move, destination, read_move
from .places import place_of
from .spacing import friends
from .speeds import random_movement
from .sweeping import sweep

_CANNOT = (marks.CHARGED, marks.FAILED_CHARGE, marks.SHAKEN, marks.ARRIVED, marks.MOVED, marks.JOINED)
_MADE = {ADVANCE: marks.ADVANCED, MARCH: marks.MARCHED, REFORM: marks.REFORMED}


def may_manoeuvre(g: Game, unit: Unit) -> bool:
    """Return whether a unit may make a Move Manoeuvre in the Movement Phase now."""
    if unit.rect is None or unit.destroyed or is_engaged(g, unit) or any(m in unit.marks for m in _CANNOT):
        return False
    return random_movement(g, unit) is None and may(g, "move", Context(unit=unit))


def move_units(g: Game) -> Procedure[None]:
    """Step move-units: the active player moves units one by one, in any order (Movement Phase)."""
    done: set[int] = set()
    while True:
        options = [unit.id for unit in friends(g, g.active) if unit.id not in done and may_manoeuvre(g, unit)]
        out = {
            number: lone for number, lone in movers_out(g, g.active, _CANNOT).items() if number not in done
        }
        if not options and not out:
            return
        answer = yield from ask(_next_mover(g, options, out))
        if answer == PASS:
            return
        done.add(answer)
        if answer in out:
            yield from _move_out(g, out[answer])
        else:
            yield from manoeuvre(g, g.units[answer])


def _next_mover(g: Game, options: list[int], out: Mapping[int, Unit]) -> Decision:
    """The question; models that move out of their units may be named by their pool's id, but are not
    offered.
    """

    def accepts(answer: Answer) -> Refusal | None:
        known = answer == PASS or (isinstance(answer, int) and (answer in options or answer in out))
        return None if known else Refusal("decision.not_an_option", {"kind": "move.unit", "answer": answer})

    facts = {"units": options, "leavers": list(out)}
    return Decision(
        "move.unit", g.active, "Which unit moves?", [*options, PASS], "Movement Phase", facts, accepts
    )


def mover_out(g: Game, pool: Pool) -> Unit | None:
    """Return the unit that speaks for a model that could move out of its unit now, else None."""
    return movers_out(g, pool.owner, _CANNOT).get(pool.id)


def ground_out(g: Game, lone: Unit) -> Ground:
    """Return what bounds the move of a model out of its unit."""
    host = left_unit(g, lone)
    assert host is not None
    return ground_of(g, lone, leaving=(host,), also=lambda end: clear_of(host, end))


def _move_out(g: Game, lone: Unit) -> Procedure[None]:
    """Let a model move out of its unit; it stays in it if it does not move (Attachable Models 2.D.a)."""
    ground = ground_out(g, lone)
    move = yield from _choose(g, lone, ground, "Attachable Models 2.D.a")
    if isinstance(move, Move) and move.kind != STAY:
        yield from carry_out(g, leave(g, lone.pools[0]), move, ground)


def manoeuvre(
    g: Game,
    unit: Unit,
    mobility: int | None = None,
    magical: bool = False,
    *,
    leaving: tuple[Unit, ...] = (),
    also: Also | None = None,
    why: str = "Movement Phase 2",
) -> Procedure[bool]:
    """Let a unit make one Move Manoeuvre of its owner's choice; return whether it moved.

    `mobility` stands in for its own (Magical and Vanguard Moves), `leaving` are units whose spacing it
    ignores, `also` is a further test of the end.
    """
    if unit.rect is None or unit.destroyed:
        return False
    ground = ground_of(g, unit, mobility, magical=magical, leaving=leaving, also=also)
    move = yield from _choose(g, unit, ground, why)
    if isinstance(move, Arrival):
        yield from arrive(g, unit, move)
    elif move.kind != STAY:
        yield from carry_out(g, unit, move, ground)
    return isinstance(move, Arrival) or move.kind != STAY


def _choose(g: Game, unit: Unit, ground: Ground, why: str) -> Procedure[Move | Arrival]:
    """Ask for a legal manoeuvre, or for a way into another unit."""

    def read(answer: Answer) -> Move | Arrival | Refusal:
        if isinstance(answer, dict) and "join" in answer:
            return read_arrival(g, unit, answer, ground.pace)
        move = read_move(answer)
        refusal = move if isinstance(move, Refusal) else judge(ground, move)
        return move if refusal is None else refusal

    def accepts(answer: Answer) -> Refusal | None:
        found = read(answer)
        return found if isinstance(found, Refusal) else None

    facts = {"unit": unit.id, "mobility": ground.pace, "magical": ground.magical, **place_of(unit)}
    answer = yield from ask(
        Decision(
            "move.manoeuvre", unit.owner, "How does it move?", lambda: candidates(ground), why, facts, accepts
        )
    )
    found = read(answer)
    assert not isinstance(found, Refusal)
    return found


def carry_out(g: Game, unit: Unit, move: Move, ground: Ground) -> Procedure[None]:
    """Make a manoeuvre that has been judged: the new place, the marks, and the dangers of a March."""
    start = unit.rect
    assert start is not None
    end = destination(unit, move)
    covered = _covered(g, unit, move, start, end)
    far = hypot(end.x - start.x, end.y - start.y)
    marched = move.kind == MARCH or (move.kind == REFORM and counts_as_march(g, far, ground.pace))
    _settle_models(unit, move, end)
    if g.clock.frame("turn") is not None:
        marks.put(g, unit, marks.MOVED, _MADE[move.kind])
    if ground.magical:
        marks.put(g, unit, marks.MAGICALLY_MOVED)
    forget_freed(unit)
    g.emit("unit-moved", unit=unit.id, manoeuvre=move.kind, magical=ground.magical, **place_of(unit))
    if marched:
        yield from pay_for_terrain(g, unit, covered, "march")
    yield from sweep(g, unit, [start, end] if move.kind == REFORM else trail(start, move.legs))
    if not unit.destroyed and listens(g, "after unit-moved"):
        yield from open_window(g, "after unit-moved", Context(unit=unit))


def _covered(g: Game, unit: Unit, move: Move, start: Rect, end: Rect) -> list[Rect]:
    """Return the ground that a move leads over; flyers only touch where they begin and end."""
    if move.kind == REFORM or may(g, "fly", Context(unit=unit), False):
        return [start, end]
    return trail(start, move.legs)


def _settle_models(unit: Unit, move: Move, end: Rect) -> None:
    unit.rect = end
    if move.kind == REFORM and move.files and move.files != formation_of(unit).files:
        reshape(unit, move.files, keep="centre")
    if move.places:
        pools = {pool.id: pool for pool in unit.pools}
        for number, place in move.places.items():
            seat(unit, pools[number], place)
        refit(unit, keep="centre")
    unit.rect = end
