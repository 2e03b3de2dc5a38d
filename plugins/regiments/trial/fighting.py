"""Words that only scenarios of ranked games use: rounds of combat."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.errors import RulesError
from tercio.kernel.state import Game, Unit
from tercio.kernel.vocabulary import Vocabulary

from .. import tallies
from ..fights import fight

WORDS = Vocabulary()


@WORDS.verb("fights", "{u:unit} fights a round of combat")
def fights_a_round(g: Game, _c: Context, u: Unit) -> Procedure[None]:
    """A round of the whole combat that a unit is in is fought."""
    combat = g.engagement.combat_of(u.id)
    if not combat:
        raise RulesError(f"{u.name} is in no combat")
    yield from fight(g, combat)


@WORDS.given("fought", "{u:unit} has fought {n:amount} rounds of combat")
def has_fought(g: Game, _c: Context, u: Unit, n: Any) -> None:
    """A unit has fought so many rounds against the enemies that it is in contact with."""
    tallies.set_rounds(g, u, int(n))
