"""What scenarios of Spearhead do: units use their core abilities, players draw, place and score.

An ability that the rules do not allow is refused and changes nothing; so is a move whose end they do not
allow, but by then the ability has been used. What is not said (how a unit piles in, which of its weapons go
where) is done as the first option has it, or as an `answer` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tercio.kernel.actions import use_action
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.decl.clauses import Action
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Shape
from tercio.kernel.state import Game, Player, Unit
from tercio.kernel.trial.deeds import choosing, use_of
from tercio.kernel.trial.system import Refused
from tercio.kernel.vocabulary import Vocabulary
from tercio.plugins.warbands.bodies import models_of, places_of

from .. import cards, control, deployment, relics, rounds, scoring
from ..aiming import targets_this_turn
from ..targets import COMBAT, SHOOTING
from .facts import deck_of, to_the_top
from .places import FILES, in_rows, moved_to

WORDS = Vocabulary()

MOVE, RUN, RETREAT, CHARGE, SHOOT, FIGHT = "move", "run", "retreat", "charge", "shoot", "fight"
CORE = "core"
_OTHER_MOVES = frozenset((RUN, RETREAT, CHARGE, FIGHT))


def _is_normal_move(action: Action) -> bool:
    return {CORE, MOVE} <= set(action.kinds) and not _OTHER_MOVES & set(action.kinds)


def _is(kind: str) -> Callable[[Action], bool]:
    return lambda action: {CORE, kind} <= set(action.kinds)


def _does(
    g: Game, c: Context, u: Unit, said: str, wanted: Callable[[Action], bool], chooser: Any
) -> Procedure[None]:
    yield from choosing(c, use_action(g, use_of(g, u, wanted, said)), chooser)


# -- moves -----------------------------------------------------------------------------------------


@WORDS.verb("moves-to", "{u:unit} moves to {x:amount}, {y:amount} [facing {f:amount}]")
def moves_to(g: Game, c: Context, u: Unit, x: Any, y: Any, f: Any = None) -> Procedure[None]:
    """A Normal Move: the unit goes as it stands, until its middle is at a point (14.2)."""
    yield from _does(g, c, u, "to move", _is_normal_move, _goes(c, u, x, y, f))


@WORDS.verb("moves", "{u:unit} moves to {t:any}")
def moves_towards(g: Game, c: Context, u: Unit, t: Any) -> Procedure[None]:
    """A Normal Move towards something, as near as is offered (14.2)."""
    yield from _does(g, c, u, "to move", _is_normal_move, _makes_for("unit.move", t))


@WORDS.verb("runs-to", "{u:unit} runs to {x:amount}, {y:amount} [facing {f:amount}]")
def runs_to(g: Game, c: Context, u: Unit, x: Any, y: Any, f: Any = None) -> Procedure[None]:
    """A Run: the unit goes as it stands, until its middle is at a point (14.2)."""
    yield from _does(g, c, u, "to run", _is(RUN), _goes(c, u, x, y, f))


@WORDS.verb("runs", "{u:unit} runs")
def runs(g: Game, c: Context, u: Unit) -> Procedure[None]:
    """A Run to the first place that is offered (14.2)."""
    yield from _does(g, c, u, "to run", _is(RUN), _nothing)


@WORDS.verb("retreats-to", "{u:unit} retreats to {x:amount}, {y:amount} [facing {f:amount}]")
def retreats_to(g: Game, c: Context, u: Unit, x: Any, y: Any, f: Any = None) -> Procedure[None]:
    """A Retreat: the unit goes as it stands, until its middle is at a point (14.2)."""
    yield from _does(g, c, u, "to retreat", _is(RETREAT), _goes(c, u, x, y, f))


@WORDS.verb("retreats", "{u:unit} retreats")
def retreats(g: Game, c: Context, u: Unit) -> Procedure[None]:
    """A Retreat to the first place that is offered (14.2)."""
    yield from _does(g, c, u, "to retreat", _is(RETREAT), _nothing)


@WORDS.verb("charges", "{u:unit} charges {t:any}")
def charges(g: Game, c: Context, u: Unit, t: Any) -> Procedure[None]:
    """A Charge that ends at something, if the roll allows (14.3)."""
    yield from _does(g, c, u, "to charge", _is(CHARGE), _makes_for("unit.charge", t))


@WORDS.verb("charges-to", "{u:unit} charges to {x:amount}, {y:amount} [facing {f:amount}]")
def charges_to(g: Game, c: Context, u: Unit, x: Any, y: Any, f: Any = None) -> Procedure[None]:
    """A Charge: the unit goes as it stands, until its middle is at a point (14.3)."""
    yield from _does(g, c, u, "to charge", _is(CHARGE), _goes(c, u, x, y, f))


MOVES = ("unit.move", "unit.charge", "unit.set-up")


def _nothing(_decision: Decision) -> Any:
    return None


def _goes(c: Context, u: Unit, x: Any, y: Any, f: Any) -> Callable[[Decision], Any]:
    """Answer where a unit goes; a place that is refused is told, and the unit stays."""

    def choose(decision: Decision) -> Any:
        if decision.kind not in MOVES:
            return None
        bases = moved_to(u, float(x), float(y), None if f is None else float(f))
        return _allowed(c, decision, places_of(bases))

    return choose


def _allowed(c: Context, decision: Decision, answer: Any) -> Any:
    refusal = decision.judge(answer)
    if refusal is None:
        return answer
    c.trial.refusals.append(refusal)
    return decision.options[-1]


def _makes_for(kind: str, thing: Any) -> Callable[[Decision], Any]:
    """Answer the first offered place that makes for a thing."""

    def choose(decision: Decision) -> Any:
        if decision.kind != kind:
            return None
        offers = zip(decision.options, decision.facts["goals"], strict=True)
        return next((option for option, goal in offers if goal[1] == thing.id), None)

    return choose


# -- attacks ---------------------------------------------------------------------------------------


@WORDS.verb("shoots", "{u:unit} shoots [at {v:unit}]")
def shoots(g: Game, c: Context, u: Unit, v: Any = None) -> Procedure[None]:
    """A unit shoots with all its weapons, at one enemy if one is named (16.0)."""
    yield from _does(g, c, u, "to shoot", _is(SHOOT), _aims_at(v))
    _check_aim(g, c, u, v, SHOOTING)


@WORDS.verb("fights", "{u:unit} fights [{v:unit}]")
def fights(g: Game, c: Context, u: Unit, v: Any = None) -> Procedure[None]:
    """A unit piles in and fights, with all attacks at one enemy if one is named (13.1)."""
    yield from _does(g, c, u, "to fight", _is(FIGHT), _aims_at(v))
    _check_aim(g, c, u, v, COMBAT)


def _aims_at(v: Unit | None) -> Callable[[Decision], Any]:
    """Answer the plan of attacks that has most of them at a unit; pile in towards it."""

    def choose(decision: Decision) -> Any:
        if v is None:
            return None
        if decision.kind == "unit.pile-in":
            return _makes_for("unit.pile-in", v)(decision)
        if decision.kind != "attack.targets":
            return None
        return max(decision.options, key=lambda plan: _shares(plan, v.id))

    return choose


def _shares(plan: Sequence[Any], target: int) -> int:
    return sum(number for shares in plan for one, number in shares if one == target)


def _check_aim(g: Game, c: Context, u: Unit, v: Unit | None, kind: str) -> None:
    """Tell that a unit could not attack the enemy that it was meant to."""
    if v is not None and v.id not in targets_this_turn(g, u, kind):
        c.trial.refusals.append(Refusal("attack.no_target", {"unit": u.name, "target": v.name}))


# -- setting up ------------------------------------------------------------------------------------


@WORDS.verb("deploys", "{u:unit} deploys at {x:amount}, {y:amount} [facing {f:amount}]")
def deploys(g: Game, c: Context, u: Unit, x: Any, y: Any, f: Any = 0) -> Procedure[None]:
    """A unit is set up in the deployment phase, in rows about a point (battlepack, Deployment)."""
    bases = in_rows(u, float(x), float(y), float(f or 0), FILES)
    refusal = deployment.judge(g, u, bases)
    if refusal is not None:
        raise Refused(refusal)
    yield from choosing(c, deployment.deploy(g, u), lambda _decision: places_of(bases))


@WORDS.verb("arrives", "{p:player} uses {token:name} at {x:amount}, {y:amount} [for {u:unit}]")
def arrives(g: Game, c: Context, p: Player, token: str, x: Any, y: Any, u: Any = None) -> Procedure[None]:
    """A player uses an action that sets a unit up, in rows about a point (24.0)."""
    use = use_of(g, p, lambda action: action.name == token, f'"{token}"')
    yield from choosing(c, use_action(g, use), _set_up_at(g, c, u, float(x), float(y)))


def _set_up_at(g: Game, c: Context, u: Unit | None, x: float, y: float) -> Callable[[Decision], Any]:
    def choose(decision: Decision) -> Any:
        if u is not None and u.id in decision.options:
            return u.id
        if decision.kind != "unit.set-up":
            return None
        unit = g.units[decision.facts["unit"]]
        if u is not None and unit.name != u.name:
            raise Refused(Refusal("action.no_target", {"target": u.name, "instead": unit.name}))
        bases: list[Shape] = in_rows(unit, x, y, 0.0, FILES)
        return _allowed(c, decision, places_of(bases)) if models_of(unit) else None

    return choose


@WORDS.verb("places", "{p:player} places {relic:name} at {x:amount}, {y:amount}")
def places(g: Game, c: Context, p: Player, relic: str, x: Any, y: Any) -> Procedure[None]:
    """A player places a relic that is not in play (battlepack, 5.0)."""
    shape = relics.shape_at(g, [float(x), float(y)])
    refusal = relics.judge(g, p.name, shape) if shape is not None else Refusal("relic.no_place")
    if refusal is not None:
        raise Refused(refusal)

    def choose(decision: Decision) -> Any:
        return [float(x), float(y)] if decision.kind == "relic.place" else None

    yield from choosing(c, relics.place_relic(g, p.name, relic), choose)


# -- cards and points ------------------------------------------------------------------------------


@WORDS.verb("draws", "{p:player} draws {n:name}")
def draws(g: Game, _c: Context, p: Player, n: str) -> None:
    """A player draws a battle tactic card, which was the next one (battlepack, Battle Tactic Cards)."""
    to_the_top(g, p, cards.TACTICS, n)
    cards.draw_tactic(g, p)


@WORDS.verb("fills-hand", "{p:player} fills the hand")
def fills_hand(g: Game, _c: Context, p: Player) -> Procedure[None]:
    """A player discards cards of choice and draws up to a full hand (battlepack, Battle Tactic Cards)."""
    deck_of(g, p, cards.TACTICS, cards.TACTICS)
    yield from cards.offer_discards(g, p)
    cards.fill_hand(g, p)


@WORDS.verb("draw-twist", "draw the twist {n:name}")
def draw_twist(g: Game, _c: Context, n: str) -> Procedure[None]:
    """A twist card, which was the next one, is drawn and followed (battlepack, Twist Cards)."""
    to_the_top(g, g.battle, cards.TWISTS, n)
    yield from rounds.draw_twist(g)


@WORDS.verb("determine-control", "determine control")
def determine_control(g: Game, _c: Context) -> Procedure[None]:
    """Control of everything that can be controlled is determined (32.2)."""
    yield from control.determine_control(g)


@WORDS.verb("scores-turn", "{p:player} scores the turn")
def scores_turn(g: Game, _c: Context, p: Player) -> Procedure[None]:
    """Control is determined and a player, whose turn ends, scores (battlepack, Victory Points)."""
    if g.active != p.name:
        raise Refused(Refusal("score.not_this_turn", {"player": p.name}))
    yield from control.determine_control(g)
    yield from scoring.score_turn(g)


@WORDS.verb("score-round", "score the round")
def score_round(g: Game, _c: Context) -> Procedure[None]:
    """Both players score what a twist gives at the end of the round (battlepack, Twist Cards)."""
    yield from scoring.score_round(g)
