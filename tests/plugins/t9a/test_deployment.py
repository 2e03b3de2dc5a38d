"""Deploying by turns, inside the zone and apart, with who joins (Battle Preparations 3.D; Season Pack)."""

from __future__ import annotations

import pytest

from tercio.kernel.hashing import state_hash
from tercio.kernel.session import Session
from tercio.plugins.regiments.formation import formation_of
from tercio.plugins.t9a.deployment import judge_deployment, offered
from tercio.plugins.t9a.deployment_types import balance
from tercio.plugins.t9a.placing import undeployed
from tercio.plugins.t9a.spacing import keeps_off, obstructions, unit_spacing
from tercio.plugins.t9a.steps import STEPS
from tercio.plugins.t9a.zones import inside_zone

from .armies import battle, unit_named, until


@pytest.fixture
def g():
    """B attacks and deploys first in the north; A defends in the south, on an open table."""
    return zoned()


def zoned(deployment="Frontline Clash", **options):
    g = battle({"A": [6], "B": [1]}, deployment=deployment, **{"map": "open", **options})
    until(g, "pre-game-selections", setup_role="defender", deploy_zone="south")
    return g


def spot(unit, x, y, files=5, facing=0, **more):
    return {"unit": unit.id, "x": x, "y": y, "facing": facing, "files": files, **more}


def said(g, *placements, player="A"):
    refusal = judge_deployment(g, player, {"units": list(placements)})
    return None if refusal is None else refusal.code


GUARD = "Imperial Guard"


def test_a_unit_stands_fully_inside_its_zone(g):
    guard = unit_named(g, "A", GUARD)
    assert said(g, spot(guard, 36, 9)) is None
    assert said(g, spot(guard, 36, 11)) == "deploy.outside_zone"
    assert said(g, spot(guard, 36, 40)) == "deploy.outside_zone"


def test_units_of_one_answer_keep_more_than_an_inch_apart(g):
    one, other = unit_named(g, "A", "State Detachment"), unit_named(g, "A", "Local Militia")
    wide = 5 * 20 / 25.4
    assert said(g, spot(one, 20, 6), spot(other, 20 + wide + 1.01, 6)) is None
    assert said(g, spot(one, 20, 6), spot(other, 20 + wide + 1, 6)) == "deploy.too_near"


def test_a_formation_has_no_more_ranks_than_files_unless_it_is_wide_enough_for_a_proper_rank(g):
    guard = unit_named(g, "A", GUARD)
    assert said(g, spot(guard, 36, 6, files=5)) is None
    assert said(g, spot(guard, 36, 6, files=4)) == "deploy.not_viable"
    assert said(g, spot(guard, 36, 6, files=24)) == "deploy.not_viable"


def test_a_unit_is_placed_once_and_by_its_owner(g):
    guard, mage = unit_named(g, "A", GUARD), unit_named(g, "B", "Mage")
    assert said(g, spot(guard, 20, 6), spot(guard, 40, 6)) == "deploy.not_yours_to_place"
    assert said(g, spot(mage, 36, 6, files=1)) == "deploy.not_yours_to_place"


@pytest.mark.parametrize(
    "answer",
    [
        None,
        7,
        "all",
        {},
        {"units": []},
        {"units": [3]},
        {"units": [{}]},
        {"units": {"unit": 3}},
        {"units": [{"unit": "x", "x": 1}]},
        {"units": [{"unit": 3, "with": 5}]},
        {"units": [{"unit": 3, "x": True, "y": 1, "facing": 0}]},
        {"units": [{"unit": 3, "x": float("nan"), "y": 1, "facing": 0}]},
    ],
)
def test_an_answer_that_cannot_be_read_is_refused(g, answer):
    refusal = judge_deployment(g, "A", answer)
    assert refusal is not None
    assert refusal.code == "deploy.unreadable"


# -- joining at deployment (3.D, Attachable Models 2) ----------------------------------------------


def test_a_character_is_deployed_inside_its_unit_and_is_one_of_it_then(g):
    guard, hero = unit_named(g, "A", GUARD), unit_named(g, "A", "Prelate")
    answer = {"units": [spot(guard, 36, 6, **{"with": [hero.id]})]}
    play_turns(g, answer)
    pool = hero.pools[0]
    assert pool.unit is guard
    assert guard.models == 24
    assert hero.id not in g.units
    place = formation_of(guard).places[pool.id]
    assert (place.rank, place.side) == (0, "")


def test_an_attached_model_is_not_deployed_alone_nor_left_without_a_unit_to_join(g):
    marksmen = [
        unit for unit in g.units.values() if unit.owner == "A" and unit.pools[0].role == "rank-and-file"
    ]
    captain = unit_named(g, "A", "Artificer")
    assert said(g, spot(captain, 36, 6, files=1)) == "deploy.needs_a_unit"
    everybody = {"units": [p for p in offered(g, "A")[0]["units"] if p["unit"] in {u.id for u in marksmen}]}
    for placement in everybody["units"]:
        placement["with"] = []
    refusal = judge_deployment(g, "A", everybody)
    assert refusal is not None
    assert refusal.code == "deploy.strands"


def test_a_solitary_model_joins_nobody(g):
    guard, marshal = unit_named(g, "A", GUARD), unit_named(g, "A", "Marshal", 0)
    assert said(g, spot(guard, 36, 6, **{"with": [marshal.id]})) == "deploy.may_not_join"


