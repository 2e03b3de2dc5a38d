"""One attack through the stages of its sequence with every face at once: what it can come to, and how likely.

`spread` walks the stages that `kernel.attack.resolve` plays: the same numbers, rerolls, natural results and
permissions, only that a die is not rolled but stands on all of its sides. Hits that one success makes besides
itself stay together with it, so that sums of many attacks are exact: `.unsaved.times(40)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..attack import Attack, Resolved, Strand, through_stage, to_reroll
from ..context import Context
from ..decl.things import AttackSequence, Stage
from ..state import Game
from .distribution import Distribution, mix

Worth = Callable[[Attack], Distribution]
"""What an attack comes to that has reached its end, in whatever is counted."""

_NOTHING, _ONE = Distribution.certain(0), Distribution.certain(1)


@dataclass(slots=True)
class Node:
    """An attack before a stage: the ways in which it goes on, each with its weight of `total` and what comes
    of it, every further attack with how often; the rest of the weight is the chance that it is over. An
    attack that a natural die ended goes no further.
    """

    attack: Attack
    total: int = 1
    ways: list[tuple[int, list[tuple[Node, int]]]] = field(default_factory=list)


@dataclass(slots=True)
class Spread:
    """Everything that one attack can come to, stage by stage. `needed` are the numbers that its stages need,
    as `Resolved` has them; `rolls` names the stages in order.
    """

    root: Node
    rolls: tuple[str, ...]
    needed: dict[str, Any]

    def passed(self, roll: str) -> Distribution:
        """Return how many attacks pass the stage of a roll, those that its die ends among them."""
        stages = self.rolls.index(roll) + 1
        return _sum(self.root, stages, lambda _: _ONE, lambda _: _NOTHING)

    @property
    def unsaved(self) -> Distribution:
        """How many attacks go through every stage; none that a natural die ended."""
        return self.worth(lambda attack: _NOTHING if attack.ended else _ONE)

    def ended(self, outcome: str) -> Distribution:
        """Return how many attacks a natural die ends as an outcome."""
        return self.worth(lambda attack: _ONE if attack.ended == outcome else _NOTHING)

    def worth(self, worth: Worth) -> Distribution:
        """Return the sum of what all attacks are worth that go through every stage or that a natural die
        ended.
        """
        return _sum(self.root, len(self.rolls), worth, worth)


def _sum(node: Node, stages: int, worth: Worth, early: Worth) -> Distribution:
    """Return what an attack comes to within so many stages; `early`: one that has been ended before."""
    if not stages:
        return worth(node.attack)
    if node.attack.ended:
        return early(node.attack)
    over = node.total
    parts = []
    for weight, bundle in node.ways:
        over -= weight
        first, *others = (_sum(child, stages - 1, worth, early).times(times) for child, times in bundle)
        for other in others:
            first = first + other
        parts.append((weight, first))
    parts.append((over, _NOTHING))
    return mix(parts)


def spread(g: Game, attack: Attack) -> Spread:
    """Return what one attack can come to. Rolls nothing and changes nothing."""
    stages = g.ruleset.get(AttackSequence, attack.sequence).stages
    report = Resolved(attack, 1, {}, {}, [])
    root = _node(g, stages, attack, report)
    return Spread(root, tuple(stage.roll for stage in stages), report.needed)


class _EveryFace:
    """A roll that shows every face; `total` is the weight of all of them."""

    __slots__ = ("total",)

    def __init__(self) -> None:
        self.total = 1

    def __call__(self, g: Game, stage: Stage, strand: Strand, c: Context, need: Any) -> list[int]:
        again, sides = to_reroll(g, stage, c, need), stage.sides
        if not again:
            self.total = sides
            return [0] + [1] * sides
        self.total = sides * sides
        back = len(again)
        return [0, *(back if face in again else sides + back for face in range(1, sides + 1))]


def _node(g: Game, stages: tuple[Stage, ...], attack: Attack, report: Resolved) -> Node:
    node = Node(attack)
    if not stages or attack.ended:
        return node
    roll = _EveryFace()
    bundles = through_stage(g, stages[0], Strand(attack, 1), report, roll)
    node.total = roll.total
    for bundle in bundles:
        weight = bundle[0].count
        node.ways.append(
            (weight, [(_node(g, stages[1:], s.attack, report), s.count // weight) for s in bundle])
        )
    return node
