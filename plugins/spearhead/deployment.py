"""Deployment: the attacker sets up the whole army, then the defender; a campaign may turn that about.

Each unit stands wholly in friendly territory and more than 6 inches from enemy territory. DEPLOY abilities
come first and may leave units off the battlefield: `in-reserve` until they come in or are too late,
`held-back` as their own rules say. A unit for which there is no room is destroyed (ruling 54). Control is
determined once before the first round. Source: battlepack, Deployment; core rules, 24.1 and 32.2 (errata).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tercio.kernel.actions import offer
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.decl.clauses import Action
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Shape, beyond, first_overlap, inside
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Unit
from tercio.plugins.warbands.bodies import bases_from, is_set_up, places_of, stand
from tercio.plugins.warbands.coherency import is_coherent
from tercio.plugins.warbands.judging import judge_places, room_for
from tercio.plugins.warbands.placing import set_up_places

from . import campaign
from .battle import ATTACKER, DEFENDER
from .battlefield import territory_of
from .casualties import coherency_of
from .combats import settle
from .control import determine_control
from .damage import destroy
from .terrain import NO_ENDING, shapes

DEPLOYMENT, DEPLOY = "deployment", "deploy"
IN_RESERVE, HELD_BACK = "in-reserve", "held-back"
DEPLOY_NEAR = "deploy-near-enemies"
OFFERED = 8
"""The most places that a decision lists."""

_SECTION = "City of Ash, Deployment"


def deploy_units(g: Game) -> Procedure[None]:
    """Step deploy-units: all of one player's units, then all of the other's."""
    first = campaign.first_said(g, "deploys-first", ATTACKER)
    for role in sorted((ATTACKER, DEFENDER), key=lambda role: role != first):
        player = g.active = g.memory[role]
        yield from offer(g, DEPLOYMENT, player, _is_deploy)
        for unit in undeployed(g, player):
            yield from deploy(g, unit)
    g.active = g.memory[ATTACKER]
    settle(g)


def _is_deploy(action: Action) -> bool:
    return DEPLOY in action.kinds


def first_control(g: Game) -> Procedure[None]:
    """Step first-control: control is determined before the first round begins."""
    yield from determine_control(g)


def is_undeployed(unit: Unit) -> bool:
    """Whether a unit waits to be set up in the deployment phase."""
    return not (unit.destroyed or is_set_up(unit) or IN_RESERVE in unit.marks or HELD_BACK in unit.marks)


def undeployed(g: Game, player: str) -> list[Unit]:
    """Return a player's units that wait to be set up."""
    return [unit for unit in g.units.values() if unit.owner == player and is_undeployed(unit)]


def deploy(g: Game, unit: Unit) -> Procedure[None]:
    """Let the owner of a unit set it up; where there is no room for it, it is destroyed."""
    places = offered(g, unit)
    if not places:
        yield from destroy(g, unit)
        return

    def accepts(answer: Any) -> Refusal | None:
        bases = bases_from(unit, answer)
        return judge(g, unit, bases) if bases is not None else Refusal("deployment.no_places")

    answer = yield Decision(
        "unit.deploy",
        unit.owner,
        f"Where is {unit.name} set up?",
        places,
        _SECTION,
        {"unit": unit.id},
        accepts,
    )
    bases = bases_from(unit, answer)
    assert bases is not None
    stand(unit, bases)
    g.emit("unit-deployed", unit=unit.id, places=answer)


def offered(g: Game, unit: Unit) -> list[list[list[float]]]:
    """Return some legal places for a unit; [] where its territory has no room for it."""
    zone, barred, rule = zone_of(g, unit), shapes(g, NO_ENDING), coherency_of(g, unit)

    def is_legal(bases: list[Shape]) -> bool:
        return is_coherent(bases, rule)

    def fits(base: Shape) -> bool:
        return zone.refusal(base) is None and first_overlap(base, barred) is None

    found = set_up_places(g, unit, fits, is_legal, OFFERED, rule=rule)
    return [places_of(bases) for bases in found]


def judge(g: Game, unit: Unit, bases: list[Shape]) -> Refusal | None:
    """Return why a unit may not be set up on these bases in the deployment phase, None if it may."""
    room = room_for(g, unit, shapes(g, NO_ENDING))
    refusal = judge_places(room, bases, coherency_of(g, unit), "deployment")
    if refusal is not None:
        return refusal
    zone = zone_of(g, unit)
    return next((outside for base in bases if (outside := zone.refusal(base)) is not None), None)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a unit may be set up: in `own` territory, farther than `distance` inches from that of the `enemy`
    (None: at any).
    """

    own: Shape | None
    enemy: Shape | None
    distance: float

    def refusal(self, base: Shape) -> Refusal | None:
        """Return why a model may not be set up on a base for where it lies, None if it may."""
        if self.own is None or not inside(base, self.own):
            return Refusal("deployment.outside_territory")
        if self.enemy is not None and not beyond(base, self.enemy, self.distance):
            return Refusal("deployment.near_enemy_territory")
        return None


def zone_of(g: Game, unit: Unit) -> Zone:
    """Return where a unit may be set up in the deployment phase."""
    own, enemy = territory_of(g, unit.owner), territory_of(g, g.opponent(unit.owner))
    may_be_near = may(g, DEPLOY_NEAR, Context(unit=unit), default=False)
    return Zone(
        own.shape if own is not None else None,
        enemy.shape if enemy is not None and not may_be_near else None,
        float(g.ruleset.constant("deployment-distance")),
    )
