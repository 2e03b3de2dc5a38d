"""Combat Reforms: units that are still Engaged form up anew against the same foes.

First all who want to declare it and take their tests, then they are placed one after the other. An answer
says how many `files`, flush against which `foe`, how far the middle of the front stands to the right of the
middle of the foe's edge (`shift`, inches, as the unit sees it), and optionally the `places` of Attachable
Models (pool id: [file, rank]). Source: T9A rulebook, Melee Phase 5.B, Attachable Models 2.B; Reference
Handbook, Unaligned; rulings 20, 53.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Facing, Rect, contact, touches
from tercio.kernel.modifiers import value
from tercio.kernel.state import Game, Unit
from tercio.plugins.regiments.align import Line, bench
from tercio.plugins.regiments.formation import (
    Place,
    RankedFormation,
    facing_edge_spots,
    formation_of,
    reshaped,
    viable,
)
from tercio.plugins.regiments.layout import size
from tercio.plugins.regiments.seating import places_hold

from .. import marks
from ..engaging import foes_of, in_turn, refresh_contacts
from ..places import place_of
from ..psychology import command_test
from ..scoring import RANK_AND_FILE
from ..spacing import bodies, enemies, free_of, obstructions, on_table
from .contact import contact_interval, meets
from .fight import Fight
from .formations import unit_height

REFORM = "reform"
_RULE = "Melee Phase 5.B"
_FEW = 3
"""Positions offered for each number of files; any other legal one is accepted too."""


@dataclass(frozen=True, slots=True)
class Posture:
    """A unit formed up anew: its formation and its boundary."""

    formation: RankedFormation
    rect: Rect


@dataclass(frozen=True, slots=True)
class Tally:
    """Models in contact with enemies: how many of the unit, how many of its foes, and which Attachable
    Models on either side.
    """

    mine: int
    theirs: int
    attached: frozenset[int]


# -- who, and when ---------------------------------------------------------------------------------


def combat_reforms(g: Game, fight: Fight) -> Procedure[None]:
    """Let the units of a combat that are still Engaged reform, the Active Player's first."""
    declared = []
    for unit in in_turn(g, fight.standing()):
        if may_reform(g, unit) and (yield from _declares(unit)):
            declared.append(unit)
    best = max(fight.scores.values(), default=0)
    ready = [unit for unit in declared if _passes(g, unit, lost=fight.scores.get(unit.owner, best) < best)]
    for unit in ready:
        if may_reform(g, unit):
            yield from _form_up(g, unit)


def may_reform(g: Game, unit: Unit) -> bool:
    """Return whether a unit is Engaged, and on no more facings than a Combat Reform allows."""
    foes = g.engagement.foes(unit.id)
    facings = {g.engagement.facing(unit.id, foe) for foe in foes}
    return 0 < len(facings) <= g.ruleset.constant("combat-reform-facings") and not unit.destroyed


def _declares(unit: Unit) -> Procedure[bool]:
    """Ask the owner; who stands unaligned has to try (Reference Handbook)."""
    options = [REFORM] if marks.UNALIGNED in unit.marks else [PASS, REFORM]
    facts = {"unit": unit.id, "files": formation_of(unit).files, **place_of(unit)}
    answer = yield from ask(
        Decision("combat.reform", unit.owner, f"{unit.name}: Combat Reform?", options, _RULE, facts)
    )
    return bool(answer == REFORM)


def _passes(g: Game, unit: Unit, *, lost: bool) -> bool:
    """Losers, and units Engaged on flank or rear, need a Command Test."""
    beset = any(g.engagement.facing(unit.id, foe) is not Facing.FRONT for foe in g.engagement.foes(unit.id))
    return not (lost or beset) or command_test(g, unit, "reform-test")


# -- where -----------------------------------------------------------------------------------------


def _form_up(g: Game, unit: Unit) -> Procedure[None]:
    options = reform_options(g, unit)
    if not options:
        return

    def judge(answer: Any) -> Refusal | None:
        found = None if answer == PASS else reformed(g, unit, answer)
        return found if isinstance(found, Refusal) else None

    facts = {"unit": unit.id, "foes": g.engagement.foes(unit.id), "files": formation_of(unit).files}
    question = f"{unit.name}: form up how?"
    answer = yield from ask(
        Decision("combat.reform-to", unit.owner, question, [*options, PASS], _RULE, facts, judge)
    )
    if answer == PASS:
        return
    posture = reformed(g, unit, answer)
    if isinstance(posture, Posture):
        unit.formation, unit.rect = posture.formation, posture.rect
        marks.take(unit, marks.UNALIGNED)
        refresh_contacts(g, unit)
        g.emit("combat-reform", unit=unit.id, files=posture.formation.files, **place_of(unit))


