"""The procedures that sequences of ranked games may name, by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .charge_moves import resolve_charges
from .deployment import deploy_armies, deploy_by_turns, roll_off
from .fights import fights
from .orders import activations, alternate_actions, alternate_activations
from .scoring import declare_winner

STEPS: Mapping[str, Callable[..., Any]] = {
    "roll-off": roll_off,
    "deploy-armies": deploy_armies,
    "deploy-by-turns": deploy_by_turns,
    "alternate-activations": alternate_activations,
    "activations": activations,
    "alternate-actions": alternate_actions,
    "resolve-charges": resolve_charges,
    "fights": fights,
    "declare-winner": declare_winner,
}
