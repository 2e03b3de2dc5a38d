"""Terrain Features: what each kind is, which pieces a unit touches, what touching means, and Dangerous
Terrain Tests.

A feature is read once from its declaration (`feature_of`). Its clauses hold for units in contact: `settle`
gives them to a unit and takes them back as it moves on; procedures call it for those who take part before
they look anything up. Source: T9A rulebook, Terrain 1-2; Reference Handbook, Dangerous Terrain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Bundle, TerrainFeature
from tercio.kernel.geometry import Rect, Shape, distance, touches
from tercio.kernel.ground import put_piece, take_piece
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.places import fully_within
from tercio.kernel.query import has
from tercio.kernel.rolls import purpose
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Held, Pool, Terrain, Unit, touch

GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Danger:
    """Dangerous Terrain: the roll that hurts, whom it concerns (a rule or property, "" for all), and
    whether only in flight.
    """

    needed: int
    whom: str = ""
    in_flight: bool = False


@dataclass(frozen=True, slots=True)
class Feature:
    """A kind of terrain. `cover` is soft, hard or "" up to `cover_height`; `cover_contact`: only for units
    in contact.
    """

    name: str
    cover: str = ""
    cover_height: int = 0
    cover_contact: bool = False
    dangers: tuple[Danger, ...] = ()
    disruptive: bool = False
    opaque: bool = False
    impassable: bool = False
    elevated: bool = False


_PLAIN = Feature("")
_read: WeakKeyDictionary[Ruleset, dict[str, Feature]] = WeakKeyDictionary()


def feature_of(g: Game, piece: Terrain) -> Feature:
    """Return what kind of terrain a piece is; open ground if its feature is not declared."""
    features = _read.get(g.ruleset)
    if features is None:
        declared = g.ruleset.of_kind(TerrainFeature)
        features = _read[g.ruleset] = {name: _feature(feature) for name, feature in declared.items()}
    return features.get(piece.feature, _PLAIN)


def _feature(declared: TerrainFeature) -> Feature:
    words = {word for word, _ in declared.traits}
    cover: dict[str, Any] = {}
    for word, args in declared.traits:
        if word == "covering":
            told = [getattr(arg, "text", getattr(arg, "value", None)) for arg in args]
            height = told[told.index("height") + 1] if "height" in told else 0
            cover = {"cover": told[0], "cover_height": height, "cover_contact": "contact" in told}
    return Feature(
        declared.name,
        **cover,
        dangers=tuple(_danger(args) for word, args in declared.traits if word == "dangerous"),
        disruptive="disruptive" in words,
        opaque="opaque" in words,
        impassable="impassable" in words,
        elevated="elevated" in words,
    )


def _danger(args: tuple[Any, ...]) -> Danger:
    told: list[Any] = [getattr(arg, "text", getattr(arg, "value", None)) for arg in args]
    whom = told[told.index("for") + 1] if "for" in told else ""
    return Danger(int(told[0]), "" if whom == "flee" else whom, whom == "flee")


# -- contact ---------------------------------------------------------------------------------------


def touching(g: Game, unit: Unit) -> list[Terrain]:
    """Return the pieces of terrain that a unit's boundary is in contact with, in order."""
    rect = unit.rect
    if rect is None or unit.destroyed:
        return []
    return [piece for piece in g.terrain if _near(rect, piece.shape) and touches(rect, piece.shape)]


def _near(rect: Rect, shape: Shape) -> bool:
    dx, dy, reach = shape.x - rect.x, shape.y - rect.y, shape.radius + rect.radius + 0.01
    return dx * dx + dy * dy <= reach * reach


def touched(g: Game, rect: Rect) -> list[Terrain]:
    """Return the pieces of terrain that a boundary would be in contact with, in order."""
    return [piece for piece in g.terrain if _near(rect, piece.shape) and touches(rect, piece.shape)]


def disrupted(g: Game, unit: Unit) -> bool:
    """Return whether Disruptive Terrain in contact takes a unit's Rank Bonus (Terrain 1.D)."""
    return any(
        feature_of(g, piece).disruptive and may(g, "disrupted", Context(unit=unit, terrain=piece))
        for piece in touching(g, unit)
    )


def elevated(g: Game, rect: Rect) -> bool:
    """Return whether what stands on a base or boundary is fully on a Hill (Terrain 2.C)."""
    return any(
        _near(rect, piece.shape) and feature_of(g, piece).elevated and fully_within(rect, piece, 0)
        for piece in g.terrain
    )


def inside(rect: Rect, piece: Terrain) -> bool:
    """Return whether a base or boundary is in a piece of terrain: any part of it."""
    return distance(rect, piece.shape) <= 0.0


