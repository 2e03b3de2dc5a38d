"""Windows: what acts in them, in which order, how often, and what is replaced (architecture 3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS
from tercio.kernel.decl import (
    Action,
    Compare,
    Constant,
    Do,
    Instead,
    Name,
    Role,
    Rule,
    RuleRef,
    Term,
    Trigger,
)
from tercio.kernel.ruleset import hold
from tercio.kernel.session import Session
from tercio.kernel.state import touch
from tercio.kernel.windows import CHOSEN, listens, open_window, replaced

from .toy import PROCEDURES, drive, give, new_game, new_unit, number

CHEER = (Do("cheer", (("who", Role("bearer")),)),)
AFTER = "after dashed"


def trigger(name: str, **more: Any) -> Rule:
    return Rule(name=name, clauses=(Trigger("dashed", "after", CHEER, **more),))


def bystander() -> Any:
    """A condition that speaks of the bearer, so that the clause acts whoever dashed."""
    return Compare(">=", Term("pace", (Role("bearer"),)), number(0))


def cheers(*things: Any) -> list[int]:
    return [thing.tokens.get("cheers", 0) for thing in things]


class Counted(dict[str, Any]):
    """A table that counts how often it is looked into."""

    looks = 0

    def __contains__(self, key: object) -> bool:
        self.looks += 1
        return super().__contains__(key)

    def __getitem__(self, key: str) -> Any:
        self.looks += 1
        return super().__getitem__(key)


def test_where_the_order_is_chosen_the_active_player_orders_rules_whoever_holds_them():
    chosen = Constant(name=CHOSEN, value=number(1))
    game = new_game(chosen, trigger("first", guard=bystander()), trigger("second", guard=bystander()))
    unit, other = new_unit(game, owner="B"), new_unit(game, owner="B")
    give(game, unit, "first")
    give(game, other, "second")
    _, asked = drive(open_window(game, AFTER, Context(unit=unit)), ["second", other.id])
    assert [(one.kind, one.player, one.options) for one in asked] == [
        ("window.order", game.active, [["first", unit.id], ["second", other.id]])
    ]
    assert cheers(unit, other) == [1, 1]


def test_a_window_that_nobody_listens_to_costs_one_lookup():
    game = new_game()
    unit = new_unit(game)
    game.heard = table = Counted()
    assert drive(open_window(game, AFTER, Context(unit=unit))) == (None, [])
    assert table.looks == 1
    assert not listens(game, AFTER)
    assert table.looks == 2


def test_a_trigger_acts_for_the_unit_that_holds_it_and_for_no_other():
    game = new_game(trigger("Proud"), record=True)
    pikes, others = new_unit(game), new_unit(game)
    give(game, pikes.pools[0], "Proud")
    drive(open_window(game, AFTER, Context(unit=others)))
    assert cheers(pikes.pools[0]) == [0]
    drive(open_window(game, AFTER, Context(unit=pikes)))
    assert cheers(pikes.pools[0]) == [1]
    assert [event.kind for event in game.events or ()] == ["rule-acted", "cheered"]


def test_a_rule_that_speaks_of_its_bearer_acts_whoever_it_was():
    game = new_game(trigger("Watchful", guard=bystander()))
    pikes, others = new_unit(game), new_unit(game, "B")
    give(game, pikes, "Watchful")
    drive(open_window(game, AFTER, Context(unit=others)))
    assert cheers(pikes) == [1]


def test_a_trigger_whose_condition_fails_does_not_act():
    slow = Compare("<", Term("pace", (Role("unit"),)), number(4))
    game = new_game(trigger("Proud", guard=slow))
    pikes = new_unit(game)
    give(game, pikes, "Proud")
    drive(open_window(game, AFTER, Context(unit=pikes)))
    assert cheers(pikes) == [0]


def test_the_rules_of_a_destroyed_unit_and_of_its_models_are_not_heard():
    game = new_game(trigger("Watchful", guard=bystander()))
    pikes = new_unit(game)
    give(game, pikes, "Watchful")
    give(game, pikes.pools[0].parts[0], "Watchful")
    assert listens(game, AFTER)
    pikes.destroyed = True
    touch(game)
    assert not listens(game, AFTER)


@given(st.lists(st.sampled_from("AB"), min_size=1, max_size=6), st.sampled_from("AB"))
def test_the_active_player_acts_first_then_by_order_of_attachment(owners, active):
    game = new_game(trigger("Watchful", guard=bystander()), record=True)
    game.active = active
    units = [new_unit(game, owner) for owner in owners]
    for unit in units:
        give(game, unit, "Watchful")
    drive(open_window(game, AFTER, Context(unit=units[0])))
    acted = [event.facts["bearer"] for event in game.events or () if event.kind == "rule-acted"]
    assert acted == [u.id for u in sorted(units, key=lambda u: (u.owner != active, u.id))]


def test_a_rule_taken_away_by_another_in_the_same_window_does_not_act_any_more():
    envious = Rule(
        name="Envious",
        clauses=(
            Trigger("dashed", "after", (Do("remove-rule", (("what", Name("Proud")), ("x", Role("unit")))),)),
        ),
    )
    game = new_game(envious, trigger("Proud"))
    pikes = new_unit(game)
    give(game, pikes, "Envious", "Proud")
    drive(open_window(game, AFTER, Context(unit=pikes)))
    assert cheers(pikes) == [0]


# -- actions ---------------------------------------------------------------------------------------


def action(once: str = "") -> Rule:
    return Rule(name="Horn", clauses=(Action("Blow the Horn", "dashed", "after", CHEER, once),))


@pytest.mark.parametrize(("used", "expected"), [(True, 1), (False, 0)])
def test_an_action_is_its_owners_to_use_or_not(used, expected):
    game = new_game(action())
    pikes = new_unit(game, "B")
    give(game, pikes, "Horn")
    answer = ["Blow the Horn", pikes.id] if used else PASS
    _, asked = drive(open_window(game, AFTER, Context(unit=pikes)), answer)
    assert [(one.kind, one.player, one.rule) for one in asked] == [("action.use", "B", "Horn")]
    assert cheers(pikes) == [expected]


def test_an_action_once_a_battle_is_not_offered_again_but_passing_keeps_it():
    game = new_game(action("battle"))
    pikes = new_unit(game)
    give(game, pikes, "Horn")
    for answers in ([PASS], [["Blow the Horn", pikes.id]], []):
        drive(open_window(game, AFTER, Context(unit=pikes)), *answers)
    assert cheers(pikes) == [1]


# -- once ------------------------------------------------------------------------------------------


def played(*rules: Rule, each: int = 1):
    """Play the toy's three rounds with one unit a side that dashes, its window open `each` times a turn."""
    game = new_game(*rules)
    pikes = new_unit(game)
    give(game, pikes, *(rule.name for rule in rules))

    def dash(g: Any) -> Any:
        for _ in range(each):
            yield from open_window(g, AFTER, Context(unit=pikes))

    session = Session(game, {**PROCEDURES, "dash": dash})
    assert session.over
    return cheers(pikes)[0]


