"""Magical Effects: Recover, Raise, Summoned units, Magical Moves, units that vanish and come back, items
put to sleep.

Source: T9A rulebook, Magical Effects 1-4; Arcane Compendium; Highborn Elves (Rebirth).
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.decl import Bundle, Duration, Item
from tercio.kernel.geometry import Point
from tercio.kernel.permissions import may
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Pool, Unit, touch
from tercio.kernel.terms import pools_in

from . import marks
from .casualties import LOST_FOR_GOOD, lose_health, raise_health
from .casualties import recover as recover_health
from .engaging import disengage, is_engaged
from .scoring import RANK_AND_FILE
from .summoning import like, make_unit, place_near
from .terrain import take_away

LENT, RETURNING, ASLEEP = "lent-terrain", "returning", "asleep"


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


def magical_move(g: Game, unit: Unit, mobility: int) -> Procedure[bool]:
    """Let a unit make a Move Manoeuvre with the Mobility of a Magical Move, if it may; return whether it
    moved.
    """
    from .movement import manoeuvre

    if not may_move_magically(g, unit):
        return False
    moved = yield from manoeuvre(g, unit, mobility, magical=True, why="Magical Effects 1")
    if moved:
        marks.put(g, unit, marks.MAGICALLY_MOVED)
    return bool(moved)


# -- units that come and go ------------------------------------------------------------------------


def vanish(g: Game, unit: Unit, within: float) -> None:
    """Take an Unengaged unit off the table; it comes back near its place in its owner's next Movement
    Phase.
    """
    if unit.rect is None or is_engaged(g, unit):
        return
    disengage(g, unit)
    corners = int(g.ruleset.constant("ambush-corners"))
    _note_return(g, unit, unit.rect.centre, within, corners, 0, may_move=False)
    unit.rect = None
    g.emit("unit-vanished", unit=unit.id)


def note_rebirth(g: Game, unit: Unit, pool: Pool, within: float, lost: int) -> None:
    """Let a model like a fallen one come back in its owner's next Movement Phase, Summoned and hurt
    (Rebirth).
    """
    if unit.rect is None:
        return
    phoenix = like(g, pool)
    g.add_unit(phoenix)
    _note_return(g, phoenix, unit.rect.centre, within, 1, lost, may_move=True)
    g.emit("rises-again", unit=phoenix.id, like=pool.id)


def _note_return(
    g: Game, unit: Unit, at: Point, within: float, corners: int, lost: int, *, may_move: bool
) -> None:
    """Note a return; who comes back by Ambush has made its move, who is Summoned is free to move."""
    row = {"unit": unit.id, "x": at[0], "y": at[1], "within": within, "corners": corners, "lost": lost}
    g.memory.setdefault(RETURNING, []).append({**row, "may-move": may_move})


def come_back(g: Game) -> Procedure[None]:
    """Let units of the active player that are to come back do so; called at the start of its Movement
    Phase.
    """
    rows: list[dict[str, Any]] = g.memory.get(RETURNING, [])
    for row in [row for row in rows if g.units[row["unit"]].owner == g.active]:
        rows.remove(row)
        unit = g.units[row["unit"]]
        at = (row["x"], row["y"])
        placed = yield from place_near(
            g,
            unit,
            at,
            row["within"],
            row["corners"],
            f"Where does {unit.name} come back?",
            "Magical Effects 4",
        )
        g.emit("unit-returned" if placed else "return-failed", unit=unit.id)
        if not placed:
            unit.destroyed = True
            continue
        if not row["may-move"]:
            marks.put(g, unit, marks.ADVANCED, marks.MOVED)
        for pool in list(unit.pools) if row["lost"] else ():
            pool.memory[LOST_FOR_GOOD] = row["lost"]
            yield from lose_health(g, pool, row["lost"], why="return")


def summon(
    g: Game, player: str, entry: str, at: Point, within: float, what: Bundle | None, label: str
) -> Procedure[Unit | None]:
    """Create a unit of an entry and let its owner place it near a point; None if there is no room.

    Summoned units yield no Victory Points and are never Scoring (Magical Effects 4).
    """
    unit = make_unit(g, player, entry)
    if what is not None:
        hold(g, unit, what, label)
    corners = int(g.ruleset.constant("ambush-corners"))
    reach = within or float(g.ruleset.constant("ambush-corner-distance"))
    placed = yield from place_near(g, unit, at, reach, corners, f"Where does {entry} appear?", label)
    if not placed:
        g.emit("summoning-failed", player=player, entry=entry, rule=label)
        return None
    g.add_unit(unit)
    g.emit("summoned", unit=unit.id, entry=entry, player=player)
    return unit


# -- items -----------------------------------------------------------------------------------------


def items_of(g: Game, unit: Unit) -> list[str]:
    """Return the names of Magic Items whose rules a unit's models hold, in order."""
    known = g.ruleset.of_kind(Item)
    held = [h.source for pool in unit.pools for h in pool.held]
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
        kept = [held for held in pool.held if held.source != item]
        if len(kept) != len(pool.held):
            pool.held = kept
            rows.append({"thing": pool.id, "item": item, "effect": effect.id})
    touch(g, unit)
    g.emit("item-asleep", unit=unit.id, item=item)


def tidy(g: Game) -> None:
    """Take away what was lent to the table by effects that have ended, and wake items that slept through
    them.
    """
    lasting = {effect.id for effect in g.schedule.lasting}
    lent: dict[str, int] = g.memory.get(LENT, {})
    for piece in list(g.terrain):
        effect = lent.get(str(piece.id), 0)
        if effect and effect not in lasting:
            del lent[str(piece.id)]
            take_away(g, piece)
    rows: list[dict[str, Any]] = g.memory.get(ASLEEP, [])
    for row in [r for r in rows if r["effect"] not in lasting]:
        rows.remove(row)
        thing = g.things.get(row["thing"])
        if thing is not None:
            hold(g, thing, Bundle(g.ruleset.get(Item, row["item"]).clauses), row["item"])
            touch(g, thing)