def test_one_captain_only_joins_a_unit():
    g = zoned()
    spears = unit_named(g, "B", "Citizen Spears")
    captain = unit_named(g, "B", "Commander", 2)
    twice = spot(spears, 36, 40, files=10, facing=180, **{"with": [captain.id, captain.id]})
    assert said(g, twice, player="B") in ("deploy.may_not_join", "deploy.not_yours_to_place")


# -- turns and the first turn ----------------------------------------------------------------------


def play_turns(g, *mine):
    """Play deployment; A's first answers are given, then everything at once."""
    told = list(mine)

    def answer(decision):
        return told.pop(0) if decision.player == "A" and told else decision.options[0]

    return until(g, "deploy-units", deploy_units=answer)


def test_the_attacker_places_first_and_the_players_take_turns(g):
    asked = until(g, "deploy-units", deploy_units=lambda d: min(d.options, key=lambda o: len(o["units"])))
    turns = [d.player for d in asked if d.kind == "deploy.units"]
    assert turns[:4] == ["B", "A", "B", "A"]
    assert undeployed(g, "A") == undeployed(g, "B") == {}


def test_who_has_placed_everything_first_chooses_who_begins(g):
    asked = until(g, "deploy-units", deploy_first_turn="A")
    (choice,) = [d for d in asked if d.kind == "deploy.first-turn"]
    assert choice.player == "B"
    assert g.clock.order == ("A", "B")
    assert [d.kind for d in asked] == ["deploy.units", "deploy.first-turn", "deploy.units"]


def test_at_least_one_unit_is_placed_in_a_turn(g):
    assert judge_deployment(g, "A", {"units": []}) is not None
    assert judge_deployment(g, "A", "pass") is not None


@pytest.mark.parametrize("deployment", ["Frontline Clash", "Bottleneck", "Spearhead", "Refused Flank"])
def test_what_is_offered_is_legal_and_draws_up_the_whole_army(deployment):
    g = battle(deployment=deployment)
    until(g, "deploy-units")
    placed = [(unit, unit.rect) for unit in g.units.values() if unit.rect is not None]
    assert len(placed) == len(g.units)
    for unit, rect in placed:
        assert inside_zone(g, rect, unit.owner)
        assert keeps_off(rect, obstructions(g, unit), unit_spacing(g))


# -- Season Pack -----------------------------------------------------------------------------------


def test_cornerstone_begins_with_the_dearest_unit_near_the_middle():
    g = zoned("Cornerstone")
    dearest = max(
        (u for u in g.units.values() if u.owner == "A" and u.pools[0].role == "rank-and-file"),
        key=lambda u: u.cost,
    )
    guard = unit_named(g, "A", GUARD)
    assert dearest.name == "Steam Tank"
    assert said(g, spot(dearest, 36 + 6 + 0.98, 6, files=1)) is None
    assert said(g, spot(dearest, 36 + 6 + 0.99, 6, files=1)) == "deploy.cornerstone_first"
    assert said(g, spot(guard, 36, 6)) == "deploy.cornerstone_first"


def test_cornerstone_armies_end_as_even_as_can_be():
    g = zoned("Cornerstone")
    until(g, "deploy-units")
    for player in ("A", "B"):
        west, east = balance(g, player)
        assert abs(west - east) <= 1


def test_mutual_encroachment_lets_core_scoring_units_stand_in_cover_on_their_own_half():
    g = zoned("Mutual Encroachment", map="The Broken Watch")
    field = next(piece for piece in g.terrain if piece.feature == "Field" and piece.shape.y < 24)
    forest = next(piece for piece in g.terrain if piece.feature == "Forest")
    detachment = unit_named(g, "A", "State Detachment")
    assert (field.shape.x, field.shape.y) == (24, 10)
    beyond = spot(detachment, forest.shape.x, 24)
    assert said(g, beyond) == "deploy.outside_zone"
    forward = spot(detachment, field.shape.x, 12.2)
    assert said(g, forward) is None
    militia = unit_named(g, "A", "Local Militia")
    assert said(g, spot(militia, field.shape.x, 12.2)) == "deploy.outside_zone"


def test_an_encroacher_is_marked_for_the_first_player_turn():
    g = zoned("Mutual Encroachment", map="The Broken Watch")
    detachment = unit_named(g, "A", "State Detachment")
    play_turns(g, {"units": [spot(detachment, 24, 12.2)]})
    assert "encroached" in detachment.marks


def test_answers_of_the_set_up_can_be_taken_back_and_given_again_to_the_same_state():
    session = Session(battle(seed=3), STEPS, checkpoints=True)
    while session.decision is not None and session.decision.kind != "charge.declare":
        assert session.answer(session.decision.options[0]) is None
    before, answers = state_hash(session.game), list(session.answers)
    session.undo(6)
    assert state_hash(session.game) != before
    for answer in answers[-6:]:
        assert session.answer(answer) is None
    assert state_hash(session.game) == before


@pytest.mark.parametrize("odd", [10**30, 1e308, -1, 0])
def test_numbers_out_of_all_measure_are_refused(g, odd):
    guard = unit_named(g, "A", GUARD)
    assert said(g, spot(guard, odd, 6)) == "deploy.outside_zone"
    assert said(g, spot(guard, 36, odd)) == "deploy.outside_zone"
    assert said(g, {"unit": odd, "hold": "ambush"}) is not None
    if odd != 0:
        assert said(g, spot(guard, 36, 6, files=odd)) is not None
