"""The course of a duel: every outcome of every step, those that come to the same joined, or samples of it.

`course` goes step by step from all states that the duel may be in to all that may follow, with exact weights.
Where that would take more than a budget of outcomes, or where rules look on in ways that nobody can tell
beforehand, it plays the duel many times over instead and says within what interval the truth lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from ..dice import DiceSource, SeededDice
from ..errors import RulesError
from ..state import Game
from .asking import NoDice, ways
from .distribution import Distribution, blend
from .duel import Asked, Blow, Duel, Step
from .spread import spread

BUDGET: Final = 6_000
"""Outcomes that are gone through before the duel is played instead."""

SAMPLES: Final = 2_000

Totals = dict[str, Distribution]
"""Attacks and what passes each stage of their sequence, by roll."""

ATTACKS, UNSAVED = "attacks", "unsaved"


@dataclass(slots=True)
class Course:
    """What a duel comes to: `counts` and `chances` as the duel names them, and by unit and step the `totals`
    of the attacks that are made then. `samples` is how often it was played; 0: everything is exact.
    """

    counts: dict[Asked, Distribution] = field(default_factory=dict)
    chances: dict[Asked, Fraction] = field(default_factory=dict)
    totals: dict[tuple[int, str], Totals] = field(default_factory=dict)
    samples: int = 0
    why: str = ""


States = dict[Any, tuple[Duel, Fraction]]
Made = dict[tuple[int, str], list[tuple[Fraction, Totals]]]


class _TooMany(Exception):
    """There are more outcomes than the budget allows."""


def course(duel: Duel, budget: int = BUDGET, samples: int = SAMPLES, seed: int = 1) -> Course:
    """Return what a duel comes to; the duel itself is left alone."""
    why = duel.unforeseen
    if not why:
        try:
            return _exact(duel, budget)
        except _TooMany:
            why = f"there are more than {budget} outcomes"
        except RulesError as error:
            why = str(error)
    found = _sampled(duel, samples, seed)
    found.why = why
    return found


# -- exactly ---------------------------------------------------------------------------------------


def _exact(duel: Duel, budget: int) -> Course:
    first = duel.clone()
    first.game.dice, first.game.events = NoDice(), None
    states: States = {duel.key(): (first, Fraction(1))}
    ends: States = {}
    made: Made = {}
    left = budget
    while states:
        after: States = {}
        for key, (one, weight) in states.items():
            step = one.step()
            if step is None:
                _add(ends, key, one, weight)
                continue
            _note(made, one.game, step, weight)
            for other, chance in _outcomes(one, step):
                _add(after, other.key(), other, weight * chance)
                left -= 1
                if left < 0:
                    raise _TooMany
        states = after
    found = Course()
    found.totals = {asked: _blended(parts) for asked, parts in made.items()}
    _conclude(found, ends)
    return found


def _add(states: States, key: Any, duel: Duel, weight: Fraction) -> None:
    known = states.get(key)
    states[key] = (duel, weight) if known is None else (known[0], known[1] + weight)


def _outcomes(duel: Duel, step: Step) -> Iterator[tuple[Duel, Fraction]]:
    """Yield every way in which a step may end, with its chance; dice that fall on the way fall in every
    way.
    """
    keys = list(step.falls)
    for outcome in product(*(fall.items() for fall in step.falls.values())):
        points = {key: number for key, (number, _) in zip(keys, outcome, strict=True)}
        chance = prod((one for _, one in outcome), start=Fraction(1))
        for other, share in ways(lambda dice, points=points: _suffered(duel, points, dice)):  # type: ignore[misc]
            yield other, chance * share


def _suffered(duel: Duel, points: Mapping[Any, int], dice: DiceSource) -> Duel:
    other = duel.clone()
    other.game.dice = dice
    other.suffer(points)
    other.game.dice = NoDice()
    return other


def _conclude(found: Course, ends: States) -> None:
    counted: dict[Asked, list[tuple[Fraction, Distribution]]] = {}
    for duel, weight in ends.values():
        for asked, number in duel.counts().items():
            counted.setdefault(asked, []).append((weight, Distribution.certain(number)))
        for asked, chance in duel.chances().items():
            found.chances[asked] = found.chances.get(asked, Fraction(0)) + weight * chance
    found.counts = {asked: blend(parts) for asked, parts in counted.items()}


# -- attacks ---------------------------------------------------------------------------------------


def totals_of(g: Game, blows: Iterable[Blow]) -> Totals:
    """Return attacks and what passes each stage, of all blows together; what a natural die ended as harm is
    unsaved.
    """
    sums: Totals = {}
    for blow in blows:
        for name, number in _of_blow(g, blow):
            sums[name] = sums[name] + number if name in sums else number
    return sums


def _of_blow(g: Game, blow: Blow) -> Iterator[tuple[str, Distribution]]:
    one = spread(g, blow.attack)
    yield ATTACKS, blow.number
    for roll in one.rolls[:-1]:
        yield roll, one.passed(roll).random_times(blow.number)
    yield UNSAVED, one.worth(lambda _: Distribution.certain(1)).random_times(blow.number)


def _note(made: Made, g: Game, step: Step, weight: Fraction) -> None:
    for unit in dict.fromkeys(blow.unit for blow in step.blows):
        totals = totals_of(g, (blow for blow in step.blows if blow.unit == unit))
        made.setdefault((unit, step.name), []).append((weight, totals))


def _blended(parts: list[tuple[Fraction, Totals]]) -> Totals:
    """Join what is made in several states; in those that are missing nothing is."""
    missing = 1 - sum((weight for weight, _ in parts), Fraction(0))
    names = dict.fromkeys(name for _, totals in parts for name in totals)
    nothing = Distribution.certain(0)
    return {
        name: blend([*((weight, totals.get(name, nothing)) for weight, totals in parts), (missing, nothing)])
        for name in names
    }


# -- by playing ------------------------------------------------------------------------------------


def _sampled(duel: Duel, samples: int, seed: int) -> Course:
    """Play a duel many times over; each count is as likely as it came about often."""
    share = Fraction(1, samples)
    ends: States = {}
    made: Made = {}
    for number in range(samples):
        one = _played(duel, f"{seed}/{number}", made, share)
        _add(ends, one.key(), one, share)
    found = Course(samples=samples)
    found.totals = {asked: _blended(parts) for asked, parts in made.items()}
    _conclude(found, ends)
    return found


def _played(duel: Duel, seed: str, made: Made, share: Fraction) -> Duel:
    one = duel.clone()
    one.game.dice, one.game.events = SeededDice(seed), []
    while (name := one.strike()) is not None:
        for unit, totals in _told(one.game).items():
            made.setdefault((unit, name), []).append((share, totals))
        one.game.events = []
    return one


def _told(g: Game) -> dict[int, Totals]:
    """Return what the events since the last step tell of attacks, by unit."""
    found: dict[int, dict[str, int]] = {}
    for event in g.events or ():
        if event.kind == ATTACKS:
            facts = event.facts
            counts = {ATTACKS: facts["count"], **facts["passed"]}
            if facts["passed"]:
                counts[UNSAVED] = counts.pop(list(facts["passed"])[-1])
            sums = found.setdefault(facts["unit"], {})
            for name, number in counts.items():
                sums[name] = sums.get(name, 0) + int(number)
    return {
        unit: {name: Distribution.certain(number) for name, number in sums.items()}
        for unit, sums in found.items()
    }
