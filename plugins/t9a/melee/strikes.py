"""Striking at an Agility Step: who can attack, how often, at whom; then all blows of both sides at once.

Attacks are allocated before any die is rolled, the Active Player's first. Equal attackers strike as one
batch. Restricted Attacks bound all Standard Melee Attacks that a model makes in the round, whatever part
makes them. Source: T9A rulebook, Melee Phase 3.B and 3.C; rulings 23-26, 36, 39.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.dice import most
from tercio.kernel.modifiers import value
from tercio.kernel.permissions import may
from tercio.kernel.query import stat
from tercio.kernel.state import Game

from ..wounds import roll_each, strike
from .agility import STANDARD, STANDARD_SEQUENCE, VALUE, Swing, probe
from .allocation import Lot, Target, share, targets
from .contact import Stance
from .fight import Fight
from .formations import height_of

CRUSH = "crush"
_RULE = "Melee Phase 3.B.a"


@dataclass(slots=True)
class Blow:
    """Equal attacks at one target: `count` times `each`, rolled each time if it is dice, then at most
    `limit` if that is not None.

    `others` are all targets that hits of a `swing` may be shared among once their number is known.
    """

    attack: Attack
    count: int
    each: int | DiceAmount = 1
    limit: int | None = None
    others: Sequence[Target] = ()
    swing: Swing | None = None


def strike_step(g: Game, fight: Fight, swings: Sequence[Swing]) -> Procedure[None]:
    """Carry out one Agility Step: allocate, then strike with all that strikes now."""
    blows: list[Blow] = []
    for swing in swings:
        if swing.kind == STANDARD:
            blows += yield from _standard(g, fight, swing)
            fight.struck.add(swing.part.id)
        else:
            blows += yield from _special(g, fight, swing)
    rolled: list[tuple[Attack, int]] = []
    for blow in blows:
        rolled += yield from _counted(g, blow)
    if rolled:
        yield from strike(g, _merged(rolled), f"combat {fight.combat}")


def _merged(batches: Iterable[tuple[Attack, int]]) -> list[tuple[Attack, int]]:
    """Join batches of the same part, target and circumstances."""
    found: dict[Any, tuple[Attack, int]] = {}
    for attack, count in batches:
        key = (attack.label, tuple(sorted(attack.facts.items())))
        known = found.get(key)
        found[key] = (attack, count if known is None else known[1] + count)
    return list(found.values())


def _counted(g: Game, blow: Blow) -> Procedure[list[tuple[Attack, int]]]:
    """Roll for how many attacks there are; of a Special Attack at several possible targets the hits are
    shared once they are known.
    """
    number = _number(g, blow)
    if len(blow.others) < 2 or number <= blow.count or blow.swing is None:
        return [(blow.attack, number)]
    pool = blow.attack.target.id
    shares = yield from share(blow.swing, blow.others, Lot(number, "hits", least={pool: blow.count}))
    return [(aimed(blow.attack, target), count) for target, count in shares]


def _number(g: Game, blow: Blow) -> int:
    each, limit = blow.each, blow.limit
    if not isinstance(each, DiceAmount):
        return each * blow.count
    rolled = roll_each(g, each, blow.count, blow.attack.label, "attacks")
    return sum(rolled) if limit is None else sum(min(one, limit) for one in rolled)


def aimed(attack: Attack, target: Target) -> Attack:
    """Return an attack at a target, with the facts of how it is reached."""
    reach = target.reach
    facts = {
        "facing": reach.foe_facing,
        "restricted": reach.is_restricted,
        "supporting": reach.behind > 0,
        "across": reach.across,
    }
    part = attack.attacker.id if attack.attacker is not None else 0
    combat, kind = attack.label.split("/")[0], attack.label.rsplit("/", 1)[1]
    return replace(attack, target=target.pool, facts=facts, label=f"{combat}/{part}/{target.pool.id}/{kind}")


# -- Standard Melee Attacks ------------------------------------------------------------------------


def _standard(g: Game, fight: Fight, swing: Swing) -> Procedure[list[Blow]]:
    blows: list[Blow] = []
    slain_too = may_strike_slain(g, swing)
    deepest = fighting_ranks(g, fight, swing)
    for stance in fight.stances(g, swing.part, deepest, slain_too=slain_too):
        options = targets(g, swing, stance)
        if options:
            attack = aimed(probe(swing.part, STANDARD, swing.arm, options[0].pool, fight.combat), options[0])
            if may(g, "attack", attack.context()):
                blows += yield from _from_stance(g, fight, swing, stance, options, attack)
    return blows


def may_strike_slain(g: Game, swing: Swing) -> bool:
    """Return whether models of the swing's pool that fell in this round still strike (Dying Blow)."""
    c = Context(attacker=swing.part, unit=swing.unit)
    return may(g, "strike-when-slain", c, False)


