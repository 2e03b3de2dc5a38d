"""Actions that players use of free choice, in a part of the sequence: who is asked, and in which order.

What may be used is the concern of `uses`, how often that of `limits`, and how an action is used that of
`windows`; their names stand here as well.
"""

from __future__ import annotations

from .decisions import Procedure
from .limits import note_use, times_used
from .query import unit_of_bearer
from .state import Game, Unit
from .uses import Use, Wanted, all_uses, bar_of, is_turn, usable
from .windows import choose_use, in_turn, node_of, use_action

__all__ = [
    "Use",
    "all_uses",
    "bar_of",
    "in_turn",
    "is_turn",
    "note_use",
    "offer",
    "offer_in_turn",
    "offer_out_of_turn",
    "times_used",
    "usable",
    "use_action",
]


def offer(g: Game, window: str, player: str, wanted: Wanted | None = None) -> Procedure[None]:
    """Let a player use any number of actions of a node, in any order."""
    while True:
        chosen = yield from _chosen(g, player, usable(g, window, player, wanted))
        if chosen is None:
            return
        yield from use_action(g, chosen)


def _chosen(g: Game, player: str, uses: list[Use]) -> Procedure[Use | None]:
    node = node_of(g)
    return (yield from choose_use("action.use", player, "Which action is used?", uses, node, {"node": node}))


def offer_in_turn(g: Game, window: str, wanted: Wanted | None = None) -> Procedure[None]:
    """Let every player use actions of a node, the active one first."""
    for player in in_turn(g):
        yield from offer(g, window, player, wanted)


def offer_out_of_turn(g: Game, unit: Unit, kind: str) -> Procedure[bool]:
    """Let a unit use an action of a keyword now, whatever node and turn it belongs to; returns whether it
    did.
    """
    uses = [
        use
        for _, use in all_uses(g, unit.owner, lambda clause: kind in clause.kinds)
        if unit_of_bearer(g, use.held) is unit and not bar_of(g, use)
    ]
    chosen = yield from _chosen(g, unit.owner, uses)
    if chosen is not None:
        yield from use_action(g, chosen)
    return chosen is not None
