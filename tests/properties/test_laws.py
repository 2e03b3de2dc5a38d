"""The laws themselves: each sees what breaks it."""

from __future__ import annotations

import pytest

from tercio.kernel.clone import clone
from tercio.kernel.decisions import Decision
from tercio.kernel.decl import RuleRef
from tercio.kernel.decl.things import Boundary, Duration
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Facing
from tercio.kernel.ground import put_feature
from tercio.kernel.scheduler import grant
from tercio.kernel.session import Session
from tercio.plugins.regiments.formation import formation_of
from tercio.plugins.spearhead.battle import HAND, VICTORY_POINTS
from tercio.plugins.spearhead.battlefield import CONTROLLER, objectives
from tercio.plugins.warbands.bodies import bases_of, stand

from . import drilled, held, laws, loose, patrols, ranked, small, texts
from .machine import EffectWatch, nudged, spoiled


def played(session: Session, level: str, number: int) -> Session:
    """Answer with the last option until the clock has come to a repetition of a level."""
    while session.decision is not None and session.game.clock.number(level) < number:
        session.answer(session.decision.options[-1])
    return session


@pytest.fixture
def skirmish():
    return played(small.begin("swords", 1), "game-turn", 1).game


@pytest.fixture
def patrol():
    return played(patrols.begin("storm", 1), "battle-round", 2).game


@pytest.fixture
def band():
    return played(texts.begin("swords", 1), "game-turn", 1).game


def first_of(g, owner):
    return next(unit for unit in g.units.values() if unit.owner == owner and (unit.rect or bases_of(unit)))


# -- every game ------------------------------------------------------------------------------------


def test_the_laws_see_units_that_are_lost_and_models_that_are_too_many(patrol):
    assert laws.misplaced(patrol) == laws.miscounted(patrol) == laws.undestroyed(patrol) == []
    unit = first_of(patrol, "A")
    unit.pools[0].models += 1
    assert laws.miscounted(patrol)
    unit.pools[0].models = 0
    assert laws.undestroyed(patrol)
    del patrol.things[unit.id]
    assert laws.misplaced(patrol)


def test_the_laws_see_rules_that_are_held_and_not_looked_up(patrol):
    loose.unexplained_attacks(patrol)
    assert laws.stale_lookups(patrol) == []
    first_of(patrol, "A").held.clear()
    assert laws.stale_lookups(patrol)


def test_the_laws_see_effects_that_outlive_their_end_and_rules_that_outlive_their_effect():
    session = small.begin("swords", 1)
    game, watch = session.game, EffectWatch()
    unit = next(iter(game.units.values()))
    duration = Duration(name="One Turn", until=Boundary("end", "turn"))
    effect = grant(game, unit, RuleRef("Fearless"), duration, "a spell")
    assert effect is not None
    assert watch.overdue(game) == []
    game.schedule.lasting.remove(effect)
    assert laws.unheld_effects(game)
    game.schedule.lasting.append(effect)
    unit.held.clear()
    assert laws.unfelt_effects(game)
    effect.left = 99
    assert watch.overdue(played(session, "game-turn", 2).game) != []


def test_the_laws_see_numbers_that_ledgers_change(patrol):
    plain, explained, _ = laws.both_ways(patrol, lambda: patrol.ledgers is None)
    assert plain != explained


@pytest.mark.parametrize(
    ("options", "facts"),
    [([], {}), ([(1, 2)], {}), ([float("nan")], {}), ([9], {}), ([1], {"known": {3: "a spell"}})],
)
def test_the_laws_see_questions_without_answers_and_answers_that_are_illegal_or_no_json(options, facts):
    def accepts(answer):
        return Refusal("too.many") if answer == 9 else None

    decision = Decision("count", "A", "How many?", options, facts=facts, accepts=accepts)
    assert laws.unanswerable(decision, 9)
    assert laws.unanswerable(Decision("count", "A", "How many?", [[1, 2.5], "pass"]), 9) == []


def test_an_answer_is_nudged_and_spoiled_in_place():
    answer = {"unit": 3, "places": [[1.0, 2.0], [4.0, 2.0]]}
    assert nudged(answer, iter([0.5, 0.0, 0.25, 1.0])) == {"unit": 3, "places": [[1.5, 2.0], [4.25, 3.0]]}
    assert spoiled(answer, 0, None) == {**answer, "unit": None}
    assert spoiled(answer, 3, "x") == {"unit": 3, "places": [[1.0, 2.0], ["x", 2.0]]}


# -- ranked units ----------------------------------------------------------------------------------


def test_the_laws_see_units_that_touch_unengaged_and_contacts_that_do_not_touch(skirmish):
    assert ranked.false_contacts(skirmish) == ranked.overlapping(skirmish) == []
    mine, foe = first_of(skirmish, "A"), first_of(skirmish, "B")
    skirmish.engagement.engage(mine.id, Facing.FRONT, foe.id, Facing.FRONT)
    assert ranked.false_contacts(skirmish)
    skirmish.engagement.leave(mine.id)
    mine.rect = foe.rect
    assert ranked.false_contacts(skirmish)
    assert ranked.overlapping(skirmish)


