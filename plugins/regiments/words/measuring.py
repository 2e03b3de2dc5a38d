"""Words of ranked games for what lies where, seen from a unit: arcs, sight, distances from its front."""

from __future__ import annotations

from typing import Any

from tercio.kernel.places import shapes_of
from tercio.kernel.signatures import ClauseWord, Signature
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.state import Game
from tercio.kernel.vocabulary import Vocabulary

from .. import sight
from ..arcs import is_in_arc
from .catalogue import UNIT

WORDS = Vocabulary()
SIGNATURES: tuple[Signature, ...] = (
    Value("sight-height", "number", UNIT, "How high a unit stands as far as sight goes."),
    May("see-all-round", UNIT, "A unit sees in every direction."),
    ClauseWord(
        "terrain",
        "blocks-sight",
        "How high it is as far as sight goes; and how much of it one sees through, if any.",
    ),
)
_FAR = 10**6


@WORDS.relation("in-arc", "{x:thing} is in the {arc:front|left|right|flank|rear} arc of {u:unit}")
def in_arc(g: Game, x: Any, arc: str, u: Any) -> bool:
    """The middle of a thing lies in that arc of a unit; both are on the table."""
    shapes = shapes_of(x)
    if u is None or u.rect is None or not shapes:
        return False
    first = shapes[0]
    point = first if isinstance(first, tuple) else (first.x, first.y)
    return is_in_arc(g, u.rect, point, arc)


@WORDS.relation("sees", "{u:unit} sees {t:unit}")
def sees(g: Game, u: Any, t: Any) -> bool:
    """A clear line leads from a unit's front, within its front arc, to any point of another unit."""
    return u is not None and t is not None and sight.sees(g, u, t)


@WORDS.term("front-distance", "distance from the front of {u:unit} to {t:thing}")
def front_distance(_g: Game, u: Any, t: Any) -> float:
    """Inches from a unit's front edge to the nearest point of a thing; very far if one is off the table."""
    if u is None or u.rect is None:
        return _FAR
    return min((sight.front_distance(u.rect, shape) for shape in shapes_of(t)), default=_FAR)
