"""Magical Effects: Recover, Raise, Summoned units, Magical Moves, units that vanish and come back, items
put to sleep.

Source: T9A rulebook, Magical Effects 1-4; Arcane Compendium; Highborn Elves (Rebirth).
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.decl import Bundle, Duration
from tercio.kernel.geometry import Point
from tercio.kernel.permissions import may
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Held, Pool, Unit, touch
from tercio.kernel.terms import pools_in

from . import marks
from .casualties import raise_health
from .casualties import recover as recover_health
from .engaging import disengage, is_engaged
from .scoring import RANK_AND_FILE
from .terrain import take_away

LENT, RETURNING, ASLEEP = "lent-terrain", "returning", "asleep"
AT_POINT = 6.0
SUMMONED = "summoned"


# -- Health Points ---------------------------------------------------------------------------------


def recover(g: Game, thing: Any, amount: int) -> int:
    """Give lost Health Points back to models that stand; of a unit to its Rank-and-File models (Magical
    Effects 2).
    """
    return sum(recover_health(g, pool, amount) for pool in _healed(thing))


def raise_up(g: Game, thing: Any, amount: int) -> int:
    """Give lost Health Points back and bring fallen models back; of a unit its Rank-and-File models
    (Magical Effects 3).
    """
    return sum(raise_health(g, pool, amount) for pool in _healed(thing))


def _healed(thing: Any) -> list[Pool]:
    """Attachable Models are healed only where they are named themselves (Reference Handbook, Raise)."""
    pools = [pool for pool in pools_in(thing) if not pool.unit.destroyed]
    if not isinstance(thing, Unit):
        return pools
    return [pool for pool in pools if pool.role == RANK_AND_FILE] or pools[:1]


# -- moves -----------------------------------------------------------------------------------------


def may_move_magically(g: Game, unit: Unit) -> bool:
    """Return whether a unit may make a Magical Move: one in a Phase, not Shaken, not Engaged, and no rule
    forbids it.
    """
    if unit.rect is None or unit.destroyed or is_engaged(g, unit):
        return False
    if marks.SHAKEN in unit.marks or marks.MAGICALLY_MOVED in unit.marks:
        return False
    return may(g, "magical-move", Context(unit=unit))


def magical_move(g: Game, unit: Unit, mobility: int) -> Procedure[None]:
    """Let a unit make a Move Manoeuvre with the Mobility of a Magical Move, if it may (Magical Effects 1)."""
    from .movement import manoeuvre

    if not may_move_magically(g, unit):
        g.emit("magical-move-refused", unit=unit.id)
        return
    moved = yield from manoeuvre(g, unit, mobility, magical=True)
    if moved:
        marks.put(g, unit, marks.MAGICALLY_MOVED)


# -- units that come and go ------------------------------------------------------------------------


def vanish(g: Game, unit: Unit, within: float) -> None:
    """Take an Unengaged unit off the table; it comes back near its place in its owner's next Movement
    Phase.
    """
    if unit.rect is None or is_engaged(g, unit):
        return
    disengage(g, unit)
    _note_return(g, {"unit": unit.id, "x": unit.rect.x, "y": unit.rect.y, "within": within, "lost": 0})
    unit.rect = None
    g.emit("unit-vanished", unit=unit.id)


def note_rebirth(g: Game, unit: Unit, pool: Pool, within: float, lost: int) -> None:
    """Note that a fallen model comes back in its owner's next Movement Phase, Summoned and hurt (Rebirth)."""
    if unit.rect is None:
        return
    spot = {"x": unit.rect.x, "y": unit.rect.y, "within": within, "lost": lost}
    _note_return(g, {"entry": pool.entry or pool.name, "owner": unit.owner, "like": unit.id, **spot})


def _note_return(g: Game, row: dict[str, Any]) -> None:
    g.memory.setdefault(RETURNING, []).append(row)


def returning(g: Game, player: str) -> list[dict[str, Any]]:
    """Return what comes back to a player in its next Movement Phase, as plain data: place, distance, unit
    or entry.
    """
    rows: list[dict[str, Any]] = g.memory.get(RETURNING, [])
    return [row for row in rows if (row.get("owner") or g.units[row["unit"]].owner) == player]


def summon(
    g: Game, player: str, entry: str, at: Point, within: float, what: Bundle | None, label: str
) -> Procedure[Unit | None]:
    """Create a unit of an entry and let its owner place it with every model near a point; None if there is
    no room.

    Summoned units yield no Victory Points and are never Scoring (Magical Effects 4).
    """
    from .summoning import make_unit, places_for

    unit = make_unit(g, player, entry)
    if what is not None:
        hold(g, unit, what, label)
    unit.marks[SUMMONED] = 0
    options = places_for(g, unit, at, within)
    if not options:
        g.emit("summoning-failed", player=player, entry=entry, rule=label)
        return None
    facts = {"entry": entry, "rule": label, "x": at[0], "y": at[1], "within": within}
    answer = yield from ask(
        Decision("magic.summon", player, f"Where does {entry} appear?", options, "Magical Effects 4", facts)
    )
    from .summoning import stand_at

    stand_at(unit, answer)
    g.add_unit(unit)
    g.emit("summoned", unit=unit.id, entry=entry, player=player, x=answer["x"], y=answer["y"])
    return unit


# -- items -----------------------------------------------------------------------------------------


def items_of(g: Game, unit: Unit) -> list[str]:
    """Return the names of Magic Items whose rules a unit's models hold, in order."""
    from tercio.kernel.decl import Item

    known = g.ruleset.of_kind(Item)
    held = (h.source for pool in unit.pools for thing in (pool, *pool.parts) for h in thing.held)
    return list(dict.fromkeys(name for name in held if name in known))


def suppress_item(g: Game, player: str, unit: Unit, duration: Duration | None, label: str) -> Procedure[None]:
    """Let a player name a Magic Item in a unit that has no effect for a time (Scroll of the Pearl Throne)."""
    items = items_of(g, unit)
    if not items:
        return
    answer = yield from ask(
        Decision("item.suppress", player, "Which item sleeps?", [*items, PASS], label, {"unit": unit.id})
    )
    if answer != PASS:
        _put_to_sleep(g, unit, answer, duration, label)


def _put_to_sleep(g: Game, unit: Unit, item: str, duration: Duration | None, label: str) -> None:
    effect = g.schedule.begin(g, label, duration.until if duration is not None else None, unit)
    rows: list[dict[str, Any]] = g.memory.setdefault(ASLEEP, [])
    for pool in unit.pools:
        for thing in (pool, *pool.parts):
            for held in [h for h in thing.held if h.source == item]:
                thing.held.remove(held)
                rows.append({"thing": thing.id, "held": held, "effect": effect.id})
    touch(g, unit)
    g.emit("item-asleep", unit=unit.id, item=item)


def tidy(g: Game) -> None:
    """Take away what was lent to the table by effects that have ended, and wake items that slept through
    them.
    """
    lasting = {effect.id for effect in g.schedule.lasting}
    lent: dict[int, int] = g.memory.get(LENT, {})
    for piece in [p for p in g.terrain if lent.get(p.id, 0) and lent[p.id] not in lasting]:
        del lent[piece.id]
        take_away(g, piece)
    rows: list[dict[str, Any]] = g.memory.get(ASLEEP, [])
    for row in [r for r in rows if r["effect"] not in lasting]:
        rows.remove(row)
        thing = g.things.get(row["thing"])
        if thing is not None:
            held: Held = row["held"]
            thing.held.append(held)
            touch(g, thing)
