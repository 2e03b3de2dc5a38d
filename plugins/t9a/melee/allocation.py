"""Who a melee attack may be aimed at, and how its player shares attacks among targets.

Rank-and-File models of a unit in contact can always be chosen, an Attachable Model if the attacker (of a
supporting model: the one in front) touches it, and anybody once no Rank-and-File models are left. Special
Attacks strike only who a Ranged Attack could pick; Stomp Attacks only low models. Source: T9A rulebook,
Melee Phase 3.C, Attacks 2.A, Model Rules (Stomp Attack); rulings 24, 36, 37.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.state import Game, Pool, Unit

from ..allocation import targets_at_range
from ..scoring import RANK_AND_FILE
from .agility import STANDARD, STOMP, Swing
from .contact import Reach, Stance
from .formations import height_of

_RULE = "Melee Phase 3.C"


@dataclass(frozen=True, slots=True)
class Target:
    """A health pool within reach, and how it is reached."""

    pool: Pool
    reach: Reach


@dataclass(frozen=True, slots=True)
class Lot:
    """What is shared: `amount` attacks, hits or models (`what`).

    `most` bounds the total once a pool of it is chosen at all, `least` is what a pool gets in any case.
    """

    amount: int
    what: str = "attacks"
    most: Mapping[int, int] = field(default_factory=dict)
    least: Mapping[int, int] = field(default_factory=dict)

    def total(self, chosen: Iterable[int]) -> int:
        """Return how many are shared if these pools are chosen."""
        return min([self.amount, *(self.most[pool] for pool in chosen if pool in self.most)])


Shares = list[tuple[Target, int]]


def targets(g: Game, swing: Swing, stance: Stance) -> list[Target]:
    """Return what attacks of a kind may be aimed at from a stance, Rank-and-File models first."""
    found: list[Target] = []
    for reach in stance.reaches:
        foe = g.units[reach.foe]
        if not foe.destroyed:
            found += [Target(pool, reach) for pool in _pools(foe, reach) if _suits(g, swing, foe, pool)]
    return found


def _pools(foe: Unit, reach: Reach) -> list[Pool]:
    alive = [pool for pool in foe.pools if pool.models]
    mass = [pool for pool in alive if pool.role == RANK_AND_FILE]
    if not mass:
        return alive
    return mass + [pool for pool in alive if pool.id in reach.attached]


def _suits(g: Game, swing: Swing, foe: Unit, pool: Pool) -> bool:
    if swing.kind == STANDARD:
        return True
    if swing.kind == STOMP and height_of(g, pool) > g.ruleset.constant("stomp-height"):
        return False
    return pool in targets_at_range(g, foe)


# -- sharing ---------------------------------------------------------------------------------------


def share(swing: Swing, options: Sequence[Target], lot: Lot) -> Procedure[Shares]:
    """Let the player share attacks among targets; a lone target gets all. An answer maps pool ids (as
    text) to numbers.
    """
    if not lot.amount:
        return []
    if len(options) == 1:
        return [(options[0], lot.total([options[0].pool.id]))]
    answer = yield from ask(_question(swing, options, lot))
    chosen = {int(number): count for number, count in answer.items()}
    return [(target, chosen[target.pool.id]) for target in options if chosen.get(target.pool.id)]


def _question(swing: Swing, options: Sequence[Target], lot: Lot) -> Decision:
    pools = [target.pool.id for target in options]
    facts = {
        "unit": swing.unit.id,
        "part": swing.part.id,
        "kind": swing.kind,
        "amount": lot.amount,
        "of": lot.what,
        "targets": [_described(target) for target in options],
    }
    question = f"{swing.unit.name}, {swing.part.name}: share {lot.amount} {lot.what}"
    offered = _offered(pools, lot)
    return Decision(
        "combat.allocate",
        swing.unit.owner,
        question,
        offered,
        _RULE,
        facts,
        lambda answer: judged(answer, pools, lot),
    )


def _offered(pools: Sequence[int], lot: Lot) -> list[dict[str, int]]:
    """The answers that aim all at one target, but for what others get in any case."""
    answers = []
    for pool in pools:
        owed = {str(other): count for other, count in lot.least.items() if other != pool}
        answers.append({**owed, str(pool): lot.total([pool]) - sum(owed.values())})
    return [answer for answer in answers if all(count > 0 for count in answer.values())] or answers[:1]


def _described(target: Target) -> dict[str, Any]:
    pool = target.pool
    return {
        "pool": pool.id,
        "unit": pool.unit.id,
        "name": pool.name,
        "models": pool.models,
        "health": pool.health,
        "attachable": pool.role != RANK_AND_FILE,
        "restricted": target.reach.is_restricted,
    }


def judged(answer: Any, pools: Sequence[int], lot: Lot) -> Refusal | None:
    """Return why attacks may not be shared so among pools, or None if they may."""
    if not isinstance(answer, dict) or not all(_is_share(key, count) for key, count in answer.items()):
        return Refusal("combat.allocate.not_shares", {"answer": answer})
    chosen = {int(key): count for key, count in answer.items() if count}
    strangers = [pool for pool in chosen if pool not in pools]
    if strangers:
        return Refusal("combat.allocate.no_target", {"pools": strangers})
    if any(chosen.get(pool, 0) < count for pool, count in lot.least.items()):
        return Refusal("combat.allocate.too_few", {"least": dict(lot.least)})
    needed = lot.total(chosen)
    if sum(chosen.values()) != needed:
        return Refusal("combat.allocate.wrong_total", {"total": sum(chosen.values()), "needed": needed})
    return None


def _is_share(key: Any, count: Any) -> bool:
    return str(key).isdigit() and type(count) is int and count >= 0
