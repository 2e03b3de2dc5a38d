"""The steps of a battle in the order of play, each with its procedure. Names are those of the pack's
sequences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .deployment import deploy_units, first_control
from .fighting import fights
from .rounds import (
    abilities,
    choose_first_turn,
    destroy_reserves,
    determine_underdog,
    discard_twist,
    draw_battle_tactics,
    draw_twist,
)
from .scoring import control_objectives, declare_winner, score_round, score_turn
from .setup import (
    choose_battlefield,
    choose_territories,
    pick_abilities,
    roll_off,
    set_up_relics,
    set_up_terrain,
    shuffle_decks,
)

STEPS: Mapping[str, Callable[..., Any]] = {
    "roll-off": roll_off,
    "pick-abilities": pick_abilities,
    "choose-battlefield": choose_battlefield,
    "choose-territories": choose_territories,
    "set-up-terrain": set_up_terrain,
    "set-up-relics": set_up_relics,
    "shuffle-decks": shuffle_decks,
    "deploy-units": deploy_units,
    "deployment-abilities": abilities,
    "first-control": first_control,
    "choose-first-turn": choose_first_turn,
    "determine-underdog": determine_underdog,
    "destroy-reserves": destroy_reserves,
    "draw-twist": draw_twist,
    "draw-battle-tactics": draw_battle_tactics,
    "start-of-round-abilities": abilities,
    "start-of-turn-abilities": abilities,
    "hero-abilities": abilities,
    "movement-abilities": abilities,
    "shooting-abilities": abilities,
    "charge-abilities": abilities,
    "combat-abilities": abilities,
    "fights": fights,
    "end-of-turn-abilities": abilities,
    "control-objectives": control_objectives,
    "score-turn": score_turn,
    "score-round": score_round,
    "discard-twist": discard_twist,
    "declare-winner": declare_winner,
}
