"""Read-only questions about who holds what, which things there are, and what a number of a thing is.

These are the functions that compiled conditions call. None of them rolls, asks or changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .context import Context
from .modifiers import names_of, value
from .state import (
    Area,
    Arm,
    Game,
    Held,
    Part,
    Player,
    Pool,
    Terrain,
    Thing,
    Unit,
    carrier_of,
    pool_of,
    unit_of,
)


def things_in(x: Any) -> Iterable[Any]:
    """Return the things of a slot that takes one or several (a point is one)."""
    if x is None:
        return ()
    return x if isinstance(x, list) else (x,)


def units_in(x: Any) -> list[Unit]:
    """Return the units of the things of a slot, in order, each once, that are still there."""
    found = (unit_of(thing) for thing in things_in(x))
    return list({unit.id: unit for unit in found if unit is not None and not unit.destroyed}.values())


def thing_of(g: Game, h: Held | None) -> Thing | None:
    """Return the bearer of a held rule (None for none; the battle for core rules)."""
    if h is None:
        return None
    return g.things.get(h.bearer, g.battle) if h.bearer else g.battle


def bearer_of(g: Game, c: Context, h: Held | None) -> Thing | None:
    """Return the thing that a rule calls its bearer: a weapon's rule speaks of whoever strikes with it, else
    of the part that carries it.
    """
    thing = thing_of(g, h)
    if not isinstance(thing, Arm):
        return thing
    attacker: Part | None = c.attacker
    return attacker if attacker is not None and thing in attacker.arms else carrier_of(g, thing)


def unit_of_bearer(g: Game, h: Held | None) -> Unit | None:
    """Return the unit of what holds a rule, be it a weapon; None if it is of no unit."""
    thing = thing_of(g, h)
    return unit_of(carrier_of(g, thing)) if thing is not None else None


def owner_of(g: Game, h: Held | None, c: Context) -> str:
    """Return the name of the player a rule speaks for: its bearer's owner, else (a rule of the battle) the
    context's player, else the owner of the unit in question, else the active one.
    """
    bearer = thing_of(g, h)
    if bearer is not None and bearer.owner:
        return bearer.owner
    player = c.player
    if isinstance(player, Player):
        return player.name
    unit = unit_of(c.unit)
    return unit.owner if unit is not None and unit.owner else g.active


def has(g: Game, c: Context, thing: Any, name: str) -> bool:
    """Return whether a thing itself holds a rule or property (a unit: any of its models; a pool: any of its
    parts; an attack: its part or arm).
    """
    if thing is None:
        return False
    if isinstance(thing, Pool):
        return _holds(g, c, thing, name) or any(_holds(g, c, part, name) for part in thing.parts)
    if isinstance(thing, (Unit, Part, Player, Arm, Terrain, Area)):
        return _holds(g, c, thing, name)
    arm, part = getattr(thing, "arm", None), getattr(thing, "attacker", None)
    given = getattr(thing, "given", None)
    if given is not None and _holds(g, c, given, name):
        return True
    return (arm is not None and _holds(g, c, arm, name)) or (part is not None and _holds(g, c, part, name))


def _holds(g: Game, c: Context, thing: Thing, name: str) -> bool:
    hits = names_of(g, thing).get(name)
    if not hits:
        return False
    if any(rule.guard is None for rule, _ in hits):
        return True
    c = _of_its_own(c, thing)
    return any(rule.guard(g, c, held) for rule, held in hits if rule.guard is not None)


def _of_its_own(c: Context, thing: Thing) -> Context:
    """Return the context in which a thing's conditional rules are looked at: outside of attacks, `unit` is
    the one that the thing itself belongs to, whoever asks.
    """
    own = unit_of(thing) if c.attack is None else None
    return c if own is None or c.unit is own else c.but(unit=own)


def contains(g: Game, c: Context, thing: Any, name: str) -> bool:
    """Return whether any model of the thing's unit (of a player: of its units) holds a rule or property."""
    if isinstance(thing, Player):
        return _holds(g, c, thing, name)
    unit = unit_of(thing)
    return unit is not None and _holds(g, c, unit, name)


def entirely(g: Game, c: Context, thing: Any, name: str) -> bool:
    """Return whether every model of the thing's unit holds a rule or property (by itself or through one of
    its parts).
    """
    unit = unit_of(thing)
    if unit is None or not unit.pools:
        return False
    return all(
        _holds(g, c, pool, name) or any(_holds(g, c, part, name) for part in pool.parts)
        for pool in unit.pools
    )


def things_of_kind(g: Game, kind: str) -> Iterator[Thing]:
    """Yield all things of a kind on the table in order of id: unit, pool, model (a pool), part, player,
    terrain, area; or, no longer on it, the units that were destroyed.
    """
    match kind:
        case "player":
            yield from g.players.values()
        case "terrain":
            yield from g.terrain
        case "area":
            yield from g.areas.values()
        case "destroyed":
            yield from (unit for unit in g.units.values() if unit.destroyed)
        case _:
            for unit in g.units.values():
                if not unit.destroyed:
                    yield from _within_unit(unit, kind)


def _within_unit(unit: Unit, kind: str) -> Iterator[Thing]:
    match kind:
        case "unit":
            yield unit
        case "part":
            yield from unit.parts()
        case _:
            yield from unit.pools


