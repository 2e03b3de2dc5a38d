"""Copies of a game for undo, search and what-if: independent, and cheap because what never changes is
shared.

Shared are rules, arms, shapes, profiles of parts, and the lookups of held rules (they speak of things by id
and are replaced, never changed). Attributes are set one by one: a copy is on the hot path of every agent
that thinks ahead.
"""

from __future__ import annotations

from typing import Any, TypeVar

from .state import Area, Arm, Game, Model, Part, Player, Pool, Terrain, Thing, Unit

T = TypeVar("T", bound=Thing)


def clone(game: Game) -> Game:
    """Return an independent copy of a game."""
    new = Game(
        ruleset=game.ruleset,
        dice=game.dice.clone(),
        clock=game.clock.clone(),
        schedule=game.schedule.clone(),
        engagement=game.engagement.clone(),
        width=game.width,
        depth=game.depth,
        active=game.active,
        memory=plain_copy(game.memory),
        battle=_twin(game.battle),
        auras=game.auras,
        heard=game.heard,
        spoken=None if game.spoken is None else set(game.spoken),
        touched=game.touched,
        next_id=game.next_id,
        events=None if game.events is None else list(game.events),
        sequence_number=game.sequence_number,
        ledgers=None if game.ledgers is None else list(game.ledgers),
    )
    things: dict[int, Thing] = {}
    for player in game.players.values():
        new.players[player.name] = things[player.id] = _player(player)
    for piece in game.terrain:
        twin = _terrain(piece)
        new.terrain.append(twin)
        things[twin.id] = twin
    for area in game.areas.values():
        new.areas[area.name] = things[area.id] = _area(area)
    for unit in game.units.values():
        new.units[unit.id] = _unit(unit, things)
    new.things = _in_order(game, things)
    return new


def _in_order(game: Game, things: dict[int, Thing]) -> dict[int, Thing]:
    """All things by id in the order of the original; what is reached only by id (a slain pool) is copied
    now.
    """
    found: dict[int, Thing] = {}
    for number, thing in game.things.items():
        twin = things.get(number)
        if twin is None:
            twin = thing if isinstance(thing, Arm) else _gone(thing, things)
        found[number] = twin
    return found


def _gone(thing: Thing, things: dict[int, Thing]) -> Thing:
    if isinstance(thing, Part):
        if thing.pool.id not in things:
            _pool(thing.pool, _owner_of(thing.pool, things), things)
        return things[thing.id]
    return _pool(thing, _owner_of(thing, things), things) if isinstance(thing, Pool) else _twin(thing)


def _owner_of(pool: Pool, things: dict[int, Thing]) -> Any:
    return things.get(pool.unit.id, pool.unit)


def plain_copy(value: Any) -> Any:
    """Return an independent copy of plain data: dicts, lists and sets of what never changes."""
    if not value:
        return type(value)() if isinstance(value, (dict, list, set)) else value
    if isinstance(value, dict):
        return {key: plain_copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_copy(item) for item in value]
    return set(value) if isinstance(value, set) else value


def _twin(thing: T) -> T:
    new = type(thing).__new__(type(thing))
    new.id, new.name, new.owner = thing.id, thing.name, thing.owner
    new.held, new.marks, new.tokens = thing.held[:], thing.marks.copy(), thing.tokens.copy()
    new.memory = plain_copy(thing.memory) if thing.memory else {}
    new.index, new.names = thing.index, thing.names
    return new


def _player(player: Player) -> Player:
    new = _twin(player)
    new.army, new.size = player.army, player.size
    return new


def _terrain(piece: Terrain) -> Terrain:
    new = _twin(piece)
    new.feature, new.shape = piece.feature, piece.shape
    return new


def _area(area: Area) -> Area:
    new = _twin(area)
    new.kinds, new.shape = area.kinds, area.shape
    return new


def _unit(unit: Unit, things: dict[int, Thing]) -> Unit:
    new = _twin(unit)
    new.rect, new.destroyed, new.cost = unit.rect, unit.destroyed, unit.cost
    new.formation = None if unit.formation is None else unit.formation.clone()
    things[new.id] = new
    new.pools = [_pool(pool, new, things) for pool in unit.pools]
    return new


def _pool(pool: Pool, unit: Unit, things: dict[int, Thing]) -> Pool:
    new = _twin(pool)
    new.unit, new.entry, new.role, new.profile = unit, pool.entry, pool.role, pool.profile.copy()
    new.models, new.starting, new.lost = pool.models, pool.starting, pool.lost
    new.base, new.height, new.cost, new.origin = pool.base, pool.height, pool.cost, pool.origin
    new.loose = [Model(m.id, m.part, m.shape) for m in pool.loose] if pool.loose else []
    things[new.id] = new
    new.parts = [_part(part, new, things) for part in pool.parts]
    return new


def _part(part: Part, pool: Pool, things: dict[int, Thing]) -> Part:
    new = _twin(part)
    new.pool, new.profile, new.arms, new.count = pool, part.profile, part.arms[:], part.count
    things[new.id] = new
    return new
