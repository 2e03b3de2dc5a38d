"""Amounts and things that every game counts: models, health, tokens, distances, extremes of a set.

They ask and never change anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .context import Context
from .limits import times_used
from .modifiers import names_of
from .places import things_apart
from .query import base_value, context_for, owner_of, value_of
from .relations import owner_name
from .state import Game, Held, Part, Player, Pool, Thing, Unit, pool_of
from .vocabulary import Vocabulary

WORDS = Vocabulary()
_FAR = 10**6


def pools_in(thing: Any) -> Sequence[Pool]:
    """Return the pools of a thing: all of a unit, that of a part, the one an attack is aimed at."""
    match thing:
        case Unit():
            return thing.pools
        case Pool():
            return (thing,)
        case Part():
            return (thing.pool,)
        case None:
            return ()
        case _:
            pool = pool_of(thing)
            return (pool,) if pool is not None else ()


@WORDS.term("models", "models of {x:any}")
def models_of(_g: Game, x: Any) -> int:
    """Models alive."""
    return sum(pool.models for pool in pools_in(x))


@WORDS.term("starting-models", "starting models of {x:any}")
def starting_models_of(_g: Game, x: Any) -> int:
    """Models that it began with."""
    return sum(pool.starting for pool in pools_in(x))


@WORDS.term("health", "health of {x:any}")
def health_of(_g: Game, x: Any) -> int:
    """Health left."""
    return sum(pool.health for pool in pools_in(x))


@WORDS.term("starting-health", "starting health of {x:any}")
def starting_health_of(_g: Game, x: Any) -> int:
    """Health that it began with."""
    return sum(pool.starting * int(pool.profile.get("health-points") or 1) for pool in pools_in(x))


@WORDS.term("lost-health", "lost health of {x:any}")
def lost_health_of(g: Game, x: Any) -> int:
    """Health lost since the beginning, slain models included."""
    return starting_health_of(g, x) - health_of(g, x)


@WORDS.term("number", "number of {s:set}")
def number_of(_g: Game, s: Sequence[Any]) -> int:
    """How many things a set has."""
    return len(s)


@WORDS.term("instances", "instances of {rule:name} of {a:attack}", situated=True)
def instances_of(g: Game, c: Context, _h: Held | None, rule: str, a: Any) -> int:
    """How many instances of a rule an attack has: those of its weapon, of itself and of its attacker."""
    holders = (a.arm, a.given, a.attacker) if a is not None else ()
    return sum(
        all(guard is None or guard(g, c, held) for guard in (mention.guard, mention.default))
        for holder in holders
        if holder is not None
        for mention, held in names_of(g, holder).get(rule, ())
    )


@WORDS.term("distance", "distance from {a:thing} to {b:thing}")
def distance_from(_g: Game, a: Any, b: Any) -> float:
    """Closest distance in inches; very far if one of them is not on the table."""
    apart = things_apart(a, b)
    return _FAR if apart is None else apart


@WORDS.term("unmodified", "unmodified {value:word} of {x:any}")
def unmodified(g: Game, value: str, x: Any) -> Any:
    """A number as printed; of a unit the highest or lowest, as its system takes several."""
    if isinstance(x, Unit):
        declared = g.ruleset.characteristics.get(value)
        found = [base_value(pool, value) or 0 for pool in x.pools]
        return (max if declared is not None and declared.several == "best" else min)(found, default=0)
    base = base_value(x, value) if x is None or isinstance(x, Thing) else x.number(value)
    return 0 if base is None else base


@WORDS.term("highest", "highest {value:word} of {s:set}")
def highest_of(g: Game, value: str, s: Sequence[Any]) -> Any:
    """The highest of a value among a set, 0 for none."""
    return max((value_of(g, value, thing, context_for(thing)) for thing in s), default=0)


@WORDS.term("lowest", "lowest {value:word} of {s:set}")
def lowest_of(g: Game, value: str, s: Sequence[Any]) -> Any:
    """The lowest of a value among a set, 0 for none."""
    return min((value_of(g, value, thing, context_for(thing)) for thing in s), default=0)


@WORDS.term("half", "half {x:amount}")
def half_of(_g: Game, x: int | Fraction) -> int:
    """Half, rounded up."""
    return -int(Fraction(-x) / 2 // 1)


@WORDS.term("tokens", "tokens {token:name} of {x:any}")
def tokens_of(_g: Game, token: str, x: Any) -> int:
    """How many tokens of a name lie with it."""
    return int(x.tokens.get(token, 0)) if isinstance(x, Thing) else 0


@WORDS.term("uses", "{keyword:word} actions used by {u:unit} this {period:phase|turn|round|battle}")
def uses_by(g: Game, keyword: str, u: Any, period: str) -> int:
    """How many actions of a keyword a unit has used in the present phase, turn, round or battle."""
    return times_used(g, u, keyword, period) if u is not None else 0


@WORDS.term("times-used", "times {action:name} used by {u:unit} this {period:phase|turn|round|battle}")
def times_used_named(g: Game, action: str, u: Any, period: str) -> int:
    """How often a unit has used the action of a name in the present phase, turn, round or battle."""
    return times_used(g, u, action, period) if u is not None else 0


@WORDS.term("current", "current {node:word}")
def current(g: Game, node: str) -> int:
    """Which repetition of a part of the sequence this is, counting from 1; 0 outside of it."""
    return g.clock.number(node)


@WORDS.term("owner", "owner of {x:any}", "player")
def owner_of_thing(g: Game, x: Any) -> Player | None:
    """The player it belongs to."""
    return g.players.get(owner_name(x))


@WORDS.term("opponent-of", "opponent of {x:any}", "player")
def opponent_of(g: Game, x: Any) -> Player | None:
    """The other player than the one it belongs to."""
    name = owner_name(x)
    return g.players[g.opponent(name)] if name in g.players and len(g.players) > 1 else None


@WORDS.term("unit-of", "unit of {x:any}", "unit")
def unit_of_thing(_g: Game, x: Any) -> Unit | None:
    """The unit it belongs to."""
    pools = pools_in(x)
    return x if isinstance(x, Unit) else pools[0].unit if pools else None


@WORDS.term("army-size", "army-size", situated=True)
def size_of_army(g: Game, c: Context, h: Held | None) -> int:
    """Points of the army of whoever holds the rule."""
    player = g.players.get(owner_of(g, h, c))
    return player.size if player is not None else 0
