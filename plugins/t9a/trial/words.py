"""Words that only scenarios of The 9th Age have: facts of the table and of magic, deeds of units, amounts.

A deed that the rules do not allow is refused and changes nothing.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.errors import Diagnostic, Refusal, RulesError, did_you_mean
from tercio.kernel.geometry.vector import degrees_of
from tercio.kernel.roster import allowed_copies
from tercio.kernel.state import Game, Part, Player, Pool, Unit
from tercio.kernel.trial.system import Refused
from tercio.kernel.vocabulary import Vocabulary

from .. import marks
from ..aftermath import army_size, count_points
from ..characters import is_attachable, join, leave, may_charge_out
from ..charge import declare
from ..charge_moves import move_charges
from ..charge_options import CHARGES, ChargeBook, may_declare
from ..charging_out import part_to_charge, stand_in
from ..engaging import ROUNDS
from ..magic.flux import state_of
from ..magic.pool import set_dice
from ..melee.combats import fight_round
from ..melee.equipment import wield
from ..move_judge import Ground, ground_of, judge
from ..movement import carry_out, ground_out, may_manoeuvre, mover_out
from ..moves import Move, read_move
from ..psychology import courage_test
from ..rally import rally_test, waits_to_rally
from ..sight import sees
from .units import bring_into_contact, the_unit

WORDS = Vocabulary()


# -- facts -----------------------------------------------------------------------------------------


@WORDS.given("joined", "{x:any} is joined to {u:unit}")
def is_joined(g: Game, _c: Context, x: Any, u: Unit) -> None:
    """A Character or other Attachable Model stands in another unit of its side (Attachable Models 2)."""
    lone = the_unit(x)
    if lone is u or lone.owner != u.owner:
        hint = "a model joins another unit of its own side"
        raise RulesError(
            Diagnostic(f"{lone.name} ({lone.owner}) cannot stand in {u.name} ({u.owner})", hint=hint)
        )
    join(g, lone, u)
    marks.take(u, marks.JOINED)


@WORDS.given("in-contact", "{u:unit} is in contact with {v:unit}")
def is_in_contact(g: Game, _c: Context, u: Unit, v: Unit) -> None:
    """The unit is moved straight on until its front touches the other; enemies are Engaged."""
    if u is v:
        raise RulesError(f"{u.name} cannot be in contact with itself")
    bring_into_contact(g, u, v)


@WORDS.given("rounds-fought", "{u:unit} has fought {n:amount} rounds of combat")
def has_fought(_g: Game, _c: Context, u: Unit, n: int) -> None:
    """So many Rounds of its combat are over (Melee Phase 2.C)."""
    u.memory[ROUNDS] = int(n)


@WORDS.given("wielding", "{x:any} is wielding {n:name}")
def is_wielding(g: Game, _c: Context, x: Any, n: str) -> None:
    """The first part that has the weapon has it in hand (Melee Phase 2.C)."""
    parts = [x] if isinstance(x, Part) else list(the_unit(x).parts())
    for part in parts:
        arm = next((arm for arm in part.arms if arm.name == n), None)
        if arm is not None:
            wield(g, part, arm)
            return
    names = [arm.name for part in parts for arm in part.arms]
    raise RulesError(Diagnostic(f'{getattr(x, "name", x)} has no "{n}"', hint=did_you_mean(n, names)))


@WORDS.given("magic-dice", "{p:player} has {n:amount} magic dice")
def has_magic_dice(g: Game, _c: Context, p: Player, n: int) -> None:
    """So many Magic Dice are in a player's pool (Magic Phase 1)."""
    set_dice(g, p, int(n), "given")


@WORDS.given("flux-card", "the flux card is {n:amount}")
def flux_card_is(g: Game, _c: Context, n: int) -> None:
    """That card was drawn in this phase (Magic Phase 1)."""
    state_of(g).update(card=int(n), dice=int(g.ruleset.table("flux").look(n)))


@WORDS.given("attempted", "{s:name} was attempted {n:amount} times")
def was_attempted(g: Game, _c: Context, s: str, n: int) -> None:
    """The active player has tried to cast a spell so often in this phase (Magic Phase 5.B)."""
    state_of(g)["attempts"][s] = int(n)


# -- moves and charges -----------------------------------------------------------------------------


@WORDS.verb("charges", "{x:any} charges {v:unit}")
def charges(g: Game, _c: Context, x: Any, v: Unit) -> Procedure[None]:
    """A charge is declared, answered, and made; a Character who stands in a unit charges out of it, alone
    (Charge Phase 1-3; Attachable Models 2.D.b).
    """
    leaving = x if isinstance(x, Pool) and len(x.unit.pools) > 1 and is_attachable(x) else None
    unit = the_unit(x) if leaving is None else _who_would_leave(g, leaving)
    refusal = _charge_refused(g, ChargeBook(g), unit, v)
    if refusal is not None:
        raise Refused(refusal)
    g.memory[CHARGES] = []
    yield from declare(g, unit if leaving is None else part_to_charge(g, leaving), v, ChargeBook(g))
    yield from move_charges(g)


def _who_would_leave(g: Game, pool: Pool) -> Unit:
    lone = stand_in(pool) if may_charge_out(g, pool) else None
    if lone is None:
        raise Refused(Refusal("charge.may_not_leave", {"model": pool.name, "unit": pool.unit.name}))
    return lone


@WORDS.verb("declare-charge", "{u:any} declares a charge at {v:any}")
def declares_charge(g: Game, c: Context, u: Any, v: Any) -> Procedure[None]:
    """The same as `charges`: the charge is made at once."""
    yield from charges(g, c, u, the_unit(v))


