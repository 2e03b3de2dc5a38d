"""The walk through a declared sequence: battle > round > turn > phase > step, or whatever a system declares.

The clock is a stack of frames over the declared tree. Its `path` names the place in time (`game-
turn:2/player-turn:A/magic/cast`), is the first part of every roll's purpose and is what durations and once-
limits are captured from. `advance` moves to the next step, closing and opening nodes on the way: the
schedule ends what is due at each edge, then the node's windows open. Nodes `by each player` come once for
each player in turn order and set who is active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from .context import Context
from .decisions import Procedure
from .decl.things import Node, SequenceDecl
from .effects import run
from .errors import RulesError, did_you_mean
from .state import Game
from .upkeep import keep_up
from .windows import open_window

BATTLE = "battle"
"""The level of the node that holds all others."""
MOST_TIMES: Final = 1000
"""So often at most a node may come in a row."""


@dataclass(slots=True)
class Frame:
    """A node that is open: which of its children comes next, which repetition this is (counting from 1),
    whether it is `cut` short, and whether its end has come (`over`), so that only rules act that act then.
    """

    node: Node
    child: int = 0
    turn: int = 1
    player: str = ""
    cut: bool = False
    over: bool = False


@dataclass(slots=True)
class Clock:
    """Where in time a game is. `order` is the players' turn order; `over` is set when the sequence has
    ended.
    """

    root: Node
    stack: list[Frame]
    order: tuple[str, ...] = ()
    over: bool = False
    path: str = ""
    stamps: dict[str, str] = field(default_factory=dict, repr=False)

    def clone(self) -> Clock:
        """Return a copy at the same place."""
        frames = [Frame(f.node, f.child, f.turn, f.player, f.cut, f.over) for f in self.stack]
        return Clock(self.root, frames, self.order, self.over, self.path)

    def frame(self, level: str) -> Frame | None:
        """Return the innermost open node of a level or name."""
        for frame in reversed(self.stack):
            if level in (frame.node.level, frame.node.name):
                return frame
        return None

    def whose(self, frame: Frame | None = None) -> str:
        """Return the player of a node that is open (None: the innermost), "" for one that is nobody's: its
        own, or that of the nearest node around it that has one.
        """
        last = self.stack.index(frame) if frame is not None else len(self.stack) - 1
        return next((one.player for one in reversed(self.stack[: last + 1]) if one.player), "")

    def cut_short(self, level: str) -> bool:
        """Let a node that is open, and all nodes in it, end with the step that is under way, whatever would
        come in them and however often; returns whether there is such a node.
        """
        found = self.frame(level)
        for frame in self.stack[self.stack.index(found) :] if found is not None else ():
            frame.cut = True
        return found is not None

    def stamp(self, level: str) -> str:
        """Return a word that is the same exactly as long as the present node of `level` lasts (`battle`: for
        ever); outside of such a node, as long as the innermost one that is open.

        It is asked often: what was answered is kept in `stamps` until a node opens or closes.
        """
        stamp = self.stamps.get(level)
        if stamp is None:
            stamp = self.stamps[level] = BATTLE if level == BATTLE else self._stamp(level)
        return stamp

    def _stamp(self, level: str) -> str:
        for depth in range(len(self.stack), 0, -1):
            node = self.stack[depth - 1].node
            if level in (node.level, node.name):
                return "/".join(_name(frame) for frame in self.stack[:depth])
        return "/".join(map(_name, self.stack))

    def number(self, level: str) -> int:
        """Return which repetition of a level this is (the game turn), 0 outside of it."""
        frame = self.frame(level)
        return frame.turn if frame is not None else 0


def _name(frame: Frame) -> str:
    turn = str(frame.turn) if frame.node.times > 1 else ""
    which = turn + frame.player
    return f"{frame.node.name}:{which}" if which else frame.node.name


def clock_for(
    sequences: Mapping[str, SequenceDecl],
    name: str,
    order: tuple[str, ...] = (),
    constant: Callable[[str], Any] | None = None,
) -> Clock:
    """Return a clock before the first step of a declared sequence; `constant` answers for nodes that come
    as often as a constant says. Raises RulesError for an unknown sequence or a constant that is no whole
    number from 1.
    """
    if name not in sequences:
        raise RulesError(f'no sequence "{name}"; {did_you_mean(name, sequences)}'.rstrip("; "))
    nodes = _included(sequences, sequences[name].nodes, (name,))
    return Clock(Node(BATTLE, name, children=_counted(nodes, constant)), [], order)


def _counted(nodes: tuple[Node, ...], constant: Callable[[str], Any] | None) -> tuple[Node, ...]:
    return tuple(
        replace(node, times=_times(node, constant), children=_counted(node.children, constant))
        for node in nodes
    )


def _times(node: Node, constant: Callable[[str], Any] | None) -> int:
    if not node.times_by or constant is None:
        return _countable(node.times, "the sequence", node)
    return _countable(constant(node.times_by), node.times_by, node)


def _countable(times: Any, source: str, node: Node) -> int:
    if not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
        raise RulesError(
            f"{source} says how often {node.name} comes: a whole number from 1 to {MOST_TIMES}, not {times}"
        )
    return times


def _included(
    sequences: Mapping[str, SequenceDecl], nodes: tuple[Node, ...], within: tuple[str, ...]
) -> tuple[Node, ...]:
    found = []
    for node in nodes:
        children = node.children
        if not children and not node.body and node.name in sequences:
            if node.name in within:
                raise RulesError(f"sequence {node.name} contains itself")
            children = sequences[node.name].nodes
        found.append(replace(node, children=_included(sequences, children, (*within, node.name))))
    return tuple(found)


def advance(g: Game) -> Procedure[Node | None]:
    """Close and open nodes up to the next step and return it (None: the sequence is over)."""
    clock = g.clock
    if not clock.stack and not clock.over:
        yield from open_node(g, clock.root, "")
    elif clock.stack:
        yield from _repeat_or_close(g, clock.stack[-1])
    while clock.stack:
        frame = clock.stack[-1]
        if not frame.node.children and len(clock.stack) > 1:
            return frame.node
        yield from move_on(g)
    clock.over = True
    return None


def move_on(g: Game) -> Procedure[None]:
    """Open what comes next inside the innermost open node, or close that node if nothing does. Raises
    IndexError where no node is open.
    """
    frame = g.clock.stack[-1]
    if frame.child < len(frame.node.children) and not frame.cut:
        child = frame.node.children[frame.child]
        frame.child += 1
        yield from open_node(g, child, first_player(g.clock, child))
    else:
        yield from _repeat_or_close(g, frame)


def jump(g: Game, frames: Iterable[Frame]) -> None:
    """Set the clock to a place where these nodes are open, outermost first; nothing opens or ends on the
    way.
    """
    g.clock.stack = list(frames)
    g.clock.over = False
    for frame in g.clock.stack:
        g.active = frame.player or g.active
    _set_path(g)


def _repeat_or_close(g: Game, frame: Frame) -> Procedure[None]:
    order = g.clock.order
    turn, player = frame.turn, frame.player
    everyone = frame.node.by.startswith("each") and player in order
    yield from close_node(g)
    if frame.cut:
        return
    if everyone and order.index(player) + 1 < len(order):
        yield from open_node(g, frame.node, order[order.index(player) + 1], turn)
    elif turn < frame.node.times:
        yield from open_node(g, frame.node, first_player(g.clock, frame.node), turn + 1)


def first_player(clock: Clock, node: Node) -> str:
    """Who acts in a node that changes who is active: the first of the turn order for `each player` and
    `first`.
    """
    word = node.by.partition(" ")[0]
    if not clock.order or word not in ("each", *_PLACES):
        return ""
    place = _PLACES.index(word) if word in _PLACES else 0
    if place >= len(clock.order):
        raise RulesError(f"{node.span}: {node.name} is by the {word} player, {len(clock.order)} play")
    return clock.order[place]


_PLACES = ("first", "second", "third", "fourth")


def open_node(g: Game, node: Node, player: str, turn: int = 1) -> Procedure[None]:
    """Open a node of the innermost open one; with a `player` it becomes that player's turn."""
    g.clock.stack.append(Frame(node, turn=turn, player=player))
    if player:
        g.active = player
    _set_path(g)
    yield from _edge(g, "start", node)


