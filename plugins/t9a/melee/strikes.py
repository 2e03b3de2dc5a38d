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
from tercio.kernel.rolls import shape
from tercio.kernel.state import Game

from ..wounds import roll_each, strike
from .agility import STANDARD, STANDARD_SEQUENCE, VALUE, Swing, probe
from .allocation import Lot, Shares, Target, share, targets
from .contact import Stance
from .fight import Fight, Place
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
    blows = yield from allocated(g, fight, swings)
    rolled: list[tuple[Attack, int]] = []
    for blow in blows:
        rolled += yield from _counted(g, blow)
    if rolled:
        yield from strike(g, _merged(rolled), f"combat {fight.combat}")


def allocated(g: Game, fight: Fight, swings: Sequence[Swing]) -> Procedure[list[Blow]]:
    """Let the players allocate the attacks of one Agility Step; returns them, not rolled for yet."""
    blows: list[Blow] = []
    for swing in swings:
        if swing.kind == STANDARD:
            blows += yield from _standard(g, fight, swing)
            fight.struck.add(swing.part.id)
        else:
            blows += yield from _special(g, fight, swing)
    return blows


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
    who, _, kind = attack.label.rsplit("/", 2)
    return replace(attack, target=target.pool, facts=facts, label=f"{who}/{target.pool.id}/{kind}")


# -- Standard Melee Attacks ------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Chance:
    """What a part can do from a stance: its targets, an attack at the first of them, and the attacks of each
    model (`number`, an int or dice).
    """

    fight: Fight
    swing: Swing
    stance: Stance
    options: list[Target]
    attack: Attack
    number: int | DiceAmount

    def blows(self, shares: Shares, each: int | DiceAmount = 1, limit: int | None = None) -> list[Blow]:
        """Return the attacks as they were shared among targets."""
        return [Blow(aimed(self.attack, target), count, each, limit) for target, count in shares]


def _standard(g: Game, fight: Fight, swing: Swing) -> Procedure[list[Blow]]:
    blows: list[Blow] = []
    slain_too = may_strike_slain(g, swing)
    deepest = fighting_ranks(g, fight, swing)
    for stance in fight.stances(g, swing.part, deepest, slain_too=slain_too):
        options = targets(g, swing, stance)
        if options:
            attack = aimed(probe(swing.part, STANDARD, swing.arm, options[0].pool, fight.combat), options[0])
            if may(g, "attack", attack.context()):
                number = _times(stat(g, "attacks", attack.context()), swing.part.count)
                blows += yield from _from_stance(g, Chance(fight, swing, stance, options, attack, number))
    return blows


def _times(number: Any, times: int) -> int | DiceAmount:
    """The attacks of several equal parts of a model."""
    if not isinstance(number, DiceAmount):
        return int(number) * times
    return number if times == 1 else replace(number, count=number.count * times, plus=number.plus * times)


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


def _from_stance(g: Game, chance: Chance) -> Procedure[list[Blow]]:
    free = [target for target in chance.options if not target.reach.is_restricted]
    if len(free) == len(chance.options):
        if may(g, CRUSH, chance.attack.context(), False) and (yield from _wants_crush(chance)):
            return (yield from _crush(g, chance))
        return (yield from _shared(chance))
    allowed = yield from _allowance(g, chance, undecided=bool(free))
    if free:
        return (yield from _mixed(g, chance, allowed))
    if allowed <= 0:
        return []
    _note(chance, min(most(chance.number), allowed), capped=True)
    return (yield from _shared(chance, allowed))


def _shared(chance: Chance, limit: int | None = None) -> Procedure[list[Blow]]:
    """Share the attacks of all models of a stance, at most `limit` of each; random ones model by model."""
    number, models = chance.number, chance.stance.count
    if isinstance(number, DiceAmount):
        shares = yield from share(chance.swing, chance.options, Lot(models, "models"))
        return chance.blows(shares, number, limit)
    each = number if limit is None else min(number, limit)
    return chance.blows((yield from share(chance.swing, chance.options, Lot(each * models))))


def _mixed(g: Game, chance: Chance, allowed: int) -> Procedure[list[Blow]]:
    """A model that could strike freely, or at some of its targets only within its Restricted Attacks
    (ruling 23).
    """
    number, options = chance.number, chance.options
    if isinstance(number, DiceAmount):
        (number,) = roll_each(g, number, 1, chance.attack.label, "attacks")
    if _key(chance.stance) in chance.fight.capped:
        number = min(number, allowed)
    limits = {target.pool.id: allowed for target in options if target.reach.is_restricted}
    usable = [target for target in options if target.pool.id not in limits or allowed > 0]
    shares = yield from share(chance.swing, usable, Lot(number, most=limits))
    capped = any(target.pool.id in limits for target, _ in shares)
    _note(chance, sum(count for _, count in shares), capped=capped)
    return chance.blows(shares)


