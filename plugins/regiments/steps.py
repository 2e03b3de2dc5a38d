"""The procedures that sequences of ranked games may name, by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .deployment import deploy_armies, deploy_by_turns, roll_off
from .orders import activations, alternate_actions, alternate_activations
from .scoring import declare_winner

STEPS: Mapping[str, Callable[..., Any]] = {
    "roll-off": roll_off,
    "deploy-armies": deploy_armies,
    "deploy-by-turns": deploy_by_turns,
    "alternate-activations": alternate_activations,
    "activations": activations,
    "alternate-actions": alternate_actions,
    "declare-winner": declare_winner,
}