def fighting_ranks(g: Game, fight: Fight, swing: Swing) -> int:
    """Return how many ranks may strike with the part's weapon; 1 if it may not support."""
    attack = probe(swing.part, STANDARD, swing.arm, swing.part.pool, fight.combat)
    c = attack.context()
    if not may(g, "support", c):
        return 1
    return int(value(g, "fighting-ranks", c, g.ruleset.constant("fighting-ranks")))


def _from_stance(
    g: Game, fight: Fight, swing: Swing, stance: Stance, options: list[Target], attack: Attack
) -> Procedure[list[Blow]]:
    number = stat(g, "attacks", attack.context())
    if not isinstance(number, DiceAmount):
        number = int(number) * swing.part.count
    free = [target for target in options if not target.reach.is_restricted]
    if len(free) == len(options):
        if may(g, CRUSH, attack.context(), False) and (yield from _wants_crush(swing, stance)):
            return (yield from _crush(swing, stance, options, attack))
        return (yield from _free(swing, stance, options, attack, number))
    allowed = yield from _allowance(g, fight, swing, stance, attack, number, bool(free))
    if free:
        return (yield from _mixed(g, fight, swing, stance, options, attack, number, allowed))
    if allowed <= 0:
        return []
    if isinstance(number, DiceAmount):
        shares = yield from share(swing, options, Lot(stance.count, "models"))
        blows = [Blow(aimed(attack, t), n, number, allowed) for t, n in shares]
    else:
        shares = yield from share(swing, options, Lot(min(number, allowed) * stance.count))
        blows = [Blow(aimed(attack, t), n) for t, n in shares]
    _note(fight, stance, min(most(number), allowed), capped=True)
    return blows


def _free(
    swing: Swing, stance: Stance, options: list[Target], attack: Attack, number: Any
) -> Procedure[list[Blow]]:
    """Attacks under no restriction."""
    if isinstance(number, DiceAmount):
        shares = yield from share(swing, options, Lot(stance.count, "models"))
        return [
            Blow(aimed(attack, target), count, _times(number, swing.part.count)) for target, count in shares
        ]
    shares = yield from share(swing, options, Lot(number * stance.count))
    return [Blow(aimed(attack, target), count) for target, count in shares]


def _times(dice: DiceAmount, times: int) -> DiceAmount:
    """An amount rolled for each of several equal parts of a model."""
    return dice if times == 1 else replace(dice, count=dice.count * times, plus=dice.plus * times)


def _mixed(
    g: Game,
    fight: Fight,
    swing: Swing,
    stance: Stance,
    options: list[Target],
    attack: Attack,
    number: Any,
    allowed: int,
) -> Procedure[list[Blow]]:
    """A model that could strike freely, or at some of its targets only within its Restricted Attacks
    (ruling 23).
    """
    if isinstance(number, DiceAmount):
        (number,) = roll_each(g, _times(number, swing.part.count), 1, attack.label, "attacks")
    if _key(stance) in fight.capped:
        number = min(number, allowed)
    limits = {target.pool.id: allowed for target in options if target.reach.is_restricted}
    usable = [target for target in options if target.pool.id not in limits or allowed > 0]
    shares = yield from share(swing, usable, Lot(number, most=limits))
    made = sum(count for _, count in shares)
    _note(fight, stance, made, capped=any(target.pool.id in limits for target, _ in shares))
    return [Blow(aimed(attack, target), count) for target, count in shares]


