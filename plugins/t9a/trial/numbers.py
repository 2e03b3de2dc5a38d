"""Numbers that the procedures of The 9th Age work out from more than a profile, asked as the procedures do.

Each is asked by calling the procedure's own function with ledgers kept, so that a scenario holds what is
played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.modifiers import Ledger, Step
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Game, Pool, Unit, pool_of, unit_of
from tercio.kernel.trial.ask import part_of, worked_out
from tercio.kernel.trial.system import Query

from ..flee import flee_distance
from ..magic.attempts import Attempt, penalty
from ..magic.casting import attempts_for
from ..magic.flux import state_of
from ..magic.known import Known, spells_of
from ..melee.formations import height_of, proper_ranks
from ..move_judge import reform_distance, reform_files
from ..psychology import discipline
from ..speeds import charge_speed, mobility, random_movement
from ..terrain import dangerous_dice

Asker = Callable[[Game, Query], Any]


def unit_name(thing: Any) -> str:
    """Return the name of a thing for messages."""
    return str(getattr(thing, "name", thing))


def number_asked(g: Game, query: Query) -> Ledger | None:
    """Return a number that is worked out by a procedure, None for any other."""
    if query.value in ROLLS:
        return ROLLS[query.value](g, query)
    asker = ASKERS.get(query.value)
    if asker is None or not _is_for(query):
        return None
    return worked_out(g, query.value, lambda: asker(g, query))


def _is_for(query: Query) -> bool:
    """What is asked of one model of a unit is its own, not the unit's."""
    return isinstance(query.of, Unit) or query.value not in _OF_UNIT


_OF_UNIT = ("discipline", "mobility", "charge-speed")


def unit_asked(query: Query) -> Unit:
    """Return the unit of a query. Raises RulesError if it has none."""
    unit = unit_of(query.of)
    if unit is None:
        raise RulesError(f"{query.value} is asked of a unit, not of {unit_name(query.of)}")
    return unit


def _pool(query: Query) -> Pool:
    pool = pool_of(query.of)
    if pool is None:
        raise RulesError(f"{query.value} is asked of a model, not of {unit_name(query.of)}")
    return pool


def _of_pool(function: Callable[[Game, Pool, Context], Any]) -> Asker:
    def ask(g: Game, query: Query) -> Any:
        pool = _pool(query)
        return function(g, pool, Context(model=pool, unit=pool.unit))

    return ask


def _reform_distance(g: Game, query: Query) -> float:
    unit = unit_asked(query)
    return reform_distance(g, unit, mobility(g, unit))


# -- magic -----------------------------------------------------------------------------------------


def attempt_asked(g: Game, query: Query) -> Attempt:
    """Return the attempt at a spell that a query is about. Raises RulesError if it names none."""
    if not query.using:
        hint = f'write: {query.value} of mage with "Fireball"'
        raise RulesError(Diagnostic(f"{query.value} of which spell?", hint=hint))
    unit = unit_of(query.of)
    pools = unit.pools if isinstance(query.of, Unit) and unit is not None else [_pool(query)]
    known = [one for pool in pools for one in spells_of(g, pool)]
    fitting = [one for one in known if one.spell == query.using and one.bound == query.bound]
    own = fitting[0] if fitting else Known(pools[0].id, query.using, query.bound)
    caster = next(pool for pool in pools if pool.id == own.caster)
    attempt = attempts_for(g, own, caster)[0]
    attempt.earlier = int(state_of(g)["attempts"].get(attempt.name, 0))
    if query.against is not None:
        attempt.targets = [query.against]
    return attempt


# -- rolls -----------------------------------------------------------------------------------------


def _charge_range(g: Game, query: Query) -> Ledger:
    unit, enemy = unit_asked(query), unit_of(query.against)
    rolled = roll_for(
        g, "charge-range", Context(unit=unit, enemy=enemy), g.ruleset.constant("charge-dice"), unit.id
    )
    speed = charge_speed(g, unit)
    step = Step("Charge Speed", f"+{speed}", rolled.total + speed)
    return Ledger("charge-range", "inches", rolled.total, [step], rolled.total + speed)


def _flee_distance(g: Game, query: Query) -> Ledger:
    total = flee_distance(g, unit_asked(query), unit_of(query.against))
    return Ledger("flee-distance", "inches", total, [], total)


ROLLS: Mapping[str, Callable[[Game, Query], Ledger]] = {
    "charge-range": _charge_range,
    "flee-distance": _flee_distance,
}
ASKERS: Mapping[str, Asker] = {
    "proper-ranks": lambda g, q: proper_ranks(g, unit_asked(q)),
    "reform-distance": _reform_distance,
    "reform-files": lambda g, q: reform_files(g, unit_asked(q)),
    "discipline": lambda g, q: discipline(g, unit_asked(q)),
    "mobility": lambda g, q: mobility(g, unit_asked(q)),
    "charge-speed": lambda g, q: charge_speed(g, unit_asked(q)),
    "random-movement": lambda g, q: random_movement(g, unit_asked(q)) or 0,
    "dangerous-dice": _of_pool(dangerous_dice),
    "height": lambda g, q: height_of(g, _pool(q)),
    "casting-value": lambda g, q: attempt_asked(g, q).needed(g),
    "repeat-penalty": lambda g, q: penalty(g, attempt_asked(g, q)),
}


# -- numbers of an attack that begin with one of the system's --------------------------------------


def base_of_attack(g: Game, query: Query) -> Any:
    """Return what a number of an attack starts from where no profile and no weapon says so; None for all
    others.
    """
    match query.value:
        case "fighting-ranks" | "shooting-ranks":
            return g.ruleset.constant(query.value)
        case "restricted-attacks":
            pool = part_of(query).pool
            return g.ruleset.table("restricted-attacks").look(height_of(g, pool))
        case _:
            return None
