"""Healing, and slain models that return.

Healing takes damage points off a unit and never brings a model back (core rules, 21.0). Models return one at
a time, each coherent with models that did not return this turn, free of others and of terrain that nobody may
stand on, and in combat only with units that their unit is in combat with already; never more than the unit
began with (core rules, 22.0; ruling 23).

`unit.memory["returned"]` are the `models`, by id, that returned in a `turn`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Oval, Shape, first_overlap, within
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Model, Part, Unit
from tercio.plugins.warbands.bodies import base_from, bases_of, models_of, places_of
from tercio.plugins.warbands.coherency import is_coherent
from tercio.plugins.warbands.judging import room_for
from tercio.plugins.warbands.strides import at_rounded

from .casualties import coherency_of
from .combats import combat_range, foes_of, in_combat, settle
from .damage import SLAIN, is_there, slain_of
from .picture import ghost_of
from .terrain import NO_ENDING, shapes

RETURNED = "returned"
BE_HEALED = "be-healed"
_MOST_PLACES: Final = 8
_DIRECTIONS: Final = 12
_APART: Final = 0.02
"""Inches between a model that returns and the one that it is offered a place beside."""


def heal(g: Game, unit: Unit, points: int) -> int:
    """Take up to so many damage points off a unit and return how many; none where rules bar healing."""
    pool = unit.pools[0]
    healed = min(points, pool.lost)
    if healed <= 0 or unit.destroyed or not may(g, BE_HEALED, Context(unit=unit)):
        return 0
    pool.lost -= healed
    g.emit("healed", unit=unit.id, points=healed)
    return healed


def return_models(g: Game, unit: Unit, number: int) -> Procedure[int]:
    """Let the owner of a unit return up to so many slain models, one after the other; returns how many."""
    done = 0
    while done < number and is_there(unit) and unit.models < unit.pools[0].starting:
        part = yield from _kind(unit)
        place = None if part is None else (yield from _place(g, unit, part))
        if part is None or place is None:
            break
        _put(g, unit, part, place)
        done += 1
    return done


def _kind(unit: Unit) -> Procedure[Part | None]:
    """Let the owner say which kind of model returns, if models of several were slain."""
    parts = {part.id: part for part in slain_of(unit.pools[0])}
    if not parts:
        return None
    question = f"{unit.name}: which model returns?"
    decision = Decision(
        "return.pick", unit.owner, question, list(parts), "Core Rules, 22.0", {"unit": unit.id}
    )
    return parts[(yield from ask(decision))]


def _place(g: Game, unit: Unit, part: Part) -> Procedure[Shape | None]:
    site = Site(g, unit, part)
    options: list[Any] = [*places_of(site.offers()), PASS]
    if len(options) == 1:
        return None
    question = f"{unit.name}: where does a model return?"

    def accepts(answer: Any) -> Refusal | None:
        return None if answer == PASS else site.judge(answer)

    facts = {"unit": unit.id}
    answer = yield Decision("return.place", unit.owner, question, options, "Core Rules, 22.0", facts, accepts)
    return None if answer == PASS else base_from(unit, answer)


def _put(g: Game, unit: Unit, part: Part, place: Shape) -> None:
    pool = unit.pools[0]
    model = Model(g.new_id(), part.id, place)
    pool.memory[SLAIN].remove(part.id)
    pool.loose.append(model)
    pool.models = len(pool.loose)
    unit.memory[RETURNED] = {"turn": g.clock.stamp("turn"), "models": [*_returned(g, unit), model.id]}
    g.emit("model-returned", unit=unit.id, model=model.id, models=pool.models)
    settle(g)


def _returned(g: Game, unit: Unit) -> list[int]:
    """Return which models of a unit have returned this turn, by id."""
    noted = unit.memory.get(RETURNED)
    return list(noted["models"]) if noted is not None and noted["turn"] == g.clock.stamp("turn") else []


class Site:
    """Where one slain model of a unit, which is such a part, can return to."""

    def __init__(self, g: Game, unit: Unit, part: Part) -> None:
        fresh = _returned(g, unit)
        self.g, self.unit, self.part = g, unit, part
        self.rule = coherency_of(g, unit)
        self.anchors = [m.shape for m in models_of(unit) if m.shape is not None and m.id not in fresh]
        self.needed = min(self.rule.needed(unit.models + 1), len(self.anchors))
        self.room = room_for(g, None, shapes(g, NO_ENDING))
        fighting = foes_of(g, unit)
        self.others = [
            foe
            for foe in g.units.values()
            if foe.owner != unit.owner and foe not in fighting and bases_of(foe)
        ]

    def judge(self, place: Any) -> Refusal | None:
        """Return why a model cannot return at a place, if so."""
        base = base_from(self.unit, place)
        return Refusal("return.malformed", {"unit": self.unit.id}) if base is None else self.refusal(base)

    def refusal(self, base: Shape) -> Refusal | None:
        """Return why a model cannot return on a base, if so."""
        fault = self.room.fault(base)
        if fault:
            return Refusal(f"return.{fault}", {"unit": self.unit.id})
        if sum(within(base, anchor, self.rule.reach) for anchor in self.anchors) < self.needed:
            return Refusal("return.not_coherent", {"unit": self.unit.id})
        if not is_coherent([*bases_of(self.unit), base], self.rule):
            return Refusal("return.unit_not_coherent", {"unit": self.unit.id})
        joined = self.joined(base)
        return Refusal("return.into_combat", {"unit": self.unit.id, "enemy": joined}) if joined else None

    def joined(self, base: Shape) -> int:
        """Return the id of an enemy that the unit would newly be in combat with, 0 for none."""
        reach = combat_range(self.g)
        near = [foe for foe in self.others if any(within(base, other, reach) for other in bases_of(foe))]
        if not near:
            return 0
        ghost = ghost_of(self.unit, bases_of(self.unit))
        ghost.pools[0].loose.append(Model(0, self.part.id, base))
        return next((foe.id for foe in near if in_combat(self.g, ghost, foe)), 0)

    def offers(self) -> list[Shape]:
        """Return some bases on which a model can return, each beside another model."""
        found: list[Shape] = []
        for base in self._beside():
            if len(found) == _MOST_PLACES:
                break
            if self.refusal(base) is None and first_overlap(base, found) is None:
                found.append(base)
        return found

    def _beside(self) -> Iterator[Shape]:
        for anchor in self.anchors:
            for i in range(_DIRECTIONS):
                angle = 2.0 * pi * i / _DIRECTIONS
                c, s = cos(angle), sin(angle)
                own = anchor.extent(c, s) if isinstance(anchor, Oval) else anchor.radius
                away = 2.0 * own + _APART
                yield at_rounded(anchor, anchor.x + away * c, anchor.y + away * s)
