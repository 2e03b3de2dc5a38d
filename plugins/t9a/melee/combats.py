"""The two steps of the Melee Phase: units that have lost all opponents, then one Round of Combat after
another.

Combats that exist when the step begins are fought once each, in the order that the Active Player chooses;
what pursuers begin or join later waits for the next phase, unless they join one that is still to be fought.
Source: T9A rulebook, Melee Phase; rulings 48; Reference Handbook, Pursue Moves.
"""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.state import Game, Unit, unit_of
from tercio.kernel.windows import listens, open_window
from tercio.plugins.regiments.formation import RankedFormation, freeze

from .. import marks
from ..casualties import ROUND_LOST, STRIKING, bury, remove_unit
from ..engaging import ROUNDS, freed, in_turn
from ..terrain import settle
from .agility import Swing, agility_order
from .breaking import break_tests
from .chase import aftermath_of_wiped, chase
from .equipment import choose_equipment
from .fight import Fight
from .reform import combat_reforms
from .score import casualty_score, static_score, totals
from .strikes import strike_step

FIGHTING = "combat"


def enemy_wiped(g: Game) -> Procedure[None]:
    """Units whose opponents went before the Melee Phase may pivot, or overrun if they were Charging (Melee
    Phase, Enemy Wiped).
    """
    for unit in in_turn(g, g.units.values()):
        if not unit.destroyed and freed(unit):
            yield from aftermath_of_wiped(g, unit)


def fight_combats(g: Game) -> Procedure[None]:
    """Fight a Round of Combat in every combat of the moment (Melee Phase, Combat)."""
    pending = list(g.engagement.combats())
    while pending:
        alive = g.engagement.combats()
        pending = [combat for combat in pending if combat in alive]
        if not pending:
            break
        facts = {"combats": {str(combat): alive[combat] for combat in pending}}
        combat = yield from ask(
            Decision(
                "combat.choose", g.active, "Which combat is fought next?", list(pending), "Melee Phase", facts
            )
        )
        pending.remove(combat)
        yield from fight_round(g, combat)


def fight_round(g: Game, combat: int) -> Procedure[None]:
    """Fight one Round of Combat of the combat with this id."""
    fight = yield from begin_round(g, combat)
    yield from _strike(g, fight)
    decide(g, fight)
    broken = yield from break_tests(g, fight)
    gone = yield from chase(g, fight, broken)
    yield from combat_reforms(g, fight)
    yield from _end(g, fight, gone)


def begin_round(g: Game, combat: int) -> Procedure[Fight]:
    """Begin a Round of Combat: preparations and Combat Set-Up, up to the first blow."""
    members = [g.units[number] for number in g.engagement.combats()[combat]]
    fight = Fight(
        combat, members, sides={name: [u for u in members if u.owner == name] for name in _players(g)}
    )
    g.memory[FIGHTING] = combat
    g.emit("combat-begins", combat=combat, units=[unit.id for unit in members])
    yield from _prepare(g, fight)
    yield from _set_up(g, fight)
    return fight


def _players(g: Game) -> list[str]:
    return sorted(g.players, key=lambda name: (name != g.active, name))


# -- 1 Preparations --------------------------------------------------------------------------------


def _prepare(g: Game, fight: Fight) -> Procedure[None]:
    """Remove Shaken units, then freeze everybody who is left."""
    for unit in fight.units:
        if marks.SHAKEN in unit.marks:
            yield from remove_unit(g, unit, "shaken in combat", by=_first_foe(g, unit))
    settle(g, *fight.standing())
    for unit in fight.standing():
        if isinstance(unit.formation, RankedFormation):
            freeze(unit)
        unit.memory[ROUND_LOST] = 0
        marks.put(g, unit, marks.FOUGHT)


def _first_foe(g: Game, unit: Unit) -> Unit | None:
    foes = g.engagement.foes(unit.id)
    return g.units[foes[0]] if foes else None


# -- 2 Combat Set-Up -------------------------------------------------------------------------------


def _set_up(g: Game, fight: Fight) -> Procedure[None]:
    sides = {side: [u for u in units if u.id in g.engagement] for side, units in fight.sides.items()}
    fight.points = static_score(g, sides)
    g.emit("combat-set-up", combat=fight.combat, points=[point.plain() for point in fight.points])
    engaged = [unit for units in sides.values() for unit in units]
    yield from choose_equipment(g, engaged)


# -- 3 Melee Attacks -------------------------------------------------------------------------------


def _strike(g: Game, fight: Fight) -> Procedure[None]:
    for swings in begin_blows(g, fight):
        yield from strike_step(g, fight, swings)
    yield from end_blows(g, fight)


def begin_blows(g: Game, fight: Fight) -> list[list[Swing]]:
    """Begin the Melee Attacks of a round; returns the swings of each Agility Step in order."""
    for unit in fight.standing():
        unit.memory[STRIKING] = True
    return agility_order(g, fight.standing(), fight.combat)


def end_blows(g: Game, fight: Fight) -> Procedure[None]:
    """End the Melee Attacks of a round: who stayed for a last blow is removed."""
    for unit in fight.units:
        unit.memory.pop(STRIKING, None)
        if not unit.destroyed:
            yield from bury(g, unit)


# -- 4 The winner ----------------------------------------------------------------------------------


def decide(g: Game, fight: Fight) -> None:
    """Add what was lost to the score and settle who won."""
    lost = fight.lost()
    wiped = {side: sum(unit.destroyed for unit in units) for side, units in fight.sides.items()}
    fight.points += casualty_score(g, fight.sides, lost, wiped)
    fight.scores = totals(fight.sides, fight.points)
    points = [point.plain() for point in fight.points]
    g.emit("combat-result", combat=fight.combat, scores=dict(fight.scores), points=points)


# -- 5 The end -------------------------------------------------------------------------------------


def _end(g: Game, fight: Fight, gone: set[int]) -> Procedure[None]:
    """End what lasts for the round; who is still at it has one round more behind it and no longer charges."""
    for unit in fight.standing():
        if listens(g, "after round-of-combat-ends"):
            yield from open_window(g, "after round-of-combat-ends", Context(unit=unit))
    for unit in fight.standing():
        if unit.id in g.engagement and unit.id not in gone:
            unit.memory[ROUNDS] = unit.memory.get(ROUNDS, 0) + 1
            marks.take(unit, marks.CHARGING)
        else:
            unit.memory.pop(ROUNDS, None)
            _end_of_combat(g, unit)
        marks.take(unit, marks.BROKEN, marks.PURSUING)
    for unit in fight.units:
        unit.memory.pop(ROUND_LOST, None)
    g.schedule.combat_edge(g, "round-of-combat", fight.combat)
    g.memory.pop(FIGHTING, None)
    g.emit("combat-ends", combat=fight.combat, units=[unit.id for unit in fight.standing()])


def _end_of_combat(g: Game, unit: Unit) -> None:
    """Effects that last while the unit is Engaged end, though the combat may go on without it (Definitions
    9).
    """
    for effect in list(g.schedule.lasting):
        if effect.node == "combat" and unit_of(g.things.get(effect.source)) is unit:
            g.schedule.end(g, effect, "no longer engaged")
