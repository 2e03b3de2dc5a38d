"""Miscasts: the table says by the total what happens; each effect is a rule of the pack.

Source: T9A rulebook, Magic Phase 6; ruling 58.
"""

from __future__ import annotations

from tercio.kernel.decisions import Procedure
from tercio.kernel.state import Game
from tercio.kernel.windows import open_window

from .attempts import Attempt


def suffer_miscast(g: Game, attempt: Attempt) -> Procedure[None]:
    """Let a spell that was cast with too many equal dice miscast, after its effects."""
    attempt.miscast = str(g.ruleset.table("miscast").look(attempt.total))
    g.emit(
        "miscast", caster=attempt.caster.id, spell=attempt.name, total=attempt.total, effect=attempt.miscast
    )
    opponent = g.players[g.opponent(attempt.player.name)]
    c = attempt.context(opponent=opponent, label=attempt.miscast)
    yield from open_window(g, "after miscast", c)
