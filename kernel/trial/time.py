"""Time in a scenario: the clock set by hand, nodes played, time that passes.

A table begins in the turn of the first player, before its first phase. `set_clock` puts it elsewhere and
nothing happens on the way; `pass_until` lets time go by: what is due ends and windows open, but the steps in
between are not done; `play_node` does them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..decisions import Procedure
from ..decl.things import Node
from ..errors import Diagnostic, RulesError, did_you_mean
from ..sequence import Clock, Frame, close_node, first_player, jump, move_on, open_node, perform
from ..state import Game

Procedures = Mapping[str, Callable[..., Any]]


def begin_clock(g: Game) -> None:
    """Set the clock to the first turn of a player, if the sequence has turns by player."""
    path = next((path for path in _paths((g.clock.root,)) if path[-1].by.startswith("each")), None)
    if path is not None:
        jump(g, _frames(g, path, "", {}))


def set_clock(g: Game, node: str, player: str = "", counts: Mapping[str, int] | None = None) -> None:
    """Set the clock to a node by name or level, in a player's turn, in the repetitions that `counts` name.
    Raises RulesError for a node that the sequence does not have.
    """
    jump(g, _frames(g, path_to(g, node), player, counts or {}))
    g.active = player or g.active


def path_to(g: Game, node: str) -> tuple[Node, ...]:
    """Return the nodes that lead to the first one of a name or level, outermost first. Raises RulesError with
    a did-you-mean.
    """
    known: set[str] = set()
    for path in _paths((g.clock.root,)):
        if node in (path[-1].name, path[-1].level):
            return path
        known |= {path[-1].name, path[-1].level}
    raise RulesError(Diagnostic(f'the sequence of play has no "{node}"', hint=did_you_mean(node, known)))


def _paths(path: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    yield path
    for child in path[-1].children:
        yield from _paths((*path, child))


def _frames(g: Game, path: tuple[Node, ...], player: str, counts: Mapping[str, int]) -> list[Frame]:
    frames = []
    for place, node in enumerate(path):
        following = path[place + 1] if place + 1 < len(path) else None
        child = node.children.index(following) + 1 if following is not None else 0
        who = player if player and node.by.startswith("each") else first_player(g.clock, node)
        turn = counts.get(node.name, counts.get(node.level, 1))
        frames.append(Frame(node, child, turn, who))
    return frames


def is_open(clock: Clock, node: str, player: str = "") -> bool:
    """Return whether a node of a name or level is open now, in that player's turn if one is named."""
    names = (name for frame in clock.stack for name in (frame.node.name, frame.node.level))
    return node in names and (not player or clock.whose() == player)


def pass_until(g: Game, node: str, player: str = "") -> Procedure[None]:
    """Let time go by until the next such node opens, a step at least. Raises RulesError if it never does."""
    path_to(g, node)
    was_open = True
    while g.clock.stack:
        was_open = was_open and is_open(g.clock, node, player)
        yield from move_on(g)
        if not was_open and is_open(g.clock, node, player):
            return
        was_open = is_open(g.clock, node, player)
    g.clock.over = True
    raise RulesError(f"the battle is over before {node}{' of ' + player if player else ''} begins")


def play_node(g: Game, node: str, procedures: Procedures) -> Procedure[None]:
    """Play a node of the sequence once, in the turn of the active player: its steps are done from first to
    last. The clock stands behind it afterwards.
    """
    path = path_to(g, node)
    player = g.active
    if len(path) > 1:
        jump(g, _frames(g, path, player, _counts(g.clock))[:-1])
    yield from _play(g, path[-1], player if path[-1].by.startswith("each") else "", procedures)


def _counts(clock: Clock) -> dict[str, int]:
    return {frame.node.name: frame.turn for frame in clock.stack}


def _play(g: Game, node: Node, player: str, procedures: Procedures, turn: int = 1) -> Procedure[None]:
    yield from open_node(g, node, player, turn)
    if not node.children:
        yield from perform(g, node, procedures)
    for child in node.children:
        g.clock.stack[-1].child += 1
        everyone = g.clock.order if child.by.startswith("each") else (first_player(g.clock, child),)
        for number in range(1, child.times + 1):
            for who in everyone:
                yield from _play(g, child, who, procedures, number)
    yield from close_node(g)
