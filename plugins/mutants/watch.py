"""Which declarations a scenario touches: a ruleset that writes down what it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tercio.dsl.trials import Trial
from tercio.kernel.decl import Declaration, Rule
from tercio.kernel.ruleset import Ruleset

Touched = frozenset[tuple[str, str]]
"""Kinds and names of declarations."""

EVERYWHERE = frozenset(("characteristic", "roll", "stages", "attack-sequence", "sequence", "keyword"))
"""Kinds that are read whenever a game begins, whatever the scenario."""


def is_everywhere(declaration: Declaration) -> bool:
    """Whether a declaration may matter to any scenario: a rule that holds without being given, a kind that
    every game reads.
    """
    return declaration.kind in EVERYWHERE or (isinstance(declaration, Rule) and bool(declaration.of))


class Watched(Ruleset):
    """A ruleset that knows which of its declarations were asked for by name."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.asked: set[tuple[str, str]] = set()
        self._by_kind = {kind: _Shelf(shelf, kind, self.asked) for kind, shelf in self._by_kind.items()}


class _Shelf(dict[str, Declaration]):
    """Declarations of a kind; what is looked up by name is noted, what is gone through is not."""

    def __init__(self, shelf: dict[str, Declaration], kind: str, asked: set[tuple[str, str]]) -> None:
        super().__init__(shelf)
        self._kind, self._asked = kind, asked

    def __getitem__(self, name: str) -> Declaration:
        self._asked.add((self._kind, name))
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._asked.add((self._kind, str(name)))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._asked.add((self._kind, name))
        return super().get(name, default)


def touched_by(trial: Trial, declarations: Iterable[Declaration]) -> Touched:
    """Return what a scenario touches when it is run by its own rules."""
    base = trial.ruleset
    watched = Watched(tuple(declarations), base.signatures, base.packs, base.changes)
    trial.under(watched).run()
    return frozenset(watched.asked)
