"""Lasting effects: they start, are captured against a boundary, and end with a reason.

A duration is a boundary: the start or end of a node, of any or one particular player's turn, the n-th such
occasion from now (the node under way counts, unless it is to be the next one); or the end of a combat (bound
to that combat's id); or while a condition holds (then the condition guards the rules themselves); or never.
What is due ends in the order in which it began; every end is an event with its reason.
Rules and marks given for a time are taken back from whoever still holds them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .budget import admit
from .decl.expr import Bundle, RuleRef
from .decl.things import Boundary, Duration, Node
from .state import Game, Held, Thing, Unit, touch, unit_of


@dataclass(slots=True)
class Lasting:
    """One lasting effect: its id, what it gave to which things, and when it ends (`left` occasions of `edge
    node` in `player`'s turn).
    """

    id: int
    label: str
    edge: str
    node: str
    player: str = ""
    left: int = 1
    combat: int = 0
    things: list[int] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    source: int = 0

    def clone(self) -> Lasting:
        """Return an independent copy."""
        return replace(self, things=list(self.things), marks=list(self.marks))


@dataclass(slots=True)
class Schedule:
    """All effects that have not ended yet, in the order in which they began."""

    lasting: list[Lasting] = field(default_factory=list)

    def clone(self) -> Schedule:
        """Return an independent copy."""
        return Schedule([effect.clone() for effect in self.lasting])

    def begin(self, g: Game, label: str, until: Boundary | None, thing: Thing | None = None) -> Lasting:
        """Start an effect that ends at `until` seen from now (None: never); `thing` is whose combat counts
        for combat durations.
        """
        until = until or Boundary("end", "battle")
        player, combat = _whose(g, until, thing), 0
        node, passed = _seen_from_now(g, until, player)
        unit = unit_of(thing)
        if until.node in COMBATS and unit is not None:
            combat = g.engagement.combat_of(unit.id)
        effect = Lasting(
            g.new_id(),
            label,
            until.edge,
            node,
            player,
            until.count + passed,
            combat,
            source=thing.id if thing else 0,
        )
        self.lasting.append(effect)
        return effect

    def cross(self, g: Game, edge: str, nodes: tuple[str, ...]) -> None:
        """End what is due when an edge of a node (known by level and name) is crossed."""
        if not self.lasting:
            return
        whose = g.clock.whose()
        for effect in list(self.lasting):
            if effect.edge == edge and effect.node in nodes and _is_of(effect.player, whose):
                effect.left -= 1
                if effect.left <= 0:
                    self.end(g, effect, f"{edge} of {effect.node}")

    def combat_edge(self, g: Game, node: str, combat: int) -> None:
        """End what lasts until a round of combat or a whole combat (by id) is over."""
        for effect in list(self.lasting):
            if effect.node == node and effect.combat in (0, combat):
                effect.left -= 1
                if effect.left <= 0:
                    self.end(g, effect, f"end of {node}")

    def merged(self, kept: int, gone: int) -> None:
        """Two combats became one: effects of the one that is gone now last as long as the other."""
        for effect in self.lasting:
            if effect.combat == gone:
                effect.combat = kept

    def end(self, g: Game, effect: Lasting, reason: str) -> None:
        """End one effect now: take back its rules and marks."""
        if effect not in self.lasting:
            return
        self.lasting.remove(effect)
        for number in effect.things:
            thing = g.things.get(number)
            if thing is not None:
                over = [held.instance for held in thing.held if held.effect == effect.id]
                thing.held = [held for held in thing.held if held.effect != effect.id]
                touch(g, thing, *over)
        for number, mark in effect.marks:
            thing = g.things.get(number)
            if thing is not None and thing.marks.get(mark) == effect.id:
                del thing.marks[mark]
        g.emit("effect-ended", effect=effect.label, reason=reason)


def _seen_from_now(g: Game, until: Boundary, player: str) -> tuple[str, bool]:
    """Return which node is meant, and whether the first such edge from now on is not meant: the node under
    way is none that follows. What lasts until "the same" and begins before the first node of its level has
    opened (at the start of a turn) belongs to that node, whose start is still to come.
    """
    frame = g.clock.frame(until.node)
    is_same = until.same and until.node in LEVELS
    if frame is not None:
        name = frame.node.name if is_same else until.node
        present = not frame.over and _is_of(player, g.clock.whose(frame))
        return name, until.edge == "end" and until.following and present
    coming = _coming(g, until.node) if is_same else None
    if coming is None:
        return until.node, False
    present = _is_of(player, g.clock.whose())
    return coming.name, (until.edge == "start" or until.following) and present


def _coming(g: Game, level: str) -> Node | None:
    """Return the next node of a level that opens in the innermost open one."""
    around = g.clock.stack[-1] if g.clock.stack else None
    following = around.node.children[around.child :] if around is not None else ()
    return next((child for child in following if child.level == level), None)


def _is_of(player: str, whose: str) -> bool:
    """Whether a node is a player's ("": anybody's); one that is nobody's is everybody's."""
    return not player or not whose or player == whose


LEVELS = ("phase", "step", "turn", "round")
ROUND_OF_COMBAT = "round-of-combat"
COMBATS = ("combat", ROUND_OF_COMBAT)


def _whose(g: Game, until: Boundary, thing: Thing | None) -> str:
    owner = (thing.owner if thing is not None else "") or g.active
    match until.whose:
        case "same" | "active":
            return g.active
        case "opponent":
            return g.opponent(owner)
        case "owner":
            return owner
        case _:
            return ""


def grant(
    g: Game,
    thing: Thing,
    what: RuleRef | Bundle,
    duration: Duration | None,
    label: str,
    effect: Lasting | None = None,
) -> Lasting | None:
    """Give rules to a thing for a duration (None: for good). Several things may share one `effect`; returns
    it.

    A unit holds them for the pools that are in it now: who joins it later has nothing of them.
    """
    until = duration.until if duration is not None else None
    guard = until.condition if until is not None else None
    if effect is None and duration is not None:
        effect = g.schedule.begin(g, label, until, thing)
    pools = tuple(pool.id for pool in thing.pools) if isinstance(thing, Unit) else ()
    held = Held(g.ruleset.instance(what, guard), thing.id, label, effect.id if effect else 0, pools)
    admit(thing, held)
    thing.held.append(held)
    if effect is not None:
        effect.things.append(thing.id)
    touch(g, thing, held.instance)
    return effect


def mark(g: Game, thing: Thing, name: str, until: Boundary | None = None) -> None:
    """Put a thing into a state, for good or until a boundary."""
    if until is None:
        thing.marks[name] = 0
        return
    effect = g.schedule.begin(g, name, until, thing)
    effect.marks.append((thing.id, name))
    thing.marks[name] = effect.id


def unmark(thing: Thing, name: str) -> None:
    """Take a thing out of a state."""
    thing.marks.pop(name, None)


def boundary(edge: str, node: str, **more: Any) -> Boundary:
    """Return a boundary, for procedures that mark things for a time."""
    return Boundary(edge, node, **more)
