"""Battles of the two demo lists, set up step by step: `rules`, `battle(dice, **options)`, `until(...)`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.dice import ScriptedDice, SeededDice
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.sequence import advance, perform
from tercio.kernel.state import Game
from tercio.plugins.regiments.listing import read_list
from tercio.plugins.t9a.battle import new_battle
from tercio.plugins.t9a.steps import STEPS

LISTS = Path(__file__).parents[3] / "rulepacks" / "t9a" / "lists"
FILES = ("empire_of_sonnstahl.txt", "highborn_elves.txt")


@cache
def texts() -> dict[str, str]:
    """The demo lists by file name."""
    return {name: (LISTS / name).read_text(encoding="utf-8") for name in FILES}


@cache
def rules() -> Ruleset:
    """The rules of both demo armies, read once."""
    return Desk().rules("t9a", list(texts().items()))


@cache
def rosters() -> tuple[Roster, ...]:
    """Both demo lists, the Empire first."""
    return tuple(read_list(rules(), text, name) for name, text in texts().items())


def battle(dice: dict[str, list[int]] | None = None, seed: int = 1, **options: Any) -> Game:
    """A battle of the demo lists before its first step; dice that are not told come from a seed."""
    return new_battle(rules(), rosters(), options, ScriptedDice(dice or {}, SeededDice(seed)))


def until(g: Game, step: str, **answers: Any) -> list[Any]:
    """Play whole steps up to and with `step`; returns the decisions asked.

    Answers by kind of decision (`deploy_zone="north"`), lists one after the other; else the first option.
    """
    asked: list[Any] = []
    walk = _walk(g, step)
    try:
        decision = next(walk)
        while True:
            asked.append(decision)
            answer = _answer(decision, answers)
            refusal = decision.judge(answer)
            assert refusal is None, refusal
            decision = walk.send(answer)
    except StopIteration:
        return asked


def _walk(g: Game, last: str) -> Any:
    while True:
        node = yield from advance(g)
        assert node is not None
        yield from perform(g, node, STEPS)
        if node.name == last:
            return


def _answer(decision: Any, answers: dict[str, Any]) -> Any:
    told = answers.get(decision.kind.replace(".", "_").replace("-", "_"))
    if isinstance(told, list) and told:
        told = told.pop(0)
    if callable(told):
        return told(decision)
    return decision.options[0] if told is None or told == [] else told


def unit_named(g: Game, owner: str, name: str, number: int = 0) -> Any:
    """The n-th unit of a player by the name of its entry."""
    return [unit for unit in g.units.values() if unit.owner == owner and unit.name == name][number]
