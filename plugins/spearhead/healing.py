"""Healing, and slain models that return.

Healing takes damage points off a unit and never brings a model back (core rules, 21.0). Models return one at
a time, each coherent with models that did not return this turn, free of others and of terrain that nobody may
stand on, and in combat only with units that their unit is in combat with already; never more than the unit
began with (core rules, 22.0; ruling 23).

`unit.memory["returned"]` are the `models`, by id, that returned in a `turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Oval, Shape, first_overlap, inside_table, within
from tercio.kernel.permissions import may
from tercio.kernel.state import Game, Model, Part, Unit
from tercio.plugins.warbands.bodies import DECIMALS, base_at, bases_of, models_of, places_of
from tercio.plugins.warbands.coherency import is_coherent
from tercio.plugins.warbands.combat import in_combat
from tercio.plugins.warbands.strides import at_rounded

from .casualties import coherency_of
from .combats import combat_range, field_of, foes_of, settle
from .damage import SLAIN, is_there, slain_of
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
        place = yield from _place(g, unit)
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


def _place(g: Game, unit: Unit) -> Procedure[Shape | None]:
    site = Site(g, unit)
    options: list[Any] = [*places_of(site.offers()), PASS]
    if len(options) == 1:
        return None
    question = f"{unit.name}: where does a model return?"

    def accepts(answer: Any) -> Refusal | None:
        return None if answer == PASS else site.judge(answer)

    facts = {"unit": unit.id}
    answer = yield Decision("return.place", unit.owner, question, options, "Core Rules, 22.0", facts, accepts)
    return None if answer == PASS else site.base(answer)


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
    """Where one slain model of a unit can return to."""

    def __init__(self, g: Game, unit: Unit) -> None:
        fresh = _returned(g, unit)
        self.g, self.unit = g, unit
        self.rule = coherency_of(g, unit)
        self.anchors = [m.shape for m in models_of(unit) if m.shape is not None and m.id not in fresh]
        self.needed = min(self.rule.needed(unit.models + 1), len(self.anchors))
        self.taken = [base for other in g.units.values() for base in bases_of(other)]
        self.barred = shapes(g, NO_ENDING)
        fighting = foes_of(g, unit)
        self.others = [
            foe
            for foe in g.units.values()
            if foe.owner != unit.owner and foe not in fighting and bases_of(foe)
        ]

    def base(self, place: Sequence[float]) -> Shape:
        """Return the base of a model at a place (`[x, y]`, or `[x, y, facing]` if it is oval)."""
        return base_at(*self.unit.pools[0].base, *(round(float(n), DECIMALS) for n in place))

    def judge(self, place: Any) -> Refusal | None:
        """Return why a model cannot return at a place, if so."""
        width, depth = self.unit.pools[0].base
        size = 2 if width == depth else 3
        numbers = isinstance(place, list) and len(place) == size
        if not numbers or not all(type(n) in (int, float) and abs(n) < _FAR for n in place):
            return Refusal("return.malformed", {"unit": self.unit.id})
        return self.refusal(self.base(place))

    def refusal(self, base: Shape) -> Refusal | None:
        """Return why a model cannot return on a base, if so."""
        if not inside_table(base, self.g.width, self.g.depth):
            return Refusal("return.off_table", {"unit": self.unit.id})
        if first_overlap(base, self.taken) is not None:
            return Refusal("return.on_model", {"unit": self.unit.id})
        if first_overlap(base, self.barred) is not None:
            return Refusal("return.on_terrain", {"unit": self.unit.id})
        if sum(within(base, anchor, self.rule.reach) for anchor in self.anchors) < self.needed:
            return Refusal("return.not_coherent", {"unit": self.unit.id})
        if not is_coherent([*bases_of(self.unit), base], self.rule):
            return Refusal("return.unit_not_coherent", {"unit": self.unit.id})
        joined = self.joined(base)
        return Refusal("return.into_combat", {"unit": self.unit.id, "enemy": joined}) if joined else None

    def joined(self, base: Shape) -> int:
        """Return the id of an enemy that the unit would newly be in combat with, 0 for none."""
        field, reach = None, combat_range(self.g)
        for foe in self.others:
            if any(within(base, other, reach) for other in bases_of(foe)):
                field = field or field_of(self.g).moved(self.unit, [*bases_of(self.unit), base])
                if in_combat(field, self.unit, foe, reach):
                    return foe.id
        return 0

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


_FAR: Final = 1e6