def _charge_refused(g: Game, book: ChargeBook, unit: Unit, target: Unit) -> Refusal | None:
    facts = {"unit": unit.name, "target": target.name}
    if not may_declare(g, unit):
        return Refusal("charge.may_not_declare", facts)
    if not sees(g, unit, target):
        return Refusal("charge.out_of_sight", facts)
    return None if book.is_legal(unit, target) else Refusal("charge.not_legal", facts)


@WORDS.verb("advances", "{x:any} advances {d:amount} [wheeling {w:amount}] [after pivoting {p:amount}]")
def advances(g: Game, _c: Context, x: Any, d: Any, w: Any = 0, p: Any = 0) -> Procedure[None]:
    """An Advance Move: a pivot, a wheel (degrees to the right), then straight on (Movement Phase 2.A).

    A Character that is joined to others moves out of its unit (Attachable Models 2.D.a); so does it march.
    """
    yield from _moves(g, x, "advance", d, w, p)


@WORDS.verb("marches", "{x:any} marches {d:amount} [wheeling {w:amount}]")
def marches(g: Game, _c: Context, x: Any, d: Any, w: Any = 0) -> Procedure[None]:
    """A March Move: a wheel (degrees to the right), then straight on (Movement Phase 2.B)."""
    yield from _moves(g, x, "march", d, w, 0)


def _moves(g: Game, x: Any, kind: str, d: Any, w: Any, p: Any) -> Procedure[None]:
    legs = [[0.0, float(w or 0), float(d)]]
    answer = {"manoeuvre": kind, "pivot": float(p or 0), "legs": legs}
    if isinstance(x, Pool) and len(x.unit.pools) > 1 and is_attachable(x):
        yield from _moves_out(g, x, answer)
    else:
        yield from _manoeuvres(g, the_unit(x), answer)


def _moves_out(g: Game, pool: Pool, answer: dict[str, Any]) -> Procedure[None]:
    lone = mover_out(g, pool)
    if lone is None:
        raise Refused(Refusal("move.may_not_leave", {"model": pool.name, "unit": pool.unit.name}))
    ground = ground_out(g, lone)
    move = _judged(ground, answer)
    yield from carry_out(g, leave(g, pool), move, ground)


@WORDS.verb("reforms", "{x:any} reforms into {n:amount} files [facing {f:amount}]")
def reforms(g: Game, _c: Context, x: Any, n: Any, f: Any = None) -> Procedure[None]:
    """A Reform about the unit's middle, facing a compass bearing or as before (Movement Phase 2.C)."""
    unit = the_unit(x)
    rect = unit.rect
    if rect is None:
        raise RulesError(f"{unit.name} is not on the table")
    facing = degrees_of(rect.facing) if f is None else float(f)
    answer = {"manoeuvre": "reform", "x": rect.x, "y": rect.y, "facing": facing, "files": int(n)}
    yield from _manoeuvres(g, unit, answer)


def _manoeuvres(g: Game, unit: Unit, answer: dict[str, Any]) -> Procedure[None]:
    if not may_manoeuvre(g, unit):
        raise Refused(Refusal("move.may_not_move", {"unit": unit.name}))
    ground = ground_of(g, unit)
    yield from carry_out(g, unit, _judged(ground, answer), ground)


def _judged(ground: Ground, answer: dict[str, Any]) -> Move:
    move = read_move(answer)
    refusal = move if isinstance(move, Refusal) else judge(ground, move)
    if refusal is not None:
        raise Refused(refusal)
    assert not isinstance(move, Refusal)
    return move


# -- combat and tests ------------------------------------------------------------------------------


@WORDS.verb("fights", "{u:unit} fights a round of combat")
def fights(g: Game, _c: Context, u: Unit) -> Procedure[None]:
    """One Round of Combat of the combat that a unit is in (Melee Phase)."""
    combat = g.engagement.combat_of(u.id)
    if not combat:
        hint = "write before it: given men is in contact with foes"
        raise RulesError(Diagnostic(f"{u.name} is in no combat", hint=hint))
    yield from fight_round(g, combat)


@WORDS.verb("break-test", "{u:unit} takes a break test [at {n:amount}]")
def takes_break_test(g: Game, _c: Context, u: Unit, n: Any = 0) -> None:
    """A Break Test with its Discipline changed by so much (Melee Phase 4.C)."""
    courage_test(g, u, "break-test", int(n or 0))


@WORDS.verb("rally-test", "{u:unit} takes a rally test")
def takes_rally_test(g: Game, _c: Context, u: Unit) -> Procedure[None]:
    """A Rally Test with what follows; who is not Shaken, or is Engaged, takes none (Rally Phase 1)."""
    if not waits_to_rally(g, u):
        raise Refused(Refusal("rally.takes_none", {"unit": u.name}))
    yield from rally_test(g, u)


# -- amounts ---------------------------------------------------------------------------------------


@WORDS.term("allowed-copies", "allowed copies of {rarity:word}")
def allowed_copies_of(g: Game, rarity: str) -> int:
    """Copies of a rarity that an army of this size may have (Battle Preparations 1.B)."""
    return allowed_copies(g.ruleset, rarity, army_size(g))


@WORDS.term("battle-points", "battle-points of {p:player}")
def battle_points_of(g: Game, p: Player) -> int:
    """Battle Points of a player as things stand (After the Game 1)."""
    points: dict[str, int] = count_points(g)["battle-points"]
    return points[p.name]


@WORDS.term("victory-points", "victory-points of {p:player}")
def victory_points_of(g: Game, p: Player) -> int:
    """Victory Points of a player as things stand (After the Game 1)."""
    points: dict[str, int] = count_points(g)["victory-points"]
    return points[p.name]
