"""Who a melee attack may be aimed at, and how its player shares attacks among targets.

Rank-and-File models of a unit in contact can always be chosen, an Attachable Model if the attacker (of a supporting model: the one in front) touches it, and
anybody once no Rank-and-File models are left. Special Attacks strike only who a Ranged Attack could pick; Stomp Attacks only low models.
Source: T9A rulebook, Melee Phase 3.C, Attacks 2.A, Model Rules (Stomp Attack); rulings 24, 36, 37.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


Shares = list[tuple[Target, int]]


def targets(g: Game, swing: Swing, stance: Stance) -> list[Target]:
    """Return what attacks of a kind may be aimed at from a stance, Rank-and-File models first."""
    found: list[Target] = []
    for reach in stance.reaches:
        foe = g.units[reach.foe]
        if not foe.destroyed:
            found += [Target(pool, reach) for pool in _pools(g, foe, reach) if _suits(g, swing, foe, pool)]
    return found


def _pools(g: Game, foe: Unit, reach: Reach) -> list[Pool]:
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


# -- sharing -----------------------------------------------------------------------------------------------------------


def share(
    g: Game, swing: Swing, options: Sequence[Target], amount: int, what: str, *, most: Mapping[int, int] | None = None, least: Mapping[int, int] | None = None
) -> Procedure[Shares]:
    """Ask a player how `amount` attacks (or hits, or models: `what`) are shared among targets; a lone target gets all.

    An answer maps pool ids (as text) to numbers. `most` bounds the total when a pool of it is chosen at all, `least` is what a pool gets in any case.
    """
    if len(options) == 1 or not amount:
        return [(options[0], _total({options[0].pool.id: amount}, most, amount))] if amount else []
    answer = yield from ask(_question(g, swing, options, amount, what, most or {}, least or {}))
    chosen = {int(number): count for number, count in answer.items()}
    return [(target, chosen[target.pool.id]) for target in options if chosen.get(target.pool.id)]


def _total(chosen: Mapping[int, int], most: Mapping[int, int] | None, amount: int) -> int:
    """How many attacks there are if these pools are chosen."""
    return min([amount, *(most[pool] for pool in chosen if most and pool in most)])


def _question(
    g: Game, swing: Swing, options: Sequence[Target], amount: int, what: str, most: Mapping[int, int], least: Mapping[int, int]
) -> Decision:
    def judge(answer: Any) -> Refusal | None:
        return _judge(answer, [target.pool.id for target in options], amount, most, least)

    facts = {
        "unit": swing.unit.id,
        "part": swing.part.id,
        "kind": swing.kind,
        "amount": amount,
        "of": what,
        "targets": [_described(target) for target in options],
    }
    question = f"{swing.unit.name}, {swing.part.name}: share {amount} {what}"
    return Decision("combat.allocate", swing.unit.owner, question, _plain(options, amount, most, least), _RULE, facts, judge)


def _plain(
    options: Sequence[Target], amount: int, most: Mapping[int, int], least: Mapping[int, int]
) -> list[dict[str, int]]:
    """The answers that aim all at one target, but for what others get in any case."""
    answers = []
    for target in options:
        pool = target.pool.id
        owed = {str(other): count for other, count in least.items() if other != pool}
        total = _total({pool: amount}, most, amount)
        answers.append({**owed, str(pool): total - sum(owed.values())})
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


def _judge(
    answer: Any, pools: Sequence[int], amount: int, most: Mapping[int, int], least: Mapping[int, int]
) -> Refusal | None:
    if not isinstance(answer, dict) or not all(str(key).isdigit() and type(n) is int for key, n in answer.items()):
        return Refusal("combat.allocate.not_shares", {"answer": answer})
    chosen = {int(key): count for key, count in answer.items() if count}
    strangers = [pool for pool in chosen if pool not in pools]
    if strangers or any(count < 0 for count in chosen.values()):
        return Refusal("combat.allocate.no_target", {"pools": strangers})
    if any(chosen.get(pool, 0) < count for pool, count in least.items()):
        return Refusal("combat.allocate.too_few", {"least": dict(least)})
    needed = _total(chosen, most, amount)
    if sum(chosen.values()) != needed:
        return Refusal("combat.allocate.wrong_total", {"total": sum(chosen.values()), "needed": needed})
    return None
