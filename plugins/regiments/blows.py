"""Blows: the attacks of a unit in one step of a round of combat, ready to be struck.

Every part of a model strikes with the weapon in hand as often as the value `attacks` says (dice are rolled
for each model); a model that supports from behind as often as `supporting-attacks` says, and never more often
than it could in front. Blows go at the own models of an enemy unit as long as there are any, those of a
duel at the commander.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tercio.kernel.attack import Attack
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.modifiers import value
from tercio.kernel.state import Game, Part, Pool, Unit

from .amounts import roll_each
from .champions import Aim
from .fighters import contingents
from .losses import Batch
from .muster import body_of, commander_of
from .weapons import MELEE, in_hand

Acts = set[int] | None
"""The ids of the parts that strike in this step; None: all."""

COMMANDING, DUEL = "commanding", "duel"
_PLAIN = frozenset((MELEE,))
_CHAMPION = frozenset((MELEE, COMMANDING))
_DUEL = frozenset((MELEE, COMMANDING, DUEL))


def blows(g: Game, unit: Unit, combat: int, aim: Aim | None, acts: Acts = None) -> Iterator[Batch]:
    """Yield the attacks of a unit with how many there are; `aim` is at whom its commander strikes and with
    whom he duels.
    """
    pools = {pool.id: pool for pool in unit.pools}
    for one in contingents(g, unit):
        target = body_of(one.foe)
        for number, models in one.full.items():
            behind = one.support.get(number, 0)
            yield from _of_pool(g, pools[number], target, combat, _PLAIN, (models, behind), acts)
        for number, behind in one.support.items():
            if number not in one.full:
                yield from _of_pool(g, pools[number], target, combat, _PLAIN, (0, behind), acts)
    if aim is not None:
        yield from _of_commander(g, unit, combat, aim, acts)


def _of_commander(g: Game, unit: Unit, combat: int, aim: Aim, acts: Acts) -> Iterator[Batch]:
    commander, foe, rival = commander_of(unit), aim.foe, aim.rival
    if commander is None or foe.destroyed or (rival is not None and not rival.models):
        return
    target, kinds = (body_of(foe), _CHAMPION) if rival is None else (rival, _DUEL)
    yield from _of_pool(g, commander, target, combat, kinds, (commander.models, 0), acts)


def _of_pool(
    g: Game, pool: Pool, target: Pool, combat: int, kinds: frozenset[str], models: tuple[int, int], acts: Acts
) -> Iterator[Batch]:
    for part in pool.parts:
        if part.profile.get("attacks") is None or (acts is not None and part.id not in acts):
            continue
        attack = attack_of(part, target, kinds, combat)
        number = part.count * _number(g, attack, *models)
        if number > 0:
            yield attack, number


def attack_of(part: Part, target: Pool, kinds: frozenset[str] = _PLAIN, combat: int = 0) -> Attack:
    """Return one blow of a part at a pool with the weapon in hand."""
    return Attack(
        MELEE,
        kinds,
        target,
        unit=part.pool.unit,
        attacker=part,
        arm=in_hand(part),
        label=f"combat:{combat}/{part.id}/{target.id}",
    )


def _number(g: Game, attack: Attack, models: int, behind: int) -> int:
    """Return the attacks of so many models in front and behind."""
    c, part = attack.context(), attack.attacker
    each = value(g, "attacks", c, part.profile["attacks"] if part is not None else 0)
    total = _times(g, each, models, attack)
    if behind:
        less = int(value(g, "supporting-attacks", c, 1))
        total += _times(g, each, behind, attack, less)
    return total


def _times(g: Game, each: int | DiceAmount, models: int, attack: Attack, most: int | None = None) -> int:
    """Return the attacks of so many equal models, rolled for each where they are dice."""
    if not isinstance(each, DiceAmount):
        one = int(each)
        return models * max(0, one if most is None else min(one, most))
    rolled = roll_each(g, each, models, attack.label, "attacks")
    return sum(rolled if most is None else [min(one, most) for one in rolled])


def order_of(g: Game, unit: Unit, foes: Sequence[Unit]) -> Iterator[tuple[Part, int]]:
    """Yield every part of a unit that strikes with its place in the order of blows."""
    for foe in foes[:1]:
        for pool in unit.pools:
            for part in pool.parts if pool.models else ():
                if part.profile.get("attacks") is not None:
                    c = attack_of(part, body_of(foe)).context()
                    yield part, int(value(g, "strike-order", c, 0))
