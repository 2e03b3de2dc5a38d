"""Durations: captured when an effect begins, ended at their boundary with a reason (T9A Definitions 9,
architecture 4).
"""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decl import Boundary, Duration, Modify, Op, Rule, RuleRef
from tercio.kernel.geometry import Facing
from tercio.kernel.query import contains, entirely, value_of
from tercio.kernel.scheduler import grant, mark
from tercio.kernel.sequence import Frame
from tercio.kernel.session import Session
from tercio.kernel.state import touch

from .toy import PROCEDURES, new_game, new_unit, number

STRONG = Rule(name="Strong", clauses=(Modify("strength", Op.ADD, number(1)),))


def playing():
    game = new_game(STRONG, record=True)
    unit = new_unit(game, "A")
    new_unit(game, "B")
    return Session(game, PROCEDURES), unit


def strength(session, unit):
    return value_of(session.game, "strength", unit.pools[0].parts[0])


def until(edge, node, **more):
    return Duration(name="d", until=Boundary(edge, node, **more))


@pytest.mark.parametrize(
    ("duration", "turns"),
    [
        (until("end", "phase"), 1),
        (until("end", "turn"), 1),
        (until("end", "round"), 2),
        (until("start", "phase", same=True, whose="same"), 2),
        (until("end", "turn", whose="opponent"), 2),
        (until("end", "battle"), 6),
        (until("end", "round", count=2), 4),
    ],
)
def test_an_effect_lasts_to_its_boundary_and_no_longer(duration, turns):
    session, unit = playing()
    grant(session.game, unit.pools[0].parts[0], RuleRef("Strong"), duration, "a song")
    lasted = 0
    while session.decision is not None and strength(session, unit) == 4:
        lasted += 1
        session.answer("stay")
    assert lasted == turns


def test_an_effect_without_a_duration_lasts_for_good():
    session, unit = playing()
    assert grant(session.game, unit.pools[0].parts[0], RuleRef("Strong"), None, "a song") is None
    while session.decision is not None:
        session.answer("stay")
    assert strength(session, unit) == 4


def test_every_end_is_an_event_with_its_reason():
    session, unit = playing()
    grant(session.game, unit.pools[0].parts[0], RuleRef("Strong"), until("end", "turn"), "a song")
    session.answer("stay")
    ends = [event.facts for event in session.game.events or () if event.kind == "effect-ended"]
    assert ends == [{"effect": "a song", "reason": "end of turn"}]


def test_a_mark_for_a_time_is_taken_back_but_a_newer_one_stays():
    session, unit = playing()
    mark(session.game, unit, "tired", Boundary("end", "turn"))
    mark(session.game, unit, "proud", Boundary("end", "turn"))
    mark(session.game, unit, "proud")
    session.answer("stay")
    assert "tired" not in unit.marks
    assert "proud" in unit.marks


def test_one_effect_may_hold_for_several_things():
    session, unit = playing()
    other = new_unit(session.game, "A")
    parts = [u.pools[0].parts[0] for u in (unit, other)]
    effect = None
    for part in parts:
        effect = grant(session.game, part, RuleRef("Strong"), until("end", "turn"), "a song", effect)
    assert len(session.game.schedule.lasting) == 1
    session.answer("stay")
    session.answer("stay")
    assert [value_of(session.game, "strength", part) for part in parts] == [3, 3]


def test_a_combat_duration_binds_to_the_combat_and_follows_a_merge():
    session, unit = playing()
    game = session.game
    foe, friend, other = new_unit(game, "B"), new_unit(game, "A"), new_unit(game, "B")
    game.engagement.engage(unit.id, Facing.FRONT, foe.id, Facing.FRONT)
    game.engagement.engage(friend.id, Facing.FRONT, other.id, Facing.FRONT)
    grant(game, friend.pools[0].parts[0], RuleRef("Strong"), until("end", "combat"), "rage")
    first, second = game.engagement.combat_of(unit.id), game.engagement.combat_of(friend.id)
    change = game.engagement.engage(friend.id, Facing.LEFT, foe.id, Facing.RIGHT)
    assert change.merged == {second: first}
    game.schedule.merged(first, second)
    game.schedule.combat_edge(game, "combat", second)
    assert strength(session, friend) == 4
    game.schedule.combat_edge(game, "combat", first)
    assert strength(session, friend) == 3


@pytest.mark.parametrize(("edge", "left"), [("end", 0), ("start", 1)])
def test_what_begins_at_the_start_of_a_turn_belongs_to_the_phase_that_follows(edge, left):
    game = new_game(STRONG)
    battle = game.clock.root
    round_ = battle.children[0] if battle.level != "round" else battle
    turn = round_.children[0]
    game.clock.stack = [Frame(round_), Frame(turn, player="A")]
    effect = game.schedule.begin(game, "a song", Boundary(edge, "phase", same=True, whose="same"))
    assert (effect.node, effect.left) == ("move", 1 + left)


def test_what_befalls_a_unit_holds_for_the_models_that_are_in_it_then():
    game = new_game(STRONG)
    unit, newcomer = new_unit(game), new_unit(game)
    effect = grant(game, unit, RuleRef("Strong"), until("end", "turn"), "a song")
    (late,) = newcomer.pools
    late.unit = unit
    unit.pools.append(late)
    touch(game)
    early = unit.pools[0]
    assert [value_of(game, "strength", pool.parts[0]) for pool in (early, late)] == [4, 3]
    assert contains(game, Context(), unit, "Strong")
    assert not entirely(game, Context(), unit, "Strong")
    unit.pools.remove(early)
    touch(game)
    assert not contains(game, Context(), unit, "Strong")
    assert effect is not None
    game.schedule.end(game, effect, "over")
    assert unit.held == []
