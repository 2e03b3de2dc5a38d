"""What is kept to spare work is what is found when it is worked out anew, all through whole battles: lookups
of rules, who listens, auras, what is spoken of; how ranks stand; the picture of the table and who is in
combat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.agents import consult
from tercio.kernel.clone import clone
from tercio.kernel.context import Context
from tercio.kernel.hearing import listeners
from tercio.kernel.modifiers import gather, hits_of, names_of
from tercio.kernel.session import Session
from tercio.kernel.state import Game, Thing, touch
from tercio.plugins.regiments.formation import RankedFormation
from tercio.plugins.regiments.layout import spots_of
from tercio.plugins.spearhead.combats import settle
from tercio.plugins.spearhead.picture import field_of
from tercio.plugins.spearhead.terrain import BLOCKS_SIGHT, shapes
from tercio.plugins.warbands.combat import Field

from . import small, texts

EVERY = 11
"""At each so many decisions everything kept is compared."""


def stale(g: Game) -> list[str]:
    """Return what is kept of rules and is not what would be found."""
    fresh = clone(g)
    touch(fresh)
    gather(fresh, "", Context())
    gather(fresh, min(fresh.spoken or {""}), Context())
    kept = ((thing, _twin(fresh, thing)) for thing in (g.battle, *g.things.values()))
    faults = [f"{what} of {thing!r}" for thing, twin in kept for what in _stale_of(fresh, thing, twin)]
    if g.heard is not None and g.heard != listeners(fresh):
        faults.append("who listens")
    if g.auras is not None and g.auras != fresh.auras:
        faults.append("auras")
    if g.spoken is not None and not (fresh.spoken or set()) <= g.spoken:
        faults.append("what is spoken of")
    return faults


def _twin(fresh: Game, thing: Thing) -> Thing:
    return fresh.things[thing.id] if thing.id else fresh.battle


def _stale_of(fresh: Game, thing: Thing, twin: Thing) -> Iterator[str]:
    if thing.index is not None and thing.index != hits_of(fresh, twin):
        yield "rules"
    if thing.names is not None and thing.names != names_of(fresh, twin):
        yield "names"


def misread(g: Game) -> list[str]:
    """Return which units stand or fight otherwise than the picture and the contacts say."""
    kept, anew = field_of(g), Field(g, shapes(g, BLOCKS_SIGHT))
    faults = [
        f"{unit!r} stands elsewhere" for unit in g.units.values() if kept.bases(unit) != anew.bases(unit)
    ]
    units = anew.units
    faults += [
        f"{unit!r} sees {foe!r} or not"
        for i, unit in enumerate(units)
        for foe in units[i + 1 :]
        if kept.sees(unit, foe) != anew.sees(unit, foe)
    ]
    fresh = clone(g)
    touch(fresh)
    settle(fresh)
    before, after = list(g.engagement.contacts()), list(fresh.engagement.contacts())
    return faults + ([] if before == after else [f"{before} are in combat, {after} would be"])


def misarrayed(g: Game) -> list[str]:
    """Return the units whose ranks are kept otherwise than they would be laid out."""
    return [f"{unit!r} is laid out otherwise" for unit in g.units.values() if not _is_laid_out(unit)]


def _is_laid_out(unit: Any) -> bool:
    formation = unit.formation
    if not isinstance(formation, RankedFormation) or formation.cache is None or unit.destroyed:
        return True
    kept, anew = formation.clone(), formation.clone()
    kept.cache, anew.cache = formation.cache, None
    return all(
        spots_of(kept, pools) == spots_of(anew, pools)
        for pools in ([pool for pool in unit.pools if pool.models], unit.pools)
    )


def faults_of(session: Session, agents: dict[str, Any], check: Any) -> list[str]:
    """Play a battle to its end; return the first faults that are found on the way, and where."""
    number = 0
    while session.decision is not None:
        if number % EVERY == 0:
            found = [*stale(session.game), *check(session.game)]
            if found:
                return [session.game.clock.path, *found]
        number += 1
        session.answer(consult(agents[session.decision.player], session.decision, session.game))
    return []


DESK = Desk()


def agents_for(session: Session, system: str, kinds: tuple[str, str]) -> dict[str, Any]:
    return {
        player: DESK.host.agent(kind, seed, system)
        for seed, (player, kind) in enumerate(zip(session.game.players, kinds, strict=True))
    }


@pytest.mark.parametrize(
    ("armies", "kinds"),
    [
        (("Swampskulka Gang", "Crixxit's Kill-Pack"), ("captain", "random")),
        (("Gnawfeast Clawpack", "Yndrasta's Spearhead"), ("random", "captain")),
        (("Vigilant Brotherhood", "Sentinels of Embergard"), ("captain", "captain")),
    ],
)
def test_in_a_battle_of_spearhead_what_is_kept_is_what_is_found(armies, kinds):
    session = DESK.begin("spearhead", list(armies), seed=3).session
    assert faults_of(session, agents_for(session, "spearhead", kinds), misread) == []


@pytest.mark.parametrize("name", small.SKIRMISHES)
def test_in_a_skirmish_of_regiments_what_is_kept_is_what_is_found(name):
    session = small.begin(name, 5)
    assert faults_of(session, agents_for(session, "t9a", ("captain", "random")), misarrayed) == []


@pytest.mark.parametrize("name", texts.BANDS["sovl"])
def test_in_a_battle_of_a_game_of_text_what_is_kept_is_what_is_found(name):
    session = texts.begin(name, 5)
    assert faults_of(session, agents_for(session, "sovl", ("captain", "random")), misarrayed) == []


def test_rules_that_are_given_behind_the_back_of_the_lookups_are_found_out():
    session = DESK.begin("spearhead", ["Swampskulka Gang", "Crixxit's Kill-Pack"], seed=3).session
    g = session.game
    unit, other = list(g.units.values())[:2]
    for one in (unit, other):
        hits_of(g, one)
    unit.held, other.held = [], []
    assert {"rules of " + repr(unit), "names of " + repr(other)} <= set(stale(g))
