"""Who can be hit from afar: the Health Pools of a unit that Ranged and Special Attacks may be allocated to,
and the choice.

Source: T9A rulebook, Attacks 2.A; Model Rules, War Platform; rulings 37.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
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
