"""What the tables of tests share: dice told, rules given, procedures driven with answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tercio.kernel.decl import RuleRef
from tercio.kernel.dice import ScriptedDice, SeededDice
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, touch


class Driven:
    """A game `g` with told `dice`, driven from outside; `asked` keeps the decisions of the last procedure."""

    g: Game
    dice: ScriptedDice
    asked: list[Any]

    def tell(self, **faces: Iterable[int]) -> None:
        """Tell further dice by roll (`hit_roll=[6, 5]`); `other` is any roll."""
        for roll, those in faces.items():
            key = "*" if roll == "other" else roll.replace("_", "-")
            self.dice.script.setdefault(key, []).extend(those)

    def chance(self, seed: int) -> None:
        """Let dice of a seed answer all rolls from now on."""
        self.g.dice = SeededDice(seed)

    def give(self, thing: Any, *rules: str) -> None:
        """Let a thing hold rules of the pack or the text by name."""
        for rule in rules:
            hold(self.g, thing, RuleRef(rule), rule)
        touch(self.g)

    def play(self, procedure: Any, *answers: Any, otherwise: Callable[[Any], Any] | None = None) -> Any:
        """Run a procedure with answers in order; a function among them picks from the decision. Behind them
        `otherwise` answers, else the first option is taken. Returns the result; `asked` keeps the decisions.
        """
        self.asked = []
        queue = list(answers)
        try:
            decision = next(procedure)
            while True:
                self.asked.append(decision)
                answer = queue.pop(0) if queue else otherwise or decision.options[0]
                answer = answer(decision) if callable(answer) else answer
                refusal = decision.judge(answer)
                assert refusal is None, refusal
                decision = procedure.send(answer)
        except StopIteration as done:
            assert not queue, f"answers left over: {queue}"
            return done.value

    def facts(self, kind: str) -> list[dict[str, Any]]:
        """Return the facts of all events of a kind, in order."""
        return [event.facts for event in self.g.events or () if event.kind == kind]
