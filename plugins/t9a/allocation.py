"""Who can be hit from afar: the Health Pools of a unit that Ranged and Special Attacks may be allocated to,
and the choice.

Source: T9A rulebook, Attacks 2.A; Model Rules, War Platform; rulings 37.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Pool, Unit

from .scoring import RANK_AND_FILE


def targets_at_range(g: Game, unit: Unit) -> list[Pool]:
    """Return the Health Pools of a unit that Ranged Attacks may be allocated to, Rank-and-File first, then
    in order of id.

    Without Rank-and-File models it is any; else Attachable Models of another Height, or all where the ranks
    are thin.
    """
    alive = [pool for pool in unit.pools if pool.models > 0]
    mass = [pool for pool in alive if pool.role == RANK_AND_FILE]
    if not mass:
        return alive
    height, models = mass[0].height, sum(pool.models for pool in mass)
    thin = models < g.ruleset.table("screening-models").look(height)
    others = [pool for pool in alive if pool.role != RANK_AND_FILE]
    return mass + [pool for pool in others if thin or _stands_out(g, pool, height)]


def _stands_out(g: Game, pool: Pool, height: int) -> bool:
    exposed = Context(target=pool, target_unit=pool.unit)
    return pool.height != height and may(g, "be-exposed-by-height", exposed)


def choose_target(
    g: Game, player: str, unit: Unit, what: str, pools: Sequence[Pool] | None = None
) -> Procedure[Pool | None]:
    """Let a player choose the Health Pool of a unit that hits go to; not asked where there is no choice.
    None: nobody is left.
    """
    pools = targets_at_range(g, unit) if pools is None else pools
    if len(pools) < 2:
        return pools[0] if pools else None
    facts: dict[str, Any] = {"unit": unit.id, "what": what, "pools": [pool.id for pool in pools]}
    answer = yield from ask(
        Decision(
            "shoot.allocate",
            player,
            f"{what}: which models of {unit.name}?",
            [pool.id for pool in pools],
            "Attacks 2.A",
            facts,
        )
    )
    return next(pool for pool in pools if pool.id == answer)


def divide_shots(
    g: Game, player: str, unit: Unit, what: str, shots: int | None
) -> Procedure[list[tuple[Pool, int | None]]]:
    """Let a player say which Health Pools of a unit shots go to: all to one (None beside it), or so many to
    each, where it is known how many there are. Not asked where there is no choice; empty: nobody is left.
    """
    pools = {pool.id: pool for pool in targets_at_range(g, unit)}
    if len(pools) < 2:
        return [(pool, None) for pool in pools.values()]
    facts: dict[str, Any] = {"unit": unit.id, "what": what, "pools": list(pools), "shots": shots or 0}

    def accepts(answer: Any) -> Refusal | None:
        if shots is not None and _divides(answer, pools, shots):
            return None
        return Refusal("shoot.not_divided", {"answer": answer, "shots": shots or 0})

    question = f"{what}: which models of {unit.name}?"
    decision = Decision("shoot.allocate", player, question, list(pools), "Attacks 2.A", facts, accepts)
    answer = yield from ask(decision)
    if isinstance(answer, dict):
        return [(pools[int(number)], count) for number, count in answer.items() if count]
    return [(pools[answer], None)]


def _divides(answer: Any, pools: Mapping[int, Pool], shots: int) -> bool:
    """Whether an answer gives every shot to one of the Health Pools: so many by each one's id."""
    if not isinstance(answer, dict) or not set(answer) <= {str(number) for number in pools}:
        return False
    counts = list(answer.values())
    return all(type(one) is int and one >= 0 for one in counts) and sum(counts) == shots