Test = Callable[[Any], bool]


def select(g: Game, c: Context, h: Held | None, kind: str, side: str, where: Test | None) -> list[Thing]:
    """Return the things of a set, in order of id. `side` is "", friendly, enemy, own or other (friendly but
    not the bearer's unit).
    """
    there: Iterable[Thing] = things_of_kind(g, kind)
    if kind == "unit":
        there = [unit for unit in g.units.values() if not unit.destroyed]
    if side:
        mine, me = owner_of(g, h, c), unit_of_bearer(g, h)
        there = [thing for thing in there if _on_side(thing, side, mine, me)]
    return [thing for thing in there if where is None or where(thing)]


def matching(
    g: Game, c: Context, h: Held | None, kind: str, side: str, where: Test | None
) -> Iterator[Thing]:
    """Yield the things of a set one by one: `select` for who needs but the first of them."""
    mine, me = (owner_of(g, h, c), unit_of_bearer(g, h)) if side else ("", None)
    for thing in things_of_kind(g, kind):
        if (not side or _on_side(thing, side, mine, me)) and (where is None or where(thing)):
            yield thing


def belongs(
    g: Game,
    c: Context,
    h: Held | None,
    kind: str,
    side: str,
    where: Callable[[Any], bool] | None,
    thing: Thing,
) -> bool:
    """Return whether a thing, or the unit or pool it is part of, is in a set: `select` asked of one thing."""
    one: Any = pool_of(thing) if kind in ("pool", "model") else thing
    if kind in ("unit", "destroyed"):
        one = unit_of(thing)
    if one is None or getattr(one, "destroyed", False) != (kind == "destroyed"):
        return False
    if side and not _on_side(one, side, owner_of(g, h, c), unit_of_bearer(g, h)):
        return False
    return where is None or bool(where(one))


def _on_side(thing: Thing, side: str, mine: str, me: Unit | None) -> bool:
    if side == "enemy":
        return thing.owner not in ("", mine)
    return thing.owner == mine and (side != "other" or unit_of(thing) is not me)


def context_for(thing: Any) -> Context:
    """Return a context in which a thing's own number can be asked: it fills the roles that it can."""
    match thing:
        case Part():
            return Context(attacker=thing, unit=thing.pool.unit, model=thing.pool)
        case Pool():
            return Context(target=thing, model=thing, target_unit=thing.unit, unit=thing.unit)
        case Unit():
            return Context(unit=thing, target_unit=thing)
        case _:
            return Context(player=thing)


def base_value(thing: Any, name: str) -> Any:
    """Return the number printed on a thing's profile (a part falls back on its pool, an arm on its numbers),
    None if it has none.
    """
    while thing is not None:
        if isinstance(thing, Arm):
            return thing.numbers.get(name)
        profile = getattr(thing, "profile", None)
        if profile is not None and profile.get(name) is not None:
            return profile[name]
        if name == "height" and isinstance(thing, Pool):
            return thing.height
        thing = thing.pool if isinstance(thing, Part) else pool_of(thing) if isinstance(thing, Unit) else None
    return None


def stat(g: Game, name: str, c: Context) -> Any:
    """Return a characteristic in the present context: the attack's fixed number, else the arm's, else the
    profile of its first role.

    A value nobody has counts as 0, a target number nobody has as one that cannot be passed.
    """
    return value(g, name, c, base_in(g, name, c))


def base_in(g: Game, name: str, c: Context) -> Any:
    """Return what `stat` starts from: the number before any rule changes it. What is on no profile starts
    at the constant of its name, if the rules have one.
    """
    attack = c.attack
    base = None
    if attack is not None:
        base = attack.number(name)
    if base is None:
        for role in g.ruleset.roles(name):
            base = base_value(getattr(c, role), name)
            if base is not None:
                break
    if base is None:
        base = g.ruleset.start(name)
    return base


def value_of(g: Game, name: str, thing: Any, c: Context | None = None) -> Any:
    """Return a characteristic of one thing with all modifiers; of a unit what its system says (highest or
    lowest of its models), of a part that of its pool where the number is one of pools.

    An attack is asked in the context at hand. `None` counts as 0.
    """
    if thing is None:
        return 0
    if not isinstance(thing, Thing):
        return stat(g, name, c if c is not None else Context(attack=thing))
    first = g.ruleset.roles(name)[:1]
    if isinstance(thing, Part) and first in _OF_POOLS:
        thing = thing.pool
    holders = _holders(thing, first) if isinstance(thing, Unit) else None
    if holders is not None:
        values = [value_of(g, name, one) for one in holders]
        return _of_unit(g, name, values) if values else 0
    return stat(g, name, context_for(thing))


def _holders(unit: Unit, first: tuple[str, ...]) -> Iterable[Thing] | None:
    """Return the parts or pools of a unit that have a number whose first role is theirs, None if it is the
    unit's.
    """
    if first == ("attacker",):
        return unit.parts()
    return unit.pools if first in _OF_POOLS else None


_OF_POOLS = (("model",), ("target",))
"""First roles of numbers that pools have."""


def _of_unit(g: Game, name: str, values: list[Any]) -> Any:
    declared = g.ruleset.characteristics.get(name)
    return max(values) if declared is not None and declared.several == "best" else min(values)
