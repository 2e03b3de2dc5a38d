"""The course of a duel: steps that hang on each other, joined states, budgets, and playing instead."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tercio.kernel.clone import clone
from tercio.kernel.decisions import PASS, Decision
from tercio.kernel.odds.asking import NoDice, Rolled, played, settle, ways
from tercio.kernel.odds.course import ATTACKS, UNSAVED, course
from tercio.kernel.odds.distribution import Distribution
from tercio.kernel.odds.duel import DESTROYED, LOST, Asked, Blow, Step
from tercio.kernel.odds.sources import open_ledgers, sources
from tercio.kernel.state import Game
from tests.kernel.test_attack import FIERCE, set_up
from tests.kernel.toy import blow


class Exchange:
    """Pikes strike at foes, then those foes that are left strike back; each loss is one model."""

    unforeseen = ""

    def __init__(self, g: Game, turn: int = 0, *, saving: bool = False) -> None:
        self.game, self.turn, self.saving = g, turn, saving

    def clone(self) -> Exchange:
        return Exchange(clone(self.game), self.turn, saving=self.saving)

    @property
    def sides(self) -> list[Any]:
        units = list(self.game.units.values())
        return units if self.turn % 2 == 0 else units[::-1]

    def step(self) -> Step | None:
        if self.turn == 2:
            return None
        mine, other = self.sides
        models = mine.pools[0].models
        attack = blow(mine, other)
        struck = [Blow("pike", mine.id, attack, Distribution.certain(models))] if models else []
        hurt = Distribution.chance(Fraction(1, 4)).times(models).capped(other.pools[0].models)
        return Step(f"turn {self.turn}", struck, {other.id: hurt})

    def suffer(self, points: Mapping[Any, int]) -> None:
        for number, lost in points.items():
            pool = self.game.units[number].pools[0]
            if self.saving and lost:
                lost -= int(self.game.dice.faces("save", 1, 2)[0] == 1)
            pool.models -= lost
        self.turn += 1

    def strike(self) -> str | None:
        if self.turn == 2:
            return None
        mine, other = self.sides
        faces = self.game.dice.faces("strike", mine.pools[0].models, 4)
        self.game.emit(
            "attacks",
            unit=mine.id,
            count=len(faces),
            passed={"to-hit": faces.count(4), "save": faces.count(4)},
        )
        self.suffer({other.id: min(faces.count(4), other.pools[0].models)})
        return f"turn {self.turn - 1}"

    def key(self) -> Hashable:
        return self.turn, tuple(unit.pools[0].models for unit in self.game.units.values())

    def counts(self) -> Mapping[Asked, int]:
        return {(unit.id, LOST): 3 - unit.pools[0].models for unit in self.game.units.values()}

    def chances(self) -> Mapping[Asked, Fraction]:
        return {(u.id, DESTROYED): Fraction(not u.pools[0].models) for u in self.game.units.values()}


def exchange(**more: Any) -> Exchange:
    game, _ = set_up(FIERCE)
    for unit in game.units.values():
        unit.pools[0].models = 3
    return Exchange(game, **more)


def ids(duel: Exchange) -> list[int]:
    return list(duel.game.units)


def test_who_has_fallen_does_not_strike_back():
    duel = exchange()
    pikes, foes = ids(duel)
    found = course(duel)
    quarter = Fraction(1, 4)
    assert found.samples == 0
    assert found.counts[foes, LOST] == Distribution.chance(quarter).times(3)
    assert found.counts[pikes, LOST].mean == 3 * (1 - quarter) * quarter
    assert found.chances[foes, DESTROYED] == quarter**3
    assert found.totals[foes, "turn 1"][ATTACKS].exactly(0) == quarter**3


def test_what_is_the_same_afterwards_is_joined():
    assert course(exchange(), budget=4 + 4 + 3 + 2 + 1).samples == 0


def test_beyond_its_budget_a_duel_is_played_and_says_so():
    duel = exchange()
    _, foes = ids(duel)
    found = course(duel, budget=5, samples=400)
    assert (found.samples, found.why) == (400, "there are more than 5 outcomes")
    assert abs(found.counts[foes, LOST].mean - Fraction(3, 4)) < Fraction(1, 5)
    assert found.totals[foes, "turn 1"][UNSAVED].high <= 3


def test_the_same_seed_plays_the_same():
    first, second, other = (course(exchange(), 0, 50, seed) for seed in (1, 1, 2))
    assert first.counts == second.counts != other.counts


def test_dice_that_fall_when_losses_happen_fall_in_every_way():
    duel = exchange(saving=True)
    _, foes = ids(duel)
    found = course(duel)
    assert found.samples == 0
    assert found.counts[foes, LOST].exactly(3) == Fraction(1, 64) / 2


def test_what_cannot_be_foreseen_is_played():
    duel = exchange()
    duel.unforeseen = "rules look on"
    found = course(duel, samples=10)
    assert (found.samples, found.why) == (10, "rules look on")


def test_the_duel_is_left_alone():
    duel = exchange()
    course(duel)
    assert duel.key() == (0, (3, 3))


def test_sources_name_rules_numbers_and_sequences():
    duel = exchange()
    open_ledgers(duel.game)
    found = sources(duel)
    sequence, needed = found.needed["pike"]
    assert (sequence.name, needed["to-hit"]) == ("strike", 4)
    assert ("reroll to-hit", "Fierce") in found.rules


# -- asking ----------------------------------------------------------------------------------------


def test_nobody_rolls_dice_that_are_not_there():
    assert NoDice().faces("x", 0, 6) == []
    with pytest.raises(Rolled, match="x: 2 D6"):
        NoDice().clone().faces("x", 2, 6)


def test_decisions_are_passed_or_get_their_first_option():
    def asks(options):
        return (yield Decision("x", "A", "?", options, "rule"))

    assert settle(asks([3, 4])) == 3
    assert settle(asks([3, PASS])) == PASS


def test_dice_fall_in_every_way_with_its_chance():
    def total(dice):
        return sum(dice.faces("x", 2, 6))

    assert sum(chance for _, chance in ways(total)) == 1
    assert played(total) == Distribution.die(6).times(2)
