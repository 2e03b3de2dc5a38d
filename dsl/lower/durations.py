"""Durations: how long something holds."""

from __future__ import annotations

from typing import Any

from tercio.kernel.decl import Boundary, Duration
from tercio.kernel.scheduler import ROUND_OF_COMBAT

from .conditions import condition_of
from .heads import Head
from .reading import Items, Reading, text_of
from .scope import Scope, suggest, wrong

Common = dict[str, Any]


def duration(scope: Scope, head: Head, common: Common) -> Duration:
    """`duration "Name"` with `until ...`, `while CONDITION` or `instant`."""
    if len(head.lines) != 1:
        raise wrong(
            head.span,
            f'duration "{head.name}" needs one line that says how long',
            "write e.g. until end of turn",
        )
    reading = Reading(head.lines[0])
    if reading.word == "instant":
        return Duration(**common, instant=True)
    if reading.lead == "while":
        return Duration(**common, until=Boundary(condition=condition_of(scope.anywhere(), reading.condition)))
    return Duration(**common, until=boundary(scope, reading.head))


_WHOSE = {
    "same player": "same",
    "owner": "owner",
    "opponent": "opponent",
    "active player": "active",
    "any player": "any",
    "player": "owner",
}


def boundary(scope: Scope, items: Items) -> Boundary:
    """Return `until start|end of [next] [same|own|opposing] NODE [of WHOSE]`; raises Fault."""
    words = [text_of((item,)) for item in items]
    if (
        words[:1] != ["until"]
        or words[1:2] not in (["start"], ["end"])
        or words[2:3] != ["of"]
        or len(words) < 4
    ):
        raise wrong(
            items,
            f"`{text_of(items)}` is no length of time",
            "write e.g. until start of next turn of same player",
        )
    edge, rest = words[1], words[3:]
    following, rest = rest[0] == "next", rest[1:] if rest[0] in ("this", "next") else rest
    same, rest = rest[:1] == ["same"], rest[1:] if rest[:1] == ["same"] else rest
    whose = {"own": "owner", "opposing": "opponent"}.get(rest[0], "any") if rest else "any"
    rest = rest[1:] if whose != "any" else rest
    node, whose = _node_and_whose(rest, whose)
    if node not in scope.names.nodes:
        raise wrong(
            items[3:],
            f'no part of the sequence is called "{" ".join(rest)}"',
            suggest(node, scope.names.nodes),
        )
    if node == ROUND_OF_COMBAT and (edge, following, whose) != ("end", False, "any"):
        raise wrong(
            items, "of a round of combat only the end is known", "write: until end of round of combat"
        )
    return Boundary(edge, node, whose, same, following=following)


def _node_and_whose(words: list[str], whose: str) -> tuple[str, str]:
    for cut in range(1, len(words)):
        owner = _WHOSE.get(" ".join(words[cut + 1 :]))
        if words[cut] == "of" and owner is not None:
            return "-".join(words[:cut]), owner
    return "-".join(words), whose