def _allowance(
    g: Game, fight: Fight, swing: Swing, stance: Stance, attack: Attack, number: Any, undecided: bool
) -> Procedure[int]:
    """How many Restricted Attacks each model of a stance has left for this part; shared with parts that
    strike later, by its player.
    """
    height = height_of(g, swing.part.pool)
    base = g.ruleset.table("restricted-attacks").look(height)
    cap = int(value(g, "restricted-attacks", attack.context(), base))
    left = max(0, cap - fight.used.get(_key(stance), 0))
    later = 0 if undecided else _of_later_parts(g, fight, swing, attack)
    mine = min(most(number), left)
    keep = max(0, left - later)
    if mine <= keep or mine <= 0:
        return left
    facts = {
        "unit": swing.unit.id,
        "part": swing.part.id,
        "models": stance.count,
        "left": left,
        "later": later,
    }
    question = f"{swing.unit.name}, {swing.part.name}: how many of {left} Restricted Attacks of each model?"
    options = list(range(mine, keep - 1, -1))
    return int(
        (yield from ask(Decision("combat.restricted", swing.unit.owner, question, options, _RULE, facts)))
    )


def _of_later_parts(g: Game, fight: Fight, swing: Swing, attack: Attack) -> int:
    """The Standard Melee Attacks that other parts of the same model could still make in this round."""
    total = 0
    for part in swing.part.pool.parts:
        if part is not swing.part and part.id not in fight.struck and part.profile.get("attacks") is not None:
            other = probe(part, STANDARD, None, attack.target, fight.combat)
            total += most(stat(g, "attacks", other.context())) * part.count
    return total


def _key(stance: Stance) -> tuple[int, tuple[object, ...]]:
    return stance.pool, (stance.seat, *stance.reaches)


def _note(fight: Fight, stance: Stance, made: int, *, capped: bool) -> None:
    key = _key(stance)
    fight.used[key] = fight.used.get(key, 0) + made
    if capped:
        fight.capped.add(key)


# -- Crush and Special Attacks ---------------------------------------------------------------------


def _wants_crush(swing: Swing, stance: Stance) -> Procedure[bool]:
    facts = {"unit": swing.unit.id, "part": swing.part.id, "models": stance.count}
    question = f"{swing.unit.name}, {swing.part.name}: a Crush Attack?"
    options = [STANDARD, CRUSH]
    answer = yield from ask(
        Decision("combat.crush", swing.unit.owner, question, options, "Model Rules, Crush Attack", facts)
    )
    return bool(answer == CRUSH)


def _crush(swing: Swing, stance: Stance, options: list[Target], attack: Attack) -> Procedure[list[Blow]]:
    """One heavy attack of each part in place of all its Standard Melee Attacks."""
    heavy = replace(
        attack,
        kinds=frozenset({"melee", CRUSH}),
        arm=None,
        sequence=STANDARD_SEQUENCE,
        label=f"{attack.label.rsplit('/', 1)[0]}/{CRUSH}",
    )
    shares = yield from share(swing, options, Lot(stance.count * swing.part.count))
    return [Blow(aimed(heavy, target), count) for target, count in shares]


def _special(g: Game, fight: Fight, swing: Swing) -> Procedure[list[Blow]]:
    """Impact Hits, Stomp or Grind Attacks of the models in contact: hits that nobody rolls for."""
    blows: list[Blow] = []
    for stance in fight.stances(g, swing.part, 1, slain_too=may_strike_slain(g, swing)):
        options = targets(g, swing, stance)
        if not options:
            continue
        attack = aimed(probe(swing.part, swing.kind, None, options[0].pool, fight.combat), options[0])
        number = value(g, VALUE[swing.kind], attack.context(), 0)
        if most(number) > 0 and may(g, "attack", attack.context()):
            shares = yield from share(swing, options, Lot(stance.count, "models"))
            each = number if isinstance(number, DiceAmount) else int(number)
            blows += [
                Blow(aimed(attack, target), count, each, None, options, swing) for target, count in shares
            ]
    return blows