def most_files(g: Game, unit: Unit) -> int:
    """Return how many files a unit may add or take away in a Combat Reform."""
    return int(value(g, "reform-files", Context(unit=unit), g.ruleset.constant("combat-reform-files")))


def reform_options(g: Game, unit: Unit) -> list[dict[str, Any]]:
    """Return some legal answers: for each number of files the positions with most models in contact; not
    the one that is held already.
    """
    now, change, before = formation_of(unit).files, most_files(g, unit), tally_now(g, unit)
    found: list[dict[str, Any]] = []
    for files in sorted(range(max(1, now - change), now + change + 1), key=lambda n: (abs(n - now), n)):
        for answer in _positions(g, unit, files):
            posture = reformed(g, unit, answer, before)
            if isinstance(posture, Posture) and not _is_the_same(unit, posture):
                found.append(answer)
    return found


def _positions(g: Game, unit: Unit, files: int) -> list[dict[str, Any]]:
    formation = _trial(g, unit, files, {})
    if isinstance(formation, Refusal):
        return []
    probe = _probe(unit, formation, None)
    foes = foes_of(g, unit)
    shy = [enemy for enemy in enemies(g, unit.owner) if enemy not in foes]
    answers = []
    for foe in foes:
        facing = g.engagement.facing(foe.id, unit.id)
        place = bench(probe, foe, facing, obstructions(g, unit), bodies(shy), (g.width, g.depth))
        wish = place.line.measure(_middle(unit)) - probe.rect.half_width  # type: ignore[union-attr]
        for lineup in place.best(wish)[:_FEW]:
            shift = (place.line.length - place.width) * 0.5 - lineup.at
            answers.append({"files": files, "foe": foe.id, "shift": round(shift, 6)})
    return answers


def _middle(unit: Unit) -> tuple[float, float]:
    assert unit.rect is not None
    return unit.rect.centre


def _probe(unit: Unit, formation: RankedFormation, rect: Rect | None) -> Unit:
    """The unit as it would stand, for questions only."""
    width, depth = size(formation, unit.pools)
    return Unit(
        0,
        unit.name,
        unit.owner,
        pools=unit.pools,
        rect=rect or Rect(0.0, 0.0, 0.0, 1.0, width, depth),
        formation=formation,
    )


def _is_the_same(unit: Unit, posture: Posture) -> bool:
    old, new = unit.rect, posture.rect
    assert old is not None
    apart = (old.x - new.x, old.y - new.y, old.ux - new.ux, old.uy - new.uy)
    return posture.formation.files == formation_of(unit).files and all(
        abs(gap) <= 100 * EPSILON for gap in apart
    )


# -- judging ---------------------------------------------------------------------------------------


def reformed(g: Game, unit: Unit, answer: Any, before: Tally | None = None) -> Posture | Refusal:
    """Return how a unit would stand after a Combat Reform, or why it may not stand so."""
    foes = foes_of(g, unit)
    files, shift = _number(answer, "files"), _number(answer, "shift", 0.0)
    foe = (
        next((one for one in foes if one.id == answer.get("foe", foes[0].id)), None)
        if isinstance(answer, dict)
        else None
    )
    if files is None or shift is None or foe is None or foe.rect is None or files != int(files):
        return Refusal("combat.reform.not_a_place", {"answer": answer})
    formation = _trial(g, unit, int(files), _places(answer))
    if isinstance(formation, Refusal):
        return formation
    line = Line.of(foe.rect, g.engagement.facing(foe.id, unit.id))
    width, depth = size(formation, unit.pools)
    rect = line.flush((line.length - width) * 0.5 - shift, width, depth)
    refusal = _stands(g, unit, foes, rect)
    if refusal is None:
        refusal = _touches_enough(g, unit, before, formation, rect)
    return Posture(formation, rect) if refusal is None else refusal


