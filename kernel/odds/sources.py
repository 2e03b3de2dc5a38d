"""Which rules had a say in the odds of a duel: what each changed, and where it is declared.

The duel is walked once from step to step without losses, with ledgers open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..attack import Attack
from ..decl.things import AttackSequence
from ..ledger import Ledger, step_of
from ..ledger import Step as Line
from ..modifiers import gather, live
from ..state import Game
from .asking import NoDice, Rolled
from .duel import Duel
from .spread import spread

_CHANGES = ("reroll", "natural", "outcome")


@dataclass(slots=True)
class Sources:
    """What stands behind odds: `rules` that took part, each once for what it changed (the name of that, and
    the line of its ledger), and by the name of blows the numbers that their stages `needed`, with the
    sequence that they went through.
    """

    rules: dict[tuple[str, str], Line] = field(default_factory=dict)
    needed: dict[str, tuple[AttackSequence, dict[str, Any]]] = field(default_factory=dict)

    def note(self, name: str, line: Line) -> None:
        """Take down that a rule changed something of this name."""
        if line.rule and not line.rejected:
            self.rules.setdefault((name, line.rule), line)

    def read(self, g: Game) -> None:
        """Take down what a game that records has written into its ledgers."""
        told: list[Ledger] = [ledger for event in g.events or () for ledger in event.why]
        for ledger in [*told, *(g.ledgers or ())]:
            for line in ledger.steps:
                self.note(ledger.name, line)


def open_ledgers(g: Game) -> None:
    """Let a game write down why its numbers are so, for `sources`."""
    g.events, g.ledgers = [], []


def sources(duel: Duel) -> Sources:
    """Return what stands behind a duel, and what its game has written into open ledgers by now."""
    found = Sources()
    found.read(duel.game)
    one = duel.clone()
    g = one.game
    g.dice = NoDice()
    open_ledgers(g)
    try:
        while (step := one.step()) is not None:
            for blow in step.blows:
                needed = spread(g, blow.attack).needed
                sequence = g.ruleset.get(AttackSequence, blow.attack.sequence)
                found.needed.setdefault(blow.name, (sequence, needed))
                for name, line in _changes(g, blow.attack):
                    found.note(name, line)
            one.suffer({})
    except Rolled:
        pass
    found.read(g)
    return found


def _changes(g: Game, attack: Attack) -> Iterator[tuple[str, Line]]:
    """Yield what is no number: rerolls, natural results, and tests that are decided beforehand."""
    c = attack.context()
    for stage in g.ruleset.get(AttackSequence, attack.sequence).stages:
        for kind in _CHANGES:
            name = f"{kind} {stage.roll}"
            for rule, held in live(g, c, gather(g, name, c)):
                yield name, step_of(rule, held, kind, None, "")
