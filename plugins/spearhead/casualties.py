"""Which models of a unit fall: the owner's choice, and who has to follow since the unit must stay coherent.

Models of one kind are alike, so the choice is put to the owner only where a unit has several kinds. Of a kind
falls first who leaves the unit coherent, and of those the one farthest from the enemy whose blow it is.
Source: core rules, 18.2 and 18.3; ruling 22.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.errors import Refusal
from tercio.kernel.modifiers import value
from tercio.kernel.state import Game, Unit
from tercio.plugins.warbands.bodies import bases_of, models_of, reach_of
from tercio.plugins.warbands.coherency import Coherency, expendable, removals


def coherency_of(g: Game, unit: Unit) -> Coherency:
    """Return how a unit has to stand together (core rules, 15.1)."""
    constant = g.ruleset.constant
    reach = value(g, "coherency-range", Context(unit=unit), constant("coherency-reach"))
    return Coherency(
        float(reach),
        constant("coherency-neighbours"),
        constant("coherency-large-unit"),
        constant("coherency-large-neighbours"),
    )


def pick_casualty(g: Game, unit: Unit, by: Unit | None = None) -> Procedure[int]:
    """Return the index of the model of a unit that is slain next, as its owner chooses."""
    models = models_of(unit)
    order = _farthest_first(unit, by)
    kinds = list(dict.fromkeys(model.part for model in models))
    if len(kinds) < 2:
        return _expendable(g, unit, order)
    of_each = [_expendable(g, unit, [i for i in order if models[i].part == kind]) for kind in kinds]
    index = {model.id: i for i, model in enumerate(models)}

    def accepts(answer: object) -> Refusal | None:
        known = isinstance(answer, int) and answer in index
        return None if known else Refusal("casualty.not_of_unit", {"unit": unit.id, "model": answer})

    answer = yield Decision(
        "casualty.pick",
        unit.owner,
        f"{unit.name}: which model is slain?",
        [models[i].id for i in of_each],
        "Core Rules, 18.2",
        {"unit": unit.id},
        accepts,
    )
    return index[answer]


def _expendable(g: Game, unit: Unit, order: list[int]) -> int:
    bases = bases_of(unit)
    if len(bases) < len(models_of(unit)):
        return order[0]
    return expendable(bases, coherency_of(g, unit), order)


def _farthest_first(unit: Unit, by: Unit | None) -> list[int]:
    """Return the indices of the models, the last first, or by their distance from a unit that stands."""
    models = models_of(unit)
    order = list(range(len(models) - 1, -1, -1))
    foes = bases_of(by) if by is not None and by is not unit else []
    if not foes:
        return order
    x, y, _ = reach_of(foes)
    away = [(m.shape.x - x) ** 2 + (m.shape.y - y) ** 2 if m.shape is not None else 0.0 for m in models]
    return sorted(order, key=lambda i: -away[i])


def next_to_fall(g: Game, unit: Unit, index: int) -> list[int]:
    """Return the indices of the models that have to follow the one with `index` for coherency's sake."""
    bases = bases_of(unit)
    if len(bases) < len(models_of(unit)):
        return []
    return removals(bases, coherency_of(g, unit), index)
