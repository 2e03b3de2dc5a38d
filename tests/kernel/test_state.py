"""State: plain data, cheap clones that never move with the original, lookups dropped by touch (architecture
2).
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.decl import Boundary, Modify, Op, Rule, RuleRef
from tercio.kernel.geometry import Circle, Facing, Rect
from tercio.kernel.hashing import state_hash
from tercio.kernel.hearing import listeners
from tercio.kernel.modifiers import value
from tercio.kernel.query import value_of
from tercio.kernel.rolls import purpose
from tercio.kernel.ruleset import hold
from tercio.kernel.scheduler import mark
from tercio.kernel.state import Arm, Model, Pool, Terrain, pool_of, touch, unit_of

from .toy import give, new_game, new_unit, number

STRONG = Rule(name="Strong", clauses=(Modify("strength", Op.ADD, number(1)),))


def board():
    game = new_game(STRONG, record=True)
    pikes, foe = new_unit(game), new_unit(game, "B")
    pikes.rect = Rect(5.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    pikes.pools[0].loose.append(Model(1, 0, Circle(1.0, 2.0, 0.5)))
    arm = Arm(game.new_id(), "Pike", "A", numbers={"strength": 1})
    pikes.pools[0].parts[0].arms.append(arm)
    game.things[arm.id] = arm
    hill = Terrain(game.new_id(), "hill", feature="Hill", shape=Circle(1.0, 1.0, 3.0))
    game.terrain.append(hill)
    game.things[hill.id] = hill
    game.engagement.engage(pikes.id, Facing.FRONT, foe.id, Facing.FRONT)
    mark(game, pikes, "tired", Boundary("end", "turn"))
    pikes.memory["path"] = [{"x": 1}]
    game.memory["omens"] = {"seen": [1]}
    return game


def test_ids_are_fresh_and_everything_is_found_by_its_id():
    game = board()
    assert list(game.things) == sorted(game.things)
    assert all(thing.id == number for number, thing in game.things.items())
    assert game.new_id() not in game.things


CHANGES: dict[str, Any] = {
    "model slain": lambda g, u: setattr(u.pools[0], "models", 3),
    "profile": lambda g, u: u.pools[0].profile.update(pace=9),
    "token": lambda g, u: u.pools[0].parts[0].tokens.update(spoils=1),
    "mark": lambda g, u: u.marks.clear(),
    "deep memory": lambda g, u: u.memory["path"][0].update(x=2),
    "game's memory": lambda g, u: g.memory["omens"]["seen"].append(2),
    "loose model": lambda g, u: setattr(u.pools[0].loose[0], "shape", None),
    "pool gone": lambda g, u: u.pools.clear(),
    "rule": lambda g, u: give(g, u.pools[0].parts[0], "Strong"),
    "moved": lambda g, u: setattr(u, "rect", None),
    "combat": lambda g, u: g.engagement.leave(u.id),
    "effect ended": lambda g, u: g.schedule.end(g, g.schedule.lasting[0], "now"),
    "player": lambda g, u: g.players["A"].tokens.update(points=3),
    "terrain": lambda g, u: g.terrain[0].marks.update(burning=0),
    "battle": lambda g, u: g.battle.memory.update(uses=1),
    "another unit": lambda g, u: new_unit(g),
    "time": lambda g, u: setattr(g.clock, "path", "later"),
}


@given(st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=4, unique=True))
def test_a_clone_never_moves_with_the_original(changes):
    game = board()
    copy = clone(game)
    before = state_hash(copy)
    for change in changes:
        unit = next(iter(game.units.values()))
        if change == "loose model" and not unit.pools:
            continue
        if unit.pools or change in ("pool gone", "mark", "game's memory"):
            CHANGES[change](game, unit)
    assert state_hash(copy) == before


@pytest.mark.parametrize("change", CHANGES)
def test_an_original_never_moves_with_its_clone(change):
    game = board()
    before = state_hash(game)
    copy = clone(game)
    CHANGES[change](copy, next(iter(copy.units.values())))
    assert state_hash(game) == before
    assert state_hash(copy) != before


def test_a_clone_knows_the_same_things_and_shares_arms_that_never_change():
    game = board()
    copy = clone(game)
    assert list(copy.things) == list(game.things)
    for number_, thing in game.things.items():
        assert type(copy.things[number_]) is type(thing)
        assert (copy.things[number_] is thing) is isinstance(thing, Arm)
    assert all(pool.unit is unit for unit in copy.units.values() for pool in unit.pools)
    assert all(
        part.pool is pool for unit in copy.units.values() for pool in unit.pools for part in pool.parts
    )


def test_clones_roll_the_same_dice():
    game = board()
    copy = clone(game)
    assert copy.dice.faces(purpose(copy, "x"), 9, 6) == game.dice.faces(purpose(game, "x"), 9, 6)


def test_a_clone_goes_on_with_the_numbers_of_events_and_things():
    game = board()
    game.emit("one")
    copy = clone(game)
    copy.emit("two")
    assert [event.number for event in copy.events or ()] == [0, 1]
    assert len(game.events or ()) == 1
    assert copy.new_id() == game.new_id()


# -- lookups ---------------------------------------------------------------------------------------


def test_a_rule_given_or_taken_counts_after_touch():
    game = board()
    part = game.units[3].pools[0].parts[0]
    assert value_of(game, "strength", part) == 3
    give(game, part, "Strong")
    assert value_of(game, "strength", part) == 4
    part.held.clear()
    touch(game, part)
    assert value_of(game, "strength", part) == 3


@pytest.mark.parametrize("level", ["unit", "pool", "part"])
def test_touching_a_thing_reaches_its_kin_up_and_down(level):
    game = board()
    unit = game.units[3]
    pool, part = unit.pools[0], unit.pools[0].parts[0]
    contexts = [Context(attacker=part), Context(unit=unit)]
    assert [value(game, "strength", c, 3) for c in contexts] == [3, 3]
    thing = {"unit": unit, "pool": pool, "part": part}[level]
    hold(game, thing, RuleRef("Strong"))
    touch(game, thing)
    assert value_of(game, "strength", part) == 4


def test_a_rule_that_waits_for_nothing_leaves_what_is_heard_as_it_is():
    game = board()
    thing = game.units[3]
    listeners(game)
    held = hold(game, thing, RuleRef("Strong"))
    touch(game, thing, held.instance)
    assert game.heard is not None
    touch(game, thing)
    assert game.heard is None


def test_units_of_parts_and_pools():
    game = board()
    unit = game.units[3]
    part = unit.pools[0].parts[0]
    assert [unit_of(thing) for thing in (unit, unit.pools[0], part)] == [unit] * 3
    assert [pool_of(thing) for thing in (unit, unit.pools[0], part)] == [unit.pools[0]] * 3
    assert unit_of(game.players["A"]) is None


def test_a_pools_health_is_that_of_its_models_less_what_was_lost():
    assert Pool(1, "ogres", profile={"health-points": 3}, models=4, lost=2).health == 10
    assert Pool(1, "pikes", models=4).health == 4


def test_the_opponent_is_the_other_player_and_nobody_where_there_is_none():
    game = board()
    assert (game.opponent("A"), game.opponent("B")) == ("B", "A")
    del game.players["B"]
    with pytest.raises(KeyError):
        game.opponent("A")


def test_events_are_numbered_in_order_with_place_and_facts_and_only_kept_where_asked_for():
    game = board()
    game.clock.path = "round:1/turn:A"
    game.emit("dashed", unit=3)
    assert game.events
    assert game.events[0].plain() == {"event": 0, "kind": "dashed", "at": "round:1/turn:A", "unit": 3}
    quiet = new_game()
    quiet.emit("dashed", unit=3)
    assert quiet.events is None
    assert quiet.sequence_number == 1


def test_an_event_keeps_the_ledgers_of_the_numbers_behind_it():
    game = board()
    game.ledgers = []
    part = game.units[3].pools[0].parts[0]
    value(game, "strength", Context(attacker=part), 3)
    game.emit("struck")
    game.emit("moved")
    assert game.events
    assert [ledger.name for ledger in game.events[0].why] == ["strength"]
    assert game.events[1].why == ()
