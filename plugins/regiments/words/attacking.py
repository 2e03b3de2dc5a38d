"""Words of ranked games for shooting, hits, wounds and losses."""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl import Bundle
from tercio.kernel.query import units_in
from tercio.kernel.rolls import amount
from tercio.kernel.signatures import ClauseWord, Roles, Signature
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.signatures import WindowSignature as Window
from tercio.kernel.state import Game
from tercio.kernel.verbs import label_of
from tercio.kernel.vocabulary import Vocabulary

from .. import hits, losses, volley
from ..healing import restore, return_models
from .catalogue import ATTACKER, ON, UNIT

_SHOT_AT: Roles = (("target-unit", "unit"), ("unit", "unit"))
_SLAIN: Roles = (("unit", "unit"), ("target", "pool"), ("target-unit", "unit"), ("slain", "amount"))

WORDS = Vocabulary()
SIGNATURES: tuple[Signature, ...] = (
    Value("range", "inches", ATTACKER, "How far a weapon shoots."),
    Value("shots", "dice", ATTACKER, "How often a model shoots with a weapon."),
    Value("hits", "dice", ATTACKER, "How many hits a shot makes that is not rolled to hit."),
    Value("blast-die", "number", ATTACKER, "What is added to every die of such hits."),
    Value("damage", "dice", ATTACKER, "The health that a wound costs, at most that of one model."),
    Value(
        "shooting-ranks",
        "number",
        (("unit", "unit"), ("attack", "attack")),
        "How many ranks of a unit shoot, from the front.",
    ),
    May("shoot", ON, "A unit shoots at another."),
    May("be-shot", _SHOT_AT, "A unit is shot at."),
    May("spill", UNIT, "Wounds left over when a unit's own models have fallen pass to its commander."),
    Window("unit-shot", ON, "A unit has shot at another, and that has taken its losses."),
    Window("models-slain", _SLAIN, "Models of a pool have fallen; `target-unit` did it, if any unit."),
    Window("pool-slain", _SLAIN, "The last model of a pool has fallen; its rules speak a last time."),
    Window("unit-destroyed", ON, "A unit leaves the table for good; `target-unit` did it, if any unit."),
    ClauseWord("weapon", "uses", "How often in a battle a part shoots with it."),
    ClauseWord("attack", "automatic", "Hits that nobody rolls for."),
)


# -- shooting --------------------------------------------------------------------------------------


@WORDS.relation("can-shoot", "{x:any} can shoot at {t:unit}")
def can_shoot(g: Game, x: Any, t: Any) -> bool:
    """A unit's own models, or those of a pool, have a weapon that reaches a unit which they see."""
    return x is not None and t is not None and volley.can_shoot(g, x, t)


@WORDS.verb("shoot", "shoot with {x:any} at {t:unit}")
def shoot(g: Game, c: Context, x: Any, t: Any) -> Procedure[None]:
    """A unit's own models, or those of a pool, shoot at a unit if they can."""
    pool = volley.shooters_of(x)
    if pool is not None and t is not None:
        yield from volley.shoot(g, pool, t, label_of(c))


# -- hits and wounds -------------------------------------------------------------------------------


@WORDS.verb("deal-hits", "deal {n:amount} hits to {x:any} [with {what:bundle}]")
def deal_hits(g: Game, c: Context, n: Any, x: Any, what: Bundle | None = None) -> Procedure[None]:
    """Units or pools take hits that nobody rolled for."""
    yield from hits.deal(g, c, n, x, what)


@WORDS.verb("inflict-wounds", "inflict {n:amount} wounds on {x:any}")
def inflict_wounds(g: Game, c: Context, n: Any, x: Any) -> Procedure[None]:
    """Units or pools lose health; dice are rolled for each."""
    label, by = label_of(c), hits.source_of(g, c)
    for pool in hits.aims_in(x):
        yield from losses.lose(g, pool, amount(g, n, label, pool.id, "wounds"), by, label)


@WORDS.verb("destroy", "destroy {u:unit}")
def destroy(g: Game, c: Context, u: Any) -> Procedure[None]:
    """A unit leaves the table for good."""
    for unit in units_in(u):
        yield from losses.destroy(g, unit, label_of(c), hits.source_of(g, c))


# -- healing ---------------------------------------------------------------------------------------


@WORDS.verb("restore-health", "restore {n:amount} health of {x:any}")
def restore_health(g: Game, c: Context, n: Any, x: Any) -> None:
    """Models that stand get back health that they lost; dice are rolled for each pool."""
    for pool in hits.aims_in(x):
        restore(g, pool, amount(g, n, label_of(c), pool.id, "health"))


@WORDS.verb("return-models", "return {n:amount} models to {u:unit}")
def returns(g: Game, c: Context, n: Any, u: Any) -> None:
    """Fallen models return to a unit as far as there is room."""
    for unit in units_in(u):
        return_models(g, unit, amount(g, n, label_of(c), unit.id, "models"))
