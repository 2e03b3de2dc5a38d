"""A new battle of a ranked game that is wholly text: players, armies, table and core rules, before the first
step of its sequence.

Options (all may be left out): `map`, the name of a map of the packs or `open` for none; `events`, whether to
record what happens. Without a map it is the first one of the packs, if they have any. The table is as large
as the constants `table-width` and `table-depth` say.

What is decided as the battle goes on is plain data in the game's memory: `first`, who goes first (a name or
""), `points`, what each player has scored, and `lost`, who has lost outright (a name or "").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tercio.kernel.decl import TableMap
from tercio.kernel.dice import DiceSource
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.ground import lay_areas, put_feature, shape_of
from tercio.kernel.opening import PLAYERS, bare_battle, check_lists, check_options
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, touch

from .muster import muster_army

FIRST: Final = "first"
POINTS: Final = "points"
LOST: Final = "lost"
OPEN: Final = "open"
_OPTIONS = ("map", "events")
_FAR: Final = 100_000
_BOUNDS: Final = {
    "table-width": (1, _FAR),
    "table-depth": (1, _FAR),
    "unit-gap": (0, _FAR),
    "deployment-depth": (0, _FAR),
    "side-distance": (0, _FAR),
    "winner-chooses": (0, 1),
    "victory-margin": (0, 1_000_000),
}
"""Constants of a game that an overlay may have set to what no battle can be fought with."""


def new_battle(
    ruleset: Ruleset, lists: Sequence[Roster], options: Mapping[str, Any], dice: DiceSource
) -> Game:
    """Return a battle of two legal lists before its first step; the first list is player A's.

    Raises RulesError for options and constants that cannot be, and for lists that are not two.
    """
    check_options(options, _OPTIONS)
    check_lists(lists)
    for constant, (least, most) in _BOUNDS.items():
        ruleset.bounded(constant, least, most)
    g = empty_battle(ruleset, dice)
    g.events = [] if options.get("events", True) else None
    for name, roster in zip(PLAYERS, lists, strict=True):
        muster_army(g, roster, g.players[name])
    g.width, g.depth = float(ruleset.constant("table-width")), float(ruleset.constant("table-depth"))
    _lay_map(g, str(options.get("map") or ""))
    touch(g)
    return g


def empty_battle(ruleset: Ruleset, dice: DiceSource) -> Game:
    """Return a battle of two players without armies and table: the core rules alone hold."""
    g = bare_battle(ruleset, dice)
    g.memory.update({FIRST: "", POINTS: dict.fromkeys(g.players, 0), LOST: ""})
    return g


def _lay_map(g: Game, name: str) -> None:
    maps = g.ruleset.of_kind(TableMap)
    if name not in ("", OPEN, *maps):
        hint = did_you_mean(name, [*maps, OPEN]) or f"known: {', '.join([*maps, OPEN])}"
        raise RulesError(Diagnostic(f'no map "{name}"', hint=hint))
    laid = maps.get(name) if name else next(iter(maps.values()), None)
    if laid is None:
        return
    for piece in laid.pieces:
        put_feature(g, piece.feature, shape_of(piece))
    lay_areas(g, laid)
