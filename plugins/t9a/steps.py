"""The steps of a battle in the order of play, each with its procedure. Names are those of the pack's
sequences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .aftermath import after_the_game
from .ambush import arrive_ambushers
from .charge import declare_charges
from .charge_moves import move_charges
from .deployment import deploy_units
from .magic.casting import cast_and_dispel
from .magic.flux import draw_flux_card, excess_magic, siphon_the_veil, store_magic
from .melee.combats import enemy_wiped, fight_combats
from .movement import move_units
from .rally import rally_tests
from .random_movement import compulsory_moves
from .setup import choose_deployment_zone, pre_game_selections, roll_off
from .shooting import shoot
from .vanguard import defenders_advantage, vanguard_moves

STEPS: Mapping[str, Callable[..., Any]] = {
    "roll-off": roll_off,
    "choose-deployment-zone": choose_deployment_zone,
    "pre-game-selections": pre_game_selections,
    "deploy-units": deploy_units,
    "defenders-advantage": defenders_advantage,
    "vanguard-moves": vanguard_moves,
    "declare-charges": declare_charges,
    "move-charges": move_charges,
    "arrive-ambushers": arrive_ambushers,
    "compulsory-moves": compulsory_moves,
    "move-units": move_units,
    "draw-flux-card": draw_flux_card,
    "siphon-the-veil": siphon_the_veil,
    "store-magic": store_magic,
    "excess-magic": excess_magic,
    "cast-and-dispel": cast_and_dispel,
    "shoot": shoot,
    "rally-tests": rally_tests,
    "enemy-wiped": enemy_wiped,
    "fight-combats": fight_combats,
    "after-the-game": after_the_game,
}