def close_node(g: Game) -> Procedure[None]:
    """Close the innermost open node."""
    g.clock.stack[-1].over = True
    yield from _edge(g, "end", g.clock.stack[-1].node)
    g.clock.stack.pop()
    _set_path(g)


def _set_path(g: Game) -> None:
    g.clock.stamps.clear()
    g.clock.path = "/".join(_name(frame) for frame in g.clock.stack[1:])


def _edge(g: Game, edge: str, node: Node) -> Procedure[None]:
    g.schedule.cross(g, edge, (node.level, node.name))
    keep_up(g)
    c = Context(player=g.players.get(g.active))
    if edge == "start" and node.level != "step":
        g.emit("begins", node=node.name, level=node.level, active=g.active)
    for name in (node.level, node.name) if node.level != node.name else (node.name,):
        yield from open_window(g, f"{edge} {name}", c)


def perform(g: Game, node: Node, procedures: Mapping[str, Callable[[Game], Any]]) -> Procedure[None]:
    """Run a step: its own statements, or the procedure of its name. Raises RulesError if there is neither."""
    if node.body:
        yield from run(g, node.body, Context(player=g.players.get(g.active)), None)
        return
    procedure = procedures.get(node.name)
    if procedure is None:
        hint = did_you_mean(node.name, procedures)
        raise RulesError(f"{node.span}: no procedure for step {node.name}; {hint}".rstrip("; "))
    yield from procedure(g)
