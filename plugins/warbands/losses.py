"""Models that are lost.

A slain model leaves its pool at once, base and all. What a loss means for the unit (further models that
lost coherency, a unit destroyed) is for the game to say.
"""

from __future__ import annotations

from tercio.kernel.state import Model, Unit

from .bodies import models_of


def slay(unit: Unit, index: int) -> Model:
    """Take the model with an index out of its unit and return it; the pool's count of models follows.

    Raises IndexError if there is no such model.
    """
    models = models_of(unit)
    if not 0 <= index < len(models):
        raise IndexError(f"{unit.name} has no model {index}")
    model = models.pop(index)
    unit.pools[0].models = len(models)
    return model
