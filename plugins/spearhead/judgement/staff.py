"""The judgement of one player in one game, put together: a function for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from .abilities import Abilities
from .deeds import Deeds
from .estimate import Estimates
from .fights import Fights
from .hands import Hands
from .opening import Opening
from .places import Judgement, Places
from .ventures import Ventures


def judgements() -> Mapping[str, Judgement]:
    """Return a function for each kind of decision that there is a view on."""
    estimates = Estimates()
    places = Places(estimates)
    deeds = Deeds(estimates, places)
    ventures = Ventures(places, deeds)
    deeds.uses = ventures.worth
    hands = Hands(places)
    return {
        **places.judgements(),
        **Fights(estimates, places).judgements(),
        **Abilities(places, deeds, ventures, hands).judgements(),
        **hands.judgements(),
        **Opening().judgements(),
    }
