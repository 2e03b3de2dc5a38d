"""Placing units before the battle: reading an answer, forming the unit on trial, and whether it may stand
there.

An answer of deploy.units is `{"units": [...]}`; each member is `{"unit", "x", "y", "facing", "files",
"with"}` (centre in inches, compass bearing, ids of the units of Attachable Models that join) or `{"unit",
"hold": "ambush" | "hidden", "with"}`. A unit that finds no legal place at all may be left out (`"hold":
"left-out"`): it counts as a casualty. Source: T9A rulebook, Battle Preparations 3.D, Definitions 3-4; Model
Rules, Scout, Ambush, Hidden, Attached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import is_number
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Rect, Shape, inside_table
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.measure import mm_to_inches
from tercio.kernel.permissions import may
from tercio.kernel.query import contains
from tercio.kernel.state import Game, Pool, Unit
from tercio.plugins.regiments.formation import form_up, formation_of, rank_lengths

from .characters import attached, is_attachable, may_join
from .deployment_types import encroaches
from .moves import proper_width
from .spacing import keeps_off, obstructions, unit_spacing
from .zones import distance_to_zone, inside_zone

AMBUSH, HIDDEN, LEFT_OUT = "ambush", "hidden", "left-out"
DEPLOYED = "deployed"
SKIRMISHER = "Skirmisher"


@dataclass(frozen=True, slots=True)
class Placement:
    """One unit to be placed: centre, bearing, files, who joins it, or how it is held back."""

    unit: int
    x: float = 0.0
    y: float = 0.0
    bearing: float = 0.0
    files: int = 1
    riders: tuple[int, ...] = ()
    hold: str = ""

    def plain(self) -> dict[str, Any]:
        """Return it as it stands in an answer."""
        if self.hold:
            return {"unit": self.unit, "hold": self.hold, "with": list(self.riders)}
        return {
            "unit": self.unit,
            "x": round(self.x, 3),
            "y": round(self.y, 3),
            "facing": round(self.bearing, 3),
            "files": self.files,
            "with": list(self.riders),
        }


@dataclass(slots=True)
class Stage:
    """What a placement is judged against: whose turn it is, who is still to come, and what already stands
    in the way.
    """

    g: Game
    player: str
    coming: dict[int, Unit]
    bodies: list[Shape] = field(default_factory=list)
    placed: list[tuple[Unit, Rect]] = field(default_factory=list)


def undeployed(g: Game, player: str) -> dict[int, Unit]:
    """Return the player's units that are neither on the table nor held back, by id."""
    return {
        unit.id: unit
        for unit in g.units.values()
        if unit.owner == player and not unit.destroyed and unit.rect is None and DEPLOYED not in unit.memory
    }


def stage_of(g: Game, player: str) -> Stage:
    """Return the stage as it is now."""
    return Stage(g, player, undeployed(g, player), obstructions(g))


# -- reading ---------------------------------------------------------------------------------------


def read_placements(answer: Any) -> list[Placement] | Refusal:
    """Return the placements of an answer, or why it cannot be read."""
    rows = answer.get("units") if isinstance(answer, dict) else None
    if not isinstance(rows, (list, tuple)) or not rows:
        return Refusal(
            "deploy.unreadable", {"answer": answer, "needs": '{"units": [at least one placement]}'}
        )
    found = []
    for row in rows:
        try:
            found.append(_placement(row))
        except (TypeError, ValueError, KeyError, AttributeError) as fault:
            return Refusal("deploy.unreadable", {"placement": row, "fault": str(fault)})
    return found


def _placement(row: Any) -> Placement:
    unit, riders = _whole(row["unit"]), tuple(_whole(one) for one in row.get("with") or ())
    if row.get("hold"):
        return Placement(unit, riders=riders, hold=str(row["hold"]))
    x, y, bearing = (_number(row[key]) for key in ("x", "y", "facing"))
    return Placement(unit, x, y, bearing, _whole(row.get("files", 1)), riders)


def _whole(told: Any) -> int:
    if isinstance(told, bool) or not isinstance(told, int):
        raise ValueError(f"not a whole number: {told!r}")
    return told


def _number(told: Any) -> float:
    if not is_number(told):
        raise ValueError(f"not a number: {told!r}")
    return float(told)


# -- judging ---------------------------------------------------------------------------------------


def judge_placement(stage: Stage, told: Placement) -> Refusal | None:
    """Return why a unit may not be placed so, or None; then the stage counts it as placed. Whether a unit
    that is left out would find a place is the caller's to ask.
    """
    unit = stage.coming.get(told.unit)
    if unit is None:
        return Refusal("deploy.not_yours_to_place", {"unit": told.unit})
    trial = combined(stage, unit, told.riders)
    if isinstance(trial, Refusal):
        return trial
    refusal = _judge_hold(stage.g, trial, told.hold) if told.hold else _judge_place(stage, trial, told)
    if refusal is None:
        for number in (told.unit, *told.riders):
            del stage.coming[number]
    return refusal