def test_the_laws_see_models_that_have_no_place_and_boundaries_that_are_too_wide(band):
    assert drilled.misformed(band) == []
    mine, foe = first_of(band, "A"), first_of(band, "B")
    mine.pools[0].models -= 1
    formation_of(mine).cache = None
    foe.rect = foe.rect.grown(0.01)
    assert len(drilled.misformed(band)) == 2


def test_the_laws_see_who_stands_off_the_table_or_on_closed_ground(band):
    assert drilled.out_of_bounds(band) == []
    mine, foe = first_of(band, "A"), first_of(band, "B")
    mine.rect = mine.rect.moved(0.0, -mine.rect.y)
    put_feature(band, "Lake", foe.rect)
    assert len(drilled.out_of_bounds(band)) == 2


def test_the_laws_see_the_destroyed_who_are_there_and_wounds_that_should_have_slain(band):
    assert drilled.ghosts(band) == drilled.unwell(band) == []
    unit = first_of(band, "A")
    unit.pools[0].lost = 1
    assert drilled.unwell(band)
    unit.destroyed = True
    assert drilled.ghosts(band)


def test_the_laws_see_who_flees_and_is_engaged_and_points_below_nought(band):
    assert drilled.fighting_in_flight(band) == drilled.indebted(band) == []
    mine, foe = first_of(band, "A"), first_of(band, "B")
    band.engagement.engage(mine.id, Facing.FRONT, foe.id, Facing.FRONT)
    mine.marks["fleeing"] = 0
    band.memory["points"]["A"] = -1
    assert drilled.fighting_in_flight(band)
    assert drilled.indebted(band)


def test_the_laws_see_moves_that_are_longer_than_a_unit_has_left():
    session = texts.begin("swords", 1)
    while session.decision is not None and session.decision.kind != "unit.move":
        session.answer(session.decision.options[0])
    game, decision = session.game, session.decision
    assert decision is not None
    unit, inches = decision.facts["unit"], decision.facts["inches"]
    assert drilled.overdrawn(game, decision, 1.0) == []
    longer = Decision("unit.move", "A", "How?", [[["advance", inches + 1]]], facts=decision.facts)
    assert drilled.overdrawn(game, longer, 1.0)
    game.units[unit].memory["moved"] = {"phase": game.clock.stamp("phase"), "inches": 1.0}
    assert drilled.overdrawn(game, decision, 1.0)


# -- loose models ----------------------------------------------------------------------------------


def test_the_laws_see_models_that_stand_on_others_or_off_the_table_or_are_strewn_about(patrol):
    assert loose.crowded(patrol) == loose.torn(patrol) == []
    unit = next(unit for unit in patrol.units.values() if unit.models == 5 and bases_of(unit))
    bases = bases_of(unit)
    stand(unit, [bases[1], *bases[1:]])
    assert loose.crowded(patrol)
    stand(unit, [bases[0].moved(40.0, 0.0), *bases[1:]])
    assert loose.crowded(patrol)
    assert loose.torn(patrol)


def test_the_laws_see_damage_that_should_have_slain(patrol):
    assert loose.hurt_beyond(patrol) == []
    first_of(patrol, "A").pools[0].lost = 99
    assert loose.hurt_beyond(patrol)


def test_the_laws_see_combats_that_are_none_and_enemies_who_came_near_unnoticed(patrol):
    assert loose.false_combats(patrol) == []
    mine, foe = first_of(patrol, "A"), first_of(patrol, "B")
    patrol.engagement.engage(mine.id, None, foe.id, None)
    assert loose.false_combats(patrol)
    patrol.engagement.leave(mine.id)
    stand(mine, [bases_of(foe)[0].moved(4.0, 0.0).moved(0.01 * i, 0.0) for i in range(mine.models)])
    assert loose.false_combats(patrol)


# -- what players hold -----------------------------------------------------------------------------


def test_the_laws_see_cards_that_are_there_twice_or_in_force_without_being_held(patrol):
    assert held.misdealt(patrol) == []
    hand = patrol.players["A"].memory[HAND]
    hand.append(hand[0])
    assert held.misdealt(patrol)
    del hand[-2:]
    assert held.misdealt(patrol)


def test_the_laws_see_objectives_that_change_hands_out_of_time_or_go_to_who_is_not_there(patrol):
    later = clone(patrol)
    assert held.ill_gained(patrol, later) == []
    objective = objectives(later)[0]
    objective.memory[CONTROLLER] = "B" if objective.memory[CONTROLLER] == "A" else "A"
    assert held.ill_gained(patrol, later)
    later.clock.path = "battle-round:2/player-turn:A/end-of-turn/control-objectives"
    assert held.ill_gained(patrol, later)


def test_the_laws_see_victory_points_that_fall(patrol):
    later = clone(patrol)
    assert held.fallen(patrol, later) == []
    patrol.players["A"].memory[VICTORY_POINTS] += 1
    assert held.fallen(patrol, later)
