"""Casting attempts as deeds of scenarios: at things or points, in a version of the spell if one is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.errors import Diagnostic, Refusal, RulesError, did_you_mean
from tercio.kernel.state import Game, pool_of
from tercio.kernel.trial.system import Refused
from tercio.kernel.vocabulary import Vocabulary

from ..magic.casting import Offer, Offers, attempt_cast
from ..magic.pool import dice_of, gain
from .units import the_unit

WORDS = Vocabulary()


@WORDS.verb("casts", "{x:any} casts {s:name} [as {token:name}] with {n:amount} dice [at {t:any}]")
def casts(g: Game, _c: Context, x: Any, s: str, n: Any, token: str = "", t: Any = None) -> Procedure[None]:
    """A casting attempt at a Learned Spell; Magic Dice that are missing are given (Magic Phase 5)."""
    yield from _casts(g, x, s, int(n), _things(t), version=token or "")


@WORDS.verb("casts-on-ground", "{x:any} casts {s:name} with {n:amount} dice on {px:amount}, {py:amount}")
def casts_on_ground(g: Game, _c: Context, x: Any, s: str, n: Any, px: Any, py: Any) -> Procedure[None]:
    """A casting attempt at a Learned Spell whose target is a point (Magic Phase 5)."""
    yield from _casts(g, x, s, int(n), [[float(px), float(py)]])


@WORDS.verb("casts-bound", "{x:any} casts bound {s:name} with {n:amount} dice [at {t:any}]")
def casts_bound(g: Game, _c: Context, x: Any, s: str, n: Any, t: Any = None) -> Procedure[None]:
    """A casting attempt at a Bound Spell; Magic Dice that are missing are given (Magic Phase 5.C)."""
    yield from _casts(g, x, s, int(n), _things(t), bound=True)


def _casts(
    g: Game, x: Any, spell: str, dice: int, aims: list[list[Any]], *, bound: bool = False, version: str = ""
) -> Procedure[None]:
    unit = the_unit(x)
    player = g.players[unit.owner]
    g.active = unit.owner
    gain(g, player, dice - dice_of(player), "given")
    offers = Offers(g)
    found = [
        offer
        for offer in offers.offers()
        if offer.attempt.known.spell == spell
        and offer.attempt.known.bound == bound
        and offer.attempt.caster.unit is unit
    ]
    refusal: Refusal | None = Refusal("magic.cannot_cast", {"spell": spell, "caster": unit.name})
    for answer in _answers(_versions(found, version), aims, dice):
        refusal = offers.judge(answer)
        if refusal is None:
            yield from attempt_cast(g, offers.attempt(answer))
            return
    assert refusal is not None
    raise Refused(refusal)


def _versions(found: list[Offer], version: str) -> list[Offer]:
    """The offers of a version by its label, all without one. Raises RulesError for a label that none has."""
    labels = [offer.attempt.cast.label for offer in found]
    if version and found and version not in labels:
        hint = did_you_mean(version, labels) or f"versions: {', '.join(filter(None, labels)) or 'none'}"
        raise RulesError(Diagnostic(f'{found[0].attempt.name} has no version "{version}"', hint=hint))
    return [offer for offer in found if version in ("", offer.attempt.cast.label)]


def _answers(found: list[Offer], aims: list[list[Any]], dice: int) -> Iterator[dict[str, Any]]:
    for offer in found:
        known = offer.attempt.known
        for targets in aims:
            answer = {
                "caster": known.caster,
                "spell": known.spell,
                "cast": offer.way,
                "targets": targets,
                "dice": dice,
            }
            yield answer | ({"number": known.number} if known.bound else {})


def _things(target: Any) -> list[list[Any]]:
    """What may be meant by a target: a unit, or one of its models."""
    if target is None:
        return [[]]
    pool = pool_of(target)
    return [[one.id] for one in (target, pool) if one is not None]
