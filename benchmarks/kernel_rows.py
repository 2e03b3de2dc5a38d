"""The kernel alone: windows, rules, conditions and clones, against jpoke, pluggy, hand-written Python and
deepcopy.
"""

from __future__ import annotations

from typing import Any

import pluggy
from jpoke import Battle, Player
from jpoke.enums import Event

from tercio.kernel.context import Context
from tercio.kernel.decl import And, Compare, Do, Literal, Modify, Op, Role, Rule, RuleRef, Trigger
from tercio.kernel.modifiers import value
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, touch
from tercio.kernel.windows import listens, open_window
from tests.kernel.toy import blow, new_game, new_unit

from .timing import Row, ratio

MANY = range(100)
"""Calls in one measured go, so that calling the measured function does not count."""


def _pokemon_battle() -> Any:
    players = [Player("a"), Player("b")]
    for player, name in zip(players, ("ピカチュウ", "フシギダネ"), strict=True):
        player.add_pokemon(name, moves=["たいあたり"])
    battle = Battle(*players, seed=1)
    battle.start()
    return battle


def _listening_game() -> tuple[Game, Context]:
    cheer = Trigger("dashed", "after", (Do("cheer", (("who", Role("unit")),)),))
    game = new_game(Rule(name="Drummer", clauses=(cheer,)))
    unit = new_unit(game)
    hold(game, unit.pools[0], RuleRef("Drummer"))
    touch(game)
    return game, Context(unit=unit)


def dispatch() -> float:
    """Windows opened in a second, as procedures open them, over emits of jpoke in a second; nobody listens
    to either.
    """
    game, context = _listening_game()
    battle = _pokemon_battle()
    emit, event = battle.events.emit, Event.ON_TURN_END

    def ours() -> None:
        for _ in MANY:
            if listens(game, "after unheard"):
                for _ in open_window(game, "after unheard", context):
                    raise AssertionError

    def theirs() -> None:
        for _ in MANY:
            emit(event)

    return 1 / ratio(ours, theirs)


def empty_window() -> float:
    """A window that nobody listens to over a pluggy call without implementations."""
    manager = pluggy.PluginManager("bench")
    spec = pluggy.HookspecMarker("bench")

    class Spec:
        @spec
        def dashed(self, unit: object) -> None: ...

    manager.add_hookspecs(Spec)
    call = manager.hook.dashed
    game, _ = _listening_game()

    def ours() -> None:
        for _ in MANY:
            listens(game, "after unheard")

    def theirs() -> None:
        for _ in MANY:
            call(unit=1)

    return ratio(ours, theirs)


def condition() -> float:
    """A compiled condition over the same Python written by hand."""
    game = new_game()
    context = Context(unit=new_unit(game), result=5)
    tree = And((Compare(">=", Role("result"), Literal(3)), Compare("<", Role("result"), Literal(9))))
    compiled = game.ruleset.function(tree)

    def by_hand(_game: Any, c: Any, _held: Any) -> bool:
        return c.result >= 3 and c.result < 9

    def ours() -> None:
        for _ in MANY:
            compiled(game, context, None)

    def theirs() -> None:
        for _ in MANY:
            by_hand(game, context, None)

    return ratio(ours, theirs)


def _value_among(rules: int) -> Any:
    declared = [Rule(name=f"R{i}", clauses=(Modify("pace", Op.ADD, Literal(1)),)) for i in range(rules)]
    strong = Rule(name="Strong", clauses=(Modify("strength", Op.ADD, Literal(1)),))
    game = new_game(strong, *declared)
    units = [new_unit(game, "AB"[i % 2]) for i in range(rules)]
    for unit, rule in zip(units, declared, strict=True):
        hold(game, unit.pools[0], RuleRef(rule.name))
    hold(game, units[0].pools[0].parts[0], RuleRef("Strong"))
    touch(game)
    context = blow(units[0], units[1]).context()
    return lambda: value(game, "strength", context, 3)


def many_rules() -> float:
    """A modified value with 300 rules on the table over the same with 30."""
    return ratio(_value_among(300), _value_among(30))


ROWS = (
    Row("windows opened per second against jpoke's emits", ">=", 8.0, dispatch),
    Row("an empty window against a pluggy call", "<=", 0.2, empty_window),
    Row("a compiled condition against the same Python by hand", "<=", 1.2, condition),
    Row("300 rules on the table against 30", "<=", 1.1, many_rules),
)
