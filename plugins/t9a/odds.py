"""Exact odds of The 9th Age: fights, charges and spells as the game rolls them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decl import Cast, Spell
from tercio.kernel.decl.expr import Literal
from tercio.kernel.dice import SeededDice
from tercio.kernel.errors import RulesError
from tercio.kernel.geometry import EPSILON
from tercio.kernel.ledger import show_dice
from tercio.kernel.odds.amounts import of_dice
from tercio.kernel.odds.asking import played, ways
from tercio.kernel.odds.duel import Casting, Duel, Meeting, Throw
from tercio.kernel.opening import PLAYERS, bare_battle
from tercio.kernel.rolls import roll_for
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.state import Game, Pool, Unit

from . import marks
from .magic.attempts import BOUND, LEARNED, Attempt
from .magic.known import Known
from .melee.duel import MeleeDuel
from .trial.units import bring_into_contact, stand_before
from .volley_duel import VolleyDuel


def duel(g: Game, unit: Unit, foe: Unit, meeting: Meeting, apart: float) -> Duel:
    """Return a Round of Combat of two units, front to front; a unit that charges counts as Charging. Or a
    Shooting Attack from so many inches before the other's front.
    """
    if meeting is Meeting.SHOT:
        stand_before(unit, foe, apart)
        return VolleyDuel.begin(g, unit, foe)
    if meeting is Meeting.CHARGE:
        marks.put(g, unit, marks.CHARGED, marks.CHARGING)
    bring_into_contact(g, unit, foe)
    return MeleeDuel.begin(g, g.engagement.combat_of(unit.id))


def charge_odds(ruleset: Ruleset, distance: float, speed: int, extra: int) -> Throw:
    """Return the Charge Range of a unit of this Charge Speed (Charge Phase 2.A)."""
    g = bare_battle(ruleset, SeededDice(1))
    dice = ruleset.constant("charge-dice")
    shaped = replace(dice, extra=dice.extra + extra)

    def happen(falls: Any) -> int:
        g.dice = falls
        return roll_for(g, "charge-range", Context(), shaped).total + speed

    needed = ceil(distance - EPSILON)
    return Throw("charge range", played(happen), needed, f"{show_dice(shaped)} and Charge Speed {speed}")


def casting_odds(ruleset: Ruleset, casting: Casting) -> Throw:
    """Return the Casting Roll of a spell, with the Dispelling Roll that it has to beat (Magic Phase 5)."""
    least, most = (int(ruleset.constant(f"casting-dice-{end}")) for end in ("min", "max"))
    if not least <= casting.dice <= most:
        raise RulesError(f"a spell is cast with {least} to {most} dice, not {casting.dice}")
    g = bare_battle(ruleset, SeededDice(1))

    def happen(falls: Any) -> tuple[int, bool]:
        g.dice = falls
        attempt = _attempt(g, casting)
        attempt.roll(g)
        return attempt.total, attempt.total >= attempt.needed(g) and attempt.is_miscast(g)

    found = list(ways(happen))
    total = played(lambda falls: happen(falls)[0])
    miscast = sum((chance for (_, bad), chance in found if bad), Fraction(0))
    die = ruleset.constant("learned-die")
    stopping = of_dice(replace(die, count=casting.stopping)) if casting.stopping else None
    full = _attempt(g, casting).full_dice(g)
    small = (
        f" and {casting.dice - full}{show_dice(ruleset.constant('bound-die'))}" if full < casting.dice else ""
    )
    made_of = f"{show_dice(replace(die, count=full))}{small}"
    also = {} if casting.bound else {"miscast, unless dispelled": miscast}
    return Throw("casting roll", total, casting.needed, made_of, stopping, also)


def _attempt(g: Game, casting: Casting) -> Attempt:
    """Return an attempt at a spell of nobody in particular."""
    unit = Unit(0, "caster", PLAYERS[0])
    pool = Pool(0, "caster", unit=unit)
    cast = Cast(Literal(casting.needed))
    known = Known(0, "spell", casting.bound, casting.needed)
    kinds = frozenset((BOUND if casting.bound else LEARNED,))
    spell = Spell(name="spell", casts=(cast,))
    return Attempt(spell, cast, known, pool, g.players[PLAYERS[0]], kinds, dice=casting.dice)
