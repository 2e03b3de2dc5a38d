"""The battle round: who goes first, the underdog, the twist, the hands, and the abilities of each phase.

Source: battlepack, Start of the Battle Round Sequence; core rules, 5.0, 12.0 and 13.0.
"""

from __future__ import annotations

from tercio.kernel.actions import in_turn, offer_in_turn
from tercio.kernel.decisions import Decision, Procedure
from tercio.kernel.decl.clauses import Action
from tercio.kernel.rolls import roll_for
from tercio.kernel.state import Game
from tercio.kernel.windows import open_window

from . import cards
from .battle import ATTACKER, FIRST, UNDERDOG
from .campaign import first_said
from .damage import destroy
from .deployment import IN_RESERVE
from .scoring import points_of, sides

FIGHT = "fight"


def abilities(g: Game) -> Procedure[None]:
    """The steps of a phase in which abilities are used: the active player any number, then the opponent.
    FIGHT abilities have a step of their own.
    """
    phase = g.clock.frame("phase")
    assert phase is not None
    yield from offer_in_turn(g, phase.node.name, _is_no_fight)


def _is_no_fight(action: Action) -> bool:
    return FIGHT not in action.kinds


def choose_first_turn(g: Game) -> Procedure[None]:
    """Step choose-first-turn: the attacker in the first round (or whom a campaign names), then whoever wins
    the priority roll, decides who takes the first turn; on a tie it is whoever went first before (ruling 43).
    """
    decides = _priority(g) if g.memory[FIRST] else g.memory[first_said(g, "gives-first-turn", ATTACKER)]
    options = [decides, g.opponent(decides)]
    first: str = yield Decision(
        "round.first-turn", decides, "Who takes the first turn?", options, "Core Rules, 12.0"
    )
    second = g.opponent(first)
    g.memory[FIRST] = g.active = first
    g.clock.order = (first, second)
    g.emit("first-turn", player=first, decided=decides)


def _priority(g: Game) -> str:
    die = g.ruleset.constant("roll-off-die")
    faces = {name: roll_for(g, "priority-roll", sides(g, name), die, name).total for name in g.players}
    best = max(faces.values())
    winners = [name for name, face in faces.items() if face == best]
    g.emit("priority-rolled", faces=faces)
    return winners[0] if len(winners) == 1 else str(g.memory[FIRST])


def determine_underdog(g: Game) -> Procedure[None]:
    """Step determine-underdog: whoever has the fewest victory points, for the round; nobody on a tie."""
    points = {name: points_of(g, name) for name in g.players}
    least = min(points.values())
    behind = [name for name, has in points.items() if has == least]
    g.memory[UNDERDOG] = behind[0] if len(behind) == 1 else ""
    g.emit("underdog", player=g.memory[UNDERDOG])
    yield from ()


def destroy_reserves(g: Game) -> Procedure[None]:
    """Step destroy-reserves: units still in reserve since the deployment phase come too late."""
    if g.clock.number("round") <= g.ruleset.constant("reserves-last-round"):
        return
    for unit in list(g.units.values()):
        if IN_RESERVE in unit.marks and not unit.destroyed:
            yield from destroy(g, unit)


def draw_twist(g: Game) -> Procedure[None]:
    """Step draw-twist: a twist card is drawn and followed at once."""
    if cards.reveal_twist(g):
        yield from open_window(g, "after twist-drawn", sides(g, g.active))


def discard_twist(g: Game) -> Procedure[None]:
    """Step discard-twist: the twist ends with its round."""
    cards.end_twist(g)
    yield from ()


def draw_battle_tactics(g: Game) -> Procedure[None]:
    """Step draw-battle-tactics: players may discard, then fill their hands."""
    for name in in_turn(g):
        player = g.players[name]
        yield from cards.offer_discards(g, player)
        cards.fill_hand(g, player)
