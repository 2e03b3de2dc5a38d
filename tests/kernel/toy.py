"""A toy game for kernel tests: two sides, pikes and knights, hit-wound-save, three rounds of one phase. No
published game's rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.decl import (
    AttackSequence,
    Characteristic,
    Declaration,
    Holds,
    Key,
    Literal,
    Lookup,
    Node,
    Quantifier,
    Role,
    Row,
    RuleRef,
    SequenceDecl,
    Stage,
    Table,
    Term,
)
from tercio.kernel.decl.expr import Arith
from tercio.kernel.dice import DiceSource, SeededDice
from tercio.kernel.engagement import Engagement
from tercio.kernel.rolls import roll_for
from tercio.kernel.ruleset import Ruleset, hold
from tercio.kernel.scheduler import Schedule
from tercio.kernel.sequence import clock_for
from tercio.kernel.signatures import (
    PermissionSignature,
    RollSignature,
    Signatures,
    ValueSignature,
    VerbSignature,
    WindowSignature,
)
from tercio.kernel.state import Game, Part, Player, Pool, Unit, touch
from tercio.kernel.words import KERNEL_SIGNATURES

ATTACKER = (("attacker", "part"), ("attack", "attack"), ("unit", "unit"), ("target", "pool"))
TARGET = (("target", "pool"), ("attack", "attack"), ("attacker", "part"))
UNIT = (("unit", "unit"),)


def number(value: int, unit: str = "") -> Literal:
    return Literal(value, unit)


def difference(left: str, right: str) -> Arith:
    return Arith("-", Term(left), Term(right))


def cheer(game: Game, context: Context, who: Any) -> None:
    who.tokens["cheers"] = who.tokens.get("cheers", 0) + 1
    game.emit("cheered", thing=who.id)


SIGNATURES = (
    ValueSignature("skill", "number", ATTACKER, "How well it strikes."),
    ValueSignature("strength", "number", ATTACKER, "How hard it strikes."),
    ValueSignature("toughness", "number", TARGET, "How much it takes."),
    ValueSignature("ward", "target", TARGET, "A save."),
    ValueSignature("pace", "inches", (("model", "pool"), ("unit", "unit")), "How far it moves."),
    ValueSignature("to-hit", "target", ATTACKER, "Roll to hit."),
    ValueSignature("to-wound", "target", ATTACKER, "Roll to wound."),
    ValueSignature("save", "target", TARGET, "Roll to save."),
    RollSignature("dash", UNIT, "A dash.", ("any-move",)),
    RollSignature("any-move", UNIT, "Any move."),
    RollSignature("nerve", UNIT, "A nerve test."),
    RollSignature("to-hit", ATTACKER, "Roll to hit."),
    RollSignature("to-wound", ATTACKER, "Roll to wound."),
    RollSignature("save", TARGET, "Roll to save."),
    PermissionSignature("dash", UNIT, "Dash."),
    PermissionSignature("save", TARGET, "Take saves."),
    WindowSignature("dashed", UNIT, "A unit dashed."),
    VerbSignature("cheer", "cheer {who:any}", cheer, "Counts a cheer."),
)

TABLES: tuple[Declaration, ...] = (
    Table(
        name="to-hit",
        rows=(
            Row(Key(low=1), (number(3, "+"),)),
            Row(Key(low=0, high=0), (number(4, "+"),)),
            Row(Key(high=-1), (number(5, "+"),)),
        ),
    ),
    Table(
        name="to-wound",
        rows=(
            Row(Key(low=1), (number(3, "+"),)),
            Row(Key(low=0, high=0), (number(4, "+"),)),
            Row(Key(high=-1), (number(6, "+"),)),
        ),
    ),
    Characteristic(name="skill", of="part", low=0, high=10),
    Characteristic(name="toughness", of="pool", low=1, high=10),
    Characteristic(name="pace", of="unit", low=0, high=None, several="worst"),
    AttackSequence(
        name="strike",
        stages=(
            Stage("to-hit", "attacker", 6, Lookup("to-hit", difference("skill", "toughness")), (1,), (6,)),
            Stage(
                "to-wound", "attacker", 6, Lookup("to-wound", difference("strength", "toughness")), (1,), (6,)
            ),
            Stage("save", "defender", 6, Term("ward"), (1,), (), stops=True),
        ),
    ),
    SequenceDecl(
        name="battle",
        nodes=(
            Node(
                "round",
                "round",
                times=3,
                children=(
                    Node(
                        "turn",
                        "turn",
                        by="each player",
                        children=(Node("phase", "move", children=(Node("step", "dash"),)),),
                    ),
                ),
            ),
        ),
    ),
)


def has_rule(role: str, quantifier: Quantifier = Quantifier.HAS) -> Holds:
    return Holds(Role(role), quantifier)


def ruleset(*declarations: Declaration, extra: Iterable[Any] = ()) -> Ruleset:
    signatures = Signatures().add((*KERNEL_SIGNATURES, *SIGNATURES, *extra))
    return Ruleset((*TABLES, *declarations), signatures)


def new_game(
    *declarations: Declaration,
    dice: DiceSource | None = None,
    record: bool = False,
    extra: Iterable[Any] = (),
) -> Game:
    rules = ruleset(*declarations, extra=extra)
    clock = clock_for(rules.of_kind(SequenceDecl), "battle", ("A", "B"))
    game = Game(rules, dice or SeededDice(1), clock, Schedule(), Engagement(), active="A")
    game.events = [] if record else None
    for name in "AB":
        player = Player(game.new_id(), name, name)
        game.players[name] = game.things[player.id] = player
    return game


def new_unit(game: Game, owner: str = "A", name: str = "Pikes", models: int = 10, **profile: Any) -> Unit:
    unit = Unit(game.new_id(), name, owner)
    defence = {"health-points": 1, "toughness": 3, "pace": 4, **profile}
    pool = Pool(game.new_id(), name, owner, unit=unit, profile=defence, models=models, starting=models)
    part = Part(game.new_id(), name, owner, pool=pool, profile={"skill": 3, "strength": 3, "attacks": 1})
    pool.parts.append(part)
    unit.pools.append(pool)
    game.add_unit(unit)
    return unit


def give(game: Game, thing: Any, *names: str, args: tuple[Any, ...] = ()) -> None:
    """Let a thing hold rules by name for good."""
    for name in names:
        hold(game, thing, RuleRef(name, args))
    touch(game)


def drive(procedure: Any, *answers: Any) -> tuple[Any, list[Decision]]:
    """Run a procedure with these answers; return its result and the decisions that it asked."""
    asked: list[Decision] = []
    todo = list(answers)
    try:
        decision = next(procedure)
        while True:
            asked.append(decision)
            answer = todo.pop(0)
            assert decision.judge(answer) is None, f"{answer!r} is no answer to {decision}"
            decision = procedure.send(answer)
    except StopIteration as stop:
        assert not todo, f"nobody asked for {todo}"
        return stop.value, asked


def blow(attacker: Unit, target: Unit, **more: Any) -> Attack:
    kinds = more.pop("kinds", frozenset({"melee"}))
    part = attacker.pools[0].parts[0]
    return Attack("strike", kinds, target.pools[0], attacker, part, **more)


def dash(game: Game) -> Procedure[None]:
    """The one procedure of the toy: each own unit may dash D6 inches."""
    from tercio.kernel.decl import DiceAmount

    for unit in list(game.units.values()):
        if unit.owner == game.active and not unit.destroyed:
            question = Decision("dash", unit.owner, f"Shall {unit.name} dash?", ["dash", "stay", PASS])
            answer = yield from ask(question)
            if answer == "dash":
                rolled = roll_for(game, "dash", Context(unit=unit), DiceAmount(1, 6), unit.id)
                unit.memory["ran"] = unit.memory.get("ran", 0) + rolled.total
                game.emit("dashed", unit=unit.id, total=rolled.total)


PROCEDURES: Mapping[str, Any] = {"dash": dash}
