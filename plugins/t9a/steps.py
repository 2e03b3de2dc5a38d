"""The steps of a battle in the order of play, each with its procedure. Names are those of the pack's sequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .aftermath import after_the_game
from .charge import declare_charges, move_charges
from .melee.combats import enemy_wiped, fight_combats
from .movement import move_units
from .rally import rally_tests
from .shooting import shoot

STEPS: Mapping[str, Callable[..., Any]] = {
    "declare-charges": declare_charges,
    "move-charges": move_charges,
    "move-units": move_units,
    "shoot": shoot,
    "rally-tests": rally_tests,
    "enemy-wiped": enemy_wiped,
    "fight-combats": fight_combats,
    "after-the-game": after_the_game,
}
