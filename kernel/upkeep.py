"""What a system keeps in step with the rules that hold (`UpkeepSignature`): who is in combat, where rules may
hide a unit.

It is brought up to date when a rule has acted, when an action has been used, and at the edges of the parts of
the sequence, where effects end. What changes places does so itself.
"""

from __future__ import annotations

from .state import Game


def keep_up(g: Game) -> None:
    """Bring up to date what the system works out."""
    for upkeep in g.ruleset.signatures.upkeeps.values():
        upkeep.function(g)