def _allowance(g: Game, chance: Chance, *, undecided: bool) -> Procedure[int]:
    """How many Restricted Attacks each model of a stance has left for this part; shared with parts that
    strike later, by its player.
    """
    fight, swing, attack = chance.fight, chance.swing, chance.attack
    base = g.ruleset.table("restricted-attacks").look(height_of(g, swing.part.pool))
    cap = int(value(g, "restricted-attacks", attack.context(), base))
    made = fight.used.get(_key(chance.stance), {})
    left = max(0, cap - sum(count for part, count in made.items() if part != swing.part.id))
    later = 0 if undecided else _of_later_parts(g, chance)
    mine, keep = min(most(chance.number), left), max(0, left - later)
    if mine <= keep:
        return left
    facts = {
        "unit": swing.unit.id,
        "part": swing.part.id,
        "models": chance.stance.count,
        "left": left,
        "later": later,
    }
    question = f"{swing.unit.name}, {swing.part.name}: how many of {left} Restricted Attacks of each model?"
    options = list(range(mine, keep - 1, -1))
    decision = Decision("combat.restricted", swing.unit.owner, question, options, _RULE, facts)
    return int((yield from ask(decision)))


def _of_later_parts(g: Game, chance: Chance) -> int:
    """The Standard Melee Attacks that other parts of the same model could still make in this round."""
    fight, mine = chance.fight, chance.swing.part
    total = 0
    for part in mine.pool.parts:
        if part is not mine and part.id not in fight.struck and part.profile.get("attacks") is not None:
            other = probe(part, STANDARD, None, chance.attack.target, fight.combat)
            total += most(_times(stat(g, "attacks", other.context()), part.count))
    return total


def _key(stance: Stance) -> Place:
    """What tells models apart that share their Restricted Attacks among parts; it holds when foes fall."""
    return stance.pool, stance.seat, tuple(sorted({(reach.facing, reach.behind) for reach in stance.reaches}))


def _note(chance: Chance, made: int, *, capped: bool) -> None:
    """Remember how many attacks each model of a stance makes with this part."""
    key, fight = _key(chance.stance), chance.fight
    fight.used.setdefault(key, {})[chance.swing.part.id] = made
    if capped:
        fight.capped.add(key)


# -- Crush and Special Attacks ---------------------------------------------------------------------


def _wants_crush(chance: Chance) -> Procedure[bool]:
    swing = chance.swing
    facts = {"unit": swing.unit.id, "part": swing.part.id, "models": chance.stance.count}
    question = f"{swing.unit.name}, {swing.part.name}: a Crush Attack?"
    rule = "Model Rules, Crush Attack"
    decision = Decision("combat.crush", swing.unit.owner, question, [STANDARD, CRUSH], rule, facts)
    return bool((yield from ask(decision)) == CRUSH)


def _crush(g: Game, chance: Chance) -> Procedure[list[Blow]]:
    """One heavy attack of each part in place of all its Standard Melee Attacks; it is made with the weapon
    where it is the weapon that has the rule.
    """
    label = f"{chance.attack.label.rpartition('/')[0]}/{CRUSH}"
    kinds = frozenset({"melee", CRUSH})
    heavy = replace(chance.attack, kinds=kinds, arm=None, sequence=STANDARD_SEQUENCE, label=label)
    if not may(g, CRUSH, heavy.context(), False):
        heavy = replace(heavy, arm=chance.attack.arm)
    lot = Lot(chance.stance.count * chance.swing.part.count)
    return replace(chance, attack=heavy).blows((yield from share(chance.swing, chance.options, lot)))


def _special_number(g: Game, name: str, c: Context) -> int | DiceAmount:
    """How many hits each model makes by a special attack; the roll may be Maximised or Minimised."""
    each = _times(value(g, name, c, 0), 1)
    return replace(each, extra=each.extra + shape(g, name, c)) if isinstance(each, DiceAmount) else each


def _special(g: Game, fight: Fight, swing: Swing) -> Procedure[list[Blow]]:
    """Impact Hits, Stomp or Grind Attacks of the models in contact: hits that nobody rolls for."""
    blows: list[Blow] = []
    left = swing.part.pool.starting
    for stance in fight.stances(g, swing.part, 1, slain_too=may_strike_slain(g, swing)):
        options = targets(g, swing, stance)
        if not options:
            continue
        attack = aimed(probe(swing.part, swing.kind, None, options[0].pool, fight.combat), options[0])
        each = _special_number(g, VALUE[swing.kind], attack.context())
        models = min(stance.count, value(g, "attacking-models", attack.context(), left))
        if most(each) > 0 and models > 0 and may(g, "attack", attack.context()):
            left -= models
            shares = yield from share(swing, options, Lot(models, "models"))
            blows += [
                Blow(aimed(attack, target), count, each, None, options, swing) for target, count in shares
            ]
    return blows