@pytest.mark.parametrize(
    ("once", "expected"), [("", 12), ("step", 6), ("phase", 6), ("turn", 6), ("round", 3), ("battle", 1)]
)
def test_a_rule_acts_at_most_once_for_each_step_phase_turn_round_or_battle(once, expected):
    assert played(trigger("Proud", once=once), each=2) == expected


def test_each_clause_of_a_rule_has_a_limit_of_its_own():
    twice = Rule(
        name="Twice",
        clauses=(
            Trigger("dashed", "after", CHEER, once="battle"),
            Trigger("dashed", "after", CHEER, once="battle"),
        ),
    )
    assert played(twice) == 2


def test_every_bearer_has_a_limit_of_its_own():
    game = new_game(trigger("Watchful", guard=bystander(), once="battle"))
    units = [new_unit(game), new_unit(game)]
    for unit in units:
        give(game, unit, "Watchful")
    for _ in range(3):
        drive(open_window(game, AFTER, Context(unit=units[0])))
    assert cheers(*units) == [1, 1]


# -- replacements ----------------------------------------------------------------------------------


def instead(name: str, **more: Any) -> Rule:
    return Rule(name=name, clauses=(Instead("dashed", CHEER, **more),))


def test_nothing_is_replaced_where_no_rule_says_so():
    game = new_game()
    assert drive(replaced(game, "dashed", Context(unit=new_unit(game)))) == (False, [])


def test_an_event_is_replaced_at_most_once_however_many_rules_would():
    game = new_game(instead("Stand"), instead("Kneel"))
    pikes = new_unit(game)
    give(game, pikes, "Stand", "Kneel", "Stand")
    assert drive(replaced(game, "dashed", Context(unit=pikes)))[0] is True
    assert cheers(pikes) == [1]


def test_a_replacement_whose_condition_fails_leaves_the_next_one_its_turn():
    slow = Compare("<", Term("pace", (Role("unit"),)), number(4))
    game = new_game(instead("Stand", guard=slow), instead("Kneel"))
    pikes = new_unit(game)
    give(game, pikes, "Stand")
    assert drive(replaced(game, "dashed", Context(unit=pikes)))[0] is False
    hold(game, pikes, RuleRef("Kneel"))
    touch(game)
    assert drive(replaced(game, "dashed", Context(unit=pikes)))[0] is True
    assert cheers(pikes) == [1]
