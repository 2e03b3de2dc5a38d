"""What statements of The 9th Age's packs do to the table and the score: terrain, markers, summoned units,
orders, objectives.

Source: T9A rulebook, Magical Effects 4 and Battle Preparations 2.C; Season Pack; Arcane Compendium; army
books.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import Bundle, RuleRef
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Circle, Point, Rect
from tercio.kernel.places import shapes_of
from tercio.kernel.query import things_in
from tercio.kernel.relations import owner_name
from tercio.kernel.rolls import amount
from tercio.kernel.ruleset import hold
from tercio.kernel.scheduler import Lasting
from tercio.kernel.state import Game, Part, Player, Terrain, Unit, pool_of, touch, unit_of
from tercio.kernel.verbs import grant_to, label_of, mark_as, speaker
from tercio.kernel.vocabulary import Vocabulary
from tercio.kernel.windows import listens, open_window

from .. import arms, magical_effects, terrain
from ..aftermath import gains_victory_points, wins_primary

WORDS = Vocabulary()
_MARKER_RADIUS = 0.01


def point_of(x: Any) -> Point:
    """Return the middle of a thing on the table."""
    shape = next(iter(shapes_of(x)), None)
    if shape is None:
        return (0.0, 0.0)
    return shape if isinstance(shape, tuple) else (shape.x, shape.y)


def speaking_side(g: Game, c: Context) -> str:
    """Return who owns the caster, else the name of the player that the rule speaks for; "" for neither."""
    who = speaker(g, c)
    return owner_name(c.caster) or (who.name if who is not None else "")


# -- terrain and markers ---------------------------------------------------------------------------


@WORDS.verb(
    "place-terrain",
    "place terrain {n:name} {w:amount} by {d:amount} at {x:any} [for {duration:duration}]",
)
def place_terrain(g: Game, c: Context, n: str, w: Any, d: Any, x: Any, duration: str | None = None) -> None:
    """A terrain feature of that size stands on the table, its middle at a thing, for a time or for good."""
    px, py = point_of(x)
    piece = terrain.place(g, n, Rect(px, py, 0.0, 1.0, float(w), float(d)), owner=owner_name(c.caster))
    length = g.ruleset.duration(duration) if duration else c.duration
    if length is not None:
        lend_terrain(g, piece, g.schedule.begin(g, n, length.until, unit_of(c.caster)))


def lend_terrain(g: Game, piece: Terrain, effect: Lasting) -> None:
    """Let a piece of terrain go when a lasting effect ends (`magical_effects.tidy` takes it away)."""
    g.memory.setdefault(magical_effects.LENT, {})[str(piece.id)] = effect.id


@WORDS.verb("place-marker", "place marker {token:name} [with {what:bundle}] at {x:any}")
def place_marker(g: Game, c: Context, token: str, x: Any, what: Bundle | None = None) -> None:
    """A marker with rules of its own stands on the table."""
    px, py = point_of(x)
    piece = terrain.place(g, "", Circle(px, py, _MARKER_RADIUS), token, speaking_side(g, c))
    if what is not None:
        hold(g, piece, what, label_of(c))
        touch(g)


@WORDS.verb("remove-marker", "remove {x:terrain}")
def remove_marker(g: Game, _c: Context, x: Any) -> None:
    """A marker or piece of terrain leaves the table."""
    for piece in list(things_in(x)):
        if isinstance(piece, Terrain):
            terrain.take_away(g, piece)


@WORDS.verb("move-marker", "{p:player} moves {x:any} up to {d:amount}")
def move_marker(g: Game, c: Context, p: Player | None, x: Any, d: Any) -> Procedure[None]:
    """A player moves a marker by `[dx, dy]` inches, at most so far and not off the table."""
    far = float(d)
    for piece in list(things_in(x)):
        if not isinstance(piece, Terrain) or p is None:
            continue
        ways = [[0.0, 0.0], [far, 0.0], [-far, 0.0], [0.0, far], [0.0, -far]]
        judge = partial(_judge_marker, g, piece, far)
        ways = [way for way in ways if judge(way) is None]
        facts = {"marker": piece.id, "distance": far}
        answer = yield from ask(Decision("marker.move", p.name, "Where to?", ways, label_of(c), facts, judge))
        piece.shape = piece.shape.moved(float(answer[0]), float(answer[1]))
        g.emit("marker-moved", marker=piece.id, x=piece.shape.x, y=piece.shape.y)


def _judge_marker(g: Game, piece: Terrain, far: float, answer: Any) -> Refusal | None:
    two = isinstance(answer, list) and len(answer) == 2
    if not two or not all(isinstance(part, (int, float)) for part in answer):
        return Refusal("marker.not_a_move", {"answer": answer})
    x, y = piece.shape.x + answer[0], piece.shape.y + answer[1]
    if hypot(answer[0], answer[1]) > far + EPSILON or not (0.0 <= x <= g.width and 0.0 <= y <= g.depth):
        return Refusal("marker.too_far", {"answer": answer, "distance": far})
    return None


# -- units and arms --------------------------------------------------------------------------------


@WORDS.verb("summon", "summon {n:name} [with {what:bundle}] [within {d:amount} of {x:any}]")
def summon_within(
    g: Game, c: Context, n: str, what: Bundle | None = None, d: Any = 0, x: Any = None
) -> Procedure[None]:
    """A new unit of the speaking player comes onto the table near a thing (Magical Effects 4)."""
    who = speaking_side(g, c) or g.active
    yield from magical_effects.summon(g, who, n, point_of(x), float(d), what, label_of(c))


@WORDS.verb("summon-at", "summon {n:name} [with {what:bundle}] at {x:any}")
def summon_at(g: Game, c: Context, n: str, x: Any, what: Bundle | None = None) -> Procedure[None]:
    """A new unit of the speaking player comes onto the table at a point (Magical Effects 4)."""
    who = speaking_side(g, c) or g.active
    yield from magical_effects.summon(g, who, n, point_of(x), 0.0, what, label_of(c))


@WORDS.verb("arm", "arm {x:any} with {what:name} [for {duration:duration}]")
def arm_with(g: Game, c: Context, x: Any, what: str, duration: str | None = None) -> None:
    """A model part has a weapon for a time."""
    length = g.ruleset.duration(duration) if duration else c.duration
    for thing in things_in(x):
        for part in [thing] if isinstance(thing, Part) else getattr(pool_of(thing), "parts", []):
            arms.lend(g, part, RuleRef(what), length, label_of(c))


@WORDS.verb("suppress-item", "suppress an item of {x:any} [for {duration:duration}]")
def suppress_item(g: Game, c: Context, x: Any, duration: str | None = None) -> Procedure[None]:
    """The speaking player names a Magic Item in a unit that has no effect for a time."""
    who = speaker(g, c)
    for thing in list(things_in(x)):
        unit = unit_of(thing)
        if unit is not None and who is not None:
            length = g.ruleset.duration(duration) if duration else None
            yield from magical_effects.suppress_item(g, who.name, unit, length, label_of(c))


# -- orders ----------------------------------------------------------------------------------------


@WORDS.verb("give-order", "give the order {what:bundle} to {x:any}")
def give_order(g: Game, c: Context, what: Bundle, x: Any) -> Procedure[None]:
    """A unit is under an order until the same Phase of its owner's next Player Turn (Imperial Authority)."""
    for thing in list(things_in(x)):
        unit = unit_of(thing)
        if unit is not None:
            yield from _under_order(g, c, unit, what)


