"""Sentences of the rules language that every game uses: near and far, side, marks, kinds of attack.

They ask and never change anything. A thing that is asked about may be several: near to several is near to any
of them, and far from several is far from all. Rulebooks have more than one wording for some of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .context import Context
from .errors import RulesError, did_you_mean
from .geometry.inside import covered
from .limits import times_used
from .permissions import may
from .places import fully_inside, fully_within, shapes_of, stands, things_within, touching
from .query import has, owner_of, things_in
from .state import Game, Held, Part, Player, Pool, Terrain, Thing, Unit, unit_of
from .vocabulary import Vocabulary

Inches = int | Fraction | float
WORDS = Vocabulary()


@WORDS.relation("on-table", "{a:any} is on the table")
@WORDS.relation("on-battlefield", "{a:any} is on the battlefield")
def is_on_table(_g: Game, a: Any) -> bool:
    """It stands on the table: it is not in reserve, nor destroyed."""
    return stands(a)


@WORDS.relation("within", "{a:thing} is within {d:amount} of [any] {b:thing}")
def is_within(_g: Game, a: Any, d: Inches, b: Any) -> bool:
    """Closest points are at most that far apart; a thing is within any distance of itself."""
    return things_within(a, b, d)


@WORDS.relation("farther", "{a:thing} is farther than {d:amount} from [all] {b:thing}")
@WORDS.relation("more-than", "{a:thing} is more than {d:amount} from [all] {b:thing}")
def is_farther(_g: Game, a: Any, d: Inches, b: Any) -> bool:
    """Both are on the table and not within that distance; of several things none is that near."""
    if not shapes_of(a) or things_within(a, b, d):
        return False
    return isinstance(b, list) or bool(shapes_of(b))


@WORDS.relation("fully-within", "{a:thing} is fully within {d:amount} of {b:thing}")
@WORDS.relation("wholly-within", "{a:thing} is wholly within {d:amount} of {b:thing}")
def is_fully_within(_g: Game, a: Any, d: Inches, b: Any) -> bool:
    """Every part of it, of a unit of every base, is at most that far away from one and the same thing."""
    return any(fully_within(a, thing, d) for thing in things_in(b))


@WORDS.relation("fully-inside", "{a:thing} is fully inside {b:thing}")
@WORDS.relation("lies-wholly-within", "{a:thing} is wholly within {b:area}")
def is_fully_inside(_g: Game, a: Any, b: Any) -> bool:
    """All of it lies in the other thing, up to the very edge; of a unit every base."""
    return fully_inside(a, b)


@WORDS.relation("wholly-on", "{a:thing} is wholly on {b:thing}")
def is_wholly_on(_g: Game, a: Any, b: Any) -> bool:
    """All of it lies on the other thing, or on several that together are one; of a unit every base."""
    mine, places = shapes_of(a), shapes_of(b)
    return bool(mine) and all(covered(shape, places) for shape in mine)


@WORDS.relation("touching", "{a:thing} is touching {b:thing}")
@WORDS.relation("lies-within", "{a:thing} is within {b:area}")
def is_touching(_g: Game, a: Any, b: Any) -> bool:
    """Some part of it lies on the other thing, or they share an edge; of a unit any base."""
    return touching(a, b)


@WORDS.relation("under-way", "{node:word} is under way")
def is_under_way(g: Game, node: str) -> bool:
    """That part of the sequence of play is open now."""
    return g.clock.frame(node) is not None


@WORDS.relation("marked", "{a:any} is {mark:word}")
def is_marked(_g: Game, a: Any, mark: str) -> bool:
    """The thing itself, or the unit it belongs to, is in a declared state."""
    marks = getattr(a, "marks", None)
    if marks is None:
        return False
    if mark in marks:
        return True
    unit = unit_of(a)
    return unit is not None and mark in unit.marks


@WORDS.relation("same", "{a:any} is {b:any}")
def is_same(_g: Game, a: Any, b: Any) -> bool:
    """The same thing; things of different kinds are compared by their units, a thing with a name by its
    name.
    """
    if a is None or b is None:
        return False
    if isinstance(b, str):
        return b in (getattr(a, "name", a), getattr(a, "feature", ""))
    if a is b or type(a) is type(b):
        return a is b or (not isinstance(a, Thing) and bool(a == b))
    unit = unit_of(a)
    return unit is not None and unit is unit_of(b)


def owner_name(thing: Any) -> str:
    """Return the name of the player a thing belongs to ("" for nobody's)."""
    if isinstance(thing, Player):
        return thing.name
    owner = getattr(thing, "owner", "")
    if owner:
        return str(owner)
    unit = unit_of(thing)
    return unit.owner if unit is not None else ""


@WORDS.relation("friendly", "{a:any} is friendly", situated=True)
def is_friendly(g: Game, c: Context, h: Held | None, a: Any) -> bool:
    """On the side of whoever holds the rule."""
    return a is not None and owner_name(a) == owner_of(g, h, c)


@WORDS.relation("enemy", "{a:any} is enemy", situated=True)
def is_enemy(g: Game, c: Context, h: Held | None, a: Any) -> bool:
    """On another side than whoever holds the rule."""
    return a is not None and owner_name(a) not in ("", owner_of(g, h, c))


@WORDS.relation("same-side", "{a:any} is of same side as {b:any}")
def is_of_same_side(_g: Game, a: Any, b: Any) -> bool:
    """Both belong to one player."""
    return a is not None and b is not None and owner_name(a) == owner_name(b) != ""


@WORDS.relation("of-kind", "{a:attack} is {kind:word}")
def is_of_kind(_g: Game, a: Any, kind: str) -> bool:
    """The word is one of the kinds of an attack, or of a spell."""
    return a is not None and kind in getattr(a, "kinds", ())


@WORDS.relation("action-of-kind", "{a:action} is {keyword:word}")
def is_action_of_kind(_g: Game, a: Any, keyword: str) -> bool:
    """The word is one of the keywords of an action."""
    return a is not None and keyword in a.kinds


@WORDS.relation("action-named", "{a:action} is {action:name}")
def is_action_named(_g: Game, a: Any, action: str) -> bool:
    """An action has that name."""
    return a is not None and bool(a.name == action)


@WORDS.relation("has-used", "{u:unit} has used {keyword:word} action this {period:phase|turn|round|battle}")
def has_used(g: Game, u: Any, keyword: str, period: str) -> bool:
    """A unit has used an action of a keyword in the present phase, turn, round or battle."""
    return u is not None and times_used(g, u, keyword, period) > 0


@WORDS.relation("has-used-named", "{u:unit} has used {action:name} this {period:phase|turn|round|battle}")
def has_used_named(g: Game, u: Any, action: str, period: str) -> bool:
    """A unit has used the action of a name in the present phase, turn, round or battle."""
    return u is not None and times_used(g, u, action, period) > 0


@WORDS.relation("made-with", "{a:attack} is made with {weapon:name}")
def is_made_with(_g: Game, a: Any, weapon: str) -> bool:
    """The attack uses that weapon."""
    arm = getattr(a, "arm", None)
    return arm is not None and bool(arm.name == weapon)


@WORDS.relation("alive", "{a:any} is alive")
def is_alive(g: Game, a: Any) -> bool:
    """It has models left on the table."""
    match a:
        case Unit():
            return not a.destroyed and a.models > 0
        case Pool():
            return a.models > 0 and not a.unit.destroyed
        case Part():
            return is_alive(g, a.pool)
        case _:
            return a is not None


@WORDS.relation("allowed", "{u:unit} is allowed to {action:word}")
def is_allowed(g: Game, u: Unit | None, action: str) -> bool:
    """A rule of the unit or of one of its models allows it, and none forbids it."""
    return any(may(g, _action(g, action), c, False) for c in _acting(u))


@WORDS.relation("forbidden", "{u:unit} is forbidden to {action:word}")
def is_forbidden(g: Game, u: Unit | None, action: str) -> bool:
    """A rule of the unit or of one of its models forbids it."""
    return any(not may(g, _action(g, action), c) for c in _acting(u))


def _action(g: Game, action: str) -> str:
    known = g.ruleset.signatures.permissions
    if action not in known:
        raise RulesError(f"nobody may or may not {action}; {did_you_mean(action, known)}".rstrip("; "))
    return action


def _acting(u: Unit | None) -> list[Context]:
    """What the rules of a unit's models are asked in: each part that is left, alone."""
    pools = [pool for pool in u.pools if pool.models > 0] if u is not None else []
    return [
        Context(unit=u, target_unit=u, model=pool, target=pool, attacker=part)
        for pool in pools
        for part in pool.parts
    ]


@WORDS.relation("in-play", "{n:name} is in play", situated=True)
def is_in_play(g: Game, c: Context, _h: Held | None, n: str) -> bool:
    """A unit, model or piece of terrain on the table has that name, or a model holds that rule."""
    if any(n in (piece.name, piece.feature) for piece in g.terrain):
        return True
    return any(_named(g, c, unit, n) for unit in g.units.values() if not unit.destroyed)


def _named(g: Game, c: Context, unit: Unit, name: str) -> bool:
    if unit.name == name or any(pool.name == name and pool.models for pool in unit.pools):
        return True
    return any(has(g, c, thing, name) for pool in unit.pools if pool.models for thing in (pool, *pool.parts))


@WORDS.relation("of-feature", "{a:terrain} is feature {n:name}")
def is_feature(_g: Game, a: Any, n: str) -> bool:
    """The kind of a piece of terrain."""
    return isinstance(a, Terrain) and a.feature == n
