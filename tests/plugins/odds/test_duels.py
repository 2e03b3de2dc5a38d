"""Rounds of fights: exact odds agree with the rounds that the game's own procedures play, and with the
numbers that the rulebooks print.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.clone import clone
from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import RulesError
from tercio.kernel.odds.asking import settle
from tercio.kernel.odds.course import course
from tercio.kernel.odds.duel import BROKEN, DESTROYED, LOST, SCORE, SLAIN, Meeting
from tercio.plugins.odds.forces import Field, field_of, read
from tercio.plugins.regiments import fights
from tercio.plugins.t9a.melee.combats import fight_round

GAMES = 200


@cache
def desk() -> Desk:
    return Desk()


def met(one: str, other: str, meeting: Meeting = Meeting.FIGHT, system: str = ""):
    """Two units that have met, and the exact course of their round."""
    field = field_of(desk(), [read(one), read(other)], system)
    duel = field.trials.duel(field.game, *field.units, meeting)  # type: ignore[attr-defined]
    return field, duel, course(duel, samples=100)


def within_five_sigma(seen: Counter[int], found, games: int) -> None:
    for number in {*seen, *(n for n, _ in found.items())}:
        chance = float(found.exactly(number))
        assert abs(seen[number] - games * chance) <= 5 * sqrt(games * chance * (1 - chance)) + 1e-9, number


def losses_played(field: Field, fought, unit: int) -> Counter[int]:
    """Health lost by a unit in rounds that the game itself plays from the same table."""
    seen: Counter[int] = Counter()
    for number in range(GAMES):
        g = clone(field.game)
        g.dice, g.events = SeededDice(number), []
        fought(g)
        seen[
            sum(e.facts["lost"] for e in g.events if e.kind == "health-lost" and e.facts["unit"] == unit)
        ] += 1
    return seen


# -- The 9th Age -----------------------------------------------------------------------------------


def test_losses_agree_with_rounds_that_are_played():
    _, _, found = met("20 Imperial Guard", "20 Queen's Guard")
    fresh = field_of(desk(), [read("20 Imperial Guard"), read("20 Queen's Guard")])
    from tercio.plugins.t9a.trial.units import bring_into_contact

    bring_into_contact(fresh.game, *fresh.units)

    def fought(g):
        settle(fight_round(g, g.engagement.combat_of(fresh.units[0].id)))

    for unit in fresh.units:
        within_five_sigma(losses_played(fresh, fought, unit.id), found.counts[unit.id, LOST], GAMES)


def test_steps_played_with_the_games_dice_come_to_the_same():
    _, duel, found = met("10 Imperial Guard", "10 Lion Guard", Meeting.CHARGE)
    played = course(duel, budget=0, samples=300)
    assert played.samples == 300
    for asked, number in found.counts.items():
        seen = Counter({n: int(p * 300) for n, p in played.counts[asked].items()})
        within_five_sigma(seen, number, 300)


def test_fifteen_attacks_on_3_3_6_cost_what_a_binomial_says():
    """Melee Phase 3.C: Spears strike first; 15 of them need 3+, 3+, and a failed 6+."""
    field, _, found = met("24 Imperial Guard", "20 Queen's Guard")
    guard = field.units[0].id
    one = Fraction(2, 3) * Fraction(2, 3) * Fraction(5, 6)
    assert found.counts[guard, LOST].mean == 15 * one
    assert found.counts[guard, LOST].exactly(0) == (1 - one) ** 15
    assert found.counts[guard, SLAIN] == found.counts[guard, LOST]


def test_who_falls_at_an_earlier_step_does_not_strike_back():
    field, _, found = met("5 Imperial Guard", "30 Sword Masters")
    guard = field.units[0].id
    ((_, totals),) = [(step, t) for (unit, step), t in found.totals.items() if unit == guard]
    assert totals["attacks"].exactly(0) == found.chances[guard, DESTROYED] > Fraction(1, 2)


def test_a_unit_never_loses_more_than_it_has():
    field, _, found = met("5 Imperial Guard", "30 Sword Masters")
    assert found.counts[field.units[0].id, LOST].high == 5


def test_a_charge_counts_for_the_combat_score():
    plain, charging = (
        met("20 Imperial Guard", "20 Queen's Guard", how) for how in (Meeting.FIGHT, Meeting.CHARGE)
    )
    guard = plain[0].units[0].id
    assert charging[2].counts[guard, SCORE].low == plain[2].counts[guard, SCORE].low + 1


def test_a_break_test_on_2d6_agrees_with_its_score():
    """Melee Phase 4.C: only the side with the lower score tests."""
    field, _, found = met("20 Imperial Guard", "20 Queen's Guard")
    lost = {unit.id: found.chances[unit.id, BROKEN] for unit in field.units}
    assert 0 < lost[field.units[1].id] < lost[field.units[0].id] < 1


def test_rules_that_look_on_are_played_instead():
    _, _, found = met("10 Grey Watchers", "10 Imperial Guard")
    assert found.samples
    assert "wounds-suffered" in found.why


def test_dice_in_the_middle_of_a_round_fall_in_every_way():
    """Rebirth: a die decides what becomes of a Phoenix that has fallen."""
    _, _, found = met("10 Imperial Guard", "1 Phoenix")
    assert not found.samples


def test_beyond_the_budget_it_is_played():
    _, duel, _ = met("10 Imperial Guard", "1 Phoenix")
    found = course(duel, budget=10, samples=20)
    assert (found.samples, found.why) == (20, "there are more than 10 outcomes")
    assert sum(p for _, p in found.counts[duel.fight.units[0].id, LOST].items()) == 1


def test_the_duel_itself_is_left_alone():
    _, duel, _ = met("20 Imperial Guard", "20 Queen's Guard")
    before = duel.key()
    course(duel)
    assert duel.key() == before


# -- games in text ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"), [("15 Cairn Warriors", "15 Dyke Spears"), ("10 Clan Warriors", "10 Hold Warriors")]
)
def test_games_in_text_agree_with_rounds_that_are_played(one, other):
    field, _, found = met(one, other)
    fresh = field_of(desk(), [read(one), read(other)])
    from tercio.kernel.context import Context
    from tercio.plugins.regiments.trial.charging import is_in_contact

    is_in_contact(fresh.game, Context(), *fresh.units)

    def fought(g):
        combat = g.engagement.combat_of(fresh.units[0].id)
        units = [g.units[unit.id] for unit in fresh.units]
        now = settle(fights.begin(g, combat, units))
        aims, steps = settle(fights.order(g, now))
        for _, acts in steps:
            settle(fights.step(g, now, aims, acts))

    assert not found.samples
    for unit in field.units:
        within_five_sigma(losses_played(fresh, fought, unit.id), found.counts[unit.id, LOST], GAMES)


def test_wounds_beyond_the_last_model_count_for_the_score():
    """Combat Score: wounds of no effect included."""
    field, _, found = met("15 Cairn Warriors", "1 Fen Bows")
    warriors, bows = field.units
    scores = found.counts[warriors.id, SCORE]
    assert found.counts[bows.id, LOST].high == 1
    assert scores.high - scores.low > 1


def test_a_lost_combat_may_break_a_unit():
    field, _, found = met("20 Cairn Warriors", "20 Dyke Spears", Meeting.CHARGE)
    assert all(0 < found.chances[unit.id, BROKEN] < 1 for unit in field.units)


# -- shots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15 Citizen Archers", "12 Imperial Guard"),
        ("10 Fen Bows", "10 Cairn Warriors"),
        ("Man-skewer Boltboyz", "Liberators"),
    ],
)
def test_shots_agree_with_shots_that_are_played(one, other):
    field = field_of(desk(), [read(one), read(other)])
    duel = field.trials.duel(field.game, *field.units, Meeting.SHOT, 10.0)  # type: ignore[attr-defined]
    found, played = course(duel), course(duel, budget=0, samples=GAMES)
    foe = field.units[1].id
    assert not found.samples
    seen = Counter({n: int(p * GAMES) for n, p in played.counts[foe, LOST].items()})
    within_five_sigma(seen, found.counts[foe, LOST], GAMES)


def test_ten_bows_at_long_range_need_more():
    """Shooting Phase 3.A: Long Range is more than half of the Range."""
    near, far = (_shots(10.0), _shots(20.0))
    assert near > far > 0


def _shots(apart: float) -> Fraction:
    field = field_of(desk(), [read("15 Citizen Archers"), read("12 Imperial Guard")])
    duel = field.trials.duel(field.game, *field.units, Meeting.SHOT, apart)  # type: ignore[attr-defined]
    return course(duel).counts[field.units[1].id, LOST].mean


def test_nobody_shoots_without_a_bow():
    field = field_of(desk(), [read("10 Imperial Guard"), read("10 Queen's Guard")])
    with pytest.raises(RulesError, match="cannot shoot at Queen's Guard"):
        field.trials.duel(field.game, *field.units, Meeting.SHOT, 10.0)  # type: ignore[attr-defined]


# -- Spearhead -------------------------------------------------------------------------------------


def test_damage_that_is_warded_and_carried_over_agrees_with_fights_that_are_played():
    """Core rules, 18.1-18.2: each point is warded, what is left over goes on to the next model."""
    for one, other in (("Liberators", "Rat Ogors"), ("Yndrasta, the Celestial Spear", "Liberators")):
        field, duel, found = met(one, other)
        played = course(duel, budget=0, samples=GAMES)
        assert not found.samples
        for unit in field.units:
            seen = Counter({n: int(p * GAMES) for n, p in played.counts[unit.id, LOST].items()})
            within_five_sigma(seen, found.counts[unit.id, LOST], GAMES)
            assert found.counts[unit.id, LOST].high <= duel.began[unit.id][0]
