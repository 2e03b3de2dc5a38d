"""Deployment: players place units by turns, and who is done first chooses who begins.

Step: `deploy_units`. Decisions: deploy.units (see `placing`), deploy.first-turn (a player's name). Starting
with the Attacker a player places any number of units, at least one; when everything of an army stands or is
held back, its player chooses who has the first Player Turn. Source: T9A rulebook, Battle Preparations 3.D;
Season Pack, Deployment Types; rulings 66.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tercio.kernel.decisions import Answer, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.state import Game, Unit, touch

from .arraying import has_place, single_places, whole_arrays
from .battle import SET_UP
from .casualties import remove_unit
from .characters import absorb, is_attachable
from .deployment_types import count_encroachers, encroach, encroaches, judge_cornerstone, type_of
from .places import place_of
from .placing import (
    DEPLOYED,
    LEFT_OUT,
    Placement,
    Stage,
    form,
    judge_placement,
    read_placements,
    stage_of,
    stranded,
    undeployed,
)
from .setup import attacker
from .zones import inside_zone, zone_of

FIRST = "first"


def deploy_units(g: Game) -> Procedure[None]:
    """Step deploy-units (Battle Preparations 3.D)."""
    player = attacker(g)
    while True:
        other = g.opponent(player)
        if undeployed(g, player):
            yield from deployment_turn(g, player)
        if not undeployed(g, player) and FIRST not in g.memory[SET_UP]:
            yield from choose_first_turn(g, player)
        if not undeployed(g, player) and not undeployed(g, other) and FIRST in g.memory[SET_UP]:
            return
        player = other if undeployed(g, other) else player


def deployment_turn(g: Game, player: str) -> Procedure[None]:
    """One Deployment Turn: the player places at least one unit."""
    zone = zone_of(g, player)
    facts: dict[str, Any] = {
        "undeployed": list(undeployed(g, player)),
        "zone": zone.name if zone is not None else "",
        "deployment": type_of(g),
    }
    answer = yield from ask(
        Decision(
            "deploy.units",
            player,
            "Which units are deployed, and where?",
            lambda: offered(g, player),
            "Battle Preparations 3.D",
            facts,
            lambda told: judge_deployment(g, player, told),
        )
    )
    placements = read_placements(answer)
    assert not isinstance(placements, Refusal)
    for placement in placements:
        yield from _carry_out(g, placement)


def offered(g: Game, player: str) -> Sequence[Answer]:
    """Return some legal answers: the whole army drawn up, and single units."""
    found: list[Answer] = []
    for placements in (*whole_arrays(g, player), *single_places(g, player)):
        answer = {"units": [placement.plain() for placement in placements]}
        if judge_deployment(g, player, answer) is None:
            found.append(answer)
    return found or _last_resort(g, player)


def _last_resort(g: Game, player: str) -> list[Answer]:
    """Where nothing sensible is legal: any unit at any place, else the first that has none is left out."""
    for placements in single_places(g, player, most=len(g.units)):
        answer = {"units": [placement.plain() for placement in placements]}
        if judge_deployment(g, player, answer) is None:
            return [answer]
    left = [{"units": [Placement(unit, hold=LEFT_OUT).plain()]} for unit in undeployed(g, player)]
    return [answer for answer in left if judge_deployment(g, player, answer) is None] or left[:1]


# -- judging ---------------------------------------------------------------------------------------


def judge_deployment(g: Game, player: str, answer: Answer) -> Refusal | None:
    """Return why an answer to deploy.units is not legal, or None if it is."""
    placements = read_placements(answer)
    if isinstance(placements, Refusal):
        return placements
    stage = stage_of(g, player)
    for placement in placements:
        if placement.hold == LEFT_OUT and placement.unit in stage.coming and has_place(stage, placement.unit):
            return Refusal("deploy.may_not_hold", {"unit": placement.unit, "hold": LEFT_OUT})
        refusal = judge_placement(stage, placement)
        if refusal is not None:
            return refusal
    lost = stranded(stage)
    if lost and not _all_left_out(placements):
        return Refusal("deploy.strands", {"pools": [pool.id for pool in lost]})
    bodies = sum(any(not is_attachable(pool) for pool in unit.pools) for unit in stage.coming.values())
    return _too_many_forward(stage) or judge_cornerstone(g, player, stage.placed, bodies)


def _all_left_out(placements: Sequence[Placement]) -> bool:
    return all(placement.hold == LEFT_OUT for placement in placements)


def _too_many_forward(stage: Stage) -> Refusal | None:
    g, player = stage.g, stage.player
    forward = [
        unit.id
        for unit, rect in stage.placed
        if not inside_zone(g, rect, player) and encroaches(g, unit, rect)
    ]
    if not forward:
        return None
    most = g.ruleset.constant("encroachers-per-player")
    if count_encroachers(g, player) + len(forward) > most:
        return Refusal("deploy.too_many_forward", {"units": forward, "most": most})
    return None


# -- carrying out ----------------------------------------------------------------------------------


def _carry_out(g: Game, told: Placement) -> Procedure[None]:
    unit = g.units[told.unit]
    for number in told.riders:
        absorb(g, g.units[number], unit)
    if told.hold:
        unit.memory[DEPLOYED] = told.hold
        g.emit("held-back", unit=unit.id, hold=told.hold, joined=list(told.riders))
        if told.hold == LEFT_OUT:
            yield from remove_unit(g, unit, "no room to deploy")
        return
    unit.memory[DEPLOYED] = "table"
    ux, uy = direction_from_degrees(told.bearing)
    rect = form(g, unit, told.x, told.y, ux, uy, told.files)
    if not inside_zone(g, rect, unit.owner) and encroaches(g, unit, rect):
        encroach(g, unit)
    touch(g, unit)
    g.emit("deployed", unit=unit.id, files=told.files, joined=list(told.riders), **place_of(unit))


def choose_first_turn(g: Game, player: str) -> Procedure[None]:
    """Who has deployed everything first chooses who has the first Player Turn."""
    options = [player, g.opponent(player)]
    first = yield from ask(
        Decision(
            "deploy.first-turn", player, "Who has the first Player Turn?", options, "Battle Preparations 3.D"
        )
    )
    g.memory[SET_UP][FIRST] = first
    g.clock.order = (first, g.opponent(first))
    g.emit("first-turn", chosen_by=player, first=first)


def held_back(g: Game, player: str, how: str) -> list[Unit]:
    """Return the player's units that are held back so (ambush, hidden), in order of id."""
    return [
        unit
        for unit in g.units.values()
        if unit.owner == player and not unit.destroyed and unit.memory.get(DEPLOYED) == how
    ]
