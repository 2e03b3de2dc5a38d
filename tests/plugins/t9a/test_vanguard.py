"""The Defender's Advantage and Vanguard Moves (Battle Preparations 3.E and 3.F; Model Rules, Vanguard)."""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.permissions import may
from tercio.plugins.t9a.muster import CHARACTER
from tercio.plugins.t9a.vanguard import may_vanguard, vanguard_mobility

from .armies import battle, unit_named, until


@pytest.fixture
def deployed():
    """A defends in the south; all is deployed on an open table; A begins."""

    def make(**options):
        g = battle({"A": [6], "B": [1]}, **{"map": "open", **options})
        until(g, "deploy-units", setup_role="defender", deploy_zone="south", deploy_first_turn="A")
        return g

    return make


def stay(decision):
    return {"manoeuvre": "stay"} if decision.kind == "move.manoeuvre" else decision.options[-1]


def test_the_defender_gives_vanguard_to_a_unit_without_characters(deployed):
    g = deployed()
    (asked,) = until(g, "defenders-advantage")
    assert asked.player == "A"
    for number in asked.options:
        assert g.units[number].owner == "A"
        assert all(pool.role != CHARACTER for pool in g.units[number].pools)
    chosen = g.units[asked.options[0]]
    assert may_vanguard(g, chosen)
    assert vanguard_mobility(g, chosen) == 3


def test_the_chosen_unit_moves_first_then_the_players_by_turns_until_they_pass(deployed):
    g = deployed()
    chosen = unit_named(g, "A", "State Detachment")
    until(g, "defenders-advantage", deploy_advantage=chosen.id)
    asked = until(g, "vanguard-moves", move_manoeuvre=stay)
    kinds = [(d.kind, d.player) for d in asked]
    assert kinds[0] == ("move.manoeuvre", "A")
    assert asked[0].facts["unit"] == chosen.id
    assert kinds[1] == ("deploy.vanguard", "B")
    assert asked[1].options == [unit_named(g, "B", "Erlein Reavers").id, "pass"]


def test_a_unit_with_vanguard_of_its_own_moves_with_its_own_mobility(deployed):
    g = deployed()
    reavers = unit_named(g, "B", "Erlein Reavers")
    assert may_vanguard(g, reavers)
    assert vanguard_mobility(g, reavers) is None


def test_vanguard_given_to_a_unit_that_has_it_takes_nothing_away():
    g = battle({"A": [1], "B": [6]}, map="open")
    until(g, "deploy-units", setup_role="defender", deploy_zone="south")
    reavers = unit_named(g, "B", "Erlein Reavers")
    until(g, "defenders-advantage", deploy_advantage=reavers.id)
    assert vanguard_mobility(g, reavers) is None


def test_no_model_goes_farther_than_12_inches(deployed):
    g = deployed()
    reavers = unit_named(g, "B", "Erlein Reavers")
    until(g, "defenders-advantage")
    question = ask_move(g, reavers)

    def march(inches):
        return {"manoeuvre": "march", "legs": [[inches, 0, 0]]}

    assert question.judge(march(12)) is None
    assert question.judge(march(12.01)).code == "vanguard.too_far"


def test_no_unit_ends_within_6_inches_of_an_enemy(deployed):
    g = deployed()
    reavers, guard = unit_named(g, "B", "Erlein Reavers"), unit_named(g, "A", "Imperial Guard")
    assert reavers.rect is not None
    gap = 6 + 9
    guard.rect = guard.rect.moved(
        reavers.rect.x - guard.rect.x,
        reavers.rect.y - reavers.rect.half_depth - gap - guard.rect.half_depth - guard.rect.y,
    )
    question = ask_move(g, reavers)
    assert question.judge({"manoeuvre": "advance", "legs": [[8.99, 0, 0]]}) is None
    assert question.judge({"manoeuvre": "advance", "legs": [[9, 0, 0]]}).code == "vanguard.too_near_enemy"


def ask_move(g, unit):
    found = []

    def first(decision):
        return unit.id if unit.id in decision.options else "pass"

    def look(decision):
        found.append(decision)
        return {"manoeuvre": "stay"}

    until(g, "vanguard-moves", deploy_vanguard=first, move_manoeuvre=look)
    return next(decision for decision in found if decision.facts["unit"] == unit.id)


def test_who_begins_outside_its_zone_declares_no_charge_in_the_first_player_turn(deployed):
    g = deployed()
    reavers = unit_named(g, "B", "Erlein Reavers")
    go = {"manoeuvre": "march", "legs": [[11, 0, 0]]}
    until(
        g,
        "vanguard-moves",
        deploy_vanguard=lambda d: reavers.id if reavers.id in d.options else "pass",
        move_manoeuvre=lambda d: go if d.facts["unit"] == reavers.id else {"manoeuvre": "stay"},
    )
    assert "scouted" in reavers.marks
    assert "scouted" not in unit_named(g, "A", "Imperial Guard").marks


def test_spearhead_gives_vanguard_to_units_wholly_in_their_own_third(deployed):
    g = battle({"A": [6], "B": [1]}, deployment="Spearhead", map="open")
    until(g, "deploy-units", setup_role="defender", deploy_zone="south", deploy_third=[1, 0])
    until(g, "defenders-advantage")
    mine = [(u, u.rect) for u in g.units.values() if u.owner == "A" and u.rect is not None]
    inside = [u for u, rect in mine if all(24 <= x <= 48 for x, _ in rect.corners)]
    outside = [u for u, _ in mine if u not in inside]
    assert inside
    assert outside
    assert all(may(g, "vanguard", Context(unit=unit), False) for unit in inside)
    favoured = g.memory["set-up"]["advantage"]
    assert not any(may(g, "vanguard", Context(unit=unit), False) for unit in outside if unit.id != favoured)


def test_units_that_are_scoring_as_the_battle_begins_are_noted(deployed):
    g = deployed()
    until(g, "vanguard-moves", move_manoeuvre=stay)
    assert "began-scoring" in unit_named(g, "A", "Imperial Guard").marks
    assert "began-scoring" not in unit_named(g, "A", "Local Militia").marks
