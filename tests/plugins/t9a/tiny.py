"""A small ruleset and a bare table for rulings: core numbers, no army books.

`tiny_ruleset(*rules)` holds the constants and tables that procedures read, the characteristics, and whatever
declarations a ruling adds. `Board` sets units on a table by a few numbers: `board.unit("A", 36, 12, facing=0,
models=20, files=5)`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tercio.kernel.decl import (
    Characteristic,
    Constant,
    DiceAmount,
    Key,
    Literal,
    Modify,
    Mood,
    Op,
    Permit,
    Row,
    Rule,
    RuleRef,
    Shape,
    Table,
    TerrainFeature,
)
from tercio.kernel.decl.things import Node
from tercio.kernel.dice import ScriptedDice, SeededDice
from tercio.kernel.engagement import Engagement
from tercio.kernel.geometry import Rect
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.ground import put_piece
from tercio.kernel.ruleset import Ruleset, build, hold
from tercio.kernel.scheduler import Schedule
from tercio.kernel.sequence import Clock, Frame
from tercio.kernel.signatures import Signatures
from tercio.kernel.state import Game, Part, Player, Pool, Terrain, Unit
from tercio.plugins.regiments.formation import form_up
from tercio.plugins.t9a.words.catalogue import SIGNATURES

MM = 1 / 25.4

CONSTANTS: dict[str, Any] = {
    "charge-dice": DiceAmount(1, 6, 4),
    "failed-charge-distance": 4,
    "charge-arc-tie-chooser": 1,
    "wheel-limit": 90,
    "turn-limit": 90,
    "advance-factor": 1,
    "march-factor": 2,
    "reform-factor": Fraction(1, 2),
    "reform-files": 2,
    "reform-model-factor": 2,
    "pivot-model-factor": 2,
    "final-position-factor": 2,
    "light-troops-reform-factor": 2,
    "light-troops-march-factor": 1,
    "musician-reform-files": 4,
    "combat-reform-files": 2,
    "combat-reform-facings": 1,
    "test-dice": DiceAmount(2, 6),
    "flee-dice": DiceAmount(2, 6),
    "pursue-dice": DiceAmount(2, 6),
    "decimated-fraction": 25,
    "flee-dangerous": 4,
    "arc-angle": 135,
    "unit-spacing": 1,
    "moving-spacing": Fraction(1, 2),
    "ambush-first-turn": 2,
    "ambush-die": DiceAmount(1, 6),
    "ambush-roll": 3,
    "roll-off-die": DiceAmount(1, 6),
    "set-up-die": DiceAmount(1, 6),
    "ambush-certain-turn": 5,
    "ambush-corners": 3,
    "ambush-corner-distance": 6,
    "last-scoring-arrival-turn": 5,
    "shooting-ranks": 2,
    "dangerous-fraction": Fraction(1, 2),
    "dangerous-ap": 10,
}
PROPER_RANK_WIDTH = ((0, 2, 5), (3, 4, 3), (5, 5, 1))


def _constants() -> list[Constant]:
    return [
        Constant(name=name, value=value if isinstance(value, DiceAmount) else Literal(value))
        for name, value in CONSTANTS.items()
    ]


def _ranges(name: str, rows: Any) -> Table:
    return Table(
        name=name, rows=tuple(Row(Key(low=low, high=high), (Literal(value),)) for low, high, value in rows)
    )


def _characteristics() -> list[Characteristic]:
    return [
        Characteristic(name="charge-speed", of="unit", low=0),
        Characteristic(name="mobility", of="unit", low=0),
        Characteristic(name="discipline", of="unit", low=0, high=10),
        Characteristic(name="health-points", of="pool", low=0),
    ]


def _features() -> list[TerrainFeature]:
    return [
        TerrainFeature(name="Impassable Terrain", traits=(("impassable", ()), ("opaque", ()))),
        TerrainFeature(name="Forest", traits=()),
        TerrainFeature(name="Hill", traits=(("opaque", ()),)),
    ]


def may_rule(name: str, action: str, mood: Mood = Mood.MAY) -> Rule:
    """A rule under which its holder may, cannot or must do something."""
    return Rule(name=name, clauses=(Permit(action, mood),))


def shape_rule(name: str, roll: str, extra: int) -> Rule:
    """A rule that Maximises (1) or Minimises (-1) a roll of its holder."""
    return Rule(name=name, clauses=(Shape(roll, extra),))


def set_rule(name: str, value: str, to: Any) -> Rule:
    """A rule that sets a value of its holder."""
    return Rule(
        name=name, clauses=(Modify(value, Op.SET, to if isinstance(to, DiceAmount) else Literal(to)),)
    )


RULES = (
    may_rule("Fly", "fly"),
    may_rule("Ghost Step", "ignore-terrain"),
    shape_rule("Swiftstride", "charge-range", 1),
    may_rule("Terror", "terrify"),
    may_rule("No Flight", "choose-flee", Mood.CANNOT),
    may_rule("No March", "march", Mood.CANNOT),
    may_rule("Sure Foot", "dangerous-test", Mood.CANNOT),
    may_rule("Ambusher", "ambush"),
    may_rule("Frenzy", "pursue", Mood.MUST),
    may_rule("No Pursuit", "pursue", Mood.CANNOT),
    set_rule("Random Movement", "random-movement", DiceAmount(3, 6)),
    set_rule("Long Reform", "reform-distance", 10),
)


def tiny_ruleset(*more: Any) -> Ruleset:
    """Return a ruleset of core numbers, a few rules, and what is added."""
    declarations = [
        *_constants(),
        *_characteristics(),
        *_features(),
        _ranges("proper-rank-width", PROPER_RANK_WIDTH),
        _ranges("dangerous-dice", [(height, height, height) for height in range(6)]),
        *RULES,
        *more,
    ]
    return build(declarations, Signatures().add(SIGNATURES))


def clock(phase: str = "charge", turn: int = 1, player: str = "A") -> Clock:
    """Return a clock that stands in a phase of a player's turn."""
    frames = [
        Frame(Node("battle", "battle")),
        Frame(Node("round", "game-turn", times=6), turn=turn),
        Frame(Node("turn", "player-turn"), player=player),
        Frame(Node("phase", phase)),
    ]
    return Clock(frames[0].node, frames, ("A", "B"), False, f"game-turn:{turn}/player-turn:{player}/{phase}")