def settle(g: Game, *units: Unit) -> None:
    """Let units hold the rules of the terrain that they touch now; nothing happens for those that have not
    moved.
    """
    if not g.terrain:
        return
    for unit in units:
        here = _where(unit, g)
        if unit.memory.get(GROUND) != here:
            unit.memory[GROUND] = here
            _hold_ground(g, unit)


def _where(unit: Unit, g: Game) -> list[float]:
    r = unit.rect
    return [len(g.terrain)] if r is None else [len(g.terrain), r.x, r.y, r.ux, r.uy, r.width, r.depth]


def _hold_ground(g: Game, unit: Unit) -> None:
    kept = [held for held in unit.held if held.source != GROUND]
    found = [
        Held(g.ruleset.instance(Bundle(declared.clauses)), unit.id, GROUND)
        for declared in _declared(g, touching(g, unit))
    ]
    if found or len(kept) != len(unit.held):
        unit.held = kept + found
        touch(g, unit)


def _declared(g: Game, pieces: Iterable[Terrain]) -> Iterable[TerrainFeature]:
    shelf = g.ruleset.of_kind(TerrainFeature)
    names = dict.fromkeys(piece.feature for piece in pieces)
    return [shelf[name] for name in names if name in shelf and shelf[name].clauses]


# -- Dangerous Terrain -----------------------------------------------------------------------------


def dangerous_test(g: Game, unit: Unit, pieces: Iterable[Terrain | Unit], move: str) -> Procedure[None]:
    """Take the Dangerous Terrain Tests of a move: for each piece in turn, each Health Pool, with its losses
    at once.

    `pieces` are those touched during the move; enemy units that were fled through count as Dangerous
    Terrain too. `move` is charge, failed-charge, march, flee or pursue. Source: Terrain 1.C, Psychology 4;
    Reference Handbook, Dangerous Terrain.
    """
    for piece in pieces:
        for danger in _dangers(g, piece, move):
            yield from face_danger(g, unit, danger, piece if isinstance(piece, Terrain) else None)


def _dangers(g: Game, piece: Terrain | Unit, move: str) -> tuple[Danger, ...]:
    if isinstance(piece, Unit):
        return (Danger(int(g.ruleset.constant("flee-dangerous"))),)
    return tuple(d for d in feature_of(g, piece).dangers if move == "flee" or not d.in_flight)


def face_danger(g: Game, unit: Unit, danger: Danger, piece: Terrain | None = None) -> Procedure[None]:
    """Take one Dangerous Terrain Test with every Health Pool of a unit that it concerns."""
    for pool in list(unit.pools):
        if pool.models <= 0 or unit.destroyed:
            continue
        c = Context(model=pool, unit=unit, terrain=piece)
        if not _concerned(g, c, pool, danger.whom) or not may(g, "dangerous-test", c):
            continue
        yield from _roll(g, pool, c, danger, piece)


def _concerned(g: Game, c: Context, pool: Pool, whom: str) -> bool:
    return not whom or has(g, c, pool, whom) or any(has(g, c, part, whom) for part in pool.parts)


def _roll(g: Game, pool: Pool, c: Context, danger: Danger, piece: Terrain | None) -> Procedure[None]:
    from .wounds import strike

    number = dangerous_dice(g, pool, c)
    where = piece.id if piece is not None else 0
    faces = g.dice.faces(purpose(g, pool.id, where, "dangerous-test"), number, 6) if number else []
    hits = sum(face >= danger.needed for face in faces)
    g.emit("dangerous-terrain", unit=pool.unit.id, pool=pool.id, terrain=where, dice=number, hits=hits)
    if hits:
        attack = Attack(
            "wounding",
            frozenset({"dangerous"}),
            pool,
            fixed={"ap": g.ruleset.constant("dangerous-ap")},
            label=f"dangerous/{pool.id}/{where}",
        )
        yield from strike(g, [(attack, hits)], "dangerous-terrain")


def dangerous_dice(g: Game, pool: Pool, c: Context) -> int:
    """Return the dice of a pool's Dangerous Terrain Test: half its models, rounded up, times what its
    Height says.
    """
    part = g.ruleset.constant("dangerous-fraction")
    models = -int(-pool.models * part // 1)
    each = g.ruleset.table("dangerous-dice").look(int(value(g, "height", c, pool.height)))
    return int(value(g, "dangerous-dice", c, models * each))


# -- placing ---------------------------------------------------------------------------------------


def place(g: Game, feature: str, shape: Shape, name: str = "", owner: str = "") -> Terrain:
    """Put a piece of terrain on the table and return it."""
    piece = put_piece(g, feature, shape, name, owner)
    g.emit("terrain-placed", terrain=piece.id, feature=feature, x=shape.x, y=shape.y)
    return piece


def take_away(g: Game, piece: Terrain) -> None:
    """Take a piece of terrain or a marker off the table."""
    if piece in g.terrain:
        take_piece(g, piece)
        g.emit("terrain-removed", terrain=piece.id, feature=piece.feature)
