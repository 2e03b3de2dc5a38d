"""A hash of everything on the table, equal in every process for equal games.

`plain` turns a game into dictionaries, lists, numbers and strings; `state_hash` is the digest of their
canonical JSON. Floats are rounded to a millionth, of an inch far below the geometry's tolerance, so that the
last bit of a sine does not matter.
"""

from __future__ import annotations

import json
from enum import Enum
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from .decl.expr import DiceAmount
from .geometry import Circle, Oval, Polygon, Rect, Shape
from .state import Game, Pool, Thing, Unit

_DIGITS = 6
_AS_IT_IS = frozenset((int, str, bool, type(None)))


def state_hash(game: Game) -> str:
    """Return the digest of the game's state as 32 hex digits. Raises TypeError if memory holds what is no
    plain data.
    """
    text = json.dumps(_tidy(plain(game)), sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def plain(game: Game) -> dict[str, Any]:
    """Return the whole state as plain data: players, units, terrain, contacts, lasting effects, clock,
    battle.

    Of weapons, which never change, there are the ids, of profiles of parts nothing; nor of dice and events.
    """
    return {
        "at": game.clock.path,
        "order": game.clock.order,
        **({"cut": cut} if any(cut := [frame.cut for frame in game.clock.stack]) else {}),
        "active": game.active,
        "players": [_thing(player) for player in game.players.values()],
        "units": [_unit(unit) for unit in game.units.values()],
        "terrain": [
            _thing(piece) | {"feature": piece.feature, "shape": _place(piece.shape)} for piece in game.terrain
        ],
        "areas": [_thing(area) for area in game.areas.values()],
        "contacts": [[u, f and f.value, v, h and h.value] for u, f, v, h in game.engagement.contacts()],
        "lasting": [
            [e.id, e.label, e.edge, e.node, e.player, e.left, e.combat] for e in game.schedule.lasting
        ],
        "memory": game.memory,
        "battle": _thing(game.battle),
        "next": game.next_id,
    }


def _thing(thing: Thing) -> dict[str, Any]:
    return {
        "id": thing.id,
        "name": thing.name,
        "owner": thing.owner,
        "held": [[held.instance.label, held.source, held.effect, *held.pools] for held in thing.held],
        "marks": thing.marks,
        "tokens": thing.tokens,
        "memory": thing.memory,
    }


def _place(shape: Shape | None) -> list[Any] | None:
    match shape:
        case None:
            return None
        case Rect():
            return [shape.x, shape.y, shape.ux, shape.uy, shape.width, shape.depth]
        case Circle():
            return [shape.x, shape.y, shape.r]
        case Oval():
            return [shape.x, shape.y, shape.ux, shape.uy, shape.a, shape.b]
        case Polygon():
            return [list(point) for point in shape.points]


def _unit(unit: Unit) -> dict[str, Any]:
    return _thing(unit) | {
        "place": _place(unit.rect),
        "formation": unit.formation.plain() if unit.formation is not None else None,
        "destroyed": unit.destroyed,
        "pools": [_pool(pool) for pool in unit.pools],
    }


def _pool(pool: Pool) -> dict[str, Any]:
    loose = [[m.id, m.part, _place(m.shape)] for m in pool.loose]
    return _thing(pool) | {
        "entry": pool.entry,
        "models": pool.models,
        "starting": pool.starting,
        "lost": pool.lost,
        "profile": pool.profile,
        "loose": loose,
        "parts": [_thing(part) | {"arms": [arm.id for arm in part.arms]} for part in pool.parts],
    }


def _tidy(value: Any) -> Any:
    """Return data as JSON has it: floats rounded (never -0.0), keys as text, sets in order."""
    if type(value) in _AS_IT_IS:
        return value
    match value:
        case float():
            return round(value, _DIGITS) + 0.0
        case dict():
            return {str(key): _tidy(item) for key, item in value.items()}
        case list() | tuple():
            return [_tidy(item) for item in value]
        case set() | frozenset():
            return sorted(map(_tidy, value), key=repr)
        case DiceAmount():
            return [value.count, value.sides, value.plus, value.extra]
        case int() | str() | None:
            return value
        case Enum() | Fraction() | Thing():
            return str(value)
        case _:
            raise TypeError(f"the state of a game is plain data, not {type(value).__name__}")