def _number(answer: Any, key: str, default: float | None = None) -> float | None:
    found = answer.get(key, default) if isinstance(answer, dict) else None
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def _places(answer: Mapping[str, Any]) -> dict[int, Place] | None:
    """The places that an answer asks for; None if it cannot be read."""
    places = {}
    told = answer.get("places", {})
    for pool, place in told.items() if isinstance(told, dict) else [("", None)]:
        if (
            not str(pool).isdigit()
            or not isinstance(place, list)
            or not all(type(n) is int and n >= 0 for n in place)
            or len(place) != 2
        ):
            return None
        places[int(pool)] = Place(*place)
    return places


def _trial(g: Game, unit: Unit, files: int, places: dict[int, Place] | None) -> RankedFormation | Refusal:
    """The formation in so many files, or why it is not to be had."""
    now, change = formation_of(unit).files, most_files(g, unit)
    if abs(files - now) > change:
        return Refusal("combat.reform.too_many_files", {"from": now, "to": files, "most": change})
    proper = g.ruleset.table("proper-rank-width").look(unit_height(g, unit))
    formation = reshaped(unit, files) if files >= 1 and viable(unit, files, proper) else None
    if formation is None or places is None or (places and not places_hold(unit, places, files)):
        return Refusal("combat.reform.not_viable", {"files": files})
    formation.places.update(places)
    return formation


def _stands(g: Game, unit: Unit, foes: Sequence[Unit], rect: Rect) -> Refusal | None:
    """Why a unit cannot stand there at all."""
    if not on_table(g, rect):
        return Refusal("move.off_the_table", {"unit": unit.id})
    if not free_of(rect, obstructions(g, unit)):
        return Refusal("combat.reform.in_the_way", {"unit": unit.id})
    for enemy in enemies(g, unit.owner):
        if enemy not in foes and enemy.rect is not None and touches(rect, enemy.rect):
            return Refusal("combat.reform.new_enemy", {"enemy": enemy.id})
    for foe in foes:
        if foe.rect is None or contact(rect, foe.rect) != (
            Facing.FRONT,
            g.engagement.facing(foe.id, unit.id),
        ):
            return Refusal("combat.reform.contact_lost", {"foe": foe.id})
    return None


def _touches_enough(
    g: Game, unit: Unit, before: Tally | None, formation: RankedFormation, rect: Rect
) -> Refusal | None:
    """Why too few models would be in contact, if they are."""
    old = before or tally_now(g, unit)
    new = tally(g, unit, _probe(unit, formation, rect), Facing.FRONT)
    if new.mine < old.mine or new.theirs < old.theirs:
        return Refusal(
            "combat.reform.fewer_in_contact",
            {"before": [old.mine, old.theirs], "after": [new.mine, new.theirs]},
        )
    if not old.attached <= new.attached:
        return Refusal(
            "combat.reform.attachable_out_of_contact", {"pools": sorted(old.attached - new.attached)}
        )
    return None


def tally_now(g: Game, unit: Unit) -> Tally:
    """Return who is in contact as the unit stands."""
    facing = g.engagement.facing(unit.id, g.engagement.foes(unit.id)[0])
    return tally(g, unit, unit, facing)


def tally(g: Game, unit: Unit, probe: Unit, facing: Facing) -> Tally:
    """Return who would be in contact if a unit stood as `probe` does, Engaged on one facing."""
    foes, attached = foes_of(g, unit), set()
    mine = _met(probe, facing, [foe.rect for foe in foes if foe.rect is not None])
    theirs = 0
    for foe in foes:
        met: set[tuple[float, float, int]] = set()
        for enemy in foes_of(g, foe):
            rect = probe.rect if enemy is unit else enemy.rect
            met |= _met(foe, g.engagement.facing(foe.id, enemy.id), [rect] if rect is not None else [])
        theirs += len(met)
        attached |= _attached(foe, met)
    return Tally(len(mine), theirs, frozenset(attached | _attached(unit, mine)))


def _met(unit: Unit, facing: Facing, rects: Sequence[Rect]) -> set[tuple[float, float, int]]:
    """The models of an edge that boundaries meet, each known by its spot."""
    assert unit.rect is not None
    stretches = [contact_interval(unit.rect, facing, rect) for rect in rects]
    return {
        (spot.left, spot.front, spot.pool)
        for start, end, spot in facing_edge_spots(unit, facing)
        if any(meets((start, end), stretch) for stretch in stretches)
    }


def _attached(unit: Unit, met: set[tuple[float, float, int]]) -> set[int]:
    placed = {pool.id for pool in unit.pools if pool.role != RANK_AND_FILE}
    return {pool for _, _, pool in met if pool in placed}
