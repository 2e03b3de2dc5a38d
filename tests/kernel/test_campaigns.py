"""Battles of a campaign: which one begins, what is different in it, and who has won in the end."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.kernel.campaigns import Fixture, fixture_of, outcome
from tercio.kernel.context import Context
from tercio.kernel.decl import (
    Campaign,
    CampaignBattle,
    CampaignOutcome,
    Compare,
    Literal,
    Mood,
    Name,
    Permit,
    SetExpr,
    Term,
    Word,
)
from tercio.kernel.errors import RulesError
from tercio.kernel.permissions import may
from tercio.kernel.state import touch

from .toy import new_game, new_unit, ruleset

UNITS = Term("number", (SetExpr("unit", "friendly"),))


def at_least(units: int) -> Compare:
    return Compare(">=", UNITS, Literal(units))


def never(action: str) -> tuple[Permit, ...]:
    return (Permit(action=action, mood=Mood.CANNOT),)


WAR = Campaign(
    name="War",
    words=(("field", (Name("Plain"),)), ("begins", (Word("defender"),))),
    clauses=never("dash"),
    battles=(
        CampaignBattle("Ford", (("field", (Name("River"), Literal(2))), ("field", (Name("Bank"),)))),
        CampaignBattle("Keep", clauses=never("save")),
    ),
    outcomes=(CampaignOutcome("triumph", at_least(3)), CampaignOutcome("gain", at_least(1))),
)


def begin(number: int, carried: dict[str, Any] | None = None) -> Fixture:
    found = fixture_of(ruleset(WAR), {"campaign": "War", "battle": number, "carried": carried or {}})
    assert found is not None
    return found


# -- which battle ------------------------------------------------------------------------------------------


def test_a_battle_of_its_own_is_none_of_a_campaign():
    assert fixture_of(ruleset(WAR), {"map": "Plain"}) is None


def test_a_battle_of_a_campaign_begins_from_its_options_alone():
    fixture = begin(2, {"points": {"A": 3}})
    assert (fixture.battle.name, fixture.carried) == ("Keep", {"points": {"A": 3}})
    assert fixture_of(ruleset(WAR), fixture.options()) == fixture


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"campaign": "Wra", "battle": 1}, 'no campaign "Wra" in these packs\n   did you mean "War"'),
        ({"campaign": 5, "battle": 1}, "known: War"),
        ({"campaign": ["War"], "battle": 1}, "no campaign \"['War']\" in these packs"),
        ({"campaign": "War"}, "War has no battle None: a number from 1 to 2"),
        ({"campaign": "War", "battle": 0}, "War has no battle 0"),
        ({"campaign": "War", "battle": 3}, "War has no battle 3"),
        ({"campaign": "War", "battle": True}, "War has no battle True"),
        ({"campaign": "War", "battle": 1, "carried": [1]}, "what is carried on is"),
        ({"battle": 1}, "which campaign is this a battle of"),
        ({"carried": {}}, "which campaign is this a battle of"),
    ],
)
def test_options_that_name_no_battle_are_one_error(options, message):
    with pytest.raises(RulesError) as found:
        fixture_of(ruleset(WAR), options)
    assert message in str(found.value)


# -- what is different -------------------------------------------------------------------------------------


def test_what_is_said_of_a_battle_goes_before_what_is_said_of_all():
    assert begin(1).told(ruleset(WAR), "field") == [("River", 2), ("Bank",)]
    assert begin(2).told(ruleset(WAR), "field") == [("Plain",)]
    assert begin(1).told(ruleset(WAR), "begins") == [("defender",)]
    assert begin(1).told(ruleset(WAR), "prize") == []


@pytest.mark.parametrize(("number", "saves"), [(1, True), (2, False)])
def test_clauses_hold_in_all_battles_or_in_one(number, saves):
    game = new_game(WAR)
    unit = new_unit(game)
    begin(number).hold(game)
    touch(game)
    assert may(game, "dash", Context(unit=unit)) is False
    assert may(game, "save", Context(target=unit.pools[0])) is saves


# -- who has won -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "ends"),
    [
        (3, 1, ("triumph", "A")),
        (0, 4, ("triumph", "B")),
        (1, 0, ("gain", "A")),
        (0, 0, ("", "")),
        (1, 1, ("", "")),
    ],
)
def test_the_first_outcome_that_one_player_alone_has_reached_is_the_end(a, b, ends):
    game = new_game(WAR)
    for owner, units in (("A", a), ("B", b)):
        for _ in range(units):
            new_unit(game, owner)
    assert outcome(game, WAR) == ends


def test_an_outcome_that_both_have_reached_decides_nothing():
    game = new_game(WAR)
    for owner in "AAABBB":
        new_unit(game, owner)
    assert outcome(game, WAR) == ("", "")
