"""Words of fights: who strikes and when, the score, what came of it, tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tercio.kernel import rolls
from tercio.kernel.context import Context
from tercio.kernel.decisions import Procedure
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.query import value_of
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import Roles, Signature
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.signatures import WindowSignature as Window
from tercio.kernel.state import Game, Unit
from tercio.kernel.vocabulary import Vocabulary
from tercio.kernel.windows import listens, open_window

from .. import pursuits, tallies
from ..blows import COMMANDING, DUEL
from ..contact import SIDES
from ..fighters import enemies
from .catalogue import ATTACKER, ON, UNIT

WORDS = Vocabulary()
FIGHTER: Roles = (("unit", "unit"), ("target-unit", "unit"), ("model", "pool"))
WIELDER: Roles = (("attacker", "part"), ("unit", "unit"))

SIGNATURES: tuple[Signature, ...] = (
    Value("strike-order", "number", ATTACKER, "When a part strikes in a round: higher first, equal at once."),
    Value("fighting-models", "number", ON, "How many models of an edge strike at an enemy in contact there."),
    Value("supporting-ranks", "number", ON, "How many ranks support those that strike to the front."),
    Value("supporting-attacks", "number", ATTACKER, "The attacks of a supporting model, its own at most."),
    Value("deep-files", "number", ON, "How many files at either end of the front strike with all models."),
    Value("combat-score", "number", ON, "What a unit adds to the score of its side; base: wounds it caused."),
    Value("contact-score", "number", ON, "What a unit adds to the score for one enemy in contact."),
    Value("side-score", "number", ON, "What is added once to the score of a side, asked of its first unit."),
    May("fight", FIGHTER, "Models of a unit strike at an enemy in contact."),
    May("fight-at-flank", FIGHTER, "Models strike at an enemy on a flank of their unit."),
    May("fight-at-rear", FIGHTER, "Models strike at an enemy on the rear of their unit."),
    May("catch", ON, "A pursuer catches its prey; at first, if it goes as far as the prey is away."),
    May("duel", ON, "The commanders of two units in contact strike at each other only."),
    May("choose-target", UNIT, "A commander's player picks the enemy that he strikes at."),
    May("choose-weapon", WIELDER, "A part with several melee weapons picks one in its first round."),
    Window("round-begun", ON, "A round of combat begins for a unit; no blow has been struck."),
    Window("combat-lost", ON, "A unit's side lost the round of combat, by `difference`."),
    Window("combat-won", ON, "A unit's side won the round of combat, by `difference`."),
    Window("combat-drawn", ON, "Neither side won a round of combat."),
    Window("combat-over", ON, "A round of combat is over for a unit, tests and all; losers first."),
    Window("unit-caught", ON, "A unit that pursues has reached one that fled; it has not moved yet."),
    Window("test-taken", UNIT, "A unit took a test."),
)


# -- rounds and sides ------------------------------------------------------------------------------


@WORDS.relation("first-round", "{u:unit} is in its first round")
def is_in_first_round(g: Game, u: Any) -> bool:
    """It is in contact, and has fought no round yet against any of its present enemies."""
    return u is not None and tallies.is_first_round(g, u)


@WORDS.term("rounds-fought", "rounds fought by {u:unit}")
def rounds_fought(g: Game, u: Any) -> int:
    """How many whole rounds of its present combat it has fought before this one."""
    return tallies.rounds_fought(g, u) if u is not None else 0


@WORDS.relation("beside", "{v:unit} is fighting beside {u:unit}")
def is_beside(g: Game, v: Any, u: Any) -> bool:
    """Both are of one owner and in the same combat; a unit in combat fights beside itself."""
    return _in_one_combat(g, v, u) and v.owner == u.owner


@WORDS.relation("against", "{v:unit} is fighting against {u:unit}")
def is_against(g: Game, v: Any, u: Any) -> bool:
    """They are enemies in the same combat, in contact or not."""
    return _in_one_combat(g, v, u) and v.owner != u.owner


def _in_one_combat(g: Game, v: Any, u: Any) -> bool:
    if v is None or u is None:
        return False
    combat = g.engagement.combat_of(u.id)
    return combat > 0 and combat == g.engagement.combat_of(v.id)


@WORDS.term("total", "total {value:word} of {s:set}")
def total_of(g: Game, value: str, s: Sequence[Any]) -> Any:
    """A value of all things of a set added up, 0 for none."""
    return sum(value_of(g, value, thing) for thing in s)


@WORDS.term("enemies", "enemies of {u:unit}")
def number_of_enemies(g: Game, u: Any) -> int:
    """How many enemies are in contact with it."""
    return len(g.engagement.foes(u.id)) if u is not None else 0


@WORDS.term("first-enemy", "first enemy of {u:unit}", "unit")
def first_enemy(g: Game, u: Any) -> Unit | None:
    """An enemy in contact: on its front before its flanks and its rear, then the one with the lowest id."""
    met = enemies(g, u) if u is not None else []
    return met[0][1] if met else None


@WORDS.relation("surrounded", "{u:unit} is surrounded")
def is_surrounded(g: Game, u: Any) -> bool:
    """Enemies are in contact with its front and its rear, or with both of its flanks."""
    return u is not None and tallies.surrounds([side for side, _ in enemies(g, u)])


@WORDS.relation("was-surrounded", "{u:unit} was surrounded")
def was_surrounded(_g: Game, u: Any) -> bool:
    """It was surrounded when its last round of combat began."""
    return bool(tallies.tallied(u, "surrounded"))


# -- the score -------------------------------------------------------------------------------------


@WORDS.relation("won-round", "{u:unit} won its last round")
def won_round(_g: Game, u: Any) -> bool:
    """Its side won the last round of combat that it fought."""
    return bool(tallies.tallied(u, "result") == tallies.WON)


@WORDS.relation("lost-round", "{u:unit} lost its last round")
def lost_round(_g: Game, u: Any) -> bool:
    """Its side lost the last round of combat that it fought."""
    return bool(tallies.tallied(u, "result") == tallies.LOST)


@WORDS.term("wounds-caused", "wounds caused by {u:unit}")
def wounds_caused(_g: Game, u: Any) -> int:
    """The wounds that it caused in its last round of combat, those beyond the last model included."""
    return int(tallies.tallied(u, "caused"))


@WORDS.term("duel-wounds", "wounds caused in duels by {u:unit}")
def duel_wounds(_g: Game, u: Any) -> int:
    """Those of the wounds that its commander caused in a duel."""
    return int(tallies.tallied(u, "duels"))


@WORDS.term("wounds-suffered", "wounds suffered by {u:unit}")
def wounds_suffered(_g: Game, u: Any) -> int:
    """The wounds that blows at it caused in its last round of combat."""
    return int(tallies.tallied(u, "suffered"))


@WORDS.term("score", "score of {u:unit}")
def score_of(_g: Game, u: Any) -> int:
    """The score of its side in its last round of combat."""
    return int(tallies.tallied(u, "score"))


@WORDS.term("difference", "difference", situated=True)
def difference(_g: Game, c: Context, _h: Any) -> int:
    """By how much the round of combat was won and lost, in the windows that tell of it."""
    return int(c.difference or 0)


@WORDS.verb("count-wounds", "count {n:amount} wounds for {u:unit}")
def count_wounds(_g: Game, _c: Context, n: Any, u: Any) -> None:
    """Let wounds count as caused by a unit in its round of combat."""
    if u is not None:
        tallies.note(u, int(n))


# -- attacks ---------------------------------------------------------------------------------------


@WORDS.relation("in-duel", "{a:attack} is part of a duel")
def is_in_duel(_g: Game, a: Any) -> bool:
    """A commander strikes it at the commander with whom he duels."""
    return a is not None and DUEL in a.kinds


@WORDS.relation("by-commander", "{a:attack} is made by a commander")
def is_by_commander(_g: Game, a: Any) -> bool:
    """Whoever strikes joined the unit from the start."""
    return a is not None and COMMANDING in a.kinds


@WORDS.relation("strikes", "{a:attack} strikes the {side:front|flank|rear}")
def strikes_side(g: Game, a: Any, side: str) -> bool:
    """The unit that strikes is in contact with that side of the unit that is struck."""
    if a is None or a.unit is None:
        return False
    return a.unit.id in g.engagement.foes_on(a.target.unit.id, *SIDES[side])


# -- tests -----------------------------------------------------------------------------------------


@WORDS.verb("test", "let {u:unit} take a {roll:word} on {dice:amount} at most {n:amount}")
def take_test(g: Game, _c: Context, u: Any, roll: str, dice: Any, n: Any) -> Procedure[None]:
    """A unit takes a test: it passes if the dice show no more than the number."""
    if u is None or u.destroyed:
        return
    shown = dice if isinstance(dice, DiceAmount) else DiceAmount(0, 1, int(dice))
    result = rolls.test_under(g, roll, Context(unit=u), shown, int(n), u.id)
    tallies.note_test(u, roll, result.passed)
    total = result.rolled.total if result.rolled is not None else None
    g.emit("tested", unit=u.id, roll=roll, rolled=total, needed=int(n), passed=result.passed)
    if listens(g, "after test-taken"):
        yield from open_window(g, "after test-taken", Context(unit=u))


@WORDS.relation("failed-test", "{u:unit} failed the {roll:word}")
def failed(_g: Game, u: Any, roll: str) -> bool:
    """It failed the last test of that roll that it took."""
    return tallies.tested(u, roll) is False


@WORDS.relation("passed-test", "{u:unit} passed the {roll:word}")
def passed(_g: Game, u: Any, roll: str) -> bool:
    """It passed the last test of that roll that it took."""
    return tallies.tested(u, roll) is True


# -- going after them ------------------------------------------------------------------------------


@WORDS.verb("pursue", "let {u:unit} pursue {t:unit} {d:amount}")
def pursue(g: Game, _c: Context, u: Any, t: Any, d: Any) -> Procedure[None]:
    """A unit turns towards one that fled from it and goes so far straight on; it may catch it, or run into
    another enemy.
    """
    if u is not None and t is not None:
        yield from pursuits.pursue(g, u, t, rolls.amount(g, d, u.id, "pursuit"))


@WORDS.verb("overrun", "let {u:unit} overrun {d:amount}")
def overrun(g: Game, _c: Context, u: Any, d: Any) -> Procedure[None]:
    """A unit that is in no combat goes so far straight on, and charges an enemy that it meets."""
    if u is not None:
        yield from pursuits.overrun(g, u, rolls.amount(g, d, u.id, "overrun"))


@WORDS.term("pursuit", "pursuit of {u:unit}")
def pursuit(_g: Game, u: Any) -> float:
    """The inches that a unit went after another when it last pursued, 0 if it never did."""
    return pursuits.last_pursuit(u) if u is not None else 0.0
