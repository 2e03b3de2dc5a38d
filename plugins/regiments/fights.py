"""Combats: blows in their order, the score, and what follows from it.

Step `fights`: every combat in order of id. A round of a combat goes: window `round-begun`; blows in steps of
the value `strike-order`, the highest first, equal ones at once, losses after each step; the score; the
windows `combat-lost` and `combat-won` or else `combat-drawn`; `combat-over`; then what lasts until the end of
the round of combat ends. Units speak in windows one after the other: losers before winners, else the active
player's first, then by id. `target-unit` is the unit's first enemy when the score was counted.

The score of a side: of each of its units the value `combat-score` (base: the wounds it caused, those of no
effect included), of each of its contacts `contact-score`, and once, asked of its first unit, `side-score`.
Units that were destroyed in the round count with their wounds alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.modifiers import is_spoken_of, value
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import listens, open_window

from . import tallies
from .blows import DUEL, Acts, blows, order_of
from .champions import Aims, champions
from .fighters import enemies
from .losses import Batch, Wounded, strike
from .weapons import choose_weapons

STRIKE_ORDER = "strike-order"


@dataclass(slots=True)
class Round:
    """One round of a combat while it is fought: the units that began it by owner, the enemies of each in the
    order of `fighters.enemies`, and afterwards the score of each side. No part of the game's state.
    """

    combat: int
    units: list[Unit]
    foes: dict[int, list[Unit]]
    sides: dict[str, list[Unit]] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)

    def first_enemy(self, unit: Unit) -> Unit | None:
        """Return a unit's first enemy that is still there, else the first it had."""
        foes = self.foes[unit.id]
        return next((foe for foe in foes if not foe.destroyed), foes[0] if foes else None)


def fights(g: Game) -> Procedure[None]:
    """Step fights: a round of every combat that there is now, in order of id."""
    for combat in list(g.engagement.combats()):
        yield from fight(g, combat)


def fight(g: Game, combat: int) -> Procedure[None]:
    """Fight a round of one combat; nothing happens if there is no such combat any more."""
    units = [g.units[number] for number in g.engagement.combats().get(combat, ())]
    if not units:
        return
    now = yield from begin(g, combat, units)
    aims, steps = yield from order(g, now)
    for _, acts in steps:
        yield from step(g, now, aims, acts)
    count(g, now)
    yield from _outcome(g, now)
    for unit in units:
        tallies.end_round(g, unit)
    g.schedule.combat_edge(g, "round-of-combat", combat)


def begin(g: Game, combat: int, units: list[Unit]) -> Procedure[Round]:
    """Begin a round of a combat, up to the first blow."""
    now = _begun(g, combat, units)
    yield from each(g, "round-begun", now, units)
    yield from choose_weapons(g, units)
    return now


def _begun(g: Game, combat: int, units: list[Unit]) -> Round:
    now = Round(combat, units, {})
    for player in sorted(g.players, key=lambda name: name != g.active):
        now.sides[player] = [unit for unit in units if unit.owner == player]
    for unit in units:
        met = enemies(g, unit)
        now.foes[unit.id] = [foe for _, foe in met]
        tallies.begin_round(g, unit, surrounded=tallies.surrounds([side for side, _ in met]))
    g.emit("round-of-combat", combat=combat, units=[unit.id for unit in units])
    return now


def each(
    g: Game, window: str, now: Round, units: Sequence[Unit], differences: Mapping[str, int] | None = None
) -> Procedure[None]:
    """Open a window for each of some units that is still on the table."""
    if not listens(g, f"after {window}"):
        return
    for unit in sorted(units, key=lambda one: one.owner != g.active):
        if not unit.destroyed and unit.rect is not None:
            difference = differences.get(unit.owner, 0) if differences else 0
            c = Context(unit=unit, target_unit=now.first_enemy(unit), difference=difference)
            yield from open_window(g, f"after {window}", c)


# -- blows -----------------------------------------------------------------------------------------