def combined(stage: Stage, unit: Unit, riders: Sequence[int]) -> Unit | Refusal:
    """Return a unit with those that join it, as one on trial; the game is not touched."""
    trial = Unit(unit.id, unit.name, unit.owner, held=list(unit.held), pools=list(unit.pools))
    for number in riders:
        lone = stage.coming.get(number)
        if lone is None or lone is unit:
            return Refusal("deploy.not_yours_to_place", {"unit": number})
        for pool in lone.pools:
            if not may_join(stage.g, pool, trial):
                return Refusal("deploy.may_not_join", {"unit": number, "host": unit.id})
            trial.pools.append(pool)
            trial.index = trial.names = None
    return trial


def _judge_hold(g: Game, trial: Unit, hold: str) -> Refusal | None:
    allowed = hold == LEFT_OUT
    if hold == AMBUSH:
        allowed = may(g, "ambush", Context(unit=trial), False)
    elif hold == HIDDEN:
        allowed = all(may(g, "hide", Context(model=p, unit=trial), False) for p in trial.pools)
    return None if allowed else Refusal("deploy.may_not_hold", {"unit": trial.id, "hold": hold})


def _judge_place(stage: Stage, trial: Unit, told: Placement) -> Refusal | None:
    g = stage.g
    alone = may_stand_alone(g, trial)
    if alone is not None:
        return alone
    rect = formed(g, trial, told)
    if isinstance(rect, Refusal):
        return rect
    if not _inside(g, trial, rect):
        return Refusal("deploy.outside_zone", {"unit": trial.id})
    if not keeps_off(rect, stage.bodies, unit_spacing(g)):
        return Refusal("deploy.too_near", {"unit": trial.id, "spacing": unit_spacing(g)})
    stage.bodies.append(rect)
    stage.placed.append((trial, rect))
    return None


def may_stand_alone(g: Game, trial: Unit) -> Refusal | None:
    """Return why a unit may not be deployed by itself, or None: Attached models need a unit with
    Rank-and-File models.
    """
    if any(not is_attachable(pool) for pool in trial.pools):
        return None
    for pool in trial.pools:
        if not may(g, "deploy-alone", Context(model=pool, unit=trial)):
            return Refusal("deploy.needs_a_unit", {"pool": pool.id, "unit": trial.id})
    return None


def formed(g: Game, trial: Unit, told: Placement) -> Rect | Refusal:
    """Form a unit on trial and return its boundary; ranks and files have to be viable (Definitions 3)."""
    if not 1 <= told.files <= max(1, sum(pool.models for pool in trial.pools)):
        return Refusal("deploy.not_viable", {"unit": trial.id, "files": told.files})
    ux, uy = direction_from_degrees(told.bearing)
    try:
        rect = form(g, trial, told.x, told.y, ux, uy, told.files)
    except ValueError:
        return Refusal("deploy.no_room_in_unit", {"unit": trial.id, "with": list(told.riders)})
    deep = rank_lengths(trial)
    wide = formation_of(trial).files
    if wide != told.files and not _only_attached(trial):
        return Refusal("deploy.not_viable", {"unit": trial.id, "files": told.files})
    if len(deep) > wide and wide < proper_width(g, trial):
        return Refusal("deploy.not_viable", {"unit": trial.id, "files": told.files, "ranks": len(deep)})
    return rect


def _only_attached(trial: Unit) -> bool:
    return all(is_attachable(pool) for pool in trial.pools)


def form(g: Game, unit: Unit, x: float, y: float, ux: float, uy: float, files: int) -> Rect:
    """Form a unit with its attached models up at a place. Raises ValueError where one of them finds no
    room.
    """
    riders = attached(unit) if not _only_attached(unit) else sorted(unit.pools, key=lambda pool: pool.id)
    return form_up(unit, x, y, ux, uy, files, attached=riders, gap=gap_of(g, unit))


def gap_of(g: Game, unit: Unit) -> float:
    """Return the inches between the models of a unit: none but for Skirmishers."""
    if not contains(g, Context(unit=unit), unit, SKIRMISHER):
        return 0.0
    return mm_to_inches(g.ruleset.constant("skirmisher-gap"))


def _inside(g: Game, trial: Unit, rect: Rect) -> bool:
    if inside_zone(g, rect, trial.owner) or encroaches(g, trial, rect):
        return True
    if not inside_table(rect, g.width, g.depth) or not may(g, "scout", Context(unit=trial), False):
        return False
    far = distance_to_zone(g, rect, g.opponent(trial.owner))
    return far >= float(g.ruleset.constant("scout-zone-distance")) - EPSILON


def stranded(stage: Stage) -> list[Pool]:
    """Return the models that could no longer be deployed, for no unit to come may take them."""
    hosts = [unit for unit in stage.coming.values() if any(not is_attachable(pool) for pool in unit.pools)]
    found = []
    for unit in stage.coming.values():
        for pool in unit.pools:
            c = Context(model=pool, unit=unit)
            if not is_attachable(pool) or may(stage.g, "deploy-alone", c) or may(stage.g, "hide", c, False):
                continue
            if not any(may_join(stage.g, pool, host) for host in hosts):
                found.append(pool)
    return found
