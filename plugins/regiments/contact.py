"""Contact: who is engaged with whom and on which facing, since when, and how contact is kept and given up.

Every change of the graph of contacts goes through here, so that lasting effects follow combats that merge or
end. Who is engaged is what the graph says; where units stand follows it: after losses `regroup` closes up
a unit so that it keeps its contacts. Source: WAP, Unit Facing; SOVL, Combat Phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Final

from tercio.kernel.engagement import Change
from tercio.kernel.geometry import EPSILON, Facing, Rect, Shape, contact, inside_table, touches
from tercio.kernel.geometry.distance import first_overlap
from tercio.kernel.state import Game, Unit

from .align import Line, nudge, shadow, without
from .formation import formation_of, refit
from .places import closed_ground, on_table

SIDES: Final[Mapping[str, tuple[Facing, ...]]] = {
    "front": (Facing.FRONT,),
    "flank": (Facing.LEFT, Facing.RIGHT),
    "left": (Facing.LEFT,),
    "right": (Facing.RIGHT,),
    "rear": (Facing.REAR,),
}
"""The facings that a word for a side of a unit stands for."""

_APART: Final = 0.0001
"""Inches from others at which a front that slides along an edge stands, so that it touches nobody else."""

HAS_CHARGED, WAS_CHARGED = "has-charged", "was-charged"


# -- asking ----------------------------------------------------------------------------------------


def is_engaged(g: Game, unit: Unit) -> bool:
    """Return whether a unit is in contact with an enemy."""
    return unit.id in g.engagement


def foes_of(g: Game, unit: Unit) -> list[Unit]:
    """Return the enemies in contact with a unit, in order of id."""
    return [g.units[number] for number in g.engagement.foes(unit.id)]


def foes_on(g: Game, unit: Unit, side: str) -> list[Unit]:
    """Return the enemies in contact with a unit on a side of it (a word of `SIDES`), in order of id."""
    return [g.units[number] for number in g.engagement.foes_on(unit.id, *SIDES[side])]


def are_in_contact(g: Game, unit: Unit, foe: Unit) -> bool:
    """Return whether two units are in contact with each other."""
    return foe.id in g.engagement.foes(unit.id)


def facing_to(g: Game, unit: Unit, foe: Unit) -> Facing:
    """Return the facing of `unit` on which it is in contact with a foe. Raises KeyError if it is not."""
    return g.engagement.facing(unit.id, foe.id)


def this_turn(g: Game) -> str:
    """Return a word that is the same as long as the turn lasts, the round in a game without turns."""
    return g.clock.stamp("turn" if g.clock.frame("turn") is not None else "round")


def noted_now(g: Game, unit: Unit, what: str) -> bool:
    """Return whether something was noted of a unit in this turn, such as `HAS_CHARGED`."""
    return bool(unit.memory.get(what) == this_turn(g))


def note_charge(g: Game, unit: Unit, target: Unit) -> None:
    """Take down that a charge has ended in contact in this turn."""
    unit.memory[HAS_CHARGED] = target.memory[WAS_CHARGED] = this_turn(g)


# -- changing --------------------------------------------------------------------------------------


def engage(g: Game, unit: Unit, foe: Unit) -> None:
    """Two units are in contact from now on, on the facings on which their boundaries touch. Raises ValueError
    if they do not touch.
    """
    if unit.rect is None or foe.rect is None:
        raise ValueError(f"{unit.name} and {foe.name} are not both on the table")
    mine, theirs = contact(unit.rect, foe.rect)
    if mine is None or theirs is None:
        raise ValueError(f"{unit.name} does not touch {foe.name}")
    engage_on(g, unit, mine, foe, theirs)


def engage_on(g: Game, unit: Unit, facing: Facing, foe: Unit, foe_facing: Facing) -> None:
    """Two units are in contact from now on, on known facings."""
    _followed(g, g.engagement.engage(unit.id, facing, foe.id, foe_facing))
    g.emit("engaged", unit=unit.id, facing=facing.value, target=foe.id, target_facing=foe_facing.value)


def part(g: Game, unit: Unit, foe: Unit) -> None:
    """Two units are no longer in contact with each other; nobody moves."""
    if are_in_contact(g, unit, foe):
        _released(g, [unit, foe], g.engagement.part(unit.id, foe.id))


def disengage(g: Game, unit: Unit) -> None:
    """A unit is in contact with nobody any more: it fled, was destroyed or stepped back."""
    if unit.id in g.engagement:
        foes = foes_of(g, unit)
        _released(g, [unit, *foes], g.engagement.leave(unit.id))


def _released(g: Game, units: list[Unit], change: Change) -> None:
    for unit in units:
        if unit.id not in g.engagement:
            g.emit("disengaged", unit=unit.id)
    _followed(g, change)


def _followed(g: Game, change: Change) -> None:
    for gone, kept in sorted(change.merged.items()):
        g.schedule.merged(kept, gone)
    for combat in change.ended:
        g.schedule.combat_edge(g, "combat", combat)


# -- places in contact -----------------------------------------------------------------------------


def in_the_way(g: Game, *but: Unit) -> list[Shape]:
    """Return what nobody may stand on: impassable terrain, and the units on the table but some."""
    units: list[Shape] = [unit.rect for unit in on_table(g) if unit.rect is not None and unit not in but]
    return units + closed_ground(g)


def flush_places(
    g: Game, unit: Unit, foe: Rect, facing: Facing, wish: float | None, barred: list[Shape]
) -> Iterator[Rect]:
    """Yield where a unit's front stands flush against a facing of a boundary, a hair apart from everybody
    else: with its right end at measure `wish` of the edge (None: in the middle); without room there as near
    to it as can be in each gap, nearest first, of equal ones the nearer to where the unit stands.
    """
    assert unit.rect is not None
    width, depth = unit.rect.width, unit.rect.depth
    line = Line.of(foe, facing)
    wanted = (line.length - width) * 0.5 if wish is None else wish
    end = line.flush(wanted, width, depth)
    is_flush = -width < wanted < line.length
    if is_flush and first_overlap(end.grown(_APART), barred) is None and inside_table(end, g.width, g.depth):
        yield end
        return
    here = line.measure(unit.rect.centre) - width * 0.5
    tries = _slid(line, width, depth, wanted, barred)
    for at in sorted(tries, key=lambda at: (round(abs(at - wanted), 6), abs(at - here), at)):
        end = line.flush(at, width, depth)
        if inside_table(end, g.width, g.depth):
            yield end


def _slid(line: Line, width: float, depth: float, wanted: float, barred: list[Shape]) -> list[float]:
    """Return the measure nearest to the one wanted in each stretch where a front has room."""
    spans = [span for shape in barred if (span := shadow(line, depth, shape, width, _APART)) is not None]
    free = without((-width, line.length), [(low - width, high) for low, high in spans])
    return [min(max(wanted, a), b) for a, b in free if b - a > EPSILON]


def turn_to_face(g: Game, unit: Unit, foe: Unit) -> bool:
    """Turn a unit so that its front lies against a foe that it is in contact with, as near to where it stands
    as there is room; return whether it turned.
    """
    if unit.rect is None or foe.rect is None or not are_in_contact(g, unit, foe):
        return False
    theirs = facing_to(g, foe, unit)
    if facing_to(g, unit, foe) is Facing.FRONT:
        return False
    line = Line.of(foe.rect, theirs)
    wish = line.measure(unit.rect.centre) - unit.rect.width * 0.5
    end = next(flush_places(g, unit, foe.rect, theirs, wish, in_the_way(g, unit, foe)), None)
    if end is None:
        return False
    unit.rect = end
    engage_on(g, unit, Facing.FRONT, foe, theirs)
    g.emit("turned", unit=unit.id, target=foe.id)
    return True


# -- keeping contact -------------------------------------------------------------------------------


def regroup(g: Game, unit: Unit) -> None:
    """Close up a unit that lost models, at the end of its front that keeps most contacts; without any, so
    that those left stay on their files. A contact that is lost by that is regained by a shift no longer than
    the unit shrank, of itself or else of the foe; else the two part.
    """
    if unit.rect is None or not unit.models:
        return
    old, new = unit.rect, refit(unit)
    foes = foes_of(g, unit)
    if new.width == old.width and new.depth == old.depth:
        return
    if not foes:
        unit.rect = _on_files(unit, old.width - new.width)
        return
    shift = (old.width - new.width) * 0.5
    if shift > EPSILON:
        unit.rect = _best_end(new, shift, foes)
    for foe in foes:
        if foe.rect is not None and not touches(unit.rect, foe.rect):
            _regain(g, unit, foe, abs(old.width - new.width) + abs(old.depth - new.depth))


def _on_files(unit: Unit, narrower: float) -> Rect:
    """Return the boundary of a unit that lost files at both ends. Of an odd number the left end loses one
    more if an even number stays, else the right end: files that go one by one go by turns.
    """
    formation, rect = formation_of(unit), unit.rect
    assert rect is not None
    file = formation.cell[0] + formation.gap
    if round(narrower / file) % 2 == 0:
        return rect
    aside = file * (0.5 if formation.files % 2 == 0 else -0.5)
    return rect.moved(rect.uy * aside, -rect.ux * aside)


def _best_end(rect: Rect, shift: float, foes: list[Unit]) -> Rect:
    """Return the boundary closed up at its middle, its left or its right, whichever touches most foes."""
    right = (rect.uy * shift, -rect.ux * shift)
    ends = (rect, rect.moved(-right[0], -right[1]), rect.moved(*right))
    return max(ends, key=lambda end: _touched(end, foes))


def _touched(rect: Rect, foes: list[Unit]) -> int:
    return sum(foe.rect is not None and touches(rect, foe.rect) for foe in foes)


def _regain(g: Game, unit: Unit, foe: Unit, limit: float) -> None:
    for mover, other in ((unit, foe), (foe, unit)):
        assert mover.rect is not None
        assert other.rect is not None
        stays = [one for one in foes_of(g, mover) if one is not other]
        held = _touched(mover.rect, stays)
        barred = in_the_way(g, mover)
        for moved in nudge(mover.rect, other.rect, limit + EPSILON):
            if _touched(moved, stays) >= held and _is_free(mover.rect, moved, barred):
                mover.rect = moved
                return
    part(g, unit, foe)


def _is_free(start: Rect, end: Rect, barred: list[Shape]) -> bool:
    """Whether a boundary can be shifted straight to another place: no step of it is longer than it is wide or
    deep.
    """
    dx, dy = end.x - start.x, end.y - start.y
    steps = 1 + int(hypot(dx, dy) / min(start.width, start.depth))
    places = (start.moved(dx * step / steps, dy * step / steps) for step in range(1, steps + 1))
    return all(first_overlap(place, barred) is None for place in places)