def order(g: Game, now: Round) -> Procedure[tuple[Aims, list[tuple[int, Acts]]]]:
    """Settle at whom commanders strike, and in which steps blows fall: the number of each with the parts that
    strike then.
    """
    aims = yield from champions(g, now.units)
    if not is_spoken_of(g, STRIKE_ORDER):
        return aims, [(0, None)]
    places = {part.id: place for unit in now.units for part, place in order_of(g, unit, now.foes[unit.id])}
    numbers = sorted(set(places.values()), reverse=True)
    return aims, [(number, {part for part, at in places.items() if at == number}) for number in numbers]


def batches_of(g: Game, now: Round, aims: Aims, acts: Acts) -> list[Batch]:
    """Return the blows of one step; how many there are is rolled."""
    return [
        batch
        for units in now.sides.values()
        for unit in units
        if not unit.destroyed
        for batch in blows(g, unit, now.combat, aims.get(unit.id), acts)
    ]


def step(g: Game, now: Round, aims: Aims, acts: Acts) -> Procedure[None]:
    """Strike the blows of one step at once; losses follow when all have struck."""
    batches = batches_of(g, now, aims, acts)
    done = yield from strike(g, batches, "fight")
    for unit in now.units:
        tally(
            g,
            unit,
            [(count, one) for (_, count), one in zip(batches, done, strict=True) if one.attack.unit is unit],
        )


def tally(g: Game, unit: Unit, done: Sequence[tuple[int, Wounded]]) -> None:
    """Count what the blows of a unit did in one step."""
    if not done:
        return
    for _, one in done:
        if one.wounds:
            tallies.note(unit, one.wounds)
            tallies.note(one.attack.target.unit, one.wounds, "suffered")
            if DUEL in one.attack.kinds:
                tallies.note(unit, one.wounds, "duels")
    wounds = sum(one.wounds for _, one in done)
    g.emit("combat-struck", unit=unit.id, attacks=sum(count for count, _ in done), wounds=wounds)


# -- the score -------------------------------------------------------------------------------------


def count(g: Game, now: Round) -> None:
    """Count the score of both sides and write down what came of it."""
    for player, units in now.sides.items():
        now.scores[player] = sum(_score_of(g, now, unit) for unit in units) + _of_side(g, now, units)
    best = max(now.scores.values())
    for player, units in now.sides.items():
        other = now.scores[g.opponent(player)]
        mine = now.scores[player]
        result = tallies.DRAWN if mine == other else tallies.WON if mine == best else tallies.LOST
        tallies.conclude(units, mine, abs(mine - other), result)
    g.emit("combat-score", combat=now.combat, scores={name: now.scores[name] for name in g.players})


def _score_of(g: Game, now: Round, unit: Unit) -> int:
    wounds = tallies.caused(unit)
    if unit.destroyed:
        return wounds
    total = value(g, "combat-score", Context(unit=unit, target_unit=now.first_enemy(unit)), wounds)
    if is_spoken_of(g, "contact-score"):
        for foe in g.engagement.foes(unit.id):
            total += value(g, "contact-score", Context(unit=unit, target_unit=g.units[foe]), 0)
    return int(total)


def _of_side(g: Game, now: Round, units: Sequence[Unit]) -> int:
    speaker = next((unit for unit in units if not unit.destroyed), None)
    if speaker is None:
        return 0
    c = Context(unit=speaker, target_unit=now.first_enemy(speaker))
    return int(value(g, "side-score", c, 0))


def _outcome(g: Game, now: Round) -> Procedure[None]:
    """Open the windows of the outcome."""
    first, second = now.sides
    apart = now.scores[first] - now.scores[second]
    if not apart:
        yield from each(g, "combat-drawn", now, now.units)
        yield from each(g, "combat-over", now, now.units)
        return
    winner, loser = (first, second) if apart > 0 else (second, first)
    differences = dict.fromkeys(now.sides, abs(apart))
    for window, side in (("lost", loser), ("won", winner), ("over", loser), ("over", winner)):
        yield from each(g, f"combat-{window}", now, now.sides[side], differences)
