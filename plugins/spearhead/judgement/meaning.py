"""The words in which abilities are judged: kinds of deeds, and which words of the language come to which.

A deed is good for whom it befalls unless its `size` is negative; damage counts in damage points, control in
points of control score, points in victory points, the rest by kind. What dice decide counts by its chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Final


class What(Enum):
    """Kinds of deeds."""

    DAMAGE = "damage"
    HEALING = "healing"
    MODELS = "models"
    ATTACK = "attack"
    DEFENCE = "defence"
    ORDER = "order"
    CONTROL = "control"
    SPEED = "speed"
    MOVE = "move"
    SET_UP = "set-up"
    USE = "use"
    UNIT = "unit"
    POINTS = "points"
    OTHER = "other"


FRIENDLY, ENEMY, ANYBODY = "friendly", "enemy", "anybody"
TARGET: Final = "target-unit"

VALUES: Final[Mapping[str, What]] = {
    **dict.fromkeys(("hit-roll", "wound-roll", "attacks", "damage"), What.ATTACK),
    **dict.fromkeys(("rend", "hit", "wound", "range"), What.ATTACK),
    **dict.fromkeys(("save", "save-roll", "ward"), What.DEFENCE),
    **dict.fromkeys(("control", "control-score"), What.CONTROL),
    **dict.fromkeys(("move", "charge-roll", "run-roll", "charge-roll-dice"), What.SPEED),
}  # fmt: skip
PERMISSIONS: Final[Mapping[str, What]] = {
    **dict.fromkeys(("be-shot", "be-seen"), What.DEFENCE),
    **dict.fromkeys(("use-action", "fly", "pass-through-enemies", "finish-charge"), What.SPEED),
}
VERBS: Final[Mapping[str, tuple[What, str, str]]] = {
    "inflict": (What.DAMAGE, "x", "n"),
    "inflict-later": (What.DAMAGE, "x", "n"),
    "inflict-for-dice": (What.DAMAGE, "x", "n"),
    "allocate": (What.DAMAGE, "x", "n"),
    "heal": (What.HEALING, "x", "n"),
    "return-models": (What.MODELS, "x", "n"),
    "score": (What.POINTS, "p", "n"),
    "move": (What.MOVE, "u", ""),
    "move-through": (What.MOVE, "u", ""),
    "move-into": (What.MOVE, "u", ""),
    "pile-in": (What.MOVE, "u", ""),
    "set-up": (What.SET_UP, "u", ""),
    "put-in-reserve": (What.SET_UP, "x", ""),
    "use-out-of-turn": (What.USE, "u", ""),
    "reinforce": (What.UNIT, "u", ""),
    "replace": (What.UNIT, "u", ""),
}
"""For each verb of weight its deed, and the slots of whom it befalls and how much."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is done: what, on whom, how much."""

    what: What
    on: str
    size: float = 1.0
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Sense:
    """What an ability comes to. `picks` are the kind of thing and the side by the name of each pick."""

    deeds: tuple[Deed, ...]
    picks: Mapping[str, tuple[str, str]]


def parts_of(expr: Any) -> Iterator[Any]:
    """Yield an amount or a condition and all that it is made of."""
    yield expr
    if isinstance(expr, tuple):
        for one in expr:
            yield from parts_of(one)
    elif is_dataclass(expr):
        for one in fields(expr):
            yield from parts_of(getattr(expr, one.name))