def _under_order(g: Game, c: Context, unit: Unit, what: Bundle) -> Procedure[None]:
    grant_to(g, c, what, unit, "One Turn")
    mark_as(g, c, unit, "ordered", "One Turn")
    g.emit("order-given", unit=unit.id, rule=label_of(c))
    if listens(g, "after order-given"):
        giver = unit_of(g.things.get(c.held.bearer)) if c.held is not None else None
        yield from open_window(g, "after order-given", Context(unit=unit, enemy=giver, order=what))


@WORDS.verb("repeat-order", "repeat the order to {x:any}")
def repeat_order(g: Game, c: Context, x: Any) -> Procedure[None]:
    """The order at hand is heard by another unit as well (Banner of Unity)."""
    for thing in list(things_in(x)):
        unit = unit_of(thing)
        if unit is not None and c.order is not None:
            yield from _under_order(g, c, unit, c.order)


# -- objectives ------------------------------------------------------------------------------------


@WORDS.verb("gain-victory-points", "{p:player} gains {n:amount} victory points")
def gain_points(g: Game, c: Context, p: Player | None, n: Any) -> None:
    """Victory Points beside those for losses (After the Game 1)."""
    if p is not None:
        gains_victory_points(g, p.name, amount(g, n, label_of(c), "victory-points"))


@WORDS.verb("win-objective", "{p:player} wins the primary objective")
def win_objective(g: Game, _c: Context, p: Player | None) -> None:
    """The player has won the Primary Objective (After the Game 1)."""
    if p is not None:
        wins_primary(g, p.name)


@WORDS.verb("most-tokens-win", "the player with most {token:name} tokens wins the primary objective")
def most_tokens_win(g: Game, _c: Context, token: str) -> None:
    """Tokens of a player and of all its units are counted; a tie wins nothing (Season Pack, Primary
    Objectives).
    """
    counts = {name: tokens_of_side(g, name, token) for name in g.players}
    winner = single_best(counts)
    g.emit("objective-counted", token=token, counts=counts)
    if winner:
        wins_primary(g, winner)


def tokens_of_side(g: Game, player: str, token: str) -> int:
    """Return how many tokens of a name a player and its units hold."""
    units = sum(u.tokens.get(token, 0) for u in g.units.values() if u.owner == player and not u.destroyed)
    return units + g.players[player].tokens.get(token, 0)


def single_best(counts: dict[str, int]) -> str:
    """Return who has most, "" where nobody has more than all others."""
    best = max(counts.values(), default=0)
    leaders = [name for name, count in counts.items() if count == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else ""


@WORDS.verb("most-gain-tokens", "the player with most {s:set} gains {n:amount} {token:name} tokens")
def most_gain_tokens(g: Game, c: Context, s: Sequence[Any], n: Any, token: str) -> None:
    """Who owns most of a set lays by tokens; a tie gains nothing (Season Pack, Hold the Centre)."""
    counts = dict.fromkeys(g.players, 0)
    for thing in s:
        counts[owner_name(thing)] += 1
    winner = g.players.get(single_best(counts))
    if winner is not None:
        winner.tokens[token] = winner.tokens.get(token, 0) + amount(g, n, label_of(c), token)
        g.emit("tokens", thing=winner.id, token=token, change=1, total=winner.tokens[token])


@WORDS.verb("draw-secondary", "draw another secondary objective for {p:player}")
def draw_secondary(g: Game, c: Context, p: Player | None) -> None:
    """The player may look for another Secondary Objective before the battle (Trusted Adviser)."""
    if p is not None:
        p.tokens["secondary-draws"] = p.tokens.get("secondary-draws", 0) + 1
        g.emit("secondary-drawn", player=p.name, why=label_of(c))