class Board:
    """A table of 72 by 48 inches with two players, A (active) and B, and scripted dice by the name of the
    roll.
    """

    def __init__(self, dice: dict[str, list[int]] | None = None, phase: str = "charge", *more: Any) -> None:
        self.g = Game(
            ruleset=tiny_ruleset(*more),
            dice=ScriptedDice(dice or {}),
            clock=clock(phase),
            schedule=Schedule(),
            engagement=Engagement(),
            width=72.0,
            depth=48.0,
            active="A",
            events=[],
        )
        for name in ("A", "B"):
            player = Player(self.g.new_id(), name, name)
            self.g.players[name] = self.g.things[player.id] = player

    def unit(
        self,
        owner: str,
        x: float,
        y: float,
        *,
        facing: float = 0.0,
        models: int = 10,
        files: int = 5,
        base: tuple[int, int] = (25, 25),
        rules: tuple[str, ...] = (),
        name: str = "",
        gap: float = 0.0,
        **profile: int,
    ) -> Any:
        """Put a unit on the table with its centre at (x, y), facing a compass bearing."""
        g = self.g
        unit = Unit(g.new_id(), name or f"unit of {owner}", owner)
        unit.pools.append(self.pool(unit, models, base, profile))
        for rule in rules:
            hold(g, unit, RuleRef(rule))
        g.add_unit(unit)
        ux, uy = direction_from_degrees(facing)
        form_up(unit, x, y, ux, uy, files, gap=gap)
        return unit

    def pool(
        self,
        unit: Unit,
        models: int,
        base: tuple[int, int],
        profile: dict[str, int],
        role: str = "rank-and-file",
    ) -> Pool:
        """Make a pool of models for a unit (not yet in it)."""
        g = self.g
        numbers = {"charge-speed": 5, "mobility": 5, "discipline": 7, "health-points": 1, **_dashed(profile)}
        height = numbers.pop("height", 1)
        pool = Pool(
            g.new_id(),
            f"{role} of {unit.name}",
            unit.owner,
            unit=unit,
            role=role,
            profile=numbers,
            models=models,
            starting=models,
            base=(base[0] * MM, base[1] * MM),
            height=height,
        )
        pool.origin = pool.id
        pool.parts.append(Part(g.new_id(), "body", unit.owner, pool=pool, profile={"attacks": 1}))
        return pool

    def joined(self, unit: Unit, base: tuple[int, int] = (25, 25), **profile: int) -> Pool:
        """Add a single character to a unit, in the best place, and refit the unit."""
        from tercio.plugins.regiments.formation import refit, seat

        pool = self.pool(unit, 1, base, profile, "character")
        unit.pools.append(pool)
        self.g.add_pool(pool)
        place = seat(unit, pool)
        refit(unit, "block" if place.side else "front")
        return pool

    def terrain(self, feature: str, x: float, y: float, width: float = 4.0, depth: float = 4.0) -> Terrain:
        """Put a rectangular piece of terrain on the table."""
        return put_piece(self.g, feature, Rect(x, y, 0.0, 1.0, width, depth))

    def kinds(self) -> list[str]:
        """Return the kinds of all events so far."""
        assert self.g.events is not None
        return [event.kind for event in self.g.events]

    def facts(self, kind: str) -> list[dict[str, Any]]:
        """Return the facts of all events of a kind."""
        assert self.g.events is not None
        return [event.facts for event in self.g.events if event.kind == kind]


def _dashed(profile: dict[str, int]) -> dict[str, int]:
    return {name.replace("_", "-"): number for name, number in profile.items()}


def play(procedure: Any, *answers: Any, otherwise: Any = None) -> tuple[Any, list[Any]]:
    """Run a procedure with answers given in order; return its result and the decisions it asked.

    Callables pick from the decision; when the answers are used up `otherwise` picks, or whoever may passes.
    """
    asked = []
    queue = list(answers)
    try:
        decision = next(procedure)
        while True:
            asked.append(decision)
            answer = queue.pop(0) if queue else otherwise or _default(decision)
            if callable(answer):
                answer = answer(decision)
            answer = named(decision, answer)
            refusal = decision.judge(answer)
            assert refusal is None, refusal
            decision = procedure.send(answer)
    except StopIteration as done:
        assert not queue, f"answers left over: {queue}"
        return done.value, asked


def named(decision: Any, answer: Any) -> Any:
    """Return an answer as it is, and for an action that is told by its name the option of that name."""
    options = (option for option in decision.options if isinstance(option, list) and option[:1] == [answer])
    return next(options, answer) if decision.kind == "action.use" else answer


def _default(decision: Any) -> Any:
    return next((word for word in ("pass", "stay") if word in decision.options), decision.options[0])


def code_of(refusal: Any) -> str:
    """Return the code of a refusal, "" for none."""
    return "" if refusal is None else str(refusal.code)


def seeded(board: Board, seed: int) -> Board:
    """Let seeded dice answer the rolls of a board."""
    board.g.dice = SeededDice(seed)
    return board
